extension [Double] {
  /// The median, the mean of the middle two of an even number; nil when empty. O(n).
  func median() -> Double? {
    guard !isEmpty else { return nil }
    var values = self
    let middle = count / 2
    let upper = values.select(middle)
    guard count % 2 == 0, let lower = values[..<middle].max() else { return upper }
    return (lower + upper) / 2
  }

  /// The value of this rank from 0, with no larger one before it (Hoare 1961). O(n) on average.
  private mutating func select(_ rank: Int) -> Double {
    var low = 0
    var high = count - 1
    while low < high {
      let (first, middle, last) = (self[low], self[(low + high) / 2], self[high])
      let pivot = Swift.max(Swift.min(first, middle), Swift.min(Swift.max(first, middle), last))
      var left = low
      var right = high
      while left <= right {
        while self[left] < pivot { left += 1 }
        while self[right] > pivot { right -= 1 }
        guard left <= right else { break }
        swapAt(left, right)
        left += 1
        right -= 1
      }
      if rank <= right {
        high = right
      } else if rank >= left {
        low = left
      } else {
        break
      }
    }
    return self[rank]
  }
}
