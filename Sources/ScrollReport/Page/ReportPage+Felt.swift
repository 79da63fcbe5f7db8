internal import ScrollFitting
internal import ScrollFormats

/// How a user perceives the pooled constants, and their difference from a reference.
extension ReportPage {
  func felt(_ summary: BatchSummary, _ check: CheckReport?) -> String {
    var tables = ""
    for group in summary.felt() {
      let rows = rows(group, check)
      let name = keys.isEmpty ? "" : PooledText.group(group.values, keys: keys)
      tables += table(rows, name)
      let doubtful = check?.doubtful(group) ?? ScrollFeel.doubtful(group.pools)
      guard let doubt = PooledText.doubt(doubtful.map(\.name)) else { continue }
      let text =
        name.isEmpty ? doubt.prefix(1).uppercased() + doubt.dropFirst() : "\(name): \(doubt)"
      tables += "<p>\(XMLText.escaped(text)).</p>\n"
    }
    let apart = check?.feltApart ?? []
    for (source, consequences) in apart.prefix(CheckReport.mostApart) {
      let starts = consequences.map(\.start).firstOfEach
      tables += table(starts.map { row($0, consequences, beside: true) }, PooledText.place(source))
    }
    if let more = CheckReport.more(apart.count) { tables += "<p>\(more).</p>\n" }
    guard !tables.isEmpty else { return "" }
    let source =
      (entries.count == 1 ? "its constants" : "the constants that recordings share")
      + (apart.isEmpty ? "" : ", and from those of recordings outside while all together are not")
    return PageText.section(
      "felt", "What a person feels",
      "<p>Computed from \(source). A motion has ended within "
        + "\(NumberText.short(ScrollFeel.nearEnd)) pt of where it rests, a glide at its stopping speed where that is "
        + "known, or where its curve ends by itself.</p>\n\(tables)")
  }

  /// A table of motions; empty without rows.
  private func table(_ rows: [[String]], _ name: String) -> String {
    guard !rows.isEmpty else { return "" }
    let isAnimated = rows.allSatisfy { $0[0].hasPrefix("animation") }
    let hasReference = rows.contains { !$0[2].isEmpty }
    var table = Table(
      (isAnimated ? "Animations" : "Flings") + (name.isEmpty ? "" : ", \(name)"),
      ["start", "motion"] + (hasReference ? ["beside the reference it"] : []), stacks: true)
    for row in rows { table.add(hasReference ? row : Array(row.prefix(2))) }
    return table.html
  }

  /// The rows of a group, with the difference from the reference where there is one.
  private func rows(_ group: BatchSummary.Group, _ check: CheckReport?) -> [[String]] {
    let own = check?.feel(group) ?? ScrollFeel(group)
    let beside = check?.consequences(group) ?? []
    let all = ScrollFeel.consequences(own, own)
    return all.map(\.start).firstOfEach.map { start in
      let isBeside = beside.contains { $0.start == start }
      return row(start, isBeside ? beside : all, beside: isBeside)
    }
  }

  /// Start, motion, and its difference from the reference.
  private func row(
    _ start: String, _ consequences: [ScrollFeel.Consequence], beside hasReference: Bool
  ) -> [String] {
    let motion = consequences.filter { $0.start == start }
    return [
      start,
      motion.map { "\($0.quantity) \(NumberText.short($0.second, digits: 3)) \($0.unit)" }
        .joined(separator: ", "),
      hasReference ? motion.map(ComparisonReport.sentence).joined(separator: ", ") : "",
    ]
  }
}
