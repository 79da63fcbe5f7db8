enum PageText {
  /// A path or name, escaped, with allowed line breaks after `/`, `_` and `.`.
  static func broken(_ text: String) -> String {
    var result = ""
    for character in XMLText.escaped(text) {
      result.append(character)
      if "/_.".contains(character) { result += "<wbr>" }
    }
    return result
  }

  /// Warning codes as links to their explanations.
  static func codes(_ codes: [String]) -> String {
    codes.map { "<a href=\"#\($0)\">\($0)</a>" }.joined(separator: " ")
  }

  static func section(_ id: String, _ title: String, _ body: String) -> String {
    "<section aria-labelledby=\"\(id)\">\n<h2 id=\"\(id)\">\(title)</h2>\n\(body)</section>\n"
  }

  /// A collapsed part.
  static func details(_ title: String, _ body: String, prints: Bool = false) -> String {
    "<details\(prints ? " class=\"prints\"" : "")><summary>\(XMLText.escaped(title))</summary>\n"
      + "\(body)</details>\n"
  }
}
