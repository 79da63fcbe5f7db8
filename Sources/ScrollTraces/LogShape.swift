/// What the numbers of a line of a log are, by its words: the same for all lines that one statement of a program prints.
struct LogShape {
  /// A number with a name.
  struct Value {
    var name: String
    /// The number of its token.
    var token: Int
  }

  /// Which program, tag or place prints: `App`, `flutter`, `Scroll`.
  var source = ""
  /// The words in front of numbers without a name.
  var words = ""
  /// The numbers with names, each name once.
  var values: [Value] = []
  /// The numbers without names, in their order.
  var plain: [Int] = []
  /// How many of them are in brackets together, the last ones.
  var pairedCount = 0
  /// The time of day, as a token.
  var clock: Int?
  /// A word that names the phase, as a token, and whether it says `momentum`.
  var phase: Value?
  /// Words that conditions ask for, by their names.
  var labels: [Value] = []
  /// Whether the numbers without names are two in square brackets.
  var isSquare = false
  /// Whether a number without a name stands in front of all words.
  var isLed = false
  /// Whether the line begins as a log does: with a time of day, or a tag as logcat and Flutter have it.
  var isMarked = false
  /// Whether the numbers could be one with a decimal comma.
  var hasDecimalComma = false
  /// Whether the numbers could be one with a thousands separator: `1,003.5`.
  var hasThousands = false
  /// The token at which the message begins, behind stamp, source and labels; nil where there is none.
  var message: Int?
  /// Whether the message is a comment: `# scale: 3`.
  var isComment = false
  /// The number of cells of a message that names the columns of a table; nil for other messages.
  var headerCount: Int?
  /// Whether there are only numbers and what separates them.
  var isBare = false
  /// Whether a word follows a number without a name: `Loaded 3 items`.
  var hasTail = false

  /// What lines must have in common to be samples of one recording; nil where a line holds no sample.
  ///
  /// Numbers with known names have the source and the names in common. Where no name is known one to three numbers
  /// without names, and nothing behind them, have their words in common.
  func key(_ names: LogNames) -> String? {
    if values.contains(where: { names.isMeasured($0.name) }) {
      return "n|\(source)|" + values.map(\.name).sorted().joined(separator: "|")
    }
    guard (1...3).contains(plain.count), !hasTail,
      values.allSatisfy({ LogNames.role($0.name) == .time })
    else { return nil }
    let time = values.map(\.name).sorted().joined(separator: "|")
    return "p|\(source)|\(words)|\(plain.count)|\(pairedCount)|\(time)"
  }
}
