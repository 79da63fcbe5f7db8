import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import TestSupport
import Testing

/// The edges of sessions of engines, and what is found at them.
struct SessionEdgeTests {
  private func session(
    _ key: String, seed: UInt64, hasEdges: Bool = false
  ) throws -> (recording: SimulatedRecording, phases: [Phase]) {
    let engine = try #require(Engines.all.first { $0.key == key })
    let recording = try SimulatedRecording(seed: seed, engine: engine, hasEdges: hasEdges)
    return (
      recording, TraceResult(splitting: recording.trace, axis: nil, options: FitOptions()).phases
    )
  }

  @Test(arguments: ["framer-motion", "popmotion"], [false, true])
  func `a glide that passes its edge shows it, and swings about it in one bounce`(
    key: String, hasEdges: Bool
  ) throws {
    for seed: UInt64 in [21, 22] {
      let (recording, phases) = try session(key, seed: seed, hasEdges: hasEdges)
      let truth = recording.session.segments.filter { $0.phase == .bounce }
      let bounces = phases.filter { $0.kind == .bounce }
      #expect(!truth.isEmpty && bounces.count == truth.count, "\(seed)")
      #expect(!phases.contains { $0.kind == .rubberBand })
      let view = recording.session.axes[0]
      for edge in bounces.map(\.edge) {
        let position = edge?.side == .top ? view.lowEdge : view.highEdge
        #expect(((edge?.position ?? .infinity) - position).magnitude < 0.5)
      }
    }
  }

  /// The samples before the end of a back ease resemble those of a glide, most of all where some frames are late.
  @Test(arguments: [0.7, 0.9, 1.2], [0.0, 0.002]) func `an animation that overshoots has no edge`(
    duration: Double, lateness: Double
  ) throws {
    let frames = (0..<180).map { Double($0) / 60 }
    let values = frames.map { time -> Double in
      let left = min(max((time - 0.5) / duration, 0), 1) - 1
      return 900 * (1 + left * left * (2.70158 * left + 1.70158))
    }
    let times = frames.enumerated().map { $0 % 11 == 2 ? $1 + lateness : $1 }
    let trace = Trace(times: times, channels: [Channel(.offset, values: values, decimals: 4)])
    let result = TraceResult(splitting: trace, axis: nil, options: FitOptions())
    #expect(!result.phases.isEmpty && result.phases.allSatisfy { $0.edge == nil })
  }

  /// As smooth scrolls of Firefox. A rest before one is no hold beyond an edge, as no finger moved the content there.
  @Test(arguments: [1.0, 1.2], [8.0, 15, 25])
  func `an animation from rest by a spring that does not overshoot has no edge`(
    dampingRatio: Double, frequency: Double
  ) throws {
    let spring = (ratio: dampingRatio, root: (dampingRatio * dampingRatio - 1).squareRoot())
    /// The share of the way that is left.
    func left(_ time: Double) -> Double {
      let phase = max(time, 0) * frequency
      let decay = Double.exp(-spring.ratio * phase)
      guard spring.root > 0 else { return (1 + phase) * decay }
      let (rise, fall) = (Double.exp(spring.root * phase), Double.exp(-spring.root * phase))
      return decay * (0.5 * (rise + fall) + spring.ratio / spring.root * 0.5 * (rise - fall))
    }
    for starts in [[0.5], [0.5, 3.3], [0.5, 3.3, 6.1]] {
      let times = (0..<168 * starts.count + 60).map { Double($0) / 60 }
      // Down by 700 pt and back again.
      let values = times.map { time in
        zip(starts, [700.0, -700, 700]).reduce(0) { $0 + $1.1 * (1 - left(time - $1.0)) }
      }
      let trace = Trace(times: times, channels: [Channel(.offset, values: values, decimals: 2)])
      let phases = TraceResult(splitting: trace, axis: nil, options: FitOptions()).phases
      #expect(phases.filter { $0.kind != .rest }.map(\.kind) == starts.map { _ in .animation })
      #expect(phases.allSatisfy { $0.edge == nil })
    }
  }

  /// Kivy leaves its content up to two points inside the edge.
  @Test func `content rests a few steps beyond an inferred edge`() throws {
    for seed: UInt64 in [22, 31] {
      let (recording, phases) = try session("kivy-2", seed: seed)
      #expect(phases.first?.kind == .rest)
      let offsets = try #require(recording.trace.channels.first { $0.role == .offset }).values
      for pull in phases where pull.kind == .rubberBand {
        let pulled = offsets[pull.range]
        #expect((pulled.max() ?? 0) - (pulled.min() ?? 0) > 2)
      }
    }
  }

  @Test(arguments: [22, 24] as [UInt64])
  func `a swing about an edge shows none on its other side`(seed: UInt64) throws {
    let edges = Set(try session("photoswipe", seed: seed).phases.compactMap(\.edge))
    let places = edges.map(\.position).sorted()
    #expect(!places.isEmpty)
    for (low, high) in zip(places, places.dropFirst()) { #expect(high - low > 10) }
  }

  @Test(arguments: ["gtk", "webkitgtk"])
  func `a short animation from rest is none of a finger`(key: String) throws {
    let (recording, phases) = try session(key, seed: 22)
    let truth = recording.session.segments.filter { $0.phase == .animation }
    let found = phases.filter { $0.kind == .animation && $0.law != nil }
    #expect(!truth.isEmpty && !found.isEmpty && found.count <= truth.count)
  }

  /// Where PhotoSwipe's return swings about its edge, it seems to rest at the turn.
  @Test(arguments: [21, 22] as [UInt64]) func `a swing of a few steps belongs to its return`(
    seed: UInt64
  ) throws {
    let (recording, phases) = try session("photoswipe", seed: seed)
    let truth = try #require(recording.truth(along: .y).first { $0.kind == .release })
    let found = try #require(phases.first { $0.kind == .release })
    #expect((found.end - truth.end).magnitude < 0.05)
  }

  @Test func `a return that is fitted from far behind its turn is searched for its law`() throws {
    let (recording, phases) = try session("better-scroll", seed: 21)
    let truth = try #require(recording.truth(along: .y).first { $0.kind == .release })
    let found = try #require(phases.first { $0.kind == .release })
    #expect(found.law == "tween-better-scroll-bounce" && found.fit == nil)
    #expect((found.start - truth.start).magnitude < 0.05)
  }

  @Test func `a motion that ends further beyond its edge is a finger's`() throws {
    let (recording, phases) = try session("flutter-macos", seed: 21)
    let truth = recording.truth(along: .y)
    for kind in [Phase.Kind.rubberBand, .release] {
      #expect(phases.count { $0.kind == kind } == truth.count { $0.kind == kind })
    }
  }

  @Test func `an edge that only a motion itself shows makes its law no surer`() throws {
    let (_, phases) = try session("iscroll", seed: 22)
    let returns = phases.filter { $0.kind == .release && $0.law == "eased-iscroll" }
    #expect(returns.count >= 2 && returns.allSatisfy { $0.confidence == .likely })
  }
}
