internal import CurveFitting
public import ScrollRecordings

/// A free item under linear drag: the curve of a continuous deceleration without a stopping speed.
public enum ResistanceLaw: Law {
  /// Names, units and formulas.
  public static let description = LawDescription(
    key: "resistance",
    formula: "x = x0 + v0 (1 - e^(-r t)) / r",
    summary: "a free item that was pushed slows down against linear drag",
    parameters: [
      QuantityDescription("r", "1/s", "resistance", "v' = -r v: the velocity falls to 37 % in 1/r"),
      QuantityDescription("v0", "pt/s", "velocity", "at the first sample used, with its sign"),
      QuantityDescription("x0", "pt", "offset", "at the first sample used"),
    ],
    derived: [
      QuantityDescription("time_constant", "s", "time constant", "1 / r"),
      QuantityDescription("half_life", "s", "half-life", "ln 2 / r"),
      QuantityDescription(
        "limit_offset", "pt", "limit offset", "x0 + v0 / r, which it never quite reaches"),
      QuantityDescription("distance", "pt", "distance", "|v0| / r, from x0 to there"),
    ],
    nonlinear: "r", fixable: ["r", "v0", "x0"], startCount: 3,
    shared: [SharedConstant("r")],
    headline: ["r", "v0"],
    consequences: ["distance", "half_life"],
    timed: ["r", "v0", "x0", "limit_offset", "distance"],
    predicts: ["r", "v0", "x0"])

  /// Parameters that can be fixed: r above 0, v0 other than 0, any x0.
  public static func fixed(_ name: String, _ value: Double) -> (key: String, value: Double)? {
    name == "r"
      ? DecelerationLaw.fixed("k", value)
      : ["v0", "x0"].contains(name) ? DecelerationLaw.fixed(name, value) : nil
  }

  /// Fits each part that moves in one direction and slows down.
  public static func fit(
    _ trace: Trace, axis: Axis, options: FitOptions, facts: SamplingFacts?
  ) throws(FitFailure) -> [Fit] {
    try trace.refuseTable(
      asSamplesOf: "a motion",
      help: "'scrollfit decelerate FILE' fits a table of flings")
    return try DecelerationLaw.fit(
      trace, axis: axis, options: options, facts: facts, as: .resistance)
  }
}

extension ResistanceLaw: ResolvableLaw {
  typealias Solver = DecelerationSolver

  static func solved(_ observations: Observations, options: FitOptions) -> (any CurveCoordinates)? {
    var options = options
    options.fixed["k"] = options.fixed.removeValue(forKey: "r")
    return DecelerationSolver(observations, options: options)?.coordinates
  }
}
