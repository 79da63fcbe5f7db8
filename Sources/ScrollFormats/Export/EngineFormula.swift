internal import ScrollPhysics

/// The formulas of an engine's motion, as constants and functions of an exported curve.
struct EngineFormula {
  /// Its constants except the duration.
  private(set) var constants: [ExportedCurve.Constant] = []
  /// Position and velocity, and the functions that they call.
  private(set) var functions: [CurveFunction] = []
  /// Times in s at which the velocity is discontinuous.
  private(set) var breaks: [Double] = []
  /// Whether it is at rest from `duration` on.
  private let isEnded: Bool

  init(_ motion: EngineMotion, end: Double) {
    isEnded = motion.end < .infinity
    switch motion.curve {
    case .tween(let tween): add(tween)
    case .powerLaw(let fling): add(fling)
    case .superposed(let glide): add(glide)
    case .momentum(let momentum): add(momentum)
    case .frames(let glide): add(glide)
    case .growingFriction(let glide): add(glide)
    case .framewise(let bounce): add(bounce)
    case .stepped(let motion): add(motion)
    case .smoothDamp(let bounce): add(bounce)
    // These have their own formulas.
    case .deceleration, .spring: break
    }
    let rest = ExportedCurve.Constant(
      "restPosition", motion.restPosition, "pt",
      isEnded ? "Where it rests" : "Where it would come to rest")
    constants.append(rest)
  }

  private mutating func start(_ position: Double, _ velocity: Double?) {
    constants.append(.init("initialPosition", position, "pt", "Position at the start"))
    guard let velocity else { return }
    constants.append(.init("initialVelocity", velocity, "pt/s", "Velocity at the start"))
  }

  private mutating func moves(
    _ position: [CurveStatement], _ velocity: [CurveStatement], helpers: [CurveFunction] = []
  ) {
    let over = CurveCondition("time", .greaterOrEqual, "duration")
    functions =
      [
        CurveFunction(
          ofTime: "position", "Position in pt.",
          (isEnded ? [.when(over, [.result("restPosition")])] : []) + position),
        CurveFunction(
          ofTime: "velocity", "Velocity in pt/s.",
          (isEnded ? [.when(over, [.result(0.0)])] : []) + velocity),
      ] + helpers
  }

  // MARK: - Curves in time

  private mutating func add(_ tween: Tween) {
    start(tween.position, nil)
    constants.append(.init("distance", tween.distance, "pt", "Distance"))
    let easing = EasingFormula(tween.easing)
    constants += easing.constants
    let isBefore = CurveCondition("time", .less, 0.0)
    moves(
      [
        .when(isBefore, [.result("initialPosition")]),
        .result("initialPosition" + "distance" * .own("progress", "time" / "duration")),
      ],
      [
        .when(isBefore, [.result(0.0)]),
        .result("distance" / "duration" * .own("progressRate", "time" / "duration")),
      ], helpers: easing.functions)
    if tween.easing == .androidSpline {
      breaks = (1..<100).map { tween.duration * Double($0) / 100 }
    }
  }

  private mutating func add(_ fling: PowerLawFling) {
    start(fling.position, fling.velocity)
    constants += [
      .init("distance", fling.distance, "pt", "Distance"),
      .init("exponent", fling.exponent, "", "p"),
    ]
    let isBefore = CurveCondition("time", .lessOrEqual, 0.0)
    let logarithm = CurveExpression.log1p(-("time" / "duration"))
    moves(
      [
        .when(isBefore, [.result("initialPosition")]),
        .result("initialPosition" - "distance" * .expm1("exponent" * logarithm)),
      ],
      [
        .when(isBefore, [.result("initialVelocity")]),
        .result("initialVelocity" * .exp(("exponent" - 1.0) * logarithm)),
      ])
  }

  private mutating func add(_ glide: SuperposedDeceleration) {
    start(glide.position, glide.velocity)
    constants += [
      .init("decayRate", glide.rate, "1/s", "Decay rate k of the velocity"),
      .init(
        "deceleration", (glide.velocity < 0 ? -1 : 1) * glide.deceleration, "pt/s^2",
        "What the velocity loses beside that, with its sign"),
    ]
    let decay = -("decayRate" * "time") as CurveExpression
    moves(
      [
        .result(
          "initialPosition" - "initialVelocity" * .expm1(decay) / "decayRate"
            - "deceleration" / 2.0 * "time" * "time")
      ], [.result("initialVelocity" * .exp(decay) - "deceleration" * "time")])
  }

  private mutating func add(_ momentum: TrackpadMomentum) {
    start(momentum.position, momentum.velocity)
    let speed = momentum.velocity.magnitude
    let excess = momentum.rate / momentum.rate(speed: speed) - 1
    constants += [
      .init("decayRate", momentum.rate, "1/s", "k0, the rate of a slow momentum"),
      .init(
        "referenceVelocity", (momentum.velocity < 0 ? -1 : 1) * momentum.referenceSpeed, "pt/s",
        "v1, at which the rate is half of k0, with the sign of the velocity"),
      .init("exponent", momentum.exponent, "", "p"),
      .init("initialExcess", excess, "", "w0 = (v0 / v1)^p"),
    ]
    let excessNow = CurveFunction(
      helper: "logarithmOfExcess", of: "time", "time since the start in s",
      "ln w, w = (v / v1)^p, from w + ln w = w0 + ln w0 - p k0 t.",
      [
        .define(
          "level", "initialExcess" + .log("initialExcess") - "exponent" * "decayRate" * "time"),
        // Newton's iteration from above converges monotonically.
        .variable("found", "level"),
        .when(CurveCondition("level", .greater, 1.0), [.assign("found", .log("level"))]),
        .variable("step", 0.0),
        .loop(
          CurveCondition("step", .less, 40.0),
          [
            .define("excess", .exp("found")),
            .assign("found", "found" - ("found" + "excess" - "level") / (1.0 + "excess")),
            .assign("step", "step" + 1.0),
          ]),
        .result("found"),
      ])
    let now: [CurveStatement] = [
      .define("logarithm", .own("logarithmOfExcess", "time")),
      .define("remaining", "referenceVelocity" * .exp("logarithm" / "exponent")),
    ]
    let energy =
      ("initialVelocity" * "initialExcess" - "remaining" * .exp("logarithm")) / ("exponent" + 1.0)
      as CurveExpression
    moves(
      now + [
        .result("initialPosition" + ("initialVelocity" - "remaining" + energy) / "decayRate")
      ], now + [.result("remaining")], helpers: [excessNow])
  }

  // MARK: - Frames

  private var countFrames: CurveStatement {
    .define("frames", .max(0.0, .floor("time" / "frameDuration" + 1e-6)))
  }

  private mutating func add(_ glide: FrameGlide) {
    start(glide.position, glide.velocity)
    constants += [
      .init("factor", glide.factor, "", "Factor of the velocity per frame"),
      .init("frameDuration", glide.frameDuration, "s", "How long a frame is"),
      .init(
        "limitDistance", glide.limitOffset - glide.position, "pt",
        "Where the sum over frames leads, from the start"),
    ]
    let logarithm = "frames" * .log("factor") as CurveExpression
    moves(
      [countFrames, .result("initialPosition" - "limitDistance" * .expm1(logarithm))],
      [countFrames, .result("initialVelocity" * .exp(logarithm))])
  }

  /// Position and velocity after all frames; `step` advances `place` and `speed` by one. `frame` is its number, from 0 on.
  private mutating func addSteps(_ step: [CurveStatement], of place: String = "overscroll") {
    let all: [CurveStatement] = [
      countFrames, .variable(place, "initialPosition"),
      .variable("speed", "initialVelocity"), .variable("frame", 0.0),
      .loop(
        CurveCondition("frame", .less, "frames"), step + [.assign("frame", "frame" + 1.0)]),
    ]
    moves(all + [.result(.name(place))], all + [.result("speed")])
  }

  private mutating func add(_ glide: GrowingFrictionGlide) {
    start(glide.position, glide.velocity)
    constants += [
      .init("growth", glide.growth, "1/s", "How fast friction grows"),
      .init("frameDuration", glide.frameDuration, "s", "How long a frame is"),
    ]
    let elapsed = ("frame" + 1.0) * "frameDuration" as CurveExpression
    let kept = CurveExpression.exp(-("growth" * elapsed))
    let step: [CurveStatement] = [
      .assign("speed", "speed" * kept),
      .assign("offset", "offset" + "speed" * "frameDuration"),
    ]
    addSteps(step, of: "offset")
  }

  private mutating func add(_ bounce: FramewiseBounce) {
    start(bounce.initialState.position, bounce.initialState.velocity)
    let own = bounce.constants
    constants += [
      .init("friction", own.friction, "", "f, of the way per frame"),
      .init("outward", own.outward, "", "a, of the overscroll, going out"),
      .init("inward", own.inward, "", "b, of the overscroll, on its way back"),
      .init("overshoot", own.overshoot, "pt", "o, how far behind the edge it aims"),
      .init("restStep", own.restWay, "pt", "Way of a frame at which it rests inside"),
      .init("frameDuration", own.frameDuration, "s", "How long a frame is"),
    ]
    let slow: CurveStatement = .assign("way", "way" * "friction")
    let moved: CurveStatement = .assign("overscroll", "overscroll" + "way")
    let outgoing: CurveExpression = "outgoing"
    let overscroll: CurveExpression = "overscroll"
    let back: CurveStatement = .assign("way", -("inward" * (overscroll + "overshoot")))
    let beyond: [CurveStatement] = [
      .assign("way", outgoing - "outward" * overscroll),
      .when(CurveCondition(outgoing, .less, 0.0), [back]),
    ]
    let rest: CurveStatement = .when(
      CurveCondition(.abs(outgoing), .lessOrEqual, "restStep"), [.assign("way", 0.0)])
    let step: [CurveStatement] = own.slowsFirst ? [slow, moved] : [moved, slow]
    addSteps(
      [.variable("way", "speed" * "frameDuration")] + step + [
        .define("outgoing", "way"),
        .when(CurveCondition(overscroll, .greater, 0.0), beyond),
        .when(CurveCondition(overscroll, .lessOrEqual, 0.0), [rest]),
        .assign("speed", "way" / "frameDuration"),
      ])
  }

  private mutating func add(_ motion: SteppedReturn) {
    start(motion.initialState.position, motion.initialState.velocity)
    let own = motion.constants
    constants += [
      .init("friction", own.friction, "1/s", "r, the friction of a glide"),
      .init("damping", own.damping, "", "d, the share of the velocity that a frame takes off"),
      .init("spring", own.spring, "1/s", "c, the velocity that a frame adds for each pt"),
      .init("roundness", own.roundness, "pt", "R, the overscroll at which a step is halved"),
      .init("deadZone", own.deadZone, "pt", "Overscroll up to which it glides"),
      .init("restStep", own.restStep, "pt", "Step below which it rests"),
      .init("frameDuration", motion.frameDuration, "s", "How long a frame is"),
    ]
    let overscroll: CurveExpression = "overscroll"
    let beyond: CurveExpression = "beyond"
    let before: CurveExpression = "before"
    let stop: [CurveStatement] = [.assign("overscroll", 0.0), .assign("speed", 0.0)]
    let pulled: CurveStatement = .when(
      CurveCondition(beyond, .greater, 0.0),
      [.assign("speed", "speed" - "damping" * before - "spring" * beyond)])
    let crossed: CurveStatement = .when(CurveCondition(overscroll, .less, 0.0), stop)
    let cameBack: CurveStatement = .when(CurveCondition(before, .less, 0.0), [crossed])
    addSteps([
      .define("before", "speed"), .variable("beyond", 0.0),
      .when(CurveCondition(overscroll, .greater, "deadZone"), [.assign("beyond", overscroll)]),
      .assign("speed", before - "friction" * before * "frameDuration"), pulled,
      .define("way", "speed" * "frameDuration" / (1.0 + beyond / "roundness")),
      .assign("overscroll", overscroll + "way"),
      .when(CurveCondition(.abs("way"), .less, "restStep"), [.assign("speed", 0.0)]),
      .when(CurveCondition(beyond, .greater, 0.0), [cameBack]),
    ])
  }

  private mutating func add(_ bounce: SmoothDamp) {
    start(bounce.initialState.position, bounce.initialState.velocity)
    let rate = SmoothDamp.decayRate(smoothTime: bounce.smoothTime)
    let x = rate * bounce.frameDuration
    constants += [
      .init("decayRate", rate, "1/s", "2 / smooth time"),
      .init(
        "frameDecay", 1 / (1 + x * (1 + x * (0.48 + x * 0.235))), "", "nearly e^(-x) of a frame"),
      .init("frameDuration", bounce.frameDuration, "s", "How long a frame is"),
    ]
    let stop: [CurveStatement] = [.assign("overscroll", 0.0), .assign("speed", 0.0)]
    let before: CurveExpression = "before"
    let way: CurveExpression = "way"
    let overscroll: CurveExpression = "overscroll"
    let isOut = CurveCondition(before, .greaterOrEqual, 0.0)
    let isIn = CurveCondition(before, .less, 0.0)
    let next: [CurveStatement] = [
      .define("before", overscroll),
      .define("way", ("speed" + "decayRate" * before) * "frameDuration"),
      .assign("overscroll", (before + way) * "frameDecay"),
      .assign("speed", ("speed" - "decayRate" * way) * "frameDecay"),
    ]
    // A motion that would cross the edge stops at it.
    let crossesIn: CurveStatement = .when(CurveCondition(overscroll, .lessOrEqual, 0.0), stop)
    let crossesOut: CurveStatement = .when(CurveCondition(overscroll, .greater, 0.0), stop)
    addSteps(next + [.when(isOut, [crossesIn]), .when(isIn, [crossesOut])])
  }
}
