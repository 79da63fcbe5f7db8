internal import CurveFitting
internal import RealModule
internal import ScrollRecordings

/// A table with one row per bounce.
///
/// Maximum overscroll over speed at the edge is a line of slope 1 / (delta e). Durations T give the overscroll at
/// which the system ends the motion, v T e^(-delta T).
enum BounceTable {
  /// The line of maximum overscroll over edge speed.
  struct Line: LineCoordinates {
    /// delta in 1/s.
    var decayRate: Double
    /// A constant that is added to every peak, in pt.
    var offset: Double
    var free: FreeParameters

    init?(_ observations: Observations, options: FitOptions) {
      free = FreeParameters([options.fixed["delta"] == nil, options.restOffset])
      let held = options.fixed["delta"]
      guard
        let line = StraightLine(
          observations, slope: held.map { 1 / ($0 * Double.exp(1)) },
          intercept: free[1] ? nil : 0), line.slope > 0
      else { return nil }
      decayRate = held ?? 1 / (line.slope * Double.exp(1))
      offset = line.intercept
    }

    var allKeys: [String] { ["delta", "rest_offset"] }
    var parameters: ParameterVector {
      get { ParameterVector(decayRate, offset) }
      set { (decayRate, offset) = (newValue[0], newValue[1]) }
    }
    var sizes: ParameterVector { ParameterVector(decayRate, max(offset.magnitude, 1)) }
    var isValid: Bool { decayRate > 0 && decayRate.isFinite }

    private var slope: Double { 1 / (decayRate * Double.exp(1)) }
    func value(at speed: Double) -> Double { speed * slope + offset }
    func speed(at speed: Double) -> Double { slope }

    func jacobianRow(at speed: Double) -> ParameterVector {
      free.packed(ParameterVector(-speed * slope / decayRate, 1))
    }
  }

  static func fit(_ trace: Trace, options: FitOptions) throws(FitFailure) -> Fit {
    if let key = ["C", "phi"].first(where: { options.fixed[$0] != nil }) {
      throw FitFailure(
        .isTable, "a table of bounces has no \(key) to hold", help: "--fix delta= instead")
    }
    let segment = try GestureTable.segment(trace, .edgeVelocity, .maxOverscroll, roundings: 1)
    let free = (options.fixed["delta"] == nil ? 1 : 0) + (options.restOffset ? 1 : 0)
    var work = try SegmentFit(
      segment, used: segment.values.indices, law: BounceLaw.description, parameters: free,
      edge: nil, options: options,
      hint: "add rows, at speeds as different as possible, or --fix delta=10.93")
    work.fit.formula = "furthest = edge velocity / (delta e)"
    var solution = try work.solve(
      by: LineSolver<Line>.self, help: "the furthest overscroll must grow with the speed")
    let line = solution.coordinates
    var quantities = FitQuantities(
      parameters: [line.quantity("delta", "1/s", isFree: line.free[0]) { $0.decayRate }],
      derived: [
        line.quantity("time_to_max", "s", isFree: line.free[0]) { 1 / $0.decayRate },
        line.quantity("stiffness_per_mass", "1/s^2", isFree: line.free[0]) {
          $0.decayRate * $0.decayRate
        },
        line.quantity("damping_per_mass", "1/s", isFree: line.free[0]) { 2 * $0.decayRate },
      ], nonlinear: "delta")
    if line.free[1] {
      quantities.parameters.append(line.quantity("rest_offset", "pt", isFree: true) { $0.offset })
    }
    if let durations = try GestureTable.durations(trace, segment), let speeds = segment.abscissae {
      quantities.derived.append(
        GestureTable.mean("settle_threshold", "pt", of: line, rows: durations.count) { line, row in
          speeds[row] * durations[row] * Double.exp(-line.decayRate * durations[row])
        })
    }
    try work.describe(&solution, quantities: quantities)
    work.fit.warnings.append(peaks(line, trace, segment))
    work.fit.warnings += FitWarnings.residuals(
      work.fit, robustScale: solution.robustScale, options: options,
      words: FitWarnings.LawTerminology(
        BounceLaw.description, motion: "table", curve: "line",
        plausible: 4...40, plausibleText: "decay rates of 4 to 40 1/s",
        implausibleRemedy: "check the units of the columns: edge_velocity_pt_per_s"))
    return work.fit
  }

  /// Warns of the bias of peaks: the largest sample is below the true peak by the fraction ``missed(_:)``, and delta is
  /// speed / (e peak).
  private static func peaks(_ line: Line, _ trace: Trace, _ segment: Segment) -> Warning {
    let rate = trace.metadata.refreshRate ?? 60
    let turn = line.decayRate / rate
    let rounding = segment.quantum.map {
      ", and rounding moves it by up to \(Printed.short($0 / 2)) pt"
    }
    let missed = missed(turn)
    let excess = missed.most < 0.1 ? "that much too large" : "too large by more than that"
    return Warning(
      .peaksBiased,
      "a recorded peak lies below the true one: by \(Printed.significant(100 * missed.mean, digits: 2)) % on average and \(Printed.significant(100 * missed.most, digits: 2)) % at most at \(Printed.short(rate)) Hz, which makes delta \(excess)\(rounding ?? "")",
      remedy: line.free[1]
        ? "fit recordings rather than peaks"
        : "fit recordings rather than peaks; --rest-offset frees a constant")
  }

  /// The fraction of the peak of t e^-t, at t = 1, that samples at distance u miss: mean and maximum; u^2 / 24 and
  /// u^2 / 8 for small u.
  ///
  /// The largest sample lies between x = u / (e^u - 1) and x + u, where the curve has equal heights.
  static func missed(_ step: Double) -> (mean: Double, most: Double) {
    // For larger steps no sample shows the peak.
    let u = min(step.magnitude, 700)
    guard u > 1e-3 else { return (u * u / 24, u * u / 8) }
    let x = u / (Double.exp(u) - 1)
    func integral(_ t: Double) -> Double { -(t + 1) * Double.exp(-t) }
    let mean = Double.exp(1) / u * (integral(x + u) - integral(x))
    return (1 - mean, 1 - x * Double.exp(1 - x))
  }
}
