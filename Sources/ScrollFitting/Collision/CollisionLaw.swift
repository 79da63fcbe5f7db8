internal import CurveFitting
public import ScrollRecordings

/// Falls and rebounds of an item on a floor with one elasticity, fitted together.
public enum CollisionLaw: Law {
  /// Names, units and formulas.
  public static let description = LawDescription(
    key: "collision",
    formula: "y = floor - e^n v1 s + g s^2 / 2, s the time since contact n",
    summary: "a falling item rebounds from a floor with e times its speed",
    parameters: [
      QuantityDescription(
        "e", "", "elasticity", "speed after a contact over speed before it"),
      QuantityDescription(
        "g", "pt/s^2", "gravity", "by how much the velocity grows a second, with its sign"),
      QuantityDescription("floor", "pt", "floor", "the offset at the contacts"),
      QuantityDescription("t1", "s", "first contact", "from the first sample used"),
      QuantityDescription("v1", "pt/s", "velocity there", "before the first contact"),
    ],
    derived: [
      QuantityDescription(
        "gravity_magnitude", "", "gravity magnitude",
        "|g| / 1000, as UIGravityBehavior has it"),
      QuantityDescription(
        "drop_height", "pt", "drop height", "v1^2 / (2 |g|), above the floor"),
      QuantityDescription(
        "rest_time", "s", "time of rest",
        "t1 + 2 v1 e / (g (1 - e)), when it has rebounded infinitely often"),
      QuantityDescription(
        "contact_time_N", "s", "contact N",
        "t1 + (2 v1 / g) (e + ... + e^(N-1)), from the first sample used"),
      QuantityDescription(
        "flight_time_N", "s", "flight time N", "2 v1 e^N / g, after contact N"),
      QuantityDescription(
        "rebound_height_N", "pt", "rebound height N", "v1^2 e^(2 N) / (2 |g|), after contact N"),
      QuantityDescription(
        "e_by_heights", "", "e by heights",
        "from sqrt(h'/h) of the turning points of a parabola through each flight alone"),
      QuantityDescription(
        "e_by_speeds", "", "e by speeds", "from w'/w of their speeds at the floor"),
      QuantityDescription(
        "e_by_times", "", "e by flight times", "from T'/T of the times they are above the floor"),
    ],
    nonlinear: "e", fixable: ["e", "g", "floor", "t1", "v1"], startCount: 5,
    shared: [SharedConstant("e"), SharedConstant("g")],
    headline: ["e", "g"],
    consequences: ["drop_height", "rest_time"],
    timed: ["e", "g", "floor", "t1", "v1"],
    predicts: ["e", "g", "v1"])

  /// Parameters that can be fixed: e above 0 and below 2, g and v1 other than 0, any floor and t1.
  public static func fixed(_ name: String, _ value: Double) -> (key: String, value: Double)? {
    switch name {
    case "e" where value > 0 && value < 2: ("e", value)
    case "g" where value != 0, "v1" where value != 0: (name, value)
    case "floor", "t1": (name, value)
    default: nil
    }
  }

  /// Fits each fall that ends with a rebound, together with all rebounds after it.
  public static func fit(
    _ trace: Trace, axis: Axis, options: FitOptions, facts: SamplingFacts?
  ) throws(FitFailure) -> [Fit] {
    let signal = try SampledChannel.offset(
      of: trace, axis: axis, beside: facts, of: "rebounds")
    return try Fit.each(Rebounds.find(signal), of: ("rebound", "rebounds")) {
      rebounds throws(FitFailure) in
      try CollisionFit(rebounds, signal: signal, options: options).work.fit
    }
  }
}

extension CollisionLaw: ResolvableLaw {
  typealias Solver = CollisionSolver
}
