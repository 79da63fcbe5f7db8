internal import ScrollPhysics
public import ScrollRecordings

/// Two nested scroll views: one glides to its edge, and the other continues with the remaining velocity.
public enum TransferLaw: Law {
  /// Names, units and formulas.
  public static let description = LawDescription(
    key: "transfer",
    formula: "inner_velocity = rest_velocity m_outer / m_inner",
    summary: "a scroll view at its edge hands its velocity on to a nested one",
    parameters: [
      QuantityDescription("mass_ratio", "", "mass ratio", "m_outer / m_inner"),
      QuantityDescription(
        "rest_velocity", "pt/s", "rest velocity",
        "v_release - k (distance to the edge), that of the first view at its edge"),
      QuantityDescription("k_outer", "1/s", "outer decay rate", "k of the outer view"),
      QuantityDescription("k_inner", "1/s", "inner decay rate", "k of the inner view"),
    ],
    derived: [
      QuantityDescription(
        "inner_velocity", "pt/s", "inner velocity",
        "rest_velocity m_outer / m_inner, with which the inner view begins"),
      QuantityDescription(
        "outer_velocity", "pt/s", "outer velocity",
        "rest_velocity m_inner / m_outer, where the inner view moves first"),
      QuantityDescription(
        "speed_share", "", "share of the speed",
        "the second view's first speed over the rest velocity"),
      QuantityDescription(
        "handover_time", "s", "handover time", "when the first view meets its edge"),
      QuantityDescription("handover_offset", "pt", "handover offset", "the first view's edge"),
      QuantityDescription(
        "received_offset", "pt", "second view's offset", "where the second view begins to move"),
      QuantityDescription(
        "release_velocity", "pt/s", "release velocity", "that of the first view at its first sample"
      ),
      QuantityDescription(
        "distance", "pt", "distance to the edge", "from the first sample to the edge"),
    ],
    nonlinear: "mass_ratio", fixable: ["mass_ratio", "rest_velocity", "k_outer", "k_inner"],
    startCount: 4,
    shared: [SharedConstant("mass_ratio")],
    headline: ["mass_ratio", "k_outer", "k_inner"],
    consequences: ["rest_velocity", "inner_velocity", "handover_time"],
    timed: ["mass_ratio", "rest_velocity", "k_outer", "k_inner"],
    predicts: ["mass_ratio", PredictionInput("k_outer", as: "k")])

  /// The offset of the inner view.
  public static var column: Role? { .inner }

  /// The formula for the order in which the views move.
  static func formula(_ shape: TransferShape) -> String {
    shape.isInnerFirst
      ? "outer_velocity = rest_velocity m_inner / m_outer, the inner view first"
      : description.formula
  }

  /// Parameters that can be fixed: ratio and rates above 0, velocity other than 0.
  public static func fixed(_ name: String, _ value: Double) -> (key: String, value: Double)? {
    switch name {
    case "mass_ratio" where value > 0, "k_outer" where value > 0, "k_inner" where value > 0:
      (name, value)
    case "rest_velocity" where value != 0: (name, value)
    default: nil
    }
  }

  /// Fits each handover of a recording.
  public static func fit(
    _ trace: Trace, axis: Axis, options: FitOptions, facts: SamplingFacts?
  ) throws(FitFailure) -> [Fit] {
    try trace.refuseTable(
      asSamplesOf: "two views",
      help: "a transfer is fitted to columns offset_y and inner_y")
    let outerChannel = try trace.offset(along: axis)
    guard let innerChannel = trace.channel(.inner, axis: axis) else {
      throw FitFailure(
        .noInner, "no offset of an inner view along \(axis.rawValue)",
        help: "record the offset of the inner scroll view in a column inner_\(axis.rawValue)")
    }
    for (channel, name, other) in [
      (outerChannel, "outer", "inner"), (innerChannel, "inner", "outer"),
    ] {
      guard let value = channel.values.first, channel.values.contains(where: { $0 != value }) else {
        throw FitFailure(
          .noHandover, "the \(name) view never moves: the \(other) one hands nothing on",
          help: "record one fling in which one view meets its edge and the other goes on")
      }
    }
    let outer = try SampledChannel(moving: outerChannel, of: trace, beside: facts)
    let inner = try SampledChannel(moving: innerChannel, of: trace, beside: outer.facts)
    let pairs = try NestedGlides.find(outer: outer, inner: inner, trace: trace, options: options)
    return try Fit.each(pairs, of: ("handover", "handovers")) { pair throws(FitFailure) in
      try TransferFit(pair, outer: outer, inner: inner, options: options).work.fit
    }
  }
}
