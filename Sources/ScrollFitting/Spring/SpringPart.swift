internal import ScrollPhysics
internal import ScrollRecordings

/// A part of a recording in which a spring moves the content to its rest position.
struct SpringPart {
  /// The samples of the recording.
  var range: Range<Int>
  /// The edge to which it returns; nil if the rest position is fitted.
  var edge: Edge?
  /// The rest position, or an estimate of it, in pt.
  var rest: Double
  /// Whether the recording shows the content at rest there.
  var hasRest = true
}

extension SpringPart {
  /// A stretch beyond an edge.
  init(_ stretch: Excursion) {
    self.init(range: stretch.range, edge: stretch.edge, rest: stretch.edge.position)
  }

  /// The stretches beyond known edges, each up to the following rest; without known edges, the motions between rests.
  static func find(
    _ signal: SampledChannel, trace: Trace, options: FitOptions
  ) throws(FitFailure) -> [SpringPart] {
    let edges = ExcursionDetector.known(signal, trace: trace, options: options)
    let band = RestDetector.band(quantum: signal.quantum ?? 0, noise: signal.noise)
    let rests = RestDetector.find(times: signal.times, values: signal.values, band: band)
    guard !edges.isEmpty else {
      let parts = motions(signal, rests: rests)
      guard !parts.isEmpty else { throw .nothingMoves }
      return parts
    }
    var parts: [SpringPart] = []
    let stretches = edges.flatMap { edge in
      ExcursionDetector.beyond(edge, signal).compactMap {
        ExcursionDetector.released($0, trace: trace)
      }
    }.ordered { Double($0.range.lowerBound) }
    for stretch in stretches {
      // An underdamped spring crosses the edge again before it rests.
      if let last = parts.last, stretch.range.lowerBound < last.range.upperBound { continue }
      parts.append(
        SpringPart(
          range: stretch.range.lowerBound..<end(of: stretch, signal, rests: rests, band: band),
          edge: stretch.edge, rest: stretch.edge.position))
    }
    guard !parts.isEmpty else {
      throw FitFailure(
        .nothingBeyondEdge, "no stretch of the recording lies beyond a known edge",
        help: "give the resting offset with --edge, or leave the edges out of the file")
    }
    return parts
  }

  /// The end of the following rest at the edge. If the recording ends while the content still oscillates, the end of
  /// the recording; if the content moves elsewhere, the end of the stretch.
  private static func end(
    of stretch: Excursion, _ signal: SampledChannel, rests: [Range<Int>], band: Double
  ) -> Int {
    let start = stretch.range.lowerBound
    let peak = stretch.overscroll.reduce(0) { max($0, $1.magnitude) }
    func distance(_ rest: Range<Int>) -> Double {
      (signal.values[rest].sorted().median(near: stretch.edge.position) - stretch.edge.position)
        .magnitude
    }
    var settled: Range<Int>?
    for rest in rests.after(start + 2) where rest.lowerBound > start + 2 {
      let distance = distance(rest)
      if distance <= max(band, 2 * (signal.quantum ?? 0)) {
        settled = rest
        break
      }
      // A spring does not rest away from the edge. A turning point near the end looks like a rest.
      if distance > 0.1 * peak { return stretch.range.upperBound }
    }
    guard let rest = settled else {
      return rings(from: stretch, signal, band: band)
        ? signal.values.count : stretch.range.upperBound
    }
    // It settles within a few of its periods.
    let overscrolled =
      signal.times[stretch.range.upperBound - 1] - signal.times[stretch.range.lowerBound]
    // The times between its crossings of the edge are equal.
    var crossed = stretch.range.upperBound - 1
    var longest = 0.0
    for index in min(stretch.range.upperBound, rest.lowerBound)..<rest.lowerBound {
      let before = stretch.edge.overscroll(of: signal.values[index - 1])
      let now = stretch.edge.overscroll(of: signal.values[index])
      longest = max(longest, signal.times[index] - signal.times[crossed])
      if before * now <= 0 { crossed = index }
    }
    guard longest <= max(1, 4 * overscrolled) else { return stretch.range.upperBound }
    return max(stretch.range.upperBound, rest.upperBound)
  }

  /// Whether the content oscillates about the edge until the recording ends: each swing is smaller than the one before
  /// and no longer than that of a spring, and the content crosses the edge at least twice.
  private static func rings(from stretch: Excursion, _ signal: SampledChannel, band: Double) -> Bool
  {
    let start = stretch.range.lowerBound
    let overscrolled = signal.times[stretch.range.upperBound - 1] - signal.times[start]
    var crossings = 0
    var crossed = stretch.range.lowerBound
    var before = Double.infinity
    var extreme = 0.0
    for index in start..<signal.values.count {
      let overscroll = stretch.edge.overscroll(of: signal.values[index])
      if overscroll * extreme < 0, overscroll.magnitude > band {
        guard extreme.magnitude <= before + band else { return false }
        (before, extreme, crossed) = (extreme.magnitude, 0, index)
        crossings += 1
      }
      if overscroll.magnitude > extreme.magnitude { extreme = overscroll }
      // After a release at the furthest point, the first swing is only half of one.
      guard signal.times[index] - signal.times[crossed] <= 4 * overscrolled else { return false }
    }
    return crossings >= 2 && extreme.magnitude <= before + band
  }

  /// Minimum duration in s of a rest between two motions.
  private static let shortestRest = 0.3

  /// The motions between two rests, each with the rest that follows.
  static func motions(_ signal: SampledChannel) -> [SpringPart] {
    let band = RestDetector.band(quantum: signal.quantum ?? 0, noise: signal.noise)
    return motions(
      signal, rests: RestDetector.find(times: signal.times, values: signal.values, band: band))
  }

  /// The largest last step before a stop, as a share of the largest step soon before it.
  private static let slowestShare = 0.25
  /// How much larger a step soon after a stop may be than the last one before, if that is larger.
  private static let fasterShare = 2.0

  /// Whether content slowed down to a short rest, and then moved on in the same direction, faster than before the rest: a
  /// motion ended there, and a finger or another motion began.
  private static func isStop(
    _ rest: Range<Int>, _ signal: SampledChannel, _ least: Double
  ) -> Bool {
    let (times, values) = (signal.times, signal.values)
    let level = values[rest.lowerBound]
    let length = times[rest.upperBound - 1] - times[rest.lowerBound]
    let before = (0..<rest.lowerBound).reversed().prefix {
      times[rest.lowerBound] - times[$0] <= shortestRest
    }
    let after = (rest.upperBound..<values.count).prefix {
      times[$0] - times[rest.upperBound - 1] <= length
    }
    guard let first = before.last, let last = after.last else { return false }
    let (came, left) = (level - values[first], values[last] - level)
    guard came * left > 0, min(came.magnitude, left.magnitude) > least else { return false }
    func step(_ index: Int) -> Double { (values[index + 1] - values[index]).magnitude }
    let slowest = step(rest.lowerBound - 1)
    if slowest <= max(0.5 * least, slowestShare * (before.map(step).max() ?? 0)) { return true }
    // A recorder that hangs repeats an offset in full motion. Then the next step may be large, but no other.
    return (after.dropLast().map(step).max() ?? 0) > fasterShare * slowest
  }

  private static func motions(_ signal: SampledChannel, rests: [Range<Int>]) -> [SpringPart] {
    var parts: [SpringPart] = []
    var start = 0
    let least = max(4 * (signal.quantum ?? 0), 6 * signal.noise)
    func close(_ end: Int, rest: Range<Int>?) {
      guard end - start >= 4 else { return }
      let level =
        rest.map { signal.values[$0].sorted().median(near: signal.values[$0.upperBound - 1]) }
        ?? signal.values[end - 1]
      guard signal.values[start..<end].contains(where: { ($0 - level).magnitude > least }) else {
        return
      }
      parts.append(
        SpringPart(
          range: start..<(rest?.upperBound ?? end), edge: nil, rest: level,
          hasRest: rest != nil))
    }
    for rest in rests {
      // An oscillation seems to rest for a moment at a turning point, and slow content between two pixels.
      let isShort =
        rest.upperBound < signal.values.count
        && signal.times[rest.upperBound - 1] - signal.times[rest.lowerBound] < shortestRest
          - RestDetector.slack
      guard !isShort || rest.lowerBound == 0 || isStop(rest, signal, least) else { continue }
      if rest.lowerBound > start { close(rest.lowerBound, rest: rest) }
      // The next motion may start at the last sample of the rest.
      start = max(start, rest.upperBound - 1)
    }
    if start < signal.values.count - 1 { close(signal.values.count, rest: nil) }
    return parts
  }
}
