/// The scatter of moving samples about a smooth motion: noise beyond rounding, and timing errors, which show where the
/// content is fast.
///
/// Uses fifth differences x_0 - 5 x_1 + 10 x_2 - 10 x_3 + 5 x_4 - x_5 of samples in even steps. In these, every law of
/// scrolling leaves almost nothing, and independent errors have 252 times their variance. The variance of rounding, q^2
/// / 12, is subtracted.
struct Scatter {
  /// Standard deviation of noise beyond rounding, in pt.
  var noise = 0.0
  /// Standard deviation of timing errors, in s.
  var jitter = 0.0

  /// Minimum number of differences.
  private static let least = 100
  /// Maximum number of differences in each half; more only take time.
  private static let most = 10_000

  /// - Returns: nil if too few samples move in even steps.
  init?(times: [Double], values: [Double], quantum: Double) {
    var found: [(speed: Double, size: Double)] = []
    var next = 5
    while next < values.count {
      let last = next
      next += 1
      let step = times[last] - times[last - 1]
      guard step > 0 else { continue }
      var isEven = true
      for index in last - 5..<last {
        isEven =
          isEven && values[index + 1] != values[index]
          && (times[index + 1] - times[index] - step).magnitude <= 0.3 * step
      }
      guard isEven else { continue }
      let outer = values[last - 5] - values[last]
      let middle = values[last - 1] - values[last - 4]
      let inner = values[last - 3] - values[last - 2]
      found.append(
        (
          (values[last] - values[last - 5]).magnitude / (times[last] - times[last - 5]),
          (outer + 5 * middle + 10 * inner).magnitude
        ))
      if found.count >= 2 * Self.most { break }
    }
    guard found.count >= Self.least else { return nil }
    found = found.ordered(by: \.speed)
    let half = found.count / 2
    let slow = Self.deviation(found[..<half].map(\.size))
    let fast = Self.deviation(found[half...].map(\.size))
    let rounding = quantum * quantum / 12
    // A third more than rounding occurs by chance, and more for few differences.
    if slow > (found.count < 200 ? 0.5 : 0.39) * quantum {
      noise = max(0, slow * slow - rounding).squareRoot()
    }
    let speed = found[half + (found.count - half) / 2].speed
    if fast > 1.5 * max(slow, 0.29 * quantum), speed > 0 {
      jitter = (fast * fast - max(slow * slow, rounding)).squareRoot() / speed
    }
  }

  /// The standard deviation from the mean of the smallest three quarters of the sizes: differences across a finger's
  /// motion or an edge are larger.
  private static func deviation(_ sizes: [Double]) -> Double {
    let kept = sizes.sorted().prefix(3 * sizes.count / 4)
    guard !kept.isEmpty else { return 0 }
    // E |z| of a standard normal variable within its central three quarters.
    return kept.reduce(0, +) / Double(kept.count) / 0.5147 / 252.0.squareRoot()
  }
}
