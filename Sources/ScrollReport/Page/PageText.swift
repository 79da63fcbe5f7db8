/// Text of a page.
enum PageText {
  /// A path or a name, escaped, that may break after the marks between its words.
  static func broken(_ text: String) -> String {
    var result = ""
    for character in XMLText.escaped(text) {
      result.append(character)
      if "/_.".contains(character) { result += "<wbr>" }
    }
    return result
  }

  /// Codes of warnings that lead to what they mean.
  static func codes(_ codes: [String]) -> String {
    codes.map { "<a href=\"#\($0)\">\($0)</a>" }.joined(separator: " ")
  }

  /// A part of the page with its heading.
  static func section(_ id: String, _ title: String, _ body: String) -> String {
    "<section aria-labelledby=\"\(id)\">\n<h2 id=\"\(id)\">\(title)</h2>\n\(body)</section>\n"
  }

  /// A folded part.
  static func details(_ title: String, _ body: String, prints: Bool = false) -> String {
    "<details\(prints ? " class=\"prints\"" : "")><summary>\(XMLText.escaped(title))</summary>\n"
      + "\(body)</details>\n"
  }
}
