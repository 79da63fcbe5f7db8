/// What separates the fields of a row.
public enum Delimiter: String, Sendable, Hashable, CaseIterable {
  /// `,`
  case comma
  /// `;`
  case semicolon
  /// A tab.
  case tab
  /// `|`, never guessed.
  case pipe

  /// The character, in ASCII.
  public var byte: UInt8 {
    switch self {
    case .comma: UInt8(ascii: ",")
    case .semicolon: UInt8(ascii: ";")
    case .tab: UInt8(ascii: "\t")
    case .pipe: UInt8(ascii: "|")
    }
  }

  /// The delimiter that is this character or has this name; nil when there is none.
  public init?(_ text: String) {
    switch text {
    case ",": self = .comma
    case ";": self = .semicolon
    case "\t", "\\t": self = .tab
    case "|": self = .pipe
    default: self.init(rawValue: text)
    }
  }
}

/// How a file of recordings is written.
public struct Dialect: Sendable, Hashable {
  /// What separates fields.
  public var delimiter: Delimiter
  /// Whether the first row names the columns.
  public var hasHeader: Bool
  /// Whether the file starts with a byte order mark.
  public var hasByteOrderMark: Bool
  /// How the first line ends.
  public var lineEnding: LineEnding
  /// Whether rows were objects of JSON; `delimiter` says nothing then.
  public var isJSON = false

  /// Makes a dialect; this project's own is the default.
  public init(
    delimiter: Delimiter = .comma, hasHeader: Bool = true, hasByteOrderMark: Bool = false,
    lineEnding: LineEnding = .lf
  ) {
    self.delimiter = delimiter
    self.hasHeader = hasHeader
    self.hasByteOrderMark = hasByteOrderMark
    self.lineEnding = lineEnding
  }
}

/// What ends a line.
public enum LineEnding: String, Sendable, Hashable {
  /// Line feed.
  case lf
  /// Carriage return and line feed.
  case crlf
  /// Carriage return.
  case cr
}
