internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// The constants of all recordings, as tables and forest plots.
extension ReportPage {
  /// Maximum number of recordings in a forest plot.
  private static let forestRows = 40

  func pooled(_ summary: BatchSummary, _ check: CheckReport?) -> String {
    let groups = summary.grouped().filter { !$0.pools.isEmpty }
    guard !groups.isEmpty else { return "" }
    var text = ""
    var members: [[String?]: [Int]] = [:]
    for index in entries.indices {
      members[keys.map { entries[index].record.metadata[$0] }, default: []].append(index)
    }
    for (number, group) in groups.enumerated() {
      if !keys.isEmpty {
        text +=
          "<h3>\(XMLText.escaped(PooledText.group(group.values, keys: keys))), "
          + "\(PooledText.count(group.count, "recording"))</h3>\n"
      }
      // A pool with recordings to draw has a value.
      let figures = group.pools.map {
        forest(
          $0, group, of: members[group.values] ?? [], check,
          id: "g\(number + 1)-\($0.law)-\($0.key)")
      }.joined()
      text += Table(group.pools).html
      if !figures.isEmpty { text += "<div class=\"grid-2\">\n\(figures)</div>\n" }
    }
    return PageText.section("pooled", "Constants of all recordings", text)
  }

  private func forest(
    _ pool: PooledConstant, _ group: BatchSummary.Group, of members: [Int], _ check: CheckReport?,
    id: String
  ) -> String {
    guard pool.count + pool.outliers.count > 1 else { return "" }
    let off = Set(pool.outliers.map(\.source))
    var rows: [ForestChart.Row] = []
    for index in members {
      let entry = entries[index]
      for constant in entry.record.constants
      where constant.law == pool.law && constant.key == pool.key {
        guard let value = constant.estimate.value else { continue }
        var row = ForestChart.Row(
          label: Self.shortName(entry.record.source), value: value,
          isOff: off.contains(entry.record.source))
        if let lower = constant.estimate.interval?.lower,
          let upper = constant.estimate.interval?.upper
        {
          row.interval = (lower, upper)
        }
        rows.append(row)
      }
    }
    guard rows.count > 1, let mean = pool.estimate.value else { return "" }
    let all = rows.count
    if all > Self.forestRows {
      // Show those furthest from the mean.
      rows = Array(
        rows.sorted { ($0.value - mean).magnitude > ($1.value - mean).magnitude }
          .prefix(Self.forestRows))
    }
    rows.sort { $0.value < $1.value }
    var chart = ForestChart(pool: pool, rows: rows)
    if let found = check?.checked(pool, in: group), let reference = found.reference {
      chart.reference = (reference.value, found.band)
    }
    var table = Table(
      PooledText.name(pool.law, pool.key),
      ["recording", .number("value"), .number("95 % interval")])
    let decimals = NumberText.decimals(forError: pool.estimate.standardError, value: mean)
    for row in rows {
      table.add([
        row.label + (row.isOff ? " (off)" : ""),
        NumberText.fixed(row.value, decimals: decimals),
        row.interval.map {
          "\(NumberText.fixed($0.lower, decimals: decimals)) .. "
            + NumberText.fixed($0.upper, decimals: decimals)
        } ?? "",
      ])
    }
    let name = XMLText.escaped(PooledText.name(pool.law, pool.key))
    let count = all > rows.count ? ", the \(rows.count) of \(all) furthest from the mean" : ""
    return "<figure>\n\(chart.figure(id: id, width: RecordingSection.width))"
      + "<figcaption>\(name) of each recording\(count), and of all together (diamond)"
      + "\(chart.reference == nil ? "" : "; dashed: the reference, with its tolerance")."
      + "<details><summary>\(name) as a table</summary>\n\(table.html)</details></figcaption></figure>\n"
  }

  static func shortName(_ source: BatchSource) -> String {
    if let trace = source.trace { return escapedForTerminal(trace) }
    let file = source.path.split(separator: "/").last.map(String.init) ?? source.path
    return escapedForTerminal(file.hasSuffix(".csv") ? String(file.dropLast(4)) : file)
  }
}
