internal import CurveFitting
internal import ScrollTraces

/// One channel of a recording with the facts about its sampling.
struct SampledChannel {
  var channel: Channel
  var times: [Double]
  var facts: SamplingFacts
  var timing: Timing
  /// The standard deviation of the noise of the recorded values, in pt.
  let noise: Double
  /// The log of changes that it comes from, with its frames put back; nil for other recordings.
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

  /// A signal in which something moves.
  ///
  /// - Parameters:
  ///   - facts: those of another channel of the recording, if they are known, spare the work on its stamps.
  ///   - hasNoise: whether its noise is asked for, which is 0 else.
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

  /// A signal in which something moves, and the recording that its samples count in: a log of changes has got
  /// back the frames that it left out.
  ///
  /// - Parameter facts: those of another channel of the recording, if they are known.
  static func held(
    moving channel: Channel, of trace: Trace, beside facts: SamplingFacts? = nil
  ) throws(FitFailure) -> (signal: SampledChannel, trace: Trace) {
    let signal = try SampledChannel(moving: channel, of: trace, beside: facts)
    guard let held = GapFilledTrace(trace, facts: signal.facts),
      let whole = held.trace.channel(channel.role, axis: channel.axis)
    else { return (signal, trace) }
    return (SampledChannel(held.trace, channel: whole, facts: held.facts, held: held), held.trace)
  }

  /// The offset along an axis, with the frames that a log of changes left out.
  ///
  /// - Parameters:
  ///   - facts: those of another channel of the recording, if they are known.
  ///   - motion: what its samples are of, for a message.
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

  /// The error of a recorded value by rounding, at most: half a quantum, a whole one where digits
  /// were cut off that are not those of a pixel grid.
  var roundingBound: Double? {
    facts.quantum.map {
      $0.pixelsPerPoint == nil && $0.isDecimalsTruncated ? $0.value : $0.value / 2
    }
  }

  /// The noise as recorded; 0 where it is no more than the rounding.
  var noiseBesideRounding: Double { noise > 0.5 * (quantum ?? 0) ? noise : 0 }

  /// How far values go back where the motion turns, in pt: less may be rounding or noise.
  func turn(noise: Double) -> Double { max(3 * (quantum ?? 0), 6 * noise) }

  /// A value on the pixel grid it was rounded to, the error of printing it removed.
  func snapped(_ value: Double) -> Double {
    guard let quantum = facts.quantum, let scale = quantum.pixelsPerPoint else { return value }
    return (value * scale).rounded() / scale
  }

  /// Each value replaced by the median of five, to see where things begin and end, not to fit: a motion that
  /// goes one way stays what it is, whatever its stamps, stray values vanish, and noise halves. And the
  /// noise that is left.
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
      // The second and the third of the four others enclose it.
      smooth[index] = Self.median(
        values[index], max(min(a, b), min(c, d)), min(max(a, b), max(c, d)))
    }
    // Below half a quantum it is the rounding itself.
    return (smooth, noise > 0.5 * (quantum ?? 0) ? 0.54 * noise : 0)
  }

  /// The values with stray ones moved onto the motion: where it goes fast a median of five moves by a frame beside them.
  var withoutStraySamples: [Double] {
    StraySamples.replaced(times: times, values: values, quantum: quantum ?? 0, noise: noise)
  }

  private static func median(_ a: Double, _ b: Double, _ c: Double) -> Double {
    max(min(a, b), min(max(a, b), c))
  }

  /// So many differences tell noise to a per cent; more of them only take time.
  private static let mostDifferences = 20_000

  /// The standard deviation of noise, from third differences, in which a smooth motion leaves little:
  /// x_n - 3 x_(n+1) + 3 x_(n+2) - x_(n+3) of independent noise has a variance of 20.
  ///
  /// Of a recording of more than 20 000 samples only the parts that change are looked at, and of those
  /// differences every second, third, ..., so that at most 20 000 are left. O(n), and one sorting of these.
  static func noise(_ values: [Double], times: [Double]) -> Double {
    guard values.count > 8 else { return 0 }
    let isLong = values.count > mostDifferences
    func isUsable(_ index: Int) -> Bool {
      // Only steps of one length: a lost frame is no noise.
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
