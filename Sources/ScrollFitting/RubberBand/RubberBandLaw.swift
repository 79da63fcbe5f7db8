internal import CurveFitting
internal import ScrollPhysics
public import ScrollRecordings

/// The resistance beyond an edge, fitted to every pull of a recording that has a finger column.
public enum RubberBandLaw: Law {
  /// Names, units and formulas.
  public static let description = LawDescription(
    key: "rubber-band",
    formula: "s = d c x / (c x + d)",
    summary: "content dragged past its edge follows the finger less and less",
    parameters: [
      QuantityDescription(
        "c", "", "slope at the edge", "how much of the finger's first movement it follows"),
      QuantityDescription(
        "d", "pt", "dimension", "the overscroll that is never reached: the size of the bounds"),
    ],
    derived: [
      QuantityDescription(
        "half_travel", "pt", "travel for d / 2", "d / c, the finger travel that moves it d / 2"),
      QuantityDescription(
        "furthest_overscroll", "pt", "overscroll at furthest pull",
        "s at the furthest travel x recorded"),
      QuantityDescription(
        "furthest_slope", "", "slope at furthest pull", "c (d / (c x + d))^2 there"),
    ], nonlinear: "half_travel", fixable: ["c", "d"], startCount: 2,
    shared: [SharedConstant("c"), SharedConstant("d")],
    headline: ["c", "d"],
    consequences: ["furthest_overscroll", "furthest_slope"],
    predicts: ["c", "d"])

  /// The finger column.
  public static var column: Role? { .finger }

  /// True.
  public static var readsOverscroll: Bool { true }

  /// Parameters that can be fixed: c and d, both above 0.
  public static func fixed(_ name: String, _ value: Double) -> (key: String, value: Double)? {
    ["c", "d"].contains(name) && value > 0 ? (name, value) : nil
  }

  /// Fits each pull beyond an edge.
  ///
  /// d is fixed to the size of the bounds if the metadata contain it, unless the options free it.
  public static func fit(
    _ trace: Trace, axis: Axis, options: FitOptions, facts: SamplingFacts?
  ) throws(FitFailure) -> [Fit] {
    try trace.refuseTable(
      asSamplesOf: "a pull",
      help: "a rubber band is fitted to columns finger_y and overscroll_y or offset_y")
    let content = try trace.overscrollOrOffset(along: axis)
    guard let finger = trace.channel(.finger, axis: axis) else {
      throw FitFailure(
        .noFinger, "no finger travel along \(axis.rawValue) beside the \(content.role.rawValue)",
        help: "record the finger's position in a column finger_\(axis.rawValue)")
    }
    let options = Self.options(options, for: trace, axis: axis)
    let signal = try SampledChannel(moving: content, of: trace, beside: facts, hasNoise: false)
    let fingerSignal = try SampledChannel(
      moving: finger, of: trace, beside: signal.facts, hasNoise: false)
    let pulls = try RubberBandDrag.find(
      finger: fingerSignal, content: signal, trace: trace, options: options)
    return try Fit.each(pulls, of: ("pull", "pulls")) { pull throws(FitFailure) in
      try RubberBandFit(pull, signal: signal, finger: fingerSignal, options: options).work.fit
    }
  }

  /// The options with d fixed if the metadata contain it.
  private static func options(_ options: FitOptions, for trace: Trace, axis: Axis) -> FitOptions {
    var options = options
    let bounds = axis == .y ? trace.metadata.boundsHeight : trace.metadata.boundsWidth
    if options.fixed["d"] == nil, !options.freed.contains("d"), let bounds, bounds > 0 {
      options.fixed["d"] = bounds
    }
    return options
  }

  /// Fits one pull, given as a range of samples beyond an edge.
  static func fit(
    _ range: Range<Int>, edge: Edge, content: SampledChannel, finger: Channel, of trace: Trace,
    options: FitOptions
  ) throws(FitFailure) -> Fit {
    let finger = try SampledChannel(
      moving: finger, of: trace, beside: content.facts, hasNoise: false)
    guard var pull = RubberBandDrag(range, edge: edge, finger: finger, content: content) else {
      throw FitFailure(
        .nothingBeyondEdge, "the finger does not move in it",
        help: "record finger and offset while pulling past the edge")
    }
    pull.isReversed = edge.source == .column && edge.sign < 0
    let options = Self.options(options, for: trace, axis: content.channel.axis)
    return try RubberBandFit(pull, signal: content, finger: finger, options: options).work.fit
  }
}

extension RubberBandLaw: ResolvableLaw {
  typealias Solver = RubberBandSolver
}
