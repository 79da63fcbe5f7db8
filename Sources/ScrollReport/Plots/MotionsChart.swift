internal import ScrollFitting
internal import ScrollFormats

/// The motions of several recordings under one law, superposed: curves that coincide have the same constants.
///
/// A bounce is drawn as overscroll divided by its maximum over the time since the edge, a deceleration as distance
/// divided by initial speed. For other laws the distance from the first sample is drawn.
struct MotionsChart {
  private typealias Curve = (entry: ReportPage.Entry, points: [(x: Double, y: Double)])

  private let law: LawDescription
  private let curves: [Curve]

  /// The chart for the law of most recordings; nil if no law is common to two recordings.
  ///
  /// - Parameter entries: the recordings, the most important first.
  init?(_ entries: [ReportPage.Entry]) {
    var found: [(law: LawDescription, curves: [Curve])] = []
    for entry in entries {
      guard let result = entry.detail?.result, result.identification == nil else { continue }
      var seen: Set<String> = []
      for fit in result.fits where fit.search.converged && !fit.isOfWrongLaw {
        guard let law = fit.lawDescription, let points = Self.points(fit),
          seen.insert(law.key).inserted
        else { continue }
        if let index = found.firstIndex(where: { $0.law.key == law.key }) {
          found[index].curves.append((entry, points))
        } else {
          found.append((law, [(entry, points)]))
        }
      }
    }
    let most = found.map(\.curves.count).max() ?? 0
    guard most > 1, let chosen = found.first(where: { $0.curves.count == most }) else { return nil }
    law = chosen.law
    curves = Array(chosen.curves.prefix(60))
  }

  /// The fitted curve from its start; nil if the law is not a function of time.
  private static func points(_ fit: Fit) -> [(x: Double, y: Double)]? {
    let series = PlotSeries(fit, mostPairs: PlotSeries.pagePairs)
    guard series.stamps != nil, fit.series.abscissa == nil, series.fitted.count > 2,
      let time = series.abscissae.first, let value = series.fitted.first
    else { return nil }
    var (start, zero, height) = (time, value, 1.0)
    if let furthest = fit["max_overscroll"]?.value, let phase = fit["phi"]?.value, furthest > 0 {
      (start, zero, height) = (time - phase, 0, furthest)
    } else if let speed = fit["v0"]?.value,
      fit.lawDescription?.key == DecelerationLaw.description.key
    {
      height = speed
    }
    guard height != 0 else { return nil }
    return series.drawn.map {
      (x: series.abscissae[$0] - start, y: (series.fitted[$0] - zero) / height)
    }
  }

  /// Positions on the page along the curve through points, four per interval.
  private static func smooth(_ points: [(x: Double, y: Double)], _ x: PlotAxis, _ y: PlotAxis)
    -> [(x: Double, y: Double)]
  {
    let values = points.map(\.y)
    let pieces = PlotSeries(points.map(\.x), observed: values, fitted: values).curve(values, x, y)
    return pieces.flatMap { piece in
      (0..<4).map { step in
        let place = piece.start.x + (piece.end.x - piece.start.x) * Double(step) / 4
        return (x: place, y: piece.ordinate(at: place))
      }
    } + pieces.suffix(1).map(\.end)
  }

  private var ordinate: (name: String, unit: String) {
    switch law.key {
    case BounceLaw.description.key: ("overscroll / maximum", "")
    case DecelerationLaw.description.key: ("distance / initial speed", "s")
    default: ("distance from the first sample", "pt")
    }
  }

  private var abscissa: String {
    law.key == BounceLaw.description.key
      ? "time from the edge (s)" : "time from the first sample (s)"
  }

  private var first: String { ReportPage.shortName(curves[0].entry.record.source) }

  func figure(id: String, mainHeight: Double) -> String {
    let points = curves.flatMap(\.points)
    let x = PlotAxis(
      points.map(\.x), page: (0, FluidChart.width), ticks: FluidChart.ticks, margin: 0.02)
    let y = PlotAxis(points.map(\.y), page: (mainHeight, 0), ticks: 5)
    // The first curve is drawn last, on top. It is the only one with the class that the script reads.
    let content = curves.indices.reversed().map { index in
      SVG.path(
        index == 0 ? "record" : "other",
        SVG.line(
          Self.smooth(curves[index].points, x, y), least: 0.2, decimals: FluidChart.decimals))
    }.joined()
    let (name, unit) = ordinate
    return FluidChart.html(
      id: id, title: "The motions of \(curves.count) recordings under the law \(law.key)",
      description: "Curves that coincide have the same constants.", abscissa: abscissa,
      panels: [
        ChartPanel(x: x, y: y, content: content, label: SeriesQuantity(name, unit).label)
      ], data: [("name", "\(first), \(name)"), ("units", "s \(unit)")])
  }

  /// The content of the chart, and the recordings it shows.
  var caption: String {
    let source = curves[0].entry.record.source
    let link =
      "<a href=\"#\(RecordingSection.id(source))\">\(XMLText.escaped(PooledText.place(source)))</a>"
    return
      "The motions of \(curves.count) recordings under the law \(law.key), laid over each other: "
      + "curves that coincide have the same constants. Look at this first: \(link)."
      + RecordingSection.legend([(.record, first), (.other, "the others")])
  }
}
