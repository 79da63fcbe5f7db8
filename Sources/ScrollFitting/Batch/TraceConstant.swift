/// A shared constant, measured in one recording.
public struct TraceConstant: Sendable, Hashable {
  /// Key of the law.
  public var law: String
  /// The value with its error, and the key of the quantity. Without a value, `reason` states why the recording has none
  /// that can be compared.
  public var estimate: Estimate
  /// The number of gestures in the recording that measure it.
  public var gestures: Int
  /// The noise behind its working variance; nil if unknown.
  public var noise: NoiseLevel?

  /// A constant.
  public init(law: String, estimate: Estimate, gestures: Int, noise: NoiseLevel? = nil) {
    self.law = law
    self.estimate = estimate
    self.gestures = gestures
    self.noise = noise
  }

  /// The constant of a pool of a recording's gestures.
  init(_ pool: Pool) {
    self.init(
      law: pool.law, estimate: pool.estimate, gestures: pool.members.count, noise: pool.noise)
    guard pool.members.isEmpty, let first = pool.leftOut.first else { return }
    estimate.reason =
      pool.leftOut.count == 1
      ? first.reason : "\(first.reason); none of its \(pool.leftOut.count) gestures tells it"
  }

  /// The constant from the only gesture of a recording, equal to a ``Pool`` with one member.
  package init(of fit: Fit, _ key: String, confidence: Double) {
    let own = fit[key]
    var estimate = Estimate(key: key, value: nil, unit: own?.unit ?? "")
    estimate.reason = fit.disqualification(key)
    guard estimate.reason == nil, let own,
      let measurement = fit.measurement(of: own, noise: nil)
    else {
      estimate.reason = estimate.reason ?? "no gesture determines it"
      self.init(law: fit.law, estimate: estimate, gestures: 0)
      return
    }
    estimate.value = measurement.value
    estimate.setErrors(
      variance: measurement.variance, degrees: measurement.degrees, confidence: confidence)
    estimate.classicalError = measurement.workingVariance.squareRoot()
    var noise: NoiseLevel?
    if let floor = fit.residual.floor, let limit = fit.limit, limit.standardDeviation > 0,
      fit.degreesOfFreedom > 0, let classical = fit[limit.key]?.classicalError
    {
      noise = NoiseLevel(floor: floor)
      noise?.add(
        size: classical * limit.noise / limit.standardDeviation,
        degrees: Double(fit.degreesOfFreedom))
    }
    self.init(law: fit.law, estimate: estimate, gestures: 1, noise: noise)
  }

  /// Key of the quantity.
  public var key: String { estimate.key }

  /// `law.key`.
  public var name: String { "\(law).\(key)" }

  /// Whether many recordings do not show it for ordinary reasons.
  var isIncidental: Bool { Laws.description(law)?.shared(key)?.isIncidental ?? false }

  /// The value as a measurement; nil without a value or an error.
  var measurement: Measurement? {
    guard let value = estimate.value, let error = estimate.standardError, error > 0,
      let degrees = estimate.intervalDegrees, let working = estimate.classicalError, working > 0
    else { return nil }
    return Measurement(
      value: value, variance: error * error, degrees: degrees, workingVariance: working * working)
  }
}

extension TraceResult {
  /// The constants that belong to the scroll view, in the order of the laws: of laws with a fit, and of laws that
  /// phases follow without one.
  ///
  /// Each constant has one value per recording: that of its only gesture, or the mean of all that can be compared.
  /// Fixed parameters are excluded.
  public func constants(confidence: Double = 0.95) -> [TraceConstant] {
    let named = phases.filter { !$0.shared.isEmpty && $0.confidence != .unsure }
    var result: [TraceConstant] = []
    func add(_ law: String, _ shared: [SharedConstant]) {
      // By index: copying a fit, which is large, is slow.
      let count = fits.indices.count { fits[$0].law == law }
      let isFitted = count > 0
      guard isFitted || !named.isEmpty else { return }
      let own = count == fits.count ? fits : fits.filter { $0.law == law }
      for one in shared {
        let found =
          isFitted
          ? constant(one.key, own, confidence) : constant(law, one.key, of: named, confidence)
        if let found { result.append(found) }
      }
    }
    for (law, shared) in Laws.shared { add(law, shared) }
    for law in fits.ownDescriptions { add(law.key, law.shared) }
    return result
  }

  /// A constant from phases that follow its law without a fit.
  private func constant(
    _ law: String, _ key: String, of phases: [Phase], _ confidence: Double
  ) -> TraceConstant? {
    let measurements = phases.flatMap { phase in
      phase.shared.compactMap { constant -> Measurement? in
        guard let named = NamedLaws.shared(phase.law ?? "", constant.key),
          named == (law, key), let error = constant.standardError, error > 0
        else { return nil }
        return Measurement(
          value: constant.value, variance: error * error, degrees: NamedLaws.degrees,
          workingVariance: error * error)
      }
    }
    guard let mean = PooledMean(measurements.map { MeasurementGroup($0) }) else { return nil }
    let unit = Laws.description(law)?.quantity(key)?.unit ?? ""
    return TraceConstant(
      law: law, estimate: Estimate(mean, key: key, unit: unit, confidence: confidence),
      gestures: measurements.count)
  }

  private func constant(_ key: String, _ own: [Fit], _ confidence: Double) -> TraceConstant? {
    if let pools = joined?.pools,
      let pool = pools.first(where: { $0.law == own[0].law && $0.key == key })
    {
      return own.contains { $0[key].map { !$0.isFixed } ?? true } ? TraceConstant(pool) : nil
    }
    let free = own.indices.filter { own[$0][key]?.isFixed == false }
    if free.count == 1 { return TraceConstant(of: own[free[0]], key, confidence: confidence) }
    return free.isEmpty
      ? nil : TraceConstant(Pool(key, of: free.map { own[$0] }, confidence: confidence))
  }
}
