internal import CurveFitting
internal import ScrollPhysics
public import ScrollRecordings

/// The glide after a release, fitted to each glide of a recording, or to a table of flings.
public enum DecelerationLaw: Law {
  /// Names, units and formulas.
  public static let description = LawDescription(
    key: "decelerate",
    formula: "x = x0 + v0 (1 - e^(-k t)) / k",
    summary: "after its release the content glides against viscous drag",
    parameters: [
      QuantityDescription("k", "1/s", "decay rate", "v' = -k v: the velocity falls to 37 % in 1/k"),
      QuantityDescription(
        "v0", "pt/s", "velocity", "at the first sample used, with its sign"),
      QuantityDescription("x0", "pt", "offset", "at the first sample used"),
      QuantityDescription(
        "coulomb", "pt/s^2", "constant friction",
        "c of v' = -k v - c sign(v), with --coulomb"),
    ],
    derived: [
      QuantityDescription(
        "deceleration_rate", "per ms", "decelerationRate",
        "d = e^(-k / 1000), the factor of the velocity per millisecond"),
      QuantityDescription("time_constant", "s", "time constant", "1 / k"),
      QuantityDescription("half_life", "s", "half-life", "ln 2 / k"),
      QuantityDescription(
        "limit_offset", "pt", "limit offset", "x0 + v0 / k, where the law alone ends"),
      QuantityDescription(
        "rest_offset", "pt", "rest offset", "where the content comes to rest"),
      QuantityDescription(
        "distance", "pt", "distance", "from x0 to the rest offset, (|v0| - v_stop) / k"),
      QuantityDescription(
        "duration", "s", "duration",
        "ln(|v0| / v_stop) / k, or ln(|v0| / (k epsilon)) / k without a stop"),
      QuantityDescription(
        "end_velocity", "pt/s", "speed at the end", "|v0| e^(-k t) at the last sample"),
      QuantityDescription(
        "stop_velocity", "pt/s", "stopping speed",
        "k (X - rest), the speed that the law has where the content was seen to rest"),
      QuantityDescription(
        "stop_velocity_by_duration", "pt/s", "stop by duration",
        "the mean of |v0| e^(-k T) over the rows of a table with durations"),
    ],
    nonlinear: "k", fixable: ["k (or d)", "v0", "x0", "coulomb", "stop"], startCount: 3,
    shared: [
      SharedConstant("k"), SharedConstant("stop_velocity", tolerance: 0.1, isIncidental: true),
    ],
    headline: ["k", "deceleration_rate", "v0", "coulomb"],
    consequences: ["distance", "duration", "limit_offset"],
    timed: ["k", "v0", "x0", "limit_offset", "distance", "duration"],
    predicts: ["k", "v0", "x0", PredictionInput("stop_velocity", as: "stop"), "coulomb"])

  /// Velocity, distance and duration of each fling.
  public static var tableColumns: [Role] { [.velocity, .distance, .duration] }

  /// The formula for the options' form, with friction if it is fitted.
  static func formula(_ options: FitOptions) -> String {
    if options.form == .discrete {
      return "x = x0 + (v0 / 1000) d (1 - d^n) / (1 - d), n whole ms, d = e^(-k / 1000)"
    }
    guard options.coulomb else { return description.formula }
    return "x = x0 + (v0 + s c/k) (1 - e^(-k t)) / k - s c t / k, s = sign v0, c = coulomb"
  }

  /// `d`, the factor per millisecond, is another form of k; in a table `stop` is a parameter.
  public static func fixed(_ name: String, _ value: Double) -> (key: String, value: Double)? {
    switch name {
    case "d" where value > 0 && value < 1:
      ("k", DecelerationRate(perMillisecond: value).perSecond)
    case "k" where value > 0: ("k", value)
    case "v0" where value != 0: ("v0", value)
    case "x0": ("x0", value)
    case "coulomb" where value >= 0: ("coulomb", value)
    case "stop" where value >= 0: ("stop_velocity", value)
    default: nil
    }
  }

  /// Fits each glide, or the rows of a table.
  public static func fit(
    _ trace: Trace, axis: Axis, options: FitOptions, facts: SamplingFacts?
  ) throws(FitFailure) -> [Fit] {
    if trace.isTable { return [try FlingTable.fit(trace, options: options)] }
    return try fit(trace, axis: axis, options: options, facts: facts, as: .deceleration)
  }

  static func fit(
    _ trace: Trace, axis: Axis, options: FitOptions, facts: SamplingFacts?, as viscous: ViscousLaw
  ) throws(FitFailure) -> [Fit] {
    let channel = try trace.offset(along: axis)
    let (signal, trace) = try SampledChannel.held(moving: channel, of: trace, beside: facts)
    let glides = try DecelerationSegment.find(signal, trace: trace, options: options)
    let fits = try Fit.each(glides, of: ("glide", "glides")) { glide throws(FitFailure) in
      try DecelerationFit.best(glide, signal: signal, options: options, as: viscous)
    }
    return withoutDrags(fits)
  }

  /// Removes fits of parts that end too fast for a glide and do not follow the law, if other fits remain: they may be a
  /// finger that slows down and holds still.
  private static func withoutDrags(_ fits: [Fit]) -> [Fit] {
    guard fits.count > 1 else { return fits }
    func isDrag(_ fit: Fit) -> Bool {
      let codes = Set(fit.warnings.map(\.code))
      let isNoGlide = !codes.isDisjoint(with: [.interrupted, .tooFewSamples, .implausible])
      return !fit.search.converged || (codes.contains(.lawRejected) && isNoGlide)
    }
    var kept = fits.filter { !isDrag($0) }
    guard !kept.isEmpty, kept.count < fits.count else { return fits }
    // What the first fit says of parts without a fit is said by the first that is kept.
    if isDrag(fits[0]) {
      kept[0].warnings += fits[0].warnings.filter { $0.code == .stretchNotFitted }
    }
    let count = fits.count - kept.count
    let places = fits.filter(isDrag).compactMap(\.window).map {
      "\(Printed.short($0.lowerBound, digits: 2)) .. \(Printed.short($0.upperBound, digits: 2)) s"
    }
    kept[0].warnings.warn(
      .stretchNotFitted,
      "\(count) other part\(count == 1 ? " slows" : "s slow") down but follow\(count == 1 ? "s" : "") no deceleration, as a finger does (\(places.prefix(3).joined(separator: ", ")))",
      remedy: "none needed; --from and --to choose a part")
    return kept
  }
}

extension DecelerationLaw: ResolvableLaw {
  typealias Solver = DecelerationSolver
}
