/// The laws that a motion is compared with.
public enum CandidateLaw: String, Sendable, Hashable, CaseIterable {
  // Slowing down.
  case exponential
  case exponentialCoulomb = "exponential-coulomb"
  case constantDeceleration = "constant-deceleration"
  case androidPowerLaw = "android-power-law"
  case powerLaw = "power-law"
  case perFrame = "per-frame"
  // Returning to a place of rest.
  case criticalFromEdge = "critical-from-edge"
  case criticalFromRest = "critical-from-rest"
  case critical
  case spring
  case framewise
  case easedSine = "eased-sine"
  case easedCubic = "eased-cubic"
  case easedQuartic = "eased-quartic"
  case easedQuintic = "eased-quintic"
  case easedCircular = "eased-circular"
  case easedExponential = "eased-exponential"
  case easedIScroll = "eased-iscroll"
  // Free items.
  case gravity
  case collision

  /// What people call it.
  public var name: String {
    switch self {
    case .exponential: "viscous (exponential)"
    case .exponentialCoulomb: "viscous, constant friction"
    case .constantDeceleration: "constant deceleration"
    case .androidPowerLaw: "Android's power law"
    case .powerLaw: "power law"
    case .perFrame: "factor per recorded frame"
    case .criticalFromEdge: "critical, from the edge"
    case .criticalFromRest: "critical, from rest"
    case .critical: "critical, free start"
    case .spring: "spring of any damping"
    case .framewise: "two rules per frame"
    case .easedSine: "eased, sine"
    case .easedCubic: "eased, cubic"
    case .easedQuartic: "eased, quartic"
    case .easedQuintic: "eased, quintic"
    case .easedCircular: "eased, circular"
    case .easedExponential: "eased, exponential"
    case .easedIScroll: "eased, iScroll's curve"
    case .gravity: "free fall"
    case .collision: "fall and rebounds"
    }
  }

  /// The formula, as plain text.
  public var formula: String {
    switch self {
    case .exponential: "x = x0 + v0 (1 - e^(-k t)) / k"
    case .exponentialCoulomb: "v' = -k v - c sign(v)"
    case .constantDeceleration: "x = x0 + v0 t - a t^2 / 2 until v = 0"
    case .androidPowerLaw: "v = v0 (1 - t/T)^(p-1), p = ln 0.78 / ln 0.9"
    case .powerLaw: "v = v0 (1 - t/T)^(p-1)"
    case .perFrame: "v <- f v at each recorded frame, whatever its time"
    case .criticalFromEdge: "y = C t e^(-delta t) from the first sample"
    case .criticalFromRest: "y = a (1 + delta t) e^(-delta t)"
    case .critical: "y = (a + b t) e^(-delta t)"
    case .spring: "y = e^(-delta t) (a c(t) + b s(t))"
    case .framewise: "out: w <- f w - a s, back: w <- -b s, per frame"
    case .easedSine: "y = s0 (1 - sin(pi u / 2)), u = (t - t0)/T"
    case .easedCubic: "y = s0 (1 - u)^3, u = (t - t0)/T"
    case .easedQuartic: "y = s0 (1 - u)^4, u = (t - t0)/T"
    case .easedQuintic: "y = s0 (1 - u)^5, u = (t - t0)/T"
    case .easedCircular: "y = s0 (1 - sqrt(1 - (1 - u)^2)), u = (t - t0)/T"
    case .easedExponential: "y = s0 2^(-10 t/T)"
    case .easedIScroll: "y = s0 (1 - bezier(0.1, 0.57, 0.1, 1)(u)), u = (t - t0)/T"
    case .gravity: "y = y0 + v0 t + g t^2 / 2"
    case .collision: "free falls, each speed after a contact e times that before"
    }
  }

  /// The command that fits it in full; nil for a law that only `identify` knows.
  public var command: String? {
    switch self {
    case .exponential: "decelerate"
    case .exponentialCoulomb: "decelerate --coulomb"
    case .critical, .criticalFromEdge, .criticalFromRest: "bounce"
    case .spring: "spring"
    case .gravity: "gravity"
    case .collision: "collision"
    default: nil
    }
  }

  /// The laws of which it is a special case, by one parameter held at a value.
  public var generalisations: [CandidateLaw] {
    switch self {
    // x = X + A e^(-k t) is a critically damped return with b = 0, to a place of rest that is not known, and a
    // power law with p and T beyond all bounds.
    case .exponential: [.exponentialCoulomb, .critical, .powerLaw]
    // A viscous return to an edge: the place of rest held, and b = 0.
    case .easedExponential: [.exponential, .critical]
    case .constantDeceleration: [.exponentialCoulomb, .powerLaw]
    case .androidPowerLaw, .easedCubic, .easedQuartic, .easedQuintic: [.powerLaw]
    case .criticalFromEdge, .criticalFromRest: [.critical]
    case .critical: [.spring]
    case .gravity: [.collision]
    default: []
    }
  }

  /// Whether a law is a special case of another, in one or several steps.
  public func isSpecialCase(of other: CandidateLaw) -> Bool {
    generalisations.contains { $0 == other || $0.isSpecialCase(of: other) }
  }
}
