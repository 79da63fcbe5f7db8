internal import CurveFitting
public import ScrollRecordings

/// The critically damped bounce at an edge, fitted to each stretch of a recording beyond an edge.
public enum BounceLaw: Law {
  /// Names, units and formulas.
  public static let description = LawDescription(
    key: "bounce",
    formula: "y = C (t + phi) e^(-delta (t + phi))",
    summary: "a critically damped spring pulls the content back to its edge",
    parameters: [
      QuantityDescription("C", "pt/s", "speed at the edge", "slope of y at t = -phi"),
      QuantityDescription("delta", "1/s", "decay rate", "half the damping per mass"),
      QuantityDescription(
        "phi", "s", "phase", "time from the edge to the first sample used"),
      QuantityDescription(
        "rest_offset", "pt", "rest offset", "a constant added to y, with --rest-offset"),
    ],
    derived: [
      QuantityDescription(
        "edge_velocity", "pt/s", "speed at the edge", "C, the speed of the crossing at t = -phi"),
      QuantityDescription(
        "max_overscroll", "pt", "furthest overscroll",
        "C / (delta e), and the rest offset with --rest-offset"),
      QuantityDescription(
        "time_to_max", "s", "time to furthest", "1 / delta, from the edge"),
      QuantityDescription(
        "settle_time", "s", "settle time",
        "-W_-1(-delta epsilon / C) / delta, from the edge until y stays below epsilon"),
      QuantityDescription(
        "stiffness_per_mass", "1/s^2", "stiffness / mass", "delta^2"),
      QuantityDescription(
        "damping_per_mass", "1/s", "damping / mass", "2 delta"),
      QuantityDescription(
        "settle_threshold", "pt", "settle threshold",
        "the mean of v T e^(-delta T) over the rows of a table with durations"),
    ], nonlinear: "delta", fixable: ["C", "delta", "phi"], startCount: 3,
    shared: [
      SharedConstant("delta"),
      SharedConstant("settle_threshold", tolerance: 0.1, isIncidental: true),
    ],
    headline: ["C", "delta", "phi", "rest_offset"],
    consequences: ["max_overscroll", "time_to_max", "settle_time"],
    timed: ["C", "delta", "phi", "time_to_max"],
    predicts: ["C", "delta"])

  /// Speed at the edge and furthest overscroll of each bounce.
  public static var tableColumns: [Role] { [.edgeVelocity, .maxOverscroll] }

  /// True.
  public static var readsOverscroll: Bool { true }

  /// C, delta and phi; C must not be 0, delta must be above 0.
  public static func fixed(_ name: String, _ value: Double) -> (key: String, value: Double)? {
    switch name {
    case "C" where value != 0, "delta" where value > 0, "phi": (name, value)
    default: nil
    }
  }

  /// Fits each stretch beyond an edge.
  public static func fit(
    _ trace: Trace, axis: Axis, options: FitOptions, facts: SamplingFacts?
  ) throws(FitFailure) -> [Fit] {
    if trace.isTable { return [try BounceTable.fit(trace, options: options)] }
    let channel = try trace.overscrollOrOffset(along: axis)
    let (signal, trace) = try SampledChannel.held(moving: channel, of: trace, beside: facts)
    let stretches = try ExcursionDetector.find(signal, trace: trace, options: options)
    let fits = try Fit.each(
      stretches, of: ("stretch beyond an edge", "stretches beyond an edge")
    ) { stretch throws(FitFailure) in
      try BounceFit(stretch, signal: signal, options: options).fit
    }
    return withReturns(fits, of: trace, axis: axis, options: options)
  }
}

extension BounceLaw: ResolvableLaw {
  typealias Solver = BounceSolver
}
