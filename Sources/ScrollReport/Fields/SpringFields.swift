internal import ScrollFitting
internal import ScrollFormats

extension FeasiblePairs: JSONObject {
  static let fields = FieldTable<Self>(
    "feasibleRegion", "All pairs of stiffness and damping of a spring that rounding alone allows."
  ) {
    Field(
      "smallest_misfit", \.smallestMisfit,
      "Largest residual of the best spring over what rounding does at most; above 1 no spring is allowed.",
      .atLeast(0))
    Field("open", \.isOpen, "Whether the region goes on beyond what was searched.")
    Field(
      "allows_critical", \.allowsCritical,
      "Whether a critically damped spring is allowed; null where no spring is, or where the region is open."
    )
    Field(
      "bounds", \.bounds, name: \.key, \.interval,
      "Ranges of the constants over the region by key, in the units of the constants.",
      pattern: Schema.keyPattern)
    Field(
      "border", { $0.border.map { [$0.x, $0.y] } },
      "Points along the border of the region; empty where there is none.",
      .each(
        "Stiffness per mass in 1/s^2 and damping per mass in 1/s of a point.",
        .atLeast(elements: 2), .atMost(elements: 2)))
    Field(
      optional: "round", \.rounded,
      "The roundest spring in the region, after the roundest next to it where that takes fewer digits; missing where there is none, or none was looked for.",
      .atLeast(elements: 1))
  }

  private var rounded: [RoundSpringMembers]? {
    guard !round.isEmpty else { return nil }
    return round.map { RoundSpringMembers(spring: $0, fitsInterval: fitsInterval) }
  }
}

/// A spring with round constants, and whether it reproduces the recordings.
struct RoundSpringMembers: JSONObject {
  var spring: RoundSpring
  /// Whether the frame intervals were searched.
  var fitsInterval: Bool

  static let fields = FieldTable<Self>(
    "roundSpring", "A spring of round numbers, and what it explains."
  ) {
    Field(
      "stiffness_per_mass", \.spring.stiffnessPerMass, "Stiffness per mass in 1/s^2.", .above(0))
    Field("damping_per_mass", \.spring.dampingPerMass, "Damping per mass in 1/s.", .above(0))
    Field("digits", \.spring.digits, "Decimal digits of both together.", .atLeast(2))
    Field(
      "chance", \.spring.chance,
      "How often a region of this size comes as near to a pair of as few digits by chance.",
      .atLeast(0), .atMost(1))
    Field(
      "explained", { $0.spring.recordings.count(where: \.isExplained) },
      "Recordings of which it reproduces every sample to the pixel.", .atLeast(0))
    Field(
      optional: "interval_factor", { $0.factor($0.spring.clock) },
      "With which common frame intervals it explains every recording without stamps, and those with stamps as they are; only with --fit-interval."
    )
    Field(
      "recordings", { spring in spring.spring.recordings.map { (spring, $0) } },
      each: recordingFields, "The recordings, in their order.")
  }

  private static let recordingFields = FieldTable<(spring: Self, recording: RoundSpring.Recording)>(
    nil, "One recording."
  ) {
    Field(
      "smallest_error_pt", \.recording.error, "Worst residual of the best curve in pt.", .atLeast(0)
    )
    Field("bound_pt", \.recording.bound, "Largest error of rounding in pt.", .above(0))
    Field(
      "interval_s", \.recording.interval,
      "Frame interval in s where it is assumed; null for recorded stamps.")
    Field(
      optional: "interval_factor", { $0.spring.factor($0.recording.clock) },
      "With which frame intervals it explains every sample; only with --fit-interval.")
  }

  private func factor(_ range: ClosedRange<Double>?) -> IntervalFactor? {
    fitsInterval ? IntervalFactor(range: range) : nil
  }
}

/// The smallest and largest frame interval relative to the nominal one; null if there is none.
struct IntervalFactor: JSONMember {
  var range: ClosedRange<Double>?

  func write(to json: inout JSONWriter) {
    json.value(range.map { [$0.lowerBound, $0.upperBound] })
  }
  static func schema(_ definitions: inout SchemaDefinitions) -> Schema {
    definitions.reference(.intervalFactor)
  }
}

extension SpringPool: JSONObject {
  static let fields = FieldTable<Self>("springSummary", "What all springs of the run say together.")
  {
    Field("fits", \.count, "How many were fitted.", .atLeast(1))
    Field("pooled", \.pools, each: Pool.ofFits, "The constants of a spring, pooled.")
    Field(
      "feasible_region", \.region,
      "The springs that the rounding of every recording allows; null where it is not known.")
    Field(
      "tests", { $0.test.map { [$0] } ?? [] },
      "Whether all are critically damped; empty where it cannot be tested.", .atMost(elements: 1))
  }
}
