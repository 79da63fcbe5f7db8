internal import CurveFitting
internal import ScrollTraces

/// One channel of a recording with the facts about its sampling.
struct Signal {
  var channel: Channel
  var times: [Double]
  var facts: SamplingFacts
  var timing: Timing

  init(_ trace: Trace, channel: Channel) {
    self.channel = channel
    times = trace.times
    facts = SamplingFacts(trace, channel: channel)
    timing = trace.timing
  }

  /// A signal in which something moves.
  init(moving channel: Channel, of trace: Trace) throws(FitFailure) {
    guard let first = channel.values.first, channel.values.contains(where: { $0 != first }) else {
      throw FitFailure(
        .noMotion, "the \(channel.role.rawValue) never changes",
        help: "record while the content moves")
    }
    self.init(trace, channel: channel)
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

  /// A value on the pixel grid it was rounded to, the error of printing it removed.
  func snapped(_ value: Double) -> Double {
    guard let quantum = facts.quantum, let scale = quantum.pixelsPerPoint else { return value }
    return (value * scale).rounded() / scale
  }

  /// Each value replaced by the median of five, to see where things begin and end, not to fit: a motion that
  /// goes one way stays what it is, whatever its stamps, stray values vanish, and noise halves. And the
  /// noise that is left.
  var smoothed: (values: [Double], noise: Double) {
    let noise = noise
    guard values.count > 8 else { return (values, noise) }
    let smooth = values.indices.map { index in
      let reach = min(2, index, values.count - 1 - index)
      return values[(index - reach)...(index + reach)].sorted()[reach]
    }
    // Below half a quantum it is the rounding itself.
    return (smooth, noise > 0.5 * (quantum ?? 0) ? 0.54 * noise : 0)
  }

  /// The standard deviation of noise, from third differences, in which a smooth motion leaves little:
  /// x_n - 3 x_(n+1) + 3 x_(n+2) - x_(n+3) of independent noise has a variance of 20.
  var noise: Double {
    guard values.count > 8 else { return 0 }
    var differences: [Double] = []
    differences.reserveCapacity(values.count)
    for index in 3..<values.count {
      // Only steps of one length: a lost frame is no noise.
      let step = times[index] - times[index - 1]
      guard
        (times[index - 1] - times[index - 2] - step).magnitude <= 0.3 * step,
        (times[index - 2] - times[index - 3] - step).magnitude <= 0.3 * step
      else { continue }
      let outer = values[index] - values[index - 3]
      let inner = values[index - 1] - values[index - 2]
      differences.append(outer - 3 * inner)
    }
    guard differences.count >= 5 else { return 0 }
    return RobustLoss.scale(differences) / 20.0.squareRoot()
  }
}
