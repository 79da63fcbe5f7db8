internal import CurveFitting

/// The variances of everything a fit quotes.
///
/// HC3, moderated: V = (d V_HC3 / x + 3 V_classical) / (d + 3), plus what rounding adds.
/// - d are the degrees of freedom of the HC3 variance of that quantity. One that many residuals speak
///   for keeps its HC3 error; one that hangs on its first sample (phi, with d about 2) would otherwise
///   be judged by the luck of that one residual.
/// - x >= 1 is by how much HC3 overstates the variance when all errors have one variance.
/// - Student's t has the degrees of freedom of V itself, fewer than n - p where it hangs on few residuals.
/// - Rounding errors of slow motions repeat from sample to sample: what that adds to the variance, over
///   all places of the pixel grid, is computed from the curve (`Linearisation.roundingForms`). It is added
///   as far as it exceeds what samples at random places show by chance.
/// - Where the curve moves by less than half a step a sample, they cancel instead over each step that it
///   crosses: V falls by what the same formula says of these samples alone (its part of slow stretches).
/// - Where the residual variance lies below that of rounding it is drawn up to it with a weight of 8
///   samples, so that five residuals that happen to be small promise nothing.
///
/// Measured on simulated recordings: Docs/Development/Estimation.md.
struct FitErrors {
  let linear: Linearisation
  /// Nil where there are too many parameters.
  private let moments: Linearisation.HC3Moments?
  private let grid: RoundingGrid?
  /// What rounding adds to variances; nil without a grid.
  private let rounding: (all: Linearisation.RoundingForm, slow: Linearisation.RoundingForm)?
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
  static let classicalWeight = 3.0
  /// Weight of the rounding floor in the residual variance, in samples.
  static let floorWeight = 8.0

  /// - Parameters:
  ///   - floor: quantum / sqrt 12, or 0.
  ///   - robust: weights of a robust loss, or empty.
  ///   - widening: by how much that loss widens errors, sum w / sum rho''.
  init(
    _ linear: Linearisation, floor: Double, robust: [Double], widening: Double,
    grid: RoundingGrid? = nil
  ) {
    self.linear = linear
    self.grid = grid
    moments = Linearisation.HC3Moments(linear)
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

  /// A residual variance drawn up to that of rounding where it lies below.
  ///
  /// - Parameter floor: the standard deviation of rounding, in the unit of the residuals, or 0.
  static func drawn(_ found: Double, floor: Double, degrees: Double) -> Double {
    found < floor * floor
      ? (floorWeight * floor * floor + degrees * found) / (floorWeight + degrees) : found
  }

  /// The uniform error that has to be told from a Gaussian one where the rounding of one sample is most of the error
  /// of a quantity: its largest size.
  func uniformBound(along gradient: ParameterVector, variance: Double) -> Double {
    guard let grid else { return 0 }
    return Self.uniformBound(
      linear.largestInfluence(along: gradient, weights: grid.weights) * grid.quantum / 2,
      variance: variance, degrees: Double(linear.degreesOfFreedom))
  }

  /// Of the largest error by the rounding of one sample, none where its variance is four fifths of all or less, and all
  /// where there is no other: with a little beside it the sum is Gaussian enough. Below 30 degrees of freedom the
  /// variance itself is too vague to tell.
  static func uniformBound(_ bound: Double, variance: Double, degrees: Double) -> Double {
    guard degrees >= 30 else { return 0 }
    let share = min(1, bound * bound / 3 / variance)
    return share > 0.8 ? bound * (5 * share - 4).squareRoot() : 0
  }

  /// What rounding makes of the moderated variance of a quantity with the curve at hand.
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

  /// What rounding makes of a moderated variance.
  ///
  /// - Parameters:
  ///   - slow: what rounding adds where the curve is slow, over the variance of independent errors; part of `excess`.
  ///   - share: the part of the residual variance that is rounding.
  ///   - excess: what is added, beyond the scatter of samples at random places.
  static func rounded(
    _ moderated: Double, slow: Double, share: Double, excess: Double
  ) -> Double {
    moderated * (1 + slowWeight * share * min(0, slow)) + excess
  }

  /// The part of what cancels along a slow curve that is counted on: the curve itself is known to a part of a step only.
  static let slowWeight = 0.8

  /// What rounding leaves is q^2 / 12, by chance a fifth more; the rest of a residual variance is noise, which
  /// blurs the grid: its standard deviation.
  static func noise(_ variance: Double, quantum: Double) -> Double {
    max(0, variance - 1.2 * quantum * quantum / 12).squareRoot()
  }

  /// The part of a residual variance that is rounding, of a fifth more than q^2 / 12 all of it.
  static func roundingShare(_ variance: Double, quantum: Double) -> Double {
    variance > 0 ? min(1, 1.2 * quantum * quantum / 12 / variance) : 1
  }

  /// The excess that about 1 in 30 sets of samples at random places shows by chance, over the variance of
  /// independent errors.
  static let chanceExcess = 1.5

  /// The half width of an interval in standard errors.
  static func quantile(confidence: Double, degrees: Double) -> Double {
    confidence == usualConfidence
      ? usualQuantiles.quantile(degrees: degrees)
      : Distribution.studentQuantile(twoSided: 1 - confidence, degrees: degrees)
  }

  private static let usualConfidence = FitOptions().confidence
  /// A table: fits ask for a few quantiles each, which take longer than all else that is said of a constant.
  private static let usualQuantiles = StudentQuantiles(twoSided: 1 - usualConfidence)

  /// The degrees of freedom of the HC3 variance of a quantity, and its excess.
  func statistics(along gradient: ParameterVector) -> Linearisation.HC3Statistics {
    moments?.statistics(along: linear.direction(of: gradient))
      ?? linear.hc3Statistics(along: gradient)
  }

  /// Degrees of freedom of the moderated variance of a quantity, for its Student's t: the variances of its
  /// two parts add up, by their weights (Satterthwaite).
  ///
  /// - Parameter degrees: those of the HC3 variance.
  static func intervalDegrees(_ degrees: Double, effectiveDegrees: Double) -> Double {
    let weight = degrees / (degrees + classicalWeight)
    let scatter = weight * weight / degrees + (1 - weight) * (1 - weight) / effectiveDegrees
    return min(1 / scatter, effectiveDegrees)
  }

  /// The moderated variance of a quantity, and what rounding makes of it.
  func variance(along gradient: ParameterVector) -> Double {
    variance(along: gradient, statistics(along: gradient))
  }

  /// The same, where ``statistics(along:)`` are known.
  func variance(
    along gradient: ParameterVector, _ statistics: Linearisation.HC3Statistics
  ) -> Double {
    rounded(moderatedVariance(along: gradient, statistics), along: gradient)
  }

  /// The moderated variance of a quantity.
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

/// The grid that the values of a fit were rounded to, and the curve they were rounded from.
struct RoundingGrid {
  /// The step in pt.
  var quantum: Double
  /// The fitted values in pt, in any origin.
  let curve: [Double]
  /// Where the fitted curve moves by less than half a step a sample.
  var slowStretches: [Range<Int>]
  /// The weights of the fit, or empty.
  var weights: [Double]

  /// - Parameters:
  ///   - curve: the fitted values in pt, in any origin.
  ///   - weights: those of the fit, or empty.
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
  ///   - confidence: of the interval; nil for none.
  ///   - extra: a variance beside that of the fit.
  func state(
    _ estimate: inout Estimate, along gradient: ParameterVector, confidence: Double?,
    extra: Double = 0
  ) {
    let statistics = statistics(along: gradient)
    let variance = variance(along: gradient, statistics) + extra
    guard estimate.value != nil, variance.isFinite, variance >= 0 else { return }
    guard variance > 0 else {
      // It follows from fixed parameters alone.
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
  /// The grid of a solution's values; nil where rounding does not bound their errors.
  init?(_ solution: SolvedStretch, bound: Double?) {
    guard let bound else { return nil }
    if case .weighted = solution.stamps { return nil }
    self.init(
      quantum: 2 * bound,
      curve: solution.fitted, weights: solution.observations.weights)
  }
}
