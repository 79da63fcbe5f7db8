internal import CurveFitting
public import ScrollRecordings

extension LawCurve {
  /// Fits a law to the moving parts of a recording, each from rest to rest.
  ///
  /// Times, first samples, errors, rounding, tests and warnings are treated as for all laws. Each parameter in the
  /// description must be a parameter of the curve or one of its quantities. `options.fixed` can fix parameters of the
  /// curve; a start cannot be given.
  ///
  /// - Parameters:
  ///   - law: the description of the fits and their quantities.
  ///   - trace: the recording; its offsets are fitted.
  ///   - axis: the axis.
  ///   - options: the options of the fit.
  ///   - facts: those of any channel of the recording, if available; they avoid a second analysis of its stamps.
  ///   - parts: the samples of each part, for times in s and offsets in pt; nil for the motions between rests.
  /// - Throws: the first failure, if nothing could be fitted.
  public func fits(
    of law: LawDescription, to trace: Trace, axis: Axis, options: FitOptions,
    facts: SamplingFacts? = nil,
    in parts: ((_ times: [Double], _ offsets: [Double]) -> [Range<Int>])? = nil
  ) throws(FitFailure) -> [Fit] {
    let signal = try SampledChannel.offset(
      of: trace, axis: axis, beside: facts, of: "a motion")
    let ranges = parts?(signal.times, signal.values) ?? Self.moving(signal)
    guard !ranges.isEmpty else { throw .nothingMoves }
    return try Fit.each(ranges, of: ("motion", "motions")) { range throws(FitFailure) in
      try fit(law, to: signal, range.clamped(to: signal.values.indices), options: options)
    }
  }

  /// The parts between rests, from the last sample before the first change to the last change.
  private static func moving(_ signal: SampledChannel) -> [Range<Int>] {
    let values = signal.values
    return SpringPart.motions(signal).compactMap { part in
      let changes = part.range.dropFirst().filter { values[$0] != values[$0 - 1] }
      guard let first = changes.first, let last = changes.last else { return nil }
      return first - 1..<last + 1
    }
  }

  private func fit(
    _ law: LawDescription, to signal: SampledChannel, _ range: Range<Int>, options given: FitOptions
  ) throws(FitFailure) -> Fit {
    var options = given
    options.curve = self
    let origin = range.isEmpty ? 0 : signal.values[range.lowerBound]
    let offset = keys[keys.count - 1]
    if let held = options.fixed[offset] { options.fixed[offset] = held - origin }
    let segment = Segment(signal, range: range, origin: origin) { $0 - origin }
    var work = try SegmentFit(
      segment, used: segment.values.indices, law: law,
      parameters: keys.count { options.fixed[$0] == nil }, edge: nil, options: options,
      hint: "record every frame of the motion")
    work.fit.isBeyondEdge = false
    work.fit.ownDescription = law
    var solution = try work.solve(by: SearchedSolver<LawCurveCoordinates>.self)
    solution.relabel { $0.origin = origin }
    if work.walks(from: &solution) { solution.descend(from: nil, options, &work.fit) }
    let coordinates = solution.coordinates
    try work.describe(
      &solution,
      quantities: FitQuantities(
        parameters: law.parameters.map { quantity($0, coordinates) },
        derived: law.derived.map { quantity($0, coordinates) }, nonlinear: law.nonlinear))
    work.fit.warnings += warnings(
      work.fit, solution: solution.solved, law: law, segment: segment, signal: signal,
      options: options)
    return work.fit
  }

  private func quantity(
    _ description: QuantityDescription, _ coordinates: LawCurveCoordinates
  ) -> FitQuantity {
    let (key, unit) = (description.key, description.unit)
    guard let index = keys.firstIndex(of: key) else {
      return coordinates.derived(key, unit, missing: "the motion has none") {
        quantity(key, $0.quoted)
      }
    }
    return coordinates.parameter(key, unit, coordinates.quoted[index])
  }

  private func warnings(
    _ fit: Fit, solution: SolvedStretch, law: LawDescription, segment: Segment,
    signal: SampledChannel, options: FitOptions
  ) -> [Warning] {
    var words = FitWarnings.LawTerminology(
      law, motion: "motion of the law \(law.key)", curve: "curve of the law \(law.key)")
    words.start = keys.joined(separator: ",")
    let (quantum, first) = (segment.quantum ?? 0, segment.values.first ?? 0)
    return FitWarnings.stamps(fit)
      + FitWarnings.changesOnly(signal, samples: segment.range)
      + FitWarnings.start(fit, of: words.curve)
      + FitWarnings.misfit(fit, words: words)
      + FitWarnings.count(
        clear: segment.values.count { ($0 - first).magnitude > 2 * quantum },
        parameters: solution.coordinates.count)
      + FitWarnings.all(fit, solution: solution, options: options, words: words)
  }
}
