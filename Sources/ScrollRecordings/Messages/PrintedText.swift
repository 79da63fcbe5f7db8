/// Escapes text from a file or a file name for printing on one line.
package enum PrintedText {
  /// Maximum number of characters of a file's text in a message.
  package static let limit = 60

  /// `'abc'`, escaped and cut after 60 characters.
  package static func quoted(_ bytes: some Sequence<UInt8>) -> String {
    "'" + escaped(bytes, limit: limit) + "'"
  }

  /// `'abc'`, escaped and cut after 60 characters.
  package static func quoted(_ text: some StringProtocol) -> String { quoted(text.utf8) }

  /// The text, cut after 60 characters.
  package static func cut(_ text: String) -> String {
    text.utf8.count > limit && text.count > limit ? text.prefix(limit) + "..." : text
  }

  /// `"abc"`, for the names of columns and keys.
  package static func named(_ text: some StringProtocol) -> String {
    "\"" + escaped(text.utf8, limit: limit) + "\""
  }

  /// A word quoted for a shell, in a command for the user to type.
  package static func argument(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        switch byte | 0x20 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: "0123456789_-./=:,+@%".utf8.contains(byte)
        }
      }
    return isPlain ? word : script(word)
  }

  /// A script of a tool in quotation marks for a shell.
  package static func script(_ text: String) -> String {
    "'" + escaped(text).replacing("'", with: "'\\''") + "'"
  }

  /// The script of sed that writes another name in place of one.
  package static func renaming(_ name: String, to other: String, options: String = "") -> String {
    let pattern = name.map { "\\/.*[]^$".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return script("s/\(pattern)/\(other)/\(options)")
  }

  /// The whole text, escaped. Control and format characters, line and paragraph separators, private and unassigned
  /// characters appear as `\u{1b}`; common ones as `\n`, `\r` and `\t`; a byte kept by ``FileName`` as `\xff`.
  ///
  /// CI runners execute lines that begin with `::`, optionally after spaces, and `##[` and `##vso[` anywhere: one
  /// character of these is escaped too.
  package static func escaped(_ text: String) -> String {
    // The usual case: only letters and digits.
    if text.utf8.allSatisfy({
      0x20...0x7E ~= $0 && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "#")
    }) {
      return text
    }
    var result = String.UnicodeScalarView()
    /// The two preceding characters.
    var last: (Unicode.Scalar, Unicode.Scalar) = (" ", " ")
    for scalar in text.unicodeScalars {
      let isCommand =
        switch scalar {
        case ":": last.1 == ":" && last.0.properties.isWhitespace
        case "[", "v": last == ("#", "#")
        default: false
        }
      if isCommand {
        append(code: scalar, to: &result)
      } else {
        append(scalar, to: &result)
      }
      last = (last.1, scalar)
    }
    return String(result)
  }

  /// The first characters of bytes, escaped; invalid UTF-8 appears as U+FFFD.
  package static func escaped(_ bytes: some Sequence<UInt8>, limit: Int) -> String {
    var text = String.UnicodeScalarView()
    var count = 0
    var decoder = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    while true {
      let scalar: Unicode.Scalar
      switch decoder.parseScalar(from: &iterator) {
      case .emptyInput: return escaped(String(text))
      case .error: scalar = "\u{FFFD}"
      case .valid(let encoded): scalar = Unicode.UTF8.decode(encoded)
      }
      if count == limit { return escaped(String(text)) + "..." }
      count += 1
      text.append(scalar)
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout String.UnicodeScalarView) {
    switch scalar {
    case " "..."~": return text.append(scalar)
    case "\n": return text.append(contentsOf: "\\n".unicodeScalars)
    case "\r": return text.append(contentsOf: "\\r".unicodeScalars)
    case "\t": return text.append(contentsOf: "\\t".unicodeScalars)
    default: break
    }
    if let byte = FileName.byte(of: scalar) {
      return text.append(contentsOf: "\\x\(String(byte, radix: 16))".unicodeScalars)
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
      append(code: scalar, to: &text)
    default: text.append(scalar)
    }
  }

  private static func append(
    code scalar: Unicode.Scalar, to text: inout String.UnicodeScalarView
  ) {
    text.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
  }
}
