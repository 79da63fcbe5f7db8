internal import CurveFitting
internal import ScrollPhysics

/// Properties of a motion that do not depend on a law.
extension MotionWindow {
  /// From the first to the last step in a range of samples; nil if too few lie between.
  init?(moving signal: SampledChannel, _ range: Range<Int>) {
    let values = signal.values
    let inner = range.dropFirst()
    guard let first = inner.first(where: { values[$0] != values[$0 - 1] }),
      let last = inner.last(where: { values[$0] != values[$0 - 1] }),
      last - first + 2 >= MotionSearch.least
    else { return nil }
    self.init(
      signal, Motion(signal),
      range: (first - 1..<last + 1).prefix(NumericLimits.samplesOfMotion), edge: nil, kind: nil,
      endsAtRest: false)
  }

  /// Number of samples from the last before the first change to the last change: rest carries little information about
  /// a law.
  var movingCount: Int {
    let changes = values.indices.dropFirst().filter { values[$0] != values[$0 - 1] }
    guard let first = changes.first, let last = changes.last else { return 0 }
    return last - first + 2
  }

  /// Whether engines can be scored: rules per frame would need too many frames if the stamps have large gaps.
  var isScored: Bool {
    count >= 6 && extent > 0 && extent < NumericLimits.largest
      && 60 * span < 10 * Double(count) + 600
  }

  /// Whether the content moves in one direction and slows down, as after a release. Falls and oscillating springs do
  /// not, and belong to no engine.
  var slowsDown: Bool {
    guard count >= 6, let first = values.first, let last = values.last else { return false }
    let direction: Double = last < first ? -1 : 1
    let allowed = 2 * (quantum ?? 0) + 4 * expected
    var furthest = 0.0
    for value in values {
      let way = direction * (value - first)
      if way < furthest - allowed { return false }
      furthest = max(furthest, way)
    }
    // Compares the mean speeds in the first and the last third of the samples.
    let third = count / 3
    let early = direction * (values[third] - first) / max(times[third], 1e-9)
    let late =
      direction * (last - values[count - 1 - third]) / max(span - times[count - 1 - third], 1e-9)
    return late < 0.9 * early
  }

  /// The offset at which the content rested before; nil if it moved, or if that is not known.
  var restBefore: Double? {
    before ?? (startsAtRest && rows.first == range.lowerBound ? values.first : nil)
  }

  /// Whether an ease may start at an offset: where the content rested before, if it did.
  func mayStart(at offset: Double) -> Bool {
    guard let rest = restBefore else { return true }
    return (offset - rest).magnitude <= 2 * (quantum ?? 0) + 0.02 * extent
  }

  /// Whether the time between two samples differs from the usual frame by more than 30 %.
  var isUneven: Bool { steps.contains { ($0 - frame).magnitude > 0.3 * frame } }

  /// Whether at least one frame between two samples was not recorded: the later ones stay behind, which they do not after
  /// late samples.
  var losesFrames: Bool {
    let steps = steps
    return steps.indices.contains { first in
      var excess = 0.0
      return steps[first...].prefix(Self.stepsToCatchUp).allSatisfy {
        excess += $0 - frame
        return excess > 0.5 * frame
      }
    }
  }

  /// Within how many steps samples are on time again after late ones.
  private static let stepsToCatchUp = 4

  /// The times between samples that follow each other in the recording; for others, less one frame each sample between.
  private var steps: [Double] {
    times.indices.dropFirst().map { index in
      let between = rows[index] - rows[index - 1] - 1
      return times[index] - times[index - 1] - Double(between) * frame
    }
  }

  /// Whether its values have the full precision of the arithmetic.
  var isExact: Bool { (quantum ?? 0) < 1e-9 * (1 + extent) }

  /// Whether the motion has constant speed, per second or per frame. Such a motion does not identify a law.
  var isStraight: Bool {
    guard let part = withoutPartialSteps else { return false }
    // Larger timing errors would explain a few samples of any fast motion.
    let rounded = part.with(jitter: MotionSearch.lastDigit(stamps) / 12.0.squareRoot())
    // An engine may measure the time step of its frames with its clock.
    return (part.count > 10 ? part : rounded).isOnLine(over: part.times)
      || rounded.isOnLine(over: part.times.indices.map { Double($0) * frame })
      || rounded.asStamped.map { $0.isOnLine(over: $0.times) } ?? false
  }

  /// Whether the motion may have constant speed, as a finger's, if the times have their assumed errors.
  var mayBeStraight: Bool {
    withoutPartialSteps.map { $0.isOnLine(over: $0.times) } ?? false
  }

  /// The samples between the first and the last step, which may be partial; nil if there are too few.
  private var withoutPartialSteps: MotionWindow? {
    let steps = values.indices.dropFirst().filter { values[$0] != values[$0 - 1] }
    guard let first = steps.first, let last = steps.last, last - first > 4 else { return nil }
    return keeping(Array(first..<last))
  }

  /// Whether all samples lie on one straight line.
  private func isOnLine(over times: [Double]) -> Bool {
    let samples = Observations(abscissae: times, values: values, weights: weights)
    guard let line = StraightLine(samples) else { return false }
    return allows(weightedSquares(line.residuals(samples)), degrees: Double(count - 2))
  }
}
