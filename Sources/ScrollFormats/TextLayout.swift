internal import ScrollTraces

/// Text on a terminal: width, wrapping, and what may not reach it.
package enum TextLayout {
  /// Breaks a sentence into lines of at most `width` columns; a longer word stands alone.
  ///
  /// Escape codes of colours take no column, and a colour that goes on ends with its line and begins again in the next.
  package static func wrap(_ text: String, width: Int) -> [String] {
    if fits(text, width: width) { return [text] }
    guard text.utf8.contains(0x1B) else { return broken(text, width: width, count: \.count) }
    return coloured(broken(text, width: width, count: columns))
  }

  /// How many columns a word with colours takes.
  private static func columns(_ word: Substring) -> Int {
    var isCode = false
    return word.reduce(into: 0) { count, character in
      if character == "\u{1B}" { isCode = true }
      if !isCode { count += 1 }
      if character == "m" { isCode = false }
    }
  }

  /// Lines each of which has whole colours.
  private static func coloured(_ lines: [String]) -> [String] {
    let end = "\u{1B}[0m"
    var open = ""
    return lines.map { line in
      let start = open
      for code in line.split(separator: "\u{1B}", omittingEmptySubsequences: false).dropFirst() {
        let text = "\u{1B}" + code.prefix { $0 != "m" } + "m"
        open = text == end ? "" : text
      }
      return start + line + (open.isEmpty ? "" : end)
    }
  }

  /// A text in lines of words.
  private static func broken(
    _ text: String, width: Int, count: (Substring) -> Int
  ) -> [String] {
    var lines: [String] = []
    var line = ""
    var words: [Substring] = []
    for word in text.split(separator: " ") {
      // A per cent sign stays with its number.
      if word.first == "%", let last = words.popLast() {
        words.append("\(last) \(word)")
      } else {
        words.append(word)
      }
    }
    var length = 0
    for word in words {
      let columns = count(word)
      if line.isEmpty {
        line = String(word)
        length = columns
      } else if length + 1 + columns <= width {
        line += " " + word
        length += 1 + columns
      } else {
        lines.append(line)
        line = String(word)
        length = columns
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  /// Whether a text of single spaces and letters of one scalar each is so short that nothing has to be broken; false where
  /// that takes a longer look.
  private static func fits(_ text: String, width: Int) -> Bool {
    var columns = 0
    var isSpace = true
    for byte in text.utf8 {
      // From U+0300 on scalars may combine, and so do the two of an end of line.
      guard byte >= 0x20, byte < 0xCC, !(isSpace && byte == 0x20) else { return false }
      isSpace = byte == 0x20
      columns += byte & 0xC0 == 0x80 ? 0 : 1
    }
    return !isSpace && columns <= width
  }

  /// Texts one after the other with commas between them; one that does not fit into a line begins the next.
  package static func lines(of texts: [String], width: Int) -> [String] {
    var lines: [String] = []
    for text in texts {
      if let last = lines.last, last.count + 2 + text.count <= width {
        lines[lines.count - 1] += ", " + text
      } else {
        if !lines.isEmpty { lines[lines.count - 1] += "," }
        lines += wrap(text, width: width - 1)
      }
    }
    return lines
  }

  /// A label in a column of its own, the text wrapped beside it.
  package static func item(
    _ label: String, _ text: String, indent: Int, labelWidth: Int, width: Int
  )
    -> [String]
  {
    let margin = String(repeating: " ", count: indent)
    let hang = String(repeating: " ", count: indent + labelWidth)
    let lines = wrap(text, width: max(20, width - indent - labelWidth))
    // A label too long for its column, or one without a text, has a line of its own.
    guard let first = lines.first, label.count < labelWidth else {
      return [margin + label] + lines.map { hang + $0 }
    }
    return [margin + pad(label, to: labelWidth) + first] + lines.dropFirst().map { hang + $0 }
  }

  /// The title of a recording: its file and its name.
  package static func title(_ path: String, _ name: String?) -> String {
    escapedForTerminal(path == "-" ? "standard input" : path)
      + (name.map { ", \(escapedForTerminal($0))" } ?? "")
  }

  /// Rows in columns, the first of them titles.
  ///
  /// - Parameter isText: the columns that are aligned left.
  package static func table(
    _ rows: [[String]], isText: [Bool], style: TextStyle, narrows: Bool = false
  ) -> [String] {
    let widths = isText.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let isWide = widths.reduce(2 * widths.count, +) > style.width
    return rows.enumerated().map { index, row in
      let cells = row.enumerated().map {
        isText[$0] ? pad($1, to: widths[$0]) : padLeft($1, to: widths[$0])
      }
      let line = trimmed("  " + cells.joined(separator: narrows && isWide ? " " : "  "))
      return index == 0 ? style.faint(line) : line
    }
  }

  package static func pad(_ text: String, to width: Int) -> String {
    let count = text.count
    return count >= width ? text : text + spaces(width - count)
  }

  /// So many spaces.
  private static func spaces(_ count: Int) -> String {
    String(unsafeUninitializedCapacity: count) {
      $0.initialize(repeating: UInt8(ascii: " "))
      return count
    }
  }

  /// A line without the spaces at its end.
  package static func trimmed(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }

  package static func padLeft(_ text: String, to width: Int) -> String {
    let count = text.count
    return count >= width ? text : spaces(width - count) + text
  }
}

/// Text that came from a file or a file's name, made harmless for a terminal and for the log of a workflow.
///
/// Control characters, escapes, bidirectional marks and other format characters appear as `\u{1b}`,
/// the common ones as `\n`, `\r` and `\t`, bytes of names that are not UTF-8 as `\xff`; so does a character of what
/// would be a command to a runner: `::` at the start of a word, `##[`. Everything else is kept.
package func escapedForTerminal(_ text: String) -> String { PrintedText.escaped(text) }
