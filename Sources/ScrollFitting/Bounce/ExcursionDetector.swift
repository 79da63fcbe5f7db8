internal import CurveFitting
internal import ScrollPhysics
internal import ScrollRecordings

/// Finds the edges of a recording and the stretches beyond them.
enum ExcursionDetector {
  /// The stretches in order of time.
  static func find(
    _ signal: SampledChannel, trace: Trace, options: FitOptions
  ) throws(FitFailure) -> [Excursion] {
    var edges = known(signal, trace: trace, options: options)
    if edges.isEmpty {
      let preliminary = oneEdge(
        signal, position: signal.values.last ?? 0, source: .inferred)
      edges = [infer(signal, from: preliminary, options: options)]
    }
    let stretches = edges.flatMap { edge in
      beyond(edge, signal).compactMap { released($0, trace: trace) }
    }.ordered { Double($0.range.lowerBound) }
    guard !stretches.isEmpty else {
      let list = edges.map { "\($0.side.rawValue) edge \(Printed.short($0.position)) pt" }
        .joined(separator: " and ")
      throw FitFailure(
        .nothingBeyondEdge, "no stretch of the recording lies beyond the \(list)",
        help: "give the resting offset with --edge, or as '# edge_top:' in the file")
    }
    return stretches
  }

  /// The edges from the options, the overscroll column or the metadata.
  static func known(_ signal: SampledChannel, trace: Trace, options: FitOptions) -> [Edge] {
    let axis = signal.channel.axis
    if let position = options.edge {
      return [oneEdge(signal, position: position, source: .option)]
    }
    guard signal.channel.role == .overscroll else {
      return Edge.known(in: trace.metadata, axis: axis)
    }
    // Overscroll is positive outward by definition; the sign of a recording with negative values is reversed.
    var edge = oneEdge(signal, position: 0, source: .column)
    edge.side = Edge.side(
      axis: axis, offsetsGrowOutward: largest(signal.values).sign == .plus)
    return [edge]
  }

  /// The value furthest from 0.
  private static func largest(_ values: [Double]) -> Double {
    values.max { $0.magnitude < $1.magnitude } ?? 0
  }

  /// An edge of which only the position is known. Its side is that of the last excursion before the rest.
  static func oneEdge(_ signal: SampledChannel, position: Double, source: Edge.Source) -> Edge {
    let rest = restBand(signal)
    // The last three samples in a row that leave the band of the edge on one side; noise at rest does not. A very short
    // recording uses its furthest sample.
    var outward: Bool?
    var run = 0
    for value in signal.values.reversed() {
      let side = value - position > rest ? 1 : value - position < -rest ? -1 : 0
      run = side == 0 ? 0 : side * run > 0 ? run + side : side
      if run.magnitude == 3 {
        outward = run > 0
        break
      }
    }
    outward = outward ?? (largest(signal.values.map { $0 - position }) > 0)
    return Edge(
      position: position,
      side: Edge.side(axis: signal.channel.axis, offsetsGrowOutward: outward == true),
      source: source)
  }

  /// The largest distance of a sample at rest from the edge: three steps, four standard deviations of noise, and
  /// without a step 1 % of all motion.
  private static func restBand(_ signal: SampledChannel) -> Double {
    let range = signal.facts.valueRange.map { $0.upperBound - $0.lowerBound } ?? 0
    // At most 5 % of the motion, as in a short recording most samples belong to the curve.
    return min(
      max(
        3 * (signal.quantum ?? 0), signal.quantum == nil ? 0.01 * range : 0,
        4 * signal.noise),
      max(3 * (signal.quantum ?? 0), 0.05 * range))
  }

  /// A stretch from the release on, if the phases are named; nil if it contains no release.
  static func released(_ stretch: Excursion, trace: Trace) -> Excursion? {
    guard let phases = trace.phases else { return stretch }
    var start = stretch.range.lowerBound
    for phase in phases where phase.range.overlaps(stretch.range) {
      guard PhaseLabel(phase.label) == .drag else { break }
      start = min(phase.range.upperBound, stretch.range.upperBound)
    }
    let dropped = start - stretch.range.lowerBound
    guard dropped > 0 else { return stretch }
    guard start < stretch.range.upperBound else { return nil }
    var result = stretch
    result.range = start..<stretch.range.upperBound
    result.times.removeFirst(dropped)
    result.overscroll.removeFirst(dropped)
    return result
  }

  static func beyond(_ edge: Edge, _ signal: SampledChannel) -> [Excursion] {
    let overscroll = signal.values.map { edge.overscroll(of: $0) }
    let rest = restBand(signal)
    let range = signal.facts.valueRange.map { $0.upperBound - $0.lowerBound } ?? 0
    let peak = max(4 * (signal.quantum ?? 0), 0.02 * min(range, 100))
    return Excursion.ranges(overscroll: overscroll, rest: rest, peak: peak).map { range in
      Excursion(
        range: range, edge: edge, times: Array(signal.times[range]),
        overscroll: Array(overscroll[range]), quantum: signal.quantum)
    }
  }

  /// The edge of the last excursion, estimated more precisely than by the last sample of the recording.
  private static func infer(_ signal: SampledChannel, from guess: Edge, options: FitOptions) -> Edge
  {
    placed(guess, by: beyond(guess, signal).suffix(1), signal, options: options)
  }

  /// Refines an edge that was read off rounded values at rest and may be wrong by half a step. The rest position is
  /// fitted as a constant in each stretch, and the weighted mean is used.
  ///
  /// The edge is moved to the nearest pixel if the mean is within two standard errors and a quarter of a pixel of it,
  /// the standard error is at most an eighth of a pixel, and rounding does not exclude that pixel. Otherwise the mean
  /// is used and fits keep a free constant. Without a fit, the guess is returned.
  static func placed(
    _ guess: Edge, by stretches: some Collection<Excursion>, _ signal: SampledChannel,
    options: FitOptions
  ) -> Edge {
    var free = options
    free.restOffset = true
    free.fixed = [:]
    let found = stretches.compactMap { stretch -> RestFit? in
      preliminary(stretch, signal, options: free).flatMap { RestFit($0, stretch: stretch) }
    }
    guard !found.isEmpty else { return guess }
    var edge = guess
    let weight = found.reduce(0) { $0 + 1 / ($1.error * $1.error) }
    guard weight > 0 else {
      edge.source = .fitted
      return edge
    }
    let value = found.reduce(0) { $0 + $1.value / ($1.error * $1.error) } / weight
    // Samples near the end of the motion bias all rest positions in the same direction, by up to half their error.
    let common = found.count > 1 ? 0.25 * Double(found.count) / weight : 0
    let error = (1 / weight + common).squareRoot()
    let position = guess.position + guess.sign * value
    if let quantum = signal.quantum, quantum > 0, error <= quantum / 8 {
      let nearest = (position / quantum).rounded() * quantum
      if (position - nearest).magnitude <= min(2 * error, quantum / 4) {
        edge.position = nearest
        let hasContradiction = found.contains {
          isRuledOut(edge, $0.fit, by: $0.stretch, signal, options: options)
        }
        if !hasContradiction { return edge }
      }
    }
    // The fits add a free constant to this position.
    edge.position = position
    edge.source = .fitted
    return edge
  }

  /// A return with a free rest position.
  private struct RestFit {
    var fit: Fit
    var stretch: Excursion
    /// The rest position relative to the guessed edge, positive outward, in pt.
    var value: Double
    /// Its standard error in pt; infinite if it is unknown.
    var error: Double

    init?(_ fit: Fit, stretch: Excursion) {
      self.fit = fit
      self.stretch = stretch
      let rest = fit["rest_offset"]
      value = rest?.value ?? 0
      error = rest?.value == nil ? .infinity : rest?.standardError ?? .infinity
      guard error > 0 else { return nil }
    }
  }

  /// Whether no bounce about an edge agrees with the rounding, but some bounce about a free rest position does.
  private static func isRuledOut(
    _ edge: Edge, _ free: Fit, by stretch: Excursion, _ signal: SampledChannel, options: FitOptions
  ) -> Bool {
    guard free.feasibility?.isEmpty == false else { return false }
    var held = options
    held.fixed = [:]
    held.restOffset = false
    var moved = stretch
    moved.edge = edge
    moved.overscroll = stretch.range.map { edge.overscroll(of: signal.values[$0]) }
    return preliminary(moved, signal, options: held)?.feasibility?.isEmpty ?? false
  }

  /// The constants of a return: of a bounce, or of a spring of any damping if it does not follow a bounce.
  private static func preliminary(
    _ stretch: Excursion, _ signal: SampledChannel, options: FitOptions
  ) -> Fit? {
    let bounce = try? BounceFit(stretch, signal: signal, options: options, isPreliminary: true).fit
    guard bounce.map({ LackOfFit($0) != nil }) ?? true else { return bounce }
    var brief = options
    brief.detail = .constants
    let spring = try? SpringFit(SpringPart(stretch), signal: signal, options: brief).fit
    return spring.flatMap { $0.search.converged && LackOfFit($0) == nil ? $0 : nil } ?? bounce
  }
}
