/// Single outliers in an otherwise continuous motion: errors of a recorder.
///
/// Each value is compared with the cubic through the two samples before and the two after it. If it is far off, it is
/// replaced, alone or with one near it, provided that this makes the surrounding samples smooth. At a corner, where a
/// motion is pushed, stopped or reversed, a sample is on the motion before or after the corner and is kept.
package struct StraySamples {
  private let times: [Double]
  private var values: [Double]
  /// The minimum distance of an outlier from the cubic, in pt.
  private let threshold: Double
  private var placesLeft: Int

  /// The maximum fraction of the roughness around a value that may remain without it; other outliers nearby cause some.
  private static let mostRoughnessLeft = 0.4
  /// The maximum fraction of outliers: more mean another motion, or noise.
  private static let mostPlaces = 0.2

  /// The values with outliers moved onto the motion, for detecting where motions begin and end, not for fits. O(n).
  ///
  /// - Parameters:
  ///   - times: times in s, ascending.
  ///   - values: values in pt.
  ///   - quantum: their rounding step in pt; 0 for none.
  ///   - noise: the standard deviation of their noise, in pt.
  /// - Returns: the unchanged values if more than a fifth of them would be outliers.
  package static func replaced(
    times: [Double], values: [Double], quantum: Double, noise: Double
  ) -> [Double] {
    guard values.count > 8 else { return values }
    let (low, high) = values.reduce((Double.infinity, -Double.infinity)) {
      (min($0.0, $1), max($0.1, $1))
    }
    let threshold = 4 * quantum + 12 * noise + 1e-6 * (high - low)
    guard threshold > 0, threshold.isFinite else { return values }
    var work = StraySamples(
      times: times, values: values, threshold: threshold,
      placesLeft: Int(mostPlaces * Double(values.count)))
    // Outliers next to others become visible only after these are replaced.
    var passes = 5
    while passes > 0, work.pass() { passes -= 1 }
    return work.placesLeft >= 0 ? work.values : values
  }

  /// Processes the samples once; returns whether any was replaced.
  private mutating func pass() -> Bool {
    var hasFound = false
    for index in 2..<values.count - 2 {
      let miss = miss(index).magnitude
      guard miss > threshold,
        [-2, -1, 1, 2].allSatisfy({ self.miss(index + $0).magnitude <= miss })
      else { continue }
      placesLeft -= 1
      guard placesLeft >= 0 else { return false }
      if replace(near: index) { hasFound = true }
    }
    return hasFound
  }

  /// The distance of a value from the cubic through its four neighbours, in pt; 0 at the ends and for repeated stamps.
  private func miss(_ index: Int) -> Double {
    guard index >= 2, index + 2 < values.count else { return 0 }
    return cubic(index, (index - 2, index - 1, index + 1, index + 2)).map { values[index] - $0 }
      ?? 0
  }

  /// The value at a sample's time of the cubic through four others.
  private func cubic(_ index: Int, _ nodes: (Int, Int, Int, Int)) -> Double? {
    let time = times[index]
    let (a, b) = (times[nodes.0] - time, times[nodes.1] - time)
    let (c, d) = (times[nodes.2] - time, times[nodes.3] - time)
    let value =
      values[nodes.0] * (b * c * d) / ((b - a) * (c - a) * (d - a))
      + values[nodes.1] * (a * c * d) / ((a - b) * (c - b) * (d - b))
      + values[nodes.2] * (a * b * d) / ((a - c) * (b - c) * (d - c))
      + values[nodes.3] * (a * b * c) / ((a - d) * (b - d) * (c - d))
    return value.isFinite ? value : nil
  }

  /// The value at a sample's time of the parabola through three others.
  private func parabola(_ index: Int, _ nodes: (Int, Int, Int)) -> Double? {
    let time = times[index]
    let (a, b, c) = (times[nodes.0] - time, times[nodes.1] - time, times[nodes.2] - time)
    let value =
      values[nodes.0] * (b * c) / ((b - a) * (c - a))
      + values[nodes.1] * (a * c) / ((a - b) * (c - b))
      + values[nodes.2] * (a * b) / ((a - c) * (b - c))
    return value.isFinite ? value : nil
  }

  /// The value that replaces an outlier if another sample may be one too; nil if the sample is on the motion before or
  /// after it, as samples next to a corner are.
  private func replacement(for index: Int, beside other: Int) -> Double? {
    func three(_ step: Int) -> (Int, Int, Int) {
      var place = index
      func next() -> Int {
        place += step
        if place == other { place += step }
        return place
      }
      return (next(), next(), next())
    }
    let (before, after) = (three(-1), three(1))
    guard before.2 >= 0, after.2 < values.count,
      let value = cubic(index, (before.1, before.0, after.0, after.1)),
      let past = parabola(index, before), let future = parabola(index, after)
    else { return nil }
    let change = (values[index] - value).magnitude
    let least = min((values[index] - past).magnitude, (values[index] - future).magnitude)
    return change > threshold && least > 0.5 * change ? value : nil
  }

  /// Replaces one or two values near the roughest sample if the samples are smooth afterwards; returns whether it did.
  private mutating func replace(near index: Int) -> Bool {
    // Two outliers make the samples beside or between them the roughest.
    let places = max(0, index - 2)...min(values.count - 1, index + 2)
    var best: (left: Double, changes: [(index: Int, value: Double)])?
    for distance in 0...3 {
      for first in places where first + distance < values.count {
        let last = first + distance
        guard let one = replacement(for: first, beside: last),
          let two = distance == 0 ? one : replacement(for: last, beside: first)
        else { continue }
        // The samples whose cubic depends on a replaced one.
        let around = min(first, index) - 2...max(last, index) + 2
        let before = roughness(around)
        let was = (values[first], values[last])
        (values[first], values[last]) = (one, two)
        var left = before > 0 ? roughness(around) / before : 1
        (values[first], values[last]) = was
        // Two outliers are less probable than one.
        if distance > 0 { left *= 2 }
        if left <= Self.mostRoughnessLeft, left < best?.left ?? .infinity {
          best = (left, distance == 0 ? [(first, one)] : [(first, one), (last, two)])
        }
      }
    }
    guard let best else { return false }
    for change in best.changes { values[change.index] = change.value }
    return true
  }

  private func roughness(_ range: ClosedRange<Int>) -> Double {
    range.reduce(0) { $0 + miss($1).magnitude }
  }
}
