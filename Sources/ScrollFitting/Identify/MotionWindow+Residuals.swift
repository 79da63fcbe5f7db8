internal import CurveFitting

/// The residuals to expect from a true law.
extension MotionWindow {
  /// The speed in pt/s at each sample, from neighbours at least 1.5 frames apart where possible: stamps may almost
  /// coincide.
  var speeds: [Double] {
    values.indices.map { index in
      var (low, high) = (max(0, index - 1), min(values.count - 1, index + 1))
      while times[high] - times[low] < 1.5 * frame, low > 0 || high < values.count - 1 {
        (low, high) = (max(0, low - 1), min(values.count - 1, high + 1))
      }
      let span = times[high] - times[low]
      return span > 0 ? ((values[high] - values[low]) / span).magnitude : 0
    }
  }

  /// The standard deviation in pt of each sample about a true law: rounding, noise, and timing error times speed.
  ///
  /// - Parameter isSure: whether the times of all samples are taken as sure.
  func deviations(jitter: Double, isSure: Bool = false) -> [Double] {
    let least = variance + 1e-20 * (1 + extent * extent)
    let speeds = speeds
    // A lower bound on the speed: otherwise exact values near rest would carry nearly all the weight.
    let slowest = 0.05 * (speeds.max() ?? 0)
    return speeds.indices.map { index in
      let speed = max(speeds[index], slowest)
      let error = unsure.isEmpty || isSure ? jitter : max(jitter, unsure[index])
      return (least + error * error * speed * speed).squareRoot()
    }
  }

  /// The numbers of samples of unsure times at the start and at the end that a law explains only by their errors.
  func unsureEnds(of fit: CandidateFit) -> (first: Int, last: Int) {
    guard !unsure.isEmpty else { return (0, 0) }
    let deviations = deviations(jitter: jitter, isSure: true)
    func isOff(_ index: Int) -> Bool {
      unsure[index] > 0 && fit.residuals[index].magnitude > 3 * deviations[index]
    }
    let first = unsure.indices.prefix(while: isOff).count
    return (first, first == count ? 0 : unsure.indices.reversed().prefix(while: isOff).count)
  }

  /// The rms residual in pt that the last digit of the times causes.
  var leftByDigits: Double {
    let squares = speeds.reduce(0) { $0 + $1 * $1 } / Double(max(count, 1))
    return MotionSearch.lastDigit(times) * squares.squareRoot()
  }

  /// Whether any sample has a timing error.
  var hasTimeErrors: Bool { jitter > 0 || unsure.contains { $0 > 0 } }

  /// The weighted sum of squared residuals, in pt^2.
  func weightedSquares(_ residuals: [Double]) -> Double {
    guard !weights.isEmpty else { return residuals.reduce(0) { $0 + $1 * $1 } }
    return zip(weights, residuals).reduce(0) { $0 + $1.0 * $1.1 * $1.1 }
  }

  /// Whether a weighted sum of squared residuals is no larger than rounding, noise and timing errors cause.
  ///
  /// The relative standard error of a variance of uniform errors is sqrt(0.8 / n). The limit allows four of these, and
  /// a tenth for errors of the law itself.
  func allows(_ squares: Double, degrees: Double) -> Bool {
    let variance = weightedVariance + 1e-20 * (1 + extent * extent)
    return squares / degrees <= variance * (1.1 + 4 * (0.8 / degrees).squareRoot())
  }

  /// Whether a sum of squares is more than four times the largest that is allowed.
  func isFar(_ squares: Double, parameters: Int) -> Bool {
    !allows(squares / 4, degrees: Double(max(count - parameters, 1)))
  }

  /// A stricter test of residuals than `allows`: their variance is within three standard errors of the expected one,
  /// none exceeds the rounding, and neighbours are uncorrelated where the content moves by more than a step between
  /// them.
  func isClean(_ residuals: [Double], squares: Double, degrees: Double) -> Bool {
    let variance = weightedVariance + 1e-20 * (1 + extent * extent)
    guard squares / degrees <= variance * (1 + 3 * (0.8 / degrees).squareRoot()) else {
      return false
    }
    guard !comesInRuns(residuals) else { return false }
    let deviations = deviations(jitter: jitter)
    if let halfStep, residuals.contains(where: { $0.magnitude > 1.6 * halfStep }) { return false }
    var products = 0.0
    var sum = 0.0
    var pairs = 0.0
    for index in residuals.indices.dropFirst()
    where (values[index] - values[index - 1]).magnitude > (quantum ?? 0) {
      let (one, other) = (
        residuals[index - 1] / deviations[index - 1], residuals[index] / deviations[index]
      )
      products += one * other
      sum += (one * one + other * other) / 2
      pairs += 1
    }
    // Exact data leave only arithmetic rounding, whose order carries no information.
    guard pairs >= 8, variance > 1e-16 * (1 + extent * extent) else { return true }
    return products <= 2.6 / pairs.squareRoot() * sum
  }

  /// Whether residuals above rounding and noise keep their signs from sample to sample, as those of a wrong law do, and errors
  /// of the times do not.
  func comesInRuns(_ residuals: [Double]) -> Bool {
    guard hasTimeErrors else { return false }
    let least = 2 * variance.squareRoot()
    let signs = residuals.filter { $0.magnitude > least }.map { $0 < 0 ? -1.0 : 1 }
    guard signs.count >= 8, let same = ResidualTests.durbinWatson(signs), same < 2,
      let probability = ResidualTests.runsProbability(signs)
    else { return false }
    return probability < Self.leastOfRuns
  }

  /// The least probability of the runs of signs of timing errors: those of browsers come in short runs.
  private static let leastOfRuns = 1e-4

  /// The timing error in s that explains residuals: they then grow with the speed, and neighbours are uncorrelated; nil
  /// if no error explains them.
  func jitter(explaining residuals: [Double], parameters: Int) -> Double? {
    let degrees = Double(count - parameters)
    guard count >= 15, degrees >= 8 else { return nil }
    func excess(_ jitter: Double) -> Double {
      zip(residuals, deviations(jitter: jitter)).reduce(0) { $0 + $1.0 * $1.0 / ($1.1 * $1.1) }
        - degrees
    }
    guard excess(0) > 0, excess(largestJitter) < 0 else { return nil }
    var (low, high) = (0.0, largestJitter)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if excess(middle) > 0 { low = middle } else { high = middle }
    }
    let scaled = zip(residuals, deviations(jitter: high)).map { $0 / $1 }
    let squares = scaled.reduce(0) { $0 + $1 * $1 }
    let neighbours = zip(scaled, scaled.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
    return neighbours < 2 / Double(count).squareRoot() * squares ? high : nil
  }

  /// Whether timing errors exceed rounding and noise: then many laws fit a few samples.
  var isBlurred: Bool { jitter > 0 && !isExact && expected * expected > 9 * variance }

  /// The least probability of a law that is sure. Those of laws assume independent errors, and timing errors larger than
  /// rounding and noise come in runs.
  var leastProbability: Double {
    hasTimeErrors && !isExact && expected * expected > 2 * variance ? 0.9999 : 0.99
  }

  /// Whether timing errors exceed a tenth of a frame: then many laws fit.
  var isCoarse: Bool { jitter > 0.1 * frame }

  /// Half of the step of the values in pt; nil if values are not rounded, or if noise or timing errors also change
  /// them.
  var halfStep: Double? {
    guard let quantum, !hasTimeErrors, variance <= 1.0001 * quantum * quantum / 12 else {
      return nil
    }
    return 0.5 * quantum
  }

  /// The same samples, some with weight 0.
  func leavingOut(_ left: some Sequence<Int>) -> MotionWindow {
    var kept = weights.isEmpty ? [Double](repeating: 1, count: count) : weights
    for index in left { kept[index] = 0 }
    return weighted(by: kept)
  }

  /// The same samples, all but some with weight 0.
  func counting(_ kept: some Sequence<Int>) -> MotionWindow {
    var weights = [Double](repeating: 0, count: count)
    for index in kept { weights[index] = 1 }
    return weighted(by: weights)
  }
}
