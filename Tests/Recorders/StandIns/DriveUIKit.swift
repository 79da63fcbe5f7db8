import UIKit

/// Shows UIKit.swift the frames of session.csv, along x with the argument x, and prints what it recorded.
@main
struct Driver {
  @MainActor
  static func main() throws {
    let sideways = CommandLine.arguments.contains("x")
    let view = UIScrollView()
    view.bounds = CGRect(x: 0, y: 0, width: 844, height: 844)
    view.contentSize = CGSize(
      width: 844 + (sideways ? 1500 : 0), height: 844 + (sideways ? 0 : 1500))
    let recorder = ScrollRecorder()
    recorder.start(view)
    let link = CADisplayLink(target: recorder, selector: Selector())
    let text = try String(contentsOfFile: "session.csv", encoding: .utf8)
    for line in text.split(separator: "\n").drop(while: { $0.hasPrefix("#") }).dropFirst() {
      let fields = line.split(separator: ",").map { $0.filter { $0 != "\"" } }
      let offset = CGFloat(Double(fields[1]) ?? .nan)
      view.bounds.origin = CGPoint(x: sideways ? offset : 0, y: sideways ? 0 : offset)
      view.isTracking = fields[2] == "tracking" || fields[2] == "rubber-band"
      view.isDecelerating = !view.isTracking && fields[2] != "rest"
      link.timestamp = 5000 + (Double(fields[0]) ?? .nan)
      recorder.frame(link)
    }
    print(recorder.stop(), terminator: "")
  }
}
