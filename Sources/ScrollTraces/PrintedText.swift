/// Text from a file made safe to print in one line.
enum PrintedText {
  /// The most characters of a file's text that a message repeats.
  static let limit = 60

  /// `'abc'`, escaped and cut after 60 characters.
  static func quoted(_ bytes: some Sequence<UInt8>) -> String {
    "'" + escaped(bytes, limit: limit) + "'"
  }

  /// `'abc'`, escaped and cut after 60 characters.
  static func quoted(_ text: some StringProtocol) -> String { quoted(text.utf8) }

  /// `"abc"`, for the names of columns and keys.
  static func named(_ text: some StringProtocol) -> String {
    "\"" + escaped(text.utf8, limit: limit) + "\""
  }

  /// The whole text, escaped.
  static func escaped(_ text: String) -> String { escaped(text.utf8, limit: .max) }

  /// Escapes what would not show or would act on a terminal: control and format characters, line
  /// and paragraph separators, and bytes that are not UTF-8.
  static func escaped(_ bytes: some Sequence<UInt8>, limit: Int) -> String {
    var text = ""
    var count = 0
    var decoder = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    while true {
      let piece: String
      switch decoder.parseScalar(from: &iterator) {
      case .emptyInput: return text
      case .error: piece = "\u{FFFD}"
      case .valid(let encoded): piece = escaped(Unicode.UTF8.decode(encoded))
      }
      if count == limit { return text + "..." }
      count += 1
      text += piece
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
      return "\\u{" + String(scalar.value, radix: 16) + "}"
    default: return String(scalar)
    }
  }
}
