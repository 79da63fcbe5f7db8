/// The separator of the fields in a row.
public enum Delimiter: String, Sendable, Hashable, CaseIterable {
  /// `,`
  case comma
  /// `;`
  case semicolon
  /// A tab.
  case tab
  /// `|`, which is never detected automatically.
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

  /// The delimiter with this character or name; nil if there is none.
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

/// The format of a file of recordings.
public struct Dialect: Sendable, Hashable {
  /// The separator of fields.
  public var delimiter: Delimiter
  /// Whether the first row names the columns.
  public var hasHeader: Bool
  /// Whether the file starts with a byte order mark.
  public var hasByteOrderMark: Bool
  /// The end of the first line.
  public var lineEnding: LineEnding
  /// Whether rows are JSON objects; `delimiter` is then meaningless.
  public var isJSON = false

  /// Creates a dialect; the default is that of this project's format.
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

/// The end of a line.
public enum LineEnding: String, Sendable, Hashable {
  /// Line feed.
  case lf
  /// Carriage return and line feed.
  case crlf
  /// Carriage return.
  case cr
}
