import SwiftUI
import UIKit

/// Shows SwiftUI.swift the frames of session.csv, along x with the argument x, and prints what it recorded.
@main
struct Driver {
  @MainActor
  static func main() throws {
    let sideways = CommandLine.arguments.contains("x")
    let recorder = SwiftUIScrollRecorder()
    recorder.scale = 3
    recorder.start()
    let link = CADisplayLink(target: recorder, selector: Selector())
    let text = try String(contentsOfFile: "session.csv", encoding: .utf8)
    for line in text.split(separator: "\n").drop(while: { $0.hasPrefix("#") }).dropFirst() {
      let fields = line.split(separator: ",").map { $0.filter { $0 != "\"" } }
      let offset = Double(fields[1]) ?? .nan
      recorder.geometry = ScrollGeometry(
        contentOffset: CGPoint(x: sideways ? offset : 0, y: sideways ? 0 : offset),
        contentSize: CGSize(
          width: 844 + (sideways ? 1500 : 0), height: 844 + (sideways ? 0 : 1500)),
        contentInsets: EdgeInsets(top: 0, leading: 0, bottom: 0, trailing: 0),
        containerSize: CGSize(width: 844, height: 844))
      switch fields[2] {
      case "tracking", "rubber-band": recorder.scrollPhase = .interacting
      case "rest": recorder.scrollPhase = .idle
      default: recorder.scrollPhase = .decelerating
      }
      link.timestamp = 5000 + (Double(fields[0]) ?? .nan)
      recorder.frame(link)
    }
    print(recorder.stop(), terminator: "")
  }
}
