internal import ScrollFitting
public import ScrollFormats
public import ScrollTraces

/// The content of a file: columns, times, values, and the parts beyond an edge.
public struct InspectReport: Sendable {
  private let style: TextStyle
  private var isFirst = true

  /// A report in a style.
  public init(style: TextStyle) { self.style = style }

  /// One recording.
  public mutating func add(_ trace: Trace) -> String {
    var lines: [String] = isFirst ? [] : [""]
    isFirst = false
    lines.append(style.heading(TextLayout.title(trace.path, trace.name)))
    let facts = facts(trace)
    var items = [("rows", rows(trace)), ("columns", columns(trace))]
    if let first = facts.first, !trace.isTable {
      items.append(("time", time(first.trace, first.facts)))
      items.append(("frames", frames(first.facts)))
    }
    for (_, channel, facts) in facts {
      let label =
        trace.isTable ? channel.role.rawValue : "\(channel.role.rawValue) \(channel.axis.rawValue)"
      items.append((label, values(facts, channel)))
    }
    for entry in trace.metadata.entries {
      items.append((escapedForTerminal(entry.key), escapedForTerminal(entry.value)))
    }
    let labelWidth = min(20, (items.map { $0.0.count }.max() ?? 8) + 2)
    for (label, text) in items {
      lines += style.item(label, text, labelWidth)
    }
    for (axis, phases) in Phases.identified(trace) where !phases.isEmpty {
      lines += ["", "  " + style.heading("phases along \(axis.rawValue)"), ""]
      lines.append("  " + PhaseTable.timeline(phases, width: style.width - 4))
      lines += TextLayout.wrap(PhaseTable.legend(phases), width: style.width - 4).map { "  " + $0 }
      lines.append("")
      lines += PhaseTable.lines(phases, style: style) { $0.evidence }
    }
    let warnings = facts.first.map { TraceWarnings.all(trace, facts: $0.facts) } ?? []
    if !warnings.isEmpty { lines.append("") }
    for warning in warnings { lines += style.item(warning) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The sampling of each channel, and the trace it belongs to. If some rows lack values, each channel has its own
  /// rows.
  private func facts(_ trace: Trace) -> [(trace: Trace, channel: Channel, facts: SamplingFacts)] {
    guard !trace.hasGaps else {
      return trace.recorded.compactMap { role, axis in
        let own = trace.reading([role], axis: axis)
        return own.channel(role, axis: axis).map { (own, $0, SamplingFacts(own, channel: $0)) }
      }
    }
    let first = trace.channels.first.map { SamplingFacts(trace, channel: $0) }
    return trace.channels.enumerated().compactMap { index, channel in
      (index == 0 ? first : first?.looking(at: channel, of: trace)).map { (trace, channel, $0) }
    }
  }

  private func rows(_ trace: Trace) -> String {
    var text = "\(trace.rowsRead) from line \(trace.line) on"
    if trace.isTable { return text + ", one a gesture" }
    if trace.restSamplesFolded > 0 {
      text += "; \(trace.restSamplesFolded) of long rests folded, \(trace.count) kept"
    }
    if trace.hasGaps {
      text += trace.gaps.map { "; \($0.rows) without \($0.role.rawValue) \($0.axis.rawValue)" }
        .joined()
    } else if trace.lostRows > 0 {
      text += "; \(trace.lostRows) without a value"
    }
    if trace.heldSamples > 0 { text += "; \(trace.heldSamples) that repeat a frame left out" }
    if trace.duplicateRows > 0 { text += "; \(trace.duplicateRows) duplicates dropped" }
    return text
  }

  private func columns(_ trace: Trace) -> String {
    let separator = trace.dialect.delimiter.rawValue
    let list = trace.columns.map { column in
      let name = escapedForTerminal(
        column.name.isEmpty ? "(no header)" : PrintedText.cut(column.name))
      guard let role = column.role, column.isUsed else {
        let use = column.isCondition ? "chooses the rows" : column.isEmpty ? "empty" : "not used"
        return "\(name) (\(use))"
      }
      var text = "\(name) = \(role.rawValue)"
      if role.isChannel, !role.isTable { text += " \(column.axis.rawValue)" }
      if let unit = column.unit { text += " in \(unit.rawValue)" }
      if column.isUnitInferred { text += " by its stamps" }
      return text
    }
    return list.joined(separator: ", ")
      + (trace.log.map { $0.isTable ? "; from a table" : "; from a log" }
        ?? (trace.dialect.isJSON
          ? "; from JSON" : trace.columns.count > 1 ? "; separated by \(separator)" : ""))
  }

  private func time(_ trace: Trace, _ facts: SamplingFacts) -> String {
    let last = trace.times.last ?? 0
    var text =
      "\(NumberText.fixed(trace.times.first ?? 0, decimals: 3)) .. \(NumberText.fixed(last, decimals: 3)) s"
    switch trace.timing {
    case .stamps(let column): text += ", column \(escapedForTerminal(column))"
    case .assumed(let interval, let source):
      text +=
        ", no stamps: \(NumberText.short(interval * 1000, digits: 5)) ms a frame (\(source.rawValue))"
    }
    if let median = facts.medianInterval {
      text += ", median interval \(NumberText.short(median * 1000, digits: 4)) ms"
    }
    return text
  }

  private func frames(_ facts: SamplingFacts) -> String {
    var parts: [String] = []
    if let grid = facts.grid {
      parts.append("\(NumberText.short(grid.rate, digits: 4)) Hz")
      if let jitter = grid.jitter {
        parts.append("jitter \(NumberText.short(jitter * 1000, digits: 2)) ms (sd)")
      }
    } else {
      parts.append("no refresh grid fits the stamps")
    }
    parts.append(
      facts.gaps.isEmpty
        ? "no gaps" : "\(facts.missingFrames) frames missing in \(facts.gaps.count) gaps")
    if facts.isChangeOnlyLogSuspected { parts.append("seems to log only changes") }
    if facts.duplicateStamps > 0 { parts.append("\(facts.duplicateStamps) duplicate stamps") }
    return parts.joined(separator: ", ")
  }

  private func values(_ facts: SamplingFacts, _ channel: Channel) -> String {
    guard let range = facts.valueRange else { return "no values" }
    var text = "\(NumberText.short(range.lowerBound)) .. \(NumberText.short(range.upperBound))"
    if let quantum = facts.quantum {
      text +=
        quantum.pixelsPerPoint.map {
          ", on the grid of a \(NumberText.short($0))x screen (\(NumberText.short(quantum.value, digits: 4)))"
        } ?? ", in steps of \(NumberText.short(quantum.value))"
      if quantum.isDecimalsTruncated { text += ", last digits cut off" }
    } else {
      text += ", no grid seen"
    }
    if let tail = facts.settledTail, tail.sampleCount > 1, !channel.role.isTable {
      text +=
        "; the last \(tail.sampleCount) are equal, from \(NumberText.fixed(tail.start, decimals: 3)) s"
    }
    return text
  }
}
