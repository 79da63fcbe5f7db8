internal import ScrollRecordings

/// A part of a recording as the data of a law: values over time or another quantity.
struct Segment: Sendable {
  var axis: Axis
  /// The samples of the recording.
  var range: Range<Int>
  /// The recorded times, in s.
  var times: [Double]
  /// The values that the law describes, in pt: the overscroll, or the offset relative to `origin`.
  var values: [Double]
  /// The values rounded to the pixel grid, if they are on one.
  var snapped: [Double]
  /// The number subtracted from the recorded values, in pt.
  var origin = 0.0
  /// The rounding step of the values, in pt.
  var quantum: Double?
  /// The maximum rounding error of a value, in pt.
  var roundingBound: Double?
  /// Times on the refresh grid, in s; nil if the stamps fit none.
  var gridTimes: [Double]?
  /// Standard deviation of the stamps about that grid, in s.
  var stampJitter: Double?
  /// Whether the stamps fit no grid and their intervals vary.
  var isIrregular: Bool
  var timing: Timing
  /// The independent variable if it is not time.
  var abscissae: [Double]?
  var abscissa: SeriesQuantity?
  /// The quantity in `values` if it is neither overscroll nor offset.
  var ordinate: SeriesQuantity?

  /// Whether the values are from a table with one row per gesture.
  var isTable = false
  /// The rms of rounding: quantum / sqrt 12, or more if a value is the difference of two rounded ones.
  var floor: Double?

  /// A part of a signal. `value` maps recorded values, and also values on the pixel grid.
  init(_ signal: SampledChannel, range: Range<Int>, origin: Double = 0, value: (Double) -> Double) {
    axis = signal.channel.axis
    self.range = range
    self.origin = origin
    times = Array(signal.times[range])
    values = range.map { value(signal.values[$0]) }
    snapped = range.map { value(signal.snapped(signal.values[$0])) }
    quantum = signal.quantum
    floor = signal.quantum.map { $0 / 12.0.squareRoot() }
    roundingBound = signal.roundingBound
    gridTimes = signal.facts.grid.map { Array($0.frameTimes[range]) }
    stampJitter = signal.facts.grid?.jitter
    isIrregular = signal.facts.isIrregular
    timing = signal.timing
  }

  /// Standard deviation in s of the stamps of some samples about the frames. It is that about the grid; without a grid
  /// it is the standard deviation of the intervals divided by sqrt 2, without pauses. Nil for regular stamps.
  func stampScatter(_ used: Range<Int>) -> Double? {
    if let stampJitter { return stampJitter }
    guard isIrregular, used.count > 2 else { return nil }
    // Times go back where a second view begins.
    let steps = used.dropFirst().map { times[$0] - times[$0 - 1] }.filter { $0 >= 0 }
    guard steps.count > 1 else { return nil }
    let median = steps.sorted()[steps.count / 2]
    let usual = steps.filter { $0 < 1.5 * median }
    guard usual.count > 1 else { return nil }
    let mean = usual.reduce(0, +) / Double(usual.count)
    let squares = usual.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(usual.count - 1) / 2).squareRoot()
  }

  /// The samples up to the last that differs from `rest` by at least `threshold`, or by a quantum if that is nil. The
  /// samples after it carry no information about the law, but would make errors look smaller than they are.
  ///
  /// A sample counts if at least four of the seven around it differ, so that outliers at rest do not count.
  static func unsettled(
    _ values: [Double], rest: Double = 0, quantum: Double?, threshold: Double? = nil
  ) -> Range<Int> {
    guard let last = values.last else { return 0..<0 }
    var end = values.count
    guard let threshold = threshold ?? quantum.map({ 0.75 * $0 }), threshold > 0 else {
      while end > 1, values[end - 2] == last { end -= 1 }
      // The first of several equal values is where the system put the content at rest, not a sample of the law.
      return 0..<(end < values.count && end > 1 ? end - 1 : end)
    }
    func standsOut(_ index: Int) -> Int {
      // Before the first and after the last sample the values are continued as constant.
      let inside = max(0, min(values.count - 1, index))
      return (values[inside] - rest).magnitude >= threshold ? 1 : 0
    }
    while end > 0, (end - 4...end + 2).reduce(0, { $0 + standsOut($1) }) < 4 { end -= 1 }
    return 0..<end
  }
}
