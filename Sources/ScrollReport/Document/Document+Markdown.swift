internal import ScrollFormats

extension Document {
  /// The document as GitHub-flavoured Markdown.
  var markdown: String {
    let blocks = blocks.map { block in
      switch block {
      case .heading(let phrase): "### \(phrase.markdown)\n"
      case .paragraph(let phrase): phrase.markdown + "\n"
      case .list(let items): items.map { "- \($0.markdown)\n" }.joined()
      case .table(let table): table.markdownHead + table.markdownRows
      }
    }
    return blocks.joined(separator: "\n")
  }
}

extension Table {
  /// The titles of the columns.
  var markdownHead: String {
    Self.line(columns.map(\.title)) + Self.line(columns.map { _ in "---" })
  }

  var markdownRows: String { rows.map { Self.line($0.map(\.markdown)) }.joined() }

  private static func line(_ cells: [String]) -> String {
    "| \(cells.joined(separator: " | ")) |\n"
  }
}

extension Phrase {
  /// The text as Markdown, safe in a table cell and in a line.
  var markdown: String {
    spans.map { text, mark, _ in
      switch mark {
      case .code where !text.contains("`"):
        // A bar ends a cell even inside code; a backquote would end the code.
        "`" + escapedForTerminal(text).replacing("|", with: "\\|") + "`"
      case .strong, .bad: "**\(Self.markdown(text))**"
      default: Self.markdown(text)
      }
    }.joined()
  }

  /// Text with every character escaped that is special in Markdown or HTML.
  private static func markdown(_ text: String) -> String {
    var result = ""
    for scalar in escapedForTerminal(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "|", "`", "*", "_", "[", "]", "\\", "~", "#", "@":
        result += "\\"
        result.unicodeScalars.append(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
