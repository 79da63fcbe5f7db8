internal import ScrollTraces

/// A part of a recording as a law sees it: values over time, or over another quantity.
struct Segment: Sendable {
  /// The axis.
  var axis: Axis
  /// The samples of the recording.
  var range: Range<Int>
  /// Times as recorded, in s.
  var times: [Double]
  /// What the law describes, in pt: the overscroll, or the offset from `origin`.
  var values: [Double]
  /// The values without the error of printing them, where they lie on a pixel grid.
  var snapped: [Double]
  /// What was taken off the recorded values, in pt.
  var origin = 0.0
  /// The steps in which values come, in pt.
  var quantum: Double?
  /// The largest error of a value by rounding, in pt.
  var roundingBound: Double?
  /// Times on the refresh grid, in s, where the stamps fit one.
  var gridTimes: [Double]?
  /// Standard deviation of the stamps about that grid, in s.
  var stampJitter: Double?
  /// Whether stamps fit no grid, and their distances vary.
  var isIrregular: Bool
  /// Where the times come from.
  var timing: Timing
  /// What the values depend on when it is not time.
  var abscissae: [Double]?
  /// What `abscissae` are.
  var abscissa: SeriesQuantity?
  /// What `values` are where they are neither overscroll nor offset.
  var ordinate: SeriesQuantity?

  /// Whether the values are those of a table, one a gesture.
  var isTable = false
  /// What rounding leaves: quantum / sqrt 12, more where a value is the difference of two rounded ones.
  var floor: Double?

  /// A part of a signal, its values taken from `value`, which also maps values on the pixel grid.
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

  /// Standard deviation in s of the stamps of some samples about the frames: about the grid, or where their distances
  /// vary too much for any, half of their variance for each of two stamps; pauses do not count. Nil for stamps that come
  /// evenly.
  func stampScatter(_ used: Range<Int>) -> Double? {
    if let stampJitter { return stampJitter }
    guard isIrregular, used.count > 2 else { return nil }
    // Back where a second view begins.
    let steps = used.dropFirst().map { times[$0] - times[$0 - 1] }.filter { $0 >= 0 }
    guard steps.count > 1 else { return nil }
    let median = steps.sorted()[steps.count / 2]
    let usual = steps.filter { $0 < 1.5 * median }
    guard usual.count > 1 else { return nil }
    let mean = usual.reduce(0, +) / Double(usual.count)
    let squares = usual.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(usual.count - 1) / 2).squareRoot()
  }

  /// The samples up to the last that stands away from `rest`, by a quantum if no `threshold` is given: what follows carries no
  /// information about the law but would make the errors look smaller than they are.
  ///
  /// A sample counts when four of the seven around it stand out, so that stray ones in the rest do not.
  static func unsettled(
    _ values: [Double], rest: Double = 0, quantum: Double?, threshold: Double? = nil
  ) -> Range<Int> {
    guard let last = values.last else { return 0..<0 }
    var end = values.count
    guard let threshold = threshold ?? quantum.map({ 0.75 * $0 }), threshold > 0 else {
      while end > 1, values[end - 2] == last { end -= 1 }
      // The first of several equal values is where the system has put the content at rest, no sample of the law.
      return 0..<(end < values.count && end > 1 ? end - 1 : end)
    }
    func standsOut(_ index: Int) -> Int {
      // Beyond the ends the first and the last sample go on.
      let inside = max(0, min(values.count - 1, index))
      return (values[inside] - rest).magnitude >= threshold ? 1 : 0
    }
    while end > 0, (end - 4...end + 2).reduce(0, { $0 + standsOut($1) }) < 4 { end -= 1 }
    return 0..<end
  }
}
