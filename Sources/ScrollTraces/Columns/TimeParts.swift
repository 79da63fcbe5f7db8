internal import ScrollRecordings

/// A time in two columns: whole seconds, and in another one what follows them, as `tv_sec` and `tv_nsec`; or a count, and in
/// another one what a second has of it, as the `value` and `timescale` of a `CMTime`.
struct TimeParts {
  /// The name of the seconds.
  let whole: String
  /// The name of the rest.
  let part: String
  /// The number of decimals that the rest counts; 0 if it is what a second has of the other one.
  private let digits: Int

  private static let ends: [(part: String, whole: String, digits: Int)] = [
    ("nsec", "sec", 9), ("nanosec", "sec", 9), ("usec", "sec", 6), ("nsecs", "secs", 9),
    ("usecs", "secs", 6), ("nanos", "secs", 9), ("nanos", "seconds", 9),
    ("nanoseconds", "seconds", 9), ("micros", "seconds", 6), ("microseconds", "seconds", 6),
    ("nanos_since_epoch", "secs_since_epoch", 9), ("_ns", "_s", 9), ("_us", "_s", 6),
    ("timescale", "value", 0),
  ]

  /// The time of which a name is the rest; nil if no other name is that of its seconds.
  init?(part: String, in names: [String]) {
    for end in Self.ends where part.hasSuffix(end.part) {
      let name = part.dropLast(end.part.count) + end.whole
      guard names.contains(String(name)) else { continue }
      (whole, self.part, digits) = (String(name), part, end.digits)
      return
    }
    return nil
  }

  /// The time of which a name is that of the seconds; nil if no other name is that of its rest.
  init?(whole: String, in names: [String]) {
    for end in Self.ends where whole.hasSuffix(end.whole) {
      let name = whole.dropLast(end.whole.count) + end.part
      guard names.contains(String(name)) else { continue }
      (self.whole, part, digits) = (whole, String(name), end.digits)
      return
    }
    return nil
  }

  /// Whether the part is what a second has of the other one.
  var isScale: Bool { digits == 0 }

  /// The time in the syntax of jq, from that of both numbers.
  func sum(_ whole: String, _ part: String) -> String {
    isScale ? "\(whole) / \(part)" : "\(whole) + \(part) / 1e\(digits)"
  }

  /// What to type for a table with these columns.
  func tableHelp(_ names: [String], _ delimiter: Delimiter) -> String {
    let mark = String(UnicodeScalar(delimiter.byte))
    let cells = [whole, part].map { "$\((names.firstIndex(of: $0) ?? 0) + 1)" }
    let sum =
      isScale
      ? "\"%.9f\", \(cells[0]) / \(cells[1])" : "\"%d.%0\(digits)d\", \(cells[0]), \(cells[1])"
    return help(
      "awk -F '\(mark)' -v OFS='\(mark)' '\(cells[1]) + 0 == \(cells[1]) { \(cells[0]) ="
        + " sprintf(\(sum)) } 1'")
  }

  /// What to type for a log or JSON, in which the rest follows the seconds.
  var textHelp: String {
    // The names of nested objects stand alone there.
    let names = [whole, part].map { $0.split(separator: ".").last ?? "" }
    let isPlain = names.joined().utf8.allSatisfy {
      ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "_")
    }
    guard isPlain else { return "print both as one number, in s" }
    if isScale {
      return help(
        "perl -0pe 's{\\b\(names[0])\\W+\\K(\\d+)(?=.*?\\b\(names[1])\\W+(\\d+))}{$1 / $2}gse'")
    }
    return help(
      "perl -0pe 's/(\\b\(names[0])\\W+)(\\d+)(.*?\\b\(names[1])\\W+)(\\d+)/sprintf"
        + " \"$1%d.%0\(digits)d$3$4\", $2, $4/gse'")
  }

  private func help(_ command: String) -> String {
    (isScale
      ? "if a second has \(PrintedText.named(part)) of \(PrintedText.named(whole)), divide:"
      : "if \(PrintedText.named(part)) goes on from \(PrintedText.named(whole)), add it:")
      + " \(PrintedText.escaped(command)) FILE | scrollfit fit --time \(PrintedText.argument(whole)) -"
  }
}
