internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// The tables of recordings and of verdicts.
extension ReportPage {
  func recordings(
    _ order: [Int], _ check: CheckReport?, _ verdicts: [BatchSource: CheckedConstant]
  ) -> String {
    var columns: [HTMLTable.Column] = [.init("recording")]
    if check != nil { columns.append(.init("verdict")) }
    columns += [.init("constants and warnings"), .init("rms / rounding", isNumber: true)]
    var table = HTMLTable(
      check == nil
        ? "Worst first: failed, not converged, off the others, then by rms over rounding"
        : "Worst first: failed, outside, not converged, off the others, then by rms over rounding",
      columns)
    table.stacks = true
    for index in order {
      let entry = entries[index]
      let place =
        "<span class=\"path\">\(PageText.broken(PooledText.place(entry.record.source)))</span>"
      let isLinked = entry.detail?.result != nil
      var row = [
        isLinked
          ? "<a href=\"#\(RecordingSection.id(entry.record.source))\">\(place)</a>" : place
      ]
      if let check {
        row.append(verdict(verdicts[entry.record.source], check, namesConstant: true))
      }
      var said =
        entry.record.failure.map {
          [
            "<strong class=\"bad\">failed</strong> \(XMLText.escaped($0.message))",
            "<span class=\"soft\">\(XMLText.escaped($0.help))</span>",
          ]
        }
        ?? (entry.detail?.result?.identification.map {
          IdentifyReport(style: TextStyle(), .brief).words($0).filter { $0.label == "law" }
            .map(\.text)
        } ?? PooledText.constants(entry.record)).map(XMLText.escaped)
      if !entry.record.warnings.isEmpty {
        said.append("<span class=\"codes\">\(PageText.codes(entry.record.warnings))</span>")
      }
      row.append(said.joined(separator: "<br>"))
      row.append(entry.ratio.map { NumberText.significant($0, digits: 3) } ?? "")
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

  func verdict(
    _ entry: CheckedConstant?, _ check: CheckReport, namesConstant: Bool
  ) -> String {
    guard let entry else { return "" }
    let kind = entry.verdict.kind
    // A constant that is not in the reference is not a fault.
    guard kind != .new else { return kind.rawValue }
    let color = check.fails(entry) ? "bad" : kind == .pass ? "good" : "warn"
    return "<strong class=\"\(color)\">\(kind.rawValue)</strong>"
      + (kind == .pass || !namesConstant ? "" : " \(XMLText.escaped(check.name(entry)))")
  }

  func constants(_ check: CheckReport) -> String {
    var table = HTMLTable(
      "Against \(check.referenceName)",
      [.init("constant"), .init("verdict"), .init("found")])
    table.stacks = true
    let entries = check.entries.filter { $0.verdict.kind != .new }
    for entry in entries.prefix(500) {
      let name = entry.law.isEmpty ? "" : XMLText.escaped(check.name(entry)) + "<br>"
      table.rows.append([
        "\(name)<span class=\"soft path\">\(XMLText.escaped(check.subject(entry)))</span>",
        verdict(entry, check, namesConstant: false), XMLText.escaped(check.finding(entry)),
      ])
    }
    var text = table.html
    if entries.count > 500 { text += "<p>and \(entries.count - 500) more</p>\n" }
    return PageText.section("verdicts", "Verdicts", text)
  }
}
