internal import ScrollFitting
internal import ScrollTraces

/// A whole recording: offset over time, with its phases below.
struct RecordingChart {
  let result: TraceResult
  let offsets: SplitOffsets
  let height = 250.0

  /// The charts of the axes that have several phases; none where one fit shows everything.
  static func all(_ result: TraceResult) -> [RecordingChart] {
    guard result.phases.count > 1 else { return [] }
    return result.offsets.filter { $0.times.count > 1 }.map {
      RecordingChart(result: result, offsets: $0)
    }
  }

  private var axis: Axis { offsets.axis }
  private var times: [Double] { offsets.times }
  private var phases: [Phase] { result.phases.filter { $0.axis == axis } }

  func figure(id: String, width: Double) -> String {
    let (left, right, top, bottom) = (64.0, width - 16, 12.0, height - 82)
    let ends = [times.first, times.last, phases.first?.start, phases.last?.end].compactMap { $0 }
    let x = PlotAxis(ends, page: (left, right), ticks: Int(width / 90), margin: 0)
    let y = PlotAxis(offsets.values, page: (bottom, top), ticks: 5)
    let strip = (bottom + 6, bottom + 26)
    var text = ""
    var letters = ""
    var boxes = (plain: "", moving: "")
    for phase in phases {
      let (from, to) = (x.place(phase.start), x.place(phase.end))
      guard to > from else { continue }
      let box =
        "M\(SVG.px(from)) \(SVG.px(strip.0))H\(SVG.px(to))V\(SVG.px(strip.1))H\(SVG.px(from))Z"
      if phase.kind == .rest { boxes.plain += box } else { boxes.moving += box }
      if to - from >= 9 {
        letters += SVG.text(
          (from + to) / 2, strip.0 + 14, String(PhaseTable.letter(phase.kind)), anchor: "middle")
      }
    }
    text += SVG.path("phase", boxes.plain) + SVG.path("phase moving", boxes.moving) + letters
    for edge in edges {
      let place = y.place(edge.position)
      if place >= top, place <= bottom {
        text += SVG.rule("bound", place, from: left, to: right)
      }
    }
    text += SVG.path(
      "record",
      SVG.line(
        drawn(width: right - left).map { index in
          (x: x.place(times[index]), y: y.place(offsets.values[index]))
        }, least: 0.2))
    // The abscissa labels are below the phases.
    let under = PlotAxis([0, 1], page: (strip.1, top), ticks: 1)
    text += SVG.frame(x, under, showsOrdinates: false)
    text += SVG.frame(x, y, showsAbscissae: false)
    text += SVG.text((left + right) / 2, height - 12, "time (s)", anchor: "middle")
    text += SVG.upright((top + bottom) / 2, offsets.quantity.label)
    return SVG.figure(
      id: id, width: width, height: height, title: "The whole recording along \(axis.rawValue)",
      description:
        "The \(offsets.quantity.name) over time, \(times.count) samples, and below it \(phases.count) phases: "
        + PhaseTable.legend(phases) + ".", body: text)
  }

  private var edges: [Edge] {
    phases.compactMap(\.edge).filter { $0.source != .column }
  }

  /// For every half pixel, the lowest and the highest sample.
  private func drawn(width: Double) -> [Int] {
    let parts = Int(2 * width)
    let count = times.count
    guard count > 2 * parts else { return Array(0..<count) }
    return (0..<parts).flatMap { part -> [Int] in
      let members = part * count / parts..<(part + 1) * count / parts
      let values = offsets.values
      let least = members.min { values[$0] < values[$1] } ?? members.lowerBound
      let most = members.max { values[$0] < values[$1] } ?? members.lowerBound
      return least == most ? [least] : [min(least, most), max(least, most)]
    }
  }
}
