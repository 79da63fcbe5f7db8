/// The constants that several laws share, in every notation.
extension Notation {
  /// A decay rate, of which one notation is given.
  static let rateConstants = [
    ConstantDescription("k", "1/s", "decay rate", .positive),
    ConstantDescription("d", "", "factor per millisecond", .between(0, 1)),
    ConstantDescription("time_constant", "s", "time to 1/e of the speed", .positive),
    ConstantDescription("half_life", "s", "time to half the speed", .positive),
    ConstantDescription("factor", "", "factor per frame", .between(0, 1)),
    ConstantDescription(
      "fps", "1/s", "frames per second, beside factor", .positive, standard: "60"),
  ]

  /// Velocity and offset at the release.
  static let releaseConstants = [
    ConstantDescription("v0", "pt/s", "velocity at release"),
    ConstantDescription("x0", "pt", "offset at release", standard: "0"),
  ]

  /// A deceleration with its friction and its end.
  static let glideConstants =
    releaseConstants + rateConstants + [
      ConstantDescription("coulomb", "pt/s^2", "constant friction", .notNegative, standard: "0"),
      ConstantDescription("stop", "pt/s", "ends below it; UIScrollView: 10", .positive),
      epsilon,
      form,
    ]

  /// The speed at which the system ends a simulated glide.
  static let simulatedStop = ConstantDescription(
    "stop", "pt/s", "ends below it, 0 for never", .notNegative, standard: "10")

  /// Whether velocity decays continuously or once a millisecond.
  public static let form = ConstantDescription(
    "form", "", "continuous or discrete", .words(["continuous", "discrete"]),
    standard: "continuous")

  /// The initial state of a bounce.
  static let startConstants = [
    ConstantDescription("C", "pt/s", "speed at the edge"),
    ConstantDescription("v0", "pt/s", "speed at t = 0, instead of C"),
    ConstantDescription("y0", "pt", "overscroll at t = 0, beside v0", standard: "0"),
  ]

  /// The stiffness of a spring, of which one notation is given.
  static let stiffnessConstants = [
    ConstantDescription("delta", "1/s", "decay rate, half the damping per mass", .positive),
    ConstantDescription("omega", "1/s", "angular frequency without damping", .positive),
    ConstantDescription("frequency", "Hz", "omega / 2 pi", .positive),
    ConstantDescription("stiffness", "", "stiffness, per mass or with mass", .positive),
    ConstantDescription("mass", "", "mass, beside stiffness", .positive, standard: "1"),
    ConstantDescription("response", "s", "2 pi / omega", .positive),
    ConstantDescription("duration", "s", "2 pi / omega", .positive),
  ]

  /// The damping of a spring, of which one notation is given.
  static let dampingConstants = [
    ConstantDescription("kappa", "1/s^2", "omega^2 - delta^2"),
    ConstantDescription("zeta", "", "damping ratio", .positive),
    ConstantDescription("damping_ratio", "", "zeta", .positive),
    ConstantDescription("damping_fraction", "", "zeta", .positive),
    ConstantDescription("damping", "", "damping coefficient, beside stiffness", .positive),
    ConstantDescription("bounce", "", "1 - zeta, or 1 / zeta - 1 below 0", .between(-1, 1)),
  ]

  /// The constant of the critically damped springs of `identify`.
  static let identifiedCritical = Dictionary(
    uniqueKeysWithValues: ["critical", "critical-from-edge", "critical-from-rest"].map {
      ($0, ["delta": "delta"])
    })

  /// The distance from its limit at which a motion counts as ended.
  static let epsilon = ConstantDescription(
    "epsilon", "pt", "ends so close to the limit", .positive, standard: "0.1")

  /// The overscroll at which a bounce counts as ended.
  static let settle = ConstantDescription(
    "settle", "pt", "a bounce ends below it", .positive, standard: "0.5")

  /// The strength of gravity, of which one notation is given.
  static let gravityConstants = [
    ConstantDescription("g", "pt/s^2", "gravity, below 0 towards smaller offsets", .notZero),
    ConstantDescription(
      "magnitude", "", "gravity in 1000 pt/s^2, instead of g", .notZero),
  ]

  static let fallConstants =
    gravityConstants + [
      ConstantDescription("height", "pt", "how far it falls", .notNegative),
      ConstantDescription("v0", "pt/s", "velocity at the start", standard: "0"),
    ]

  /// The time at rest before a simulated motion.
  static let wait = ConstantDescription(
    "wait", "s", "at rest before the motion", .notNegative, standard: "0")

  /// The masses of two nested views.
  static let massConstants = [
    ConstantDescription("distance", "pt", "outer view's way to its edge", .notNegative),
    ConstantDescription("m_outer", "", "mass of the outer view", .positive, standard: "1"),
    ConstantDescription("m_inner", "", "mass of the inner view", .positive, standard: "1"),
    ConstantDescription("mass_ratio", "", "m_outer / m_inner, instead of both", .positive),
  ]
}
