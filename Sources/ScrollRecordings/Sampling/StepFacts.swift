/// Statistics of the intervals between successive stamps.
struct StepFacts {
  /// The median of the nonzero intervals, or the mean of the middle two of an even count; nil if there are none.
  var median: Double?
  /// The number of intervals of 0.
  var equalCount = 0

  package init(_ times: UnsafeBufferPointer<Double>) {
    guard times.count > 1 else { return }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: times.count) { rising in
      var count = 0
      for index in 1..<times.count {
        let step = times[index] - times[index - 1]
        rising.initializeElement(at: count, to: step)
        count &+= step > 0 ? 1 : 0
        equalCount &+= step == 0 ? 1 : 0
      }
      median = UnsafeMutableBufferPointer(rebasing: rising[..<count]).takeMedian()
    }
  }
}

extension [Double] {
  /// The differences of neighbours.
  package var steps: [Double] { zip(self, dropFirst()).map { $1 - $0 } }
}
