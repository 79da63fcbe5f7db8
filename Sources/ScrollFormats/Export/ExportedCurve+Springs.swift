package import ScrollPhysics

/// The formulas of a spring for its kind of damping, with a prefix for their names.
struct SpringFormula {
  let spring: Spring
  private let prefix: String

  package init(_ spring: Spring, prefix: String = "") {
    self.spring = spring
    self.prefix = prefix
  }

  private func name(_ plain: String) -> String {
    prefix.isEmpty ? plain : prefix + plain.prefix(1).uppercased() + plain.dropFirst()
  }

  private func value(_ plain: String) -> CurveExpression { .name(name(plain)) }

  /// sqrt(|kappa|) in 1/s.
  private var split: Double { spring.constants.kappa.magnitude.squareRoot() }

  /// An upper bound of |y''| from a time in s on: 2 delta |v| + omega^2 |y| is at most
  /// (2 delta + omega) sqrt(v^2 + omega^2 y^2), and the energy never grows.
  func curvature(from time: Double) -> Double {
    let state = spring.state(at: time)
    let omega = spring.constants.angularFrequency
    let speed =
      (state.velocity * state.velocity
      + spring.constants.stiffnessPerMass * state.position * state.position).squareRoot()
    return (2 * spring.constants.decayRate + omega) * speed
  }

  package var constants: [ExportedCurve.Constant] {
    let kappa = spring.constants.kappa
    var list = [
      ExportedCurve.Constant(
        name("decayRate"), spring.constants.decayRate, "1/s",
        "Decay rate delta, half the damping per mass"),
      ExportedCurve.Constant(
        name("initialPosition"), spring.initialState.position, "pt",
        "Overscroll at the start, positive outward"),
      ExportedCurve.Constant(
        name("initialVelocity"), spring.initialState.velocity, "pt/s",
        "Velocity at the start, positive outward"),
    ]
    guard kappa != 0 else { return list }
    list.append(
      ExportedCurve.Constant(
        name("stiffness"), spring.constants.stiffnessPerMass, "1/s^2", "Stiffness per mass, omega^2"
      ))
    if kappa > 0 {
      list.append(
        ExportedCurve.Constant(
          name("ringFrequency"), split, "1/s", "sqrt(omega^2 - delta^2): how fast it rings"))
    } else {
      list.append(
        ExportedCurve.Constant(
          name("rateSplit"), split, "1/s",
          "sqrt(delta^2 - omega^2): half the distance of its two rates"))
      list.append(
        ExportedCurve.Constant(
          name("slowRate"), spring.constants.slowRate, "1/s", "The slower of its two rates"))
    }
    return list
  }

  func position(_ time: CurveExpression) -> [CurveStatement] {
    let slope = value("initialVelocity") + value("decayRate") * value("initialPosition")
    return [.define("slope", slope)] + basis(time, value("initialPosition"), +, "slope")
  }

  func velocity(_ time: CurveExpression) -> [CurveStatement] {
    let velocity = value("initialVelocity")
    let rate = value("decayRate")
    let stiffness = spring.constants.kappa == 0 ? rate * rate : value("stiffness")
    let push = rate * velocity + stiffness * value("initialPosition")
    return [.define("push", push)] + basis(time, velocity, -, "push")
  }

  /// e^(-delta t) (first c(t) + second s(t)), or their difference; c and s as in `DampedOscillation`.
  private func basis(
    _ time: CurveExpression, _ first: CurveExpression,
    _ combined: (CurveExpression, CurveExpression) -> CurveExpression, _ second: CurveExpression
  ) -> [CurveStatement] {
    let kappa = spring.constants.kappa
    guard kappa < 0 else {
      let decay = CurveExpression.exp(-(value("decayRate") * time))
      guard kappa > 0 else { return [.result(combined(first, second * time) * decay)] }
      let frequency = value("ringFrequency")
      let phase: CurveExpression = "phase"
      return [
        .define("phase", frequency * time),
        .result(
          decay * combined(first * .cos(phase), second * .sin(phase) / frequency)),
      ]
    }
    // From the slower exponential and the difference of the rates, so that nothing cancels.
    let split = value("rateSplit")
    let gone: CurveExpression = "gone"
    return [
      .define("slow", .exp(-(value("slowRate") * time))),
      .define("gone", -CurveExpression.expm1(-(2.0 * split * time))),
      .result("slow" * combined(first * (1.0 - gone / 2.0), second * gone / (2.0 * split))),
    ]
  }
}

extension ExportedCurve.Parts {
  /// A bounce, or an item on a spring.
  package init(_ spring: Spring, settle: Double, isBounce: Bool, mass: Double) throws(ExportError) {
    guard let end = spring.settleTime(threshold: settle), end > 0 else {
      throw ExportError(
        "It never is \(NumberText.short(settle)) pt away: give a smaller settle, or check v0.")
    }
    let formula = SpringFormula(spring)
    let meaning = "Time after which it stays within \(NumberText.short(settle)) pt of rest"
    name = isBounce ? "ScrollBounce" : "ScrollSpring"
    title =
      isBounce
      ? "The bounce of a scroll view at its edge, critically damped"
      : "A damped spring that pulls a scroll view back to its edge"
    constants =
      formula.constants + [
        .init("furthest", spring.furthest.position, "pt", "Furthest overscroll"),
        .init("timeOfFurthest", spring.furthest.time, "s", "When it is that far"),
        .init("duration", end, "s", meaning),
      ]
    functions = Self.functions(
      before: [], position: (formula.position("time"), 0.0),
      velocity: (formula.velocity("time"), 0.0),
      positionMeaning: "Overscroll in pt, positive outward.")
    domain = ExportedCurve.Domain(
      end: end, endMeaning: meaning, rest: "0.0", curvature: formula.curvature(from:))
    let position: @Sendable (Double) -> Double = { spring.position(at: $0) }
    quantities = Self.motion(column: "overscroll_y_pt", position) { spring.velocity(at: $0) }
    // A spring released beyond the edge returns to it; a thrown one moves outward first.
    let goesOut = spring.furthest.time > 0
    easings = [
      ExportedCurve.Easing(
        zero: goesOut ? (0, "the edge") : (spring.displacement, "the start"),
        one: goesOut ? (spring.furthest.position, "the furthest overscroll") : (0, "the edge"),
        value: position)
    ]
    idiom = .spring(spring, mass: mass)
  }

  /// A deceleration followed by a bounce.
  package init(_ fling: Fling, settle: Double, epsilon: Double) throws(ExportError) {
    guard let bounce = fling.bounce, let edgeTime = fling.timeOfEdge else {
      self = try Self(fling.glide, stopSpeed: fling.stopSpeed, epsilon: epsilon)
      name = "ScrollFling"
      title = "A glide that comes to rest before the edge at \(NumberText.short(fling.edge)) pt"
      return
    }
    guard let settled = bounce.settleTime(threshold: settle) else {
      throw ExportError("The bounce never comes to rest: check the spring.")
    }
    let glide = GlideFormula(
      fling.glide, stopSpeed: nil, rateMeaning: "Decay rate k of the velocity before the edge")
    let spring = SpringFormula(bounce, prefix: "bounce")
    let meaning = "Time after which it stays within \(NumberText.short(settle)) pt of rest"
    formula = glide.formula.map { "\($0), then y'' + 2 delta y' + omega^2 y = 0" }
    name = "ScrollFling"
    title = "A glide into an edge, and the bounce there"
    constants =
      glide.constants.filter { $0.name != "restPosition" } + [
        .init("edge", fling.edge, "pt", "Offset of the edge, where it rests"),
        .init("edgeTime", edgeTime, "s", "Time at which it meets the edge"),
      ] + spring.constants + [.init("duration", edgeTime + settled, "s", meaning)]
    functions = Self.functions(glide, spring, direction: fling.glide.direction)
    domain = ExportedCurve.Domain(
      end: edgeTime + settled, endMeaning: meaning, breaks: edgeTime > 0 ? [edgeTime] : [],
      rest: "edge",
      curvature: { time in
        let after = spring.curvature(from: max(0, time - edgeTime))
        return time < edgeTime ? max(after, glide.curvature(from: time)) : after
      },
      step: fling.glide.form == .discrete ? 0.001 : 0)
    let position: @Sendable (Double) -> Double = { fling.position(at: $0) }
    quantities = Self.motion(position) { fling.velocity(at: $0) }
    let start = position(0)
    guard start != fling.edge else { return }
    easings = [
      ExportedCurve.Easing(
        zero: (start, "the start"), one: (fling.edge, "the edge"), value: position)
    ]
  }

  /// Offset and velocity of a deceleration, then of a bounce outward in its direction.
  private static func functions(
    _ glide: GlideFormula, _ spring: SpringFormula, direction: Double
  ) -> [CurveFunction] {
    let isOver = CurveCondition("time", .greaterOrEqual, "edgeTime")
    func outward(_ body: [CurveStatement], from edge: CurveExpression?) -> [CurveStatement] {
      guard case .result(let value)? = body.last else { return body }
      let turned =
        switch edge {
        case let edge?: direction < 0 ? edge - value : edge + value
        case nil: direction < 0 ? -value : value
        }
      return [.define("elapsed", "time" - "edgeTime")] + body.dropLast() + [.result(turned)]
    }
    return [
      CurveFunction(
        ofTime: "position", "Offset in pt.",
        [.when(isOver, outward(spring.position("elapsed"), from: "edge"))]
          + glide.position("time")),
      CurveFunction(
        ofTime: "velocity", "Velocity in pt/s.",
        [.when(isOver, outward(spring.velocity("elapsed"), from: nil))]
          + glide.velocity("time")),
    ] + glide.helpers
  }
}
