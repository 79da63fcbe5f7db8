/// Times that another statement prints.
extension LogPlan {
  /// The line of the first sample, if another statement prints a number as often that is the time of a frame.
  static func clockBeside(
    _ samples: [LogSample], _ key: String, _ reader: inout LogReader
  ) -> Int? {
    var counts: [String: Int] = [:]
    var line: Int?
    var own = 0
    for sample in samples {
      guard let other = reader.key(of: sample.bytes) else { continue }
      if other == key {
        own += 1
        line = line ?? sample.line
      } else if other.hasPrefix("p") {
        counts[other, default: 0] += 1
      }
    }
    for (other, count) in counts where abs(count - own) <= 1 {
      if SampleFacts(samples.map(\.bytes), other, &reader).frameClock != nil { return line }
    }
    return nil
  }
}
