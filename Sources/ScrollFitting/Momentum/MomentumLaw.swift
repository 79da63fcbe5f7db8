internal import CurveFitting
internal import ScrollPhysics
public import ScrollRecordings

/// The momentum of a macOS trackpad: viscous at low speed, with a lower rate at high speed.
public enum MomentumLaw: Law {
  /// Names, units and formulas.
  public static let description = LawDescription(
    key: "momentum",
    formula: "v' = -k0 v / (1 + (|v| / v1)^p)",
    summary: "the momentum of a macOS trackpad after the fingers lift",
    parameters: [
      QuantityDescription("v0", "pt/s", "velocity", "at the first sample used, with its sign"),
      QuantityDescription("x0", "pt", "offset", "at the first sample used"),
      QuantityDescription(
        "k0", "1/s", "k0", "the rate of a slow momentum; held at 6.05 unless freed"),
      QuantityDescription(
        "v1", "pt/s", "v1", "the speed at which the rate is half of k0; held at 6091 unless freed"),
      QuantityDescription(
        "p", "", "p", "how fast the rate falls with the speed; held at 1.49 unless freed"),
    ],
    derived: [
      QuantityDescription(
        "distance", "pt", "distance",
        "|v0| / k0 (1 + (|v0| / v1)^p / (p + 1)), until it stands still"),
      QuantityDescription("limit_offset", "pt", "limit offset", "x0 plus that distance"),
      QuantityDescription(
        "initial_rate", "1/s", "rate at v0", "k0 / (1 + (|v0| / v1)^p)"),
    ],
    nonlinear: "v0", fixable: ["v0", "x0", "k0", "v1", "p"], startCount: 2,
    shared: [SharedConstant("k0"), SharedConstant("v1"), SharedConstant("p")],
    headline: ["v0", "k0", "v1", "p"],
    consequences: ["distance", "limit_offset", "initial_rate"],
    predicts: ["v0", "x0", "k0", "v1", "p"])

  /// The parameters that are fixed at the values of macOS unless they are freed.
  public static let held = ["k0", "v1", "p"]

  /// Parameters that can be fixed: k0, v1 and p above 0, v0 other than 0, any x0.
  public static func fixed(_ name: String, _ value: Double) -> (key: String, value: Double)? {
    switch name {
    case "k0", "v1": value > 0 ? (name, value) : nil
    case "p": value > 0.05 && value < 20 ? (name, value) : nil
    case "v0": value != 0 ? (name, value) : nil
    case "x0": (name, value)
    default: nil
    }
  }

  /// Fits each momentum: deltas of wheel events, or each part of an offset that moves in one direction and slows down.
  public static func fit(
    _ trace: Trace, axis: Axis, options: FitOptions, facts: SamplingFacts?
  ) throws(FitFailure) -> [Fit] {
    if let stream = Phases.wheels(trace, axis: axis).first {
      return try stream.momenta(options: options)
    }
    let signal = try SampledChannel.offset(of: trace, axis: axis, beside: facts, of: "a momentum")
    let glides = try DecelerationSegment.find(signal, trace: trace, options: options)
    return try Fit.each(glides, of: ("momentum", "momenta")) { glide throws(FitFailure) in
      try fit(glide, signal: signal, options: options)
    }
  }

  /// Fits a part of a recording of offsets.
  static func fit(
    _ glide: DecelerationSegment, signal: SampledChannel, options: FitOptions
  ) throws(FitFailure) -> Fit {
    typealias Solver = SearchedSolver<MomentumCoordinates<MomentumOffsets>>
    var options = options
    let origin = signal.values[glide.range.lowerBound]
    if let position = options.fixed["x0"] { options.fixed["x0"] = position - origin }
    let segment = Segment(signal, range: glide.range, origin: origin) { $0 - origin }
    // The law never ends; the system stops it a step or two before its rest position.
    let moving =
      glide.rest.map { rest in
        Segment.unsettled(
          segment.values, rest: rest.level - origin, quantum: segment.quantum,
          threshold: max(2 * (segment.quantum ?? 0), 3 * signal.noiseBesideRounding))
      } ?? segment.values.indices
    let parameters =
      ["v0", "x0"].count { options.fixed[$0] == nil }
      + held.count { options.freed.contains($0) && options.fixed[$0] == nil }
    var work = try SegmentFit(
      segment, used: moving, law: description, parameters: parameters, edge: glide.edge,
      options: options, hint: "record every frame of the momentum, or free less")
    work.fit.isBeyondEdge = false
    var solution = try work.solve(by: Solver.self)
    solution.coordinates.origin = origin
    work.walk(&solution)
    try work.describe(&solution, quantities: solution.coordinates.quantities)
    work.fit.warnings +=
      FitWarnings.stamps(work.fit)
      + FitWarnings.all(work.fit, solution: solution.solved, options: options, words: words)
    return work.fit
  }

  static let words = FitWarnings.LawTerminology(
    description, motion: "momentum", curve: "momentum")
}
