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

  /// The standard deviation of noise, from third differences, in which a smooth motion leaves little:
  /// x_n - 3 x_(n+1) + 3 x_(n+2) - x_(n+3) of independent noise has a variance of 20.
  var noise: Double {
    guard values.count > 8 else { return 0 }
    var differences: [Double] = []
    differences.reserveCapacity(values.count)
    for index in 3..<values.count {
      let outer = values[index] - values[index - 3]
      let inner = values[index - 1] - values[index - 2]
      differences.append(outer - 3 * inner)
    }
    return RobustLoss.scale(differences) / 20.0.squareRoot()
  }
}
