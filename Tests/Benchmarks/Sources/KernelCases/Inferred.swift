internal import CurveFitting
internal import RealModule

/// Fits with HC3 errors and their degrees of freedom, the profile interval and the tests of residuals.
enum Inferred {
  @Sendable static func bounce(_ input: KernelInput) -> Double { theta(Searched.bounce, input) }
  @Sendable static func deceleration(_ input: KernelInput) -> Double {
    theta(Searched.deceleration, input)
  }
  @Sendable static func rubberBand(_ input: KernelInput) -> Double {
    theta(Searched.rubberBand, input)
  }

  /// Theta; NaN as well when any of its errors is missing, so that none can be left out.
  private static func theta<Family: ProjectionFamily>(
    _ searched: SearchedFamily<Family>, _ input: KernelInput
  ) -> Double {
    let observations = input.observations
    guard let best = searched.search(observations).best else { return .nan }
    let family = searched.family
    let last = family.linearCount
    var residuals: [Double] = []
    var jacobian: [ParameterVector] = []
    residuals.reserveCapacity(observations.count)
    jacobian.reserveCapacity(observations.count)
    for (x, y) in zip(observations.abscissae, observations.values) {
      let columns = family.columns(at: x, theta: best.theta)
      var row = ParameterVector(lowHalf: columns, highHalf: .zero)
      row[last] = family.slope(at: x, theta: best.theta, coefficients: best.coefficients)
      jacobian.append(row)
      residuals.append(y - (columns * best.coefficients).sum())
    }
    guard
      let linear = Linearisation(
        jacobian: jacobian, residuals: residuals, weights: [], parameterCount: last + 1)
    else { return .nan }
    var gradient = ParameterVector.zero
    gradient[last] = 1
    let error = linear.hc3Covariance.variance(along: gradient).squareRoot()
    let degrees = linear.hc3DegreesOfFreedom(along: gradient, excessKurtosis: 0)
    let reach = error * Distribution.studentQuantile(twoSided: 0.05, degrees: degrees)
    let factor = Distribution.studentQuantile(
      twoSided: 0.05, degrees: Double(linear.degreesOfFreedom))
    let profile = ProfileInterval(
      family, observations, best: best, rise: factor * factor * linear.variance,
      limits: searched.range(observations).limits)
    guard reach > 0, let lower = profile.lower, let upper = profile.upper, lower < upper,
      let watson = ResidualTests.durbinWatson(residuals),
      let runs = ResidualTests.runsProbability(residuals), watson > 0, runs >= 0
    else { return .nan }
    return best.theta
  }
}
