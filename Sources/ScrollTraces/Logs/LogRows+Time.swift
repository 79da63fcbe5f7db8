internal import ScrollRecordings

/// Where samples have their times, for commands to type.
extension LogRows {
  /// The place of an unnamed number in a sample.
  mutating func number(_ index: Int, of sample: LogSample) -> Range<Int> {
    sample.bytes.withUnsafeBytes { bytes in
      let plain = reader.shape(of: bytes).shape.plain
      return reader.tokens[plain[index]].range
    }
  }

  /// Keeps where the lines have their time.
  mutating func noteTime(of sample: LogSample, _ plan: LogPlan) {
    let shape = sample.bytes.withUnsafeBytes { reader.shape(of: $0) }.shape
    facts.hasClock = plan.hasClock
    facts.isDated =
      plan.hasClock && reader.tokens.first?.kind == .date && reader.tokens[0].range.count == 10
      && sample.bytes.prefix(4).allSatisfy(isDigit)
    guard let index = plan.time.index(of: shape.plain.count) else { return }
    facts.isTimeUnnamed = true
    facts.isTimeInFront = sample.isFirstNumber(at: reader.tokens[shape.plain[index]].range)
  }
}
