internal import ScrollFitting
internal import ScrollFormats

/// The distribution of a fit's residuals, with the distribution that rounding alone would give.
struct ResidualChart {
  /// The residuals in one interval.
  struct Bin {
    /// Lower end in pt.
    var lower: Double
    /// Upper end in pt.
    var upper: Double
    var count = 0
    /// Expected number if rounding were the only error; nil if unknown.
    var expected: Double?
  }

  private(set) var bins: [Bin] = []
  private let fit: Fit
  private let bound: Double?
  /// Whether rounding alone gives a uniform distribution, which holds where only the values are rounded.
  let isEven: Bool
  let height = 210.0

  /// Nil for fewer than five residuals, or when all are equal.
  ///
  /// The bin width divides the rounding band, or is a round number if the band is unknown. There are about
  /// 2 n^(1/3) bins (Rice's rule).
  init?(_ fit: Fit, bound: Double?) {
    self.fit = fit
    self.bound = bound
    let even = fit.residual.floor.map { $0 * 3.0.squareRoot() }
    isEven = bound.map { ($0 - (even ?? 0)).magnitude <= 0.01 * $0 } ?? false
    let residuals = fit.series.residuals.filter(\.isFinite)
    guard residuals.count >= 5, let least = residuals.min(), let most = residuals.max() else {
      return nil
    }
    let ends = (min(least, -(bound ?? 0)), max(most, bound ?? 0))
    guard ends.1 - ends.0 > 0, (ends.1 - ends.0).isFinite else { return nil }
    var wanted = 1.0
    while wanted * wanted * wanted < Double(residuals.count) { wanted += 1 }
    wanted = 2 * wanted
    var step = PlotAxis.step((ends.1 - ends.0) / wanted)
    // The ends of the rounding band are bin edges.
    if let bound { step = bound / max(1, (bound / step).rounded()) }
    guard step > 0 else { return nil }
    let first = (ends.0 / step - 1e-9).rounded(.down)
    let last = (ends.1 / step + 1e-9).rounded(.up)
    guard last - first < 400, last > first else { return nil }
    for index in Int(first)..<Int(last) {
      var bin = Bin(lower: Double(index) * step, upper: Double(index + 1) * step)
      if let bound, isEven {
        let inside = min(bin.upper, bound) - max(bin.lower, -bound)
        bin.expected = Double(residuals.count) * max(0, inside) / (2 * bound)
      }
      bins.append(bin)
    }
    for residual in residuals {
      let place = Int((residual / step).rounded(.down)) - Int(first)
      bins[max(0, min(bins.count - 1, place))].count += 1
    }
  }

  func figure(id: String, width: Double) -> String {
    let (left, right, top, bottom) = (52.0, width - 16, 12.0, height - 46)
    let x = PlotAxis(
      [bins[0].lower, bins[bins.count - 1].upper], page: (left, right), ticks: 6, margin: 0.03)
    let most = bins.reduce(0.0) { max($0, Double($1.count), $1.expected ?? 0) }
    let y = PlotAxis([0, most], page: (bottom, top), ticks: 4, margin: 0)
    var text = SVG.frame(x, y)
    for bin in bins where bin.count > 0 {
      text += SVG.rectangle(
        "bar", x.place(bin.lower) + 0.5, y.place(Double(bin.count)), x.place(bin.upper) - 0.5,
        bottom)
    }
    if isEven {
      // The outline of the distribution by rounding alone.
      var outline = ""
      for bin in bins where (bin.expected ?? 0) > 0 {
        let height = SVG.px(y.place(bin.expected ?? 0))
        if outline.isEmpty { outline = "M\(SVG.px(x.place(bin.lower))) \(SVG.px(bottom))" }
        outline += "L\(SVG.px(x.place(bin.lower))) \(height)H\(SVG.px(x.place(bin.upper)))"
      }
      text += SVG.path("fit", outline + (outline.isEmpty ? "" : "V\(SVG.px(bottom))"))
    }
    text += SVG.text(
      (left + right) / 2, height - 10,
      "residual\(fit.ordinate.unit.isEmpty ? "" : " (\(fit.ordinate.unit))")", anchor: "middle")
    text += SVG.upright((top + bottom) / 2, "samples")
    return SVG.figure(
      id: id, width: width, height: height, title: "Distribution of the residuals",
      description: description, body: text)
  }

  private var description: String {
    var text = "Bars count the residuals of \(fit.residual.rms == 0 ? "an exact" : "the") fit"
    if let bound {
      let inside = fit.series.residuals.count { $0.magnitude <= bound * (1 + 1e-9) }
      text +=
        "; \(inside) of \(fit.series.residuals.count) lie within ± \(NumberText.short(bound, digits: 3)) "
        + "\(fit.ordinate.unit), what rounding allows"
      if isEven { text += "; the outline is what rounding alone would give" }
    }
    return text + "."
  }
}
