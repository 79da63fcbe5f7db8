internal import CurveFitting

/// The weighted least-squares line y = intercept + slope x, or the line in which one of the two is fixed.
struct StraightLine {
  /// In units of y per unit of x.
  let slope: Double
  /// y at x = 0.
  let intercept: Double
  /// A point of the line: the weighted mean of the observations, or (0, intercept) if the intercept is fixed.
  private let center: (x: Double, y: Double)
  /// sum w (x - center.x)^2. The variance of a fitted slope is that of an observation of weight 1 divided by it.
  let spread: Double

  /// - Parameters:
  ///   - slope: a fixed slope; nil to fit it.
  ///   - intercept: a fixed intercept; nil to fit it.
  /// - Returns: nil without weight, or if all x are equal and a slope is to be fitted.
  init?(_ observations: Observations, slope: Double? = nil, intercept: Double? = nil) {
    var weight = 0.0
    var x = 0.0
    var y = 0.0
    for index in 0..<observations.count {
      let w = observations.weight(index)
      weight += w
      x += w * observations.abscissae[index]
      y += w * observations.values[index]
    }
    guard weight > 0 else { return nil }
    let center = (x: intercept == nil ? x / weight : 0, y: intercept ?? y / weight)
    var squares = 0.0
    var products = 0.0
    for index in 0..<observations.count {
      let w = observations.weight(index)
      let distance = observations.abscissae[index] - center.x
      squares += w * distance * distance
      products += w * distance * (observations.values[index] - center.y)
    }
    guard slope != nil || squares > 0 else { return nil }
    self.slope = slope ?? products / squares
    self.intercept =
      intercept ?? (slope.map { (y - $0 * x) / weight } ?? center.y - self.slope * center.x)
    self.center = center
    spread = squares
  }

  /// y minus the line.
  func residuals(_ observations: Observations) -> [Double] {
    zip(observations.abscissae, observations.values).map {
      $1 - center.y - slope * ($0 - center.x)
    }
  }

  /// The sum of w r^2 over the residuals r.
  func sumOfSquares(_ observations: Observations) -> Double {
    residuals(observations).enumerated().reduce(0) {
      $0 + observations.weight($1.offset) * $1.element * $1.element
    }
  }
}
