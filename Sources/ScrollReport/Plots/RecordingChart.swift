internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// A whole recording: offset over time, with its phases below.
struct RecordingChart {
  let result: TraceResult
  let offsets: SplitOffsets

  /// The charts of all axes if there are several phases or no fit; none if one fit shows everything.
  static func all(_ result: TraceResult) -> [RecordingChart] {
    guard result.phases.count > 1 || result.fits.isEmpty else { return [] }
    return result.offsets.filter { $0.times.count > 1 }.map {
      RecordingChart(result: result, offsets: $0)
    }
  }

  private var axis: Axis { offsets.axis }
  private var times: [Double] { offsets.times }
  private var phases: [Phase] { result.phases.filter { $0.axis == axis } }

  func figure(id: String, mainHeight: Double = 190) -> String {
    let (left, right, bottom) = (0.0, FluidChart.width, mainHeight)
    let ends = [times.first, times.last, phases.first?.start, phases.last?.end].compactMap { $0 }
    let x = PlotAxis(ends, page: (left, right), ticks: FluidChart.ticks, margin: 0)
    let y = PlotAxis(offsets.values, page: (bottom, 0), ticks: 5)
    var content = ""
    for edge in edges {
      let place = y.place(edge.position)
      if place >= 0, place <= bottom { content += SVG.rule("bound", place, from: left, to: right) }
    }
    content += SVG.path(
      "record",
      SVG.line(
        drawn(width: right - left).map { index in
          (x: x.place(times[index]), y: y.place(offsets.values[index]))
        }, least: 0.2, decimals: FluidChart.decimals))
    let axis = offsets.axis.rawValue
    let name = offsets.quantity.name
    let title =
      phases.isEmpty ? "The recording along \(axis)" : "The whole recording along \(axis)"
    let under =
      phases.isEmpty
      ? ""
      : ", and below it \(PooledText.count(phases.count, "phase")): \(PhaseTable.legend(phases))"
    return FluidChart.html(
      id: id, title: title,
      description: "The \(name) over time, \(times.count) samples\(under).",
      abscissa: SeriesQuantity.time.label,
      panels: [ChartPanel(x: x, y: y, content: content, label: offsets.quantity.label)]
        + (phases.isEmpty ? [] : [strip(x, top: bottom + 6)]),
      data: [
        ("name", name), ("units", "s \(offsets.quantity.unit)"),
        (
          "phases",
          phases.map {
            "\(NumberText.fixed($0.end, decimals: 3)) \($0.law ?? $0.kind.rawValue)"
          }.joined(separator: ";")
        ),
      ])
  }

  /// The phases as boxes with their letters.
  private func strip(_ x: PlotAxis, top: Double) -> ChartPanel {
    let y = PlotAxis([0, 1], page: (top + 20, top), ticks: 1)
    var boxes = (plain: "", moving: "")
    var letters: [(x: Double, text: String, isNarrow: Bool)] = []
    for phase in phases {
      let (from, to) = (x.place(phase.start), x.place(phase.end))
      guard to > from else { continue }
      let box =
        "M\(SVG.px(from)) \(SVG.px(top))H\(SVG.px(to))V\(SVG.px(top + 20))H\(SVG.px(from))Z"
      if phase.kind == .rest { boxes.plain += box } else { boxes.moving += box }
      guard to - from >= 9 else { continue }
      letters.append(
        (
          (from + to) / 2, String(PhaseTable.letter(phase.kind)), to - from < 40
        ))
    }
    return ChartPanel(
      x: x, y: y, content: SVG.path("phase", boxes.plain) + SVG.path("phase moving", boxes.moving),
      letters: letters)
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
