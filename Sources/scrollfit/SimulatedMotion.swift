import ArgumentParser
import ScrollPhysics
import ScrollSimulation
import ScrollTraces

/// The laws that can be simulated.
enum SimulatedLaw: String, ExpressibleByArgument, CaseIterable {
  case bounce, decelerate
  case rubberBand = "rubber-band"
  case session

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
          ConstantName(
            "release", "1/s", "a held pull starts back at so many times y", .notNegative,
            standard: "0"),
        ])
    }
  }
}

/// The constants of a law made into a motion, ready to be recorded.
struct SimulatedMotion {
  /// What to record; empty for a session.
  var quantities: [RecordedQuantity] = []
  /// The gestures of a session.
  var session: ScrollSession?
  /// How many seconds are worth recording.
  var end = 0.0
  /// Edges and bounds.
  var metadata: [Metadata.Entry] = []
  /// Every constant in effect, as `name=value`.
  var constants: [String] = []

  /// How long to record after a motion has ended, in s.
  private static let afterwards = 0.25
  /// A motion that never ends is recorded until it is this near to rest, in pt.
  private static let nearRest = 0.05

  /// Makes the motion of a law.
  ///
  /// - Parameters:
  ///   - pullDuration: how long a finger drags when nothing else says so, in s.
  ///   - random: the source of a session's gestures.
  init(
    _ law: SimulatedLaw, _ given: ConstantArguments, _ options: MotionOptions,
    pullDuration: Double?, rate: Double, random: inout RandomSource
  ) throws {
    let axes = options.axis.axes
    if law == .session {
      try makeSession(given, options, random: &random)
      return
    }
    for axis in axes {
      var values = Values(given, axis, hasSuffix: axes.count > 1)
      switch law {
      case .bounce: addBounce(&values, options)
      case .decelerate: try addDeceleration(&values)
      default: addPull(&values, duration: pullDuration, rate: rate)
      }
      constants += values.used
    }
    end += Self.afterwards
  }

  private mutating func addBounce(_ values: inout Values, _ options: MotionOptions) {
    let bounce = CriticalBounce(
      amplitude: values("C", 0), decayRate: values("delta", 1), phase: values("phi", 0))
    let edge = options.edge ?? 0
    let outward = options.growsOutward(along: values.axis)
    let settle = options.settle ?? CriticalBounce.observedSettleThreshold
    quantities.append(
      .offset(
        of: bounce, edge: edge, offsetsGrowOutward: outward, axis: values.axis,
        settleThreshold: settle))
    let threshold = settle > 0 ? settle : Self.nearRest
    end = max(end, bounce.settleTime(threshold: threshold) ?? 0)
    metadata.append(
      .init(
        Metadata.edgeKey(axis: values.axis, offsetsGrowOutward: outward),
        ConstantArguments.short(edge)))
  }

  private mutating func addDeceleration(_ values: inout Values) throws {
    let speed = values("v0", 0)
    // -1000 ln d loses nothing that the user could have typed.
    let rate =
      values.optional("d").map { DecelerationRate(perMillisecond: $0).perSecond }
      ?? values("k", 0)
    let start = values("x0", 0)
    let coulomb = values("coulomb", 0)
    let stop = values("stop", 10)
    let epsilon = values("epsilon", 0)
    let form = values.form
    guard form == .continuous || coulomb == 0 else {
      throw ValidationError("The discrete form has no friction: leave coulomb= out.")
    }
    let motion = Deceleration(
      position: start, velocity: speed, rate: rate, coulomb: coulomb, form: form)
    quantities.append(
      .offset(of: motion, axis: values.axis, stopSpeed: stop, stopDistance: epsilon))
    let ends = motion.end(stopSpeed: stop, stopDistance: epsilon)
    end = max(end, ends.isFinite ? ends : motion.duration(within: Self.nearRest))
  }

  private mutating func addPull(_ values: inout Values, duration: Double?, rate: Double) {
    let band = RubberBand(coefficient: values("c", 0), dimension: values("d", 0))
    let travel = values("travel", 300)
    let time = values.optional("step").map { travel / ($0 * rate) } ?? duration ?? 1
    quantities += RecordedQuantity.pull(of: band, travel: travel, over: time, axis: values.axis)
    end = max(end, time)
    metadata.append(
      .init(Metadata.boundsKey(axis: values.axis), ConstantArguments.short(band.dimension)))
  }

  private mutating func makeSession(
    _ given: ConstantArguments, _ options: MotionOptions, random: inout RandomSource
  ) throws {
    let gestures = given.number("gestures") ?? 5
    constants = ["gestures=\(ConstantArguments.short(gestures))"]
    // Files from before these constants name none.
    let shares = ["catches", "jumps"].map { name in
      let share = given.number(name)
      if let share { constants.append("\(name)=\(ConstantArguments.short(share))") }
      return share ?? 0
    }
    var views: [ScrollAxis] = []
    for axis in options.axis.axes {
      var view = ScrollAxis(axis, lowEdge: options.edge ?? 0)
      var values = Values(given, axis, hasSuffix: options.axis == .both)
      view.length = values("length", view.length)
      view.rubberBand = RubberBand(
        coefficient: values("c", view.rubberBand.coefficient),
        dimension: values("d", view.rubberBand.dimension))
      view.rate = values("k", view.rate)
      view.stopSpeed = values("stop", view.stopSpeed)
      view.bounceDecayRate = values("delta", view.bounceDecayRate)
      view.releaseRate = values("release", view.releaseRate)
      view.settleThreshold = options.settle ?? view.settleThreshold
      guard view.releaseRate < view.bounceDecayRate else {
        throw ValidationError("release must be below delta: the content would cross its edge.")
      }
      constants += values.used
      views.append(view)
    }
    let session = ScrollSession.random(
      axes: views, gestures: Int(gestures), catches: shares[0], jumps: shares[1], random: &random)
    self.session = session
    end = session.end
  }
}

/// The constants of one axis, noted as they are asked for.
private struct Values {
  var given: ConstantArguments
  var axis: Axis
  /// Whether names are noted with their axis.
  var hasSuffix: Bool
  /// `name=value` of all that was asked for.
  var used: [String] = []

  init(_ given: ConstantArguments, _ axis: Axis, hasSuffix: Bool) {
    self.given = given
    self.axis = axis
    self.hasSuffix = hasSuffix
  }

  /// The value given, or the usual one.
  mutating func callAsFunction(_ name: String, _ usual: Double) -> Double {
    let value = given.number(name, for: axis.rawValue) ?? usual
    note(name, ConstantArguments.short(value))
    return value
  }

  /// The value given; nil when there is none.
  mutating func optional(_ name: String) -> Double? {
    guard let value = given.number(name, for: axis.rawValue) else { return nil }
    note(name, ConstantArguments.short(value))
    return value
  }

  /// The form of a deceleration.
  var form: Deceleration.Form {
    mutating get {
      let form =
        given.word("form", for: axis.rawValue).flatMap(Deceleration.Form.init) ?? .continuous
      note("form", form.rawValue)
      return form
    }
  }

  private mutating func note(_ name: String, _ text: String) {
    used.append("\(name)\(hasSuffix ? "_\(axis.rawValue)" : "")=\(text)")
  }
}
