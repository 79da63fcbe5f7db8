import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollTraces
import Testing

/// Animations that people write themselves, recorded from rest to rest with nothing else: no finger, no edge.
@Suite struct HomemadeMotionTests {
  /// What moves the content, in pt from where it rested, so many s after it starts at full speed or from rest.
  enum Law: String, CaseIterable, Sendable {
    case twoRates, quadraticDrag, spring, constantFriction, easeOutCubic, leastJerk

    func way(_ t: Double) -> Double {
      switch self {
      case .twoRates: 700 - 400 * Double.exp(-12 * t) - 300 * Double.exp(-3 * t)
      case .quadraticDrag: Double.log(onePlus: 12 * t) / 0.008
      case .spring:
        600
          - Spring(
            SpringConstants(angularFrequency: 12, dampingRatio: 0.3),
            from: MotionState(position: 600, velocity: 0)
          ).position(at: t)
      case .constantFriction: 1800 * min(t, 1.2) - 750 * min(t, 1.2) * min(t, 1.2)
      case .easeOutCubic: 600 * Easing.cubic.value(at: t / 0.8)
      case .leastJerk: 600 * Easing.smootherstep.value(at: t / 0.8)
      }
    }

    /// The laws that `identify` may name.
    var keys: Set<String> {
      switch self {
      case .twoRates, .spring: ["spring"]
      case .quadraticDrag: ["quadratic-drag"]
      case .constantFriction: ["constant-deceleration"]
      case .easeOutCubic: ["eased-cubic"]
      case .leastJerk: ["tween-smootherstep"]
      }
    }

    /// Whether it ends within the recording.
    var ends: Bool { self != .quadraticDrag }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var law: Law
    var rate: Double
    var rest: Double
    var quantum: Double
    var testDescription: String { "\(law) at \(rate) Hz after \(rest) s, rounded to \(quantum) pt" }

    var trace: Trace {
      let times = (0..<Int(3.5 * rate)).map { Double($0) / rate }
      let values = times.map { time in
        let way = time > rest ? law.way(time - rest) : 0
        return ((50 + way) / quantum).rounded() * quantum
      }
      return Trace(times: times, channels: [Channel(.offset, values: values)])
    }
  }

  static let cases = Law.allCases.flatMap { law in
    [(60.0, 0.31, 0.5), (144, 0.125, 1), (120, 0.053, 0.5)].map {
      Case(law: law, rate: $0.0, rest: $0.1, quantum: $0.2)
    }
  }

  @Test(arguments: cases) func `identify names the law of all of it`(_ example: Case) throws {
    let found = Identification(example.trace)
    let motion = try #require(found.motions.first)
    #expect(found.motions.count == 1)
    #expect(example.law.keys.contains(motion.laws.law.key))
    #expect(motion.laws.share > 0.9)
    // The path of least jerk may be a hand's.
    if example.law == .leastJerk { #expect(motion.laws.confidence != .sure) }
  }

  @Test(arguments: cases) func `fit gives no decay rate of a part of it`(_ example: Case) throws {
    let found = TraceResult(splitting: example.trace, axis: nil, options: FitOptions())
    #expect(found.fits.isEmpty)
    let values = example.trace.channels[0].values
    // The last swings of a spring are single steps between rests.
    let moving = found.phases.filter { phase in
      let own = values[phase.range]
      return phase.kind != .rest && (own.max() ?? 0) - (own.min() ?? 0) > 2 * example.quantum
    }
    #expect(moving.count == 1)
    guard example.law != .leastJerk else { return }
    #expect(moving.first.map { example.law.keys.contains($0.law ?? "") } == true)
  }

  /// A hand that begins to move at once, and a glide: the rule for animations is not for it.
  @Test(arguments: [60.0, 120]) func `a drag at one speed and its glide stay what they are`(
    rate: Double
  ) throws {
    let times = (0..<Int(3.5 * rate)).map { Double($0) / rate }
    let glide = Deceleration(position: 350, velocity: 900, rate: 2)
    let values = times.map { time -> Double in
      let way =
        time < 0.3
        ? 0 : time < 0.65 ? 1000 * (time - 0.3) : glide.position(at: time - 0.65)
      return (way * 3).rounded() / 3
    }
    let trace = Trace(times: times, channels: [Channel(.offset, values: values)])
    let found = TraceResult(splitting: trace, axis: nil, options: FitOptions())
    let fit = try #require(found.fits.first)
    #expect(found.phases.map(\.kind).contains(.tracking) && fit.law == "decelerate")
    let k = try #require(fit["k"])
    let value = try #require(k.value)
    #expect((value - 2).magnitude < 4 * (k.standardError ?? 0))
  }

  /// Of 40 intervals of 95 % 38 hold on average, and fewer than 33 in one of 400 runs.
  @Test func `constants of laws without a command have errors that hold`() throws {
    var held = 0
    for index in 0..<40 {
      let deceleration = 600 + 45 * Double(index)
      let speed = 1000 + 37 * Double(index * 7 % 40)
      let start = 0.4 + 0.0004 * Double(index)
      let times = (0..<240).map { Double($0) / 60 }
      let values = times.map { time -> Double in
        let t = min(max(time - start, 0), speed / deceleration)
        return ((speed * t - deceleration / 2 * t * t) * 3).rounded() / 3
      }
      let trace = Trace(times: times, channels: [Channel(.offset, values: values)])
      let answer = try #require(Identification(trace).motions.first?.laws.answer)
      let found = try #require(answer.constants.first { $0.key == "deceleration" })
      let half = try #require(found.halfWidth)
      // No interval holds because it is as wide as the value.
      #expect(half < 0.02 * found.value)
      if (found.value - deceleration).magnitude <= half { held += 1 }
    }
    #expect(held >= 33)
  }

  /// A robot's finger goes at one speed and holds: no law stops at once.
  @Test func `a drag that is held is no power law`() throws {
    let rate = 60.0
    let times = (0..<150).map { Double($0) / rate }
    let values = times.map { time in
      (-1 * min(max(time - 0.35, 0) * 850, 108)).rounded()
    }
    let found = Identification(
      Trace(times: times, channels: [Channel(.offset, values: values)]))
    #expect(!found.motions.contains { $0.laws.confidence == .sure })
  }

  @Test func `kivy's steps of one length are those of its frames`() {
    let start = MotionState(position: 100, velocity: 300)
    let times = (0..<40).map { Double($0) / 60 }
    let edge = Engine.Edge.stepped(.kivy)
    let frames = edge.positions(from: start, at: times)
    for (time, position) in zip(times, frames) {
      #expect(edge.position(from: start, at: time).isClose(to: position, 1e-9))
    }
  }

  /// Curves of style sheets, rounded to 0.1 ms and 1e-4 pt: fast at the start, in the middle or at the end, slow in the
  /// middle, and past an end.
  @Test(arguments: [
    [0.36, 0.66, 0.04, 1], [0.8, 0, 0.2, 1], [0.9, 0, 0.15, 1], [0.68, -0.5, 0.32, 1.5],
    [0.6, 0, 0.8, 0], [0.08, 0.66, 0.12, 1], [0.2, 0.8, 0.8, 0.2], [0.34, 1.4, 0.6, 1],
  ])
  func `any Bezier curve from rest to rest is one motion`(_ points: [Double]) throws {
    let ease = Easing.bezier(x1: points[0], y1: points[1], x2: points[2], y2: points[3])
    let times = (0..<78).map { ((Double($0) / 60) * 1e4).rounded() / 1e4 }
    let values = times.map {
      (700 * ease.value(at: min(max(($0 - 0.507) / 0.4, 0), 1)) * 1e4).rounded() / 1e4
    }
    let channel = Channel(.offset, values: values, decimals: 4)
    let found = Identification(Trace(times: times, channels: [channel]))
    try #require(found.motions.count == 1)
    let laws = found.motions[0].laws
    #expect(laws.law.key == "tween-bezier" && laws.confidence == .likely && laws.share > 0.95)
  }

  /// The curves of Material and of Android's Scroller.
  @Test(arguments: [
    ("tween-emphasized", Easing.bezier(x1: 0.05, y1: 0.7, x2: 0.1, y2: 1)),
    ("tween-viscous-fluid", .viscousFluid),
  ])
  func `an animation of Android is named`(_ key: String, _ ease: Easing) throws {
    for (rate, duration) in [(60.0, 0.5), (120, 0.4), (90, 0.6)] {
      let times = (0..<Int(1.3 * rate)).map { Double($0) / rate }
      let values = times.map {
        (700 * ease.value(at: ($0 - 0.507) / duration) * 3).rounded() / 3
      }
      let channel = Channel(.offset, values: values, decimals: 4)
      let found = Identification(Trace(times: times, channels: [channel]))
      try #require(found.motions.count == 1, "\(rate)")
      let motion = found.motions[0]
      #expect(motion.laws.law.key == key && motion.laws.confidence != .open, "\(rate)")
      #expect(((motion.laws.answer?["T"] ?? 0) / duration - 1).magnitude < 0.02, "\(rate)")
    }
  }

  /// A curve near that of iScroll, and within the rounding of it in most of these recordings.
  @Test func `a curve that a free one disputes is not sure`() throws {
    let ease = Easing.bezier(x1: 0.1, y1: 0.6, x2: 0.1, y2: 1)
    var disputed = 0
    for start in 0..<40 {
      let times = (0..<160).map { Double($0) / 120 }
      let values = times.map {
        (300 * ease.value(at: ($0 - 0.507 - Double(start) / 4800) / 0.4) * 2).rounded() / 2
      }
      let found = Identification(
        Trace(times: times, channels: [Channel(.offset, values: values, decimals: 1)]))
      for laws in found.motions.map(\.laws) {
        let isDisputed = laws.tests.contains { test in
          test.special == laws.law && test.general.key == "tween-bezier" && test.probability < 0.05
        }
        guard isDisputed else { continue }
        disputed += 1
        #expect(laws.confidence != .sure, "\(laws.law.key) \(start)")
      }
    }
    #expect(disputed >= 2)
  }

  /// A fling with offsets stored as `float`.
  @Test func `rounding to single precision does not hide an exact law`() throws {
    let times = (0..<150).map { 1000.25 + Double($0) / 60 }
    let values = times.map {
      Double(
        Float(333.7 + 1100 * (1 - Easing.cubic.value(at: min(max(($0 - 1000.757) / 0.7, 0), 1)))))
    }
    let found = Identification(Trace(times: times, channels: [Channel(.offset, values: values)]))
    let laws = try #require(found.motions.first).laws
    #expect(laws.law.key == "eased-cubic" && laws.confidence == .sure)
  }
}
