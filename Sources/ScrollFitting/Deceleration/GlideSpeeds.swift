internal import ScrollRecordings

/// The speeds of a monotone piece, each over several samples, which separate successive pushes.
struct GlideSpeeds {
  /// Speeds by index from the first sample, in pt/s.
  private let speeds: [Double]
  /// The possible change of each speed by rounding and noise, in pt/s.
  private let slack: (Int) -> Double

  /// The number of steps for one speed: 0.05 s, at least three steps; 0.1 s with noise; at most a quarter of `count`.
  ///
  /// - Parameter count: the samples of the piece before its end was moved to an edge.
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

  /// The index of the highest speed.
  var top: Int? { speeds.indices.max { speeds[$0] < speeds[$1] } }

  /// The first of the samples before the highest speed that are equally fast.
  func start(of top: Int) -> Int {
    var first = top
    while first > 0, speeds[first - 1] >= speeds[top] - slack(first - 1) { first -= 1 }
    return first
  }

  /// The index of the slowest sample before another push speeds up the content; nil if there is none.
  func end(after top: Int) -> Int? {
    var slowest = top
    for offset in top..<speeds.count {
      if speeds[offset] < speeds[slowest] { slowest = offset }
      if speeds[offset] > 1.25 * speeds[slowest] + slack(offset) { return slowest }
    }
    return nil
  }

  /// Whether a separate glide precedes the highest speed: a push that slows down by a fifth.
  func hasSlowerPush(before first: Int) -> Bool {
    let earlier = speeds[..<first]
    guard first > 12, let peak = earlier.indices.max(by: { earlier[$0] < earlier[$1] }),
      let slow = earlier[peak...].min()
    else { return false }
    return slow < 0.8 * earlier[peak] - 2 * slack(peak) && first - peak > 12
  }
}
