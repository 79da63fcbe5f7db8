internal import CurveFitting

/// The variances of everything a fit quotes.
///
/// HC3, moderated: V = (d V_HC3 / sqrt(x) + 2 V_classical) / (d + 2).
/// - d are the degrees of freedom of the HC3 variance of that quantity. One that many residuals speak
///   for keeps its HC3 error; one that hangs on its first sample (phi, with d about 2) would otherwise
///   be judged by the luck of that one residual, and its interval cover 90 %.
/// - x >= 1 is by how much HC3 overstates the variance when all errors have one variance. Half of it is
///   taken back; the other half stands in for the scatter of the variance itself.
/// - Where the residual variance lies below that of rounding it is drawn up to it with a weight of 8
///   samples, so that five residuals that happen to be small promise nothing.
///
/// Measured on simulated recordings: Docs/Estimation.md.
struct FitErrors {
  let linear: Linearisation
  /// HC3 covariance in the coordinates of the linearisation.
  let hc3: Covariance
  /// Classical covariance in the same coordinates.
  let classical: Covariance
  /// s^2, drawn up to the rounding floor.
  let variance: Double

  /// Degrees of freedom for Student's t: n - p, more where the residuals are rounding, whose variance
  /// is better known than that of Gaussian errors.
  ///
  /// Var(s^2) = (2 + kurtosis) sigma^4 / (n - p) with kurtosis -1.2 for a uniform error; of the
  /// kurtosis the share (floor^2 / s^2)^2 remains when other noise is added. n - p >= 10 is asked for
  /// before the approximation is trusted.
  let effectiveDegrees: Double

  /// Weight of the classical variance in the moderated one, in degrees of freedom.
  static let classicalWeight = 2.0
  /// Weight of the rounding floor in the residual variance, in samples.
  static let floorWeight = 8.0

  /// - Parameters:
  ///   - floor: quantum / sqrt 12, or 0.
  ///   - robust: weights of a robust loss, or empty.
  ///   - widening: by how much that loss widens errors, sum w / sum rho''.
  init(_ linear: Linearisation, floor: Double, robust: [Double], widening: Double) {
    self.linear = linear
    // found: the variance of the errors themselves. spread: what takes its place beside (J'WJ)^-1,
    // sum w^2 r^2 / (sum w - p) for a robust loss.
    var found = linear.variance
    var spread = found
    if !robust.isEmpty {
      var squares = 0.0
      var kept = 0.0
      var influence = 0.0
      var total = 0.0
      for (index, weight) in robust.enumerated() where weight > 0 {
        // The residuals carry sqrt(w) already.
        let square = linear.weightedResiduals[index] * linear.weightedResiduals[index]
        total += weight
        influence += weight * square
        if weight > 0.1 {
          squares += square / weight
          kept += 1
        }
      }
      let parameters = Double(linear.parameterCount)
      found = kept > parameters ? squares / (kept - parameters) : found
      spread = total > parameters ? influence / (total - parameters) : found
    }
    let degrees = Double(linear.degreesOfFreedom)
    var lift = 1.0
    if found < floor * floor {
      let drawn =
        (Self.floorWeight * floor * floor + degrees * found) / (Self.floorWeight + degrees)
      lift = found > 0 ? drawn / found : 1
      if found == 0 { spread = drawn }
    }
    let share = found > 0 ? min(1, floor * floor / found) : 1
    effectiveDegrees = degrees >= 10 ? degrees / (1 - 0.6 * share * share) : degrees
    variance = spread * lift
    let square = widening * widening
    classical = linear.classicalCovariance(variance: variance * square)
    hc3 = linear.hc3Covariance.scaled(by: lift * square)
  }

  /// Degrees of freedom of the HC3 variance of a quantity.
  func degreesOfFreedom(along gradient: SIMD4<Double>) -> Double {
    linear.hc3DegreesOfFreedom(along: gradient, excessKurtosis: 0)
  }

  /// The moderated variance of a quantity.
  func variance(along gradient: SIMD4<Double>) -> Double {
    let degrees = degreesOfFreedom(along: gradient)
    let excess = linear.hc3Excess(along: gradient).squareRoot()
    return
      (degrees * hc3.variance(along: gradient) / excess
      + Self.classicalWeight * classical.variance(along: gradient))
      / (degrees + Self.classicalWeight)
  }
}

extension Estimate {
  /// Sets standard error, interval, HC3 and classical error from a fit's variances.
  mutating func setErrors(_ errors: FitErrors, along gradient: SIMD4<Double>, factor: Double) {
    let variance = errors.variance(along: gradient)
    guard let value, variance.isFinite, variance >= 0 else { return }
    guard variance > 0 else {
      // It follows from fixed parameters alone.
      isFixed = true
      return
    }
    let error = variance.squareRoot()
    standardError = error
    hc3Error = errors.hc3.variance(along: gradient).squareRoot()
    classicalError = errors.classical.variance(along: gradient).squareRoot()
    errorDegrees = errors.degreesOfFreedom(along: gradient)
    if factor.isFinite {
      interval = Interval(lower: value - factor * error, upper: value + factor * error)
    }
  }
}
