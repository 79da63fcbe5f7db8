internal import CurveFitting
internal import ScrollPhysics
internal import ScrollTraces

/// The samples of one motion, as every candidate law and engine sees them.
struct MotionWindow {
  /// The axis.
  let axis: Axis
  /// The time of the first sample, in s of the recording.
  let start: Double
  /// Times in s from there.
  let times: [Double]
  /// Overscroll in pt, positive outward, where the content returns to a known edge; else the offset from
  /// `origin`.
  let values: [Double]
  /// What was taken off the offsets, in pt.
  let origin: Double
  /// The edge beyond which it takes place; nil where the place of rest is not known.
  let edge: Edge?
  /// What the phase finder says it is; nil for a motion it could not tell.
  let kind: Phase.Kind?
  /// The steps of the values in pt.
  let quantum: Double?
  /// The root mean square of what rounding, noise and errors of the times leave of a true law, in pt; 0 where
  /// none of them is known.
  let expected: Double
  /// The usual time between samples, in s.
  let frame: Double
  /// Whether the motion ends at a rest.
  let endsAtRest: Bool

  var observations: Observations { Observations(abscissae: times, values: values) }
  var count: Int { times.count }
  var span: Double { times.last ?? 0 }
  /// The largest less the smallest value.
  var extent: Double { (values.max() ?? 0) - (values.min() ?? 0) }

  /// Whether engines are laid through it: rules per frame cannot be where the stamps leap.
  var isScored: Bool {
    count >= 6 && extent > 0 && extent < NumericLimits.largest
      && 60 * span < 10 * Double(count) + 600
  }

  /// Whether it goes one way and ever slower, as content does that was let go: falls and springs that ring are
  /// no engine's.
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
    // The way of the first third of the time against that of the last.
    let third = count / 3
    let early = direction * (values[third] - first) / max(times[third], 1e-9)
    let late =
      direction * (last - values[count - 1 - third]) / max(span - times[count - 1 - third], 1e-9)
    return late < 0.9 * early
  }

  /// - Parameters:
  ///   - range: the samples of the signal.
  ///   - motion: the same signal, with times that are those of the frames.
  init(
    _ signal: SampledChannel, _ motion: Motion, range: Range<Int>, edge: Edge?, kind: Phase.Kind?,
    endsAtRest: Bool
  ) {
    axis = signal.channel.axis
    start = motion.times[range.lowerBound]
    let first = start
    times = range.map { motion.times[$0] - first }
    let level = signal.values[range.upperBound - 1]
    origin = edge == nil ? level : 0
    values = range.map { edge?.overscroll(of: signal.values[$0]) ?? signal.values[$0] - level }
    self.edge = edge
    self.kind = kind
    self.endsAtRest = endsAtRest
    quantum = signal.quantum
    frame = motion.frame
    let rounding = (signal.quantum ?? 0) * (signal.quantum ?? 0) / 12
    var variance = rounding + motion.noise * motion.noise
    if motion.jitter > 0, range.count > 2 {
      var squares = 0.0
      for index in 1..<values.count where times[index] > times[index - 1] {
        let speed = (values[index] - values[index - 1]) / (times[index] - times[index - 1])
        squares += speed * speed
      }
      variance += motion.jitter * motion.jitter * squares / Double(values.count - 1)
    }
    expected = variance.squareRoot()
  }
}
