import ArgumentParser

/// The laws that can be simulated.
enum SimulatedLaw: String, ExpressibleByArgument, CaseIterable {
  case bounce, decelerate
  case rubberBand = "rubber-band"
  case spring, gravity, collision, resistance, stretch, transfer, session

  /// The constants it takes.
  var constants: LawConstants {
    switch self {
    case .bounce:
      LawConstants(
        rawValue,
        [
          ConstantName("C", "pt/s", "speed at the edge", .notZero, isRequired: true),
          ConstantName("delta", "1/s", "decay rate", .positive, isRequired: true),
          ConstantName(
            "phi", "s", "time since the edge at the first frame", standard: "0"),
        ])
    case .decelerate:
      LawConstants(
        rawValue,
        [
          ConstantName("v0", "pt/s", "velocity at release", isRequired: true),
          ConstantName("k", "1/s", "decay rate", .positive),
          ConstantName("d", "", "factor per millisecond", .between(0, 1)),
          ConstantName("x0", "pt", "offset at release", standard: "0"),
          ConstantName("coulomb", "pt/s^2", "constant friction", .notNegative, standard: "0"),
          ConstantName("stop", "pt/s", "ends below it, 0 for never", .notNegative, standard: "10"),
          ConstantName(
            "epsilon", "pt", "ends so close to the limit, 0 for never", .notNegative,
            standard: "0"),
          ConstantName(
            "form", "", "continuous or discrete", .words(["continuous", "discrete"]),
            standard: "continuous"),
        ], oneOf: [["k", "d"]])
    case .rubberBand:
      LawConstants(
        rawValue,
        [
          ConstantName("c", "", "slope at the edge", .positive, isRequired: true),
          ConstantName("d", "pt", "size of the bounds", .between(1e-3, 1e12), isRequired: true),
          ConstantName("travel", "pt", "furthest finger travel", .positive, standard: "300"),
          ConstantName("step", "pt", "finger travel per frame", .positive, standard: "in 1 s"),
        ])
    case .spring:
      LawConstants(
        rawValue,
        [
          ConstantName("omega", "1/s", "angular frequency", .positive),
          ConstantName("frequency", "Hz", "omega / 2 pi", .positive),
          ConstantName("stiffness", "1/s^2", "per mass, omega^2", .positive),
          ConstantName("delta", "1/s", "decay rate", .positive),
          ConstantName("zeta", "", "damping ratio", .positive),
          ConstantName("kappa", "1/s^2", "omega^2 - delta^2"),
          ConstantName("y0", "pt", "distance from rest at the first frame", standard: "0"),
          ConstantName("v0", "pt/s", "velocity at the first frame", standard: "0"),
        ], oneOf: [["omega", "frequency", "stiffness", "delta"], ["zeta", "kappa"]])
    case .gravity: LawConstants(rawValue, Self.fall)
    case .collision:
      LawConstants(
        rawValue,
        [ConstantName("e", "", "speed after a contact over before", .probability, isRequired: true)]
          + Self.fall)
    case .resistance:
      LawConstants(
        rawValue,
        [
          ConstantName("v0", "pt/s", "velocity at the start", .notZero, isRequired: true),
          ConstantName("r", "1/s", "resistance", .positive, isRequired: true),
          ConstantName("x0", "pt", "offset at the start", standard: "0"),
          ConstantName(
            "wait", "s", "at rest before the motion", .notNegative, standard: "0"),
        ])
    case .stretch:
      LawConstants(
        rawValue,
        [
          ConstantName("gain", "", "growth per point of offset", .notZero, isRequired: true),
          ConstantName("intercept", "pt", "height not stretched", isRequired: true),
          ConstantName("breakpoint", "pt", "offset at which it stretches", standard: "0"),
          ConstantName(
            "pull", "pt", "furthest pull beyond the breakpoint", .positive, standard: "120"),
          ConstantName(
            "lead", "pt", "way before the breakpoint, there and back", .notNegative,
            standard: "60"),
        ])
    case .transfer:
      LawConstants(
        rawValue,
        [
          ConstantName("v0", "pt/s", "velocity at release", .notZero, isRequired: true),
          ConstantName("k", "1/s", "decay rate of both views", .positive),
          ConstantName("d", "", "factor per millisecond", .between(0, 1)),
          ConstantName(
            "distance", "pt", "outer view's way to its edge", .notNegative, isRequired: true),
          ConstantName("m_outer", "", "mass of the outer view", .positive, standard: "1"),
          ConstantName("m_inner", "", "mass of the inner view", .positive, standard: "1"),
          ConstantName("k_inner", "1/s", "decay rate of the inner view", .positive, standard: "k"),
          ConstantName("x0", "pt", "outer offset at release", standard: "0"),
          ConstantName("stop", "pt/s", "ends below it, 0 for never", .notNegative, standard: "10"),
        ], oneOf: [["k", "d"]])
    case .session:
      LawConstants(
        rawValue,
        [
          ConstantName(
            "gestures", "", "how many", .count(upTo: 10_000), standard: "5", hasParts: false),
          ConstantName(
            "catches", "", "share of decelerations that a touch stops", .probability,
            standard: "0", hasParts: false),
          ConstantName(
            "jumps", "", "share of rests in which the offset is set", .probability, standard: "0",
            hasParts: false),
          ConstantName("length", "pt", "from edge to edge", .between(10, 1e9), standard: "1500"),
          ConstantName("c", "", "rubber band: slope at the edge", .positive, standard: "0.55"),
          ConstantName(
            "d", "pt", "size of the bounds", .between(1, 1e9), standard: "y 844, x 390"),
          ConstantName("k", "1/s", "decay rate of a deceleration", .positive, standard: "2.002"),
          ConstantName("stop", "pt/s", "a deceleration ends below it", .positive, standard: "10"),
          ConstantName("delta", "1/s", "decay rate of a bounce", .positive, standard: "10.93"),
          ConstantName("kappa", "1/s^2", "omega^2 - delta^2 of a bounce", standard: "0"),
          ConstantName(
            "release", "1/s", "a held pull starts back at so many times y", .notNegative,
            standard: "0"),
        ])
    }
  }

  /// Those of a fall on a floor.
  private static var fall: [ConstantName] {
    [
      ConstantName(
        "g", "pt/s^2", "gravity, below 0 towards smaller offsets", .notZero, isRequired: true),
      ConstantName("height", "pt", "fall to the floor", .positive, isRequired: true),
      ConstantName("v0", "pt/s", "velocity at the start", standard: "0"),
      ConstantName("y0", "pt", "offset at the start", standard: "0"),
      ConstantName("wait", "s", "at rest before the motion", .notNegative, standard: "0"),
    ]
  }
}
