// Records the offset of a UIScrollView once a frame, as a CSV for scrollfit. Not run on iOS by this project.
//
//   let recorder = ScrollRecorder()
//   recorder.start(scrollView)       // in viewDidAppear, before the fling
//   print(recorder.save())           // some tenths of a second after the content rests; the path of the file
//
// It works with UITableView, UICollectionView, UITextView and WKWebView.scrollView, and leaves the delegate alone. The
// offset written is that along the axis on which the content moved further: x of a carousel.
//
// Clock: CADisplayLink.timestamp, the time of the frame. CACurrentMediaTime() in the callback, or in
// scrollViewDidScroll, is that time plus however long the callback had to wait.
//
// An iPhone with 120 Hz gives a display link 60 Hz unless Info.plist has CADisableMinimumFrameDurationOnPhone = YES.
import UIKit

@MainActor
final class ScrollRecorder: NSObject {
  private struct Row {
    var time: CFTimeInterval
    var offset: CGPoint
    var phase: String
  }

  private weak var scrollView: UIScrollView?
  private var link: CADisplayLink?
  private var rows: [Row] = []
  private var refreshRate = 60

  func start(_ scrollView: UIScrollView) {
    link?.invalidate()
    self.scrollView = scrollView
    refreshRate = scrollView.window?.screen.maximumFramesPerSecond ?? 60
    rows.removeAll()
    rows.reserveCapacity(120 * 600)  // ten minutes: nothing is allocated in a frame
    let link = CADisplayLink(target: self, selector: #selector(frame))
    let rate = Float(refreshRate)
    link.preferredFrameRateRange = CAFrameRateRange(
      minimum: min(80, rate), maximum: rate, preferred: rate)
    link.add(to: .main, forMode: .common)  // .default pauses while content scrolls
    self.link = link
  }

  @objc private func frame(_ link: CADisplayLink) {
    guard let scrollView, rows.count < rows.capacity else { return }
    // UIView.animate moves the offset of the presentation layer only; contentOffset is at the end already.
    let layer = scrollView.layer
    let shown = layer.animationKeys() == nil ? layer : layer.presentation() ?? layer
    let offset = shown.bounds.origin
    let phase: String
    if scrollView.isTracking {
      phase = "tracking"
    } else if scrollView.isDecelerating {
      let (x, y) = (range(scrollView, sideways: true), range(scrollView, sideways: false))
      phase = x.contains(offset.x) && y.contains(offset.y) ? "decelerating" : "bounce"
    } else {
      phase = offset == rows.last?.offset ? "rest" : ""  // an animation of the app has no label
    }
    rows.append(Row(time: link.timestamp, offset: offset, phase: phase))
  }

  /// Where the content can rest along an axis, from edge to edge. Content shorter than the view rests at its start.
  private func range(_ view: UIScrollView, sideways: Bool) -> ClosedRange<CGFloat> {
    let (inset, content) = (view.adjustedContentInset, view.contentSize)
    let start = sideways ? -inset.left : -inset.top
    let end =
      sideways
      ? content.width + inset.right - view.bounds.width
      : content.height + inset.bottom - view.bounds.height
    return start...max(start, end)
  }

  /// How far the content moved along an axis.
  private func travel(_ axis: (CGPoint) -> CGFloat) -> CGFloat {
    let offsets = rows.map { axis($0.offset) }
    return (offsets.max() ?? 0) - (offsets.min() ?? 0)
  }

  /// Ends the recording and returns the CSV.
  func stop() -> String {
    link?.invalidate()
    link = nil
    guard let scrollView, let first = rows.first else { return "" }
    let device = UIDevice.current
    var text = "# device: \(device.model), \(device.systemName) \(device.systemVersion)\n"
    text += "# scale: \(scrollView.traitCollection.displayScale)\n"
    text += "# refresh_hz: \(refreshRate)\n"
    let sideways = travel(\.x) > travel(\.y)
    let edges = range(scrollView, sideways: sideways)
    let (start, end) = (edges.lowerBound, edges.upperBound)
    text += sideways ? "# edge_left: \(start)\n" : "# edge_top: \(start)\n"
    text += sideways ? "# edge_right: \(end)\n" : "# edge_bottom: \(end)\n"
    let size = scrollView.bounds.size
    text += sideways ? "# bounds_width: \(size.width)\n" : "# bounds_height: \(size.height)\n"
    text += sideways ? "t_s,offset_x_pt,phase\n" : "t_s,offset_y_pt,phase\n"
    for row in rows {
      let offset = sideways ? row.offset.x : row.offset.y
      text += "\(row.time - first.time),\(offset),\(row.phase)\n"
    }
    return text
  }

  /// Ends the recording, writes it, and returns the path. In a simulator the path is one of the Mac; from a device,
  /// Xcode's Devices window downloads the container of the app.
  func save(_ name: String = "scroll.csv") -> String {
    let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    let file = folder.appendingPathComponent(name)
    do { try stop().write(to: file, atomically: true, encoding: .utf8) } catch { return "\(error)" }
    return file.path
  }
}
