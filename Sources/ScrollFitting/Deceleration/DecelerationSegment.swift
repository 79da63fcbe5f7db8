internal import ScrollRecordings

/// A part of a recording in which the content moves in one direction and slows down.
struct DecelerationSegment {
  /// The samples of the motion, and of the rest after it if there is one.
  var range: Range<Int>
  /// The number of samples of that rest, at the end of `range`; 0 if none was recorded.
  var restCount: Int
  /// The offset at rest in pt, and its standard error from rounding and noise; nil without a rest.
  var rest: (level: Double, error: Double)?
  /// Whether the samples at rest scatter by more than their rounding.
  var restIsNoisy = false
  /// The edge that ended the glide, if any.
  var edge: Edge?

  /// Finds the glides of a recording, in order of time.
  ///
  /// If the phases are named, the names delimit the glides. Otherwise the recording is split at rests of at least 0.1
  /// s, at known edges, and at turning points. In each piece a glide begins at the highest speed and ends where the
  /// speed clearly rises again. If a piece turns and comes to rest at a position it has passed, it met an edge there.
  ///
  /// - Throws: if there is no glide.
  static func find(_ signal: SampledChannel, trace: Trace, options: FitOptions) throws(FitFailure)
    -> [DecelerationSegment]
  {
    let labelled = named(trace, signal)
    let glides = labelled ?? pieces(signal, outline(signal), trace: trace, options: options)
    guard !glides.isEmpty else {
      throw FitFailure(
        .noGlide,
        labelled == nil
          ? "no part of the recording glides: nothing moves one way and slows down"
          : "no phase of the recording is a deceleration",
        help: "record from the release until the content rests; see 'scrollfit inspect FILE'")
    }
    return glides
  }

  /// The glides named in the phase column; nil if it names no known phase.
  private static func named(_ trace: Trace, _ signal: SampledChannel) -> [DecelerationSegment]? {
    guard let phases = trace.phases, phases.contains(where: { PhaseLabel($0.label) != nil }) else {
      return nil
    }
    var result: [DecelerationSegment] = []
    for (index, phase) in phases.enumerated() where PhaseLabel(phase.label) == .deceleration {
      guard phase.range.count >= 3 else { continue }
      var glide = DecelerationSegment(range: phase.range, restCount: 0)
      if index + 1 < phases.count, PhaseLabel(phases[index + 1].label) == .rest {
        let rest = Self.settling(signal, phases[index + 1].range)
        glide.range = phase.range.lowerBound..<rest.upperBound
        glide.restCount = rest.count
      } else {
        glide.restCount = restingEnd(signal, phase.range)
      }
      if glide.restCount == 0, index + 1 < phases.count,
        PhaseLabel(phases[index + 1].label) == .bounce
      {
        let end = signal.values[phase.range.upperBound - 1]
        glide.edge = Edge.known(in: trace.metadata, axis: signal.channel.axis).min {
          ($0.position - end).magnitude < ($1.position - end).magnitude
        }
      }
      glide.setLevel(signal)
      result.append(glide)
    }
    return result
  }

  /// Sets the level of the rest: its last value, or with noise the median of its later half.
  mutating func setLevel(_ signal: SampledChannel) {
    guard restCount > 0 else { return }
    let later = signal.values[(range.upperBound - (restCount + 1) / 2)..<range.upperBound].sorted()
    let middle = later.median(near: signal.values[range.upperBound - 1])
    // One or two outliers do not make the rest noisy.
    let isNoisy =
      signal.noiseBesideRounding > 0 && 4 * later.count { $0 != middle } > later.count
    // Creeping content rests on several pixels; its final level is the last one.
    let level = isNoisy ? middle : signal.values[range.upperBound - 1]
    let rounding = (signal.quantum ?? 0) / 12.0.squareRoot()
    // The standard error of the median of n noisy values is 1.25 / sqrt n times their scatter, from third differences.
    let noise = isNoisy ? 1.25 * signal.noise / Double(later.count).squareRoot() : 0
    restIsNoisy = noise > 0
    rest = (level, noise > 0 ? noise : rounding)
  }

  /// The noise of the values as recorded; 0 if it does not exceed their rounding.
  private static func recordedNoise(_ signal: SampledChannel) -> Double {
    signal.noiseBesideRounding
  }

  /// The first part of a rest in which the content stays or creeps by one step at a time: a named or found rest may
  /// contain motion.
  static func settling(_ signal: SampledChannel, _ rest: Range<Int>) -> Range<Int> {
    let step = RestDetector.creep(
      quantum: signal.quantum ?? 0, noise: 3 * signal.noiseBesideRounding)
    let end = rest.dropFirst().first {
      (signal.values[$0] - signal.values[$0 - 1]).magnitude > step
    }
    return rest.lowerBound..<(end ?? rest.upperBound)
  }

  /// The number of samples at rest at the end of a range, at least three and the minimum duration of a rest; otherwise
  /// 0.
  private static func restingEnd(_ signal: SampledChannel, _ range: Range<Int>) -> Int {
    guard let last = range.last else { return 0 }
    var first = last
    while first > range.lowerBound,
      (signal.values[first - 1] - signal.values[last]).magnitude
        <= restBand(signal, noise: recordedNoise(signal))
    {
      first -= 1
    }
    let count = last - first + 1
    return count >= 3
      && RestDetector.isRest(
        lasting: signal.times[last] - signal.times[first],
        within: restBand(signal, noise: recordedNoise(signal)))
      ? count : 0
  }

  private static func restBand(_ signal: SampledChannel, noise: Double) -> Double {
    RestDetector.band(quantum: signal.quantum ?? 0, noise: noise)
  }

  // MARK: - Without names

  /// The signal with most of its noise removed.
  static func outline(_ signal: SampledChannel) -> (signal: SampledChannel, noise: Double) {
    var outline = signal
    let smoothed = signal.smoothed
    outline.channel.values = smoothed.values
    return (outline, smoothed.noise)
  }

  private static func pieces(
    _ recorded: SampledChannel, _ outline: (signal: SampledChannel, noise: Double), trace: Trace,
    options: FitOptions, edges inferred: [Edge]? = nil
  ) -> [DecelerationSegment] {
    let signal = outline.signal
    let noise = outline.noise
    let edges =
      inferred
      ?? options.edge.map { [ExcursionDetector.oneEdge(recorded, position: $0, source: .option)] }
      ?? Edge.known(in: trace.metadata, axis: signal.channel.axis)
    let slack = max(signal.quantum ?? 0, 3 * noise)
    let isInside = signal.values.map { value in
      edges.allSatisfy { $0.overscroll(of: value) <= slack / 2 }
    }
    let rests = RestDetector.joined(
      RestDetector.find(
        times: signal.times, values: signal.values, band: restBand(signal, noise: noise)),
      values: signal.values, quantum: signal.quantum ?? 0, noise: noise)
    var result: [DecelerationSegment] = []
    var start = 0
    func take(_ end: Int, rest: Range<Int>?) {
      // Split at the known edges.
      var index = start
      while index < end {
        guard isInside[index] else {
          index += 1
          continue
        }
        var stop = index
        while stop < end, isInside[stop] { stop += 1 }
        let edge = stop < end ? edges.first { $0.overscroll(of: signal.values[stop]) > 0 } : nil
        for piece in monotone(signal, noise: noise, index..<stop) {
          let isLast = piece.upperBound == stop && stop == end
          result += glides(
            signal, noise: noise, piece, rest: isLast ? rest : nil,
            edge: piece.upperBound == stop ? edge : nil,
            settles: settling(rests, after: piece.upperBound),
            hasKnownEdges: !edges.isEmpty)
        }
        index = stop
      }
    }
    for rest in rests {
      // The motion ends at the first sample of a rest.
      if rest.lowerBound > start { take(rest.lowerBound, rest: rest) }
      start = max(start, rest.upperBound - 1)
    }
    if start < signal.values.count { take(signal.values.count, rest: nil) }
    let found = result.compactMap(\.edge).filter { $0.source == .inferred }
    if edges.isEmpty, !found.isEmpty {
      // Motion beyond an inferred edge is no glide: split again with the edge.
      let distinct = found.reduce(into: [Edge]()) { if !$0.contains($1) { $0.append($1) } }
      return pieces(recorded, outline, trace: trace, options: options, edges: distinct)
    }
    for index in result.indices { result[index].setLevel(recorded) }
    return result
  }

  /// The first rest after an index, or the last one of adjacent rests: content that creeps to its final position rests
  /// on several pixels.
  private static func settling(_ rests: [Range<Int>], after index: Int) -> Range<Int>? {
    var result: Range<Int>?
    for rest in rests where rest.lowerBound >= index {
      if let before = result, rest.lowerBound > before.upperBound + 3 { break }
      result = rest
    }
    return result
  }

  /// The parts of a range in which the motion keeps its direction, except for rounding and noise.
  static func monotone(_ signal: SampledChannel, noise: Double, _ range: Range<Int>) -> [Range<Int>]
  {
    MonotoneParts.find(signal.values, turn: signal.turn(noise: noise), in: range)
  }

  private static func glides(
    _ signal: SampledChannel, noise: Double, _ piece: Range<Int>, rest: Range<Int>?, edge: Edge?,
    settles: Range<Int>?, hasKnownEdges: Bool
  ) -> [DecelerationSegment] {
    let quantum = signal.quantum ?? 0
    let values = signal.values
    guard piece.count >= 4 else { return [] }
    var end = piece.upperBound
    let way = values[end - 1] - values[piece.lowerBound]
    guard way.magnitude >= max(12 * quantum, 12 * noise), way != 0 else { return [] }
    var edge = edge
    if rest == nil, edge == nil, !hasKnownEdges, let settles, end < values.count,
      let met = metEdge(signal, piece, settlingAt: values[settles.upperBound - 1])
    {
      edge = met.edge
      end = met.end
    }
    let lag = GlideSpeeds.lag(signal, noise: noise, piece.lowerBound..<end, of: piece.count)
    var result: [DecelerationSegment] = []
    var begin = piece.lowerBound
    while end - begin >= lag + 2 {
      let speeds = GlideSpeeds(
        signal, noise: noise, begin..<end, lag: lag, direction: way < 0 ? -1 : 1)
      guard let top = speeds.top else { break }
      let first = speeds.start(of: top)
      let cut = speeds.end(after: top)
      let stop = cut.map { begin + $0 + 1 } ?? end
      if speeds.hasSlowerPush(before: first) {
        result += glides(
          signal, noise: noise, begin..<(begin + first), rest: nil, edge: nil, settles: nil,
          hasKnownEdges: true)
      }
      let range = (begin + first)..<stop
      let covered = (values[stop - 1] - values[range.lowerBound]).magnitude
      if range.count >= 5, covered >= max(12 * quantum, 12 * noise) {
        var glide = DecelerationSegment(range: range, restCount: 0, edge: cut == nil ? edge : nil)
        if cut == nil, let rest, edge == nil {
          glide.range = range.lowerBound..<rest.upperBound
          glide.restCount = rest.upperBound - stop
        }
        result.append(glide)
      }
      guard cut != nil else { break }
      begin = stop
    }
    return result
  }

  /// The edge that content met if it turned and came to rest at a position it had passed, and the end of the piece
  /// there; nil if the rest position is not within the piece.
  private static func metEdge(
    _ signal: SampledChannel, _ piece: Range<Int>, settlingAt place: Double
  ) -> (edge: Edge, end: Int)? {
    let quantum = signal.quantum ?? 0
    let values = signal.values
    var end = piece.upperBound
    let direction = values[end - 1] < values[piece.lowerBound] ? -1.0 : 1.0
    guard direction * (place - values[piece.lowerBound]) > 12 * quantum,
      direction * (values[end - 1] - place) > 3 * quantum
    else { return nil }
    while end > piece.lowerBound, direction * (values[end - 1] - place) > quantum / 2 {
      end -= 1
    }
    let edge = Edge(
      position: place,
      side: Edge.side(axis: signal.channel.axis, offsetsGrowOutward: direction > 0),
      source: .inferred)
    return (edge, end)
  }
}
