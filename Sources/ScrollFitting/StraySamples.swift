/// Single samples that lie off a motion which goes on behind them as it came: glitches of a recorder.
///
/// A value is held against the cubic through the two samples before it and the two after it. Where it lies far off,
/// it is replaced, alone or with one near it, if that makes the samples around smooth. Next to a corner, where a motion
/// is pushed, stopped or thrown back, a sample lies on the motion before it or on that after it, and stays.
package struct StraySamples {
  private let times: [Double]
  private var values: [Double]
  /// How far off the cubic a value may lie, in pt.
  private let threshold: Double
  private var placesLeft: Int

  /// How much of the roughness about a value may be left without it: other stray values near it leave some.
  private static let mostRoughnessLeft = 0.4
  /// More places where something is stray, as a share of the samples, are another motion, or noise.
  private static let mostPlaces = 0.2

  /// The values with stray ones moved onto the motion, to see where things begin and end, not to fit. O(n).
  ///
  /// - Parameters:
  ///   - times: in s, in ascending order.
  ///   - values: in pt.
  ///   - quantum: the step they are rounded to, in pt; 0 when there is none.
  ///   - noise: the standard deviation of their noise, in pt.
  /// - Returns: the values as they are where a fifth of them looks stray.
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
    // Those next to others come to light when these are gone.
    var passes = 5
    while passes > 0, work.pass() { passes -= 1 }
    return work.placesLeft >= 0 ? work.values : values
  }

  /// Goes through the samples once; whether it replaced some.
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

  /// How far a value lies off the cubic through its four neighbours, in pt; 0 at the ends and where stamps repeat.
  private func miss(_ index: Int) -> Double {
    guard index >= 2, index + 2 < values.count else { return 0 }
    return cubic(index, (index - 2, index - 1, index + 1, index + 2)).map { values[index] - $0 }
      ?? 0
  }

  /// The cubic through four samples at the time of another one.
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

  /// The parabola through three samples at the time of another one.
  private func parabola(_ index: Int, _ nodes: (Int, Int, Int)) -> Double? {
    let time = times[index]
    let (a, b, c) = (times[nodes.0] - time, times[nodes.1] - time, times[nodes.2] - time)
    let value =
      values[nodes.0] * (b * c) / ((b - a) * (c - a))
      + values[nodes.1] * (a * c) / ((a - b) * (c - b))
      + values[nodes.2] * (a * b) / ((a - c) * (b - c))
    return value.isFinite ? value : nil
  }

  /// What belongs in the place of a value that is stray, as another one may be; nil where it lies on the motion before
  /// it or on that after it, as samples next to a corner do.
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

  /// Replaces one value or two about the place where the samples are roughest, when they are smooth then; whether it
  /// did.
  private mutating func replace(near index: Int) -> Bool {
    // Two stray values make what lies beside or between them look worst.
    let places = max(0, index - 2)...min(values.count - 1, index + 2)
    var best: (left: Double, changes: [(index: Int, value: Double)])?
    for distance in 0...3 {
      for first in places where first + distance < values.count {
        let last = first + distance
        guard let one = replacement(for: first, beside: last),
          let two = distance == 0 ? one : replacement(for: last, beside: first)
        else { continue }
        // No other sample has one of them among its neighbours.
        let around = min(first, index) - 2...max(last, index) + 2
        let before = roughness(around)
        let was = (values[first], values[last])
        (values[first], values[last]) = (one, two)
        var left = before > 0 ? roughness(around) / before : 1
        (values[first], values[last]) = was
        // Two are harder to believe than one.
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
