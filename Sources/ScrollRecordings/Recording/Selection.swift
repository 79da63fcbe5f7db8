extension UnsafeMutableBufferPointer<Double> {
  /// The median, or the mean of the middle two of an even count; nil if empty. Changes the order. O(n) on average.
  func takeMedian() -> Double? {
    guard !isEmpty else { return nil }
    let middle = count / 2
    let upper = select(middle)
    guard count % 2 == 0 else { return upper }
    var lower = self[0]
    for index in 1..<Swift.max(middle, 1) { lower = Swift.max(lower, self[index]) }
    return (lower + upper) / 2
  }

  /// The value of this rank from 0, with no larger one before it (Hoare 1961). O(n) on average.
  private func select(_ rank: Int) -> Double {
    var low = 0
    var high = count
    while high - low > 1 {
      let (first, middle, last) = (self[low], self[(low + high) / 2], self[high - 1])
      let pivot = Swift.max(Swift.min(first, middle), Swift.min(Swift.max(first, middle), last))
      let lessEnd = moveDown(low..<high) { $0 < pivot }
      if rank < lessEnd {
        high = lessEnd
        continue
      }
      // Many values may be equal.
      let equalEnd = moveDown(lessEnd..<high) { $0 == pivot }
      if rank < equalEnd { return pivot }
      low = equalEnd
    }
    return self[rank]
  }

  /// Moves the elements for which the predicate is true to the start of a range, and returns their end. Branch-free,
  /// because the branch would be unpredictable (Lomuto's partition).
  @inline(__always)
  private func moveDown(_ range: Range<Int>, _ belongs: (Double) -> Bool) -> Int {
    var end = range.lowerBound
    for index in range {
      let value = self[index]
      self[index] = self[end]
      self[end] = value
      end &+= belongs(value) ? 1 : 0
    }
    return end
  }
}
