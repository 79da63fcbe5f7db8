internal import CurveFitting
public import ScrollRecordings

/// The spring of any damping, fitted to each stretch of a recording beyond an edge or, without edges, to each motion
/// that comes to rest.
public enum SpringLaw: Law {
  /// Names, units and formulas.
  public static let description = LawDescription(
    key: "spring",
    formula: "y = e^(-delta t) (a cos(w t) + b sin(w t) / w), w = sqrt(kappa)",
    summary: "a spring of any damping: under-, critically and overdamped",
    parameters: [
      QuantityDescription("delta", "1/s", "decay rate", "half the damping per mass"),
      QuantityDescription(
        "kappa", "1/s^2", "ringing", "omega^2 - delta^2: 0 at critical damping, above it rings"),
      QuantityDescription("a", "pt", "displacement", "y at the first sample used"),
      QuantityDescription("b", "pt/s", "slope", "v + delta y at the first sample used"),
      QuantityDescription(
        "rest_offset", "pt", "rest offset",
        "a constant added to y: with --rest-offset, or where no edge is known"),
    ],
    derived: [
      QuantityDescription("zeta", "", "damping ratio", "delta / omega: 1 at critical damping"),
      QuantityDescription("omega", "1/s", "angular frequency", "sqrt(delta^2 + kappa)"),
      QuantityDescription(
        "frequency", "Hz", "frequency", "omega / 2 pi, that of an attachment behavior"),
      QuantityDescription("response", "s", "response", "2 pi / omega, that of a SwiftUI spring"),
      QuantityDescription("stiffness_per_mass", "1/s^2", "stiffness / mass", "omega^2"),
      QuantityDescription("damping_per_mass", "1/s", "damping / mass", "2 delta"),
      QuantityDescription(
        "pole_1", "1/s", "slower pole", "-delta + sqrt(-kappa); -delta where it rings"),
      QuantityDescription(
        "pole_2", "1/s", "faster pole", "-delta - sqrt(-kappa); -delta where it rings"),
      QuantityDescription(
        "pole_imaginary", "1/s", "poles, imaginary",
        "sqrt(kappa), of both signs; 0 where it does not ring"),
      QuantityDescription(
        "phi", "s", "phase", "time from the edge to the first sample used"),
      QuantityDescription(
        "edge_velocity", "pt/s", "speed at the edge", "v at t = -phi"),
      QuantityDescription(
        "max_overscroll", "pt", "furthest point", "the largest |y| from the first sample on"),
      QuantityDescription(
        "time_to_max", "s", "time to furthest", "from the first sample used"),
      QuantityDescription(
        "settle_time", "s", "settle time",
        "from the first sample used until |y| stays below epsilon"),
      QuantityDescription(
        "ring_count", "", "turns seen",
        "how often it turns back with |y| of the settle threshold or more"),
    ], nonlinear: "kappa", fixable: ["delta", "kappa", "zeta=1"], startCount: 4,
    shared: [SharedConstant("omega"), SharedConstant("zeta")],
    headline: ["zeta", "stiffness_per_mass", "damping_per_mass", "response"],
    consequences: ["max_overscroll", "time_to_max", "settle_time"],
    timed: ["delta", "kappa", "a", "b", "zeta", "omega"],
    predicts: ["delta", "kappa", "a", "b"])

  /// True.
  public static var readsOverscroll: Bool { true }

  /// delta above 0, and any kappa.
  public static func fixed(_ name: String, _ value: Double) -> (key: String, value: Double)? {
    switch name {
    case "delta" where value > 0, "kappa": (name, value)
    case "zeta" where value == 1: ("kappa", 0)
    default: nil
    }
  }

  /// Fits each stretch beyond an edge, including its later swings across the edge, or each motion between rests.
  public static func fit(
    _ trace: Trace, axis: Axis, options: FitOptions, facts: SamplingFacts?
  ) throws(FitFailure) -> [Fit] {
    try trace.refuseTable(
      asSamplesOf: "a recording",
      help: "fit a table with 'scrollfit bounce FILE'")
    let channel = try trace.overscrollOrOffset(along: axis)
    let (signal, trace) = try SampledChannel.held(moving: channel, of: trace, beside: facts)
    let parts = try SpringPart.find(signal, trace: trace, options: options)
    return try Fit.each(parts, of: ("motion", "motions")) { part throws(FitFailure) in
      try SpringFit(part, signal: signal, options: options).fit
    }
  }
}

extension SpringLaw: ResolvableLaw {
  typealias Solver = SearchedSolver<SpringCoordinates>

  /// omega and zeta together give delta and kappa; the solver cannot fix only one of them.
  static func held(_ constants: [String: Double]) -> [String: Double] {
    var held = constants.filter { ["delta", "kappa"].contains($0.key) }
    if let omega = constants["omega"], let zeta = constants["zeta"] {
      held["delta"] = zeta * omega
      // (1 - zeta)(1 + zeta): half the digits vanish next to critical damping otherwise.
      held["kappa"] = omega * omega * (1 - zeta) * (1 + zeta)
    }
    return held
  }
}
