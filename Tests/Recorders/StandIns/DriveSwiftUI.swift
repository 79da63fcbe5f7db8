import SwiftUI
import UIKit

/// Shows SwiftUI.swift the frames of session.csv, and prints what it recorded.
@main
struct Driver {
  @MainActor
  static func main() throws {
    let recorder = SwiftUIScrollRecorder()
    recorder.scale = 3
    recorder.start()
    let link = CADisplayLink(target: recorder, selector: Selector())
    let text = try String(contentsOfFile: "session.csv", encoding: .utf8)
    for line in text.split(separator: "\n").drop(while: { $0.hasPrefix("#") }).dropFirst() {
      let fields = line.split(separator: ",").map { $0.filter { $0 != "\"" } }
      recorder.geometry = ScrollGeometry(
        contentOffset: CGPoint(x: 0, y: Double(fields[1]) ?? .nan),
        contentSize: CGSize(width: 400, height: 1500 + 844),
        contentInsets: EdgeInsets(top: 0, leading: 0, bottom: 0, trailing: 0),
        containerSize: CGSize(width: 400, height: 844))
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
