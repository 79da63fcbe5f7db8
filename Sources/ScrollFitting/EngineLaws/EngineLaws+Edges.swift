internal import ScrollPhysics

/// The returns of engines that are not springs in time, and their motions from rest to rest.
extension EngineLaw {
  static let edges: [EngineLaw] = [smoothDamp, elastic, framewise, stepped, easedReturn]

  private static let smoothDamp = EngineLaw(
    "smooth-damp", .edge,
    formula: "nearly y'' + 2 delta y' + delta^2 y = 0 each frame, delta = 2 / T",
    [
      ConstantDescription("smooth_time", "s", "T, as ScrollRect.elasticity", .positive), fps,
    ]
  ) { values throws(PredictionError) in
    try values.returned(
      .smoothDamp(smoothTime: try values.need("smooth_time", "the smooth time in s")))
  } values: { engine, _ in
    guard case .smoothDamp(let time) = engine.edge else { return nil }
    return Given([("smooth_time", time)])
  }

  private static let elastic = EngineLaw(
    "elastic", .edge, formula: "y = (y0 + A v0 t) e^(-K t / P)",
    [
      ConstantDescription("amplitude", "", "A, the part of the velocity that acts", .positive),
      ConstantDescription("stiffness", "", "K", .positive),
      ConstantDescription("period", "s", "P", .positive),
    ]
  ) { values throws(PredictionError) in
    // Checked first, so that it is the first missing constant to be reported.
    _ = try values.beyond()
    return try values.returned(
      .elastic(
        ElasticBounce.Constants(
          amplitude: try values.need("amplitude", "the part of the velocity that acts"),
          stiffness: try values.need("stiffness", "K"),
          period: try values.need("period", "P in s"))))
  } values: { engine, _ in
    guard case .elastic(let own, _) = engine.edge else { return nil }
    return Given([
      ("amplitude", own.amplitude), ("stiffness", own.stiffness), ("period", own.period),
    ])
  }

  private static let framewise = EngineLaw(
    "framewise", .edge, formula: "each frame: out w <- f w - a s, back w <- -b (s + o)",
    [
      ConstantDescription("friction", "", "f, of the way per frame", .between(0, 1)),
      ConstantDescription("outward", "", "a, of the overscroll, going out", .notNegative),
      ConstantDescription("inward", "", "b, of the overscroll, on its way back", .between(0, 1)),
      ConstantDescription("overshoot", "pt", "o", .notNegative, standard: "0"),
      ConstantDescription("stop_step", "pt", "rests below it inside", .notNegative, standard: "0"),
      fps, order,
    ],
    identified: [
      "framewise": ["friction": "friction", "outward": "outward", "inward": "inward"]
    ]
  ) { values throws(PredictionError) in
    try values.returned(
      .framewise(
        FramewiseBounce.Constants(
          friction: try values.need("friction", "the factor of the way per frame"),
          outward: try values.need("outward", "what a frame that goes out loses of the overscroll"),
          inward: try values.need("inward", "what a frame goes back of the overscroll"),
          overshoot: values["overshoot"] ?? 0, slowsFirst: values.slowsFirst,
          restWay: values["stop_step"] ?? 0, frameDuration: 1 / values.framesPerSecond)))
  } values: { engine, _ in
    guard case .framewise(let own) = engine.edge else { return nil }
    return Given(
      [
        ("friction", own.friction), ("outward", own.outward), ("inward", own.inward),
        ("overshoot", own.overshoot), ("stop_step", own.restWay), ("fps", 1 / own.frameDuration),
      ], slowsFirst: own.slowsFirst)
  }

  private static let stepped = EngineLaw(
    "stepped-return", .edge,
    formula: "each frame v <- v - r v h - d v - c s, then s <- s + v h / (1 + s / R)",
    [
      ConstantDescription("d", "", "share of the velocity that a frame takes off", .between(0, 1)),
      ConstantDescription("c", "1/s", "velocity that a frame adds for each pt", .positive),
      ConstantDescription("r", "1/s", "friction, as inside the edges", .notNegative, standard: "0"),
      ConstantDescription(
        "roundness", "pt", "R, the overscroll at which a step is halved", .positive,
        standard: "200"),
      ConstantDescription(
        "dead_zone", "pt", "overscroll up to which it glides", .notNegative, standard: "0"),
      ConstantDescription("stop_step", "pt", "rests below it", .notNegative, standard: "0"),
      fps,
    ],
    identified: ["kivy-return": ["d": "d", "c": "c"]]
  ) { values throws(PredictionError) in
    try values.returned(
      .stepped(
        SteppedReturn.Constants(
          friction: values["r"] ?? 0,
          damping: try values.need("d", "the share of the velocity that a frame takes off"),
          spring: try values.need("c", "the velocity that a frame adds for each pt"),
          roundness: values["roundness"] ?? 200, deadZone: values["dead_zone"] ?? 0,
          restStep: values["stop_step"] ?? 0)))
  } values: { engine, _ in
    guard case .stepped(let own) = engine.edge else { return nil }
    return Given([
      ("d", own.damping), ("c", own.spring), ("r", own.friction), ("roundness", own.roundness),
      ("dead_zone", own.deadZone), ("stop_step", own.restStep),
    ])
  }

  private static let easedReturn = EngineLaw(
    "eased-return", .edge, formula: "y = y0 (1 - ease(t / T)); the velocity plays no part",
    [ConstantDescription("duration", "s", "T", .positive)] + easingConstants
  ) { values throws(PredictionError) in
    _ = try values.need("y0", "the overscroll at the release")
    let duration = try values.need("duration", "T in s")
    return try values.returned(.eased(try easing(values), duration: duration))
  } values: { engine, _ in
    guard case .eased(let easing, let duration) = engine.edge else { return nil }
    return Given([("duration", duration)], easing)
  }

  // MARK: - Animations

  /// Selects an animation of an engine by name.
  static let animation = ConstantDescription(
    "animation", "", "which one of the engine; its first without", .partOfEngine, hasParts: false)

  static let tween = EngineLaw(
    "tween", .animation, formula: "x = x0 + D ease(t / T)",
    [
      ConstantDescription("from", "pt", "offset at the start", standard: "0"),
      ConstantDescription("to", "pt", "offset at the end"),
      ConstantDescription("distance", "pt", "D, instead of to"),
      ConstantDescription("duration", "s", "T", .positive),
    ] + easingConstants + [animation]
  ) { values throws(PredictionError) in
    .tween(
      Tween(
        position: values["from"] ?? 0, distance: try distance(values),
        duration: try values.need("duration", "how long it takes, in s"),
        easing: try easing(values)))
  } values: { engine, given throws(PredictionError) in
    guard !engine.animations.isEmpty else { return nil }
    let animation = try animation(of: engine, named: given.words["animation"])
    guard given["duration"] == nil else { return Given([], animation.easing) }
    let range = animation.duration.range(distance: try distance(given))
    guard range.lowerBound == range.upperBound else {
      throw PredictionError(
        "Give duration: the animation '\(animation.name)' of \(engine.key) takes from "
          + "\(Printed.short(range.lowerBound)) to \(Printed.short(range.upperBound)) s.")
    }
    return Given([("duration", range.lowerBound)], animation.easing)
  }

  private static func distance(_ values: ConstantValues) throws(PredictionError) -> Double {
    switch (values["to"], values["distance"]) {
    case (let end?, nil): return end - (values["from"] ?? 0)
    case (nil, let distance?): return distance
    case (nil, nil):
      throw PredictionError("Give distance, or where it goes as to.", missing: ["distance=500"])
    default: throw PredictionError("Give only one of to and distance: each says where it goes.")
    }
  }

  /// An animation by its name or by a word of its name, ignoring case.
  private static func animation(
    of engine: Engine, named name: String?
  ) throws(PredictionError) -> Engine.Animation {
    guard let name else { return engine.animations[0] }
    let exact = engine.animations.first { $0.name.lowercased() == name.lowercased() }
    let first = engine.animations.first { one in
      one.name.split { " ,".contains($0) }.contains { $0.lowercased() == name.lowercased() }
    }
    guard let animation = exact ?? first else {
      let names = engine.animations.map { "'\($0.name)'" }
      throw PredictionError(
        "\(engine.key) has no animation '\(name)': it has \(LawConstants.list(names, "and")).")
    }
    return animation
  }
}
