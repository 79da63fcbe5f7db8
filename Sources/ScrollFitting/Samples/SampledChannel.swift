internal import CurveFitting
internal import ScrollRecordings

/// One channel of a recording with its sampling.
struct SampledChannel {
  var channel: Channel
  var times: [Double]
  var facts: SamplingFacts
  var timing: Timing
  /// The standard deviation of the noise of the recorded values, in pt.
  let noise: Double
  /// The recording of changes that it belongs to, with the missing frames filled in; nil for other recordings.
  let held: GapFilledTrace?

  init(_ trace: Trace, channel: Channel) {
    self.init(trace, channel: channel, facts: SamplingFacts(trace, channel: channel))
  }

  init(
    _ trace: Trace, channel: Channel, facts: SamplingFacts, held: GapFilledTrace? = nil,
    hasNoise: Bool = true
  ) {
    self.held = held
    self.channel = channel
    self.facts = facts
    times = trace.times
    timing = trace.timing
    noise = hasNoise ? Self.noise(channel.values, times: trace.times) : 0
  }

  /// A signal with motion.
  ///
  /// - Parameters:
  ///   - facts: the sampling of another channel of the recording, if known, to avoid analysing its stamps again.
  ///   - hasNoise: whether the noise is estimated; else it is 0.
  init(
    moving channel: Channel, of trace: Trace, beside facts: SamplingFacts? = nil,
    hasNoise: Bool = true
  ) throws(FitFailure) {
    guard let first = channel.values.first, channel.values.contains(where: { $0 != first }) else {
      throw FitFailure(
        .noMotion, "the \(channel.role.rawValue) never changes",
        help: "record while the content moves")
    }
    guard channel.values.contains(where: { ($0 - first).magnitude >= NumericLimits.smallest })
    else {
      throw FitFailure(
        .noMotion, "the \(channel.role.rawValue) changes by less than 1e-12 pt",
        help: "name its unit and the pixels of a point, as in offset_y_px and --scale")
    }
    self.init(
      trace, channel: channel,
      facts: facts.map { trace.channels.count == 1 ? $0 : $0.looking(at: channel, of: trace) }
        ?? SamplingFacts(trace, channel: channel), hasNoise: hasNoise)
  }

  /// A signal with motion, and the recording that its sample indices refer to. The missing frames of a recording of
  /// changes are filled in.
  ///
  /// - Parameter facts: the sampling of another channel of the recording, if known.
  static func held(
    moving channel: Channel, of trace: Trace, beside facts: SamplingFacts? = nil
  ) throws(FitFailure) -> (signal: SampledChannel, trace: Trace) {
    let signal = try SampledChannel(moving: channel, of: trace, beside: facts)
    guard let held = GapFilledTrace(trace, facts: signal.facts),
      let whole = held.trace.channel(channel.role, axis: channel.axis)
    else { return (signal, trace) }
    return (SampledChannel(held.trace, channel: whole, facts: held.facts, held: held), held.trace)
  }

  /// The offset along an axis, with the missing frames of a recording of changes filled in.
  ///
  /// - Parameters:
  ///   - facts: the sampling of another channel of the recording, if known.
  ///   - motion: the motion, for a message.
  static func offset(
    of trace: Trace, axis: Axis, beside facts: SamplingFacts?, of motion: String
  ) throws(FitFailure) -> SampledChannel {
    try trace.refuseTable(
      asSamplesOf: "\(motion)",
      help: "it is fitted to a column offset_y or offset_x")
    let channel = try trace.offset(along: axis)
    return try held(moving: channel, of: trace, beside: facts).signal
  }

  var values: [Double] { channel.values }
  var quantum: Double? { facts.quantum?.value }

  /// The maximum rounding error of a recorded value: half a quantum, or a whole one if decimals were truncated and the
  /// values are not on a pixel grid.
  var roundingBound: Double? {
    facts.quantum.map {
      $0.pixelsPerPoint == nil && $0.isDecimalsTruncated ? $0.value : $0.value / 2
    }
  }

  /// The noise as recorded; 0 if it is below half a quantum.
  var noiseBesideRounding: Double { noise > 0.5 * (quantum ?? 0) ? noise : 0 }

  /// The minimum reversal that counts as a turn, in pt: smaller ones may be rounding or noise.
  func turn(noise: Double) -> Double { max(3 * (quantum ?? 0), 6 * noise) }

  /// A value rounded to the pixel grid, which removes the error of its printed decimals.
  func snapped(_ value: Double) -> Double {
    guard let quantum = facts.quantum, let scale = quantum.pixelsPerPoint else { return value }
    return (value * scale).rounded() / scale
  }

  /// Each value replaced by a median of five, and the remaining noise: for detecting where motions begin and end, not
  /// for fits. It does not change a monotone motion, even with uneven stamps. It removes outliers and halves noise.
  var smoothed: (values: [Double], noise: Double) {
    let values = withoutStraySamples
    let count = values.count
    guard count > 8 else { return (values, noise) }
    var smooth = values
    smooth[1] = Self.median(values[0], values[1], values[2])
    smooth[count - 2] = Self.median(values[count - 3], values[count - 2], values[count - 1])
    for index in 2..<count - 2 {
      let (a, b, c, d) = (
        values[index - 2], values[index - 1], values[index + 1], values[index + 2]
      )
      // The median of five is between the second and third of the four others.
      smooth[index] = Self.median(
        values[index], max(min(a, b), min(c, d)), min(max(a, b), max(c, d)))
    }
    // Below half a quantum, noise is only rounding.
    return (smooth, noise > 0.5 * (quantum ?? 0) ? 0.54 * noise : 0)
  }

  /// The values with outliers moved onto the motion. In a fast motion a median of five would be wrong by a frame beside
  /// them.
  var withoutStraySamples: [Double] {
    StraySamples.replaced(times: times, values: values, quantum: quantum ?? 0, noise: noise)
  }

  private static func median(_ a: Double, _ b: Double, _ c: Double) -> Double {
    max(min(a, b), min(max(a, b), c))
  }

  /// The maximum number of differences: enough to estimate noise to one per cent.
  private static let mostDifferences = 20_000

  /// The standard deviation of noise, from third differences, in which smooth motions almost vanish:
  /// x_n - 3 x_(n+1) + 3 x_(n+2) - x_(n+3) of independent noise has 20 times its variance.
  ///
  /// For a recording of more than 20 000 samples only parts that change are used, and a regular subset of at most
  /// 20 000 differences. O(n), and one sort of the differences.
  static func noise(_ values: [Double], times: [Double]) -> Double {
    guard values.count > 8 else { return 0 }
    let isLong = values.count > mostDifferences
    func isUsable(_ index: Int) -> Bool {
      // Only steps of equal length: a lost frame is not noise.
      let step = times[index] - times[index - 1]
      guard
        (times[index - 1] - times[index - 2] - step).magnitude <= 0.3 * step,
        (times[index - 2] - times[index - 3] - step).magnitude <= 0.3 * step
      else { return false }
      return !isLong || values[index] != values[index - 1]
        || values[index - 1] != values[index - 2] || values[index - 2] != values[index - 3]
    }
    let usable = isLong ? (3..<values.count).count(where: isUsable) : 0
    let stride = max(1, (usable + mostDifferences - 1) / mostDifferences)
    var differences: [Double] = []
    differences.reserveCapacity(min(values.count, mostDifferences))
    var seen = 0
    for index in 3..<values.count where isUsable(index) {
      seen += 1
      guard seen % stride == 0 else { continue }
      let outer = values[index] - values[index - 3]
      let inner = values[index - 1] - values[index - 2]
      differences.append(outer - 3 * inner)
    }
    guard differences.count >= 5 else { return 0 }
    return RobustLoss.scale(differences) / 20.0.squareRoot()
  }
}
