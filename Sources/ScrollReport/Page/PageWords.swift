internal import ScrollFitting

/// Explanations of the warnings, constants and terms of a page, so that the page can be read alone.
struct PageWords {
  let summary: BatchSummary
  /// The laws of the page, in the order of the documentation.
  private let laws: [LawDescription]

  /// - Parameters:
  ///   - laws: the keys of the laws of all fits.
  ///   - others: the descriptions of laws that are not in ``Laws``.
  init(_ summary: BatchSummary, laws: [String], others: [LawDescription]) {
    self.summary = summary
    let used = Set(laws)
    self.laws = Laws.all.map { $0.description }.filter { used.contains($0.key) } + others
  }

  private static let terms = [
    "±", "standard error", "rounding", "rms", "rounding allows", "held", "pool", "Q", "Cramer-Rao",
    "condition", "Durbin-Watson", "AICc", "p", "verdict", "overscroll", "edge", "settle",
  ]

  /// The anchor of a law's constants.
  static func id(_ law: String) -> String { "law-\(law)" }

  /// The section; empty if the page has neither a fit nor a warning.
  var html: String {
    guard !laws.isEmpty || !summary.warnings.isEmpty else { return "" }
    var text = ""
    text += warnings
    for law in laws {
      let rows = (law.parameters + law.derived).map { row in
        (
          row.unit.isEmpty ? row.key : "\(row.key) (\(row.unit))", "\(row.name): \(row.meaning)"
        )
      }
      text +=
        "<details class=\"prints\" id=\"\(Self.id(law.key))\"><summary>The constants of the law "
        + "\(XMLText.escaped(law.key))</summary>\n<p>\(XMLText.escaped(law.summary)): "
        + "<span class=\"formula\">\(XMLText.escaped(law.formula))</span></p>\n"
        + RecordingSection.notes(rows) + "</details>\n"
    }
    let terms = Self.terms.compactMap { name in Term.all.first { $0.names[0] == name } }
    text += PageText.details(
      "Words of this page",
      RecordingSection.notes(terms.map { ($0.names[0], Explanation.plain($0.meaning)) }),
      prints: true)
    return PageText.section("words", "What it means", text)
  }

  /// The warnings of the page, with the number of recordings for each.
  private var warnings: String {
    let said = WarningExplanation.all.filter { summary.warnings[$0.code.rawValue] != nil }
    guard !said.isEmpty else { return "" }
    var table = Table(
      "Warnings", ["code", "when", "what to do", .number("recordings")], stacks: true)
    for warning in said {
      let code = warning.code.rawValue
      table.rows.append([
        Phrase(code, .anchor), "\(Explanation.plain(warning.meaning))",
        "\(Explanation.plain(warning.remedy))", "\(summary.warnings[code] ?? 0)",
      ])
    }
    return table.html
  }
}
