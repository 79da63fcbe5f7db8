import ArgumentParser
import ScrollPhysics
import ScrollSimulation
import ScrollTraces

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
      case .spring: try addSpring(&values, options)
      case .gravity, .collision: try addFall(&values, rebounds: law == .collision)
      case .resistance: addResistance(&values)
      case .stretch: addStretch(&values, duration: pullDuration)
      case .transfer: try addTransfer(&values)
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

  private mutating func addSpring(_ values: inout Values, _ options: MotionOptions) throws {
    let zeta = values.optional("zeta")
    let kappa = values.optional("kappa")
    let spring: SpringConstants
    if let delta = values.optional("delta") {
      spring =
        zeta.map { SpringConstants(angularFrequency: delta / $0, dampingRatio: $0) }
        ?? SpringConstants(decayRate: delta, kappa: kappa ?? 0)
    } else {
      let omega =
        values.optional("omega") ?? values.optional("frequency").map { 2 * .pi * $0 }
        ?? values.optional("stiffness").map { $0.squareRoot() } ?? 1
      spring =
        zeta.map { SpringConstants(angularFrequency: omega, dampingRatio: $0) }
        ?? SpringConstants(
          decayRate: (omega * omega - (kappa ?? 0)).squareRoot(), kappa: kappa ?? 0)
    }
    guard spring.settles else {
      throw ValidationError("kappa must lie above -delta^2 and below omega^2.")
    }
    let motion = Spring(
      spring, from: MotionState(position: values("y0", 0), velocity: values("v0", 0)))
    guard motion.initialState.position != 0 || motion.initialState.velocity != 0 else {
      throw ValidationError("A spring at rest does not move: give y0= or v0=.")
    }
    let outward = options.growsOutward(along: values.axis)
    let settle = options.settle ?? 0
    quantities.append(
      .offset(
        of: motion, edge: options.edge ?? 0, offsetsGrowOutward: outward, axis: values.axis,
        settleThreshold: settle))
    end = max(end, motion.settleTime(threshold: settle > 0 ? settle : Self.nearRest) ?? 0)
    // An item on a spring has no edge; a scroll view's is named.
    if let edge = options.edge {
      metadata.append(
        .init(
          Metadata.edgeKey(axis: values.axis, offsetsGrowOutward: outward),
          ConstantArguments.short(edge)))
    }
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

  private mutating func addFall(_ values: inout Values, rebounds: Bool) throws {
    let elasticity = rebounds ? values("e", 0) : 0
    let gravity = values("g", 1000)
    let height = values("height", 0)
    let fall = FreeFall(
      position: values("y0", 0), velocity: values("v0", 0), gravity: gravity)
    guard
      let collision = Collision(
        FreeFall(position: 0, velocity: fall.velocity, gravity: gravity),
        floor: fall.direction * height, elasticity: elasticity)
    else { throw ValidationError("The item never gets to the floor: check v0 and height.") }
    let wait = values("wait", 0)
    quantities.append(
      .offset(of: collision, from: fall.position, axis: values.axis, after: wait))
    // One that never rests is recorded for ten contacts.
    let rest = collision.restTime
    end = max(end, wait + (rest.isFinite ? rest : collision.contactTime(10) ?? 0))
  }

  private mutating func addResistance(_ values: inout Values) {
    let motion = Deceleration(
      position: values("x0", 0), velocity: values("v0", 0), rate: values("r", 1))
    let wait = values("wait", 0)
    quantities.append(.offset(of: motion, axis: values.axis, after: wait))
    end = max(end, wait + motion.duration(within: Self.nearRest))
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

  private mutating func addStretch(_ values: inout Values, duration: Double?) {
    let header = HeaderStretch(
      gain: values("gain", 1), intercept: values("intercept", 0),
      breakpoint: values("breakpoint", 0))
    let pull = values("pull", 120)
    let lead = values("lead", 60)
    let time = duration ?? 2
    quantities += RecordedQuantity.stretch(
      of: header, pull: pull, lead: lead, over: time, axis: values.axis)
    end = max(end, time)
  }

  private mutating func addTransfer(_ values: inout Values) throws {
    let speed = values("v0", 0)
    let rate =
      values.optional("d").map { DecelerationRate(perMillisecond: $0).perSecond }
      ?? values("k", 0)
    let distance = values("distance", 0)
    let ratio = values("m_outer", 1) / values("m_inner", 1)
    let innerRate = values.optional("k_inner")
    let glide = Deceleration(position: values("x0", 0), velocity: speed, rate: rate)
    let handover = Handover(glide, distance: distance, massRatio: ratio, rate: innerRate)
    let stop = values("stop", 10)
    guard let received = handover.received, let time = handover.time else {
      throw ValidationError(
        "The outer view rests after \(ConstantArguments.short(glide.limitDistance)) pt, before its edge: give a smaller distance."
      )
    }
    quantities += RecordedQuantity.nestedOffsets(of: handover, axis: values.axis, stopSpeed: stop)
    end = max(
      end,
      time
        + (stop > 0 ? received.duration(stopSpeed: stop) : received.duration(within: Self.nearRest))
    )
    metadata.append(
      .init(
        Metadata.edgeKey(axis: values.axis, offsetsGrowOutward: speed > 0),
        ConstantArguments.short(handover.edge)))
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
      let kappa = values.optional("kappa")
      if let kappa { view.bounceKappa = kappa }
      view.releaseRate = values("release", view.releaseRate)
      view.settleThreshold = options.settle ?? view.settleThreshold
      guard view.bounceKappa > -view.bounceDecayRate * view.bounceDecayRate else {
        throw ValidationError("kappa must be above -delta^2: the spring would never rest.")
      }
      guard view.releaseRate < view.largestReleaseRate else {
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
