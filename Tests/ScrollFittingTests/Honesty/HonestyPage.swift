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

  /// Coverage of a law by constant and kind of recording, where it is not the usual one; the file has every screen apart.
  private func section(_ simulated: SimulatedLaw) -> String? {
    let own = rows.filter { $0.law == simulated.key }
    guard !own.isEmpty else { return nil }
    let faults = RecordingCell.Fault.allCases
    var lines = [
      "### \(simulated.key)", "",
      "Drawn: \(simulated.range).", "",
      "| constant | \(faults.map(\.rawValue).joined(separator: " | ")) |",
      "| --- |" + String(repeating: " ---: |", count: faults.count),
    ]
    func line(_ name: String, _ cell: (RecordingCell.Fault) -> String) {
      lines.append("| \(name) | \(faults.map(cell).joined(separator: " | ")) |")
    }
    for key in simulated.constants + simulated.derived {
      line(key) { fault in
        Self.coverage(own.filter { $0.cell.fault == fault && $0.constant == key })
      }
    }
    line("*not one fit*") { fault in
      let here = own.filter { $0.cell.fault == fault && $0.constant == simulated.constants[0] }
      return Self.range(here.map { 100 * Double($0.unfitted) / Double($0.recordings) })
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Coverage in per cent from the lowest screen to the highest; nothing where all are within the usual range.
  private static func coverage(_ rows: [HonestyRow]) -> String {
    rows.allSatisfy { HonestyRow.usual.contains($0.coverage) } ? "" : range(rows.map(\.coverage))
  }

  private static func range(_ values: [Double]) -> String {
    let ends = [values.min() ?? 0, values.max() ?? 0].map { HonestyRow.number($0, 1) }
    return ends[0] == ends[1] ? (ends[0] == "0.0" ? "" : ends[0]) : "\(ends[0]) to \(ends[1])"
  }
}
