internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// Recordings with the law of each motion as one SVG picture: samples and curves above, residuals below.
///
/// The height of the picture is in its first line and known only at the end, so panels are stored until then.
struct IdentifyPicture: Sendable {
  private var panels: [(height: Int, body: String)] = []
  private var sources: [String] = []

  /// Creates a picture without panels.
  init() {}

  /// Adds a panel for each axis of a recording that has a free motion.
  mutating func add(_ result: Identification) {
    let axes = result.offsets.filter { offsets in
      result.motions.contains { $0.axis == offsets.axis }
    }
    for offsets in axes {
      let chart = IdentifyChart(result, offsets)
      panels.append((Int(chart.height), chart.body))
    }
    if !axes.isEmpty { sources.append(SVGPlot.source(path: result.path, name: result.name)) }
  }

  /// The picture; empty if nothing was identified.
  func end() -> String {
    SVGReport.picture(
      panels, of: sources, about: "As recorded, and the laws of what moves by itself")
  }
}

/// One axis of a recording with the laws of its motions.
struct IdentifyChart {
  private let result: Identification
  private let offsets: SplitOffsets
  private let motions: [(number: Int, motion: IdentifiedMotion)]
  private let lines: [String]

  private let left = 72.0
  private let right = Double(SVGPlot.width) - 16
  private let mainHeight = 240.0
  private let stripHeight = 84.0

  /// Letters in a line of small text, at about 6 px per letter.
  private static let columns = 105

  init(_ result: Identification, _ offsets: SplitOffsets) {
    self.result = result
    self.offsets = offsets
    motions = result.motions.enumerated().filter { $0.element.axis == offsets.axis }.map {
      ($0.offset + 1, $0.element)
    }
    let count = result.motions.count
    lines = motions.flatMap { number, motion in
      TextLayout.wrap(
        (count > 1 ? "\(number): " : "") + IdentifyReport.summary(motion), width: Self.columns)
    }
  }

  private var top: Double { 44 + 16 * Double(lines.count) }
  var height: Double { top + mainHeight + 14 + stripHeight + 48 }

  var body: String {
    let title = SVGPlot.source(path: result.path, name: result.name)
    var text = "<g role=\"img\">\n<title>\(XMLText.escaped(title))</title>\n"
    text +=
      "<desc>\(XMLText.escaped(offsets.quantity.name)) over time as recorded, and the curves of the laws in "
      + "\(PooledText.count(motions.count, "motion")); below, the residuals.</desc>\n"
    text += SVG.text(16, 24, title, class: "title")
    for (index, words) in lines.enumerated() {
      text += SVG.text(16, 44 + 16 * Double(index), words)
    }
    let x = PlotAxis(offsets.times, page: (left, right), ticks: 8, margin: 0.02)
    text += main(x) + strip(x)
    text += SVG.text(
      (left + right) / 2, height - 12, SeriesQuantity.time.label, anchor: "middle")
    return text + "</g>\n"
  }

  /// The recording, and the curves of the laws.
  private func main(_ x: PlotAxis) -> String {
    let bottom = top + mainHeight
    let curves = motions.flatMap { $0.motion.series.curve }
    let y = PlotAxis(offsets.values + curves, page: (bottom, top), ticks: 6)
    var text = ""
    for (_, motion) in motions {
      text += SVG.rectangle(
        "band", x.place(motion.window.lowerBound), top, x.place(motion.window.upperBound), bottom)
    }
    text += SVG.frame(x, y, showsAbscissae: false)
    for (_, motion) in motions {
      guard let series = PlotSeries(motion) else { continue }
      text += SVG.path("fit", series.path(series.fitted, x, y))
    }
    let recorded = PlotSeries(
      offsets.times, observed: offsets.values, fitted: offsets.values)
    text += SVG.path(
      "samples",
      recorded.drawn.map {
        SVG.dot(x.place(recorded.abscissae[$0]), y.place(recorded.observed[$0]))
      }.joined())
    return text + SVG.upright((top + bottom) / 2, offsets.quantity.label)
  }

  /// The residuals of the laws, and the rounding band.
  private func strip(_ x: PlotAxis) -> String {
    let (low, high) = (top + mainHeight + 14, top + mainHeight + 14 + stripHeight)
    let all = motions.compactMap { PlotSeries($0.motion) }
    let most = all.reduce(0.0) { most, series in
      series.residuals.reduce(max(most, series.bound ?? 0)) { max($0, $1.magnitude) }
    }
    let y = PlotAxis([-most, most], page: (high, low), ticks: 4, margin: 0.1)
    var text = ""
    for series in all {
      guard let bound = series.bound, let first = series.abscissae.first,
        let last = series.abscissae.last
      else { continue }
      text += SVG.rectangle("band", x.place(first), y.place(bound), x.place(last), y.place(-bound))
    }
    text += SVG.frame(x, y) + SVG.rule("fit", y.place(0), from: left, to: right)
    for series in all {
      text += SVG.path(
        "samples",
        series.drawn.map {
          SVG.dot(x.place(series.abscissae[$0]), y.place(series.residuals[$0]))
        }.joined())
    }
    return text + SVG.upright((low + high) / 2, SeriesQuantity("residual", "pt").label)
  }
}
