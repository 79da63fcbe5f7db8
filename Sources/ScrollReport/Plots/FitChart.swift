internal import ScrollFitting
internal import ScrollFormats

/// Samples and curve of a fit, and below them the residuals with the rounding band, over the same abscissa.
struct FitChart {
  let fit: Fit
  let series: PlotSeries
  /// The reference curve fitted to the same samples, one value per sample of the fit's series.
  var reference: ConstrainedCurve?
  /// Whether it belongs to a page: as wide as the page, and can be magnified.
  let isFluid: Bool
  /// Left and right end of the axes, in px.
  var left: Double
  var right: Double
  var mainHeight = 240.0
  private let stripHeight = 84.0

  /// A chart of a fixed width.
  init(_ fit: Fit, width: Double) {
    self.fit = fit
    series = PlotSeries(fit)
    isFluid = false
    (left, right) = (72, width - 16)
  }

  /// A chart that fills the width of a page.
  init(fluid fit: Fit, reference: ConstrainedCurve?) {
    self.fit = fit
    series = PlotSeries(fit, mostPairs: PlotSeries.pagePairs)
    self.reference = reference
    isFluid = true
    (left, right) = (0, FluidChart.width)
  }

  /// The height in px, including labels.
  var height: Double { mainHeight + 14 + stripHeight + 48 }

  private var decimals: Int { isFluid ? FluidChart.decimals : 1 }

  /// The samples with their curve, and the residuals, from a vertical position in px downwards.
  private func panels(top: Double) -> [ChartPanel] {
    let mainBottom = top + mainHeight
    let stripTop = mainBottom + 14
    let stripBottom = stripTop + stripHeight
    let ticks = isFluid ? FluidChart.ticks : max(3, Int((right - left) / 80))
    let x = PlotAxis(series.abscissae, page: (left, right), ticks: ticks, margin: 0.02)
    let held = reference.map { series.places($0.fitted) } ?? []
    let y = PlotAxis(
      series.observed + series.fitted + held, page: (mainBottom, top), ticks: 6)
    let bound = series.bound ?? 0
    // The range includes the difference of the two curves, which distinguishes them where they overlap above.
    let off = zip(held, series.fitted).map { $0 - $1 }
    // Residuals below 0.001 pt are only rounding errors of the arithmetic, and their labels would not fit the margin.
    let most = (series.residuals + off).reduce(max(bound, 1e-3)) {
      $1.isFinite ? max($0, $1.magnitude) : $0
    }
    let r = PlotAxis([-most, most], page: (stripBottom, stripTop), ticks: 4, margin: 0.1)

    var main = SVG.path("fit", curve(series.fitted, x, y))
    if !held.isEmpty { main += SVG.path("reference", curve(held, x, y)) }
    main += marks(x, y) { series.observed[$0] }
    var band = ""
    if let bound = series.bound {
      band += SVG.rectangle("band", left, r.place(bound), right, r.place(-bound))
      band += SVG.path(
        "bound",
        [bound, -bound].map { "M\(SVG.px(left)) \(SVG.px(r.place($0)))H\(SVG.px(right))" }.joined())
    }
    // The line of residual 0: the fit itself.
    var strip = SVG.rule("fit", r.place(0), from: left, to: right)
    if !off.isEmpty { strip += SVG.path("reference", curve(off, x, r)) }
    strip += marks(x, r) { series.residuals[$0] }
    return [
      ChartPanel(x: x, y: y, content: main, label: fit.ordinate.label),
      ChartPanel(
        x: x, y: r, behind: band, content: strip,
        label: SeriesQuantity("residual", fit.ordinate.unit).label),
    ]
  }

  /// The SVG elements, from a vertical position in px downwards.
  func body(top: Double) -> String {
    let panels = panels(top: top)
    var text = ""
    for (index, panel) in panels.enumerated() {
      text +=
        panel.behind
        + SVG.frame(panel.x, panel.y, showsAbscissae: index == panels.count - 1) + panel.content
    }
    text += SVG.text(
      (left + right) / 2, top + height - 12, fit.abscissa.label, anchor: "middle")
    for panel in panels {
      text += SVG.upright((panel.y.page.0 + panel.y.page.1) / 2, panel.label ?? "")
    }
    return text
  }

  /// The figure of a page, without its caption; a script reads values from a table of the page.
  func figure(id: String, title: String, table: String) -> String {
    FluidChart.html(
      id: id, title: title, description: Self.description(fit), abscissa: fit.abscissa.label,
      panels: panels(top: 0),
      data: [
        ("table", table), ("columns", SampleTable.panels(self)),
        ("units", "\(fit.abscissa.unit) \(fit.ordinate.unit)"),
      ])
  }

  static func description(_ fit: Fit) -> String {
    let constants = FitText.constants(fit)
    let formula = fit.formula ?? fit.lawDescription?.formula ?? fit.law
    var text = "\(fit.samples.used) samples as dots and the curve \(formula)"
    if !constants.isEmpty { text += " with \(constants)" }
    text +=
      "; \(fit.ordinate.name) over \(fit.abscissa.name). Below, the residuals: "
      + "rms \(NumberText.short(fit.residual.rms, digits: 3)) pt, largest "
      + "\(NumberText.short(fit.residual.max, digits: 3)) pt."
    if !fit.search.converged { text += " The fit did not converge." }
    return text
  }

  /// Dots for samples, other marks for those that a robust loss rejected.
  private func marks(_ x: PlotAxis, _ y: PlotAxis, _ value: (Int) -> Double) -> String {
    var dots = ""
    var aside = ""
    for index in series.drawn {
      let (h, v) = (x.place(series.abscissae[index]), y.place(value(index)))
      if !series.isAside[index] {
        dots += SVG.dot(h, v, decimals: decimals)
      } else {
        aside += isFluid ? SVG.dot(h, v, decimals: decimals) : SVG.cross(h, v)
      }
    }
    return SVG.path("samples", dots) + Self.aside(aside, isFluid: isFluid)
  }

  /// Crosses, or rings where a view is stretched: a dot on a dot.
  private static func aside(_ data: String, isFluid: Bool) -> String {
    isFluid ? SVG.path("ring", data) + SVG.path("hole", data) : SVG.path("aside", data)
  }

  private func curve(_ values: [Double], _ x: PlotAxis, _ y: PlotAxis) -> String {
    series.path(values, x, y, decimals: decimals)
  }

  // MARK: - Legend

  enum Mark {
    case samples, aside, ring, fit, band, reference, record, other

    /// The mark in a box of 22 px from x, centred on y.
    func element(_ x: Double, _ y: Double) -> String {
      let line = "M\(SVG.px(x)) \(SVG.px(y))h22"
      return switch self {
      case .samples: SVG.path("samples", SVG.dot(x + 11, y))
      case .aside: SVG.path("aside", SVG.cross(x + 11, y))
      case .ring: FitChart.aside(SVG.dot(x + 11, y), isFluid: true)
      case .fit: SVG.path("fit", line)
      case .reference: SVG.path("reference", line)
      case .record: SVG.path("record", line)
      case .other: SVG.path("other", line)
      case .band:
        SVG.rectangle("band", x, y - 5, x + 22, y + 5)
          + SVG.path("bound", "M\(SVG.px(x)) \(SVG.px(y - 5))h22m0 10h-22")
      }
    }
  }

  /// The marks in the chart and their meaning.
  var legend: [(mark: Mark, words: String)] {
    let (count, all) = (series.drawn.count, series.abscissae.count)
    var entries: [(Mark, String)] = [
      (
        .samples,
        count < all ? "samples, \(count) of \(all) drawn" : all == 1 ? "1 sample" : "\(all) samples"
      )
    ]
    if series.isAside.contains(true) {
      entries.append(
        (
          isFluid ? .ring : .aside,
          "\(series.isAside.count { $0 }) set aside by the \(fit.residual.loss) loss"
        ))
    }
    entries.append((.fit, fit.search.converged ? "fit" : "fit, not converged"))
    if let reference {
      let constants = reference.held.sorted { $0.key < $1.key }.map {
        "\($0.key) \(NumberText.short($0.value))"
      }
      entries.append(
        (
          .reference,
          "reference: \(constants.joined(separator: ", ")), rms "
            + "\(NumberText.short(reference.rms, digits: 3)) pt"
        ))
    }
    if let bound = series.bound {
      entries.append(
        (
          .band,
          "± \(NumberText.short(bound, digits: 3)) \(fit.ordinate.unit), what rounding allows"
        ))
    }
    return entries
  }
}
