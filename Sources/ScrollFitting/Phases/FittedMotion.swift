internal import CurveFitting
internal import ScrollPhysics

/// A fitted deceleration, from which further quantities can be derived with their errors.
///
/// The fit is linearised again at its constants. Errors of quantities far from the samples cannot be computed from the
/// rounded correlations of k, v0 and x0: few digits would remain.
struct FittedGlide {
  private let coordinates: DecelerationCoordinates
  private let errors: FitErrors
  private let confidence: Double

  /// Nil if the fit has no errors, or steps in whole milliseconds.
  init?(_ fit: Fit, confidence: Double) {
    guard fit.law == DecelerationLaw.description.key, fit.search.converged,
      fit.form.flatMap(Deceleration.Form.init) == .continuous,
      let rate = fit["k"], let velocity = fit["v0"], let position = fit["x0"],
      let k = rate.value, let v = velocity.value, let x = position.value
    else { return nil }
    let coulomb = fit["coulomb"]
    coordinates = DecelerationCoordinates(
      rate: k, velocity: v, position: x, coulomb: coulomb?.value ?? 0, direction: v < 0 ? -1 : 1,
      form: .continuous, origin: 0,
      free: FreeParameters([
        !rate.isFixed, !velocity.isFixed, !position.isFixed, coulomb.map { !$0.isFixed } ?? false,
      ]))
    guard let errors = FitErrors(coordinates, of: fit) else { return nil }
    self.errors = errors
    self.confidence = confidence
  }

  /// A derived quantity; nil if it does not exist.
  func estimate(
    _ key: String, unit: String, plus origin: Double = 0, _ quantity: (Deceleration) -> Double?
  ) -> Estimate? {
    guard let value = quantity(coordinates.law),
      let gradient = coordinates.gradient(of: { quantity($0.law) })
    else { return nil }
    var result = Estimate(key: key, value: value + origin, unit: unit)
    errors.state(&result, along: gradient, confidence: confidence)
    return result.standardError == nil ? nil : result
  }
}

/// A fitted bounce that can be evaluated beyond its samples, with its error.
struct FittedBounce {
  private let coordinates: BounceCoordinates
  private let errors: FitErrors

  /// Nil if the fit has no errors, no crossing, or a fitted rest offset.
  init?(_ fit: Fit) {
    guard fit.law == BounceLaw.description.key, fit.search.converged, fit["rest_offset"] == nil,
      let amplitude = fit["C"], let rate = fit["delta"], let phase = fit["phi"],
      let c = amplitude.value, let delta = rate.value, let phi = phase.value
    else { return nil }
    coordinates = BounceCoordinates(
      bounce: CriticalBounce(amplitude: c, decayRate: delta, phase: phi), restOffset: 0,
      isFree: (!amplitude.isFixed, !rate.isFixed, !phase.isFixed, false))
    guard let errors = FitErrors(coordinates, of: fit) else { return nil }
    self.errors = errors
  }

  /// y| in pt, `time` s after the first sample of the fit.
  func height(at time: Double) -> Double { coordinates.value(at: time).magnitude }

  /// The standard error of `height(at:)`, in pt.
  func error(at time: Double) -> Double {
    errors.variance(along: coordinates.jacobianRow(at: time)).squareRoot()
  }
}

extension FitErrors {
  /// The errors of a fit, linearised again at its constants; nil if the samples do not determine them.
  fileprivate init?(_ coordinates: some CurveCoordinates, of fit: Fit) {
    let series = fit.series
    let observations = Observations(
      abscissae: series.fitTimes, values: series.observed, weights: series.weights)
    guard let linear = coordinates.linearised(observations), linear.degreesOfFreedom > 0 else {
      return nil
    }
    var grid = fit.residual.floor.map {
      RoundingGrid(
        quantum: $0 * 12.0.squareRoot(), curve: series.fitted, weights: series.weights)
    }
    if case .weighted = fit.stamps { grid = nil }
    self.init(
      linear, floor: fit.residual.floor ?? 0,
      robust: fit.residual.loss == "linear" ? [] : series.weights, widening: 1, grid: grid)
  }
}
