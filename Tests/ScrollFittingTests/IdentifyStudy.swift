import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces

/// Recordings of every law with constants drawn anew each time, and which law they were taken for.
///
/// All are rounded to half a point; bounces and springs come at 120 Hz, everything else at 60, so that
/// a motion has sixty samples and more.
struct IdentifyStudy {
  /// A law that is simulated.
  enum Source: String, CaseIterable, Sendable {
    case exponential, coulomb, constant, android, power, perFrame
    case critical, fromEdge, fromRest, underdamped, overdamped, framewise
    case sine, cubic, quartic, quintic, circular, easedExponential, iScroll
    case gravity, collision
    case growingFriction

    /// What it should be taken for.
    var law: String {
      switch self {
      case .exponential: "exponential"
      case .coulomb: "exponential-coulomb"
      case .constant: "constant-deceleration"
      case .android: "android-power-law"
      case .power: "power-law"
      case .perFrame: "per-frame"
      case .growingFriction: "growing-friction"
      case .critical: "critical"
      case .fromEdge: "critical-from-edge"
      case .fromRest: "critical-from-rest"
      case .underdamped, .overdamped: "spring"
      case .framewise: "framewise"
      case .sine: "eased-sine"
      case .cubic: "eased-cubic"
      case .quartic: "eased-quartic"
      case .quintic: "eased-quintic"
      case .circular: "eased-circular"
      case .easedExponential: "eased-exponential"
      case .iScroll: "eased-iscroll"
      case .gravity: "gravity"
      case .collision: "collision"
      }
    }
  }

  var traces = 0
  var right = 0
  /// Answers by their confidence: all, and those that are right.
  var answers: [LawComparison.Confidence: (count: Int, right: Int)] = [:]
  /// What it was taken for instead.
  var mistakes: [String: Int] = [:]
  /// The fewest samples of a motion.
  var fewest = Int.max

  init(_ source: Source, count: Int, seed: UInt64, scale: Double = 2) {
    var random = RandomSource(seed: seed)
    for _ in 0..<count {
      let trace = Self.recording(of: source, scale: scale, random: &random)
      traces += 1
      let found = Identification(trace, engines: [])
      guard let motion = found.motions.max(by: { $0.count < $1.count }) else {
        mistakes["nothing", default: 0] += 1
        continue
      }
      fewest = min(fewest, motion.count)
      let isRight = motion.laws.law.key == source.law && found.motions.count == 1
      var answer = answers[motion.laws.confidence] ?? (0, 0)
      answer.count += 1
      if isRight { answer.right += 1 }
      answers[motion.laws.confidence] = answer
      if isRight {
        right += 1
      } else {
        let name =
          found.motions.count == 1 ? motion.laws.law.key : "\(found.motions.count) motions"
        mistakes["\(name), \(motion.laws.confidence.rawValue)", default: 0] += 1
      }
    }
  }

  /// Answers called sure that are wrong.
  var falselySure: Int { answers[.sure].map { $0.count - $0.right } ?? 0 }

  /// One line for the log.
  var summary: String {
    let share = (Double(right) / Double(traces) * 1000).rounded() / 10
    let classes = [LawComparison.Confidence.sure, .likely, .open, .none].compactMap { key in
      answers[key].map { "\(key.rawValue) \($0.right)/\($0.count)" }
    }
    let wrong = mistakes.sorted { $0.value > $1.value }.prefix(4).map { "\($0.key): \($0.value)" }
    return "\(share) % right (\(classes.joined(separator: ", "))), \(fewest)+ samples"
      + (wrong.isEmpty ? "" : "; " + wrong.joined(separator: "; "))
  }

  // MARK: - Recordings

  static func recording(
    of source: Source, scale: Double, random: inout RandomSource
  ) -> Trace {
    var recorder = Recorder()
    recorder.scale = scale
    func log(_ low: Double, _ high: Double) -> Double {
      low * Double.exp(random.uniform() * Double.log(high / low))
    }
    // Next to 0 a bounce begins at its edge as far as anybody can tell.
    let phase = random.uniform(0.1, 0.9)
    let rest = (random.uniform(-300, 300) * scale).rounded() / scale
    var end = 0.0
    var hasEdge = false
    var curve: @Sendable (Double) -> Double
    switch source {
    case .exponential, .coulomb:
      let glide = Deceleration(
        velocity: log(1500, 4000), rate: random.uniform(1.2, source == .coulomb ? 3 : 3.5),
        coulomb: source == .coulomb ? random.uniform(150, 600) : 0)
      let stop = glide.end(stopSpeed: source == .coulomb ? 0 : 10, stopDistance: 0)
      end = stop
      let lead = phase / 60
      curve = { rest + glide.position(at: min($0 + lead, stop)) }
    case .constant:
      let duration = random.uniform(1.2, 2.5)
      let deceleration = log(500, 2500)
      end = duration
      curve = {
        let left = max(0, 1 - $0 / duration)
        return rest - deceleration * duration * duration / 2 * left * left
      }
    case .android, .power:
      let speed = log(2500, 9000)
      let duration = random.uniform(1.2, 2.4)
      let isLow = random.uniform() < 0.5
      let fling =
        source == .android
        ? PowerLawFling(velocity: speed, friction: .android)
        : PowerLawFling(
          velocity: speed, duration: duration,
          exponent: isLow ? random.uniform(2.5, 2.8) : random.uniform(3.2, 3.8))
      end = fling.duration
      curve = { rest + fling.position(at: $0) }
    case .perFrame:
      let factor = random.uniform(0.93, 0.97)
      let speed = log(1500, 4000) / 60
      var times: [Double] = []
      var values: [Double] = []
      var frame = 0
      var way = speed
      var place = rest
      while way > 0.15 || values.count < 80 {
        times.append(Double(frame) / 60)
        values.append((place * scale).rounded() / scale)
        place += way
        way *= factor
        // The engine draws when it can; a lost frame costs time, not way.
        frame += random.uniform() < 0.08 ? 2 : 1
      }
      for _ in 0..<12 {
        times.append(Double(frame) / 60)
        values.append(values[values.count - 1])
        frame += 1
      }
      return Trace(
        metadata: Metadata([.init("scale", "\(scale)")]), times: times,
        channels: [Channel(.offset, values: values)])
    case .growingFriction:
      let glide = Engine.Glide.growingFriction(
        growth: log(0.1, 0.3), ending: .speed(.points(1)))
      let motion = glide.motion(from: MotionState(position: rest, velocity: log(1000, 6000)))
      end = motion.end
      // Each sample shows one frame.
      curve = { motion.position(at: $0 + 1e-6) }
    case .critical, .fromEdge, .fromRest, .underdamped, .overdamped:
      recorder.rate = 120
      hasEdge = source != .underdamped || random.uniform() < 0.5
      let zeta =
        switch source {
        case .underdamped: random.uniform(0.2, 0.8)
        case .overdamped: random.uniform(1.2, 2)
        default: 1.0
        }
      let spring = SpringConstants(
        angularFrequency: random.uniform(9, 12), dampingRatio: zeta)
      let start =
        source == .fromRest
        ? MotionState(position: log(60, 250), velocity: 0)
        : MotionState(position: 0, velocity: log(800, 4000))
      let lead = source == .fromRest || source == .fromEdge ? 0 : phase / 120
      let motion = Spring(spring, from: start)
      end = motion.settleTime(threshold: 0.05) ?? 1
      curve = { rest - motion.position(at: $0 + lead) }
    case .framewise:
      hasEdge = true
      let bounce = FramewiseBounce(
        FramewiseBounce.Constants(
          friction: random.uniform(0.93, 0.97), outward: random.uniform(0.02, 0.04),
          inward: random.uniform(0.06, 0.09)),
        from: MotionState(position: random.uniform(0, 10), velocity: log(1500, 4000)))
      end = 2
      curve = { rest - bounce.position(at: $0 + 1e-6) }
    case .sine, .cubic, .quartic, .quintic, .circular, .easedExponential, .iScroll:
      hasEdge = true
      let easing: Easing =
        switch source {
        case .sine: .sine
        case .cubic: .cubic
        case .quartic: .quartic
        case .quintic: .quintic
        case .circular: .circular
        case .easedExponential: .exponential
        default: .iScroll
        }
      let start = log(80, 400)
      let eased = Tween(
        position: start, distance: -start, duration: random.uniform(1.1, 2), easing: easing)
      end = eased.duration
      let lead = phase / 60
      curve = { rest - eased.position(at: $0 + lead) }
    case .gravity:
      let fall = FreeFall(
        velocity: random.uniform(-300, 300), gravity: log(400, 2000))
      let duration = random.uniform(1.1, 1.8)
      end = duration
      curve = { rest + fall.position(at: min($0, duration)) }
    case .collision:
      let gravity = log(800, 3000)
      let collision = Collision(
        FreeFall(velocity: random.uniform(-200, 200), gravity: gravity), floor: log(200, 600),
        elasticity: random.uniform(0.4, 0.8))!
      end = collision.restTime
      curve = { rest + collision.position(at: $0) }
    }
    recorder.setDuration(end + 0.3)
    let metadata = hasEdge ? [Metadata.Entry("edge_top", "\(rest)")] : []
    return recorder.record(
      [RecordedQuantity(.offset, value: curve)], metadata: Metadata(metadata), random: &random)
  }
}
