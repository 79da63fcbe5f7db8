package import ScrollPhysics

/// The formulas of a deceleration, with a prefix for its names.
struct GlideFormula {
  let glide: Deceleration
  /// The time at which it ends, in s; nil if it only approaches its limit.
  let end: Double?
  private let prefix: String
  private let rateName: String
  private let rateMeaning: String

  /// A deceleration until its stop speed, if it has one, or its standstill.
  package init(
    _ glide: Deceleration, stopSpeed: Double?, prefix: String = "", rateName: String = "decayRate",
    rateMeaning: String = "Decay rate k of the velocity"
  ) {
    self.init(
      glide, end: stopSpeed.map { glide.duration(stopSpeed: $0) } ?? glide.standstill,
      prefix: prefix, rateName: rateName, rateMeaning: rateMeaning)
  }

  /// A deceleration until a time in s; nil for one that only approaches its limit.
  package init(
    _ glide: Deceleration, end: Double?, prefix: String = "", rateName: String = "decayRate",
    rateMeaning: String = "Decay rate k of the velocity"
  ) {
    self.glide = glide
    self.end = end
    self.prefix = prefix
    self.rateName = rateName
    self.rateMeaning = rateMeaning
  }

  package func name(_ plain: String) -> String {
    prefix.isEmpty ? plain : prefix + plain.prefix(1).uppercased() + plain.dropFirst()
  }

  private func value(_ plain: String) -> CurveExpression { .name(name(plain)) }

  private var hasFriction: Bool { glide.form == .continuous && glide.coulomb > 0 }

  /// The final position, in pt.
  var restPosition: Double { end.map(glide.position) ?? glide.limitOffset }

  /// The formula with friction, which the formula of the law omits; nil without friction.
  package var formula: String? {
    hasFriction && glide.rate > 0 ? "v' = -k v - coulomb sign(v), until v = 0" : nil
  }

  /// The position in pt at a time in s.
  func position(at time: Double) -> Double { glide.position(at: min(time, end ?? .infinity)) }

  /// The velocity in pt/s at a time in s.
  func velocity(at time: Double) -> Double {
    time > end ?? .infinity ? 0 : glide.velocity(at: time)
  }

  /// k |v| + c at a time in s: an upper bound of the deceleration from then on.
  func curvature(from time: Double) -> Double {
    glide.velocity(at: time).magnitude * glide.rate + (hasFriction ? glide.coulomb : 0)
  }

  package var constants: [ExportedCurve.Constant] {
    var list = [
      ExportedCurve.Constant(
        name("initialPosition"), glide.position, "pt", "Offset at the start"),
      ExportedCurve.Constant(
        name("initialVelocity"), glide.velocity, "pt/s", "Velocity at the start"),
    ]
    if glide.rate > 0 {
      list.append(ExportedCurve.Constant(name(rateName), glide.rate, "1/s", rateMeaning))
    }
    if hasFriction {
      list.append(
        ExportedCurve.Constant(
          name("friction"), glide.direction * glide.coulomb, "pt/s^2",
          "Constant deceleration, with the sign of the velocity"))
    }
    if glide.form == .discrete {
      list.append(
        ExportedCurve.Constant(
          name("limitDistance"), glide.direction * glide.limitDistance, "pt",
          "Where the sum over milliseconds leads, from the start"))
    }
    list.append(
      ExportedCurve.Constant(
        name("restPosition"), restPosition, "pt",
        end == nil ? "Offset that it approaches" : "Offset at which it rests"))
    return list
  }

  /// The position at a time; the expression is valid up to the end.
  func position(_ time: CurveExpression) -> [CurveStatement] {
    let start = value("initialPosition")
    let velocity = value("initialVelocity")
    let rate = value(rateName)
    guard glide.form == .continuous else {
      let left = CurveExpression.expm1(-(rate * "milliseconds" / 1000.0))
      return [milliseconds(time), .result(start - value("limitDistance") * left)]
    }
    guard glide.rate > 0 else {
      return [.result(start + (velocity - value("friction") / 2.0 * time) * time)]
    }
    let plain = start - velocity * CurveExpression.expm1(-(rate * time)) / rate
    guard hasFriction else { return [.result(plain)] }
    let lost = value("friction") * time * time * CurveExpression.own("meanLoss", rate * time)
    return [.result(plain - lost)]
  }

  /// The velocity at a time; the expression is valid up to the end.
  func velocity(_ time: CurveExpression) -> [CurveStatement] {
    let velocity = value("initialVelocity")
    let rate = value(rateName)
    guard glide.form == .continuous else {
      return [
        milliseconds(time),
        .result(velocity * CurveExpression.exp(-(rate * "milliseconds" / 1000.0))),
      ]
    }
    guard glide.rate > 0 else { return [.result(velocity - value("friction") * time)] }
    let plain = velocity * CurveExpression.exp(-(rate * time))
    guard hasFriction else { return [.result(plain)] }
    let lost = value("friction") * CurveExpression.expm1(-(rate * time)) / rate
    return [.result(plain + lost)]
  }

  /// The number of whole milliseconds; the tolerance prevents rounding errors from losing one.
  private func milliseconds(_ time: CurveExpression) -> CurveStatement {
    .define("milliseconds", .floor(time * 1000.0 + 1e-6))
  }

  /// With friction: (u - 1 + e^(-u)) / u^2, whose numerator cancels near 0.
  var helpers: [CurveFunction] {
    guard hasFriction, glide.rate > 0 else { return [] }
    let u: CurveExpression = "u"
    // 1/2 - u/6 + u^2/24 ...: the truncation error is 3e-15.
    var series: CurveExpression = 1.0 - u / 10.0
    for n in stride(from: 9.0, through: 3, by: -1) {
      series = 1.0 - u / .number(n) * series
    }
    return [
      CurveFunction(
        helper: "meanLoss", of: "u", "decay rate times time", "(u - 1 + e^(-u)) / u^2, 1/2 at 0.",
        [
          .when(CurveCondition(.abs(u), .less, 0.1), [.result(0.5 * series)]),
          .result((u + .expm1(-u)) / (u * u)),
        ])
    ]
  }
}

extension ExportedCurve.Parts {
  package init(_ glide: Deceleration, stopSpeed: Double?, epsilon: Double) throws(ExportError) {
    let formula = GlideFormula(glide, stopSpeed: stopSpeed)
    self = try Self.motion(formula, epsilon: epsilon)
    name = "ScrollDeceleration"
    title = "The glide of a scroll view after its release"
    if glide.form == .continuous, glide.coulomb == 0 { idiom = .glide(glide, stopSpeed: stopSpeed) }
    guard let stopSpeed else { return }
    constants.insert(
      ExportedCurve.Constant(
        "stopSpeed", stopSpeed, "pt/s", "Speed below which it stops, which made the duration"),
      at: constants.count - 2)
  }

  /// A free item under linear drag.
  package init(resisted glide: Deceleration, epsilon: Double) throws(ExportError) {
    let formula = GlideFormula(
      glide, stopSpeed: nil, rateName: "resistance", rateMeaning: "Linear drag r on the velocity")
    self = try Self.motion(formula, epsilon: epsilon)
    name = "ScrollResistance"
    title = "A free item that linear drag slows"
    idiom = .glide(glide, stopSpeed: nil)
  }

  static func motion(
    _ formula: GlideFormula, epsilon: Double, over: CurveCondition.Relation = .greater
  ) throws(ExportError) -> Self {
    let glide = formula.glide
    let end = formula.end ?? glide.duration(within: epsilon)
    guard end > 0 else { throw ExportError("It is at rest from the start: check v0.") }
    let endMeaning =
      formula.end == nil
      ? "Time until it is \(NumberText.short(epsilon)) pt from its limit" : "Time at which it rests"
    return Self(
      name: "", title: "", formula: formula.formula,
      constants: formula.constants + [.init("duration", end, "s", endMeaning)],
      functions: Self.functions(
        before: formula.end == nil
          ? [] : [.init("duration", over)],
        position: (formula.position("time"), "restPosition"),
        velocity: (formula.velocity("time"), 0.0)) + formula.helpers,
      domain: ExportedCurve.Domain(
        end: end, endMeaning: endMeaning, curvature: formula.curvature(from:),
        step: glide.form == .discrete ? 0.001 : 0),
      quantities: Self.motion(formula.position, formula.velocity),
      easings: [
        ExportedCurve.Easing(
          zero: (glide.position, "the start"),
          one: (formula.position(at: end), "the end"), value: formula.position)
      ])
  }

  /// A limit of time, given by a constant.
  struct Limit {
    var name: CurveExpression
    var relation: CurveCondition.Relation

    init(_ name: String, _ relation: CurveCondition.Relation) {
      self.name = .name(name)
      self.relation = relation
    }
  }

  /// Position and velocity functions, with their values beyond limits.
  static func functions(
    before limits: [Limit], position: ([CurveStatement], CurveExpression),
    velocity: ([CurveStatement], CurveExpression), positionMeaning: String = "Position in pt."
  ) -> [CurveFunction] {
    func beyond(_ value: CurveExpression) -> [CurveStatement] {
      limits.map {
        .when(CurveCondition("time", $0.relation, $0.name), [.result(value)])
      }
    }
    return [
      CurveFunction(ofTime: "position", positionMeaning, beyond(position.1) + position.0),
      CurveFunction(ofTime: "velocity", "Velocity in pt/s.", beyond(velocity.1) + velocity.0),
    ]
  }

  static func motion(
    column: String = "offset_y_pt", _ position: @escaping @Sendable (Double) -> Double,
    _ velocity: @escaping @Sendable (Double) -> Double
  ) -> [ExportedCurve.Quantity] {
    [
      .init(name: "position", column: column, unit: "pt", value: position),
      .init(name: "velocity", column: "velocity_y_pt_per_s", unit: "pt/s", value: velocity),
    ]
  }

  /// Two nested views.
  package init(_ handover: Handover, stopSpeed: Double?, epsilon: Double) throws(ExportError) {
    guard let time = handover.time, let received = handover.received else {
      throw ExportError("The outer view rests before its edge: there is nothing to hand on.")
    }
    let outer = GlideFormula(handover.glide, stopSpeed: nil, prefix: "outer")
    let inner = GlideFormula(received, stopSpeed: stopSpeed, prefix: "inner")
    let rest = inner.end ?? received.duration(within: epsilon)
    let edge = handover.edge
    let endMeaning =
      inner.end == nil
      ? "Time until the inner view is \(NumberText.short(epsilon)) pt from its limit"
      : "Time at which the inner view rests"
    let outerPosition: @Sendable (Double) -> Double = { handover.firstPosition(at: $0) }
    let outerVelocity: @Sendable (Double) -> Double = {
      $0 >= time ? 0 : outer.velocity(at: $0)
    }
    let innerPosition: @Sendable (Double) -> Double = {
      inner.position(at: max(0, $0 - time))
    }
    let innerVelocity: @Sendable (Double) -> Double = {
      $0 < time ? 0 : inner.velocity(at: $0 - time)
    }
    name = "ScrollTransfer"
    formula = outer.formula.map { "\($0); v_inner = v_rest m_outer / m_inner" }
    title = "Two nested scroll views: the outer one hands on its speed at its edge to the inner one"
    constants =
      outer.constants.filter { $0.name != "outerRestPosition" } + [
        .init("edge", edge, "pt", "Offset of the outer view's edge"),
        .init("handoverTime", time, "s", "Time at which the outer view meets it"),
        .init("massRatio", handover.massRatio, "", "Mass of the outer over that of the inner view"),
      ] + inner.constants
      + (inner.end.map { [.init("innerDuration", $0, "s", "How long the inner view moves")] } ?? [])
      + [.init("duration", time + rest, "s", endMeaning)]
    functions = Self.functions(outer: outer, inner: inner)
    domain = ExportedCurve.Domain(
      end: time + rest, endMeaning: endMeaning, breaks: [time],
      curvature: { max(outer.curvature(from: $0), inner.curvature(from: max(0, $0 - time))) },
      step: received.form == .discrete ? 0.001 : 0)
    quantities = [
      .init(name: "outer_position", column: "offset_y_pt", unit: "pt", value: outerPosition),
      .init(
        name: "outer_velocity", column: "velocity_y_pt_per_s", unit: "pt/s", value: outerVelocity),
      .init(name: "inner_position", column: "inner_y_pt", unit: "pt", value: innerPosition),
      .init(
        name: "inner_velocity", column: "inner_velocity_y_pt_per_s", unit: "pt/s",
        value: innerVelocity),
    ]
    let end = time + rest
    easings = [
      ExportedCurve.Easing(
        suffix: "outer", zero: (handover.glide.position, "the start"), one: (edge, "the edge"),
        value: outerPosition),
      ExportedCurve.Easing(
        suffix: "inner", zero: (received.position, "the start"),
        one: (innerPosition(end), "the end"), value: innerPosition),
    ]
  }

  /// Offsets and velocities of two nested views.
  private static func functions(outer: GlideFormula, inner: GlideFormula) -> [CurveFunction] {
    let isOver = CurveCondition("time", .greaterOrEqual, "handoverTime")
    let isBefore = CurveCondition("time", .less, "handoverTime")
    let elapsed: CurveStatement = .define("elapsed", "time" - "handoverTime")
    func stopped(_ value: CurveExpression) -> [CurveStatement] {
      inner.end == nil
        ? [] : [.when(CurveCondition("elapsed", .greater, "innerDuration"), [.result(value)])]
    }
    return [
      CurveFunction(
        ofTime: "outerPosition", "Offset of the outer view in pt.",
        [.when(isOver, [.result("edge")])] + outer.position("time")),
      CurveFunction(
        ofTime: "outerVelocity", "Velocity of the outer view in pt/s.",
        [.when(isOver, [.result(0.0)])] + outer.velocity("time")),
      CurveFunction(
        ofTime: "innerPosition", "Offset of the inner view in pt.",
        [.when(isBefore, [.result("innerInitialPosition")]), elapsed]
          + stopped("innerRestPosition") + inner.position("elapsed")),
      CurveFunction(
        ofTime: "innerVelocity", "Velocity of the inner view in pt/s.",
        [.when(isBefore, [.result(0.0)]), elapsed] + stopped(0.0) + inner.velocity("elapsed")),
    ] + outer.helpers
  }
}
