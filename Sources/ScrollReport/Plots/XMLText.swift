/// Text inside XML: SVG, HTML.
enum XMLText {
  /// A text that may stand between tags and in attributes; what XML cannot hold appears as in
  /// ``terminalSafe(_:)``.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in terminalSafe(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      // No characters at all, though Unicode has them.
      case "\u{FFFE}", "\u{FFFF}": result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
