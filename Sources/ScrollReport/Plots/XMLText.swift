internal import ScrollFormats

/// Text in XML: SVG and HTML.
enum XMLText {
  /// Text escaped for element content and attributes; characters that XML does not allow are printed as by
  /// ``escapedForTerminal(_:)``.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in escapedForTerminal(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      // Noncharacters, which XML does not allow.
      case "\u{FFFE}", "\u{FFFF}": result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
