package import ScrollPhysics

/// Rubber bands of engines.
extension ExportedCurve.Parts {
  /// Overscroll over finger travel for a law that is not hyperbolic, without its inverse.
  package init(_ drag: Engine.Drag, dimension: Double, travel: Double?) {
    let formula = BandFormula(drag, dimension: dimension)
    let finger = "finger travel beyond the edge in pt, 0 or more"
    let end = travel ?? 500
    name = "ScrollRubberBand"
    title = "The resistance of content that a finger drags beyond its edge"
    constants = formula.constants
    functions = [
      CurveFunction(
        "overscroll", of: "travel", finger, "Overscroll in pt.", formula.overscroll)
    ]
    quantities = [
      .init(name: "overscroll", column: "overscroll_y_pt", unit: "pt") {
        drag.overscroll(travel: $0, dimension: dimension)
      }
    ]
    domain = ExportedCurve.Domain(
      name: "travel", column: "finger_y_pt", unit: "pt", end: end,
      endMeaning: travel == nil ? "Travel of 500 pt" : "Travel that was asked for",
      curvature: { _ in formula.curvature })
    // The slope of a proportional band is its constant.
    guard let slope = formula.slope else { return }
    functions.append(
      CurveFunction(
        "slope", of: "travel", finger, "By how much of a further movement the content follows.",
        slope))
    quantities.append(
      .init(name: "slope", column: "slope", unit: "") {
        drag.slope(travel: $0, dimension: dimension)
      })
  }
}

private struct BandFormula: Sendable {
  package var constants: [ExportedCurve.Constant]
  var overscroll: [CurveStatement]
  /// Nil if the slope is constant.
  var slope: [CurveStatement]?
  /// The maximum second derivative, which is at the edge.
  var curvature: Double

  package init(_ drag: Engine.Drag, dimension: Double) {
    let c: CurveExpression = "coefficient"
    constants = [.init("coefficient", drag.coefficient, "", "c, the slope at the edge")]
    switch drag {
    case .proportional, .hyperbolic:
      overscroll = [.result(c * "travel")]
      curvature = 0
    case .tapered(let own):
      constants.append(.init("dimension", dimension, "pt", "d, the size of the bounds"))
      let part = -(c * "travel" / "dimension")
      overscroll = [.result(-("dimension" * .expm1(part)))]
      slope = [.result(c * .exp(part))]
      curvature = own * own / dimension
    case .quadratic(let own, let p, let q):
      let w = (own * q + p * p / 4).squareRoot()
      constants += [
        .init("linear", p, "1/pt", "p, by which the slope falls with the overscroll"),
        .init("quadratic", q, "1/pt^2", "q, by which it falls with its square"),
        .init("turn", w, "1/pt", "sqrt(c q + p^2 / 4)"),
      ]
      // tanh(w x) from its difference to 1.
      let tanh: CurveExpression = "tanh"
      let pulled = c * tanh / ("turn" + "linear" / 2.0 * tanh)
      overscroll = [
        .define("gone", -CurveExpression.expm1(-(2.0 * "turn" * "travel"))),
        .define("tanh", "gone" / (2.0 - "gone")), .result(w > 0 ? pulled : c * "travel"),
      ]
      let fall = ("linear" + "quadratic" * "pulled") * "pulled" as CurveExpression
      slope = [
        .define("pulled", .own("overscroll", "travel")), .result(.max(0.0, c - fall)),
      ]
      // |d slope / dx| = (p + 2 q s) ds/dx, at most its value for the largest s.
      curvature = (p + 2 * q * drag.overscroll(travel: 1e9, dimension: dimension)) * own
    }
  }
}
