/// The samples of the recording being read, column by column, in memory that is kept for the next one.
struct SampleColumns {
  private(set) var base: UnsafeMutablePointer<Double>
  /// The samples that fit.
  private(set) var capacity: Int
  private let columnCount: Int

  /// Room for the 0.1 to 2 s that recordings last.
  private static let standardCapacity = 256

  init(columnCount: Int) {
    self.columnCount = columnCount
    capacity = SampleColumns.standardCapacity
    base = .allocate(capacity: capacity * columnCount)
  }

  func deallocate() { base.deallocate() }

  /// Makes room for as many samples again.
  mutating func grow() {
    let larger = UnsafeMutablePointer<Double>.allocate(capacity: 2 * capacity * columnCount)
    for column in 0..<columnCount {
      (larger + 2 * capacity * column).initialize(from: base + capacity * column, count: capacity)
    }
    base.deallocate()
    base = larger
    capacity *= 2
  }

  @inline(__always)
  subscript(column: Int, index: Int) -> Double {
    get { base[column &* capacity &+ index] }
    nonmutating set { base[column &* capacity &+ index] = newValue }
  }

  /// Moves these samples to the front, in place of what stands there.
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
