internal import ScrollPhysics

/// Why constants do not define a law.
public struct PredictionError: Error, Sendable, Hashable {
  /// One sentence with a full stop.
  public var message: String
  /// If constants are missing: typical values as `name=value`; else empty.
  public var missing: [String]

  /// An error.
  ///
  /// - Parameters:
  ///   - message: one sentence with a full stop.
  ///   - missing: typical values of missing constants, as `name=value`.
  public init(_ message: String, missing: [String] = []) {
    self.message = message
    self.missing = missing
  }
}

/// The names of constants in groups of alternative notations.
public enum Notation {
  /// Decay rate: k, the factor d per millisecond, time constants, or a factor per frame.
  public static let rate = ["k", "d", "time_constant", "half_life", "factor"]
  /// Stiffness of a spring.
  public static let stiffness = [
    "delta", "omega", "frequency", "stiffness", "response", "duration",
  ]
  /// Damping of a spring.
  public static let damping = [
    "kappa", "zeta", "damping_ratio", "damping", "damping_fraction", "bounce",
  ]
  /// All notations that define a spring.
  public static let spring = stiffness + damping + ["mass"]
  /// All notations of the initial state of a bounce.
  public static let start = ["C", "v0", "y0", "a", "b"]

  /// Strength of gravity.
  public static let gravity = ["g", "magnitude"]
  /// Speed at the floor.
  public static let impact = ["v1", "height"]

  /// The easing of a tween: a name, or the control points of a Bézier curve.
  public static let easing = ["easing", "x1", "y1", "x2", "y2"]

  /// Groups of names; giving one name of a group replaces the whole group.
  public static let families = [rate + ["fps"], spring, start, gravity, impact, easing]

  /// The given one of the names; throws if there are several.
  private static func one(
    of names: [String], in values: [String: Double], usual: String?, what: String
  ) throws(PredictionError) -> String? {
    let given = names.filter { values[$0] != nil }
    guard given.count < 2 else {
      throw PredictionError(
        "Give only one of \(LawConstants.list(given, "and")): each says \(what).")
    }
    if given.isEmpty, let usual {
      throw PredictionError("Give \(what): \(LawConstants.list(names)).", missing: [usual])
    }
    return given.first
  }

  static func rate(_ values: [String: Double]) throws(PredictionError) -> DecelerationRate {
    let name = try one(of: rate, in: values, usual: "k=2.002", what: "the rate of deceleration")
    let value = name.flatMap { values[$0] } ?? 0
    guard values["fps"] == nil || name == "factor" else {
      throw PredictionError("fps says how often factor applies: give it with factor only.")
    }
    return switch name {
    case "d": DecelerationRate(perMillisecond: value)
    case "time_constant": DecelerationRate(timeConstant: value)
    case "half_life": DecelerationRate(halfLife: value)
    case "factor": DecelerationRate(perFrame: value, framesPerSecond: values["fps"] ?? 60)
    default: DecelerationRate(perSecond: value)
    }
  }

  /// The spring; without a damping it is critically damped if that is allowed.
  static func spring(
    _ values: [String: Double], isCritical: Bool
  ) throws(PredictionError) -> SpringConstants {
    let stiff = try one(
      of: stiffness, in: values, usual: "delta=10.93", what: "how strong the spring is")
    let damped = try one(of: damping, in: values, usual: nil, what: "how it is damped")
    let strength = stiff.flatMap { values[$0] } ?? 0
    let mass = values["mass"] ?? 1
    guard values["mass"] == nil || stiff == "stiffness" else {
      throw PredictionError("mass counts beside a stiffness only.")
    }
    if isCritical, let damped {
      throw PredictionError(
        "A bounce is critically damped: \(damped) is for the law spring. Leave it out, or predict spring."
      )
    }
    let constants: SpringConstants
    switch (damped, damped.flatMap { values[$0] } ?? 1) {
    case ("kappa", let kappa):
      let omega = angularFrequency(stiff, strength, mass)
      constants = SpringConstants(
        decayRate: stiff == "delta" ? strength : (omega * omega - kappa).squareRoot(), kappa: kappa)
    case ("damping", let damping):
      guard stiff == "stiffness" else {
        throw PredictionError("damping needs a stiffness beside it.")
      }
      constants = SpringConstants(mass: mass, stiffness: strength, damping: damping)
    case ("bounce", let bounce):
      guard stiff != "delta" else { throw PredictionError("bounce needs a duration beside it.") }
      constants = SpringConstants(
        duration: Self.period(stiff, strength, mass), bounce: bounce)
    case (let name, let ratio):
      if name == nil, !isCritical, stiff != "delta" {
        throw PredictionError(
          "Give how it is damped: \(LawConstants.list(damping)). Only delta alone is a critical spring.",
          missing: ["damping_ratio=1"])
      }
      switch stiff {
      case "delta":
        constants =
          name == nil
          ? SpringConstants(decayRate: strength)
          : SpringConstants(angularFrequency: strength / ratio, dampingRatio: ratio)
      case "stiffness":
        constants = SpringConstants(stiffness: strength, dampingRatio: ratio, mass: mass)
      default:
        constants = SpringConstants(
          angularFrequency: angularFrequency(stiff, strength, mass), dampingRatio: ratio)
      }
    }
    guard constants.settles else {
      throw PredictionError(
        "This is no spring that comes to rest: its stiffness or damping is 0 or less.")
    }
    return constants
  }

  /// omega in 1/s, from any notation of the stiffness but delta.
  private static func angularFrequency(_ name: String?, _ value: Double, _ mass: Double) -> Double {
    switch name {
    case "omega": value
    case "frequency": 2 * .pi * value
    case "stiffness": (value / mass).squareRoot()
    default: 2 * .pi / value
    }
  }

  /// 2 pi / omega in s, from any notation of the stiffness but delta.
  private static func period(_ name: String?, _ value: Double, _ mass: Double) -> Double {
    switch name {
    case "response", "duration": value
    default: 2 * .pi / angularFrequency(name, value, mass)
    }
  }
}
