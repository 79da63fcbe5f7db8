import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Which law and which engine produced a recording.
struct IdentifyTests {
  private func identify(_ name: String) throws -> Identification {
    Identification(try Repository.trace(name))
  }

  private func score(_ motion: IdentifiedMotion, _ engine: String) throws -> EngineScore {
    try #require(motion.engines.first { $0.engine == engine })
  }

  // MARK: - Real recordings

  @Test func `the real deceleration is exponential first, and its constants follow`() throws {
    let found = try identify("uiscrollview-deceleration-3x")
    let motion = try #require(found.motions.first)
    #expect(found.motions.count == 1)
    #expect(motion.laws.law.key == "exponential")
    #expect(motion.laws.candidates.first?.law.key == "exponential")
    #expect(motion.laws.answer?.follows == true)
    let k = try #require(motion.laws.answer?["k"])
    #expect(k.isClose(to: 1.9995, 0.002))
    // UIKit's normal rate is within rounding, its fast one far off.
    #expect(try score(motion, "uikit").follows)
    #expect(try score(motion, "uikit").max < 0.2)
    #expect(try score(motion, "uikit-fast").max > 50)
    #expect(try score(motion, "android").follows == false)
  }

  @Test func `the 3x bounce is a spring that is not critically damped, the 2x one may be`() throws {
    let three = try #require(try identify("uiscrollview-bounce-3x").motions.first)
    #expect(three.laws.law.key == "spring" && three.laws.confidence == .sure)
    #expect(three.edge?.position == -88)
    let test = try #require(
      three.laws.tests.first { $0.special.key == "critical" && $0.general.key == "spring" })
    #expect(test.statistic > 50 && test.probability < 1e-9)
    let two = try #require(try identify("uiscrollview-bounce-2x").motions.first)
    #expect(two.laws.law.key == "critical" && two.laws.confidence == .sure)
    #expect(two.laws.tests.contains { $0.general.key == "spring" && $0.probability > 0.1 })
  }

  @Test(arguments: ["uiscrollview-bounce-2x", "uiscrollview-bounce-3x"])
  func `the springs of Flutter and ScrollMechanics are rejected, by points`(_ name: String) throws {
    let motion = try #require(try identify(name).motions.first)
    #expect(motion.engines.first?.engine.hasPrefix("uikit") == true)
    for engine in ["flutter-ios", "flutter-macos", "scrollmechanics", "gtk", "webkit-macos"] {
      let score = try score(motion, engine)
      #expect(!score.follows)
      #expect(score.max > 5, "\(engine) misses by \(score.max) pt")
    }
    #expect(try score(motion, "uikit").max < 0.4)
  }

  @Test func `a pull is known by its columns`() throws {
    let found = try identify("uiscrollview-rubber-band-3x")
    #expect(found.fromColumns?.law == "rubber-band")
    #expect(found.failure == nil)
    let uikit = try #require(found.pulls.first { $0.engine == "uikit" })
    let flutter = try #require(found.pulls.first { $0.engine == "flutter-ios" })
    #expect(uikit.max < 0.5)
    #expect(flutter.max > 3)
  }

  // MARK: - Engines

  @Test(arguments: ["flutter-ios", "gtk", "framer-motion", "firefox", "pastrykit"])
  func `an engine's own bounce is scored within rounding, and best`(_ key: String) throws {
    var random = RandomSource(seed: 3)
    var recorder = Recorder()
    recorder.scale = 3
    let engine = try #require(Engines.engine(key))
    let edge = try #require(engine.edge)
    recorder.setDuration(2)
    let trace = recorder.record(
      [
        RecordedQuantity(.offset) {
          -edge.position(from: MotionState(position: 8, velocity: 1700), at: $0 + 1e-6)
        }
      ], metadata: Metadata([.init("edge_top", "0")]), random: &random)
    let found = Identification(trace)
    let nearest = try #require(found.nearest)
    #expect(nearest.engine.follows)
    #expect(nearest.engine.engine == key || nearest.alike.contains(key))
    #expect(nearest.engine.max < 0.35)
  }

  @Test(arguments: ["android", "flutter-macos", "chromium-fling", "slint", "gtk", "uikit-fast"])
  func `an engine's own fling is scored within rounding, and best`(_ key: String) throws {
    var random = RandomSource(seed: 4)
    var recorder = Recorder()
    recorder.scale = 3
    let engine = try #require(Engines.engine(key))
    let glide = try #require(engine.glide)
    // Flutter's fast rate turns back where it is not stopped.
    let end = key == "flutter-macos" ? 0.75 : 1.5
    recorder.setDuration(end)
    let trace = recorder.record(
      [RecordedQuantity(.offset) { 100 + glide.distance(speed: 2600, at: $0) }], random: &random)
    let found = Identification(trace)
    let nearest = try #require(found.nearest)
    #expect(nearest.engine.follows)
    #expect(nearest.engine.engine == key || nearest.alike.contains(key))
  }

  @Test func `engines that ship one curve cannot be told apart, and that is said`() throws {
    let found = try identify("uiscrollview-deceleration-3x")
    let nearest = try #require(found.nearest)
    let alike = Set(nearest.alike + [nearest.engine.engine])
    #expect(alike.isSuperset(of: ["uikit", "react-native", "flutter-ios", "unity", "firefox"]))
    #expect(!alike.contains("uikit-fast"))
    let sum = found.engines.reduce(0) { $0 + $1.weight }
    #expect(sum.isClose(to: 1, 1e-9))
  }

  // MARK: - Laws

  @Test func `weights add up, and a special case never fits better than the law that holds it`()
    throws
  {
    var random = RandomSource(seed: 11)
    for source in IdentifyStudy.Source.allCases {
      let trace = IdentifyStudy.recording(of: source, scale: 2, random: &random)
      for motion in Identification(trace, engines: []).motions {
        let laws = motion.laws
        #expect(laws.candidates.reduce(0) { $0 + $1.aiccWeight }.isClose(to: 1, 1e-9))
        #expect(laws.candidates.reduce(0) { $0 + $1.bicWeight }.isClose(to: 1, 1e-9))
        for test in laws.tests {
          let special = try #require(laws.candidates.first { $0.law == test.special })
          let general = try #require(laws.candidates.first { $0.law == test.general })
          #expect(special.parameterCount < general.parameterCount)
          #expect(
            general.sumOfSquares <= special.sumOfSquares * 1.02 + 1e-6,
            "\(source): \(test.general) \(general.sumOfSquares), \(test.special) \(special.sumOfSquares)"
          )
        }
      }
    }
  }

  @Test func `a session is split: every glide exponential, every bounce critical`() throws {
    var random = RandomSource(seed: 5)
    let session = ScrollSession.random(
      axes: [ScrollAxis(.y, lowEdge: 0)], gestures: 6, random: &random)
    var recorder = Recorder()
    recorder.setDuration(session.end)
    let trace = recorder.record(session, random: &random)
    let found = Identification(trace)
    #expect(found.motions.count >= 5)
    for motion in found.motions {
      switch motion.kind {
      case .deceleration, .interrupted:
        #expect(motion.laws.law.key == "exponential", "at \(motion.window)")
      case .bounce, .release:
        #expect(
          ["critical", "critical-from-edge", "critical-from-rest"].contains(motion.laws.law.key),
          "at \(motion.window): \(motion.laws.law.key)")
      default: break
      }
    }
    #expect(found.nearest?.engine.engine == "uikit-critical")
  }

  @Test func `what no law follows is called none, and nothing is sure`() throws {
    var random = RandomSource(seed: 6)
    var recorder = Recorder()
    recorder.setDuration(2)
    // A hand that goes there and back in its own way.
    let trace = recorder.record(random: &random) {
      80 * Double.sin(3 * $0) + 30 * Double.sin(7.3 * $0 + 1) + 9 * Double.sin(17 * $0)
    }
    for motion in Identification(trace).motions {
      #expect(motion.laws.confidence != .sure)
      #expect(motion.engines.allSatisfy { !$0.follows })
    }
  }

  @Test func `recordings without a motion, tables and others fail with a reason`() throws {
    let still = Trace(
      times: (0..<30).map { Double($0) / 60 },
      channels: [Channel(.offset, values: Array(repeating: 5, count: 30))])
    let failure = try #require(Identification(still).failure)
    #expect(failure.code == .nothingToFit)
    let table = try Repository.trace("article-bounce-table")
    #expect(Identification(table).failure?.code == .isTable)
  }
}
