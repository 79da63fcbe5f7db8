internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// Coordinates of a straight line through a table of gestures.
protocol LineCoordinates: ParameterCoordinates {
  /// The best line through the observations in its free parameters.
  init?(_ observations: Observations, options: FitOptions)
}

extension LineCoordinates {
  /// A quantity that depends on a parameter, which is free or fixed.
  func quantity(
    _ key: String, _ unit: String, isFree: Bool, _ value: (Self) -> Double
  ) -> FitQuantity {
    FitQuantity(
      key: key, unit: unit, value: value(self), gradient: isFree ? gradient { value($0) } : nil,
      isFixed: !isFree)
  }
}

/// Fits a line in closed form; a Gauss-Newton step confirms it.
struct LineSolver<Coordinates: LineCoordinates>: LawSolver {
  var coordinates: Coordinates
  var outcome = SolverOutcome(evaluations: 1, startSource: "closed")
  var nonlinear: Double { coordinates.quoted[0] }

  init?(_ observations: Observations, options: FitOptions, near: Coordinates?) {
    guard let line = Coordinates(observations, options: options), line.isValid else { return nil }
    coordinates = line
    minimise(observations)
    if converged, coordinates.count > 0 { outcome.reason = "a straight line, in closed form" }
  }
}

/// The weighted least-squares line y = intercept + slope x.
struct StraightLine {
  var slope: Double
  var intercept: Double

  /// - Parameters:
  ///   - slope: a fixed slope; nil to fit it.
  ///   - intercept: a fixed intercept; nil to fit it.
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
    if let slope {
      self.slope = slope
      self.intercept = intercept ?? (y - slope * x) / weight
      return
    }
    // About the weighted mean, or about x = 0 with a fixed intercept.
    let middle = intercept == nil ? x / weight : 0
    let level = intercept ?? y / weight
    var squares = 0.0
    var products = 0.0
    for index in 0..<observations.count {
      let w = observations.weight(index)
      let distance = observations.abscissae[index] - middle
      squares += w * distance * distance
      products += w * distance * (observations.values[index] - level)
    }
    guard squares > 0 else { return nil }
    self.slope = products / squares
    self.intercept = intercept ?? level - self.slope * middle
  }
}
