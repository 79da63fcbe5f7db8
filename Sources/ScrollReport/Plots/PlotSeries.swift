internal import ScrollFitting

/// The samples of a fit in order of their abscissae, without non-finite ones.
struct PlotSeries {
  /// Maximum number of pairs of samples that are drawn of a long series: a picture has limited resolution.
  static let mostPairs = 400
  /// The same for a page, which also lists each drawn sample in a table.
  static let pagePairs = 150
  /// Samples with a weight below this count as rejected by a robust loss.
  static let asideWeight = 0.1

  /// The times of the fit in the recording's own time, or the abscissae of a law without time.
  var abscissae: [Double]
  /// The times as recorded; nil if the abscissa is not time.
  var stamps: [Double]?
  var observed: [Double]
  var fitted: [Double]
  /// Weights of the fit; 1 in a fit without weights.
  var weights: [Double]
  /// Which samples a robust loss rejected.
  var isAside: [Bool]
  /// The maximum |residual| due to rounding, half a quantisation step; nil if unknown, or if the abscissae are rounded
  /// too and no fit states the joint bound.
  var bound: Double?
  /// Indices of the samples that are drawn.
  var drawn: [Int]
  /// For each sample its index in the fit's series.
  private let order: [Int]

  var residuals: [Double] { zip(observed, fitted).map { $0 - $1 } }

  init(_ fit: Fit, mostPairs: Int = mostPairs) {
    let series = fit.series
    order = series.fitTimes.indices.filter {
      series.fitTimes[$0].isFinite && series.observed[$0].isFinite && series.fitted[$0].isFinite
    }.sorted { (series.fitTimes[$0], $0) < (series.fitTimes[$1], $1) }
    let places = series.abscissae
    abscissae = order.map { places[$0] }
    stamps = fit.stamps == .unused ? nil : order.map { series.times[$0] }
    observed = order.map { series.observed[$0] }
    fitted = order.map { series.fitted[$0] }
    let isRobust = fit.residual.loss != "linear"
    let weights = order.map { series.weights.isEmpty ? 1 : series.weights[$0] }
    self.weights = weights
    isAside = weights.map { isRobust && $0 < Self.asideWeight }
    // The floor is quantum / sqrt 12, so sqrt 3 times it is half a quantum.
    bound =
      fit.feasibility?.bound
      ?? (series.abscissa == nil ? fit.residual.floor.map { $0 * 3.0.squareRoot() } : nil)
    drawn = []
    thin(to: mostPairs)
  }

  /// Samples in order of time with equal weights.
  init(_ times: [Double], observed: [Double], fitted: [Double], bound: Double? = nil) {
    order = Array(times.indices)
    (abscissae, self.observed, self.fitted) = (times, observed, fitted)
    weights = [Double](repeating: 1, count: times.count)
    isAside = [Bool](repeating: false, count: times.count)
    self.bound = bound
    drawn = []
    thin(to: Self.mostPairs)
  }

  /// The samples and the curve of an identified motion; nil if no law could be fitted.
  init?(_ motion: IdentifiedMotion) {
    guard !motion.series.curve.isEmpty else { return nil }
    self.init(
      motion.series.times, observed: motion.series.offsets, fitted: motion.series.curve,
      bound: motion.quantum.map { $0 / 2 })
  }

  /// Draws from each part of a long series only the samples with the largest and the smallest residual, so that the
  /// visible range of residuals is kept.
  private mutating func thin(to mostPairs: Int) {
    let count = abscissae.count
    drawn = Array(abscissae.indices)
    guard count > 2 * mostPairs else { return }
    let residuals = residuals
    drawn = (0..<mostPairs).flatMap { part -> [Int] in
      let members = part * count / mostPairs..<(part + 1) * count / mostPairs
      let least = members.min { residuals[$0] < residuals[$1] } ?? members.lowerBound
      let most = members.max { residuals[$0] < residuals[$1] } ?? members.lowerBound
      return least == most ? [least] : [min(least, most), max(least, most)]
    }
  }

  /// Other values of the fit's series, in the order of the abscissae.
  func places(_ values: [Double]) -> [Double] { order.map { values[$0] } }

  /// A position on the page.
  typealias Point = (x: Double, y: Double)

  /// A cubic Bézier curve on the page.
  struct Cubic {
    let start: Point
    let controls: (Point, Point)
    let end: Point

    /// The ordinate at an abscissa within the curve; the control points divide the abscissa into equal thirds.
    func ordinate(at x: Double) -> Double {
      let t = max(0, min(1, (x - start.x) / (end.x - start.x)))
      let u = 1 - t
      return u * u * (u * start.y + 3 * t * controls.0.y)
        + t * t * (3 * u * controls.1.y + t * end.y)
    }
  }

  /// Cubic curves through values at the samples, such as the fitted ones.
  ///
  /// The slope at a sample is that of the parabola through it and its neighbours. Where the values rise or fall
  /// monotonically it is at most three times the slope on either side. Such a curve does not overshoot there, but can
  /// turn between samples elsewhere.
  ///
  /// Empty if fewer than two samples have distinct positions.
  ///
  /// Source: Fritsch and Carlson, SIAM J. Numer. Anal. 17 (1980) 238, for the limit.
  func curve(_ values: [Double], _ x: PlotAxis, _ y: PlotAxis) -> [Cubic] {
    var points: [Point] = []
    let stride = max(1, abscissae.count / Self.mostPairs)
    for index in abscissae.indices where index % stride == 0 || index == abscissae.count - 1 {
      let point = (x: x.place(abscissae[index]), y: y.place(values[index]))
      // Samples closer than 0.1 px have no meaningful slope.
      if let last = points.last, point.x - last.x < 0.1 { continue }
      points.append(point)
    }
    guard points.count > 1 else { return [] }
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
    // At the ends, the slope of the parabola.
    tangents.append(slopes[slopes.count - 1])
    if slopes.count > 1 {
      tangents[0] = 2 * slopes[0] - tangents[1]
      tangents[slopes.count] = 2 * slopes[slopes.count - 1] - tangents[slopes.count - 1]
    }
    return slopes.indices.map { index in
      let third = widths[index] / 3
      let (a, b) = (points[index], points[index + 1])
      let before = (x: a.x + third, y: a.y + third * tangents[index])
      let after = (x: b.x - third, y: b.y - third * tangents[index + 1])
      return Cubic(start: a, controls: (before, after), end: b)
    }
  }

  /// The data of an SVG path along the curve through values at the samples; empty if there is no curve.
  func path(_ values: [Double], _ x: PlotAxis, _ y: PlotAxis, decimals: Int = 1) -> String {
    let pieces = curve(values, x, y)
    guard let first = pieces.first else { return "" }
    func point(_ point: Point) -> String {
      "\(SVG.px(point.x, decimals: decimals)) \(SVG.px(point.y, decimals: decimals))"
    }
    return "M" + point(first.start)
      + pieces.map { piece in
        "C\(point(piece.controls.0)) \(point(piece.controls.1)) \(point(piece.end))"
      }.joined()
  }
}

extension SeriesQuantity {
  var label: String { unit.isEmpty ? name : "\(name) (\(unit))" }
}
