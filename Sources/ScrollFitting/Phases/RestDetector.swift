/// Finds where the content rests.
enum RestDetector {
  /// The minimum duration of a rest, in s.
  static let shortest = 0.1

  /// The minimum duration in s of a rest within a band in pt: any motion faster than 5 pt/s leaves the band in this
  /// time.
  static func duration(within band: Double) -> Double { max(shortest, band / slowest) }

  /// The maximum number of samples of a rest that give its level.
  private static let mostSorted = 1000

  /// Tolerance for the difference of two stamps, in s: times since 1970 are rounded to 2.4e-7 s. Six frames at 60 Hz
  /// must count as 0.1 s for any start of the clock.
  static let slack = 1e-6

  /// Whether samples within a band in pt rest, given the time from the first to the last in s.
  static func isRest(lasting time: Double, within band: Double) -> Bool {
    time >= duration(within: band) - slack
  }

  /// The speed in pt/s below which content rests.
  private static let slowest = 5.0

  /// Whether samples show a rest in less time than `duration(within:)`, because many noisy ones tell a speed better than
  /// two: the speed of their line with one standard error is below 5 pt/s.
  ///
  /// Samples that scatter less than the noise of the band, as on a coarse grid, tell nothing between its steps.
  private static func isSteady(
    _ range: Range<Int>, times: [Double], values: [Double], band: Double
  ) -> Bool {
    guard range.count >= 8,
      times[range.upperBound - 1] - times[range.lowerBound] >= shortest - slack
    else { return false }
    let count = Double(range.count)
    let time = times[range].reduce(0, +) / count
    let level = values[range].reduce(0, +) / count
    var (spread, rise, height) = (0.0, 0.0, 0.0)
    for index in range {
      let (t, y) = (times[index] - time, values[index] - level)
      spread += t * t
      rise += t * y
      height += y * y
    }
    let scatter = max(0, height - rise * rise / spread) / (count - 2)
    guard scatter > band * band / 100 else { return false }
    return (rise / spread).magnitude + (scatter / spread).squareRoot() < slowest
  }

  /// The band of values at rest in pt: less than one step, or five standard deviations of noise.
  static func band(quantum: Double, noise: Double) -> Double { max(0.75 * quantum, 5 * noise) }

  /// The largest step in pt between two pixels on which creeping content rests.
  static func creep(quantum: Double, noise: Double) -> Double { 1.5 * quantum + 3 * noise }

  /// Joins adjacent rests: content that creeps to its final position rests on several pixels.
  static func joined(
    _ rests: [Range<Int>], values: [Double], quantum: Double, noise: Double
  ) -> [Range<Int>] {
    rests.reduce(into: []) { result, rest in
      if let before = result.last, rest.lowerBound - before.upperBound <= 2,
        (values[rest.lowerBound] - values[before.upperBound - 1]).magnitude
          <= creep(quantum: quantum, noise: noise)
      {
        result[result.count - 1] = before.lowerBound..<rest.upperBound
      } else {
        result.append(rest)
      }
    }
  }

  /// The first of three equal values that begin after a range, at most a tenth as many samples later; nil if none do.
  static func level(soonAfter range: Range<Int>, _ values: [Double]) -> Double? {
    let end = min(range.upperBound + max(3, range.count / 10), values.count - 2)
    var next = range.upperBound
    while next < end, values[next] != values[next + 1] || values[next] != values[next + 2] {
      next += 1
    }
    return next < end ? values[next] : nil
  }

  /// The shortest time in s between two equal samples that are a rest by themselves: a recording of changes has no
  /// others while the content rests.
  private static let pause = 0.3

  /// The rests: at least three samples and the minimum duration within the band, or two equal ones with a pause between.
  static func find(times: [Double], values: [Double], band: Double) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    var low = 0.0
    var high = 0.0
    func close(_ end: Int) {
      // Before its first motion, unmoved content rests after only three samples.
      let isUnmoved = start == 0 && low == high
      let time = times[end - 1] - times[start]
      if end - start >= 3
        && (isUnmoved || isRest(lasting: time, within: band)
          || isSteady(start..<end, times: times, values: values, band: band))
        || end - start == 2 && values.count > 2 && low == high && time >= pause
      {
        result.append(start..<end)
      }
    }
    for (index, value) in values.enumerated() {
      if index == 0 || max(high, value) - min(low, value) > band {
        if index > 0 { close(index) }
        // Continue from the first sample within the band of this one.
        var first = index
        while first > start, (values[first - 1] - value).magnitude <= band,
          result.last.map({ first - 1 >= $0.upperBound }) ?? true
        {
          first -= 1
        }
        start = first
        low = values[first...index].min() ?? value
        high = values[first...index].max() ?? value
        if high - low > band {
          start = index
          low = value
          high = value
        }
      } else {
        low = min(low, value)
        high = max(high, value)
      }
    }
    if !values.isEmpty { close(values.count) }
    return mended(result, times: times, values: values, band: band)
  }

  /// Rests without the gaps of noise, which splits a rest where a sample leaves the band: those at one level and close in
  /// time are joined, and one reaches to the samples at its level with which the recording begins or ends.
  private static func mended(
    _ rests: [Range<Int>], times: [Double], values: [Double], band: Double
  ) -> [Range<Int>] {
    func level(_ rest: Range<Int>) -> Double {
      // Of a rest joined from thousands, its end.
      values[rest.suffix(mostSorted)].sorted().median(near: values[rest.upperBound - 1])
    }
    func isLevel(_ samples: Range<Int>, with rest: Range<Int>) -> Bool {
      let level = level(rest)
      return samples.allSatisfy { (values[$0] - level).magnitude <= band }
    }
    var merged: [Range<Int>] = []
    for rest in rests {
      if let before = merged.last,
        times[rest.lowerBound] - times[before.upperBound - 1] <= shortest + slack,
        (level(rest) - level(before)).magnitude <= band / 2
      {
        merged[merged.count - 1] = before.lowerBound..<rest.upperBound
      } else {
        merged.append(rest)
      }
    }
    if let first = merged.first, isLevel(0..<first.lowerBound, with: first) {
      merged[0] = 0..<first.upperBound
    }
    if let last = merged.last, isLevel(last.upperBound..<values.count, with: last) {
      merged[merged.count - 1] = last.lowerBound..<values.count
    }
    return merged
  }
}

extension [Range<Int>] {
  /// Of ranges in ascending order, those that end after a position.
  func after(_ position: Int) -> ArraySlice<Range<Int>> {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      (low, high) = self[middle].upperBound > position ? (low, middle) : (middle + 1, high)
    }
    return self[low...]
  }
}
