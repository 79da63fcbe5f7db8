internal import ScrollTraces

/// The speeds of a piece that goes one way, over several samples each, which tell pushes apart.
struct GlideSpeeds {
  /// By offset from the first sample, in pt/s.
  private let speeds: [Double]
  /// By how much rounding and noise may move each, in pt/s.
  private let slack: (Int) -> Double

  /// How many steps a speed is taken over: a twentieth of a second, three at least; a tenth where there is noise.
  ///
  /// - Parameter count: the samples of the piece before its end was moved to an edge, of which it is at most a quarter.
  static func lag(
    _ signal: SampledChannel, noise: Double, _ range: Range<Int>, of count: Int
  ) -> Int {
    let duration = signal.times[range.upperBound - 1] - signal.times[range.lowerBound]
    let density = duration > 0 ? Double(range.count) / duration : 0
    let wanted = density * (noise > 0.5 * (signal.quantum ?? 0) ? 0.1 : 0.05)
    return min(max(3, Int(min(wanted, 1e6).rounded())), max(3, count / 4))
  }

  init(
    _ signal: SampledChannel, noise: Double, _ range: Range<Int>, lag: Int, direction: Double
  ) {
    let (times, values) = (signal.times, signal.values)
    let error = 2 * (signal.quantum ?? 0) + 12 * noise
    speeds = (range.lowerBound..<range.upperBound - lag).map { index in
      let span = times[index + lag] - times[index]
      return span > 0 ? direction * (values[index + lag] - values[index]) / span : 0
    }
    slack = { offset in
      let index = range.lowerBound + offset
      let span = times[index + lag] - times[index]
      return span > 0 ? error / span : 0
    }
  }

  /// Where it is fastest.
  var top: Int? { speeds.indices.max { speeds[$0] < speeds[$1] } }

  /// The first of the samples before the greatest speed that are as fast.
  func start(of top: Int) -> Int {
    var first = top
    while first > 0, speeds[first - 1] >= speeds[top] - slack(first - 1) { first -= 1 }
    return first
  }

  /// Where the speed rises again and another push begins, if one does.
  func end(after top: Int) -> Int? {
    var slowest = top
    for offset in top..<speeds.count {
      if speeds[offset] < speeds[slowest] { slowest = offset }
      if speeds[offset] > 1.25 * speeds[slowest] + slack(offset) { return slowest }
    }
    return nil
  }

  /// Whether there is a push before the greatest speed that is a glide of its own: it slows down by a fifth.
  func hasSlowerPush(before first: Int) -> Bool {
    let earlier = speeds[..<first]
    guard first > 12, let peak = earlier.indices.max(by: { earlier[$0] < earlier[$1] }),
      let slow = earlier[peak...].min()
    else { return false }
    return slow < 0.8 * earlier[peak] - 2 * slack(peak) && first - peak > 12
  }
}
