/// Fast versions of `ExcursionDetector`, `SampledChannel.noise` and `Segment.unsettled` for plain recordings, without
/// arrays. If the result is not certain, the caller must use the originals.
enum PlainExcursion {
  /// The first sample beyond the edge, if all samples after it are one excursion and its rest, as in
  /// `Excursion.ranges`; nil if this is not certain.
  static func start(
    _ y: UnsafeMutablePointer<Double>, count: Int, quantum: Double
  ) -> Int? {
    // `ExcursionDetector` uses three steps for low noise: see `isQuiet`.
    let rest = 3 * quantum
    var first = 0
    while first < count, y[first] <= 0 { first += 1 }
    guard first < count else { return nil }
    var low = y[0]
    var high = y[0]
    for index in 0..<count {
      let value = y[index]
      if value < low { low = value }
      if value > high { high = value }
    }
    guard high >= max(4 * quantum, 0.02 * min(high - low, 100)) else { return nil }
    var quiet = 0
    for index in first..<count {
      // Leaving the edge again after a rest is another excursion. Samples inside the edge are other motion or noise.
      if y[index] > rest { if quiet >= 8 { return nil } } else { quiet += 1 }
      if y[index] < -rest { return nil }
    }
    return first
  }

  /// Whether `SampledChannel.noise` is below 3/4 of a step: more than half of the third differences are small.
  static func isQuiet(
    _ y: UnsafeMutablePointer<Double>, count: Int, times: [Double], quantum: Double
  ) -> Bool {
    let limit = 0.75 * quantum * 20.0.squareRoot() / 1.4826
    var small = 0
    for index in 3..<count {
      let difference = y[index] - y[index - 3] - 3 * (y[index - 1] - y[index - 2])
      small += difference.magnitude <= limit ? 1 : 0
    }
    guard 2 * small > count - 1 else { return false }
    // The noise estimate uses only even steps.
    return times.withUnsafeBufferPointer { times in
      for index in 2..<count {
        let step = times[index] - times[index - 1]
        let before = times[index - 1] - times[index - 2]
        if (before - step).magnitude > 0.25 * step { return false }
      }
      return true
    }
  }

  /// `Segment.unsettled`: the number of samples up to the last one that differs from rest.
  static func unsettled(
    _ y: UnsafeMutablePointer<Double>, count: Int, threshold: Double
  ) -> Int {
    var last = count - 1
    while last >= 0, y[last].magnitude < threshold { last -= 1 }
    // More than four samples later, none of the seven samples around an end differs from rest.
    var end = min(count, last + 5)
    while end > 0 {
      var clear = 0
      for index in end - 4...end + 2 {
        clear += y[max(0, min(count - 1, index))].magnitude >= threshold ? 1 : 0
      }
      if clear >= 4 { break }
      end -= 1
    }
    return end
  }
}
