import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// A phase as it truly was, on the clock of the recording.
struct TruePhase {
  var kind: Phase.Kind
  var start: Double
  var end: Double
  /// Whether the edge beyond which it takes place is the one at which offsets are largest; nil inside.
  var isBeyondHighEdge: Bool?
  /// What moves the content, each with how much later it happens on the clock of the recording.
  var pieces: [(segment: ScrollSession.Segment, delay: Double)]
  /// The offset of a rest.
  var level: Double?

  /// The offset by its law, before its start and after its end too.
  func offset(at time: Double) -> Double {
    if let level { return level }
    let piece = pieces.last { $0.segment.start + $0.delay <= time } ?? pieces[0]
    return piece.segment.state(at: time - piece.delay).position
  }
}

/// Rests that are longer in a recording than in the session it is made of.
struct Pauses {
  /// When each begins in the session, and how long it is, in order.
  var pauses: [(time: Double, length: Double)] = []

  func sessionTime(at recorded: Double) -> Double {
    var time = recorded
    for pause in pauses {
      if time <= pause.time { break }
      time = max(time - pause.length, pause.time)
    }
    return time
  }

  /// By how much a time of the session is later in the recording.
  func delay(at time: Double) -> Double {
    pauses.reduce(0) { $0 + ($1.time < time ? $1.length : 0) }
  }
}

/// A recorded session of random gestures, and what truly happens in it.
struct SimulatedRecording {
  var seed: UInt64
  var session: ScrollSession
  var pauses = Pauses()
  var recorder = Recorder()
  /// When the second half of the frames is left out, as by a display that saves power.
  var slowWindows: [ClosedRange<Double>] = []
  var hasEdges = true
  var isInPixels = false
  /// What is special about it.
  var traits: [String] = []
  /// What the finder sees.
  var trace = Trace(times: [], channels: [])

  /// Draws the session, its faults and how it is written.
  init(seed: UInt64) {
    var random = RandomSource(seed: seed)
    self.seed = seed
    func happens(_ probability: Double) -> Bool { random.uniform() < probability }
    func one<T>(of values: [T]) -> T {
      values[min(Int(random.uniform() * Double(values.count)), values.count - 1)]
    }
    recorder.scale = one(of: [1, 2, 3])
    recorder.rate = one(of: [60, 120])
    let delta = random.uniform(9, 13)
    let rate = happens(0.85) ? random.uniform(1.8, 2.2) : random.uniform(8, 11)
    let releaseRate = one(of: [0, 7.3])
    let catches = one(of: [0, 0.3])
    let jumps = one(of: [0, 0.1])
    let lowEdge = one(of: [0.0, -64, -88])
    let scale = recorder.scale
    let axes = (happens(0.6) ? [Axis.y] : [.x, .y]).map { axis in
      let length = axis == .y ? random.uniform(600, 3000) : random.uniform(400, 1200)
      var view = ScrollAxis(
        axis, lowEdge: axis == .y ? lowEdge : 0,
        // Edges are on pixels.
        length: (length * scale).rounded() / scale)
      view.rate = rate
      view.bounceDecayRate = delta
      view.releaseRate = releaseRate
      return view
    }
    let gestures = 3 + Int(random.uniform() * 28)
    session = .random(
      axes: axes, gestures: gestures, catches: catches, jumps: jumps, random: &random)

    recorder.logsChangesOnly = happens(0.2)
    if happens(0.3) { recorder.dropRate = random.uniform(0.01, 0.05) }
    let isMixed = happens(0.15) && !recorder.logsChangesOnly
    if happens(0.2) { recorder.stampJitter = 0.0002 }
    isInPixels = happens(0.15)
    let rests = session.segments.filter { $0.phase == .rest }
    if happens(0.1) {
      let rest = one(of: rests)
      pauses.pauses = [((rest.start + rest.end) / 2, random.uniform(60, 180))]
    }
    hasEdges = happens(0.5)
    let end = session.end + (pauses.pauses.first?.length ?? 0)
    // Some recordings end before the motion does.
    let last = session.segments.last { $0.phase != .rest }
    let isCut = happens(0.15)
    let cut = random.uniform()
    if isCut, let last {
      let start = last.start + pauses.delay(at: last.start)
      recorder.setDuration(start + cut * (last.end - last.start))
    } else {
      recorder.setDuration(end)
    }
    if isMixed {
      recorder.rate = 120
      recorder.setDuration(end)
      var time = random.uniform(0, 3)
      while time < end {
        let length = random.uniform(1, 3)
        slowWindows.append(time...(time + length))
        time += length + random.uniform(1, 3)
      }
    }
    traits =
      [
        axes.count > 1 ? "x and y" : "y", isMixed ? "60/120 Hz" : "\(Int(recorder.rate)) Hz",
        "scale \(Int(scale))", rate < 5 ? "k 2" : "k 8-11",
        releaseRate > 0 ? "release 7.3" : "release 0", hasEdges ? "edges given" : "no edges",
      ] + (catches > 0 ? ["catches"] : []) + (jumps > 0 ? ["jumps"] : [])
      + (recorder.logsChangesOnly ? ["changes only"] : [])
      + (recorder.dropRate > 0 ? ["lost frames"] : [])
      + (recorder.stampJitter > 0 ? ["jitter"] : []) + (isInPixels ? ["pixels"] : [])
      + (pauses.pauses.isEmpty ? [] : ["long rest"]) + (isCut && !isMixed ? ["cut"] : [])
    record(&random)
  }

  /// A session along y of `gestures` gestures, spread over a time in s.
  init(seed: UInt64, gestures: Int, lasting duration: Double, recorder: Recorder) {
    var random = RandomSource(seed: seed)
    self.seed = seed
    self.recorder = recorder
    session = .random(
      axes: [ScrollAxis(.y, lowEdge: -88, length: 2400)], gestures: gestures, catches: 0.1,
      random: &random)
    let rests = session.segments.filter { $0.phase == .rest }
    let length = max(duration - session.end, 0) / Double(rests.count)
    pauses.pauses = rests.map { (($0.start + $0.end) / 2, length) }
    self.recorder.setDuration(duration)
    record(&random)
  }

  /// A session of six gestures by the laws of an engine, at 60 Hz unless it has frames of its own.
  ///
  /// - Parameter hasEdges: whether the recording names its edges.
  init(seed: UInt64, engine: Engine, gestures: Int = 6, hasEdges: Bool = false) throws {
    var random = RandomSource(seed: seed)
    self.seed = seed
    self.hasEdges = hasEdges
    if case .perFrame(_, _, let frame, _) = engine.glide { recorder.rate = 1 / frame }
    let view = try ScrollAxis(of: engine, rate: recorder.rate)
    session = .random(axes: [view], gestures: gestures, random: &random)
    recorder.scale = view.scale
    recorder.setDuration(session.end)
    traits = [engine.key]
    record(&random)
  }

  private mutating func record(_ random: inout RandomSource) {
    let (session, pauses) = (session, pauses)
    let quantities = session.axes.map { view in
      RecordedQuantity(.offset, axis: view.axis) {
        session.state(at: pauses.sessionTime(at: $0), along: view.axis).position
      }
    }
    trace = recorder.record(
      quantities, metadata: Metadata(hasEdges ? session.axes.flatMap(\.metadata) : []),
      random: &random)
    if !slowWindows.isEmpty { leaveOutFrames() }
    if isInPixels { writeInPixels() }
  }

  private mutating func leaveOutFrames() {
    let kept = trace.times.indices.filter { index in
      let frame = Int((trace.times[index] * recorder.rate).rounded())
      return frame % 2 == 0 || !isSlow(at: trace.times[index])
    }
    trace = Trace(
      metadata: trace.metadata, times: kept.map { trace.times[$0] },
      channels: trace.channels.map { channel in
        Channel(channel.role, axis: channel.axis, values: kept.map { channel.values[$0] })
      })
  }

  private func isSlow(at time: Double) -> Bool { slowWindows.contains { $0.contains(time) } }

  /// Writes the file of a recorder that knows pixels only, and reads it back.
  private mutating func writeInPixels() {
    for index in trace.channels.indices {
      let scale = recorder.scale
      trace.channels[index].values = trace.channels[index].values.map { ($0 * scale).rounded() }
    }
    let bytes = TraceWriter().bytes(of: trace)
    let head = String(decoding: bytes.prefix(1024), as: UTF8.self)
    let file = Array(head.replacing("_pt", with: "_px").utf8) + bytes.dropFirst(1024)
    var parser = TraceParser(path: "pixels.csv")
    do {
      try file.withUnsafeBytes { try parser.feed($0) }
      try parser.finish()
      trace = parser.takeTraces()[0]
    } catch {
      Issue.record("the file of seed \(seed) cannot be read back: \(error)")
    }
  }

  /// The frame at which a sample was taken, which its stamp may miss.
  func frameTime(_ index: Int) -> Double {
    (trace.times[index] * recorder.rate).rounded() / recorder.rate
  }

  /// The interval between the frames recorded about a time.
  func interval(at time: Double) -> Double {
    isSlow(at: time) ? 2 / recorder.rate : 1 / recorder.rate
  }

  /// One pixel, in pt.
  var quantum: Double { 1 / recorder.scale }

  /// What truly happens along an axis from the first sample to the last, without gaps.
  func truth(along axis: Axis) -> [TruePhase] {
    guard let first = trace.times.first, let last = trace.times.last else { return [] }
    var phases: [TruePhase] = []
    for segment in session.segments {
      let isMoving = segment.axis == axis && segment.phase != .rest
      let middle = (segment.start + segment.end) / 2
      let level =
        isMoving ? nil : session.state(at: middle, along: axis).position
      let kind = isMoving ? Self.kind(of: segment) : .rest
      let start = segment.start + pauses.delay(at: segment.start)
      let end = segment.end + pauses.delay(at: segment.end)
      if let before = phases.last, before.kind == kind,
        level == before.level
      {
        phases[phases.count - 1].end = end
        phases[phases.count - 1].pieces.append((segment, start - segment.start))
      } else {
        phases.append(
          TruePhase(
            kind: kind, start: start, end: end,
            isBeyondHighEdge: isMoving ? isBeyondHighEdge(segment, middle) : nil,
            pieces: [(segment, start - segment.start)], level: level))
      }
    }
    return phases.compactMap {
      var phase = $0
      phase.start = max(phase.start, first)
      phase.end = min(phase.end, last)
      return phase.start < phase.end ? phase : nil
    }
  }

  /// When a program moves the content along an axis by a pixel or more.
  func jumps(along axis: Axis) -> [Double] {
    let phases = truth(along: axis)
    return zip(phases, phases.dropFirst()).compactMap { one, next in
      guard let from = one.level, let to = next.level, (to - from).magnitude >= quantum else {
        return nil
      }
      return next.start
    }
  }

  private static func kind(of segment: ScrollSession.Segment) -> Phase.Kind {
    switch segment.phase {
    case .rest: .rest
    case .tracking: .tracking
    case .rubberBand: .rubberBand
    case .release: .release
    case .deceleration: segment.isInterrupted ? .interrupted : .deceleration
    case .bounce: .bounce
    case .animation: .animation
    }
  }

  private func isBeyondHighEdge(_ segment: ScrollSession.Segment, _ time: Double) -> Bool? {
    switch segment.phase {
    case .rubberBand, .release, .bounce:
      guard let view = session.axes.first(where: { $0.axis == segment.axis }) else { return nil }
      return segment.state(at: time).position > view.lowEdge + view.length / 2
    case .rest, .tracking, .deceleration, .animation: return nil
    }
  }
}

extension ScrollAxis {
  /// An axis that moves by the laws of an engine, its top edge at -64 pt.
  init(of engine: Engine, rate: Double) throws {
    let own = try EngineConstants(
      engine, for: ScrollSession.constants, given: [:], scale: 3, frameRate: rate, takesParts: true)
    var values = SimulatedValues(
      numbers: Dictionary(uniqueKeysWithValues: own.values.map { ($0.name, $0.value) }))
    let setting = SimulationSetting(
      axis: .y, edge: -64, offsetsGrowOutward: false, settle: own.settle, duration: nil, rate: rate)
    try self.init(&values, setting, engine: engine)
  }
}
