import ScrollFitting
import ScrollSimulation
import ScrollTraces
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The value of an environment variable.
private func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// What runs only when asked for.
struct SessionStudyRuns {
  /// SCROLLFIT_STUDY sessions from seed SCROLLFIT_FIRST (1) on; with SCROLLFIT_SEED the phases of one.
  @Test(.enabled(if: environment("SCROLLFIT_STUDY") != nil))
  func sessionStudy() throws {
    if let seed = environment("SCROLLFIT_SEED").flatMap({ UInt64($0) }) {
      print(SessionStudy.listing(seed: seed))
    }
    let sessions = try #require(environment("SCROLLFIT_STUDY").flatMap { Int($0) })
    let first = environment("SCROLLFIT_FIRST").flatMap { UInt64($0) } ?? 1
    if sessions > 0 { print(SessionStudy(sessions: sessions, first: first).report) }
  }

  /// Ten minutes at 120 Hz, as a file at SCROLLFIT_WRITE.
  @Test(.enabled(if: environment("SCROLLFIT_WRITE") != nil))
  func writeSession() throws {
    var recorder = Recorder()
    recorder.rate = 120
    let recording = SimulatedRecording(seed: 1, gestures: 70, lasting: 600, recorder: recorder)
    let path = try #require(environment("SCROLLFIT_WRITE"))
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    let style = TraceWriter.NumberStyle.fixed(decimals: 6)
    let bytes = TraceWriter(timeStyle: style, valueStyle: style).bytes(of: recording.trace)
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
  }
}

/// What the study makes of finders that know the truth, and of some that spoil it.
struct SessionStudyTests {
  /// The true phases, jumps between them.
  private static func truth(_ recording: SimulatedRecording, _ axis: Axis) -> [Phase] {
    let times = recording.trace.times
    let truth = recording.truth(along: axis)
    let jumps = recording.jumps(along: axis)
    var found: [Phase] = []
    for (index, phase) in truth.enumerated() {
      let begun = found.last?.range.upperBound ?? 0
      let end =
        index == truth.count - 1
        ? times.count : times.firstIndex { $0 >= phase.end } ?? times.count
      if jumps.contains(phase.start) {
        found.append(
          Phase(
            .jump, axis: axis, range: begun..<begun, start: phase.start, end: phase.start,
            confidence: .sure, evidence: ""))
      }
      let edge = phase.isBeyondHighEdge.map { isHigh in
        Edge(
          position: 0,
          side: axis == .y ? (isHigh ? .bottom : .top) : (isHigh ? .right : .left),
          source: .metadata)
      }
      found.append(
        Phase(
          phase.kind, axis: axis, range: begun..<end, start: phase.start, end: phase.end,
          edge: edge, confidence: .sure, evidence: ""))
    }
    return found
  }

  private func studied(_ change: @escaping (SimulatedRecording, inout [Phase]) -> Void)
    -> SessionStudy
  {
    SessionStudy(sessions: 60) { recording, axis in
      var found = Self.truth(recording, axis)
      change(recording, &found)
      return found
    }
  }

  @Test func `a finder that knows the truth makes no error`() {
    let study = studied { _, _ in }
    #expect(study.perfect == 60 && study.uncovered == 0 && study.wrongEdges == 0)
    #expect(study.total.exact == study.total.all)
    #expect(study.jumps.true > 10)
    #expect(study.jumps.found == study.jumps.true && study.jumps.false == 0)
    // Sessions have no animations of a program.
    for kind in Phase.Kind.allCases where ![.jump, .unknown, .animation].contains(kind) {
      #expect(study.kinds[kind]?.all ?? 0 > 50, "\(kind)")
      // In the middle of every true phase is a found one of its kind.
      #expect(study.confusion[kind]?.keys.count == 1)
    }
  }

  @Test func `a finder that finds nothing is wrong throughout`() {
    let study = studied { $1 = [] }
    #expect(study.total.right == 0 && study.perfect == 0 && study.uncovered == study.axes)
  }

  @Test func `two frames late is exact, and six frames are hidden only where nothing tells`() {
    func late(_ frames: Double) -> SessionStudy {
      studied { recording, found in
        for index in found.indices {
          let delay = frames * recording.interval(at: found[index].start)
          found[index].start += delay
          found[index].end += frames * recording.interval(at: found[index].end)
        }
      }
    }
    // A little less: a window of missing frames may begin in between.
    #expect(late(1.9).total.rate > 0.99)
    let study = late(6)
    // A finger starts slowly; a deceleration starts at its fastest.
    #expect(study.kinds[.rest]?.rate ?? 0 > 0.1)
    #expect(study.kinds[.deceleration]?.rate ?? 1 < 0.2)
  }

  @Test func `a deceleration taken for an interruption is a miss and a false alarm`() {
    let study = studied { _, found in
      for index in found.indices where found[index].kind == .deceleration {
        found[index].kind = .interrupted
      }
    }
    let judged = study.kinds[.deceleration]
    #expect(judged?.right == 0)
    #expect(study.confusion[.deceleration]?[.interrupted] == judged?.all)
    #expect(study.falseAlarms[.interrupted] == judged?.all)
    #expect(study.kinds[.bounce]?.rate == 1)
  }

  @Test func `lost samples and edges of the wrong end are counted`() {
    let gaps = studied { _, found in found[0].range = 0..<(found[0].range.upperBound - 1) }
    #expect(gaps.uncovered > 0 && gaps.total.rate == 1)
    let edges = studied { _, found in
      for index in found.indices { found[index].edge = nil }
    }
    let beyond = [Phase.Kind.bounce, .release, .rubberBand].reduce(0) {
      $0 + (edges.kinds[$1]?.all ?? 0)
    }
    #expect(edges.wrongEdges == beyond)
  }

  @Test func `a listing shows each true phase beside what was found`() {
    let text = SessionStudy.listing(seed: 2) { recording, axis in
      var found = Self.truth(recording, axis)
      found[1].kind = .unknown
      return found
    }
    #expect(text.contains("\n! "))
    #expect(text.contains("unknown"))
  }
}
