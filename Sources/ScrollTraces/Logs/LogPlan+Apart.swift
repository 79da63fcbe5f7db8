/// Times that another statement prints.
extension LogPlan {
  /// The line of the first sample, if another statement prints a number as often that is the time of a frame.
  ///
  /// - Parameters:
  ///   - own: the samples of the statement with the key.
  ///   - all: the lines of all statements.
  static func clockBeside(
    _ own: [LogSample], _ key: String, among all: [LogSample], _ reader: inout LogReader
  ) -> Int? {
    var counts: [String: Int] = [:]
    for sample in all {
      guard let other = reader.key(of: sample.bytes), other != key, other.hasPrefix("p") else {
        continue
      }
      counts[other, default: 0] += 1
    }
    for (other, count) in counts where abs(count - own.count) <= 1 {
      if SampleFacts(all.map(\.bytes), other, &reader).frameClock != nil { return own.first?.line }
    }
    return nil
  }
}
