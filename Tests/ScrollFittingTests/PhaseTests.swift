import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// The phases of single recordings.
struct PhaseTests {
  /// A session at 60 Hz and 3x, as the recorder writes it but without names and, if wanted, edges.
  private func record(
    hasEdges: Bool = true, hasNames: Bool = false, axes: [ScrollAxis] = [ScrollAxis()],
    change: (inout Recorder) -> Void = { _ in }, _ body: (inout ScrollSession) -> Void
  ) -> Trace {
    var session = ScrollSession(axes: axes)
    session.rest(for: 0.5)
    body(&session)
    session.rest(for: 0.5)
    var recorder = Recorder()
    recorder.setDuration(session.end)
    change(&recorder)
    var random = RandomSource(seed: 1)
    var trace = recorder.record(session, random: &random)
    if !hasNames { trace.phases = nil }
    if !hasEdges {
      trace.metadata.entries.removeAll {
        $0.key.hasPrefix("edge_") || $0.key.hasPrefix("bounds_")
      }
    }
    return trace
  }

  private func kinds(_ trace: Trace, axis: Axis = .y) -> [Phase.Kind] {
    Phases.find(trace, axis: axis).map(\.kind)
  }

  private func split(_ trace: Trace) -> TraceResult {
    TraceResult(splitting: trace, axis: nil, options: FitOptions())
  }

  // MARK: - Kinds

  @Test func `a fling to rest is tracking and deceleration`() {
    let trace = record { $0.drag(by: 60, over: 0.1) }
    #expect(kinds(trace) == [.rest, .tracking, .deceleration, .rest])
    #expect(split(trace).fits.map(\.law) == ["decelerate"])
  }

  @Test(arguments: [true, false])
  func `a fling to the edge bounces there, whether the edge is given or not`(hasEdges: Bool) throws
  {
    let trace = record(hasEdges: hasEdges) { $0.drag(by: 300, over: 0.12) }
    let phases = Phases.find(trace, axis: .y)
    #expect(phases.map(\.kind) == [.rest, .tracking, .deceleration, .bounce, .rest])
    let edge = try #require(phases[3].edge)
    #expect(edge.side == .bottom && edge.position == 1500)
    #expect(edge.source == (hasEdges ? .metadata : .inferred))
    let result = split(trace)
    #expect(result.fits.map(\.law) == ["decelerate", "bounce"])
    // The crossing is known to a small part of a frame.
    let crossing = try #require(result.joined?.joints.first { $0.kind == .crossingTime })
    #expect((crossing.comparison.value ?? 1).magnitude < 0.001)
    let found = try #require(crossing.found.value)
    #expect((result.phases[3].start - found).magnitude < 0.001)
  }

  @Test func `a pull that was held and one let go in motion are releases`() {
    let held = record(hasEdges: false) { $0.drag(by: -150, over: 0.5, hold: 0.3) }
    #expect(kinds(held) == [.rest, .rubberBand, .release, .rest])
    let moving = record { $0.drag(by: -150, over: 0.4) }
    #expect(kinds(moving) == [.rest, .rubberBand, .release, .rest])
    #expect(split(moving).fits.map(\.law) == ["bounce"])
  }

  @Test func `both ends of both axes`() {
    let axes = [ScrollAxis(.x, length: 500), ScrollAxis(.y)]
    let trace = record(hasEdges: false, axes: axes) {
      $0.drag(along: .y, by: 300, over: 0.12)
      $0.rest(for: 0.4)
      $0.drag(along: .y, by: -400, over: 0.12)
      $0.rest(for: 0.4)
      $0.drag(along: .x, by: 200, over: 0.12)
      $0.rest(for: 0.4)
      $0.drag(along: .x, by: -100, over: 0.1)
    }
    let sides = Phases.all(trace).flatMap(\.phases).filter { $0.kind == .bounce }.map {
      $0.edge?.side
    }
    #expect(sides == [.bottom, .top, .right, .left])
  }

  @Test func `a touch interrupts a deceleration`() {
    let trace = record {
      let start = $0.end
      $0.drag(by: 60, over: 0.1)
      $0.interrupt(at: start + 0.6)
      $0.rest(for: 1)
    }
    #expect(kinds(trace) == [.rest, .tracking, .interrupted, .rest])
    let result = split(trace)
    // Its stop is the touch's, its k the content's.
    #expect(result.joined?.pools.first { $0.key == "k" }?.members.count == 1)
    #expect(
      result.joined?.pools.contains { $0.key == "stop_velocity" && !$0.members.isEmpty } == false)
  }

  @Test func `content that a touch has stopped is held until it is dragged`() {
    let trace = record {
      let start = $0.end
      $0.drag(by: 60, over: 0.1)
      $0.interrupt(at: start + 0.5)
      $0.rest(for: 0.2)
      $0.drag(by: -40, over: 0.3, hold: 0.1)
    }
    #expect(kinds(trace) == [.rest, .tracking, .interrupted, .tracking, .rest])
  }

  @Test func `a program's jump is one sample`() throws {
    let trace = record {
      $0.jump(along: .y, to: 700)
      $0.rest(for: 0.5)
    }
    let phases = Phases.find(trace, axis: .y)
    #expect(phases.map(\.kind) == [.rest, .jump, .rest])
    #expect(phases[1].range.count == 1)
  }

  @Test func `a drag to a stop is no deceleration`() {
    let trace = record(hasEdges: false) {
      $0.drag(by: 250, over: 0.6, hold: 0.3)
      $0.rest(for: 0.4)
      $0.drag(by: -100, over: 0.3, hold: 0.2)
    }
    #expect(kinds(trace) == [.rest, .tracking, .rest, .tracking, .rest])
    let result = split(trace)
    #expect(result.fits.isEmpty && result.failure?.code == .nothingToFit)
    #expect(result.phases.count == 5)
  }

  @Test func `what slows down on another curve is said to`() throws {
    // Constant deceleration, as some toolkits have it.
    let times = (0..<120).map { Double($0) / 60 }
    let values = times.map { time in
      let t = min(max(time - 0.5, 0), 1)
      return ((1200 * t - 600 * t * t) * 3).rounded() / 3
    }
    let trace = Trace(times: times, channels: [Channel(.offset, axis: .y, values: values)])
    let phases = Phases.find(trace, axis: .y)
    let slowing = try #require(phases.first { $0.kind == .animation })
    #expect(slowing.law == "constant-deceleration" && slowing.evidence.contains("constant"))
    #expect(!phases.contains { $0.kind == .tracking })
  }

  /// A glide of another law is nearly an exponential near its end; a finger that slows is not part of what follows it.
  @Test func `the later part of another law is no deceleration, a slowing finger's fling is`() {
    func trace(_ position: (Double) -> Double) -> Trace {
      let times = (0..<300).map { Double($0) / 60 }
      let values = times.map { (position(max($0 - 0.5, 0)) * 2).rounded() / 2 }
      return Trace(times: times, channels: [Channel(.offset, axis: .y, values: values)])
    }
    let glides: [Phase.Kind] = [.deceleration, .interrupted]
    for rate in [3.0, 5, 8] {
      let arctangent = trace { 600 * Double.atan(rate * $0) }
      #expect(split(arctangent).fits.isEmpty)
      // Viscous and quadratic drag: v' = -k v - c v^2.
      let mixed = trace { 500 * Double.log(1 + 6 * (1 - Double.exp(-rate / 3 * $0))) }
      #expect(split(mixed).fits.isEmpty)
      // Half a wave of a finger, let go when 0.7 of it is over.
      let (wave, k) = (Double.pi, 2.0)
      let end = 600 / wave * (1 - Double.cos(0.7 * wave))
      let speed = 600 * Double.sin(0.7 * wave)
      let released = trace { time in
        let u = time * rate / 3
        return u < 0.7
          ? 600 / wave * (1 - Double.cos(wave * u))
          : end + speed / k * (1 - Double.exp(-k * min(u - 0.7, 2)))
      }
      #expect(kinds(released).contains { glides.contains($0) })
    }
  }

  @Test func `what begins beyond the edge and comes in is not fitted as if it were free`() throws {
    // From a touch that stopped the bounce, let go inward so fast that the edge does not stop it.
    let trace = record {
      let start = $0.end
      $0.drag(by: 300, over: 0.12)
      $0.interrupt(at: start + 0.55)
      $0.rest(for: 0.2)
      $0.drag(by: -250, over: 0.1)
    }
    let result = split(trace)
    let inward = try #require(
      result.phases.last { $0.kind == .deceleration || $0.kind == .interrupted })
    #expect(inward.fit != nil || inward.remark?.contains("beyond the edge") == true)
    for phase in result.phases where phase.kind == .deceleration {
      let index = try #require(result.phases.firstIndex(of: phase))
      guard index > 0, result.phases[index - 1].edge != nil else { continue }
      #expect(phase.fit == nil && phase.remark != nil)
    }
  }

  // MARK: - What is recorded besides

  @Test func `names are believed`() {
    let trace = record(hasNames: true) {
      $0.drag(by: 300, over: 0.12)
      $0.rest(for: 0.4)
      $0.drag(by: 150, over: 0.4, hold: 0.2)
    }
    let phases = Phases.find(trace, axis: .y)
    #expect(
      phases.map(\.kind)
        == [.rest, .tracking, .deceleration, .bounce, .rest, .rubberBand, .release, .rest]
        || phases.map(\.kind)
          == [
            .rest, .tracking, .deceleration, .bounce, .rest, .tracking, .rubberBand, .release,
            .rest,
          ]
    )
    #expect(phases.allSatisfy { $0.confidence == .sure && $0.evidence.contains("named") })
    #expect(phases.count { $0.kind == .bounce } == 1)
  }

  @Test func `a name of the system's for all free motion is cut at the edge`() {
    var trace = record(hasNames: true) { $0.drag(by: 300, over: 0.12) }
    trace.phases = trace.phases?.map {
      PhaseSpan(
        label: ["deceleration", "bounce"].contains($0.label) ? "decelerating" : $0.label,
        range: $0.range)
    }
    #expect(kinds(trace) == [.rest, .tracking, .deceleration, .bounce, .rest])
  }

  @Test func `samples in which the finger moves are no free motion`() throws {
    // A finger that moves the content exactly as a deceleration would.
    let times = (0..<90).map { Double($0) / 60 }
    let values = times.map { time in
      time < 0.3 ? 0 : ((500 * (1 - Double.exp(-2 * (time - 0.3)))) * 3).rounded() / 3
    }
    func trace(finger: Bool) -> Trace {
      var channels = [Channel(.offset, axis: .y, values: values)]
      if finger { channels.append(Channel(.finger, axis: .y, values: values.map { -$0 })) }
      return Trace(times: times, channels: channels)
    }
    #expect(kinds(trace(finger: false)).contains(.deceleration))
    let phases = Phases.find(trace(finger: true), axis: .y)
    #expect(!phases.contains { $0.kind == .deceleration })
    #expect(try #require(phases.first { $0.kind == .tracking }).confidence == .sure)
  }

  @Test func `a pull with a finger column gives its rubber band`() throws {
    var recorder = Recorder()
    recorder.setDuration(1.2)
    var random = RandomSource(seed: 3)
    let trace = recorder.record(
      RubberBand(coefficient: 0.55, dimension: 700), travel: 300, over: 1, random: &random)
    let result = split(trace)
    let fit = try #require(result.fits.first)
    #expect(fit.law == "rubber-band" && (fit["c"]?.interval?.contains(0.55) ?? false))
    #expect(result.joined?.pools.first { $0.key == "c" }?.members.count == 1)
  }

  @Test func `a log of changes has the phases and constants of the whole recording`() throws {
    func recorded(changesOnly: Bool) -> Trace {
      record(hasEdges: false, change: { $0.logsChangesOnly = changesOnly }) {
        $0.drag(by: 300, over: 0.12)
        $0.rest(for: 2)
        $0.drag(by: -60, over: 0.1)
        $0.rest(for: 1)
        $0.drag(by: -300, over: 0.1)
      }
    }
    let whole = split(recorded(changesOnly: false))
    let log = split(recorded(changesOnly: true))
    // The log ends with the last change.
    let ended = whole.phases.dropLast().map(\.kind)
    #expect(log.phases.map(\.kind) == ended || log.phases.dropLast().map(\.kind) == ended)
    for key in ["delta", "k"] {
      let a = try #require(whole.joined?.pools.first { $0.key == key }?.estimate)
      let b = try #require(log.joined?.pools.first { $0.key == key }?.estimate)
      let difference = try #require(a.value) - (try #require(b.value))
      #expect(difference.magnitude < 0.5 * (a.standardError ?? 0), "\(key)")
    }
    // Every recorded row is in one phase, and no other is counted.
    var next = 0
    for phase in log.phases {
      #expect(phase.range.lowerBound == next)
      next = phase.range.upperBound
    }
    #expect(next == recorded(changesOnly: true).count)
  }

  // MARK: - Edges

  @Test func `an edge is where content comes to rest from beyond, not where it is held`() throws {
    let trace = record(hasEdges: false) {
      $0.drag(by: -200, over: 0.5, hold: 1)
      $0.rest(for: 0.5)
      $0.drag(by: 80, over: 0.1)
    }
    let edges = Phases.find(trace, axis: .y).compactMap(\.edge)
    #expect(!edges.isEmpty && edges.allSatisfy { $0.side == .top && $0.position == 0 })
  }

  @Test func `without a spring there is no edge`() {
    let trace = record(hasEdges: false) {
      $0.drag(by: 60, over: 0.1)
      $0.rest(for: 0.4)
      $0.drag(by: -50, over: 0.1)
    }
    #expect(Phases.find(trace, axis: .y).allSatisfy { $0.edge == nil })
  }

  // MARK: - Flags

  @Test func `a deceleration with a changed target is left out of the pool`() throws {
    // Four glides at k = 2 and one at 3: what a new target makes of a glide.
    var times: [Double] = []
    var values: [Double] = []
    var place = 0.0
    for k in [2.0, 2, 3, 2, 2] {
      let begin = times.last.map { $0 + 1 / 60 } ?? 0
      for frame in 0..<220 {
        let t = Double(frame) / 60 - 0.5
        // A finger that accelerates for a tenth of a second, and lets go.
        let speed = 900.0
        let x =
          t < 0
          ? 0
          : t < 0.1
            ? speed * t * t / 0.2 : speed * 0.05 + speed * (1 - Double.exp(-k * (t - 0.1))) / k
        times.append(begin + Double(frame) / 60)
        values.append(((place + x) * 3).rounded() / 3)
      }
      place = values.last ?? 0
    }
    let trace = Trace(times: times, channels: [Channel(.offset, axis: .y, values: values)])
    let result = split(trace)
    let pool = try #require(result.joined?.pools.first { $0.key == "k" })
    #expect(pool.members.count == 4 && pool.leftOut.count == 1)
    #expect(((pool.estimate.value ?? 0) - 2).magnitude < 0.01)
    #expect(result.phases.contains { $0.remark?.contains("changed target") == true })
  }

  @Test func `only the kinds asked for are fitted`() {
    let trace = record { $0.drag(by: 300, over: 0.12) }
    let result = TraceResult(
      splitting: trace, axis: nil, kinds: [.bounce], options: FitOptions())
    #expect(result.fits.map(\.law) == ["bounce"])
    #expect(result.phases.count { $0.fit != nil } == 1)
  }
}
