import Foundation
import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollTraces
import TestSupport
import Testing

/// Content that a timer moves, recorded at frames that beat with it.
@Suite struct TimerTicksTests {
  private func identified(_ samples: [(time: Double, value: Double)]) throws -> Identification {
    try identified(samples.map { String(format: "%.4f,%.4f\n", $0.time, $0.value) })
  }

  private func identified(_ rows: [String]) throws -> Identification {
    let path = NSTemporaryDirectory() + "ticks-\(UUID().uuidString).csv"
    try ("t_s,offset_y_pt\n" + rows.joined()).write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return Identification(try #require(try TraceReader().traces(path: path).first))
  }

  /// A recording at frames of a length in s. Before the first tick and after the end the content rests.
  ///
  /// - Parameters:
  ///   - timer: the period of the timer in s; nil for an engine that moves the content at the frames.
  ///   - late: the largest error of a stamp in s.
  ///   - value: the offset in pt at a time in s since the start.
  private func recorded(
    frame: Double, timer: Double?, duration: Double, late: Double = 1.5e-4, seed: UInt64,
    _ value: (Double) -> Double
  ) -> [(time: Double, value: Double)] {
    var random = SplitMix64(seed: seed)
    let phase = random.uniform(0...1)
    return (0..<Int((duration + 0.6) / frame)).map { index in
      let time = Double(index) * frame
      let since = time - 0.2
      let tick = timer.map { (((since / $0) + phase).rounded(.down) - phase) * $0 } ?? since
      return (time + random.uniform(-late...late), value(min(max(tick, 0), duration)))
    }
  }

  @Test(arguments: [
    (16.7, 15.0), (17, 16), (16.7, 20), (16.7, 12), (8.3, 16), (6.9, 16), (11.1, 15),
  ])
  func `a tween by a timer is named, and the timer`(frame: Double, timer: Double) throws {
    for (seed, law) in ["eased-quintic", "tween-cosine", "tween-back"].enumerated() {
      let samples = recorded(
        frame: frame / 1000, timer: timer / 1000, duration: 0.7, seed: UInt64(seed + 1)
      ) { time in
        let rest = 1 - time / 0.7
        return switch law {
        case "eased-quintic": 200 + 1000 * (1 - .pow(rest, 5))
        case "tween-cosine": 200 + 500 * (1 + .cos(.pi * rest))
        default: 200 + 1000 * (1 - 2.70158 * .pow(rest, 3) + 1.70158 * rest * rest)
        }
      }
      let motions = try identified(samples).motions
      #expect(motions.map(\.laws.law.key) == [law])
      let motion = try #require(motions.first)
      let isReadTwice = frame < 0.6 * timer
      #expect(motion.laws.confidence == .sure || isReadTwice && motion.laws.confidence == .likely)
      #expect((try #require(motion.laws.answer?["T"]) - 0.7).magnitude < 0.007)
      // Content that is read twice or more has the times of its frames already.
      if isReadTwice {
        #expect(motion.clock == nil)
      } else {
        #expect((1000 * (try #require(motion.clock)) - timer).magnitude < 0.01 * timer)
      }
    }
  }

  /// Pulls of a finger, which is read at the frames, and returns by a timer: each shows few of its ticks.
  @Test func `returns by a timer are found behind the finger that pulled`() throws {
    let count = studySize(6, whole: 12)
    let laws: Set = ["critical", "critical-from-rest", "spring"]
    var found = 0
    for seed in 0..<UInt64(count) {
      let motions = try identified(pulls(seed: 40 + seed)).motions
      for motion in motions where (1000 * (motion.clock ?? 0) - 10).magnitude < 0.1 {
        guard [.sure, .likely].contains(motion.laws.confidence) else { continue }
        found += laws.contains(motion.laws.law.key) ? 1 : 0
      }
    }
    #expect(found >= count, "\(found) of \(3 * count)")
  }

  /// Three pulls and returns with delta 11 at ticks of 10 ms, in thirds of a point.
  private func pulls(seed: UInt64) -> [String] {
    var random = SplitMix64(seed: seed)
    let (timer, frame) = (0.01, 1 / 60.0)
    let phase = random.uniform(0...timer)
    let pulls = (0..<3).map { (start: 0.4 + 1.7 * Double($0), height: random.uniform(60...150)) }
    return (0..<Int(5.8 / frame)).map { index -> String in
      let time = Double(index) * frame
      let pull = pulls.last { $0.start <= time } ?? (start: 0, height: 0)
      let way = min((time - pull.start) / 0.4, 1)
      let tick = ((time - phase) / timer).rounded(.down) * timer + phase
      let free = 11 * max(0, tick - pull.start - 0.4)
      let share =
        way < 1 ? way * way * way * (10 - 15 * way + 6 * way * way) : (1 + free) * .exp(-free)
      let value = -(3 * pull.height * share).rounded() / 3
      return String(format: "%.4f,%.4f\n", time + random.uniform(-1.5e-4...1.5e-4), value)
    }
  }

  @Test(arguments: [1.5e-4, 6e-4])
  func `the interval of a deceleration by a timer holds the error of its period`(
    late: Double
  ) throws {
    var random = SplitMix64(seed: 7)
    var (inside, told) = (0, 0)
    let count = studySize(12, whole: 30)
    for seed in 0..<count {
      let speed = random.uniform(700...2000)
      let samples = recorded(
        frame: 0.0167, timer: 0.0153, duration: speed / 1500, late: late, seed: UInt64(seed)
      ) { 300 + speed * $0 - 750 * $0 * $0 }
      guard let motion = try identified(samples).motions.first,
        let answer = motion.laws.answer, answer.law.key == "constant-deceleration",
        motion.clock != nil, let constant = answer.constants.first
      else { continue }
      told += 1
      let error = try #require(constant.halfWidth)
      if (constant.value - 1500).magnitude < error { inside += 1 }
      #expect(error < 30)
    }
    #expect(10 * told >= 8 * count && 10 * inside >= 9 * told)
  }

  @Test(arguments: 0..<UInt64(studySize(4, whole: 10)))
  func `motions at frames and fingers have no timer`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let glide = recorded(frame: 0.0167, timer: nil, duration: 1, seed: seed) {
      300 + 900 * (1 - .exp(-4 * $0))
    }
    #expect(try identified(glide).motions.allSatisfy { $0.clock == nil })
    let (rate, turn) = (random.uniform(6...14), random.uniform(0...6))
    let finger = recorded(frame: 0.0167, timer: nil, duration: 2, seed: seed) {
      300 + 200 * .sin(rate * $0) + 80 * .sin(2.7 * rate * $0 + turn) + random.uniform(-2...2)
    }
    #expect(try identified(finger).motions.allSatisfy { $0.clock == nil })
  }

  @Test(arguments: [(15.0, 2.5), (16, 2.5), (16, 10)])
  func `a long motion tells whole milliseconds of a timer`(
    timer: Double, duration: Double
  ) throws {
    let samples = recorded(frame: 0.0167, timer: timer / 1000, duration: duration, seed: 3) {
      300 + 1500 * duration * $0 - 750 * $0 * $0
    }
    let motion = try #require(try identified(samples).motions.first)
    #expect(motion.clock == timer / 1000 && motion.laws.confidence == .sure)
    let constant = try #require(motion.laws.answer?.constants.first)
    #expect((constant.value - 1500).magnitude < 1e-3 * 1500)
  }

  @Test(arguments: 0..<UInt64(studySize(5, whole: 12)))
  func `two ticks more than frames are found where the motion is slow`(seed: UInt64) throws {
    let samples = recorded(frame: 0.017, timer: 0.016, duration: 0.7, seed: seed) {
      200 + 1000 * (1 - .pow(1 - $0 / 0.7, 5))
    }
    #expect(try identified(samples).motions.map(\.laws.law.key) == ["eased-quintic"])
  }

  /// A swipe recorded from Clutter: the finger's steps and the jump to the last pixel are rough, the glide is on its stamps.
  @Test func `a glide at its stamps has no timer`() throws {
    let swipe: [(time: Double, value: Double)] = [
      (0.0000, 4000.0), (0.0155, 4035.0), (0.0322, 4070.0), (0.0489, 4070.0), (0.0665, 4140.0),
      (0.0845, 4210.0), (0.0987, 4210.0), (0.1160, 4280.0), (0.1326, 4280.0), (0.1488, 4358.454),
      (0.1653, 4420.695), (0.1827, 4467.474), (0.1992, 4507.185), (0.2156, 4538.69),
      (0.2320, 4562.368), (0.2493, 4582.468), (0.2656, 4598.414), (0.2828, 4610.399),
      (0.2991, 4620.573), (0.3153, 4628.645), (0.3325, 4634.711), (0.3488, 4639.861),
      (0.3662, 4643.947), (0.3824, 4647.017), (0.3987, 4649.624), (0.4159, 4651.692),
      (0.4321, 4653.246), (0.4495, 4654.565), (0.4658, 4655.612), (0.4821, 4656.399),
      (0.4994, 4657.067), (0.5156, 4657.596), (0.5328, 4657.995), (0.5491, 4658.333),
      (0.5653, 4658.601), (0.5826, 4658.802), (0.5988, 4658.973), (0.6160, 4659.109),
      (0.6322, 4659.211), (0.6495, 4659.63),
    ]
    let before = (-10..<0).map { (time: Double($0) * 0.0165, value: swipe[0].value) }
    let last = swipe[swipe.count - 1]
    let after = (1...12).map { (time: last.time + Double($0) * 0.0165, value: last.value) }
    let motion = try #require(try identified(before + swipe + after).motions.last)
    #expect(motion.laws.law.key == "exponential" && motion.clock == nil)
    let rate = try #require(motion.laws.answer?.constants.first).value
    #expect((rate - 13.62).magnitude < 0.14)
  }

  /// A drag, a glide and a bounce, exact, at 60 Hz in whole milliseconds: a tick is lost in the finger's part at 16.26 ms,
  /// and any even ticks suit the glide.
  private static let flung: [Double] = [
    1611.1650057128888, 1609.7015330926201, 1605.6669409620552, 1599.0202477846146,
    1589.3792947881889,
    1577.427104750601, 1563.92523688136, 1548.2091226187497, 1530.2471688398757, 1509.877767222174,
    1488.2811983081044, 1466.641239240304, 1444.3312662475455, 1420.6295548177827,
    1395.9327854634673,
    1370.342572171089, 1343.7247392839417, 1316.3744845061594, 1288.6242351068472,
    1259.7391386113918,
    1229.1856968850077, 1198.0805294899285, 1167.1579596667425, 1136.5647108198966,
    1105.9218039213288,
    1076.4169056298574, 1047.880482001685, 1020.2807436313988, 993.5869445753661, 967.769348100938,
    942.7991935599052, 918.6486643493092, 895.2908569239121, 872.6997508258078, 850.8501796977879,
    829.7178032481702,
    809.2790801358581, 789.5112417454292, 770.3922668230316, 751.9008569448403, 734.0164127907397,
    716.7190111968039,
    699.9893829610119, 683.8088913774704, 668.1595114752363, 653.0238099386054, 638.3849256865037,
    624.226551089344,
    610.5329138024227, 597.2887591956239, 584.4793333598511, 572.0903666712612, 560.1080578949892,
    548.5190588106537,
    537.3104593425211, 526.4697731777562, 515.9849238567465, 505.84423131999677, 496.0363988966127,
    486.55050071987796, 477.3759695559031, 470.14269033348694, 466.1121879972259, 464.1697038359175,
    463.5542147988731, 463.7553586254704, 464.43403508362985, 465.3677431127462, 466.41300407662993,
    467.47957928140136, 468.5128221461084, 469.48163513443455, 470.37028334035926,
    471.1728575148786,
    471.8895534529163, 472.5241933599111, 473.0825936286161, 473.571506987039, 473.9979522651888,
    474.36880386517396,
    474.69055356939623, 474.96918523440854, 475.21012210228173, 475.4182196209417,
    475.5977856697209,
    475.75261622886876, 475.8860387050481, 476.0009579456116, 476.09990186823427, 476.1850648926205,
    476.2583481895276, 476.32139629812355, 476.3756300010683, 476.7083207752613,
  ]

  @Test func `even ticks tell no time between them`() throws {
    let rests = [Double](repeating: Self.flung[0], count: 9)
    let end = [Double](repeating: Self.flung[Self.flung.count - 1], count: 11)
    let offsets = rests + Self.flung + end
    let found = try identified(
      offsets.indices.map { "\((Double($0 + 14) / 0.06).rounded() / 1000),\(offsets[$0])\n" })
    #expect(found.motions.allSatisfy { $0.clock == nil })
    let glide = try #require(
      found.motions.first { $0.laws.law.key == "exponential" }?.laws.answer?["k"])
    #expect((glide - 2.0025).magnitude < 0.01)
  }

  /// Three flings by a timer of 8 ms. The ticks show in the last one, and its rest is that of the one before it.
  @Test func `a motion at its ticks leaves those beside it as they are`() throws {
    let flings = [(start: 0.5, speed: 785.7), (2.8967, 789.05), (5.2221, 906.66)]
    let (timer, phase, deceleration) = (0.008, 0.005228, 492.126)
    func offset(_ time: Double) -> Double {
      var (value, rest) = (300.0, 300.0)
      for (start, speed) in flings {
        let since = time - start
        let tick = ((time - phase) / timer).rounded(.down) * timer + phase
        let free = min(max(tick - start - 0.2, 0), speed / deceleration)
        let way = min(max(since, 0) / 0.2, 1)
        if since >= 0 {
          value = rest + 0.1 * speed * way * way
          if since >= 0.2 { value += speed * free - deceleration * free * free / 2 }
        }
        rest += 0.1 * speed + speed * speed / (2 * deceleration)
      }
      return (2 * value).rounded() / 2
    }
    let rows = (0..<480).map { row in
      String(format: "%.6f,%.4f\n", Double(row) / 60, offset(Double(row) / 60))
    }
    let motions = try identified(rows).motions
    let glides = motions.filter { $0.laws.law.key == "constant-deceleration" }
    #expect(glides.map(\.laws.confidence) == [.sure, .likely, .sure])
    #expect(motions.contains { (2.8...3.15).contains($0.window.upperBound) })
  }
}
