import Foundation
import ScrollFitting
import ScrollTraces

/// A glide against linear and quadratic drag: v' = -k v - c v |v|.
///
/// **x = x0 + v0 ln(1 + q (1 - e^(-k t))) / (k q)**, q = c |v0| / k; the distance is |v0| ln(1 + q) / (k q). The curve
/// is linear in v0 and x0; k and q are searched for.
enum DragLaw: Law {
  static let description = LawDescription(
    key: "two-drags",
    formula: "v' = -k v - c v |v|",
    summary: "content slows down against linear and quadratic drag",
    parameters: [
      QuantityDescription("k", "1/s", "linear drag", "deceleration for a unit of velocity"),
      QuantityDescription("c", "1/pt", "quadratic drag", "deceleration for its square"),
      QuantityDescription("v0", "pt/s", "velocity", "at the first sample used, with its sign"),
      QuantityDescription("x0", "pt", "offset", "at the first sample used"),
    ],
    derived: [
      QuantityDescription("distance", "pt", "distance", "|v0| ln(1 + q) / (k q), q = c |v0| / k")
    ],
    nonlinear: "k",
    // What all recordings of one scroll view have in common: identify prints it, check compares it.
    shared: [SharedConstant("k"), SharedConstant("c")],
    headline: ["k", "c", "v0"],
    consequences: ["distance"])

  static let curve = LawCurve(
    nonlinear: ["k", "q"], linear: ["v0"], offset: "x0",
    quantities: [
      "c": { $0["v0"] == 0 ? nil : $0["q"] * $0["k"] / abs($0["v0"]) },
      "distance": { abs($0["v0"]) * log1p($0["q"]) / ($0["k"] * $0["q"]) },
    ],
    starts: { times, _ in
      let span = times.last ?? 1
      return [[1 / span, 1], [3 / span, 0.3], [3 / span, 3]]
    },
    columns: { nonlinear in
      let (k, q) = (nonlinear[0], nonlinear[1])
      guard k > 0, q > 0 else { return nil }
      return [{ time in log1p(-q * expm1(-k * time)) / (k * q) }]
    })

  /// The same law for `Identification`: with c = 0 it is viscous, with k = 0 the drag is quadratic.
  static let candidate = CandidateLaw(
    description, curve, name: "linear and quadratic drag",
    holds: ["exponential", "quadratic-drag"])

  static func fit(
    _ trace: Trace, axis: Axis, options: FitOptions, facts: SamplingFacts?
  ) throws(FitFailure) -> [Fit] {
    try curve.fits(of: description, to: trace, axis: axis, options: options, facts: facts)
  }
}
