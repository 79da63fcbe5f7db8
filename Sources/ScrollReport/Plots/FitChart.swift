internal import ScrollFitting

/// Samples and curve of a fit, and below them the residuals with the rounding band, over the same abscissa.
struct FitChart {
  let fit: Fit
  let series: PlotSeries
  /// The curve of a reference through the same samples, one value per sample of the fit's series.
  var reference: ConstrainedCurve?
  /// Left and right end of the axes, in px.
  var left = 72.0
  var right: Double
  var mainHeight = 240.0
  var stripHeight = 84.0

  init(_ fit: Fit, width: Double) {
    self.fit = fit
    series = PlotSeries(fit)
    right = width - 16
  }

  /// The height in px, including labels.
  var height: Double { mainHeight + 14 + stripHeight + 48 }

  /// The SVG elements, from a vertical position in px downwards.
  func body(top: Double) -> String {
    let mainBottom = top + mainHeight
    let stripTop = mainBottom + 14
    let stripBottom = stripTop + stripHeight
    let ticks = max(3, Int((right - left) / 80))
    let x = PlotAxis(series.abscissae, page: (left, right), ticks: ticks, margin: 0.02)
    let held = reference.map { series.places($0.fitted) } ?? []
    let y = PlotAxis(
      series.observed + series.fitted + held, page: (mainBottom, top), ticks: 6)
    let bound = series.bound ?? 0
    // The range includes the difference of the two curves, which distinguishes them where they overlap above.
    let off = zip(held, series.fitted).map { $0 - $1 }
    let most = (series.residuals + off).reduce(bound) { $1.isFinite ? max($0, $1.magnitude) : $0 }
    let r = PlotAxis([-most, most], page: (stripBottom, stripTop), ticks: 4, margin: 0.1)

    var text = SVG.frame(x, y, showsAbscissae: false)
    text += SVG.path("fit", curve(series.fitted, x, y))
    if !held.isEmpty { text += SVG.path("reference", curve(held, x, y)) }
    text += marks(x, y) { series.observed[$0] }
    if let bound = series.bound {
      text += SVG.rectangle("band", left, r.place(bound), right, r.place(-bound))
      text += SVG.path(
        "bound",
        [bound, -bound].map { "M\(SVG.px(left)) \(SVG.px(r.place($0)))H\(SVG.px(right))" }.joined())
    }
    text += SVG.frame(x, r)
    // The line of residual 0: the fit itself.
    text += SVG.rule("fit", r.place(0), from: left, to: right)
    if !off.isEmpty { text += SVG.path("reference", curve(off, x, r)) }
    text += marks(x, r) { series.residuals[$0] }
    text += SVG.text(
      (left + right) / 2, stripBottom + 36, fit.abscissa.label, anchor: "middle")
    text += SVG.upright((top + mainBottom) / 2, fit.ordinate.label)
    text += SVG.upright(
      (stripTop + stripBottom) / 2,
      "residual\(fit.ordinate.unit.isEmpty ? "" : " (\(fit.ordinate.unit))")")
    return text
  }

  static func description(_ fit: Fit) -> String {
    let constants = FitText.constants(fit)
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

  /// Dots for samples, crosses for those that a robust loss rejected.
  private func marks(_ x: PlotAxis, _ y: PlotAxis, _ value: (Int) -> Double) -> String {
    var dots = ""
    var crosses = ""
    for index in series.drawn {
      let (h, v) = (x.place(series.abscissae[index]), y.place(value(index)))
      if series.isAside[index] { crosses += SVG.cross(h, v) } else { dots += SVG.dot(h, v) }
    }
    return SVG.path("samples", dots) + SVG.path("aside", crosses)
  }

  private func curve(_ values: [Double], _ x: PlotAxis, _ y: PlotAxis) -> String {
    let pieces = series.curve(values, x, y)
    guard let first = pieces.first else { return "" }
    return "M\(SVG.px(first.start.x)) \(SVG.px(first.start.y))"
      + pieces.map { piece in
        let (a, b) = piece.controls
        return "C\(SVG.px(a.x)) \(SVG.px(a.y)) \(SVG.px(b.x)) \(SVG.px(b.y)) "
          + "\(SVG.px(piece.end.x)) \(SVG.px(piece.end.y))"
      }.joined()
  }

  // MARK: - Legend

  enum Mark {
    case samples, aside, fit, band, reference

    /// The mark in a box of 22 px from x, centred on y.
    func element(_ x: Double, _ y: Double) -> String {
      let line = "M\(SVG.px(x)) \(SVG.px(y))h22"
      return switch self {
      case .samples: SVG.path("samples", SVG.dot(x + 11, y))
      case .aside: SVG.path("aside", SVG.cross(x + 11, y))
      case .fit: SVG.path("fit", line)
      case .reference: SVG.path("reference", line)
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
        (.aside, "\(series.isAside.count { $0 }) set aside by the \(fit.residual.loss) loss"))
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
