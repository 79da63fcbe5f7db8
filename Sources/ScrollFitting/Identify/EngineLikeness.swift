public import ScrollPhysics

/// The engines whose constants are those of a fit.
public struct EngineLikeness: Sendable {
  /// The keys of the engines whose constants are all inside the intervals.
  public private(set) var inside: [String] = []
  /// The engine with the least relative difference of its constants; nil if no engine has the law.
  public private(set) var nearest: (key: String, off: Double)?

  /// Compares the constants of a fit with those of engines.
  ///
  /// - Parameters:
  ///   - fit: a fit of a deceleration, a bounce, a spring or a rubber band; other laws have no engines.
  ///   - engines: the engines, in the order in which they are named.
  public init(_ fit: Fit, _ engines: [Engine]) {
    for engine in engines {
      let pairs = Self.compared(fit, engine)
      guard !pairs.isEmpty, let (off, isInside) = Self.difference(pairs, fit, engine) else {
        continue
      }
      if isInside { inside.append(engine.key) }
      if off < nearest?.off ?? .infinity { nearest = (engine.key, off) }
    }
  }

  /// The largest relative difference of pairs of constants, and whether all are inside their intervals; nil if a
  /// constant is not known.
  private static func difference(
    _ pairs: [(Estimate, Double)], _ fit: Fit, _ engine: Engine
  ) -> (off: Double, isInside: Bool)? {
    var (off, isInside) = (0.0, true)
    for (estimate, shipped) in pairs {
      guard let value = estimate.value, value != 0, !estimate.isFixed else { return nil }
      off = max(off, (shipped / value - 1).magnitude)
      let exact = estimate.isExact ? value : nil
      guard let low = exact ?? estimate.interval?.lower,
        let high = exact ?? estimate.interval?.upper
      else { return nil }
      // Engines define their constants with three or four digits.
      let slack = (2e-4 + Self.slack(fit, engine)) * value.magnitude
      isInside = isInside && shipped > low - slack && shipped < high + slack
    }
    return (off, isInside)
  }

  /// The constants of a fit, each paired with that of an engine.
  private static func compared(_ fit: Fit, _ engine: Engine) -> [(Estimate, Double)] {
    func pair(_ key: String, _ value: Double?) -> (Estimate, Double)? {
      guard let estimate = fit[key], let value else { return nil }
      return (estimate, value)
    }
    let spring: SpringConstants? =
      if case .spring(let constants, _)? = engine.edge { constants } else { nil }
    switch fit.law {
    case DecelerationLaw.description.key:
      guard case .exponential(let rate, _)? = engine.glide else { return [] }
      return [pair("k", rate.perSecond)].compactMap { $0 }
    case BounceLaw.description.key:
      guard let spring, (spring.dampingRatio - 1).magnitude < 0.01 else { return [] }
      return [pair("delta", spring.stiffnessPerMass.squareRoot())].compactMap { $0 }
    case SpringLaw.description.key:
      guard let spring else { return [] }
      return [
        pair("stiffness_per_mass", spring.stiffnessPerMass),
        pair("damping_per_mass", spring.dampingPerMass),
      ].compactMap { $0 }
    case RubberBandLaw.description.key:
      guard case .hyperbolic(let slope)? = engine.drag else { return [] }
      return [pair("c", slope)].compactMap { $0 }
    default: return []
    }
  }

  /// The allowed relative difference between the delta of a bounce and the frequency of a spring that is not exactly
  /// critically damped.
  private static func slack(_ fit: Fit, _ engine: Engine) -> Double {
    guard fit.law == BounceLaw.description.key, case .spring(let spring, _)? = engine.edge else {
      return 0
    }
    return (spring.dampingRatio - 1).magnitude
  }
}
