internal import ScrollPhysics

/// The decelerations of engines that are not purely viscous.
extension EngineLaw {
  static let glides: [EngineLaw] = [
    constantDeceleration, superposed, projected, perFrame, stepped, growingFriction, powerLaw,
    spline, bezierFling, eased, momentum,
  ]

  private static let deceleration = ConstantDescription(
    "deceleration", "pt/s^2", "what the speed loses in a second", .positive)
  private static let friction = ConstantDescription(
    "friction", "", "Android's friction", .positive, standard: "0.015")

  private static let constantDeceleration = EngineLaw(
    "constant-deceleration", .glide, formula: "x = x0 + v0 t - a t^2 / 2 until v = 0",
    [deceleration] + endings,
    identified: [
      "constant-deceleration": ["v0": "v0", "deceleration": "deceleration"]
    ]
  ) { values throws(PredictionError) in
    try values.released(.constant(deceleration: try values.deceleration()))
  } values: { engine, _ in
    guard case .constant(let value, _) = engine.glide else { return nil }
    return Given([("deceleration", value)])
  }

  private static let superposed = EngineLaw(
    "superposed-deceleration", .glide, formula: "v = v0 e^(-k t) - a t until v = 0",
    Notation.rateConstants.filter { $0.name != "fps" && $0.name != "factor" } + [deceleration]
      + endings,
    identified: ["superposed-deceleration": ["v0": "v0"]],
    held: [
      "k": SuperposedDeceleration.flutter.rate.perSecond,
      "deceleration": SuperposedDeceleration.flutter.deceleration,
    ]
  ) { values throws(PredictionError) in
    try values.released(
      .superposed(
        try Notation.rate(values.values.filter { $0.key != "fps" }),
        deceleration: try values.deceleration()))
  } values: { engine, given in
    guard case .superposed(let rate, let value, _) = engine.glide else { return nil }
    return Given([("k", rate.perSecond), ("deceleration", value)])
  }

  private static let projected = EngineLaw(
    "projected-deceleration", .glide, formula: "x = x0 + p v0 (1 - e^(-t / tau))",
    [
      ConstantDescription("power", "s", "p, the distance over the speed", .positive),
      ConstantDescription("time_constant", "s", "tau", .positive),
    ] + endings
  ) { values throws(PredictionError) in
    let glide = Engine.Glide.projected(
      power: try values.need("power", "the distance over the speed, in s"),
      timeConstant: try values.need("time_constant", "tau, in s"))
    return try values.released(glide)
  } values: { engine, _ in
    guard case .projected(let power, let time, _) = engine.glide else { return nil }
    return Given([("power", power), ("time_constant", time)])
  }

  private static let perFrame = EngineLaw(
    "per-frame", .glide, formula: "each frame: x <- x + v h, v <- f v; or slowed first",
    [
      ConstantDescription("factor", "", "f, of the velocity per frame", .between(0, 1)), fps, order,
    ] + endings, identified: ["per-frame": ["factor": "factor"]]
  ) { values throws(PredictionError) in
    try values.released(
      .perFrame(
        factor: try values.need("factor", "the factor of the velocity per frame"),
        slowsFirst: values.slowsFirst, frameDuration: 1 / values.framesPerSecond))
  } values: { engine, _ in
    guard case .perFrame(let factor, let slowsFirst, let frame, _) = engine.glide else {
      return nil
    }
    return Given([("factor", factor), ("fps", 1 / frame)], slowsFirst: slowsFirst)
  }

  private static let stepped = EngineLaw(
    "stepped-viscous", .glide, formula: "each frame: v <- v - r v h, then x <- x + v h",
    [ConstantDescription("r", "1/s", "what a frame takes off, over h", .positive), fps] + endings,
    identified: ["stepped-viscous": ["r": "r", "v0": "v0"]]
  ) { values throws(PredictionError) in
    let rate = try values.need("r", "what a frame takes off the velocity, in 1/s")
    guard rate * (1 / values.framesPerSecond) < 1 else {
      throw PredictionError(
        "A frame would take off more than all of the velocity: r should be below fps.")
    }
    return try values.released(.stepped(DecelerationRate(perSecond: rate)))
  } values: { engine, _ in
    guard case .stepped(let rate, _) = engine.glide else { return nil }
    return Given([("r", rate.perSecond)])
  }

  private static let growingFriction = EngineLaw(
    "growing-friction", .glide,
    formula: "each frame: v <- v e^(-c t), then x <- x + v h",
    [ConstantDescription("c", "1/s", "how fast friction grows", .positive), fps] + endings,
    identified: ["growing-friction": ["c": "c", "v0": "v0"]]
  ) { values throws(PredictionError) in
    let growth = try values.need("c", "how fast friction grows, in 1/s")
    return try values.released(.growingFriction(growth: growth))
  } values: { engine, _ in
    guard case .growingFriction(let growth, _) = engine.glide else { return nil }
    return Given([("c", growth)])
  }

  private static let powerLaw = EngineLaw(
    "android-power-law", .glide, formula: "v = v0 (1 - t/T)^(p-1), p = ln 0.78 / ln 0.9",
    [friction], identified: ["android-power-law": ["friction": "friction", "v0": "v0"]]
  ) { values throws(PredictionError) in
    try values.released(.powerLaw(values.friction))
  } values: { engine, _ in
    guard case .powerLaw(let friction) = engine.glide else { return nil }
    return Given([("friction", friction.value)])
  }

  private static let spline = EngineLaw(
    "android-spline", .glide, formula: "x = x0 + D S(t/T), D = f C T^p, S Android's spline",
    [friction],
    identified: [
      "android-spline": ["friction": "friction", "v0": "v0"],
      "android-spline-friction": ["friction": "friction", "v0": "v0"],
    ]
  ) { values throws(PredictionError) in
    try values.released(.spline(values.friction))
  } values: { engine, _ in
    guard case .spline(let friction) = engine.glide else { return nil }
    return Given([("friction", friction.value)])
  }

  private static let bezierFling = EngineLaw(
    "bezier-fling", .glide,
    formula:
      "x = x0 + D B(t/T), D = v0^2 / 5291, T = min(2, v0 / 2300), B = cubic-bezier(0.2, 0.2 v0 T/D, 0.55, 1)",
    [
      ConstantDescription(
        "maximum_distance", "pt", "most that the view allows; about 3 heights", .positive)
    ],
    identified: [
      "bezier-fling": ["v0": "v0"],
      "bezier-fling-bounded": ["v0": "v0", "D": "maximum_distance"],
    ]
  ) { values throws(PredictionError) in
    let fling = BezierFling(position: values["x0"] ?? 0, velocity: try values.release())
    // The duration is kept, and the curve starts with the speed of the release.
    guard let limit = values["maximum_distance"]?.magnitude, limit < fling.distance.magnitude else {
      return .tween(fling.tween)
    }
    return .tween(
      BezierFling(
        position: fling.position, distance: fling.distance < 0 ? -limit : limit,
        duration: fling.duration, slope: fling.velocity.magnitude * fling.duration / limit
      ).tween)
  } values: { engine, _ in
    guard case .bezier = engine.glide else { return nil }
    return Given()
  }

  private static let eased = EngineLaw(
    "eased-glide", .glide, formula: "x = x0 + D ease(t / T), D = v0^2 / (2 a), T = v0 / a",
    [
      deceleration,
      ConstantDescription("maximum_duration", "s", "the longest T", .positive),
    ] + easingConstants
  ) { values throws(PredictionError) in
    try values.released(
      .eased(
        deceleration: try values.deceleration(), maximumDuration: values["maximum_duration"],
        try easing(values)))
  } values: { engine, _ in
    guard case .eased(let value, let maximum, let easing) = engine.glide else { return nil }
    return Given(
      [("deceleration", value)] + (maximum.map { [("maximum_duration", $0)] } ?? []), easing)
  }

  /// `momentum` is also a fitted law, with its own prediction and simulation.
  private static let momentum = EngineLaw(
    MomentumLaw.description.key, .glide, formula: MomentumLaw.description.formula, [],
    identified: ["macos-momentum": ["v0": "v0"]]
  ) { values throws(PredictionError) in
    .momentum(MomentumLaw.momentum { values[$0] ?? $1 })
  } values: { engine, _ in
    guard case .momentum(let rate, let speed, let exponent) = engine.glide else { return nil }
    return Given([("k0", rate), ("v1", speed), ("p", exponent)])
  }
}

extension ConstantValues {
  fileprivate func deceleration() throws(PredictionError) -> Double {
    try need("deceleration", "the deceleration in pt/s^2")
  }

  fileprivate var friction: FlingFriction {
    FlingFriction(values["friction"] ?? FlingFriction.android.value)
  }
}
