internal import CurveFitting

/// The variances of all reported quantities.
///
/// HC3 combined with the classical variance: V = (d V_HC3 / x + 3 V_classical) / (d + 3), plus the effect of rounding.
/// - d are the effective degrees of freedom of the HC3 variance of the quantity. If it depends on many residuals, its
///   error is the HC3 error. If it depends mainly on one sample (phi on the first, d about 2), HC3 alone would make its
///   error depend on that one residual.
/// - x >= 1 is the factor by which HC3 overstates the variance if all errors have equal variance.
/// - Student's t has the degrees of freedom of V, fewer than n - p if V depends on few residuals.
/// - Rounding errors of slow motions are correlated between samples. The variance that this adds, averaged over all
///   positions of the pixel grid, is computed from the curve (`Linearisation.roundingForms`). Only its excess over what
///   samples at random positions show by chance is added.
/// - Where the curve moves less than half a step per sample, rounding errors cancel over each step that it crosses
///   instead: V decreases by what the same formula gives for these samples alone.
/// - A residual variance below that of rounding is shrunk towards it with a weight of 8 samples, so that a few
///   residuals that are small by chance do not give too small errors.
///
/// Measured on simulated recordings: Docs/Development/Estimation.md.
struct FitErrors {
  let linear: Linearisation
  /// Nil if there are too many parameters.
  private let moments: Linearisation.HC3Moments?
  private let grid: RoundingGrid?
  /// The variances that rounding adds; nil without a grid.
  private let rounding: (all: Linearisation.RoundingForm, slow: Linearisation.RoundingForm)?
  /// HC3 covariance in the coordinates of the linearisation.
  let hc3: Covariance
  /// Classical covariance in the same coordinates.
  let classical: Covariance
  /// s^2, shrunk towards the rounding floor if it is below.
  let variance: Double

  /// Degrees of freedom for Student's t: n - p, or more if the residuals are rounding errors, whose variance is known
  /// better than that of Gaussian errors.
  ///
  /// Var(s^2) = (2 + kurtosis) sigma^4 / (n - p), with kurtosis -1.2 for a uniform error, times (floor^2 / s^2)^2 if
  /// other noise is present. The approximation is used only for n - p >= 10.
  let effectiveDegrees: Double

  /// Weight of the classical variance in the moderated one, in degrees of freedom.
  static let classicalWeight = 3.0
  /// Weight of the rounding floor in the residual variance, in samples.
  static let floorWeight = 8.0

  /// - Parameters:
  ///   - floor: quantum / sqrt 12, or 0.
  ///   - robust: weights of a robust loss, or empty.
  ///   - widening: the factor by which that loss increases errors, sum w / sum rho''.
  init(
    _ linear: Linearisation, floor: Double, robust: [Double], widening: Double,
    grid: RoundingGrid? = nil
  ) {
    self.linear = linear
    self.grid = grid
    moments = Linearisation.HC3Moments(linear)
    // found: the variance of the errors themselves. spread: the factor of (J'WJ)^-1, for a robust loss
    // sum w^2 r^2 / (sum w - p).
    var found = linear.variance
    var spread = found
    if !robust.isEmpty {
      var squares = 0.0
      var kept = 0.0
      var influence = 0.0
      var total = 0.0
      for (index, weight) in robust.enumerated() where weight > 0 {
        // The weighted residuals include sqrt(w).
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
      let drawn = Self.drawn(found, floor: floor, degrees: degrees)
      lift = found > 0 ? drawn / found : 1
      if found == 0 { spread = drawn }
    }
    effectiveDegrees = Self.effectiveDegrees(found, floor: floor, degrees: degrees)
    variance = spread * lift
    let square = widening * widening
    classical = linear.classicalCovariance(variance: variance * square)
    hc3 = linear.hc3Covariance.scaled(by: lift * square)
    let noise = grid.map { Self.noise(spread * lift, quantum: $0.quantum) } ?? 0
    rounding = grid.map {
      linear.roundingForms(
        curve: $0.curve, stretches: $0.slowStretches, weights: $0.weights, quantum: $0.quantum,
        noise: noise)
    }
  }

  /// ``effectiveDegrees`` of a residual variance with n - p degrees of freedom.
  static func effectiveDegrees(_ found: Double, floor: Double, degrees: Double) -> Double {
    let share = found > 0 ? min(1, floor * floor / found) : 1
    return degrees >= 10 ? degrees / (1 - 0.6 * share * share) : degrees
  }

  /// A residual variance, shrunk towards that of rounding if it is below.
  ///
  /// - Parameter floor: the standard deviation of rounding, in the unit of the residuals, or 0.
  static func drawn(_ found: Double, floor: Double, degrees: Double) -> Double {
    found < floor * floor
      ? (floorWeight * floor * floor + degrees * found) / (floorWeight + degrees) : found
  }

  /// The maximum of the uniform error of a quantity, if the rounding of one sample causes most of its variance; else 0.
  func uniformBound(along gradient: ParameterVector, variance: Double) -> Double {
    guard let grid else { return 0 }
    return Self.uniformBound(
      linear.largestInfluence(along: gradient, weights: grid.weights) * grid.quantum / 2,
      variance: variance, degrees: Double(linear.degreesOfFreedom))
  }

  /// bound * sqrt(5 s - 4), where s is the share of the variance that the rounding of one sample causes: the full bound
  /// for s = 1, and 0 for s <= 4/5, where the total error is close enough to Gaussian. Also 0 below 30 degrees of
  /// freedom, where the variance itself is too uncertain.
  static func uniformBound(_ bound: Double, variance: Double, degrees: Double) -> Double {
    guard degrees >= 30 else { return 0 }
    let share = min(1, bound * bound / 3 / variance)
    return share > 0.8 ? bound * (5 * share - 4).squareRoot() : 0
  }

  /// The moderated variance of a quantity, corrected for the rounding of the current curve.
  private func rounded(_ moderated: Double, along gradient: ParameterVector) -> Double {
    guard let grid, let rounding else { return moderated }
    let direction = linear.direction(of: gradient)
    return Self.rounded(
      moderated, slow: rounding.slow.relativeExcess(direction),
      share: Self.roundingShare(variance, quantum: grid.quantum),
      excess: max(
        0,
        rounding.all.excess(direction) - Self.chanceExcess * rounding.all.independent(direction)))
  }

  /// A moderated variance, corrected for rounding.
  ///
  /// - Parameters:
  ///   - slow: the variance that rounding adds where the curve is slow, relative to that of independent errors.
  ///   - share: the fraction of the residual variance that is due to rounding.
  ///   - excess: the added variance, without the part that samples at random positions show by chance.
  static func rounded(
    _ moderated: Double, slow: Double, share: Double, excess: Double
  ) -> Double {
    moderated * (1 + slowWeight * share * min(0, slow)) + excess
  }

  /// The fraction of the cancellation along a slow curve that is used: the curve is known only to a fraction of a step.
  static let slowWeight = 0.8

  /// The standard deviation of the noise besides rounding: sqrt(variance - 1.2 q^2 / 12), or 0. Rounding alone gives
  /// q^2 / 12, by chance up to a fifth more.
  static func noise(_ variance: Double, quantum: Double) -> Double {
    max(0, variance - 1.2 * quantum * quantum / 12).squareRoot()
  }

  /// The fraction of a residual variance that is due to rounding: all of it up to 1.2 q^2 / 12.
  static func roundingShare(_ variance: Double, quantum: Double) -> Double {
    variance > 0 ? min(1, 1.2 * quantum * quantum / 12 / variance) : 1
  }

  /// The excess, relative to the variance of independent errors, that about 1 in 30 sets of samples at random positions
  /// shows by chance.
  static let chanceExcess = 1.5

  /// Half the width of an interval in standard errors.
  static func quantile(confidence: Double, degrees: Double) -> Double {
    confidence == usualConfidence
      ? usualQuantiles.quantile(degrees: degrees)
      : Distribution.studentQuantile(twoSided: 1 - confidence, degrees: degrees)
  }

  private static let usualConfidence = FitOptions().confidence
  /// Tabulated: computing the few quantiles of each fit would take longer than the rest of its statistics.
  private static let usualQuantiles = StudentQuantiles(twoSided: 1 - usualConfidence)

  /// The degrees of freedom of the HC3 variance of a quantity, and its excess.
  func statistics(along gradient: ParameterVector) -> Linearisation.HC3Statistics {
    moments?.statistics(along: linear.direction(of: gradient))
      ?? linear.hc3Statistics(along: gradient)
  }

  /// Degrees of freedom of the moderated variance of a quantity, for its Student's t, from the weighted variances of
  /// its two parts (Satterthwaite).
  ///
  /// - Parameter degrees: the degrees of freedom of the HC3 variance.
  static func intervalDegrees(_ degrees: Double, effectiveDegrees: Double) -> Double {
    let weight = degrees / (degrees + classicalWeight)
    let scatter = weight * weight / degrees + (1 - weight) * (1 - weight) / effectiveDegrees
    return min(1 / scatter, effectiveDegrees)
  }

  /// The moderated variance of a quantity, corrected for rounding.
  func variance(along gradient: ParameterVector) -> Double {
    variance(along: gradient, statistics(along: gradient))
  }

  /// The same for known ``statistics(along:)``.
  func variance(
    along gradient: ParameterVector, _ statistics: Linearisation.HC3Statistics
  ) -> Double {
    rounded(moderatedVariance(along: gradient, statistics), along: gradient)
  }

  func moderatedVariance(along gradient: ParameterVector) -> Double {
    moderatedVariance(along: gradient, statistics(along: gradient))
  }

  private func moderatedVariance(
    along gradient: ParameterVector, _ statistics: Linearisation.HC3Statistics
  ) -> Double {
    Self.moderated(
      hc3: hc3.variance(along: gradient), degrees: statistics.degrees,
      overstated: statistics.excess, classical: classical.variance(along: gradient))
  }

  /// (d V_HC3 / x + 3 V_classical) / (d + 3).
  static func moderated(
    hc3: Double, degrees: Double, overstated: Double, classical: Double
  ) -> Double {
    (degrees * hc3 / overstated + classicalWeight * classical) / (degrees + classicalWeight)
  }
}

/// The grid to which the values of a fit were rounded, and the curve before rounding.
struct RoundingGrid {
  /// The step in pt.
  var quantum: Double
  /// The fitted values in pt, relative to any origin.
  let curve: [Double]
  /// The sample ranges in which the curve moves less than half a step per sample.
  var slowStretches: [Range<Int>]
  /// The weights of the fit, or empty.
  var weights: [Double]

  /// - Parameters:
  ///   - curve: the fitted values in pt, relative to any origin.
  ///   - weights: the weights of the fit, or empty.
  init(quantum: Double, curve: [Double], weights: [Double]) {
    self.quantum = quantum
    self.weights = weights
    self.curve = curve
    slowStretches = Linearisation.slowStretches(of: curve, quantum: quantum)
  }
}

extension Estimate {
  /// Sets standard error and interval from a variance and its degrees of freedom.
  mutating func setErrors(variance: Double, degrees: Double, confidence: Double) {
    guard let value, variance > 0, variance.isFinite else { return }
    let error = variance.squareRoot()
    standardError = error
    let factor = FitErrors.quantile(confidence: confidence, degrees: degrees)
    guard factor.isFinite else { return }
    intervalFactor = factor
    intervalDegrees = degrees
    interval = Interval(lower: value - factor * error, upper: value + factor * error)
  }
}

extension FitErrors {
  /// Sets standard error, interval, HC3 and classical error of an estimate.
  ///
  /// - Parameters:
  ///   - confidence: the confidence of the interval; nil for none.
  ///   - extra: a variance in addition to that of the fit.
  func state(
    _ estimate: inout Estimate, along gradient: ParameterVector, confidence: Double?,
    extra: Double = 0
  ) {
    let statistics = statistics(along: gradient)
    let variance = variance(along: gradient, statistics) + extra
    guard estimate.value != nil, variance.isFinite, variance >= 0 else { return }
    guard variance > 0 else {
      // The quantity depends on fixed parameters only.
      estimate.isFixed = true
      return
    }
    let all = Self.intervalDegrees(statistics.degrees, effectiveDegrees: effectiveDegrees)
    if let confidence {
      estimate.setErrors(variance: variance, degrees: all, confidence: confidence)
      estimate.setInterval(
        uniform: uniformBound(along: gradient, variance: variance), confidence: confidence)
    } else {
      estimate.standardError = variance.squareRoot()
      estimate.intervalDegrees = all
    }
    estimate.hc3Error = (hc3.variance(along: gradient) + extra).squareRoot()
    estimate.classicalError = (classical.variance(along: gradient) + extra).squareRoot()
    estimate.errorDegrees = statistics.degrees
  }
}

extension RoundingGrid {
  /// The grid of a solution's values; nil if rounding does not bound their errors.
  init?(_ solution: SolvedStretch, bound: Double?) {
    guard let bound else { return nil }
    if case .weighted = solution.stamps { return nil }
    self.init(
      quantum: 2 * bound,
      curve: solution.fitted, weights: solution.observations.weights)
  }
}
