internal import ScrollRecordings

/// What to do with a header that names nothing that is measured.
extension ColumnPlan {
  static let spacesHelp = "separate the columns with commas, semicolons or tabs, not with spaces"

  /// What to type for numbers with bars between them.
  private static func barsHelp(_ header: String) -> String? {
    let cells = header.filter { $0 != " " }.split(separator: "|")
    guard cells.count > 1, cells.allSatisfy({ DecimalNumber($0) != nil }) else { return nil }
    return "name the columns in a row above, if that is what they are:"
      + " { echo 't_s|offset_y_pt'; cat FILE; } | scrollfit fit --delimiter '|' -"
  }

  /// What to type for samples of a program on one line, and for numbers with decimal commas and spaces between them.
  private static func lineOfSamplesHelp(_ header: [String], _ words: [Substring]) -> String? {
    if header.count > 16, header.count(where: { $0.contains("(") || $0.contains(")") }) > 8 {
      return "if a program printed this, type tr ')' '\\n' < FILE | scrollfit --log -"
    }
    let line = header.joined(separator: ",").split(separator: " ")
    if header.count > 1, line.count > 1,
      line.allSatisfy({ word in
        var word = String(word)
        return word.withUTF8 { DecimalNumber(decimalComma: UnsafeRawBufferPointer($0)) != nil }
      })
    {
      return "if 1,5 is one number, type tr , . < FILE | scrollfit --log -"
    }
    return nil
  }

  /// Whether a cell is of a line that a program printed, with a number behind words: `offset now 12.5`.
  private static func isPrinted(_ cell: String) -> Bool {
    let words = cell.split(separator: " ")
    return words.count > 1 && words.contains { $0.contains(".") && DecimalNumber($0) != nil }
  }

  /// The element of an array with one.
  private static func only(_ names: [String]) -> String? { names.count == 1 ? names[0] : nil }

  /// What to do with a header of a known form; nil for others.
  static func knownFormHelp(_ header: [String]) -> String? {
    if ColumnName.isReplay(header) {
      return "of a recording of rrweb, take the scroll events:"
        + " scrollfit fit --where type=3 --where data.source=3 --offset data.y FILE"
    }
    if header.count > 1, let step = ColumnName.step(in: header),
      let axis = ColumnName.stepAxis(header[step])
    {
      return "if \(header[step]) is the change of the offset, add it up:"
        + " awk -F , -v OFS=, '/^#/ { print; next } !h { h = 1; print $0, \"offset_\(axis.rawValue)\"; next }"
        + " { y += $\(step + 1); print $0, sprintf(\"%.6f\", y) }' FILE | scrollfit fit -"
    }
    if let help = header.lazy.compactMap(ColumnName.otherMeaning).first { return help }
    if let help = PhysicalLength.help(header) { return help }
    let line = header.joined(separator: ",")
    if let help = ToolText.help(line.utf8) ?? ColumnArrays.help(line) { return help }
    let words = header.flatMap { $0.split(separator: " ") }
    if header.count == 1, words.count > 1, words.allSatisfy({ ColumnName(String($0)) != nil }) {
      return spacesHelp
    }
    if header.count == 1, let help = barsHelp(header[0]) { return help }
    if header.count == 1, words.count > 8, words.allSatisfy({ DecimalNumber($0) != nil }) {
      return "write one number a line: tr -s ' ' '\\n' < FILE | scrollfit -"
    }
    return lineOfSamplesHelp(header, words) ?? (near(header).isEmpty ? unitsHelp(header) : nil)
  }

  /// What to type where one column has a unit of time, and another one of length.
  private static func unitsHelp(_ header: [String]) -> String? {
    guard let time = only(header.filter { ColumnName.unit(of: $0)?.dimension == .time }),
      let offset = only(header.filter { ColumnName.unit(of: $0)?.dimension == .length })
    else { return nil }
    return
      "if they are a time and an offset, type scrollfit fit"
      + (ColumnName.unit(of: offset)?.needsScale == true ? " --scale 1" : "")
      + " --time \(PrintedText.argument(time))"
      + " --offset \(PrintedText.argument(offset)) FILE"
  }

  /// The known names that are near to those of a header.
  private static func near(_ header: [String]) -> [String] {
    var near: [String] = []
    for name in header where ColumnName(name) == nil {
      guard let meant = ColumnName.meant(by: name), !near.contains(meant) else { continue }
      near.append(meant)
    }
    return near
  }

  /// What to do with a header of no known form.
  static func generalHelp(_ header: [String]) -> String {
    let others = header.filter {
      (1...64).contains($0.utf8.count) && ColumnName($0) == nil && !isPrinted($0)
    }
    let likely =
      others.first { ColumnName.meant(by: $0).flatMap { ColumnName($0) }?.role == .offset }
      ?? (others.count == 1 && header.count > 1 ? others[0] : nil)
      ?? only(others.filter(ColumnName.hasWordY))
    let rename =
      (likely.map { PrintedText.argument($0) }.map {
        "if it is the offset, type scrollfit fit --offset \($0) FILE"
      } ?? "name a column with --offset NAME")
      + ", or rename it: t_s is a time, offset_y_pt or offset_x_pt an offset;"
      + " Docs/Reference/Traces.md lists all names"
    let near = near(header)
    if !near.isEmpty { return "near it: \(near.prefix(5).joined(separator: ", ")); " + rename }
    let words = header.flatMap { $0.split(separator: " ") }
    guard words.count > header.count, likely == nil else {
      return rename + (header.count == 1 ? "; if this is a log, type scrollfit --log FILE" : "")
    }
    return
      "if this is a log, read it with --log; a line of it must hold one number or pair with its"
      + " name, such as \"offset: 12.5\"; if it is a title, put '#' in front of it"
  }
}
