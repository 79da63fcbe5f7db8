internal import ScrollRecordings

/// The structure of a log line: its numbers and their names. It is the same for all lines from one statement of a
/// program.
struct LogShape {
  /// A number with a name.
  struct Value {
    var name: String
    /// The index of its token.
    var token: Int
  }

  /// The program, tag or file that prints the line: `App`, `flutter`, `Scroll`.
  var source = ""
  /// The words before unnamed numbers.
  var words = ""
  /// The words before the first number; nil if there is no number.
  var front: String?
  /// The named numbers, with unique names.
  var values: [Value] = []
  /// The tokens of the unnamed numbers, in order.
  var plain: [Int] = []
  /// The first of two of these that are in brackets together, by its index in ``plain``; nil if there are none.
  var pairStart: Int?
  /// Whether unnamed numbers are in brackets.
  var isBracketed = false
  /// The token of the time of day.
  var clock: Int?
  /// The token of a word that names the phase; `name` states whether it is a `momentum` flag.
  var phase: Value?
  /// The words that conditions request, by name.
  var labels: [Value] = []
  /// Whether an unnamed number is before all words.
  var isLed = false
  /// Whether the line begins as log lines do: with a time of day, or with a tag in the style of logcat or Flutter.
  var isMarked = false
  /// Whether the line is one of logcat, of a program that does not count points as those of frameworks do.
  var isOfAndroid = false
  /// Whether two numbers could be one with a decimal comma.
  var hasDecimalComma = false
  /// Whether a count of frames follows a time of day: `00:00:12:07`.
  var hasTimeCode = false
  /// Whether numbers could be one with a thousands separator: `1,003.5`.
  var hasThousands = false
  /// The first token of the message, after stamp, source and labels; nil if there is no message.
  var message: Int?
  /// Whether the message is a comment: `# scale: 3`.
  var isComment = false
  /// The number of cells of a message with the column names of a table; nil for other messages.
  var headerCount: Int?
  /// Whether there are only numbers and separators.
  var isBare = false
  /// Whether numbers are those of a transform of CSS.
  var isTransform = false
  /// Whether a word follows an unnamed number: `Loaded 3 items`.
  var hasTail = false
  /// Whether a number behind another one is said to be its time: `12.5 at 812.25`, `12.5 @ 812.25`.
  var saysTime = false
  /// Whether two numbers are the ends of a range: `0.0..[800.0]..3200.0`, as Flutter prints the extents of a viewport.
  var hasRange = false

  /// The number that is the time of the sample on a following line, in a line without a sample.
  func stamp(_ names: LogNames) -> LogStamp.Place? {
    guard key(names) == nil else { return nil }
    if let time = values.first(where: { LogNames.role($0.name) == .time }) {
      return LogStamp.Place(name: time.name, token: time.token)
    }
    return clock.map { LogStamp.Place(name: nil, token: $0) }
  }

  /// The key of lines with the same names, none of which is measured; nil if there are only
  /// times.
  var unknownKey: String? {
    values.allSatisfy { LogNames.role($0.name) == .time }
      ? nil : "u|\(source)|" + values.map(\.name).sorted().joined(separator: "|")
  }

  /// The key that the sample lines of one recording share; nil for a line without a sample.
  ///
  /// For numbers with known names it consists of source and names. If no name is known, the line must have one to three
  /// unnamed numbers and no words after them, and the key contains the words.
  func key(_ names: LogNames) -> String? {
    // One speed alone is no gesture.
    let measured = values.filter { names.isMeasured($0.name) }
    if measured.count > 1
      || measured.contains(where: { LogNames.role($0.name)?.isTable != true })
    {
      return "n|\(source)|" + values.map(\.name).sorted().joined(separator: "|")
    }
    guard (1...3).contains(plain.count) || plain.count == 4 && pairStart == 1, !hasTail, !hasRange,
      values.allSatisfy({ LogNames.role($0.name) == .time })
    else { return nil }
    let time = values.map(\.name).sorted().joined(separator: "|")
    return "p|\(source)|\(words)|\(plain.count)|\(pairStart == nil ? 0 : 2)|\(time)"
  }
}
