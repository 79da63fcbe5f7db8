import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Sessions of engines whose laws `fit` does not have, from times and offsets alone: motions take the place of phases that
/// no fit describes, and of glides that are only the end of a motion.
struct IdentifiedPhaseTests {
  private func session(_ key: String, seed: UInt64) throws -> SimulatedRecording {
    let engine = try #require(Engines.all.first { $0.key == key })
    return try SimulatedRecording(seed: seed, engine: engine)
  }

  private func split(_ recording: SimulatedRecording) -> TraceResult {
    TraceResult(splitting: recording.trace, axis: nil, options: FitOptions())
  }

  @Test func `eased glides and returns are named with their edges`() throws {
    var recordings: [SimulatedRecording] = []
    for key in ["iscroll", "libadwaita-touchpad"] {
      for seed: UInt64 in 31...33 { recordings.append(try session(key, seed: seed)) }
    }
    let study = SessionStudy(recordings) { recording, _ in split(recording).phases }
    #expect(study.total.rate >= 0.74, "\(study.report)")
  }

  /// The end of an ease resembles a fast glide, which used to have constants.
  @Test func `the end of an eased return has no decay rate`() throws {
    for seed: UInt64 in [1, 3, 4, 9, 10] {
      let recording = try session("iscroll", seed: seed)
      let glides = split(recording).fits.filter { $0.law == DecelerationLaw.description.key }
      #expect(glides.isEmpty, "\(seed): \(glides.map { $0.window ?? 0...0 })")
    }
  }

  /// Sessions of a spring and a viscous glide with a few phases in doubt. A search of all found laws that follow a part of
  /// a return as well, which ended too early then.
  @Test(arguments: [20, 97, 147])
  func `where most phases follow their fits, none of them gives way to part of another law`(
    seed: UInt64
  ) {
    let recording = SimulatedRecording(seed: seed)
    let phases = split(recording).phases
    #expect(phases.count { $0.fit != nil } > 6)
    let cut = zip(phases, phases.dropFirst()).filter {
      $0.kind == .release && $1.kind == .rubberBand && $0.axis == $1.axis
        && $0.range.upperBound == $1.range.lowerBound
    }
    #expect(cut.isEmpty, "\(cut.map(\.0.end))")
  }

  @Test(arguments: ["webkit-macos", "chromium-android"])
  func `an edge is where whatever moves beyond it comes back to`(key: String) throws {
    let recording = try session(key, seed: 21)
    let returns = split(recording).phases.filter { $0.kind == .release }
    #expect(returns.count >= 3)
    for edge in returns.map(\.edge) {
      #expect(edge?.side == .top && edge?.source == .inferred)
      #expect(((edge?.position ?? .infinity) - recording.session.axes[0].lowEdge).magnitude < 0.5)
    }
  }

  @Test func `a return shows its edge where the content rests at other times`() throws {
    var shown = 0
    for seed: UInt64 in 21...24 {
      let recording = try session("iscroll", seed: seed)
      let edges = Identification(recording.trace).motions.compactMap(\.edge)
      for edge in edges {
        let view = recording.session.axes[0]
        let position = edge.side == .top ? view.lowEdge : view.highEdge
        #expect(edge.source == .inferred && (edge.position - position).magnitude < 0.5)
      }
      shown += edges.count
    }
    #expect(shown >= 4)
  }

  @Test(arguments: [-3000.0, 6000]) func `wheel events are identified by their sums`(
    speed: Double
  ) throws {
    let motion = TrackpadMomentum(velocity: speed)
    var trace = Trace(times: [], channels: [Channel(.delta, values: [], decimals: 0)])
    // A swipe of a third of a second, and what follows it, in whole points with the remainder carried over.
    var offset = 0.0
    var sum = 0.0
    for frame in -20..<80 {
      offset +=
        frame < 0
        ? speed / 60 * Double(frame + 21) / 20
        : motion.position(at: Double(frame + 1) / 60) - motion.position(at: Double(frame) / 60)
      let delta = (offset - sum).rounded()
      guard delta != 0 else { continue }
      sum += delta
      trace.times.append(1 + Double(frame) / 60)
      trace.channels[0].values.append(delta)
    }
    let found = Identification(trace)
    #expect(found.failure == nil && found.motions.count == 1)
    let laws = try #require(found.motions.first?.laws)
    #expect(laws.law.key == "macos-momentum")
    #expect(laws.confidence == .sure || laws.confidence == .likely)
  }

  /// Sums of deltas that are rounded separately, of events that are delivered late.
  @Test func `no other law of wheel events is likely`() throws {
    var random = RandomSource(seed: 5)
    for number in 0..<9 {
      let trackpad = TrackpadRecording(isInterrupted: number % 2 == 1)
      let trace = trackpad.record(gestures: 3, random: &random).trace
      for motion in Identification(trace).motions where motion.laws.law.key != "macos-momentum" {
        #expect([.open, .none].contains(motion.laws.confidence), "\(motion.laws.law.key)")
      }
    }
  }

  /// What `bounce` does with a pull, whose finger is beyond the edge, and with edges that nothing names.
  @Test(arguments: [1, 2, 3] as [UInt64]) func `the returns of a session are bounces`(seed: UInt64)
    throws
  {
    let engine = try #require(Engines.all.first { $0.key == "uikit" })
    for hasEdges in [false, true] {
      let recording = try SimulatedRecording(seed: seed, engine: engine, hasEdges: hasEdges)
      let result = TraceResult(
        recording.trace, law: BounceLaw.self, axis: .y, options: FitOptions())
      let returns = recording.session.segments.filter {
        $0.phase == .bounce || $0.phase == .release
      }
      let rates = result.fits.compactMap { $0["delta"]?.value }
      #expect(rates.count == returns.count)
      #expect(rates.allSatisfy { ($0 / 10.9 - 1).magnitude < 0.03 }, "\(rates)")
    }
  }
}
