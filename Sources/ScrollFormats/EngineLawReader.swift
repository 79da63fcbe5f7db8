internal import ScrollPhysics

/// Reads the laws of an engine with their constants.
enum EngineLawReader {
  /// The law of an object, which must be one of several.
  private static func law(
    _ reader: inout JSONObjectReader, _ laws: [String], unless standard: String? = nil
  ) throws(ResultFileError) -> String {
    if let standard, reader.value("law") == nil { return standard }
    let node = try reader.needed("law")
    guard let law = node.string, laws.contains(law) else {
      let given = node.string.map { "\"\(escapedForTerminal($0))\"" } ?? node.kind
      throw reader.fault(
        node, "\(reader.name) has no law \(given)",
        help: "the laws are \(laws.joined(separator: ", "))")
    }
    return law
  }

  // MARK: - Deceleration

  static func glide(_ reader: inout JSONObjectReader) throws(ResultFileError) -> Engine.Glide {
    switch try law(
      &reader,
      [
        "exponential", "discrete", "framewise", "projected", "superposed", "coulomb", "curve",
        "constant", "eased", "power-law", "spline", "stepped", "growing-friction", "bezier-fling",
        "momentum",
      ])
    {
    case "discrete": return .discrete(try rate(&reader))
    case "framewise":
      return .perFrame(
        factor: try reader.neededNumber("factor_per_frame", .fraction),
        slowsFirst: try reader.bool("slows_first") ?? false,
        frameDuration: 1 / (try reader.neededNumber("frame_rate", unit: "Hz", .positive)),
        ending: try ending(&reader))
    case "projected":
      return .projected(
        power: try reader.neededNumber("power", unit: "s", .positive),
        timeConstant: try reader.neededNumber("time_constant_s", .positive),
        ending: try ending(&reader))
    case "superposed":
      return .superposed(
        try rate(&reader), deceleration: try deceleration(&reader), ending: try ending(&reader))
    case "coulomb":
      return .coulomb(
        try rate(&reader), deceleration: try deceleration(&reader), ending: try ending(&reader))
    case "curve":
      let curve = FlingCurve(
        alpha: try reader.neededNumber("alpha", unit: "pt", .negative),
        beta: try reader.neededNumber("beta", unit: "pt/s", .nonNegative),
        gamma: try reader.neededNumber("gamma", unit: "1/s", .positive))
      guard curve.startSpeed > 0, curve.startSpeed.isFinite else {
        throw reader.fault(nil, "the curve never moves: -alpha gamma - beta should be above 0")
      }
      return .curve(curve)
    case "constant":
      return .constant(deceleration: try deceleration(&reader), ending: try ending(&reader))
    case "eased":
      return .eased(
        deceleration: try deceleration(&reader),
        maximumDuration: try reader.number("maximum_duration_s", .positive), try easing(&reader))
    case "power-law":
      return .powerLaw(FlingFriction(try reader.neededNumber("friction", .positive)))
    case "spline": return .spline(FlingFriction(try reader.neededNumber("friction", .positive)))
    case "stepped": return .stepped(try rate(&reader), ending: try ending(&reader))
    case "growing-friction":
      return .growingFriction(
        growth: try reader.neededNumber("c", unit: "1/s", .positive), ending: try ending(&reader))
    case "bezier-fling": return .bezier
    case "momentum":
      return .momentum(
        rate: try reader.neededNumber("k0", unit: "1/s", .positive),
        referenceSpeed: try reader.neededNumber("v1", unit: "pt/s", .positive),
        exponent: try reader.neededNumber("exponent", .positive))
    default: return .exponential(try rate(&reader), ending: try ending(&reader))
    }
  }

  private static func deceleration(
    _ reader: inout JSONObjectReader
  ) throws(ResultFileError) -> Double {
    try reader.neededNumber("deceleration", unit: "pt/s^2", .positive)
  }

  private static func rate(
    _ reader: inout JSONObjectReader
  ) throws(ResultFileError) -> DecelerationRate {
    let notation = try reader.notation(
      [["k"], ["deceleration_rate"], ["factor_per_frame", "frame_rate"], ["time_constant_s"]],
      of: "its rate")
    let rate: DecelerationRate
    switch notation[0] {
    case "deceleration_rate":
      rate = DecelerationRate(
        perMillisecond: try reader.neededNumber("deceleration_rate", unit: "1", .fraction))
    case "factor_per_frame":
      rate = DecelerationRate(
        perFrame: try reader.neededNumber("factor_per_frame", .fraction),
        framesPerSecond: try reader.neededNumber("frame_rate", unit: "Hz", .positive))
    case "time_constant_s":
      rate = DecelerationRate(timeConstant: try reader.neededNumber("time_constant_s", .positive))
    default:
      rate = DecelerationRate(perSecond: try reader.neededNumber("k", unit: "1/s", .positive))
    }
    guard rate.perSecond > 0, rate.perSecond.isFinite else {
      throw reader.fault(nil, "\(reader.name) has a rate beyond the range of doubles")
    }
    return rate
  }

  private static func ending(
    _ reader: inout JSONObjectReader
  ) throws(ResultFileError) -> Engine.Ending? {
    let keys = ["stop_velocity", "stop_distance", "stop_step"]
    let present = keys.filter { reader.value($0) != nil }
    guard present.count < 2 else {
      throw reader.fault(
        nil,
        "\(reader.name) must have at most one end, but has \(present.joined(separator: " and "))",
        help: "keep one of them")
    }
    guard let key = present.first else { return nil }
    let suffix = key == "stop_velocity" ? "/s" : ""
    guard let (value, unit) = try reader.quantity(key, ["pt" + suffix, "px" + suffix], .positive)
    else { return nil }
    let threshold: Engine.Threshold = unit == "pt" + suffix ? .points(value) : .pixels(value)
    switch key {
    case "stop_velocity": return .speed(threshold)
    case "stop_distance": return .distance(threshold)
    default: return .frame(threshold)
    }
  }

  // MARK: - Edge

  static func edge(_ reader: inout JSONObjectReader) throws(ResultFileError) -> Engine.Edge {
    switch try law(
      &reader, ["spring", "smooth-damp", "elastic", "framewise", "stepped", "eased", "clamped"])
    {
    case "smooth-damp":
      return .smoothDamp(smoothTime: try reader.neededNumber("smooth_time_s", .positive))
    case "elastic":
      return .elastic(
        ElasticBounce.Constants(
          amplitude: try reader.neededNumber("amplitude", .positive),
          stiffness: try reader.neededNumber("stiffness", .positive),
          period: try reader.neededNumber("period_s", .positive)),
        settles: try settles(&reader))
    case "framewise":
      return .framewise(
        FramewiseBounce.Constants(
          friction: try reader.neededNumber("friction", .share),
          outward: try reader.neededNumber("outward", .share),
          inward: try reader.neededNumber("inward", .share),
          overshoot: try reader.number("overshoot_pt", .nonNegative) ?? 0,
          slowsFirst: try reader.bool("slows_first") ?? false,
          restWay: try reader.number("stop_step_pt", .nonNegative) ?? 0,
          frameDuration: 1 / (try reader.neededNumber("frame_rate", unit: "Hz", .positive))))
    case "stepped":
      return .stepped(
        SteppedReturn.Constants(
          friction: try reader.number("friction", unit: "1/s", .nonNegative) ?? 0,
          damping: try reader.neededNumber("damping", .share),
          spring: try reader.neededNumber("spring", unit: "1/s", .positive),
          roundness: try reader.neededNumber("roundness_pt", .positive),
          deadZone: try reader.number("dead_zone_pt", .nonNegative) ?? 0,
          restStep: try reader.number("stop_step_pt", .nonNegative) ?? 0))
    case "eased":
      return .eased(
        try easing(&reader), duration: try reader.neededNumber("duration_s", .positive))
    case "clamped": return .clamped
    default: return .spring(try spring(&reader), settles: try settles(&reader))
    }
  }

  private static func spring(
    _ reader: inout JSONObjectReader
  ) throws(ResultFileError) -> SpringConstants {
    let notation = try reader.notation(
      [
        ["delta"], ["delta", "kappa"], ["omega", "zeta"], ["stiffness", "zeta"],
        ["stiffness", "zeta", "mass"], ["stiffness", "damping"], ["stiffness", "damping", "mass"],
        ["response", "damping_fraction"],
      ], of: "its constants")
    let mass = try reader.number("mass", unit: "1", .positive) ?? 1
    let constants: SpringConstants
    switch (notation[0], notation.count > 1 ? notation[1] : "") {
    case ("stiffness", "zeta"):
      constants = SpringConstants(
        stiffness: try reader.neededNumber("stiffness", unit: "1/s^2", .positive),
        dampingRatio: try reader.neededNumber("zeta", unit: "1", .positive), mass: mass)
    case ("stiffness", _):
      constants = SpringConstants(
        mass: mass, stiffness: try reader.neededNumber("stiffness", unit: "1/s^2", .positive),
        damping: try reader.neededNumber("damping", unit: "1/s", .positive))
    case ("omega", _):
      constants = SpringConstants(
        angularFrequency: try reader.neededNumber("omega", unit: "1/s", .positive),
        dampingRatio: try reader.neededNumber("zeta", unit: "1", .positive))
    case ("response", _):
      constants = SpringConstants(
        response: try reader.neededNumber("response", unit: "s", .positive),
        dampingFraction: try reader.neededNumber("damping_fraction", unit: "1", .positive))
    default:
      constants = SpringConstants(
        decayRate: try reader.neededNumber("delta", unit: "1/s", .positive),
        kappa: try reader.number("kappa", unit: "1/s^2", .any) ?? 0)
    }
    guard constants.settles else {
      throw reader.fault(
        nil, "the spring never comes to rest",
        help: "delta and delta^2 + kappa should be above 0, and within the range of doubles")
    }
    // omega^2 = delta^2 + kappa would lose digits, so the engine could not be written and read back.
    guard constants.dampingRatio <= 1000 else {
      throw reader.fault(
        nil, "the damping ratio of the spring is beyond 1000",
        help: "zeta = delta / omega; that of scroll views is 1 or a little beside it")
    }
    return constants
  }

  private static func settles(
    _ reader: inout JSONObjectReader
  ) throws(ResultFileError) -> Engine.Threshold? {
    let points = try reader.number("settle_pt", .positive)
    let pixels = try reader.number("settle_px", .positive)
    guard points == nil || pixels == nil else {
      throw reader.fault(
        nil, "\(reader.name) must have only one of settle_pt and settle_px",
        help: "keep one of them")
    }
    return points.map { .points($0) } ?? pixels.map { .pixels($0) }
  }

  private static func easing(
    _ reader: inout JSONObjectReader
  ) throws(ResultFileError) -> Easing {
    let node = try reader.needed("easing")
    if let numbers = node.elements {
      let points = numbers.compactMap(\.number)
      guard numbers.count == 4, points.count == 4, (0...1).contains(points[0]),
        (0...1).contains(points[2])
      else {
        throw reader.fault(
          node, "\"easing\" should be four numbers x1, y1, x2, y2 with x1 and x2 from 0 to 1")
      }
      return .bezier(x1: points[0], y1: points[1], x2: points[2], y2: points[3])
    }
    guard let name = node.string, let easing = Easing.named.first(where: { $0.name == name })
    else {
      throw reader.fault(
        node, "\"easing\" should be a name or the four numbers of a cubic Bezier curve",
        help: "the names are \(Easing.named.map(\.name).joined(separator: ", "))")
    }
    return easing.easing
  }

  // MARK: - Animations

  static func animation(
    _ reader: inout JSONObjectReader
  ) throws(ResultFileError) -> Engine.Animation {
    let nameNode = try reader.needed("name")
    guard let name = try reader.string("name"), !name.isEmpty else {
      throw reader.fault(nameNode, "\"name\" should be a text")
    }
    let notation = try reader.notation(
      [
        ["duration_s"], ["duration_per_root", "maximum_duration_s"],
        ["minimum_duration_s", "maximum_duration_s"],
      ], of: "its duration")
    let duration: Engine.Animation.Duration
    switch notation[0] {
    case "duration_s": duration = .fixed(try reader.neededNumber("duration_s", .positive))
    case "duration_per_root":
      duration = .root(
        try reader.neededNumber("duration_per_root", unit: "s/sqrt(pt)", .positive),
        maximum: try reader.neededNumber("maximum_duration_s", .positive))
    default:
      let low = try reader.neededNumber("minimum_duration_s", .positive)
      let high = try reader.neededNumber("maximum_duration_s", .positive)
      guard low <= high else {
        throw reader.fault(nil, "the minimum duration of an animation is above its maximum")
      }
      duration = .between(low, high)
    }
    return Engine.Animation(name, try easing(&reader), duration)
  }

  // MARK: - Rubber band

  static func drag(_ reader: inout JSONObjectReader) throws(ResultFileError) -> Engine.Drag {
    let law = try law(
      &reader, ["hyperbolic", "proportional", "tapered", "quadratic"], unless: "hyperbolic")
    let c = try reader.neededNumber("c", unit: "1", .positive)
    switch law {
    case "proportional": return .proportional(coefficient: c)
    case "tapered": return .tapered(coefficient: c)
    case "quadratic":
      return .quadratic(
        coefficient: c, linear: try reader.neededNumber("linear", unit: "1/pt", .nonNegative),
        quadratic: try reader.neededNumber("quadratic", unit: "1/pt^2", .nonNegative))
    default: return .hyperbolic(coefficient: c)
    }
  }
}
