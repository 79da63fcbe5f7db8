internal import ScrollRecordings

/// Text that other tools print, which is no recording, recognised by one of its lines.
enum ToolText {
  /// What the text of a tool holds, and what to type; nil for a line of no known tool.
  static func help(_ line: some Collection<UInt8>) -> String? {
    let text = String(decoding: line.prefix(256), as: UTF8.self)
    return known.first { tool in tool.marks.allSatisfy { text.contains($0) } }?.help
      ?? (isShare(text)
        ? share : PhysicalLength.isIn(text) ? PhysicalLength.help(isLog: true) : nil)
  }

  /// What to type for an array of JSON in a line: `LOG  [{"t": 0, "y": 12.5}]`; nil for another line.
  static func arrayHelp(_ line: UnsafeRawBufferPointer) -> String? {
    guard String(decoding: line.prefix(256), as: UTF8.self).contains("[{\"") else { return nil }
    return "take the array out of its line: grep -o '\\[{.*}\\]' FILE | scrollfit -"
  }

  /// Whether a text has a number of per cents beside the name of an offset: `scrolled 12.5 %`, `y=12%`.
  private static func isShare(_ text: String) -> Bool {
    let front = text[..<(text.firstIndex(of: "%") ?? text.startIndex)]
    let hasName = ["scroll", "offset", "position", "y=", "y:"]
      .contains { front.lowercased().contains($0) }
    return hasName && front.last { $0 != " " }?.isNumber == true
  }

  private static let share =
    "a share of the way is no offset: print the offset in points; to take it for points, type"
    + " sed 's/ *%//' FILE | scrollfit --log -"

  /// Counters of systrace and ftrace whose name has an offset or a scroll in it.
  static let counters =
    "take the counters of an offset: { echo t_s,offset_y; sed -n"
    + " 's/.* \\([0-9.]*\\): tracing_mark_write: C|[0-9]*|[^|]*\\([Oo]ffset\\|[Ss]croll\\)[^|]*|\\([-0-9.]*\\).*/\\1,\\3/p'"
    + " FILE; } | scrollfit fit -"

  private static let steps =
    "it holds what fingers or a wheel ask for, without the glide that a toolkit adds; to add it up, type "

  private static let known: [(marks: [String], help: String)] = [
    (["POINTER_SCROLL_"], libinput), (["DEVICE_ADDED", "seat"], libinput),
    (
      ["wl_pointer", ".axis("],
      "this is the log of WAYLAND_DEBUG: " + steps
        + "awk -F '[][(,)]+' 'BEGIN { print \"t_ms,offset_y\" } /wl_pointer.*[.]axis[(]/ && $5 == 0 { y += $6;"
        + " print $2 \",\" y }' FILE | scrollfit fit -"
    ),
    (["tracing_mark_write: C|"], counters),
    (
      ["CMTime(value: ", "timescale: "],
      "of times as AVFoundation prints them, take the seconds:"
        + " perl -pe 's{CMTime.value: (\\d+), timescale: (\\d+)([^()]|\\([^()]*\\))*\\)}{$1 / $2}e' FILE"
        + " | scrollfit --log -"
    ),
  ]

  private static let libinput =
    "this is the output of libinput debug-events: " + steps
    + "awk 'BEGIN { print \"t_s,offset_y\" } /POINTER_SCROLL/ { split($0, a, /[+]|s[ \\t]+vert |[\\/]/);"
    + " y += a[3]; print a[2] \",\" y }' FILE | scrollfit fit -"
}

/// Columns that stand as rows, or as arrays: `t = [0, 0.016]`, `y: [12.5, 13]`, `t,0,0.016`.
enum ColumnArrays {
  /// What to type for a text that begins with such a column; nil for other texts.
  static func help(_ start: some StringProtocol) -> String? {
    let start = withoutType(String(start.prefix(256)))
    guard let mark = start.firstIndex(where: { ":=,;\t".contains($0) }) else { return nil }
    let isName = { (letter: Character) in
      letter.isLetter || letter.isNumber || "_.".contains(letter)
    }
    let words = start[..<mark].split { !isName($0) }
    guard let name = words.last, ColumnName(ColumnName.singular(String(name))) != nil else {
      return nil
    }
    let rest = start[start.index(after: mark)...].drop { $0 == " " || $0.isLetter || $0 == "." }
    let isArray = ":=".contains(start[mark])
    if isArray, rest.isEmpty { return command }
    let values = isArray ? rest.dropFirst().prefix { !"])".contains($0) } : rest
    let numbers = values.split { " ,;\t[](){}".contains($0) }.dropLast()
    let isOpen = rest.first.map { "[(".contains($0) } == true
    guard isArray ? isOpen : numbers.count > 8,
      numbers.prefix(8).allSatisfy({ DecimalNumber($0) != nil })
    else { return nil }
    return command
  }

  /// A declaration without the type of its array: `let offsets: [Double] = [0` is `let offsets = [0`.
  private static func withoutType(_ text: String) -> String {
    guard let equals = text.firstIndex(of: "="), let colon = text[..<equals].firstIndex(of: ":"),
      text[colon..<equals].contains("[")
    else { return text }
    return text[..<colon] + " " + text[equals...]
  }

  private static let command =
    "write one row a sample: sed -E 's/: *[[][A-Za-z]*[]] *=/ =/; s/[A-Za-z_.]+[(]/(/g; s/([0-9])L/\\1/g' FILE | tr -cs 'A-Za-z0-9_.+-' '\\n'"
    + " | awk '/^(class|row.names)$/ { exit } /^[A-Za-z_]/ { w = $0 } /^[-+.]*[0-9]/ { if (w != l) { l = w; k++; h = h s w; s = \",\"; i = 0 }"
    + " i++; r[i] = r[i] (k > 1 ? \",\" : \"\") $0 } END { print h; for (i = 1; i in r; i++) print r[i] }'"
    + " | scrollfit fit -"
}
