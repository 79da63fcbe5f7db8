public import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// One result as a line of JSON: an element of `results` preceded by `format_version` and `settings`.
public enum ResultLine {
  /// The line of a result, without a line end.
  ///
  /// - Parameters:
  ///   - result: the result of one recording.
  ///   - settings: the hash of all settings that the result depends on; nil if no run will resume from it.
  ///   - hasSeries: whether the samples of each fit are listed.
  public static func text(
    _ result: TraceResult, settings: UInt64?, hasSeries: Bool = false
  ) -> String {
    line(ResultMembers(result, settings: settings), hasSeries: hasSeries)
  }

  /// The line of a file that could not be read, without a line end.
  public static func text(_ failure: ReadingFailure, settings: UInt64?) -> String {
    line(ResultMembers(failure, settings: settings))
  }

  /// Whether bytes are a truncated result line, as an interrupted write leaves it.
  static func isBroken(_ bytes: [UInt8]) -> Bool {
    var parser = JSONParser(bytes: bytes)
    if (try? parser.document()) != nil || !parser.isAtEnd { return false }
    // The parts of the beginning of a line, and the bytes allowed between them.
    var rest = bytes[...]
    func takes(_ text: String) -> Bool {
      let count = min(text.utf8.count, rest.count)
      guard rest.prefix(count).elementsEqual(text.utf8.prefix(count)) else { return false }
      rest = rest.dropFirst(count)
      return true
    }
    func takes(_ allowed: String, atMost count: Int) -> Bool {
      let found = rest.prefix { allowed.utf8.contains($0) }
      rest = rest.dropFirst(found.count)
      return found.count <= count
    }
    guard takes(#"{"format_version":""#), takes("0123456789.", atMost: 16),
      takes(#"","settings":"#)
    else { return false }
    if rest.first == UInt8(ascii: "n") {
      guard takes("null") else { return false }
    } else {
      guard takes("\""), takes("0123456789abcdef", atMost: 16), takes("\"") else { return false }
    }
    return takes(#","source":{"path":""#)
  }

  private static func line(_ result: ResultMembers, hasSeries: Bool = false) -> String {
    var json = JSONWriter(isPretty: false)
    let members = hasSeries ? ResultMembers.lineWithSeries : ResultMembers.line
    json.object { members.write(result, to: &$0) }
    return json.text
  }
}

extension BatchRecord {
  /// The record of a file that could not be read.
  public init(_ failure: ReadingFailure) {
    self.init(
      source: BatchSource(
        path: failure.path, trace: failure.trace, line: failure.failure.line ?? 0),
      contentHash: nil)
    self.failure = failure.failure
  }
}
