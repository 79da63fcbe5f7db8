internal import CurveFitting
internal import RealModule
internal import ScrollPhysics
internal import ScrollRecordings

/// A table with one row per fling: distance over speed at release is a line.
///
/// D = (|v| - v_stop) g(k) with g = 1 / k, or d / (1000 (1 - d)) in the discrete form. The slope gives k, and the
/// zero of D gives the stopping speed.
enum FlingTable {
  /// The line of distance over speed.
  struct Line: LineCoordinates {
    /// k in 1/s.
    var rate: Double
    /// v_stop in pt/s.
    var stop: Double
    var form: Deceleration.Form
    var free: FreeParameters

    init?(_ observations: Observations, options: FitOptions) {
      form = options.form
      free = FreeParameters(["k", "stop_velocity"], held: options.fixed)
      rate = options.fixed["k"] ?? 1
      stop = options.fixed["stop_velocity"] ?? 0
      let slope = free[0] ? nil : reach
      var shifted = observations
      // With a fixed stopping speed the line passes through D = 0 at that speed.
      if !free[1] { shifted.abscissae = observations.abscissae.map { $0 - stop } }
      guard
        let line = StraightLine(shifted, slope: slope, intercept: free[1] ? nil : 0),
        line.slope > 0
      else { return nil }
      if free[0] {
        rate =
          form == .continuous
          ? 1 / line.slope : 1000 * Double.log(onePlus: 1 / (1000 * line.slope))
      }
      if free[1] { stop = -line.intercept / line.slope }
    }

    /// g(k).
    var reach: Double {
      form == .continuous ? 1 / rate : 1 / (1000 * Double.expMinusOne(rate / 1000))
    }

    var allKeys: [String] { ["k", "stop_velocity"] }
    var parameters: ParameterVector {
      get { ParameterVector(rate, stop) }
      set { (rate, stop) = (newValue[0], newValue[1]) }
    }
    var sizes: ParameterVector { ParameterVector(rate, max(stop.magnitude, 10)) }
    var isValid: Bool { rate > 0 && rate.isFinite && stop.isFinite }

    func value(at speed: Double) -> Double { (speed - stop) * reach }
    func speed(at speed: Double) -> Double { reach }

    func jacobianRow(at speed: Double) -> ParameterVector {
      let slope = form == .continuous ? -reach * reach : -reach * reach * Double.exp(rate / 1000)
      return free.packed(ParameterVector((speed - stop) * slope, -reach))
    }
  }

  /// Fits the rows of a table in the requested form, or in the better form if none is requested.
  static func fit(_ trace: Trace, options: FitOptions) throws(FitFailure) -> Fit {
    try FormComparison.best(options) { options throws(FitFailure) in
      try one(trace, options: options)
    }
  }

  private static func one(_ trace: Trace, options: FitOptions) throws(FitFailure) -> Fit {
    if let key = ["v0", "x0", "coulomb"].first(where: { options.fixed[$0] != nil }) {
      throw FitFailure(
        .isTable, "a table of flings has no \(key) to hold", help: "--fix k=, d= or stop= instead")
    }
    guard !options.coulomb else {
      throw FitFailure(
        .isTable, "a constant friction is not fitted to a table",
        help: "leave out --coulomb, or fit a recording")
    }
    let segment = try GestureTable.segment(trace, .velocity, .distance, roundings: 2)
    let free = ["k", "stop_velocity"].count { options.fixed[$0] == nil }
    var work = try SegmentFit(
      segment, used: segment.values.indices, law: DecelerationLaw.description, parameters: free,
      edge: nil, options: options,
      hint: "add rows, at speeds as different as possible, or --fix d=0.998")
    work.fit.formula =
      options.form == .continuous
      ? "distance = (velocity - stop) / k"
      : "distance = (velocity - stop) d / (1000 (1 - d)), d = e^(-k / 1000)"
    work.fit.form = options.form.rawValue
    var solution = try work.solve(by: LineSolver<Line>.self, help: "distance must grow with speed")
    try work.describe(&solution, quantities: try quantities(solution.coordinates, trace, segment))
    work.fit.warnings += warnings(work.fit, segment)
    work.fit.warnings += FitWarnings.residuals(
      work.fit, robustScale: solution.robustScale, options: options,
      words: FitWarnings.LawTerminology(
        DecelerationLaw.description, motion: "table", curve: "line",
        plausible: 0.7...30, plausibleText: "k from 0.7 to 30 1/s",
        implausibleRemedy: "check the units of the columns: velocity_pt_per_ms or _pt_per_s"))
    return work.fit
  }

  private static func quantities(
    _ line: Line, _ trace: Trace, _ segment: Segment
  ) throws(FitFailure) -> FitQuantities {
    var derived = [
      line.quantity("deceleration_rate", "per ms", isFree: line.free[0]) {
        DecelerationRate(perSecond: $0.rate).perMillisecond
      },
      line.quantity("time_constant", "s", isFree: line.free[0]) { 1 / $0.rate },
      line.quantity("half_life", "s", isFree: line.free[0]) {
        DecelerationRate(perSecond: $0.rate).halfLife
      },
    ]
    if let durations = try GestureTable.durations(trace, segment), let speeds = segment.abscissae {
      derived.append(
        GestureTable.mean(
          "stop_velocity_by_duration", "pt/s", of: line, rows: durations.count
        ) { line, row in speeds[row] * Double.exp(-line.rate * durations[row]) })
    }
    return FitQuantities(
      parameters: [
        line.quantity("k", "1/s", isFree: line.free[0]) { $0.rate },
        line.quantity("stop_velocity", "pt/s", isFree: line.free[1]) { $0.stop },
      ], derived: derived, nonlinear: "k")
  }

  private static func warnings(_ fit: Fit, _ segment: Segment) -> [Warning] {
    guard let speeds = segment.abscissae,
      let correlation = fit.correlations.first?.value, correlation.magnitude > 0.95
    else { return [] }
    let low = Printed.significant(speeds.first ?? 0)
    let high = Printed.significant(speeds.last ?? 0)
    return [Warning](
      .narrowSpread,
      "speeds from \(low) to \(high) pt/s hardly distinguish k from the stopping speed (correlation \(Printed.short(correlation, digits: 6)))",
      remedy: "add flings of other speeds, or hold one with --fix d=0.998 or --fix stop=10")
  }
}
