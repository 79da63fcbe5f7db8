import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Gestures with known numbers: each phase compared with its law.
struct SessionTests {
  typealias Phase = ScrollSession.Phase

  private func session(_ change: (inout ScrollAxis) -> Void = { _ in }) -> ScrollSession {
    var axis = ScrollAxis(.y, lowEdge: -88, length: 1500)
    change(&axis)
    return ScrollSession(axes: [axis])
  }

  private func phases(_ session: ScrollSession) -> [Phase] { session.segments.map(\.phase) }

  @Test func `a drag that stops before it lets go moves the content 1 to 1 and no further`() {
    var session = session()
    session.rest(for: 0.5)
    session.drag(by: 240, over: 0.6, hold: 0.1)
    #expect(phases(session) == [.rest, .tracking])
    #expect((session.end - 1.2).magnitude < 1e-12)
    #expect(session.state(at: 0.4, along: .y) == MotionState(position: -88, velocity: 0))
    // A minimum-jerk movement is at half the distance at half the time, with 15/8 of its mean speed.
    let half = session.state(at: 0.8, along: .y)
    #expect((half.position - (-88 + 120)).magnitude < 1e-9)
    #expect((half.velocity - 1.875 * 240 / 0.6).magnitude < 1e-9)
    #expect(session.state(at: 1.15, along: .y) == MotionState(position: 152, velocity: 0))
    #expect(session.offset(along: .y) == 152)
  }

  @Test func `a release that is slow enough stops where the deceleration law says`() {
    var session = session()
    // 2 x 120 / 0.12 = 2000 pt/s at release.
    session.drag(by: 120, over: 0.12)
    #expect(phases(session) == [.tracking, .deceleration])
    let law = Deceleration(position: -88 + 120, velocity: 2000, rate: 2.002)
    for time in stride(from: 0.12, to: session.end, by: 0.01) {
      let state = session.state(at: time, along: .y)
      #expect((state.position - law.position(at: time - 0.12)).magnitude < 1e-9)
      #expect((state.velocity - law.velocity(at: time - 0.12)).magnitude < 1e-9)
    }
    // T = ln(v / v_stop) / k, D = (v - v_stop) / k
    #expect((session.end - 0.12 - law.duration(stopSpeed: 10)).magnitude < 1e-12)
    #expect((session.offset(along: .y) - (32 + 1990 / 2.002)).magnitude < 1e-9)
    #expect(session.phase(at: session.end + 1) == .rest)
  }

  @Test(arguments: [(-1.0, -88.0), (1.0, 1412.0)])
  func `a fling bounces at the edge with the speed that is left`(sign: Double, edge: Double) throws
  {
    var session = session()
    session.drag(by: 600, over: 0.5, hold: 0)
    // From -88 + 600 = 512, 240 pt of tracking and 4800 pt/s at release.
    session.drag(by: sign * 240, over: 0.1)
    #expect(phases(session) == [.tracking, .tracking, .deceleration, .bounce])
    let glide = session.segments[2]
    let bounce = session.segments[3]
    let distance = (edge - (512 + sign * 240)).magnitude
    // v_edge = v_release - k (distance to the edge)
    let left = 4800 - 2.002 * distance
    let arrival = session.state(at: bounce.start, along: .y)
    #expect((arrival.position - edge).magnitude < 1e-9)
    #expect((arrival.velocity - sign * left).magnitude < 1e-9)
    #expect((glide.state(at: glide.end).velocity - sign * left).magnitude < 1e-8)
    // Step by step with the exact step of the law, compared with C t e^(-delta t).
    var state = MotionState(position: 0, velocity: left)
    let law = CriticalBounce(amplitude: left, decayRate: 10.93)
    var time = 0.0
    while time + 1.0 / 60 < bounce.end - bounce.start {
      state = CriticalBounce.step(state, by: 1.0 / 60, decayRate: 10.93)
      time += 1.0 / 60
      let now = session.state(at: bounce.start + time, along: .y)
      #expect((sign * (now.position - edge) - law.position(at: time)).magnitude < 1e-9)
      #expect((sign * now.velocity - law.velocity(at: time)).magnitude < 1e-8)
      #expect((state.position - law.position(at: time)).magnitude < 1e-9)
    }
    let settle = try #require(law.settleTime(threshold: 0.5))
    #expect((bounce.end - bounce.start - settle).magnitude < 1e-9)
    #expect(session.state(at: bounce.end, along: .y) == MotionState(position: edge, velocity: 0))
  }

  @Test func `a held pull follows the finger, then the rubber band, and returns from rest`() throws
  {
    var session = session()
    session.drag(by: 1400, over: 1, hold: 0)
    // 100 pt to the bottom edge, then 300 pt beyond it.
    session.drag(by: 400, over: 0.8, hold: 0.25)
    #expect(phases(session) == [.tracking, .tracking, .rubberBand, .release])
    let pull = session.segments[2]
    let crossing = session.state(at: pull.start, along: .y)
    #expect((crossing.position - 1412).magnitude < 1e-9)
    // At the edge the velocity falls to c times its value.
    let before = session.segments[1].state(at: pull.start)
    #expect((crossing.velocity - 0.55 * before.velocity).magnitude < 1e-6)
    // s = d c x / (x c + d) at x = 300
    let held = 844 * 0.55 * 300 / (0.55 * 300 + 844)
    for time in stride(from: pull.end - 0.24, to: pull.end, by: 0.05) {
      #expect((session.state(at: time, along: .y).position - (1412 + held)).magnitude < 1e-9)
      #expect(session.phase(at: time) == .rubberBand)
    }
    let release = session.segments[3]
    #expect((release.start - (1 + 0.8 + 0.25)).magnitude < 1e-12)
    let law = CriticalBounce(
      decayRate: 10.93, from: MotionState(position: held, velocity: 0))
    for time in stride(from: 0.0, to: release.end - release.start, by: 0.01) {
      let state = session.state(at: release.start + time, along: .y)
      #expect((state.position - 1412 - law.position(at: time)).magnitude < 1e-9)
    }
    #expect(session.state(at: release.start, along: .y).velocity == 0)
    let settle = try #require(law.settleTime(threshold: 0.5))
    #expect((release.end - release.start - settle).magnitude < 1e-9)
    #expect(session.offset(along: .y) == 1412)
  }

  @Test(arguments: [(11.0, -1.0), (9.0, -40), (6.0, 80)])
  func `a spring of any damping returns the content, and crosses its edge where it must`(
    delta: Double, kappa: Double
  ) throws {
    let constants = SpringConstants(decayRate: delta, kappa: kappa)
    var session = session {
      $0.bounceDecayRate = delta
      $0.bounceKappa = kappa
    }
    session.drag(by: -300, over: 0.8, hold: 0.2)
    let held = 844 * 0.55 * 300 / (0.55 * 300 + 844)
    let release = try #require(session.segments.first { $0.phase == .release })
    let law = Spring(constants, from: MotionState(position: held, velocity: 0))
    for time in stride(from: 0.0, to: release.end - release.start, by: 0.01) {
      let state = session.state(at: release.start + time, along: .y)
      #expect((-88 - state.position - law.position(at: time)).magnitude < 1e-9)
      #expect((-state.velocity - law.velocity(at: time)).magnitude < 1e-8)
    }
    if kappa > 0 {
      // It rings, and glides on inside from where it crosses the edge.
      let glide = try #require(session.segments.first { $0.phase == .deceleration })
      #expect((glide.initial.position + 88).magnitude < 1e-9)
      let crossing = release.end - release.start
      #expect(law.position(at: crossing).magnitude < 1e-9)
      #expect((glide.initial.velocity + law.velocity(at: crossing)).magnitude < 1e-8)
    } else {
      #expect(session.segments.last?.phase == .release)
      let settle = try #require(law.settleTime(threshold: 0.5))
      #expect((release.end - release.start - settle).magnitude < 1e-9)
    }
  }

  @Test
  func `an overdamped pull crosses its edge where it starts back faster than the faster rate`()
    throws
  {
    // delta 11, kappa -1: rates of 10 and 12.
    for (rate, crosses): (Double, Bool) in [(11.9, false), (20, true)] {
      var session = session {
        $0.bounceDecayRate = 11
        $0.bounceKappa = -1
        $0.releaseRate = rate
      }
      #expect(session.axes[0].largestReleaseRate == 12)
      session.drag(by: -300, over: 0.8, hold: 0.2)
      let last = try #require(session.segments.last)
      #expect((last.phase == .release) != crosses)
      if crosses { #expect((last.initial.position + 88).magnitude < 1e-9) }
    }
  }

  @Test func `a held pull may start back with a speed that grows with its overscroll`() {
    var session = session { $0.releaseRate = 7.3 }
    session.drag(by: -300, over: 0.8, hold: 0.2)
    #expect(phases(session) == [.rubberBand, .release])
    let held = 844 * 0.55 * 300 / (0.55 * 300 + 844)
    let release = session.state(at: 1, along: .y)
    #expect((release.position - (-88 - held)).magnitude < 1e-9)
    // At the top edge, offsets grow inward.
    #expect((release.velocity - 7.3 * held).magnitude < 1e-9)
  }

  @Test func `a pull that lets go while it moves returns with the velocity of the content`() {
    var session = session()
    session.drag(by: -300, over: 0.5)
    #expect(phases(session) == [.rubberBand, .release])
    let band = RubberBand(coefficient: 0.55, dimension: 844)
    let release = session.segments[1]
    #expect((release.initial.position - (-88 - band.overscroll(travel: 300))).magnitude < 1e-9)
    // ds/dx times the finger's speed of 2 x 300 / 0.5 pt/s.
    #expect((release.initial.velocity + band.slope(travel: 300) * 1200).magnitude < 1e-9)
    let last = session.segments[0].state(at: release.start)
    #expect((last.velocity - release.initial.velocity).magnitude < 1e-9)
    #expect((last.position - release.initial.position).magnitude < 1e-9)
  }

  @Test func `a gesture along one axis leaves the other where it is`() {
    var session = ScrollSession(axes: [ScrollAxis(.x, length: 800), ScrollAxis(.y, lowEdge: -88)])
    session.drag(along: .x, by: 200, over: 0.4, hold: 0)
    session.drag(along: .y, by: 300, over: 0.4, hold: 0)
    #expect(session.state(at: 0.2, along: .y) == MotionState(position: -88, velocity: 0))
    #expect(session.state(at: 0.6, along: .x) == MotionState(position: 200, velocity: 0))
    #expect((session.state(at: 0.6, along: .y).position - 62).magnitude < 1e-9)
    #expect(session.state(at: 9, along: .y).position == 212)
  }
}

struct RandomSessionTests {
  private func session(_ seed: UInt64, gestures: Int = 5, axes: [Axis] = [.y]) -> ScrollSession {
    var random = RandomSource(seed: seed)
    let views = axes.map { ScrollAxis($0, lowEdge: $0 == .y ? -88 : 0) }
    return .random(axes: views, gestures: gestures, random: &random)
  }

  @Test func `500 seeds give 500 sessions, nearly all of which show every phase`() {
    var seen: Set<[Double]> = []
    var complete = 0
    for seed in 0..<500 {
      let session = session(UInt64(seed))
      seen.insert(session.segments.map(\.end))
      if Set(session.segments.map(\.phase)).count
        == ScrollSession.Phase.allCases.count(where: { $0 != .animation })
      {
        complete += 1
      }
    }
    #expect(seen.count == 500)
    // A pull that starts at the edge has no tracking phase, and a fling may replace it.
    #expect(complete > 400)
  }

  @Test func `every phase starts where and as fast as the one before ended`() {
    var edges: Set<Double> = []
    for seed in 0..<300 {
      let session = session(UInt64(seed), gestures: 8)
      #expect(session.segments.first?.start == 0)
      for (one, next) in zip(session.segments, session.segments.dropFirst()) {
        #expect(one.end == next.start && one.start < one.end)
        let last = one.state(at: one.end)
        let label = "seed \(seed): \(one.phase) to \(next.phase) at \(one.end) s"
        // The system sets a bounce below 0.5 pt to its edge.
        let ends = one.phase == .bounce || one.phase == .release
        #expect(
          (last.position - next.initial.position).magnitude < (ends ? 0.5 + 1e-9 : 1e-7), "\(label)"
        )
        switch (one.phase, next.phase) {
        case (.tracking, .deceleration), (.deceleration, .bounce):
          #expect((last.velocity - next.initial.velocity).magnitude < 1e-6, "\(label)")
          if next.phase == .bounce { edges.insert(next.initial.position) }
        case (.rubberBand, .release):
          // Released from rest, or with the outward velocity of the content.
          #expect((last.velocity - next.initial.velocity).magnitude < 1e-6, "\(label)")
        case (.deceleration, .rest):
          #expect((last.velocity.magnitude - 10).magnitude < 1e-6, "\(label)")
        default: break
        }
      }
    }
    #expect(edges == [-88, 1412])
  }

  @Test func `content stays within its edges except where a phase says otherwise`() {
    for seed in 0..<200 {
      let session = session(UInt64(seed), gestures: 6)
      for time in stride(from: 0, to: session.end, by: 0.005) {
        let offset = session.state(at: time, along: .y).position
        let beyond = max(-88 - offset, offset - 1412)
        switch session.phase(at: time) {
        case .rubberBand, .release, .bounce:
          // The overscroll never reaches d = 844.
          #expect(beyond > -1e-6 && beyond < 844)
        default: #expect(beyond < 1e-6)
        }
      }
    }
  }

  @Test func `both axes are gestured along, one at a time`() {
    var moved: Set<Axis> = []
    for seed in 0..<40 {
      let session = session(UInt64(seed), gestures: 6, axes: [.x, .y])
      for segment in session.segments where segment.phase != .rest {
        moved.insert(segment.axis)
        let other: Axis = segment.axis == .x ? .y : .x
        let middle = (segment.start + segment.end) / 2
        #expect(session.state(at: middle, along: other).velocity == 0)
        #expect(
          session.state(at: segment.start, along: other)
            == session.state(at: middle, along: other))
      }
    }
    #expect(moved == [.x, .y])
  }

  @Test func `recorded phases cover all samples and agree with the session, faults or not`() throws
  {
    var recorder = Recorder()
    for seed in 0..<20 {
      let session = session(UInt64(seed), gestures: 5, axes: [.x, .y])
      recorder.setDuration(session.end + 0.3)
      recorder.dropRate = seed % 2 == 0 ? 0 : 0.1
      recorder.logsChangesOnly = seed % 3 == 0
      var random = RandomSource(seed: 7)
      let trace = recorder.record(session, random: &random)
      let phases = try #require(trace.phases)
      #expect(phases.first?.range.lowerBound == 0)
      #expect(phases.last?.range.upperBound == trace.count)
      for (one, next) in zip(phases, phases.dropFirst()) {
        #expect(one.range.upperBound == next.range.lowerBound && one.label != next.label)
      }
      for span in phases {
        for row in span.range {
          #expect(session.phase(at: trace.times[row]).rawValue == span.label)
          for channel in trace.channels {
            let truth = session.state(at: trace.times[row], along: channel.axis).position
            // Half a pixel of a screen with scale 3.
            #expect((channel.values[row] - truth).magnitude <= 1.0 / 6 + 1e-9)
          }
        }
      }
      #expect(trace.metadata.edgeTop == -88 && trace.metadata.edgeBottom == 1412)
      #expect(trace.metadata.edgeLeft == 0 && trace.metadata.edgeRight == 1500)
      #expect(trace.metadata.boundsHeight == 844 && trace.metadata.boundsWidth == 390)
    }
  }

  @Test func `faults change what is recorded and not what happens`() {
    var recorder = Recorder()
    func record() -> (ScrollSession, Trace) {
      var random = RandomSource(seed: 21)
      let session = ScrollSession.random(axes: [ScrollAxis()], gestures: 4, random: &random)
      recorder.setDuration(session.end)
      return (session, recorder.record(session, random: &random))
    }
    let clean = record()
    recorder.noise = 1
    recorder.dropRate = 0.1
    let faulty = record()
    #expect(clean.0 == faulty.0)
    #expect(clean.1 != faulty.1)
  }
}
