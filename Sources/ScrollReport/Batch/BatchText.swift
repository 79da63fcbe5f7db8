internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// The text report of a batch: one or two lines per recording, then the pooled results.
struct BatchText: BatchRenderer {
  private let style: TextStyle
  private let listsTraces: Bool
  private var isFirst = true

  init(style: TextStyle, listsTraces: Bool) {
    self.style = style
    self.listsTraces = listsTraces
  }

  func begin() -> String { "" }

  mutating func add(_ record: BatchRecord, line: String) -> String {
    // Failures are written to standard error immediately, and are listed below the summary.
    guard listsTraces, record.failure == nil else { return "" }
    var result = isFirst ? style.faint("± at 95 %") + "\n" : ""
    isFirst = false
    var texts = PooledText.constants(record)
    if texts.isEmpty {
      let command = TypedCommand.named("'scrollfit FILE'", path: record.source.path)
      texts = ["no fitted law (\(command) identifies the motion)"]
    }
    if !record.warnings.isEmpty { texts.append(record.warnings.joined(separator: " ")) }
    // A path is never wrapped, so that it can be copied.
    result += PooledText.place(record.source) + "\n"
    for line in TextLayout.lines(of: texts, width: style.width - 4) {
      result += "    "
      result += line
      result += "\n"
    }
    return result
  }

  func end(_ summary: BatchSummary) -> String {
    var lines = isFirst ? [] : [""]
    lines += heading(summary)
    for group in summary.grouped() where !group.pools.isEmpty {
      lines.append("")
      if !summary.keys.isEmpty {
        lines.append(
          style.heading(PooledText.group(group.values, keys: summary.keys))
            + ", \(PooledText.count(group.count, "recording"))")
      }
      lines += pools(group.pools)
    }
    lines += failures(summary)
    if let code = summary.warnings.keys.min() { lines += ["", ShortText.remedy(code)] }
    return lines.joined(separator: "\n") + "\n"
  }

  private func heading(_ summary: BatchSummary) -> [String] {
    var text = "\(PooledText.counts(summary)); \(PooledText.count(summary.convergedFits, "fit"))"
    if summary.keys.isEmpty == false {
      text += "; grouped by \(summary.keys.map(escapedForTerminal).joined(separator: ", "))"
    }
    var lines = style.lines(text, indent: 0)
    lines[0] = style.heading(lines[0])
    if let copies = PooledText.copies(summary) {
      lines += style.lines(copies, indent: 0).map(style.warning)
    }
    guard !summary.warnings.isEmpty else { return lines }
    let counts = summary.warnings.sorted { $0.key < $1.key }.map { "\($0.key) in \($0.value)" }
    return lines + style.lines("warnings: \(counts.joined(separator: ", "))", indent: 0)
  }

  private func pools(_ pools: [PooledConstant]) -> [String] {
    var table = ConstantTable()
    for pool in pools where pool.estimate.value != nil || !pool.isIncidental {
      table.add(
        pool.estimate, label: PooledText.name(pool.law, pool.key), note: PooledText.basis(pool))
    }
    var lines = table.lines(style: style)
    var remarks: [(String, String)] = []
    for pool in pools {
      for outlier in pool.outliers.prefix(20) {
        remarks.append(
          ("off", "\(PooledText.place(outlier.source)): \(PooledText.outlier(outlier, pool))"))
      }
      if pool.outliers.count > 20 {
        remarks.append(
          (
            "off",
            "\(pool.outliers.count - 20) more recordings by \(PooledText.name(pool.law, pool.key))"
          ))
      }
      // One remark a constant, with all its reasons.
      let reasons = pool.leftOut.map {
        "of \(PooledText.count($0.count, "recording")): \(escapedForTerminal($0.reason))"
      }
      if !reasons.isEmpty, !pool.isIncidental {
        let name = PooledText.name(pool.law, pool.key)
        remarks.append(("left out", "\(name) \(reasons.joined(separator: "; "))"))
      }
    }
    guard !remarks.isEmpty else { return lines }
    lines.append("")
    for (label, text) in remarks {
      var item = style.item(label, text, 10)
      if label == "off" { item[0] = "  " + style.warning("off") + item[0].dropFirst(5) }
      lines += item
    }
    return lines
  }

  private func failures(_ summary: BatchSummary) -> [String] {
    guard !summary.failed.isEmpty else { return [] }
    var lines = ["", style.heading("\(summary.failureCount) failed")]
    for (source, failure) in summary.failed {
      lines.append("  \(PooledText.location(source, failure))")
      lines += style.lines(escapedForTerminal(failure.message), indent: 4)
    }
    if summary.failureCount > summary.failed.count {
      lines += style.lines(
        "and \(summary.failureCount - summary.failed.count) more; --format ndjson lists all")
    }
    return lines
  }
}
