/// The samples of the recording that is being read, column by column, in reusable memory.
struct SampleColumns {
  private(set) var base: UnsafeMutablePointer<Double>
  /// The maximum number of samples.
  private(set) var capacity: Int
  private let columnCount: Int

  /// Enough for typical recordings of 0.1 to 2 s.
  private static let standardCapacity = 256

  init(columnCount: Int) {
    self.columnCount = columnCount
    capacity = SampleColumns.standardCapacity
    base = .allocate(capacity: capacity * columnCount)
  }

  func deallocate() { base.deallocate() }

  /// Doubles the capacity.
  mutating func grow() {
    let larger = UnsafeMutablePointer<Double>.allocate(capacity: 2 * capacity * columnCount)
    for column in 0..<columnCount {
      (larger + 2 * capacity * column).initialize(from: base + capacity * column, count: capacity)
    }
    base.deallocate()
    base = larger
    capacity *= 2
  }

  /// Frees the memory of the samples.
  mutating func clear() {
    base.deallocate()
    self = SampleColumns(columnCount: columnCount)
  }

  @inline(__always)
  subscript(column: Int, index: Int) -> Double {
    get { base[column &* capacity &+ index] }
    nonmutating set { base[column &* capacity &+ index] = newValue }
  }

  /// Moves a range of samples to the front and overwrites those before it.
  func moveToFront(_ range: Range<Int>) {
    for column in 0..<columnCount {
      let start = base + column * capacity
      start.update(from: start + range.lowerBound, count: range.count)
    }
  }

  /// The first `count` samples of a column.
  func values(_ column: Int, count: Int) -> [Double] {
    Array(UnsafeBufferPointer(start: base + column * capacity, count: count))
  }
}
