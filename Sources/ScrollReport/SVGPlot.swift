public import ScrollFitting
internal import ScrollTraces

/// A fit as a plot: samples and curve above, residuals and what rounding allows below, over the same abscissa.
///
/// The parts of an SVG picture of ``width`` px: ``style`` once, and the ``body`` of each plot in a group of its
/// own.
public struct SVGPlot: Sendable {
  /// The width of a plot in px.
  public static let width = 720
  /// How tall it is in px.
  public let height: Int
  /// Its elements, the first of which name and describe it.
  public let body: String

  /// The rules that a picture with plots needs, for light and dark pages.
  public static let style = """
    text { font: 12px system-ui, sans-serif; fill: #1f2328; }
    .title { font-size: 15px; font-weight: 600; }
    .page { fill: #ffffff; }
    .grid { stroke: #d1d9e0; fill: none; }
    .axis { stroke: #59636e; fill: none; }
    .band { fill: #818b98; fill-opacity: 0.2; }
    .bound { stroke: #59636e; stroke-dasharray: 2 3; fill: none; }
    .samples { stroke: #0550ae; stroke-width: 4.5; stroke-linecap: round; fill: none; }
    .aside { stroke: #0550ae; stroke-width: 1.2; fill: none; }
    .fit { stroke: #bc4c00; stroke-width: 1.6; fill: none; }
    @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; }
    .page { fill: #0d1117; }
    .grid { stroke: #3d444d; }
    .axis, .bound { stroke: #9198a1; }
    .band { fill: #9198a1; }
    .samples, .aside { stroke: #79c0ff; }
    .fit { stroke: #ffa657; }
    }
    """

  /// How a picture names a recording: the name of its file, without folders, and its own name.
  static func source(_ result: TraceResult) -> String {
    let file = result.path.split(separator: "/").last.map { String($0) } ?? result.path
    return (result.path == "-" ? "standard input" : file) + (result.name.map { ", \($0)" } ?? "")
  }

  private static let left = 72.0
  private static let right = Double(width) - 16
  /// Letters in a line of small text, at about 6 px a letter.
  private static let columns = 105
  /// How many pairs of samples are drawn of a long series: a picture has so many pixels only.
  private static let mostPairs = 400

  /// The plot of one of a result's fits.
  public init(_ result: TraceResult, fit index: Int) {
    let fit = result.fits[index]
    var title = "\(Self.source(result)): \(fit.law)"
    if result.fits.count > 1 { title += " \(index + 1) of \(result.fits.count)" }
    if Set(result.fits.map(\.axis)).count > 1 { title += " along \(fit.axis.rawValue)" }
    let constants = fit.parameters.compactMap { estimate in
      FitText.constant(estimate).map { estimate.isFixed ? $0 + " (held)" : $0 }
    }.joined(separator: ", ")
    let lines = TextLayout.wrap(constants, width: Self.columns)

    let series = Samples(fit)
    let mainTop = 60 + 16 * Double(lines.count)
    let mainBottom = mainTop + 240
    let stripTop = mainBottom + 14
    let stripBottom = stripTop + 84
    height = Int(stripBottom) + 48

    var text = "<g role=\"img\">\n<title>\(XMLText.escaped(title))</title>\n"
    text += "<desc>\(XMLText.escaped(Self.description(fit, constants: constants)))</desc>\n"
    // The page is about 84 letters wide.
    let shown = title.count > 84 ? "\(title.prefix(40)) ... \(title.suffix(39))" : title
    text += Self.text(16, 24, shown, class: "title")
    for (line, words) in lines.enumerated() {
      text += Self.text(16, 44 + 16 * Double(line), words)
    }
    text += Self.legend(fit, series: series, y: mainTop - 14)

    let x = PlotAxis(series.abscissae, page: (Self.left, Self.right), ticks: 8, margin: 0.02)
    let y = PlotAxis(series.observed + series.fitted, page: (mainBottom, mainTop), ticks: 6)
    let bound = series.bound ?? 0
    let most = series.residuals.reduce(bound) { $1.isFinite ? max($0, $1.magnitude) : $0 }
    let r = PlotAxis([-most, most], page: (stripBottom, stripTop), ticks: 4, margin: 0.1)

    text += Self.frame(x, y, top: mainTop, bottom: mainBottom, showsLabels: false)
    text += Self.curve(series, x, y)
    text += Self.marks(series, x, y) { series.observed[$0] }
    if let bound = series.bound {
      let (upper, lower) = (Self.px(r.place(bound)), Self.px(r.place(-bound)))
      text +=
        "<rect class=\"band\" x=\"\(Self.px(Self.left))\" y=\"\(upper)\" "
        + "width=\"\(Self.px(Self.right - Self.left))\" "
        + "height=\"\(Self.px(r.place(-bound) - r.place(bound)))\"/>\n"
        + "<path class=\"bound\" d=\"M\(Self.px(Self.left)) \(upper)H\(Self.px(Self.right))"
        + "M\(Self.px(Self.left)) \(lower)H\(Self.px(Self.right))\"/>\n"
    }
    text += Self.frame(x, r, top: stripTop, bottom: stripBottom, showsLabels: true)
    // The fit itself: no residual at all.
    text +=
      "<path class=\"fit\" d=\"M\(Self.px(Self.left)) \(Self.px(r.place(0)))"
      + "H\(Self.px(Self.right))\"/>\n"
    text += Self.marks(series, x, r) { series.residuals[$0] }

    text += Self.text(
      (Self.left + Self.right) / 2, stripBottom + 36, Self.label(fit.abscissa), anchor: "middle")
    text += Self.upright((mainTop + mainBottom) / 2, Self.label(fit.ordinate))
    text += Self.upright(
      (stripTop + stripBottom) / 2,
      "residual\(fit.ordinate.unit.isEmpty ? "" : " (\(fit.ordinate.unit))")")
    body = text + "</g>\n"
  }

  // MARK: - What is drawn

  /// The samples of a fit in the order of their abscissae, without those that have no place on a page.
  private struct Samples {
    var abscissae: [Double]
    var observed: [Double]
    var fitted: [Double]
    var isAside: [Bool]
    /// What rounding allows, half a step of the values; nil where it is not known.
    var bound: Double?
    /// Which samples are drawn.
    var drawn: [Int]

    var residuals: [Double] { zip(observed, fitted).map { $0 - $1 } }

    init(_ fit: Fit) {
      let series = fit.series
      // In the recording's own time.
      let start = fit.series.abscissa == nil ? fit.window?.lowerBound ?? 0 : 0
      let order = series.fitTimes.indices.filter {
        series.fitTimes[$0].isFinite && series.observed[$0].isFinite && series.fitted[$0].isFinite
      }.sorted { (series.fitTimes[$0], $0) < (series.fitTimes[$1], $1) }
      abscissae = order.map { series.fitTimes[$0] + start }
      observed = order.map { series.observed[$0] }
      fitted = order.map { series.fitted[$0] }
      let isRobust = fit.residual.loss != "linear"
      isAside = order.map { isRobust && !series.weights.isEmpty && series.weights[$0] < 0.1 }
      // The floor is quantum / sqrt 12.
      bound = fit.feasibility?.bound ?? fit.residual.floor.map { $0 * 3.0.squareRoot() }
      drawn = Array(abscissae.indices)
      guard drawn.count > 2 * mostPairs else { return }
      // Of each part the samples furthest above and below the curve: the residuals look as wide as they are.
      let count = drawn.count
      let residuals = residuals
      drawn = (0..<mostPairs).flatMap { part -> [Int] in
        let members = part * count / mostPairs..<(part + 1) * count / mostPairs
        let least = members.min { residuals[$0] < residuals[$1] } ?? members.lowerBound
        let most = members.max { residuals[$0] < residuals[$1] } ?? members.lowerBound
        return least == most ? [least] : [min(least, most), max(least, most)]
      }
    }
  }

  private static func description(_ fit: Fit, constants: String) -> String {
    let formula = fit.formula ?? Laws.description(fit.law)?.formula ?? fit.law
    var text = "\(fit.samples.used) samples as dots and the curve \(formula)"
    if !constants.isEmpty { text += " with \(constants)" }
    text +=
      "; \(fit.ordinate.name) over \(fit.abscissa.name). Below, the residuals: "
      + "rms \(NumberText.short(fit.residual.rms, digits: 3)) pt, largest "
      + "\(NumberText.short(fit.residual.max, digits: 3)) pt."
    if !fit.search.converged { text += " The fit did not converge." }
    return text
  }

  private static func legend(_ fit: Fit, series: Samples, y: Double) -> String {
    var x = left
    var text = ""
    func entry(_ mark: String, _ words: String) {
      text += mark + Self.text(x + 28, y + 4, words)
      // A letter is 6.2 px wide, nearly.
      x += 28 + 6.2 * Double(words.count) + 24
    }
    let count = series.drawn.count
    let all = series.abscissae.count
    entry(
      "<path class=\"samples\" d=\"M\(px(x + 11)) \(px(y))h.1\"/>\n",
      count < all ? "samples, \(count) of \(all) drawn" : all == 1 ? "1 sample" : "\(all) samples")
    if series.isAside.contains(true) {
      entry(
        "<path class=\"aside\" d=\"\(cross(x + 11, y))\"/>\n",
        "\(series.isAside.count { $0 }) set aside by the \(fit.residual.loss) loss")
    }
    entry(
      "<path class=\"fit\" d=\"M\(px(x)) \(px(y))h22\"/>\n",
      fit.search.converged ? "fit" : "fit, not converged")
    if let bound = series.bound {
      entry(
        "<rect class=\"band\" x=\"\(px(x))\" y=\"\(px(y - 5))\" width=\"22\" height=\"10\"/>\n"
          + "<path class=\"bound\" d=\"M\(px(x)) \(px(y - 5))h22m0 10h-22\"/>\n",
        "± \(NumberText.short(bound, digits: 3)) \(fit.ordinate.unit), what rounding allows")
    }
    return text
  }

  /// Grid, frame and labels of a part of the plot.
  private static func frame(
    _ x: PlotAxis, _ y: PlotAxis, top: Double, bottom: Double, showsLabels: Bool
  ) -> String {
    var grid = ""
    var labels = ""
    for (value, label) in x.ticks {
      grid += "M\(px(x.place(value))) \(px(top))V\(px(bottom))"
      if showsLabels {
        labels += text(x.place(value), bottom + 17, label, anchor: "middle")
      }
    }
    for (value, label) in y.ticks {
      grid += "M\(px(left)) \(px(y.place(value)))H\(px(right))"
      labels += text(left - 7, y.place(value) + 4, label, anchor: "end")
    }
    return "<path class=\"grid\" d=\"\(grid)\"/>\n<path class=\"axis\" d=\"M\(px(left)) \(px(top))"
      + "V\(px(bottom))H\(px(right))\"/>\n" + labels
  }

  /// Dots for samples, crosses for those that a robust loss set aside.
  private static func marks(
    _ series: Samples, _ x: PlotAxis, _ y: PlotAxis, _ value: (Int) -> Double
  ) -> String {
    var dots = ""
    var crosses = ""
    for index in series.drawn {
      let (h, v) = (x.place(series.abscissae[index]), y.place(value(index)))
      if series.isAside[index] {
        crosses += cross(h, v)
      } else {
        dots += "M\(px(h)) \(px(v))h.1"
      }
    }
    return (dots.isEmpty ? "" : "<path class=\"samples\" d=\"\(dots)\"/>\n")
      + (crosses.isEmpty ? "" : "<path class=\"aside\" d=\"\(crosses)\"/>\n")
  }

  private static func cross(_ x: Double, _ y: Double) -> String {
    "M\(px(x - 3)) \(px(y - 3))l6 6m0 -6l-6 6"
  }

  /// The fitted values joined by cubic curves whose slope at a sample is that of the parabola through it and
  /// its neighbours, no steeper than three times either side where the values rise or fall throughout: such
  /// a curve does not overshoot, but has its turns between the samples.
  ///
  /// Source: Fritsch and Carlson, SIAM J. Numer. Anal. 17 (1980) 238, for the limit.
  private static func curve(_ series: Samples, _ x: PlotAxis, _ y: PlotAxis) -> String {
    var points: [(x: Double, y: Double)] = []
    let stride = max(1, series.abscissae.count / mostPairs)
    for index in series.abscissae.indices
    where index % stride == 0 || index == series.abscissae.count - 1 {
      let point = (x: x.place(series.abscissae[index]), y: y.place(series.fitted[index]))
      // Samples nearer than a tenth of a pixel have no slope of their own.
      if let last = points.last, point.x - last.x < 0.1 { continue }
      points.append(point)
    }
    guard let first = points.first, points.count > 1 else { return "" }
    let widths = zip(points.dropFirst(), points).map { $0.x - $1.x }
    let slopes = zip(zip(points.dropFirst(), points), widths).map { ($0.0.y - $0.1.y) / $1 }
    var tangents = [slopes[0]]
    for index in 1..<max(1, slopes.count) {
      let (before, after) = (slopes[index - 1], slopes[index])
      let whole = widths[index - 1] + widths[index]
      var tangent = (before * widths[index] + after * widths[index - 1]) / whole
      if before * after >= 0 {
        let limit = 3 * min(before.magnitude, after.magnitude)
        tangent = max(-limit, min(limit, tangent))
      }
      tangents.append(tangent)
    }
    // At the ends the parabola goes on.
    tangents.append(slopes[slopes.count - 1])
    if slopes.count > 1 {
      tangents[0] = 2 * slopes[0] - tangents[1]
      tangents[slopes.count] = 2 * slopes[slopes.count - 1] - tangents[slopes.count - 1]
    }
    var path = "M\(px(first.x)) \(px(first.y))"
    for index in slopes.indices {
      let third = widths[index] / 3
      let (a, b) = (points[index], points[index + 1])
      path +=
        "C\(px(a.x + third)) \(px(a.y + third * tangents[index])) "
        + "\(px(b.x - third)) \(px(b.y - third * tangents[index + 1])) \(px(b.x)) \(px(b.y))"
    }
    return "<path class=\"fit\" d=\"\(path)\"/>\n"
  }

  // MARK: - Elements

  private static func label(_ quantity: SeriesQuantity) -> String {
    quantity.unit.isEmpty ? quantity.name : "\(quantity.name) (\(quantity.unit))"
  }

  private static func text(
    _ x: Double, _ y: Double, _ words: String, class name: String? = nil, anchor: String? = nil
  ) -> String {
    "<text x=\"\(px(x))\" y=\"\(px(y))\"" + (name.map { " class=\"\($0)\"" } ?? "")
      + (anchor.map { " text-anchor=\"\($0)\"" } ?? "") + ">\(XMLText.escaped(words))</text>\n"
  }

  /// Text at the left border that reads upwards.
  private static func upright(_ y: Double, _ words: String) -> String {
    "<text transform=\"translate(16 \(px(y))) rotate(-90)\" text-anchor=\"middle\">"
      + "\(XMLText.escaped(words))</text>\n"
  }

  /// A length on the page to a tenth of a pixel.
  private static func px(_ value: Double) -> String {
    let text = NumberText.fixed(value, decimals: 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
