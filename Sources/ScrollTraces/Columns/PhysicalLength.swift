internal import ScrollRecordings

/// Physical lengths, in cm or inches, which no layout has: how many points they are depends on the screen.
enum PhysicalLength {
  private static let units: Set = ["mm", "cm", "inch", "inches"]
  /// Units that are also words, and count only in names.
  private static let shortUnits: Set = ["m", "in"]

  private static let what =
    "physical lengths are no points: a cm has 37.8 on the web, 63 on Android; to take them for"
    + " points, which changes no rate, type "

  /// What to do with such numbers in a log or a table.
  static func help(isLog: Bool) -> String {
    what
      + "sed -E 's/([0-9]) ?([cm]m|inch(es)?)/\\1/g' FILE | scrollfit \(isLog ? "--log" : "fit") -"
  }

  /// What to do with a header that names an offset with such a unit; nil for others.
  static func help(_ header: [String], isLog: Bool = false) -> String? {
    guard let name = header.first(where: hasUnit) else { return nil }
    // In a row below the header, the unit is no part of the name.
    let stem = name.firstRange(of: " (").map { String(name[..<$0.lowerBound]) } ?? name
    return what + "scrollfit \(isLog ? "--log" : "fit") --offset \(PrintedText.argument(stem)) FILE"
  }

  /// Whether a word is such a unit.
  static func isUnit(_ word: some Collection<UInt8>) -> Bool {
    units.contains(String(decoding: word, as: UTF8.self))
  }

  /// Whether a text has a number with such a unit.
  static func isIn(_ text: String) -> Bool {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    return words.indices.contains { index in
      let unit = words[index].drop { !$0.isLetter }
      let isBehind = index > 0 && words[index - 1].last?.isNumber == true
      return isUnit(unit.utf8) && (unit.count < words[index].count || isBehind)
    }
  }

  /// Whether the name of an offset ends with such a unit: `offset_cm`, `y (mm)`, `y [in]`.
  private static func hasUnit(_ name: String) -> Bool {
    let parts = name.lowercased().split { "_ ()[]".contains($0) }
    guard let unit = parts.last.map(String.init), units.union(shortUnits).contains(unit),
      let stem = ColumnName(parts.dropLast().joined(separator: "_"))
    else { return false }
    return stem.role.isSampled && stem.role.dimension == .length
  }
}
