internal import ScrollPhysics
public import ScrollRecordings

/// The height of a header that stretches with the offset, fitted to a recording of both.
public enum StretchLaw: Law {
  /// Names, units and formulas.
  public static let description = LawDescription(
    key: "stretch",
    formula: "height = intercept + gain max(0, breakpoint - offset)",
    summary: "a header stretches as the content is pulled away from it",
    parameters: [
      QuantityDescription(
        "gain", "", "gain", "by how much the height grows per point of offset; 1 follows it"),
      QuantityDescription("intercept", "pt", "base height", "the height beyond the breakpoint"),
      QuantityDescription(
        "breakpoint", "pt", "breakpoint", "the offset at which it begins to stretch"),
    ],
    derived: [
      QuantityDescription(
        "furthest_stretch", "pt", "furthest stretch",
        "gain (breakpoint - offset) at the furthest offset"),
      QuantityDescription(
        "furthest_height", "pt", "furthest height", "the height by the law there"),
    ],
    nonlinear: "gain", fixable: ["gain", "intercept", "breakpoint"], startCount: 3,
    shared: [SharedConstant("gain"), SharedConstant("intercept")],
    headline: ["gain", "breakpoint", "intercept"],
    consequences: ["furthest_stretch", "furthest_height"],
    predicts: ["gain", "intercept", "breakpoint"])

  /// The height of the header.
  public static var column: Role? { .height }

  /// The formula for the shape that the samples show.
  static func formula(_ shape: StretchShape) -> String {
    switch (shape.side > 0, shape.isStraight) {
    case (true, false): description.formula
    case (false, false):
      "height = intercept + gain max(0, offset - breakpoint), as a footer's"
    case (true, true): "height = intercept + gain (edge - offset)"
    case (false, true): "height = intercept + gain (offset - edge), as a footer's"
    }
  }

  /// Parameters that can be fixed: gain other than 0, any intercept and breakpoint.
  public static func fixed(_ name: String, _ value: Double) -> (key: String, value: Double)? {
    switch name {
    case "gain" where value != 0: ("gain", value)
    case "intercept", "breakpoint": (name, value)
    default: nil
    }
  }

  /// Fits all samples of a recording together, in any order.
  public static func fit(
    _ trace: Trace, axis: Axis, options: FitOptions, facts: SamplingFacts?
  ) throws(FitFailure) -> [Fit] {
    try trace.refuseTable(
      asSamplesOf: "a header",
      help: "a stretch is fitted to columns offset_y and height")
    let content = try trace.offset(along: axis)
    // A height has no axis. It belongs to the vertical offset if that was recorded.
    guard let column = trace.channels.first(where: { $0.role == .height }),
      axis == .y || trace.channel(.offset, axis: .y) == nil
    else {
      throw FitFailure(
        .noHeight, "no height beside the offset along \(axis.rawValue)",
        help: "record the height of the header in a column height")
    }
    let offset = try SampledChannel(moving: content, of: trace, beside: facts)
    let height = try SampledChannel(moving: column, of: trace, beside: offset.facts)
    return [
      try StretchFit(offset: offset, height: height, trace: trace, options: options).fit
    ]
  }
}
