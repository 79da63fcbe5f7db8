internal import RealModule

extension Engine.Glide {
  /// Its formula with its constants, in one line of plain text.
  public var formula: String {
    let law: String
    switch self {
    case .exponential(let rate, _): law = "v = v0 e^(-k t), k = \(rounded(rate.perSecond)) /s"
    case .discrete(let rate):
      law = "v = v0 d^n each ms, added up, d = \(rounded(rate.perMillisecond))"
    case .perFrame(let factor, let first, let frame, _):
      law =
        "way of a frame times \(rounded(factor)) each 1/\(rounded(1 / frame)) s, "
        + (first ? "before it moves" : "after it moves")
    case .projected(let power, let time, _):
      law = "x = x0 + \(rounded(power)) v0 (1 - e^(-t / \(rounded(time)) s))"
    case .superposed(let rate, let value, _):
      law = "v = v0 e^(-k t) - \(rounded(value)) t, k = \(rounded(rate.perSecond)) /s"
    case .coulomb(let rate, let value, _):
      law = "v' = -k v - \(rounded(value)), k = \(rounded(rate.perSecond)) /s"
    case .curve(let curve):
      law =
        "x = a e^(-g t) - b t - a from the speed of the release on, a = \(rounded(curve.alpha)), "
        + "b = \(rounded(curve.beta)), g = \(rounded(curve.gamma)) /s"
    case .constant(let value, _): law = "v = v0 - \(rounded(value)) t"
    case .eased(let value, let maximum, let easing):
      law =
        "x = x0 + D ease(t / T), D = v0^2 / \(rounded(2 * value)), T = v0 / \(rounded(value))"
        + (maximum.map { " but at most \(rounded($0)) s" } ?? "") + ", ease \(easing.formula)"
    case .powerLaw(let friction):
      law =
        "v = v0 (1 - t/T)^(p-1), p = \(rounded(FlingFriction.exponent)), "
        + "T = p i (v0 / \(rounded(friction.referenceSpeed)))^(1/(p-1)) s, "
        + "i = \(rounded(FlingFriction.inflexion))"
    case .spline(let friction):
      law =
        "x = x0 + D S(t / T), S Android's spline, T = (v0 / \(rounded(friction.referenceSpeed)))^(1/(p-1)) s, "
        + "D = \(rounded(friction.value * FlingFriction.physicalCoefficient)) T^p, p = \(rounded(FlingFriction.exponent))"
    case .stepped(let rate, _):
      law = "each frame: v = v - r v dt, then x = x + v dt, r = \(rounded(rate.perSecond)) /s"
    case .growingFriction(let growth, _):
      law = "each frame: v = v e^(-c t), then x = x + v dt, c = \(rounded(growth)) /s"
    case .bezier:
      law =
        "x = x0 + D B(t / T), D = v0^2 / \(rounded(BezierFling.doubleDeceleration)), "
        + "T = v0 / \(rounded(BezierFling.speedPerSecond)) but at most \(rounded(BezierFling.longest)) s, "
        + "B = cubic-bezier(0.2, 0.2 v0 T / D, 0.55, 1)"
    case .momentum(let rate, let reference, let exponent):
      law =
        "v' = -k0 v / (1 + (v / \(rounded(reference)))^p), k0 = \(rounded(rate)) /s, "
        + "p = \(rounded(exponent))"
    }
    return ending.map { "\(law); \($0.formula)" } ?? law
  }
}

extension Engine.Edge {
  /// Its formula with its constants, in one line of plain text.
  public var formula: String {
    let law: String
    switch self {
    case .spring(let constants, _):
      law =
        "y'' + 2 delta y' + omega^2 y = 0, delta = \(rounded(constants.decayRate)) /s, "
        + "omega^2 = \(rounded(constants.stiffnessPerMass)) /s^2, zeta = "
        + rounded(constants.dampingRatio)
    case .smoothDamp(let time):
      law =
        "nearly y'' + 2 delta y' + delta^2 y = 0 per frame, delta = 2 / \(rounded(time)) s"
    case .elastic(let constants, _):
      law =
        "y = (s0 + \(rounded(constants.amplitude)) v0 t) e^(-\(rounded(constants.decayRate)) t)"
    case .framewise(let constants):
      let aim = constants.overshoot == 0 ? "y" : "(y + \(rounded(constants.overshoot)))"
      law =
        "each 1/\(rounded(1 / constants.frameDuration)) s: out w = "
        + "\(rounded(constants.friction)) w - \(rounded(constants.outward)) y, back w = "
        + "-\(rounded(constants.inward)) \(aim)"
    case .stepped(let constants):
      law =
        "each frame: v = v - \(rounded(constants.friction)) v dt - \(rounded(constants.damping)) v - "
        + "\(rounded(constants.spring)) s, then s = s + v dt / (1 + s / \(rounded(constants.roundness)) pt)"
    case .eased(let easing, let duration):
      law = "y = s0 (1 - ease(t / \(rounded(duration)) s)), ease \(easing.formula)"
    case .clamped: law = "y = 0"
    }
    return settles.map { "\(law); at rest below \($0.text)" } ?? law
  }
}

extension Engine.Animation {
  /// Its formula with its constants, in one line of plain text.
  public var formula: String {
    let time: String
    switch duration {
    case .fixed(let value): time = "T = \(rounded(value)) s"
    case .root(let coefficient, let maximum):
      time = "T = \(rounded(coefficient)) sqrt(D) s but at most \(rounded(maximum)) s"
    case .between(let low, let high): time = "T from \(rounded(low)) to \(rounded(high)) s"
    }
    return "x = x0 + D ease(t / T), \(time), ease \(easing.formula)"
  }
}

extension Engine.Drag {
  /// Its formula with its constants, in one line of plain text.
  public var formula: String {
    switch self {
    case .hyperbolic(let c): "s = d c x / (c x + d), c = \(rounded(c))"
    case .proportional(let c): "s = c x, c = \(rounded(c))"
    case .tapered(let c): "ds/dx = c (1 - s/d), c = \(rounded(c))"
    case .quadratic(let c, let p, let q):
      "ds/dx = \(rounded(c)) - \(rounded(p)) s - \(rounded(q)) s^2"
    }
  }
}

extension Engine.Ending {
  var formula: String {
    switch self {
    case .speed(let threshold): "ends below \(threshold.text)/s"
    case .distance(let threshold): "ends within \(threshold.text) of its limit"
    case .frame(let threshold): "ends where a frame moves less than \(threshold.text)"
    }
  }
}

extension Engine.Threshold {
  var text: String {
    switch self {
    case .points(let value): "\(rounded(value)) pt"
    case .pixels(let value): "\(rounded(value)) px of the screen"
    }
  }
}

extension Easing {
  /// Its formula, as plain text.
  public var formula: String {
    switch self {
    case .quadratic: "u (2 - u)"
    case .cubic: "1 - (1 - u)^3"
    case .quartic: "1 - (1 - u)^4"
    case .quintic: "1 - (1 - u)^5"
    case .sine: "sin(pi u / 2)"
    case .circular: "sqrt(1 - (u - 1)^2)"
    case .exponential: "1 - 2^(-10 u)"
    case .cosine: "(1 - cos(pi u)) / 2"
    case .quadraticExponential:
      "8 u^2 to u = 1/4, then 1/2 + 1.001 (1 - 2^(-10 (4 u - 1) / 3)) / 2"
    case .smootherstep: "u^3 (10 - 15 u + 6 u^2)"
    case .critical: "1 - (1 + 20 u) e^(-20 u)"
    case .viscousFluid:
      "(8 u - 1 + e^(-8 u)) / n to u = 1/8, then (1 - 0.63212 e^(1 - 8 u)) / n, n = 0.99942"
    case .androidSpline: "Android's spline"
    case .back: "1 + 2.70158 (u - 1)^3 + 1.70158 (u - 1)^2"
    case .inOut(let ease):
      "1/2 - e(1 - 2 u) / 2 to u = 1/2, then 1/2 + e(2 u - 1) / 2, e(u) = \(ease.formula)"
    case .bezier(let x1, let y1, let x2, let y2):
      "cubic-bezier(\(rounded(x1)), \(rounded(y1)), \(rounded(x2)), \(rounded(y2)))"
    }
  }
}

/// A constant to five significant digits, the shortest way, for formulas.
private func rounded(_ value: Double) -> String {
  guard value != 0, value.isFinite else { return value == 0 ? "0" : "\(value)" }
  let exponent = Double.log10(value.magnitude).rounded(.down)
  // By a power of ten that is a whole number: the quotient is then the double nearest to the digits.
  let power = Double.pow(10, Int((4 - exponent).magnitude)).rounded()
  let number =
    exponent <= 4 ? (value * power).rounded() / power : (value / power).rounded() * power
  let text = "\(number)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
