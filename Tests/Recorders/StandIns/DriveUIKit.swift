import UIKit

/// Shows UIKit.swift the frames of session.csv, and prints what it recorded.
@main
struct Driver {
  @MainActor
  static func main() throws {
    let view = UIScrollView()
    view.bounds = CGRect(x: 0, y: 0, width: 400, height: 844)
    view.contentSize = CGSize(width: 400, height: 1500 + 844)
    let recorder = ScrollRecorder()
    recorder.start(view)
    let link = CADisplayLink(target: recorder, selector: Selector())
    let text = try String(contentsOfFile: "session.csv", encoding: .utf8)
    for line in text.split(separator: "\n").drop(while: { $0.hasPrefix("#") }).dropFirst() {
      let fields = line.split(separator: ",").map { $0.filter { $0 != "\"" } }
      view.bounds.origin.y = CGFloat(Double(fields[1]) ?? .nan)
      view.isTracking = fields[2] == "tracking" || fields[2] == "rubber-band"
      view.isDecelerating = !view.isTracking && fields[2] != "rest"
      link.timestamp = 5000 + (Double(fields[0]) ?? .nan)
      recorder.frame(link)
    }
    print(recorder.stop(), terminator: "")
  }
}
