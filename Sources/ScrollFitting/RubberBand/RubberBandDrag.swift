internal import CurveFitting
internal import ScrollRecordings

/// A part of a recording in which a finger drags the content beyond an edge.
struct RubberBandDrag {
  /// The samples in order of finger travel: index in the recording, travel beyond the edge and overscroll,
  /// both positive outward, in pt.
  var samples: [(index: Int, travel: Double, overscroll: Double)]
  /// The edge; nil for an overscroll column.
  var edge: Edge?
  /// The source of the zero of the finger's travel.
  var zero: Zero
  /// The standard error of this zero due to rounding, in pt; 0 if the column itself is the travel.
  var zeroError = 0.0
  /// Whether the recording has negative values of overscroll.
  var isReversed = false

  /// The source of the finger's position at the edge.
  enum Zero: Sendable, Hashable {
    /// From samples before the edge, where the content follows the finger 1 : 1.
    case tracked
    /// From the last sample at rest on the edge.
    case rest
    /// A guess: from the last sample on the edge, while the finger moved.
    case guessed
    /// Not needed: the column is the travel beyond the edge.
    case column
  }

  /// Finds the pulls of a recording along an axis.
  static func find(
    finger: SampledChannel, content: SampledChannel, trace: Trace, options: FitOptions
  ) throws(FitFailure) -> [RubberBandDrag] {
    let axis = content.channel.axis
    var edges: [Edge] = []
    var isReversed = false
    if content.channel.role == .overscroll {
      let largest = content.values.max { $0.magnitude < $1.magnitude } ?? 0
      isReversed = largest < 0
      edges = [
        Edge(
          position: 0, side: Edge.side(axis: axis, offsetsGrowOutward: !isReversed),
          source: .column)
      ]
    } else if let position = options.edge {
      edges = [ExcursionDetector.oneEdge(content, position: position, source: .option)]
    } else {
      edges = Edge.known(in: trace.metadata, axis: axis)
    }
    guard !edges.isEmpty else {
      throw FitFailure(
        .nothingBeyondEdge, "no edge is known, and a drag does not show where it is",
        help: "give the resting offset with --edge, or as '# edge_top:' in the file")
    }
    var result: [RubberBandDrag] = []
    for edge in edges {
      for range in ranges(edge, content: content, trace: trace) {
        guard
          var pull = RubberBandDrag(range, edge: edge, finger: finger, content: content)
        else { continue }
        pull.isReversed = isReversed
        result.append(pull)
      }
    }
    guard !result.isEmpty else {
      throw FitFailure(
        .nothingBeyondEdge, "no finger drags the content beyond the edge",
        help: "record finger and offset while pulling past the edge; see 'scrollfit inspect FILE'")
    }
    return result.ordered { Double($0.samples[0].index) }
  }

  /// A small distance in pt: one pixel if values are on pixels, otherwise a thousandth of their range.
  private static func step(_ content: SampledChannel, over values: some Collection<Double>)
    -> Double
  {
    if let quantum = content.facts.quantum, quantum.pixelsPerPoint != nil { return quantum.value }
    return 0.001 * ((values.max() ?? 0) - (values.min() ?? 0))
  }

  /// Ranges of samples beyond an edge by more than rounding and noise; with named phases only those of a drag.
  private static func ranges(_ edge: Edge, content: SampledChannel, trace: Trace) -> [Range<Int>] {
    let least = 6 * Self.step(content, over: content.values)
    var result: [Range<Int>] = []
    var start: Int?
    var highest = 0.0
    for index in 0...content.values.count {
      var over = -1.0
      if index < content.values.count {
        over = edge.overscroll(of: content.values[index])
        if let label = trace.phase(at: index).flatMap(PhaseLabel.init), label != .drag { over = -1 }
      }
      if over > 0 {
        start = start ?? index
        highest = max(highest, over)
      } else if let from = start {
        if highest > least { result.append(from..<index) }
        start = nil
        highest = 0
      }
    }
    return result
  }

  /// The pull in a range of samples; nil if the finger does not move outward in it.
  init?(_ run: Range<Int>, edge: Edge, finger: SampledChannel, content: SampledChannel) {
    // After the last movement of the finger, its position is unknown.
    var end = run.upperBound
    while end > run.lowerBound + 1, finger.values[end - 1] == finger.values[end - 2] { end -= 1 }
    guard end - run.lowerBound >= 2 else { return nil }
    let range = run.lowerBound..<end
    func overscroll(_ index: Int) -> Double { edge.overscroll(of: content.values[index]) }
    // The sign of the finger's outward direction.
    var products = 0.0
    for index in range.dropFirst() {
      products +=
        (finger.values[index] - finger.values[index - 1])
        * (overscroll(index) - overscroll(index - 1))
    }
    guard products != 0 else { return nil }
    let sign = products > 0 ? 1.0 : -1.0
    let atEdge = Self.zero(
      before: range, edge: edge, finger: finger, content: content, sign: sign)
    zero = atEdge.zero
    zeroError = atEdge.error
    let origin = atEdge.position
    self.edge = edge
    samples = []
    for index in range {
      let travel = sign * finger.values[index] - origin
      let over = overscroll(index)
      guard travel > 0, over > 0 else { continue }
      // A finger at rest repeats the same rounding error, so it counts once.
      if index > range.lowerBound, finger.values[index] == finger.values[index - 1],
        content.values[index] == content.values[index - 1]
      {
        continue
      }
      samples.append((index, travel, over))
    }
    guard !samples.isEmpty else { return nil }
    samples.sort { ($0.travel, $0.index) < ($1.travel, $1.index) }
  }

  /// The source of the finger's position at the edge, this position outward, and its standard error due to rounding.
  private static func zero(
    before range: Range<Int>, edge: Edge, finger: SampledChannel, content: SampledChannel,
    sign: Double
  ) -> (zero: Zero, position: Double, error: Double) {
    func overscroll(_ index: Int) -> Double { edge.overscroll(of: content.values[index]) }
    let quantum = content.quantum ?? 0
    // Whole numbers can be exact positions set by a script or test; only pixels are rounding.
    let fingerQuantum =
      finger.facts.quantum.flatMap { $0.pixelsPerPoint == nil ? nil : $0.value } ?? 0
    let step = ((quantum * quantum + fingerQuantum * fingerQuantum) / 12).squareRoot()
    let small = Self.step(content, over: finger.values[range])
    // Before the edge the content follows 1 : 1, so finger - overscroll is the finger's position at the edge.
    var zeros: [Double] = []
    var index = range.lowerBound - 1
    while index >= 0, zeros.count < 32, overscroll(index) < -0.5 * quantum,
      index == 0 || finger.values[index] != finger.values[index - 1]
    {
      zeros.append(sign * finger.values[index] - overscroll(index))
      index -= 1
    }
    if zeros.count >= 3, let low = zeros.min(), let high = zeros.max(), high - low <= 12 * small {
      // Standard error of the median of rounded differences; neighbours are not quite independent.
      return (
        .tracked, zeros.sorted()[zeros.count / 2],
        1.25 * step / Double(min(zeros.count, 8)).squareRoot()
      )
    }
    let last = range.lowerBound - 1
    // A finger position near 0 here is already counted from the edge.
    guard last >= 0, overscroll(last).magnitude <= quantum / 2,
      finger.values[last].magnitude > 6 * small
    else { return (.column, 0, 0) }
    /// Whether the finger comes down at a sample: before that a column may repeat the position of the last touch.
    func touchesDown(_ index: Int) -> Bool {
      let way = (finger.values[index] - finger.values[index - 1]).magnitude
      let next = (finger.values[index + 1] - finger.values[index]).magnitude
      return way > 50 * small && way > 5 * next
    }
    // The finger's last position at rest on the edge; if it never rested, its last position before.
    var rest = last
    while rest > 0, overscroll(rest - 1).magnitude <= quantum / 2,
      finger.values[rest] != finger.values[rest - 1], !touchesDown(rest)
    { rest -= 1 }
    let rested = rest > 0 && overscroll(rest - 1).magnitude <= quantum / 2
    return (rested ? .rest : .guessed, sign * finger.values[rested ? rest : last], step)
  }
}
