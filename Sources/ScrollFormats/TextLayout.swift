internal import ScrollTraces

/// Layout of text for a terminal: width, wrapping and escaping.
package enum TextLayout {
  /// Wraps a sentence into lines of at most `width` columns; a longer word is a line of its own.
  ///
  /// Colour codes take no columns. A colour that continues ends at the end of a line and starts again in the next one.
  package static func wrap(_ text: String, width: Int) -> [String] {
    if fits(text, width: width) { return [text] }
    guard text.utf8.contains(0x1B) else { return broken(text, width: width, count: \.count) }
    return coloured(broken(text, width: width, count: columns))
  }

  /// The number of columns of a word with colour codes.
  private static func columns(_ word: Substring) -> Int {
    var isCode = false
    return word.reduce(into: 0) { count, character in
      if character == "\u{1B}" { isCode = true }
      if !isCode { count += 1 }
      if character == "m" { isCode = false }
    }
  }

  /// Lines that each start and end their colours.
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

  /// Text wrapped between words.
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

  /// A fast test whether a text of single spaces and simple characters fits the width; false also if that is uncertain.
  private static func fits(_ text: String, width: Int) -> Bool {
    var columns = 0
    var isSpace = true
    for byte in text.utf8 {
      // Scalars from U+0300 on may combine, as may CR and LF.
      guard byte >= 0x20, byte < 0xCC, !(isSpace && byte == 0x20) else { return false }
      isSpace = byte == 0x20
      columns += byte & 0xC0 == 0x80 ? 0 : 1
    }
    return !isSpace && columns <= width
  }

  /// Joins texts with commas; a text that does not fit in the line starts the next one.
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

  /// The title of a recording: its file and its name.
  package static func title(_ path: String, _ name: String?) -> String {
    escapedForTerminal(path == "-" ? "standard input" : path)
      + (name.map { ", \(escapedForTerminal($0))" } ?? "")
  }

  package static func pad(_ text: String, to width: Int) -> String {
    let count = text.count
    return count >= width ? text : text + spaces(width - count)
  }

  fileprivate static func spaces(_ count: Int) -> String {
    String(unsafeUninitializedCapacity: count) {
      $0.initialize(repeating: UInt8(ascii: " "))
      return count
    }
  }

  /// A line without trailing spaces.
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

extension TextStyle {
  /// Text wrapped into lines, each after a margin of `indent` spaces.
  package func lines(_ text: String, indent: Int = 2) -> [String] {
    TextLayout.wrap(text, width: width - indent).map { TextLayout.spaces(indent) + $0 }
  }

  /// A label in a column of its own, two spaces from the margin, with the text wrapped beside it.
  package func item(_ label: String, _ text: String, _ labelWidth: Int) -> [String] {
    // A label that is too long for its column, or that has no text, gets its own line.
    guard label.count < labelWidth, !text.allSatisfy({ $0 == " " }) else {
      return ["  " + label] + beside(TextLayout.spaces(2 + labelWidth), text)
    }
    return beside("  " + TextLayout.pad(label, to: labelWidth), text)
  }

  /// Text wrapped beside the start of its first line; empty if there is no text.
  package func beside(_ start: String, _ text: String) -> [String] {
    let count = start.count
    return TextLayout.wrap(text, width: max(20, width - count)).enumerated().map {
      ($0 == 0 ? start : TextLayout.spaces(count)) + $1
    }
  }
}

/// Escapes text from a file or a file name, so that it is harmless in a terminal and in the log of a CI workflow.
///
/// Control characters, escapes, bidirectional marks and other format characters become `\u{1b}`; line feed, carriage
/// return and tab become `\n`, `\r` and `\t`; bytes that are not UTF-8 become `\xff`. One character is escaped in
/// commands of a CI runner: `::` at the start of a word, and `##[`. All other characters are kept.
package func escapedForTerminal(_ text: String) -> String { PrintedText.escaped(text) }
