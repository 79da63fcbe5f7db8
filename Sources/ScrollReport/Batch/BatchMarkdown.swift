internal import ScrollFitting
internal import ScrollFormats

/// The report of a batch as GitHub-flavoured Markdown.
struct BatchMarkdown: BatchRenderer {
  private let listsTraces: Bool
  private var isFirst = true

  init(listsTraces: Bool) { self.listsTraces = listsTraces }

  func begin() -> String { "" }

  mutating func add(_ record: BatchRecord, line: String) -> String {
    guard listsTraces else { return "" }
    let place = MarkdownText.code(PooledText.place(record.source))
    var rows: [String]
    if let failure = record.failure {
      rows = ["| \(place) | failed | \(MarkdownText.cell(failure.message)) |"]
    } else {
      rows = record.constants.filter { $0.estimate.value != nil }.map { constant in
        "| \(place) | \(MarkdownText.cell(PooledText.name(constant.law, constant.key))) "
          + "| \(MarkdownText.cell(PooledText.value(constant.estimate))) |"
      }
      if rows.isEmpty { rows = ["| \(place) |  | nothing that recordings share |"] }
    }
    var text = ""
    if isFirst { text = "| recording | constant | value |\n| --- | --- | --- |\n" }
    isFirst = false
    return text + rows.joined(separator: "\n") + "\n"
  }

  func end(_ summary: BatchSummary) -> String {
    var lines = isFirst ? [] : [""]
    lines.append(
      "**\(PooledText.count(summary.recordings, "recording")): \(summary.fitted) fitted, "
        + "\(summary.failureCount) failed**")
    if let copies = PooledText.copies(summary) { lines += ["", MarkdownText.cell(copies)] }
    for group in summary.grouped() where !group.pools.isEmpty {
      lines.append("")
      if !summary.keys.isEmpty {
        let name = MarkdownText.cell(PooledText.group(group.values, keys: summary.keys))
        lines += ["\(name), \(PooledText.count(group.count, "recording"))", ""]
      }
      lines += ["| constant | value | 95 % interval | rests on |", "| --- | --- | --- | --- |"]
      for pool in group.pools where pool.estimate.value != nil || !pool.isIncidental {
        lines.append(
          "| \(MarkdownText.cell(PooledText.name(pool.law, pool.key))) "
            + "| \(MarkdownText.cell(PooledText.value(pool.estimate))) "
            + "| \(PooledText.interval(pool.estimate)) | \(MarkdownText.cell(PooledText.basis(pool))) |"
        )
      }
      let outliers = group.pools.flatMap { pool in pool.outliers.map { ($0, pool) } }
      if !outliers.isEmpty { lines.append("") }
      for (outlier, pool) in outliers.prefix(20) {
        lines.append(
          "- \(MarkdownText.code(PooledText.place(outlier.source))) is off: "
            + MarkdownText.cell(PooledText.outlier(outlier, pool)))
      }
      if outliers.count > 20 { lines.append("- \(outliers.count - 20) more are off") }
    }
    if !summary.failed.isEmpty {
      lines.append("")
      for (source, failure) in summary.failed {
        lines.append(
          "- \(MarkdownText.code(PooledText.location(source, failure))): "
            + MarkdownText.cell(failure.message))
      }
      if summary.failureCount > summary.failed.count {
        lines.append("- \(summary.failureCount - summary.failed.count) more failed")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Escapes untrusted text for Markdown.
enum MarkdownText {
  /// Text in a table cell or a line, with every character escaped that is special in Markdown or HTML.
  static func cell(_ text: String) -> String {
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

  /// Code in a table cell.
  static func code(_ text: String) -> String {
    let safe = escapedForTerminal(text)
    // A bar ends a cell even inside code; a backquote would end the code.
    guard !safe.contains("`") else { return cell(text) }
    return "`" + safe.replacing("|", with: "\\|") + "`"
  }
}
