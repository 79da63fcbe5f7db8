internal import CurveFitting
public import ScrollRecordings

/// A free fall under gravity, fitted to every fall of a recording.
public enum GravityLaw: Law {
  /// Names, units and formulas.
  public static let description = LawDescription(
    key: "gravity",
    formula: "y = y0 + v0 t + g t^2 / 2",
    summary: "a dropped or thrown item falls, faster and faster",
    parameters: [
      QuantityDescription(
        "g", "pt/s^2", "gravity", "by how much the velocity grows a second, with its sign"),
      QuantityDescription("v0", "pt/s", "velocity", "at the first sample used, with its sign"),
      QuantityDescription("y0", "pt", "offset", "at the first sample used"),
    ],
    derived: [
      QuantityDescription(
        "gravity_magnitude", "", "gravity magnitude",
        "|g| / 1000, as UIGravityBehavior has it"),
      QuantityDescription(
        "fall_time", "s", "fall time",
        "from the release or the turning point, else the first sample used, to the landing, else the last sample used"
      ),
      QuantityDescription(
        "fall_distance", "pt", "fall distance", "along g, between these two moments"),
      QuantityDescription(
        "landing_velocity", "pt/s", "velocity at the end",
        "v0 + g t at the landing, else at the last sample used"),
      QuantityDescription(
        "turning_time", "s", "turning time",
        "-v0 / g from the first sample used, of an item thrown against g"),
      QuantityDescription(
        "turning_point", "pt", "turning point", "y0 - v0^2 / (2 g), the offset there"),
    ],
    nonlinear: "g", fixable: ["g", "v0", "y0"], startCount: 3,
    shared: [SharedConstant("g")],
    headline: ["g", "v0"],
    consequences: ["fall_distance", "fall_time", "landing_velocity"],
    timed: ["g", "v0", "y0"],
    predicts: ["g"])

  /// Parameters that can be fixed: g other than 0, any v0 and y0.
  public static func fixed(_ name: String, _ value: Double) -> (key: String, value: Double)? {
    switch name {
    case "g" where value != 0: ("g", value)
    case "v0", "y0": (name, value)
    default: nil
    }
  }

  /// Fits each fall.
  public static func fit(
    _ trace: Trace, axis: Axis, options: FitOptions, facts: SamplingFacts?
  ) throws(FitFailure) -> [Fit] {
    let signal = try SampledChannel.offset(
      of: trace, axis: axis, beside: facts, of: "a fall")
    return try Fit.each(FreeFallSegment.find(signal), of: ("fall", "falls")) {
      fall throws(FitFailure) in
      try GravityFit(fall, signal: signal, options: options).work.fit
    }
  }
}

extension GravityLaw: ResolvableLaw {
  typealias Solver = SearchedSolver<GravityCoordinates>
}
