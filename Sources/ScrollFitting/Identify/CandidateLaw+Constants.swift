extension CandidateLaw {
  /// The constants that `identify` prints for its laws, and `fit` if no other law fits, each with its meaning.
  public static let constants: [QuantityDescription] = ofTimes + handles + ofRules

  private static let ofTimes = [
    QuantityDescription("v0", "pt/s", "velocity", "the velocity at the start of the motion"),
    QuantityDescription(
      "t0", "s", "start", "when the motion began, on the clock of the recording"),
    QuantityDescription("T", "s", "duration", "how long the motion takes from its start to rest"),
    QuantityDescription("D", "pt", "distance", "how far the motion goes from its start to rest"),
  ]

  private static let handles = [
    ("x1", "first handle, time"), ("y1", "first handle, way"), ("x2", "second handle, time"),
    ("y2", "second handle, way"),
  ].map {
    QuantityDescription($0.0, "1", $0.1, "cubic-bezier(x1, y1, x2, y2) of a tween, as in CSS")
  }

  private static let ofRules = [
    QuantityDescription("k", "1/s", "decay rate", "v = v0 e^(-k t), alone or beside a friction"),
    QuantityDescription(
      "coulomb", "pt/s^2", "constant friction", "deceleration by friction"),
    QuantityDescription(
      "deceleration", "pt/s^2", "deceleration",
      "how fast a glide of constant deceleration gets slower"),
    QuantityDescription(
      "friction", "1", "friction",
      "of Android's flings the friction of its scroller, 0.015 as shipped; of two rules per frame the ratio of the speeds of successive frames"
    ),
    QuantityDescription("p", "1", "exponent", "of a power law: v = v0 (1 - t/T)^(p - 1)"),
    QuantityDescription("factor", "1", "factor", "ratio of the velocities of successive frames"),
    QuantityDescription("r", "1/s", "resistance", "each frame: v <- v - r v h, h its length in s"),
    QuantityDescription("delta", "1/s", "decay rate", "of a critically damped return"),
    QuantityDescription("zeta", "1", "damping ratio", "of a return by a spring; 1 is critical"),
    QuantityDescription("omega", "1/s", "angular frequency", "of a return by a spring, undamped"),
    QuantityDescription("stiffness_per_mass", "1/s^2", "stiffness / mass", "omega^2"),
    QuantityDescription("damping_per_mass", "1/s", "damping / mass", "2 zeta omega"),
    QuantityDescription(
      "outward", "1", "pull on the way out",
      "velocity, in pt per frame, lost per frame and pt of overscroll"),
    QuantityDescription(
      "inward", "1", "pull on the way back", "share of the remaining distance moved per frame"),
    QuantityDescription(
      "c", "1/pt or 1/s", "drag or pull",
      "of quadratic drag the decrease of the logarithm of the speed per pt; of Kivy's edge the velocity in pt/s added inward per frame and pt of overscroll"
    ),
    QuantityDescription(
      "d", "1", "damping", "of Kivy's edge the share of the velocity lost per frame"),
    QuantityDescription("g", "pt/s^2", "gravity", "how fast a fall gets faster"),
    QuantityDescription("e", "1", "elasticity", "the speed after a contact over the one before"),
  ]
}
