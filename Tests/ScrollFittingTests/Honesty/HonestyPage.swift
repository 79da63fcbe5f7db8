/// The tables of `Docs/Development/Honesty.md`, from the rows of `Docs/Development/honesty.csv`.
struct HonestyPage {
  var rows: [HonestyRow]

  /// What stands between the marks of the page.
  var text: String {
    ([summary] + SimulatedLaw.all.compactMap(section)).joined(separator: "\n")
  }

  /// The share of clean cells that hold, and where the others lie.
  var summary: String {
    let clean = rows.filter { $0.cell.fault == .clean && !$0.isDerived }
    let held = clean.filter { HonestyRow.clean.contains($0.coverage) }.count
    let share = 100 * Double(held) / Double(max(1, clean.count))
    var lines = [
      "Of the \(clean.count) clean cells of fitted constants, \(held) lie within 93.5 to 96.5 %: "
        + "\(HonestyRow.number(share, 1)) %.", "",
      "| recordings | cells | within 93 to 97 % | lowest | highest |",
      "| --- | ---: | ---: | --- | --- |",
    ]
    for fault in RecordingCell.Fault.allCases {
      let here = rows.filter { $0.cell.fault == fault && !$0.isDerived }
      let usual = here.filter { HonestyRow.usual.contains($0.coverage) }.count
      guard let low = here.min(by: { $0.coverage < $1.coverage }),
        let high = here.max(by: { $0.coverage < $1.coverage })
      else { continue }
      func place(_ row: HonestyRow) -> String {
        "\(HonestyRow.number(row.coverage, 1)) (\(row.constant) of \(row.law), "
          + "\(Int(row.cell.scale))x \(Int(row.cell.rate)) Hz)"
      }
      lines.append(
        "| \(fault.rawValue) | \(here.count) | \(usual) | \(place(low)) | \(place(high)) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Coverage of a law by constant and kind of recording, and its warnings.
  private func section(_ simulated: SimulatedLaw) -> String? {
    let own = rows.filter { $0.law == simulated.key }
    guard !own.isEmpty else { return nil }
    let screens = RecordingCell.screens.map { "\(Int($0.scale))x \(Int($0.rate))" }
    let counts = Set(own.map(\.recordings)).sorted(by: >).map(String.init)
    var lines = [
      "### \(simulated.key)", "",
      "Drawn: \(simulated.range). \(counts.joined(separator: " and ")) recordings a cell.", "",
      "| constant | recordings | \(screens.joined(separator: " | ")) | bias | efficiency | check | warned | unwarned |",
      "| --- | --- |" + String(repeating: " ---: |", count: screens.count + 5),
    ]
    for fault in RecordingCell.Fault.allCases {
      for key in simulated.constants + simulated.derived {
        let line = own.filter { $0.cell.fault == fault && $0.constant == key }
        guard let widest = line.max(by: { $0.bias.magnitude < $1.bias.magnitude }) else { continue }
        let coverages = RecordingCell.screens.map { screen in
          line.first { $0.cell.scale == screen.scale && $0.cell.rate == screen.rate }
            .map(Self.coverage) ?? "-"
        }
        let efficiency = line.compactMap(\.efficiency).min()
        let exact = line.map(\.failedExactly).max() ?? 0
        let usual = line.map(\.failed).max() ?? 0
        let outside = line.filter { !HonestyRow.usual.contains($0.coverage) }
        let warned = outside.map { 100 * Double($0.warned) / Double($0.stated) }.min()
        let unwarned = outside.reduce(0) { $0 + $1.stated - $1.warned }
        let covered = outside.reduce(0) { $0 + $1.unwarnedCovered }
        let others =
          unwarned >= Self.fewest
          ? HonestyRow.number(100 * Double(covered) / Double(unwarned), 1) : ""
        lines.append(
          "| \(key) | \(fault.rawValue) | \(coverages.joined(separator: " | ")) | "
            + "\(HonestyRow.number(widest.bias, 2)) | "
            + "\(efficiency.map { HonestyRow.number($0, 2) } ?? "-") | "
            + "\(HonestyRow.number(exact, 1)), \(HonestyRow.number(usual, 1)) | "
            + "\(warned.map { HonestyRow.number($0, 0) } ?? "") | \(others) |")
      }
    }
    lines += ["", "| recordings | no fit, % | warnings, % of fits |", "| --- | ---: | --- |"]
    for fault in RecordingCell.Fault.allCases {
      let here = own.filter { $0.cell.fault == fault && $0.constant == simulated.constants[0] }
      guard !here.isEmpty else { continue }
      let unfitted = here.map { 100 * Double($0.unfitted) / Double($0.recordings) }
      lines.append("| \(fault.rawValue) | \(Self.range(unfitted)) | \(Self.warnings(here)) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Below so many fits a coverage says little.
  private static let fewest = 50

  /// Coverage in per cent, in bold outside the usual range.
  private static func coverage(_ row: HonestyRow) -> String {
    let text = HonestyRow.number(row.coverage, 1)
    return HonestyRow.usual.contains(row.coverage) ? text : "**\(text)**"
  }

  /// The codes that some cell has in half a per cent of its fits, with the range over the cells.
  private static func warnings(_ rows: [HonestyRow]) -> String {
    let parts = Set(rows.flatMap { $0.warnings.keys }).sorted().compactMap { code -> String? in
      let shares = rows.map { $0.warnings[code] ?? 0 }
      return shares.max() ?? 0 >= 0.5 ? "\(code) \(range(shares))" : nil
    }
    return parts.isEmpty ? "none" : parts.joined(separator: ", ")
  }

  private static func range(_ values: [Double]) -> String {
    let ends = [values.min() ?? 0, values.max() ?? 0].map { HonestyRow.number($0, 1) }
    return ends[0] == ends[1] ? ends[0] : "\(ends[0]) to \(ends[1])"
  }
}
