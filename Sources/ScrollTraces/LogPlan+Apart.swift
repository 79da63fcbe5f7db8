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
    guard let most = counts.max(by: { $0.value < $1.value }), abs(most.value - own) <= 1 else {
      return nil
    }
    return SampleFacts(samples.map(\.bytes), most.key, &reader).frameClock == nil ? nil : line
  }
}
