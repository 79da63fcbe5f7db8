import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Touches that stop a motion, and programs that set the offset.
struct InterruptionTests {
  private let band = RubberBand(coefficient: 0.55, dimension: 844)

  private func session() -> ScrollSession {
    ScrollSession(axes: [ScrollAxis(.y, lowEdge: -88, length: 1500)])
  }

  private func phases(_ session: ScrollSession) -> [ScrollSession.Phase] {
    session.segments.map(\.phase)
  }

  @Test func `a touch stops a deceleration where it is, and nothing of it follows`() {
    var session = session()
    // Released at 4800 pt/s, the content reaches the bottom edge and bounces.
    session.drag(by: 240, over: 0.1)
    #expect(phases(session) == [.tracking, .deceleration, .bounce])
    session.interrupt(at: 0.3)
    #expect(phases(session) == [.tracking, .deceleration])
    #expect(session.end == 0.3)
    #expect(session.segments.map(\.isInterrupted) == [false, true])
    let law = Deceleration(position: -88 + 240, velocity: 4800, rate: 2.002)
    #expect((session.offset(along: .y) - law.position(at: 0.2)).magnitude < 1e-9)
    let place = session.offset(along: .y)
    session.drag(by: -100, over: 0.4, hold: 0, wait: 0.1)
    #expect(phases(session) == [.tracking, .deceleration, .tracking, .tracking])
    #expect(session.state(at: 0.35, along: .y) == MotionState(position: place, velocity: 0))
    // At half the time the finger is at half the distance.
    #expect((session.state(at: 0.6, along: .y).position - (place - 50)).magnitude < 1e-9)
    #expect((session.end - 0.8).magnitude < 1e-12)
    #expect((session.offset(along: .y) - (place - 100)).magnitude < 1e-9)
  }

  @Test func `a touch at rest, on a finger, at a boundary or after the end changes nothing`() {
    var session = session()
    session.rest(for: 0.5)
    session.drag(by: 120, over: 0.12)
    let before = session
    for time in [-1, 0.2, 0.5, 0.6, session.segments[2].start, session.end, session.end + 1] {
      session.interrupt(at: time)
      #expect(session == before, "\(time)")
    }
  }

  @Test func `a touch on one axis takes back what happened on the other since`() {
    var session = ScrollSession(axes: [ScrollAxis(.x, length: 800), ScrollAxis(.y)])
    session.drag(along: .y, by: 120, over: 0.12)
    session.rest(for: 0.2)
    session.drag(along: .x, by: 200, over: 0.4, hold: 0)
    session.interrupt(at: 0.5)
    #expect(session.end == 0.5)
    #expect(session.offset(along: .x) == 0)
    #expect(session.state(at: 9, along: .x).position == 0)
  }

  @Test(arguments: [-1.0, 1.0])
  func `a finger that catches a return beyond an edge moves the content by the rubber band`(
    sign: Double
  ) throws {
    var session = session()
    let edge = sign < 0 ? -88.0 : 1412
    session.jump(to: edge)
    session.drag(by: sign * 300, over: 0.5, hold: 0.1)
    #expect(phases(session) == [.rubberBand, .release])
    session.interrupt(at: 0.7)
    let place = session.offset(along: .y)
    let overscroll = sign * (place - edge)
    #expect(overscroll > 20 && overscroll < band.overscroll(travel: 300))
    // Outward by 100, then inward by more: through the edge to 80 pt inside it.
    let travel = try #require(band.travel(overscroll: overscroll))
    session.drag(by: sign * 100, over: 0.4, hold: 0.1, wait: 0.05)
    #expect(phases(session) == [.rubberBand, .release, .rubberBand, .rubberBand, .release])
    let pull = session.segments[3]
    #expect((pull.state(at: pull.start).position - place).magnitude < 1e-9)
    #expect(
      (sign * (pull.state(at: pull.end).position - edge) - band.overscroll(travel: travel + 100))
        .magnitude < 1e-9)
    let back = session.segments[4].start + 1e-6
    session.interrupt(at: back)
    session.drag(by: -sign * (travel + 180), over: 0.5, hold: 0)
    #expect(phases(session).suffix(3) == [.release, .rubberBand, .tracking])
    let crossing = session.segments[session.segments.count - 1]
    #expect((crossing.initial.position - edge).magnitude < 1e-9)
    #expect((crossing.state(at: crossing.start).position - edge).magnitude < 1e-9)
    // The part of the release from rest within a millionth of a second moves the content by a negligible distance.
    #expect((sign * (edge - session.offset(along: .y)) - 80).magnitude < 1e-3)
  }

  @Test func `content let go beyond an edge with speed inward crosses it and glides`() {
    var session = session()
    session.drag(by: -300, over: 0.5, hold: 0.1)
    session.interrupt(at: 0.62)
    let overscroll = -88 - session.offset(along: .y)
    // From about 135 pt beyond the edge, faster than delta y, so that the spring does not stop the content.
    session.drag(by: 100, over: 0.05)
    #expect(phases(session) == [.rubberBand, .release, .rubberBand, .release, .deceleration])
    let release = session.segments[3]
    let glide = session.segments[4]
    #expect(release.initial.velocity > 10.93 * (-88 - release.initial.position))
    #expect(-88 - release.initial.position < overscroll)
    #expect((glide.initial.position + 88).magnitude < 1e-9)
    let last = release.state(at: release.end)
    #expect((last.position + 88).magnitude < 1e-9)
    #expect((last.velocity - glide.initial.velocity).magnitude < 1e-8)
    // D = (v - v_stop) / k
    let distance = (glide.initial.velocity - 10) / 2.002
    #expect((session.offset(along: .y) - (-88 + distance)).magnitude < 1e-9)
  }

  @Test func `a jump takes no time and is where the next phase starts`() {
    var session = ScrollSession(axes: [ScrollAxis(.x, length: 800), ScrollAxis(.y)])
    session.rest(for: 0.5)
    session.jump(to: 700)
    session.rest(for: 0.5)
    session.jump(along: .x, to: 800)
    session.drag(by: -100, over: 0.4, hold: 0)
    #expect(session.segments.map(\.start) == [0, 0.5, 1])
    #expect(session.state(at: 0.499, along: .y).position == 0)
    #expect(session.state(at: 0.5, along: .y).position == 700)
    #expect(session.state(at: 0.9, along: .x).position == 0)
    #expect(session.state(at: 1.1, along: .x).position == 800)
    #expect((session.offset(along: .y) - 600).magnitude < 1e-9)
  }

  @Test func `no catches and no jumps draw nothing`() {
    for seed in 0..<20 {
      let axes = [ScrollAxis(.x), ScrollAxis(.y)]
      var random = RandomSource(seed: UInt64(seed))
      var other = random
      let plain = ScrollSession.random(axes: axes, gestures: 7, random: &random)
      let none = ScrollSession.random(axes: axes, gestures: 7, catches: 0, jumps: 0, random: &other)
      #expect(plain == none && random.next() == other.next())
      #expect(!plain.segments.contains { $0.isInterrupted })
    }
  }

  @Test func `a caught deceleration is followed at once by a finger that stands still`() {
    var decelerations = 0
    var caught = 0
    for seed in 0..<300 {
      var random = RandomSource(seed: UInt64(seed))
      let session = ScrollSession.random(
        axes: [ScrollAxis(.x, length: 800), ScrollAxis(.y, lowEdge: -88)], gestures: 9,
        catches: 0.3, random: &random)
      // The last gesture has no catch after it.
      #expect(session.segments.last?.phase == .rest)
      for (one, next) in zip(session.segments, session.segments.dropFirst()) {
        if one.phase == .deceleration { decelerations += 1 }
        guard one.isInterrupted else { continue }
        caught += 1
        #expect(one.phase == .deceleration && next.phase == .tracking)
        #expect((0.02...0.12).contains(next.end - next.start))
        let place = one.state(at: one.end).position
        #expect(session.state(at: next.end - 1e-9, along: one.axis).position == place)
        #expect(one.state(at: one.end).velocity.magnitude > 10)
      }
    }
    // About a ninth of the decelerations belong to the last gesture; 4 standard deviations are 0.05.
    #expect((Double(caught) / Double(decelerations) - 0.27).magnitude < 0.05)
  }

  @Test func `jumps come between two rests and stay within the edges`() {
    var rests = 0
    var jumps = 0
    for seed in 0..<200 {
      var random = RandomSource(seed: UInt64(seed))
      let session = ScrollSession.random(
        axes: [ScrollAxis(.x, length: 800), ScrollAxis(.y, lowEdge: -88)], gestures: 9,
        jumps: 0.2, random: &random)
      rests += 9
      for (one, next) in zip(session.segments, session.segments.dropFirst()) {
        let moved = [Axis.x, .y].filter {
          (session.state(at: next.start, along: $0).position
            - session.state(at: one.end - 1e-9, along: $0).position).magnitude > 0.6
        }
        guard !moved.isEmpty else { continue }
        jumps += 1
        #expect(moved.count == 1 && one.phase == .rest && next.phase == .rest)
        let place = session.state(at: next.start, along: moved[0]).position
        #expect((moved[0] == .x ? 0...800 : -88...1412).contains(place))
      }
    }
    // 4 standard deviations of 1800 draws are 0.04; a jump may happen to keep the offset.
    #expect((Double(jumps) / Double(rests) - 0.2).magnitude < 0.04)
  }
}
