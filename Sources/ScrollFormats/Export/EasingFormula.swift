internal import ScrollPhysics

/// The formulas of an easing: `progress` and `progressRate` at a fraction of the duration from 0 to 1.
struct EasingFormula {
  private(set) var constants: [ExportedCurve.Constant] = []
  private(set) var functions: [CurveFunction] = []

  init(_ easing: Easing) {
    switch easing {
    case .inOut(let ease): addInOut(ease)
    case .bezier(let x1, let y1, let x2, let y2): addBezier(x1, y1, x2, y2)
    case .androidSpline: addSpline()
    default:
      let (value, slope) = Self.closed(easing)
      add("progress", "progressRate", value, slope)
    }
  }

  private mutating func add(
    _ name: String, _ rateName: String, _ value: [CurveStatement], _ slope: [CurveStatement]
  ) {
    functions += [
      CurveFunction(
        helper: name, of: "part", "part of the time, from 0 to 1", "What is done by then.", value),
      CurveFunction(
        helper: rateName, of: "part", "part of the time, from 0 to 1", "How fast that grows.", slope
      ),
    ]
  }

  private static let ln2 = 0.693_147_180_559_945_3

  /// An easing and its slope in elementary functions.
  private static func closed(_ easing: Easing) -> ([CurveStatement], [CurveStatement]) {
    let u: CurveExpression = "part"
    let left: CurveStatement = .define("left", 1.0 - u)
    let l: CurveExpression = "left"
    switch easing {
    case .quadratic: return ([.result(u * (2.0 - u))], [.result(2.0 - 2.0 * u)])
    case .cubic:
      return ([.result(u * (3.0 - u * (3.0 - u)))], [left, .result(3.0 * l * l)])
    case .quartic:
      return ([left, .result(1.0 - l * l * l * l)], [left, .result(4.0 * l * l * l)])
    case .quintic:
      return ([left, .result(1.0 - l * l * l * l * l)], [left, .result(5.0 * l * l * l * l)])
    case .sine:
      let quarter = CurveExpression.number(.pi / 2)
      return ([.result(.sin(quarter * u))], [.result(quarter * .sin(quarter * (1.0 - u)))])
    case .circular:
      let root = CurveExpression.sqrt(u * (2.0 - u))
      return (
        [.result(root)],
        [
          .when(CurveCondition(u, .lessOrEqual, 0.0), [.result(.infinity)]),
          .result((1.0 - u) / root),
        ]
      )
    case .exponential:
      let rate = CurveExpression.number(10 * ln2)
      return ([.result(-CurveExpression.expm1(-(rate * u)))], [.result(rate * .exp(-(rate * u)))])
    case .cosine:
      let half: CurveExpression = "half"
      return (
        [.define("half", .sin(.number(.pi / 2) * u)), .result(half * half)],
        [.result(.number(.pi / 2) * .sin(.number(.pi) * u))]
      )
    case .quadraticExponential: return quadraticExponential(u)
    case .smootherstep:
      return (
        [.result(u * u * u * (10.0 - u * (15.0 - 6.0 * u)))],
        [left, .result(30.0 * u * u * l * l)]
      )
    case .critical:
      let decay: CurveStatement = .define("decay", .exp(-(20.0 * u)))
      return (
        [decay, .result(1.0 - (1.0 + 20.0 * u) * "decay")], [decay, .result(400.0 * u * "decay")]
      )
    case .viscousFluid: return viscousFluid(u)
    case .back:
      return (
        [left, .result(1.0 + l * l * (1.70158 - 2.70158 * l))],
        [left, .result(l * (8.10474 * l - 3.40316))]
      )
    case .inOut, .bezier, .androidSpline: return ([.result(u)], [.result(1.0)])
    }
  }

  /// A parabola up to a quarter of the duration, then an exponential.
  private static func quadraticExponential(
    _ u: CurveExpression
  ) -> ([CurveStatement], [CurveStatement]) {
    let rate = CurveExpression.number(40 * ln2 / 3)
    let isFirst = CurveCondition(u, .lessOrEqual, 0.25)
    return (
      [
        .when(isFirst, [.result(8.0 * u * u)]),
        .result(0.5 - 0.5005 * .expm1(-(rate * (u - 0.25)))),
      ],
      [
        .when(isFirst, [.result(16.0 * u)]),
        .result(0.5005 * rate * .exp(-(rate * (u - 0.25)))),
      ]
    )
  }

  /// A start from rest in an eighth of the duration, then an exponential.
  private static func viscousFluid(_ u: CurveExpression) -> ([CurveStatement], [CurveStatement]) {
    let part = 0.632_120_558_828_557_7
    let way = CurveExpression.number(0.999_423_580_662_348)
    let isFirst = CurveCondition(u, .lessOrEqual, 0.125)
    let decay = CurveExpression.number(part) * .exp(1.0 - 8.0 * u)
    return (
      [
        .when(isFirst, [.result((8.0 * u + .expm1(-(8.0 * u))) / way)]),
        .result((1.0 - decay) / way),
      ],
      [
        .when(isFirst, [.result(-8.0 * .expm1(-(8.0 * u)) / way)]),
        .result(8.0 * decay / way),
      ]
    )
  }

  /// The easing turned about its end for the first half of the duration, then the easing itself.
  private mutating func addInOut(_ ease: Easing) {
    let u: CurveExpression = "part"
    let (value, slope) = Self.closed(ease)
    let isOver = CurveCondition(u, .greaterOrEqual, 1.0)
    // Defined before its callers.
    add(
      "ease", "easeRate", [.when(isOver, [.result(1.0)])] + value,
      [.when(isOver, [.result(0.0)])] + slope)
    add(
      "progress", "progressRate",
      [
        .when(
          CurveCondition(u, .less, 0.5), [.result((1.0 - .own("ease", 1.0 - 2.0 * u)) / 2.0)]),
        .result((1.0 + .own("ease", 2.0 * u - 1.0)) / 2.0),
      ], [.result(.own("easeRate", .abs(2.0 * u - 1.0)))])
  }

  /// The root of a function that increases from 0 to 1 on [0, 1], by bisection.
  private static func root(
    of name: String, parameter: String, is target: CurveExpression, value: CurveExpression,
    result: CurveExpression
  ) -> [CurveStatement] {
    [
      .variable("low", 0.0), .variable("high", 1.0), .variable("step", 0.0),
      .loop(
        CurveCondition("step", .less, 60.0),
        [
          .define(name, ("low" + "high") / 2.0), .define("reached", value),
          .when(CurveCondition("reached", .less, target), [.assign("low", .name(name))]),
          .when(CurveCondition("reached", .greaterOrEqual, target), [.assign("high", .name(name))]),
          .assign("step", "step" + 1.0),
        ]), .result(result),
    ]
  }

  /// 3 a s (1 - s)^2 + 3 b s^2 (1 - s) + s^3.
  private static func coordinate(
    _ a: CurveExpression, _ b: CurveExpression, _ s: CurveExpression
  ) -> CurveExpression {
    s * (3.0 * (1.0 - s) * (a * (1.0 - s) + b * s) + s * s)
  }

  private static func derivative(
    _ a: CurveExpression, _ b: CurveExpression, _ s: CurveExpression
  ) -> CurveExpression {
    3.0 * (1.0 - s) * (a * (1.0 - s) + 2.0 * (b - a) * s) + 3.0 * s * s * (1.0 - b)
  }

  private mutating func addBezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    constants = [
      .init("controlX1", x1, "", "x1 of cubic-bezier(x1, y1, x2, y2)"),
      .init("controlY1", y1, "", "y1"), .init("controlX2", x2, "", "x2"),
      .init("controlY2", y2, "", "y2"),
    ]
    let s: CurveExpression = "place"
    let place: CurveStatement = .define("place", .own("curveParameter", "part"))
    add(
      "progress", "progressRate",
      [place, .result(Self.coordinate("controlY1", "controlY2", s))],
      [
        place,
        .result(
          Self.derivative("controlY1", "controlY2", s)
            / Self.derivative("controlX1", "controlX2", s)),
      ])
    // Defined before its callers.
    functions.insert(
      CurveFunction(
        helper: "curveParameter", of: "part", "part of the time, from 0 to 1",
        "The parameter of the curve at which its x is that part.",
        Self.root(
          of: "middle", parameter: "part", is: "part",
          value: Self.coordinate("controlX1", "controlX2", "middle"), result: "high")),
      at: 0)
  }

  /// Android's spline: the constants of its two curves, with linear interpolation between 100 points.
  private mutating func addSpline() {
    constants = [
      .init("startTension", 0.175, "", "P1 of the spline's time"),
      .init("endTension", 0.35, "", "P2 of the spline's time"),
      .init("inflexion", 0.5, "", "P1 of the spline's way; its P2 is 1"),
    ]
    let index: CurveStatement = .define("index", .floor(100.0 * "part"))
    let step =
      CurveExpression.own("splinePoint", "index" + 1.0) - .own("splinePoint", "index")
    add(
      "progress", "progressRate",
      [
        index,
        .result(.own("splinePoint", "index") + (100.0 * "part" - "index") * (step)),
      ], [index, .result(100.0 * (step))])
    functions.insert(
      CurveFunction(
        helper: "splinePoint", of: "index", "0 to 100", "The spline at a hundredth of the time.",
        [.when(CurveCondition("index", .greaterOrEqual, 100.0), [.result(1.0)])]
          + Self.root(
            of: "middle", parameter: "index", is: "index" / 100.0,
            value: Self.coordinate("startTension", "endTension", "middle"),
            result: Self.coordinate("inflexion", 1.0, "high"))),
      at: 0)
  }
}
