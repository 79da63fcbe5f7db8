internal import ScrollFitting
internal import ScrollFormats

/// How a user perceives the pooled constants, and their difference from a reference.
extension ReportPage {
  func felt(_ summary: BatchSummary, _ check: CheckReport?) -> String {
    var tables = ""
    for group in summary.felt() {
      let rows = rows(group, check)
      guard !rows.isEmpty else { continue }
      let isAnimated = rows.allSatisfy { $0[0].hasPrefix("animation") }
      let hasReference = rows.contains { !$0[2].isEmpty }
      var table = Table(
        (isAnimated ? "Animations" : "Flings")
          + (keys.isEmpty ? "" : ", \(PooledText.group(group.values, keys: keys))"),
        ["start", "motion"] + (hasReference ? ["beside the reference it"] : []), stacks: true)
      for row in rows { table.add(hasReference ? row : Array(row.prefix(2))) }
      tables += table.html
    }
    guard !tables.isEmpty else { return "" }
    let source = entries.count == 1 ? "its constants" : "the constants that recordings share"
    return PageText.section(
      "felt", "What a person feels",
      "<p>Computed from \(source). A motion has ended within "
        + "\(NumberText.short(ScrollFeel.nearEnd)) pt of where it rests, a glide at its stopping speed where that is "
        + "known, or where its curve ends by itself.</p>\n\(tables)")
  }

  /// Start, motion, and its difference from the reference.
  private func rows(_ group: BatchSummary.Group, _ check: CheckReport?) -> [[String]] {
    let own = ScrollFeel(group)
    let beside = check?.consequences(group) ?? []
    var rows: [[String]] = []
    let all = ScrollFeel.consequences(own, own)
    for one in all where !rows.contains(where: { $0[0] == one.start }) {
      let differences = beside.filter { $0.start == one.start }
      let motion =
        differences.isEmpty
        ? all.filter { $0.start == one.start } : differences
      rows.append([
        one.start,
        motion.map { "\($0.quantity) \(NumberText.short($0.second, digits: 3)) \($0.unit)" }
          .joined(separator: ", "),
        differences.map(ComparisonReport.sentence).joined(separator: ", "),
      ])
    }
    return rows
  }
}
