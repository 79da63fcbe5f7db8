internal import ScrollFitting
internal import ScrollFormats

/// The motions of several recordings under one law, superposed: curves that coincide have the same constants.
struct MotionsChart {
  /// What the curves show, so that those of equal constants coincide.
  private enum Quantity {
    /// The overscroll divided by its maximum over the time since the edge: of a return to an edge.
    case overscroll
    /// The distance divided by the initial speed: of a deceleration.
    case distancePerSpeed
    /// The distance from the first sample: of other motions.
    case distance

    /// Its name and its unit.
    var ordinate: SeriesQuantity {
      switch self {
      case .overscroll: SeriesQuantity("overscroll / maximum", "")
      case .distancePerSpeed: SeriesQuantity("distance / initial speed", "s")
      case .distance: SeriesQuantity("distance from the first sample", "pt")
      }
    }

    var abscissa: String {
      self == .overscroll ? "time from the edge (s)" : "time from the first sample (s)"
    }
  }

  private typealias Curve = (quantity: Quantity, points: [(x: Double, y: Double)])
  private typealias Group = (
    law: LawDescription, quantity: Quantity,
    curves: [(entry: ReportPage.Entry, points: [(x: Double, y: Double)])]
  )

  private let group: Group

  /// The chart for the law of most recordings; nil if no two recordings have the same quantity under one law.
  ///
  /// - Parameter entries: the recordings, the most important first.
  init?(_ entries: [ReportPage.Entry]) {
    var found: [Group] = []
    for entry in entries {
      guard let result = entry.detail?.result, result.identification == nil else { continue }
      var seen: Set<String> = []
      for fit in result.fits where fit.search.converged && !fit.isOfWrongLaw {
        guard let law = fit.lawDescription, let curve = Self.curve(fit),
          seen.insert(law.key).inserted
        else { continue }
        let index = found.firstIndex { $0.law.key == law.key && $0.quantity == curve.quantity }
        if let index {
          found[index].curves.append((entry, curve.points))
        } else {
          found.append((law, curve.quantity, [(entry, curve.points)]))
        }
      }
    }
    let most = found.map(\.curves.count).max() ?? 0
    guard most > 1, let chosen = found.first(where: { $0.curves.count == most }) else { return nil }
    group = (chosen.law, chosen.quantity, Array(chosen.curves.prefix(60)))
  }

  /// The fitted curve from its start, and what it shows; nil if the law is not a function of time.
  private static func curve(_ fit: Fit) -> Curve? {
    let series = PlotSeries(fit, mostPairs: PlotSeries.pagePairs)
    guard series.stamps != nil, fit.series.abscissa == nil, series.fitted.count > 2,
      let time = series.abscissae.first, let value = series.fitted.first
    else { return nil }
    var (quantity, start, zero, height) = (Quantity.distance, time, value, 1.0)
    if let furthest = fit["max_overscroll"]?.value, let phase = fit["phi"]?.value, furthest > 0 {
      (quantity, start, zero, height) = (.overscroll, time - phase, 0, furthest)
    } else if let speed = fit["v0"]?.value, speed != 0,
      fit.lawDescription?.key == DecelerationLaw.description.key
    {
      (quantity, height) = (.distancePerSpeed, speed)
    }
    let points = series.drawn.map {
      (x: series.abscissae[$0] - start, y: (series.fitted[$0] - zero) / height)
    }
    return (quantity, points)
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

  private var first: String { ReportPage.shortName(group.curves[0].entry.record.source) }

  func figure(id: String, mainHeight: Double) -> String {
    let curves = group.curves
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
    let ordinate = group.quantity.ordinate
    return FluidChart.html(
      id: id, title: "The motions of \(curves.count) recordings under the law \(group.law.key)",
      description: "Curves that coincide have the same constants.",
      abscissa: group.quantity.abscissa,
      panels: [
        ChartPanel(x: x, y: y, content: content, label: ordinate.label)
      ], data: [("name", "\(first), \(ordinate.name)"), ("units", "s \(ordinate.unit)")])
  }

  /// The content of the chart, and the recordings it shows.
  var caption: String {
    let source = group.curves[0].entry.record.source
    let link =
      "<a href=\"#\(RecordingSection.id(source))\">\(XMLText.escaped(PooledText.place(source)))</a>"
    return
      "The motions of \(group.curves.count) recordings under the law \(group.law.key), laid over each other: "
      + "curves that coincide have the same constants. Look at this first: \(link)."
      + RecordingSection.legend([(.record, first), (.other, "the others")])
  }
}
