internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// The tables of recordings and of verdicts.
extension ReportPage {
  func recordings(
    _ order: [Int], _ check: CheckReport?, _ verdicts: [BatchSource: CheckedConstant]
  ) -> String {
    var table = Table(
      check == nil
        ? "Worst first: failed, not converged, off the others, then by rms over rounding"
        : "Worst first: failed, outside, not converged, off the others, then by rms over rounding",
      ["recording"] + (check == nil ? [] : ["verdict"])
        + ["constants and warnings", .number("rms / rounding")], stacks: true)
    for index in order {
      let entry = entries[index]
      let source = entry.record.source
      var row = [
        Phrase(
          PooledText.place(source), .path,
          link: entry.detail?.result == nil ? nil : RecordingSection.id(source))
      ]
      if let check {
        row.append(
          verdicts[source].map { found in
            [.new, .pass].contains(found.verdict.kind)
              ? check.verdict(found) : "\(check.verdict(found)) \(check.name(found))"
          } ?? "")
      }
      var said =
        entry.record.failure.map { ["\("failed", .bad) \($0.message)", Phrase($0.help, .soft)] }
        ?? (entry.detail?.result?.identification.map {
          IdentifyReport(style: TextStyle(), .brief).words($0).filter { $0.label == "law" }
            .map(\.text)
        } ?? PooledText.constants(entry.record)).map { Phrase($0) }
      if !entry.record.warnings.isEmpty {
        said.append(Phrase(entry.record.warnings.joined(separator: " "), .codes))
      }
      row.append(.lines(said))
      row.append(Phrase(entry.ratio.map { NumberText.significant($0, digits: 3) } ?? ""))
      table.rows.append(row)
    }
    var text = table.html
    if entries.contains(where: { $0.detail == nil }) {
      text +=
        "<p>\(detailed.count) of \(entries.count) have a section of their own below: those outside the "
        + "reference, those that did not converge, and those furthest from their law; --limit sets how many.</p>\n"
    }
    return PageText.section("recordings", "Recordings", text)
  }

  func constants(_ check: CheckReport) -> String {
    var table = Table(
      "Against \(check.referenceName)", ["constant", "verdict", "found"], stacks: true)
    let entries = check.entries.filter { $0.verdict.kind != .new }
    for entry in entries.prefix(500) {
      table.rows.append([
        .lines(["\(check.name(entry))", Phrase(check.subject(entry), .softPath)]),
        check.verdict(entry), "\(check.finding(entry))",
      ])
    }
    var text = table.html
    if entries.count > 500 { text += "<p>and \(entries.count - 500) more</p>\n" }
    return PageText.section("verdicts", "Verdicts", text)
  }
}
