internal import ScrollPhysics
internal import ScrollRecordings

/// A part of a recording in which an item falls freely, including a throw against gravity.
struct FreeFallSegment {
  /// The samples in free flight: from the release, throw or last contact until the landing.
  var range: Range<Int>
  /// +1 if the item falls towards larger offsets, else -1.
  var direction: Double
  /// Whether the item was released from rest; the first sample is then the first after the release.
  var isDropped = false
  /// The rest offset after the landing, in pt, and its standard error; nil if no landing was recorded.
  var landing: (level: Double, error: Double)?
  /// The sample next to the contact before a rebound; nil without a rebound.
  var contact: Int?

  /// Finds the falls of a recording in order of time.
  ///
  /// A fall moves in one direction with increasing speed and is a parabola to 2 % of its distance. It ends before
  /// the sample next to a rebound, before a rest, or with the recording. From there it is extended backwards as
  /// long as the samples lie on the parabola: over the turning point of a throw, to the contact before it, or
  /// to its release. A release from rest is smooth, so the parabola determines the first sample after the release: the
  /// first at or after its turning point. An error of a millisecond there is an error of 0.0005 pt.
  ///
  /// - Throws: if nothing falls.
  static func find(_ signal: SampledChannel) throws(FitFailure) -> [FreeFallSegment] {
    let result = FallFinder(signal).falls
    guard !result.isEmpty else {
      throw FitFailure(
        .noFall, "no part of the recording falls: nothing moves one way faster and faster",
        help:
          "what slows down is fitted by 'scrollfit decelerate FILE' or 'scrollfit resistance FILE'; see 'scrollfit inspect FILE'"
      )
    }
    return result
  }
}

/// The search of `FreeFallSegment.find`.
private struct FallFinder {
  let signal: SampledChannel
  let values: [Double]
  let times: [Double]
  let noise: Double
  let quantum: Double
  /// The distance in pt by which values must move back to count as a reversal.
  let turn: Double
  let rests: [Range<Int>]
  let parts: [Range<Int>]

  /// Maximum rms residual of a fall's parabola, as a fraction of its distance.
  private static let mostMisfit = 0.02
  /// Minimum number of samples of a fall.
  private static let least = 5

  init(_ signal: SampledChannel) {
    self.signal = signal
    values = signal.withoutStraySamples
    times = signal.times
    noise = signal.noiseBesideRounding
    quantum = signal.quantum ?? 0
    turn = signal.turn(noise: noise)
    rests = RestDetector.find(
      times: times, values: values, band: RestDetector.band(quantum: quantum, noise: noise))
    parts = MonotoneParts.find(values, turn: turn, in: values.indices)
  }

  var falls: [FreeFallSegment] {
    var result: [FreeFallSegment] = []
    for (number, part) in parts.enumerated() {
      let way = values[part.upperBound - 1] - values[part.lowerBound]
      let direction = way < 0 ? -1.0 : 1.0
      var start = part.lowerBound
      var before: Range<Int>?
      // A fall turns once, at its top; a reversal before that one is a contact.
      let limit = number > 1 ? parts[number - 1].lowerBound : -1
      func take(_ end: Int, rest: Range<Int>?, contact: Int?) {
        guard
          let fall = fall(
            start..<end, direction: direction, after: before, rest: rest, contact: contact,
            limit: limit)
        else { return }
        result.append(fall)
      }
      for rest in rests.after(start) {
        guard rest.lowerBound < part.upperBound else { break }
        if rest.lowerBound > start { take(rest.lowerBound + 1, rest: rest, contact: nil) }
        start = rest.upperBound
        before = rest
      }
      let isLast = number + 1 == parts.count
      if start < part.upperBound {
        take(part.upperBound, rest: nil, contact: isLast ? nil : part.upperBound - 1)
      }
    }
    return result
  }

  /// The fall at the end of a range that moves in one direction.
  ///
  /// - Parameters:
  ///   - piece: the samples; the last one rests, is next to a contact, or is the last of the recording.
  ///   - before: the rest that ends where the range begins.
  ///   - limit: the last earlier sample that cannot be part of the fall.
  private func fall(
    _ piece: Range<Int>, direction: Double, after before: Range<Int>?, rest: Range<Int>?,
    contact: Int?, limit: Int
  ) -> FreeFallSegment? {
    guard piece.count > 1, let last = piece.last else { return nil }
    let way = (values[last] - values[piece.lowerBound]).magnitude
    guard way >= max(12 * quantum, 12 * noise), way > 0 else { return nil }
    let highest = piece.reduce(-Double.infinity) { max($0, direction * values[$1]) }
    var rest = rest
    if rest == nil, contact == nil {
      // A fall is faster at its end than on average. If more samples than that are at one position, the item has
      // landed, but the rest is too short or too noisy to be found.
      var still = 0
      while still < piece.count,
        highest - direction * values[piece.upperBound - 1 - still] <= turn
      { still += 1 }
      if Double(still) > Double(piece.count) * turn / way + 2 {
        rest = piece.upperBound - still..<piece.upperBound
      }
    }
    var end = piece.upperBound
    if rest != nil || contact != nil {
      // Samples this close to the floor may have landed; their position decides, not their residual.
      end = piece.lowerBound
      while end < last, highest - direction * values[end] > turn { end += 1 }
    }
    guard let core = core(piece.lowerBound..<end, direction: direction, way: way) else {
      return nil
    }
    var fall = FreeFallSegment(range: core.lowerBound..<end, direction: direction)
    let reached = grown(core, direction: direction, limit: limit)
    fall.range = reached..<end
    if let before, reached > before.lowerBound, reached <= before.upperBound {
      release(&fall, from: before)
    } else if let still = stillness(before: reached) {
      release(&fall, from: still)
    }
    if let rest {
      var settled = DecelerationSegment(
        range: fall.range.lowerBound..<rest.upperBound, restCount: rest.count)
      settled.setLevel(signal)
      // The median of few noisy values is itself rounded.
      fall.landing = settled.rest.map {
        ($0.level, ($0.error * $0.error + (noise > 0 ? quantum * quantum / 12 : 0)).squareRoot())
      }
    }
    fall.contact = contact
    return fall.range.count >= Self.least ? fall : nil
  }

  private func parabola(_ range: Range<Int>) -> Parabola? {
    Parabola(times: times[range], values: values[range])
  }

  /// The later part of a range that is a parabola; nil if there is none or it does not accelerate.
  private func core(_ range: Range<Int>, direction: Double, way: Double) -> Range<Int>? {
    // The second half of the time of a drop is enough to fit it. The samples before it are not needed.
    var start = range.lowerBound
    let first = values[start]
    while start < range.upperBound, direction * (values[start] - first) < way / 4 { start += 1 }
    start = max(range.lowerBound, min(start, range.upperBound - Self.least))
    while range.upperBound - start >= Self.least {
      let found = start..<range.upperBound
      guard let parabola = parabola(found) else { return nil }
      let span = times[found.upperBound - 1] - times[start]
      // The deviation of the middle of the curve from its chord.
      let sag = direction * parabola.fall.gravity * span * span / 8
      let passed = (values[found.upperBound - 1] - values[start]).magnitude
      if parabola.rms <= max(Self.mostMisfit * passed, quantum / 2, 1.5 * noise) {
        let isClear = sag > max(quantum, 3 * noise) && sag > 0.02 * passed
        return isClear && passed > way / 8 ? found : nil
      }
      start += max(1, found.count / 6)
    }
    return nil
  }

  /// The first sample of the range around `core` that lies on its parabola.
  private func grown(_ core: Range<Int>, direction: Double, limit: Int) -> Int {
    var start = core.lowerBound
    guard var curve = parabola(core) else { return start }
    var fitted = core.count
    let floor = max(quantum / 12.0.squareRoot(), noise)
    let size = values[core].reduce(0) { max($0, $1.magnitude) }
    while start > limit + 1 {
      let miss = values[start - 1] - curve.position(at: times[start - 1])
      // Few samples predict the samples before them with large errors.
      let scale = max(floor, curve.rms) * curve.predictionFactor(at: times[start - 1])
      guard miss.magnitude <= 4 * scale + 1e-9 * size else { break }
      start -= 1
      if 10 * (core.upperBound - start) >= 11 * fitted {
        guard let better = parabola(start..<core.upperBound) else { break }
        curve = better
        fitted = core.upperBound - start
      }
    }
    return start
  }

  /// The samples before a given one that have one level but are too few or too noisy for a rest; nil otherwise.
  private func stillness(before start: Int) -> Range<Int>? {
    guard start >= 4 else { return nil }
    let level = values[max(0, start - 8)..<start].sorted().median(near: values[start - 1])
    let band = max(0.75 * quantum, 4.5 * noise)
    var first = start
    while first > 0, (values[first - 1] - level).magnitude <= band { first -= 1 }
    return start - first >= 4 ? first..<start : nil
  }

  /// Sets the first sample of a fall that was released from rest to the first one after the release.
  private func release(_ fall: inout FreeFallSegment, from rest: Range<Int>) {
    let level = values[rest].sorted().median(near: values[rest.upperBound - 1])
    for _ in 0..<4 {
      guard let curve = parabola(fall.range) else { return }
      // A throw does not begin at the turning point of its parabola.
      guard (curve.apex - level).magnitude <= max(turn, 1e-6 * (1 + level.magnitude)),
        curve.apexTime > times[rest.lowerBound]
      else { return }
      var first = rest.lowerBound
      while first < fall.range.upperBound, times[first] < curve.apexTime - 1e-7 { first += 1 }
      guard fall.range.upperBound - first >= Self.least else { return }
      fall.isDropped = true
      if first == fall.range.lowerBound { return }
      fall.range = first..<fall.range.upperBound
    }
  }
}
