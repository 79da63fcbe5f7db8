internal import ScrollTraces

/// Text on a terminal: width, wrapping, and what may not reach it.
package enum TextLayout {
  /// Breaks a sentence into lines of at most `width` columns; a longer word stands alone.
  package static func wrap(_ text: String, width: Int) -> [String] {
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
    for word in words {
      if line.isEmpty {
        line = String(word)
      } else if line.count + 1 + word.count <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    if !line.isEmpty { lines.append(line) }
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
    text.count >= width ? text : text + String(repeating: " ", count: width - text.count)
  }

  /// A line without the spaces at its end.
  package static func trimmed(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }

  package static func padLeft(_ text: String, to width: Int) -> String {
    text.count >= width ? text : String(repeating: " ", count: width - text.count) + text
  }
}

/// Text that came from a file or a file's name, made harmless for a terminal and for the log of a workflow.
///
/// Control characters, escapes, bidirectional marks and other format characters appear as `\u{1b}`,
/// the common ones as `\n`, `\r` and `\t`, bytes of names that are not UTF-8 as `\xff`; so does a character of what
/// would be a command to a runner: `::` at the start of a word, `##[`. Everything else is kept.
package func escapedForTerminal(_ text: String) -> String { PrintedText.escaped(text) }
