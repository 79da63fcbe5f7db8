internal import ScrollFitting
internal import ScrollFormats

extension Phase: JSONObject {
  static let fields = FieldTable<Self>(
    "phase", "A part of a recording in which one thing happens along one axis."
  ) {
    Field(
      "kind", \.kind,
      "What happens: nothing, a finger inside the edges, a finger beyond an edge, a glide, a glide that something stops, a bounce, the return from where a finger let go, a motion from rest to rest by itself, a change at once, or none of these."
    )
    Field("axis", \.axis)
    Field(
      "window", members: windowFields,
      "When it takes place in s of the recording: between samples, where a law tells to a fraction of a frame."
    )
    Field("samples", \.range, in: sampleFields, "Its samples.")
    Field(
      "edge", \.edge,
      "The edge beyond which it takes place, or at which it ends; null where there is none.")
    Field(
      "confidence", \.confidence,
      "How sure the kind is: the recording names it or a law describes it to rounding, it follows from the phases before and after, or something else would look much the same."
    )
    Field(
      "law", \.law,
      "Key of the law of `identify` that it follows, where that is none that `fit` has constants of; else null."
    )
    Field(
      optional: "constants", { $0.law == nil ? nil : $0.constants },
      "The constants of `law`; there only where `law` is no null.")
    Field("evidence", \.evidence, "What the kind was told by, in a few words.")
    Field(
      "fit", \.fit, "Position of its fit in `fits`, from 0; null when it was not fitted.",
      .atLeast(0))
    Field(
      "remark", \.remark,
      "Why it was not fitted, or why its fit is not to be taken for that of a free motion; null otherwise."
    )
  }

  private static let windowFields = FieldTable<Self>(
    "window", "A stretch of time in s of the recording."
  ) {
    Field("start_s", \.start, "First time in s.")
    Field("end_s", \.end, "Last time in s.")
  }

  private static let sampleFields = FieldTable<Range<Int>>(nil, "Its samples.") {
    Field("first", \.lowerBound, "Position of the first sample, from 0.", .atLeast(0))
    Field("count", \.count, "How many there are.", .atLeast(0))
  }
}

extension CandidateFit.Constant: JSONObject {
  static let fields = FieldTable<Self>(nil, nil) {
    Field("key", \.key, "Its key.")
    Field("value", \.value, "Its value.")
    Field(
      optional: "standard_error", \.standardError,
      "Its standard error, by leaving out every tenth sample; there where one is known.")
    Field("unit", \.unit, "Its unit; empty for a number without one.")
  }
}

extension Pool {
  static let ofFits = fields(
    "pool", "fit",
    "Position of the fit, from 0: in `fits` of the recording; in summary.spring among all springs of the run."
  ) {
    Field("law", \.law, as: .law)
    Field("key", \.key, "Key of the quantity.", .key)
  }

  fileprivate static let ofJoints = fields("jointPool", "joint", "Position in `joints`, from 0.") {
    Field("law", \.law, "Marks a comparison of neighbouring phases.", .constant("joint"))
    Field(
      "key", \.key, "What is compared.",
      .words("edge_velocity", "edge_share", "crossing_time", "release_velocity"))
  }

  private static func fields(
    _ name: String, _ member: StaticString, _ about: String,
    @FieldsBuilder<Self> what: () -> [Field<Self>]
  ) -> FieldTable<Self> {
    let members = FieldTable<Member>(nil, "What one of them says.") {
      Field(member, \.source, about, .atLeast(0))
      Field("value", \.value, "Its own value, in the unit of the estimate.")
      Field("standard_error", \.standardError, "Standard error of that.", .atLeast(0))
      Field(
        "weight", \.weight, "Its share of the pooled value; all shares add up to 1.", .atLeast(0))
    }
    let omissions = FieldTable<Omission>(nil, "One that the pool does without.") {
      Field(member, \.source, about, .atLeast(0))
      Field("reason", \.reason, "Why, in a few words.")
    }
    let what = what()
    return FieldTable<Self>(name, "One constant from all that share it.") {
      what
      Field(
        "estimate", \.estimate, "The pooled value; null inside, with a reason, when there is none.")
      Field("heterogeneity", \.heterogeneity)
      Field("members", \.members, each: members, "Those that the pooled value rests on.")
      Field("left_out", \.leftOut, each: omissions, "Those left out.")
    }
  }

  private var heterogeneity: Heterogeneity {
    Heterogeneity(
      q: q, degrees: degrees, probability: probability, spread: spread,
      isHeterogeneous: isHeterogeneous)
  }
}

/// Whether pooled values differ by more than their errors.
struct Heterogeneity: JSONObject {
  var q: Double?
  var degrees: Int
  var probability: Double?
  var spread: Double?
  var isHeterogeneous: Bool

  static let fields = FieldTable<Self>(
    "heterogeneity", "Whether those pooled differ by more than their errors."
  ) {
    Field(
      "q", \.q,
      "Cochran's Q, scaled to a mean of `degrees` where all measure one constant; null for fewer than two.",
      .atLeast(0))
    Field("degrees", \.degrees, "How many were pooled, less 1; 0 for none.", .atLeast(0))
    Field(
      "p", \.probability, "Probability of a larger Q by chance; null for fewer than two.",
      .atLeast(0), .atMost(1))
    Field(
      "spread", \.spread,
      "tau: standard deviation between them beyond their errors, in the unit of the estimate; 0 when Q shows none, null for fewer than two.",
      .atLeast(0))
    Field(
      "heterogeneous", \.isHeterogeneous,
      "Whether they differ at a probability of 0.01: then the value is the random-effects mean.")
  }
}

extension JointPool: JSONObject {
  static let fields = FieldTable<Self>("jointPool", "One constant from all that share it.") {
    Pool.ofJoints.fields(of: \.pool)
    Field(
      "test", \.test,
      "The comparison against 1, or against 0 for times; null where nothing is tested.")
  }
}

extension PhaseTransition: JSONObject {
  static let fields = FieldTable<Self>(
    "joint", "What ties two neighbouring phases of an axis together."
  ) {
    Field(
      "kind", \.kind,
      "What is compared: the speed at the edge, the share of the first speed left there, the time of the crossing, or the speed at a release."
    )
    Field("axis", \.axis)
    Field("before", \.before, "Position of the earlier phase in `phases`, from 0.", .atLeast(0))
    Field("after", \.after, "Position of the later phase in `phases`, from 0.", .atLeast(0))
    Field(
      "expected", \.expected,
      "What the earlier phase says; for a share the speed at its first sample.")
    Field("found", \.found, "What the later phase says; for a share the speed at the edge.")
    Field("comparison", \.comparison, "found / expected, or found - expected in s for times.")
    Field(
      "test", \.test,
      "The comparison against 1, or against 0 for times; null where nothing is tested.")
  }
}

extension Release: JSONObject {
  static let fields = FieldTable<Self>("release", "The end of a drag.") {
    Field("axis", \.axis)
    Field("drag", \.drag, "Position of the drag in `phases`, from 0.", .atLeast(0))
    Field(
      "glide", \.glide,
      "Position of the glide that follows in `phases`, from 0; null where none does.", .atLeast(0))
    Field("time_s", \.time, "The end of the drag, in s.")
    Field(
      "velocity", \.velocity,
      "The velocity of the glide at the release by its law; null without a glide, and where its fit does not tell."
    )
    Field("finger", \.readings, "The finger's velocity, by each method that its samples allow.")
    Field(
      "left_over_pt_per_s", \.leftOver,
      "The velocity that the glide before had left when the drag interrupted it; null where it interrupted none."
    )
    Field(
      "carried", \.carried,
      "(v0 - finger) / left over, the finger by the line of 40 ms: the part of the old velocity that the new glide has beside the finger's; null where there is none, or it goes the other way."
    )
  }
}

extension Release.Reading: JSONObject {
  static let fields = FieldTable<Self>(nil, "The finger's velocity by one method.") {
    Field(
      "method", \.method,
      "The difference of the last two samples, or the least-squares line through the last 40 or 100 ms."
    )
    Field("samples", \.samples, "Samples it rests on.", .atLeast(2))
    Field("velocity", \.velocity, "The velocity, with its sign.")
    Field(
      "ratio", \.ratio,
      "The velocity of the glide over it; null without a glide, and where the finger goes the other way."
    )
  }
}

extension FlingThreshold: JSONObject {
  static let fields = FieldTable<Self>(
    "flingThreshold",
    "The speeds of a finger, by the line of 40 ms, else by the last two samples, between which flings begin."
  ) {
    Field(
      "fastest_without_pt_per_s", \.fastestWithout,
      "The greatest speed of a finger that no glide followed; null where every drag ended in one.",
      .atLeast(0))
    Field(
      "slowest_with_pt_per_s", \.slowestWith,
      "The smallest speed of a finger that a glide followed; null where none did.", .atLeast(0))
  }
}

extension FlingScaling: JSONObject {
  static let fields = FieldTable<Self>(
    "flings",
    "Distance D and duration T of flings by their speed v0: D ~ v0^a, T ~ v0^b. a is 1 for a viscous drag, 1.74 for Android's fling, 2 for a constant deceleration."
  ) {
    Field(
      "distance_power", \.distancePower,
      "a; null for fewer than three flings, and where the fastest is not 1.5 times as fast as the slowest."
    )
    Field("duration_power", \.durationPower, "b; null for the same reasons.")
    Field("flings", \.flings, each: flingFields, layout: .line, "The flings, the slowest first.")
  }

  private static let flingFields = FieldTable<MeasuredFling>(nil, "One fling.") {
    Field("fit", \.fit, "Position in `fits`, from 0.", .atLeast(0))
    Field("speed_pt_per_s", \.speed, "|v0|.", .above(0))
    Field("distance_pt", \.distance, "D.", .above(0))
    Field("duration_s", \.duration, "T; null where it is not known.", .above(0))
  }
}

extension WheelGain: JSONObject {
  static let fields = FieldTable<Self>(
    "wheelGain", "How far the content goes for what the events of a wheel ask along an axis."
  ) {
    Field("axis", \.axis, "The axis.")
    Field("gain", \.gain, "Change of the offset over the sum of the deltas.")
    Field(
      "notch", \.notch,
      "Change of the offset for one event in pt; null where events ask for different distances.")
    Field(
      "scrolls", \.scrolls, each: scrollFields, layout: .line,
      "What happened between two rests of the content, in order.")
  }

  private static let scrollFields = FieldTable<Scroll>(nil, nil) {
    Field("time_s", \.time, "The time of the first event.")
    Field("events", \.events, "The number of events.", .atLeast(1))
    Field("asked_pt", \.asked, "The sum of their deltas.")
    Field("moved_pt", \.moved, "The change of the offset.")
    Field(
      "delay_s", \.delay,
      "From the first event to the first sample that shows movement; null where none does.")
    Field("at_edge", \.endsAtEdge, "Whether an edge cut it short; it is not in the gain.")
  }
}
