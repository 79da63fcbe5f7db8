/// Where the content lies still.
enum RestDetector {
  /// Seconds without motion that count as rest, at least.
  static let shortest = 0.1

  /// Seconds within a band, in pt, that count as rest: so long that nothing faster than 5 pt/s stays in it.
  static func duration(within band: Double) -> Double { max(shortest, band / 5) }

  /// What two stamps may be off together, in s: a time since 1970 is rounded to 2.4e-7 s. Six frames at 60 Hz are
  /// a tenth of a second, wherever the clock starts.
  static let slack = 1e-6

  /// Whether samples within a band, in pt, rest, by the time from the first to the last in s.
  static func isRest(lasting time: Double, within band: Double) -> Bool {
    time >= duration(within: band) - slack
  }

  /// How far values at rest lie apart: less than one quantum, or five standard deviations of noise.
  static func band(quantum: Double, noise: Double) -> Double { max(0.75 * quantum, 5 * noise) }

  /// The furthest step in pt with which content that creeps goes on from one pixel to the next.
  static func creep(quantum: Double, noise: Double) -> Double { 1.5 * quantum + 3 * noise }

  /// Rests that are one: content that creeps into its place rests on several pixels.
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

  /// Where the content rests: for a tenth of a second and three samples within the band.
  static func find(times: [Double], values: [Double], band: Double) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    var low = 0.0
    var high = 0.0
    func close(_ end: Int) {
      // Before its first motion content that does not move at all rests, if only for three samples.
      let isUnmoved = start == 0 && low == high
      if end - start >= 3, isUnmoved || isRest(lasting: times[end - 1] - times[start], within: band)
      {
        result.append(start..<end)
      }
    }
    for (index, value) in values.enumerated() {
      if index == 0 || max(high, value) - min(low, value) > band {
        if index > 0 { close(index) }
        // Go on from the first sample that lies within the band of this one.
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
    // Noise splits a rest where a sample leaves the band: what is level and near in time is one rest.
    func level(_ rest: Range<Int>) -> Double {
      values[rest].sorted().median(near: values[rest.upperBound - 1])
    }
    var merged: [Range<Int>] = []
    for rest in result {
      if let before = merged.last,
        times[rest.lowerBound] - times[before.upperBound - 1] <= shortest + slack,
        (level(rest) - level(before)).magnitude <= band / 2
      {
        merged[merged.count - 1] = before.lowerBound..<rest.upperBound
      } else {
        merged.append(rest)
      }
    }
    return merged
  }
}
