package import ScrollPhysics

extension ExportedCurve.Parts {
  /// Overscroll over finger travel, and the inverse.
  package init(_ band: RubberBand, travel: Double?) {
    let end = travel.map(\.magnitude) ?? band.dimension
    let c: CurveExpression = "coefficient"
    let d: CurveExpression = "dimension"
    let pull: CurveExpression = "pull"
    let part: CurveExpression = "part"
    let finger = "finger travel beyond the edge in pt"
    let size = CurveExpression.abs("overscroll")
    let isWhole = CurveCondition("overscroll", .greaterOrEqual, d)
    let isBelow = CurveCondition("overscroll", .lessOrEqual, -d)
    name = "ScrollRubberBand"
    title = "The resistance of content that a finger drags beyond its edge"
    constants = [
      .init("coefficient", band.coefficient, "", "c, the slope at the edge"),
      .init("dimension", band.dimension, "pt", "d, the size of the bounds, never reached"),
    ]
    functions = [
      CurveFunction(
        "overscroll", of: "travel", finger,
        "Overscroll in pt; negative travel gives the same inward.",
        [
          .define("pull", c * "travel"),
          // Infinite travel gives d.
          .when(CurveCondition(pull, .greater, d), [.result(d / (1.0 + d / pull))]),
          .when(CurveCondition(pull, .less, -d), [.result(d / (d / pull - 1.0))]),
          .result(pull / (1.0 + .abs(pull) / d)),
        ]),
      CurveFunction(
        "travel", of: "overscroll", "overscroll in pt",
        "Finger travel in pt; infinite where no travel leads.",
        [
          .when(isWhole, [.result(.infinity)]), .when(isBelow, [.result(-.infinity)]),
          .result("overscroll" / c / ((d - size) / d)),
        ]),
      CurveFunction(
        "slope", of: "travel", finger, "By how much of a further movement the content follows.",
        [
          .define("part", 1.0 / (1.0 + c * .abs("travel") / d)),
          .result(c * part * part),
        ]),
    ]
    domain = ExportedCurve.Domain(
      name: "travel", column: "finger_y_pt", unit: "pt", end: end,
      endMeaning: travel == nil ? "Travel of the size of the bounds" : "Travel that was asked for",
      curvature: { _ in 2 * band.coefficient * band.coefficient / band.dimension })
    quantities = [
      .init(name: "overscroll", column: "overscroll_y_pt", unit: "pt") {
        band.overscroll(travel: $0)
      },
      .init(name: "slope", column: "slope", unit: "") { band.slope(travel: $0) },
    ]
  }

  /// The default distance in pt by which a header is pulled from its breakpoint.
  private static var usualPull: Double { 200 }

  package init(_ header: HeaderStretch, offset: Double?) {
    let far = offset ?? header.breakpoint - Self.usualPull
    name = "ScrollStretch"
    title = "A header that stretches when content is pulled past its breakpoint"
    constants = [
      .init("gain", header.gain, "", "Growth of the height per point of offset"),
      .init("intercept", header.intercept, "pt", "Height where nothing is stretched"),
      .init("breakpoint", header.breakpoint, "pt", "Offset below which it stretches"),
    ]
    functions = [
      CurveFunction(
        "height", of: "offset", "offset of the scroll view in pt", "Height in pt.",
        [
          .result("intercept" + "gain" * .max(0.0, "breakpoint" - "offset"))
        ])
    ]
    domain = ExportedCurve.Domain(
      name: "offset", column: "offset_y_pt", unit: "pt", start: min(far, header.breakpoint),
      end: max(far, header.breakpoint), endMeaning: "Breakpoint, or offset that was asked for",
      curvature: { _ in 0 })
    quantities = [
      .init(name: "height", column: "height_pt", unit: "pt") { header.height(offset: $0) }
    ]
  }
}
