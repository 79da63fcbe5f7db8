// Records the offset of a SwiftUI ScrollView or List once a frame, as a CSV for scrollfit. iOS 18 or newer.
// Not run on iOS by this project.
//
//   @State private var recorder = SwiftUIScrollRecorder()
//
//   ScrollView { ... }
//     .recordScroll(recorder)
//     .onAppear { recorder.start() }
//   Button("Save") { print(recorder.save()) }        // some tenths of a second after the content rests
//
// Before iOS 18, find the UIScrollView below the view, and use UIKit.swift. The offset written is that along the axis on
// which the content moved further: x of a carousel.
//
// Clock: CADisplayLink.timestamp, the time of the frame. onScrollGeometryChange has no time, and is called only where
// the offset changed, so a display link samples what it said last.
import SwiftUI
import UIKit

@available(iOS 18, *)
@MainActor
final class SwiftUIScrollRecorder: NSObject {
  private struct Row {
    var time: CFTimeInterval
    var offset: CGPoint
    var phase: String
  }

  fileprivate var geometry: ScrollGeometry?
  fileprivate var scrollPhase = ScrollPhase.idle
  fileprivate var scale: CGFloat = 1
  private var link: CADisplayLink?
  private var rows: [Row] = []

  func start() {
    link?.invalidate()
    rows.removeAll()
    rows.reserveCapacity(120 * 600)  // ten minutes: nothing is allocated in a frame
    let link = CADisplayLink(target: self, selector: #selector(frame))
    // 120 Hz on an iPhone also takes CADisableMinimumFrameDurationOnPhone = YES in Info.plist.
    link.preferredFrameRateRange = CAFrameRateRange(minimum: 60, maximum: 120, preferred: 120)
    link.add(to: .main, forMode: .common)  // .default pauses while content scrolls
    self.link = link
  }

  @objc private func frame(_ link: CADisplayLink) {
    guard let geometry, rows.count < rows.capacity else { return }
    let offset = geometry.contentOffset
    let phase: String
    switch scrollPhase {
    case .tracking, .interacting: phase = "tracking"
    case .decelerating:
      let (x, y) = (range(geometry, sideways: true), range(geometry, sideways: false))
      phase = x.contains(offset.x) && y.contains(offset.y) ? "decelerating" : "bounce"
    case .idle: phase = "rest"
    case .animating: phase = ""  // a scroll of the app has no label
    }
    rows.append(Row(time: link.timestamp, offset: offset, phase: phase))
  }

  /// Where the content can rest along an axis, from edge to edge. Content shorter than the view rests at its start.
  private func range(_ geometry: ScrollGeometry, sideways: Bool) -> ClosedRange<CGFloat> {
    let (inset, content) = (geometry.contentInsets, geometry.contentSize)
    let start = sideways ? -inset.leading : -inset.top
    let end =
      sideways
      ? content.width + inset.trailing - geometry.containerSize.width
      : content.height + inset.bottom - geometry.containerSize.height
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
    guard let geometry, let first = rows.first else { return "" }
    let device = UIDevice.current
    var text = "# device: \(device.model), \(device.systemName) \(device.systemVersion)\n"
    text += "# scale: \(scale)\n"
    let sideways = travel(\.x) > travel(\.y)
    let edges = range(geometry, sideways: sideways)
    let (start, end) = (edges.lowerBound, edges.upperBound)
    text += sideways ? "# edge_left: \(start)\n" : "# edge_top: \(start)\n"
    text += sideways ? "# edge_right: \(end)\n" : "# edge_bottom: \(end)\n"
    let size = geometry.containerSize
    text += sideways ? "# bounds_width: \(size.width)\n" : "# bounds_height: \(size.height)\n"
    text += sideways ? "t_s,offset_x_pt,phase\n" : "t_s,offset_y_pt,phase\n"
    for row in rows {
      let offset = sideways ? row.offset.x : row.offset.y
      text += "\(row.time - first.time),\(offset),\(row.phase)\n"
    }
    return text
  }

  /// Ends the recording, writes it, and returns the path; in a simulator one of the Mac.
  func save(_ name: String = "scroll.csv") -> String {
    let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    let file = folder.appendingPathComponent(name)
    do { try stop().write(to: file, atomically: true, encoding: .utf8) } catch { return "\(error)" }
    return file.path
  }
}

@available(iOS 18, *)
private struct RecordScroll: ViewModifier {
  let recorder: SwiftUIScrollRecorder
  @Environment(\.displayScale) private var displayScale

  func body(content: Content) -> some View {
    content
      .onScrollGeometryChange(for: ScrollGeometry.self, of: { $0 }) { _, new in
        recorder.geometry = new
      }
      .onScrollPhaseChange { _, new in recorder.scrollPhase = new }
      .onAppear { recorder.scale = displayScale }
  }
}

@available(iOS 18, *)
extension View {
  func recordScroll(_ recorder: SwiftUIScrollRecorder) -> some View {
    modifier(RecordScroll(recorder: recorder))
  }
}
