import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Sessions by the laws of every listed engine: what is simulated, and which of it is found again.
struct EngineSessionTests {
  private static func sessions(
    of engine: Engine, seeds: ClosedRange<UInt64>, hasEdges: Bool = false
  ) throws -> [SimulatedRecording] {
    try seeds.map { try SimulatedRecording(seed: $0, engine: engine, hasEdges: hasEdges) }
  }

  @Test(arguments: Engines.all) func `a session shows what an engine has`(engine: Engine) throws {
    let sessions = try Self.sessions(of: engine, seeds: 1...4).map(\.session)
    let phases = Set(sessions.flatMap { $0.segments.map(\.phase) })
    #expect(phases.contains(.tracking))
    #expect(phases.contains(.deceleration) == (engine.glide != nil))
    #expect(phases.contains(.animation) == !engine.animations.isEmpty)
    let returns = engine.drag != nil && engine.edge.map { $0 != .clamped } ?? false
    #expect(phases.contains(.release) == returns)
    for session in sessions {
      #expect(session.end < 100)
      for (one, next) in zip(session.segments, session.segments.dropFirst()) {
        let end = one.state(at: one.end)
        let begin = next.state(at: next.start)
        #expect(end.position.isFinite && end.velocity.isFinite)
        // A rest begins where the engine sets the content: an ease may end a thousandth of its way before. Nothing else
        // jumps, but by a frame's way.
        let frame = 1.01 * max(end.velocity.magnitude, begin.velocity.magnitude) / 30
        #expect((end.position - begin.position).magnitude <= max(2, frame), "\(one.phase)")
      }
    }
  }

  @Test func `the edge of a ringing spring is crossed and left, but an engine's rings on`() throws {
    var view = ScrollAxis(lowEdge: -64)
    view.bounceDecayRate = 9
    view.bounceKappa = 63
    var random = RandomSource(seed: 3)
    let session = ScrollSession.random(axes: [view], gestures: 10, random: &random)
    let bounces = session.segments.indices.filter { session.segments[$0].phase == .bounce }
    #expect(!bounces.isEmpty)
    for index in bounces {
      #expect(session.segments[index + 1].phase == .deceleration)
      let edge = session.segments[index + 1].initial.position
      #expect(edge == view.highEdge || edge == view.lowEdge)
    }
    let framer = try #require(Engines.all.first { $0.key == "framer-motion" })
    let ringing = try SimulatedRecording(seed: 3, engine: framer).session.segments
    let next = ringing.indices.filter { ringing[$0].phase == .bounce }.map { ringing[$0 + 1].phase }
    #expect(!next.isEmpty && next.allSatisfy { $0 == .rest })
  }

  /// Engines of every kind of glide, and of springs that do not ring.
  private static let found = [
    "android", "avalonia", "chromium", "chromium-fling", "compose-decay", "compose-ios", "egui",
    "flutter-android", "flutter-ios", "godot", "kitty", "kivy", "lenis", "lvgl", "macos-trackpad",
    "qt-scroller", "react-native", "scrollmechanics", "slint", "uikit", "unity", "winui",
  ]

  @Test func `nine in ten phases of engines are found from times and offsets alone`()
    throws
  {
    var recordings: [SimulatedRecording] = []
    for engine in Engines.all where Self.found.contains(engine.key) {
      recordings += try Self.sessions(of: engine, seeds: 11...13)
    }
    let study = SessionStudy(recordings) { recording, axis in
      TraceResult(splitting: recording.trace, axis: axis, options: FitOptions()).phases
    }
    #expect(study.total.all > 700)
    #expect(study.total.rate >= 0.93, "\(study.report)")
    // A glide that ends sooner than others is called interrupted.
    #expect(study.kinds[.deceleration]?.rate ?? 0 >= 0.8)
    #expect(study.kinds[.release]?.rate ?? 0 >= 0.95)
  }

  /// Alone, one in five of these glides is open, or one with a finger's samples that are as smooth.
  @Test func `glides by the law of others in a long session are found`() throws {
    let engine = try #require(Engines.all.first { $0.key == "flutter-android" })
    let recordings = try (5...6).map {
      try SimulatedRecording(seed: $0, engine: engine, gestures: 60)
    }
    let study = SessionStudy(recordings) { recording, axis in
      TraceResult(splitting: recording.trace, axis: axis, options: FitOptions()).phases
    }
    let glides = try #require(study.kinds[.deceleration])
    #expect(glides.all >= 60)
    #expect(glides.rate >= 0.95, "\(study.report)")
  }

  /// A finger's drags and pulls say nothing of an engine, and a return ends at the edge that others show.
  @Test func `the engine of a session is named from times and offsets alone`() throws {
    var named = 0
    var falsely: [String] = []
    for key in ["uikit", "flutter-ios", "android", "chromium", "gtk", "unity"] {
      let engine = try #require(Engines.all.first { $0.key == key })
      for recording in try Self.sessions(of: engine, seeds: 21...24) {
        guard let nearest = Identification(recording.trace).nearest, nearest.engine.follows else {
          continue
        }
        if ([nearest.engine.engine] + nearest.alike).contains(key) {
          named += 1
        } else {
          falsely.append("\(key) \(recording.seed): \(nearest.engine.engine)")
        }
      }
    }
    #expect(named >= 21)
    #expect(falsely.isEmpty, "\(falsely)")
  }
}
