import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces

/// A recording of a motion whose constants are known, and what a fit of it should say.
struct SimulatedMotion {
  var trace: Trace
  var options = FitOptions()
  /// When the recording starts, on the clock of the motion, in s.
  var start = 0.0
  /// When the motion is over on that clock, in s.
  var end: Double
  /// The constants when the fit's window begins at a time of the motion.
  var truths: (Double) -> [String: Double]
  /// What else follows from them.
  var derived: (Double) -> [String: Double] = { _ in [:] }
  /// The parameters of the model, in its order: keys of `truths`, or names of what no fit states.
  var keys: [String]
  /// What the samples depend on at a time of the motion: time since the window's start unless said.
  var abscissa: ((Double) -> Double)?
  /// The values of a frame by parameters and abscissa.
  var model: (_ parameters: [Double], _ abscissa: Double) -> [Double]
  /// By how much the abscissa is rounded as well: its quantum in pt, or 0.
  var abscissaQuantum = 0.0
}

/// The laws, each with the constants that scroll views have.
struct SimulatedLaw: Sendable {
  var law: any Law.Type
  /// What the constants are drawn from, as the page says it.
  var range: String
  /// The constants whose coverage counts, in order.
  var constants: [String]
  /// What follows from them and is looked at too.
  var derived: [String] = []
  /// One recording with Tukey's loss is made where so many clean ones are.
  var robustShare = 8
  var draw: @Sendable (_ recorder: Recorder, _ random: inout RandomSource) -> SimulatedMotion

  var key: String { law.description.key }

  static let all = [
    bounce, decelerate, rubberBand, spring, gravity, collision, resistance, stretch, transfer,
  ]

  // MARK: - Edges

  static let bounce = SimulatedLaw(
    law: BounceLaw.self,
    range: "C 500 to 4000 pt/s (even in its logarithm), delta 9 to 13 1/s, phi within a frame",
    constants: ["C", "delta", "phi"], derived: ["max_overscroll", "time_to_max"]
  ) { recorder, random in
    var recorder = recorder
    let amplitude = random.logarithmic(500, 4000)
    let phase = random.uniform(0, 1 / recorder.rate)
    let bounce = CriticalBounce(
      amplitude: amplitude, decayRate: random.uniform(9, 13), phase: phase)
    recorder.setDuration(1.5)
    let edge = random.pixel(-200, 200, recorder.scale)
    let trace = recorder.record(bounce, edge: edge, random: &random)
    return SimulatedMotion(
      trace: trace, end: 1.5,
      truths: {
        ["C": amplitude, "delta": bounce.decayRate, "phi": phase + $0]
      },
      derived: { _ in
        [
          "max_overscroll": bounce.furthest ?? .nan,
          "time_to_max": 1 / bounce.decayRate,
        ]
      },
      keys: ["C", "delta", "phi"]
    ) { p, t in [p[0] * (t + p[2]) * Double.exp(-p[1] * (t + p[2]))] }
  }

  static let spring = SimulatedLaw(
    law: SpringLaw.self,
    range: "omega 8 to 16 1/s, zeta 0.4 to 1.6, 500 to 4000 pt/s at the edge",
    constants: ["delta", "kappa", "a", "b"], derived: ["zeta", "omega"]
  ) { recorder, random in
    var recorder = recorder
    let constants = SpringConstants(
      angularFrequency: random.uniform(8, 16), dampingRatio: random.uniform(0.4, 1.6))
    let edge = Spring(constants, edgeVelocity: random.logarithmic(500, 4000))
    let motion = Spring(constants, from: edge.state(at: random.uniform(0, 1 / recorder.rate)))
    let rest = random.pixel(-200, 200, recorder.scale)
    recorder.setDuration(1.5)
    let trace = recorder.record(
      [.offset(of: motion, edge: rest)], metadata: Metadata([.init("edge_top", "\(rest)")]),
      random: &random)
    return SimulatedMotion(
      trace: trace, end: 1.5,
      truths: {
        let begun = Spring(constants, from: motion.state(at: $0))
        return [
          "delta": constants.decayRate, "kappa": constants.kappa, "a": begun.displacement,
          "b": begun.slope,
        ]
      },
      derived: { _ in
        ["zeta": constants.dampingRatio, "omega": constants.angularFrequency]
      },
      keys: ["delta", "kappa", "a", "b"]
    ) { p, t in
      [
        Spring(
          SpringConstants(decayRate: p[0], kappa: p[1]), displacement: p[2], slope: p[3]
        ).position(at: t)
      ]
    }
  }

  static let rubberBand = SimulatedLaw(
    law: RubberBandLaw.self,
    range:
      "c 0.3 to 0.8, d 400 to 1000 pt, a finger that goes d to 2 d beyond the edge in 1 s, unevenly",
    constants: ["c", "d"]
  ) { recorder, random in
    var recorder = recorder
    let band = RubberBand(
      coefficient: random.uniform(0.3, 0.8), dimension: random.uniform(400, 1000))
    let furthest = band.dimension * random.uniform(1, 2)
    let unevenness = random.uniform(-0.1, 0.1)
    let late = random.uniform(0, 1 / recorder.rate)
    let finger: @Sendable (Double) -> Double = {
      let part = $0 + late
      return furthest * (part + unevenness * Double.sin(2 * .pi * part))
    }
    recorder.setDuration(1)
    let trace = recorder.record(
      [
        RecordedQuantity(.finger, isDisturbed: false, value: finger),
        RecordedQuantity(.overscroll) { band.overscroll(travel: finger($0)) },
      ], random: &random)
    return SimulatedMotion(
      trace: trace, end: 1,
      truths: { _ in ["c": band.coefficient, "d": band.dimension] },
      keys: ["c", "d"], abscissa: finger,
      model: { p, x in
        [RubberBand(coefficient: p[0], dimension: p[1]).overscroll(travel: x)]
      }, abscissaQuantum: 1 / recorder.scale)
  }

  static let stretch = SimulatedLaw(
    law: StretchLaw.self,
    range:
      "gain 0.8 to 1.5, a height of 100 to 300 pt, pulled 60 to 200 pt beyond the breakpoint in 1 to 3 s",
    constants: ["gain", "intercept", "breakpoint"]
  ) { recorder, random in
    var recorder = recorder
    let header = HeaderStretch(
      gain: random.uniform(0.8, 1.5), intercept: random.uniform(100, 300),
      breakpoint: random.uniform(-100, 0))
    let duration = random.uniform(1, 3)
    recorder.startTime = random.uniform(0, 1 / recorder.rate)
    recorder.setDuration(duration)
    let quantities = RecordedQuantity.stretch(
      of: header, pull: random.uniform(60, 200), lead: random.uniform(20, 80), over: duration)
    let trace = recorder.record(quantities, random: &random)
    return SimulatedMotion(
      trace: trace, start: recorder.startTime, end: duration,
      truths: { _ in
        [
          "gain": header.gain, "intercept": header.intercept, "breakpoint": header.breakpoint,
        ]
      },
      keys: ["gain", "intercept", "breakpoint"], abscissa: quantities[0].value,
      model: { p, x in
        [HeaderStretch(gain: p[0], intercept: p[1], breakpoint: p[2]).height(offset: x)]
      }, abscissaQuantum: 1 / recorder.scale)
  }

  // MARK: - Glides

  static let decelerate = SimulatedLaw(
    law: DecelerationLaw.self,
    range:
      "|v0| 400 to 5000 pt/s, k 1.5 to 10 1/s (both even in their logarithms), stopped in the frame before or after 10 pt/s",
    constants: ["k", "v0", "x0"],
    derived: ["limit_offset", "distance", "duration", "stop_velocity"]
  ) { recorder, random in
    let speed = random.logarithmic(400, 5000)
    let glide = Deceleration(
      position: random.uniform(0, 3000), velocity: random.sign() * speed,
      rate: random.logarithmic(1.5, 10))
    // A system looks at the speed once a frame, and stops before or after it.
    let frames = glide.duration(stopSpeed: 10) * recorder.rate
    let end = frames.rounded(random.uniform() < 0.5 ? .down : .up) / recorder.rate
    return glideMotion(glide, rateKey: "k", stop: 10, end: end, recorder, &random)
  }

  static let resistance = SimulatedLaw(
    law: ResistanceLaw.self,
    range:
      "300 to 3000 pt/s, r 1 to 8 1/s (both even in their logarithms), recorded until 0.05 pt remain",
    constants: ["r", "v0", "x0"], derived: ["limit_offset", "distance"]
  ) { recorder, random in
    let speed = random.logarithmic(300, 3000)
    let motion = Deceleration(
      position: random.uniform(-500, 500), velocity: random.sign() * speed,
      rate: random.logarithmic(1, 8))
    return glideMotion(
      motion, rateKey: "r", stop: nil, end: motion.duration(within: 0.05), recorder, &random)
  }

  /// A glide that the system ends, and half a second of rest.
  private static func glideMotion(
    _ glide: Deceleration, rateKey: String, stop: Double?, end: Double, _ recorder: Recorder,
    _ random: inout RandomSource
  ) -> SimulatedMotion {
    var recorder = recorder
    recorder.setDuration(end + 0.5)
    let trace = recorder.record(random: &random) { glide.position(at: min($0, end)) }
    return SimulatedMotion(
      trace: trace, end: end,
      truths: {
        [rateKey: glide.rate, "v0": glide.velocity(at: $0), "x0": glide.position(at: $0)]
      },
      derived: {
        var derived = ["limit_offset": glide.limitOffset]
        if let stop {
          derived["stop_velocity"] = stop
          derived["distance"] = (glide.position(at: end) - glide.position(at: $0)).magnitude
          derived["duration"] = end - $0
        } else {
          derived["distance"] = glide.limitDistance - glide.distance(at: $0)
        }
        return derived
      },
      keys: [rateKey, "v0", "x0"]
    ) { p, t in [Deceleration(position: p[2], velocity: p[1], rate: p[0]).position(at: t)] }
  }

  static let transfer = SimulatedLaw(
    law: TransferLaw.self,
    range:
      "released at 1500 to 3500 pt/s, k of each view 1.8 to 2.2 1/s, the edge met after 0.25 to 0.6 s, masses 1 : 2 to 2 : 1",
    constants: ["mass_ratio", "rest_velocity", "k_outer", "k_inner"], derived: ["handover_time"]
  ) { recorder, random in
    var recorder = recorder
    let glide = Deceleration(
      position: random.uniform(-500, 500), velocity: random.sign() * random.uniform(1500, 3500),
      rate: random.uniform(1.8, 2.2))
    let handover = Handover(
      glide, distance: glide.distance(at: random.uniform(0.25, 0.6)),
      massRatio: random.uniform(0.5, 2), start: random.uniform(-300, 300),
      rate: random.uniform(1.8, 2.2))
    guard let received = handover.received, let time = handover.time,
      let restVelocity = handover.restVelocity
    else { preconditionFailure("the first view reaches its edge") }
    let start = random.uniform(0, 1 / recorder.rate)
    recorder.startTime = start
    let end = time + received.duration(stopSpeed: 10)
    recorder.setDuration(end + 0.3)
    let trace = recorder.record(
      RecordedQuantity.nestedOffsets(of: handover, stopSpeed: 10), random: &random)
    let values = [
      "mass_ratio": handover.massRatio, "rest_velocity": restVelocity, "k_outer": glide.rate,
      "k_inner": received.rate, "edge": handover.edge, "start": received.position,
    ]
    return SimulatedMotion(
      trace: trace, start: recorder.startTime, end: end,
      truths: { values.merging(["time": time - $0]) { $1 } },
      derived: { _ in ["handover_time": time - start] },
      keys: ["mass_ratio", "rest_velocity", "k_outer", "k_inner", "edge", "start", "time"]
    ) { p, t in
      let since = t - p[6]
      let way = { (rate: Double) in -Double.expMinusOne(-rate * since) / rate }
      return [
        p[4] + (since < 0 ? p[1] * way(p[2]) : 0),
        p[5] + (since > 0 ? p[0] * p[1] * way(p[3]) : 0),
      ]
    }
  }

  // MARK: - Falls

  static let gravity = SimulatedLaw(
    law: GravityLaw.self,
    range:
      "|g| 500 to 2500 pt/s^2 (even in its logarithm), 250 to 700 pt to fall, half of them thrown against it at 100 to 600 pt/s",
    constants: ["g", "v0", "y0"]
  ) { recorder, random in
    var recorder = recorder
    let isThrown = random.uniform() < 0.5
    let (motion, position) = fall(elasticity: 0, isThrown: isThrown, &random)
    let wait = isThrown ? 0 : random.uniform(0.2, 0.3)
    recorder.startTime = isThrown ? random.uniform(0, 1 / recorder.rate) : 0
    recorder.setDuration(wait + motion.restTime + 0.4)
    let trace = recorder.record(
      [.offset(of: motion, from: position, after: wait)], random: &random)
    let free = motion.fall
    return SimulatedMotion(
      trace: trace, start: recorder.startTime, end: wait + motion.firstContact,
      truths: {
        [
          "g": free.gravity, "v0": free.velocity(at: $0 - wait),
          "y0": position + free.position(at: $0 - wait),
        ]
      },
      keys: ["g", "v0", "y0"]
    ) { p, t in [p[2] + p[1] * t + p[0] * t * t / 2] }
  }

  static let collision = SimulatedLaw(
    law: CollisionLaw.self,
    range: "as for gravity; e 0.3 to 0.85",
    // The slowest of all laws.
    constants: ["e", "g", "floor", "t1", "v1"], robustShare: 40
  ) { recorder, random in
    var recorder = recorder
    let isThrown = random.uniform() < 0.5
    let elasticity = random.uniform(0.3, 0.85)
    let (motion, position) = fall(elasticity: elasticity, isThrown: isThrown, &random)
    let wait = isThrown ? 0 : random.uniform(0.2, 0.3)
    recorder.startTime = isThrown ? random.uniform(0, 1 / recorder.rate) : 0
    recorder.setDuration(wait + min(motion.restTime, 5) + 0.3)
    let trace = recorder.record(
      [.offset(of: motion, from: position, after: wait)], random: &random)
    let direction = motion.fall.direction
    return SimulatedMotion(
      trace: trace, start: recorder.startTime, end: wait + min(motion.restTime, 5),
      truths: {
        [
          "e": elasticity, "g": motion.fall.gravity, "floor": position + motion.floor,
          "t1": motion.firstContact + wait - $0, "v1": direction * motion.contactSpeed,
        ]
      },
      keys: ["e", "g", "floor", "t1", "v1"]
    ) { p, t in
      // Before the first contact the fall goes back in time; after it the flights follow.
      let since = t - p[3]
      if since <= 0 { return [p[2] + p[4] * since + p[1] * since * since / 2] }
      guard
        let after = Collision(
          FreeFall(velocity: p[4], gravity: p[1]), floor: p[4] * 1e-9, elasticity: p[0])
      else { return [p[2]] }
      return [p[2] + after.position(at: since)]
    }
  }

  /// Falls from rest or thrown against gravity, to a floor; and where they start.
  private static func fall(
    elasticity: Double, isThrown: Bool, _ random: inout RandomSource
  ) -> (motion: Collision, from: Double) {
    let gravity = random.sign() * random.logarithmic(500, 2500)
    let direction = gravity < 0 ? -1.0 : 1
    let velocity = isThrown ? -direction * random.uniform(100, 600) : 0
    guard
      let motion = Collision(
        FreeFall(velocity: velocity, gravity: gravity), floor: direction * random.uniform(250, 700),
        elasticity: elasticity)
    else { preconditionFailure("the floor lies below") }
    return (motion, random.uniform(-500, 500))
  }
}

extension RandomSource {
  /// Even in its logarithm.
  mutating func logarithmic(_ low: Double, _ high: Double) -> Double {
    low * Double.exp(uniform() * Double.log(high / low))
  }

  /// 1 or -1.
  mutating func sign() -> Double { uniform() < 0.5 ? -1 : 1 }

  /// A place on the pixels of a screen.
  mutating func pixel(_ low: Double, _ high: Double, _ scale: Double) -> Double {
    (uniform(low, high) * scale).rounded() / scale
  }
}
