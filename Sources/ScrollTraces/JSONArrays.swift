/// Finds recordings in arrays inside an object, and suggests a command that converts them to rows.
struct JSONArrays {
  /// The path of the file.
  let path: String
  /// The column that an option names as the offset.
  let asked: String?

  /// Throws for an object whose samples are in an array, whose columns are arrays, or whose keys are times.
  ///
  /// - Parameter isArray: whether the object is in an array.
  func check(_ object: [JSONRows.Cell], _ keys: [String], line: Int, _ isArray: Bool)
    throws(RowFault)
  {
    guard !areRead(keys) else { return }
    if keys.count > 8, keys.allSatisfy({ DecimalNumber($0) != nil }) {
      throw fault(
        "the keys of the object are numbers, as times are",
        "if they are, and the values offsets, write rows: jq -r"
          + " '[\"t\",\"offset_y\"], (\(isArray ? ".[] | " : "")to_entries[] | [(.key | tonumber), .value]) | @csv'\(file) | scrollfit -",
        line)
    }
    var objects: [(path: [String], count: Int)] = []
    var lists: [[String]] = []
    for key in keys {
      let parts = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard let index = parts.firstIndex(where: ColumnName.isIndex), index > 0 else { continue }
      let path = Array(parts[..<index])
      if index == parts.count - 1 {
        if !lists.contains(path) { lists.append(path) }
      } else if let known = objects.firstIndex(where: { $0.path == path }) {
        objects[known].count += 1
      } else {
        objects.append((path, 1))
      }
    }
    if let most = objects.max(by: { $0.count < $1.count })?.path {
      let elements = elements(of: most, object)
      var seen: Set<String> = []
      try checkMessages(
        elements, elements.flatMap { $0.map(\.key) }.filter { seen.insert($0).inserted },
        line: line,
        from: "\(isArray ? ".[]" : "")\(filter(most))[] | ")
      if let row = timeFirst(elements) {
        let pairs = "(\(isArray ? ".[]" : "")\(filter(most))[] | \(row))"
        throw fault(
          "the samples are pairs in an array inside an object, \(named(most))",
          "name their columns: jq -r \(quoted("[\"t\",\"offset_y\"], \(pairs) | @csv"))\(file)"
            + " | scrollfit -",
          line)
      }
      throw fault(
        "the samples are an array inside an object, \(named(most))",
        "write one object a line: jq -c \(quoted((isArray ? ".[]" : "") + filter(most) + "[]"))\(file) | scrollfit -",
        line)
    }
    let known = lists.filter { ColumnName($0[$0.count - 1]) != nil }
    let columns = known.isEmpty ? lists : known
    guard columns.count > 1 || !known.isEmpty else { return }
    let header = columns.map { text($0[$0.count - 1]) }.joined(separator: ",")
    // Of an array, and of an object as pandas writes a column.
    let values = columns.map { "[\(filter($0))[]]" }.joined(separator: ",")
    throw fault(
      "the columns are arrays inside an object, \(columns.prefix(4).map(named).joined(separator: ", "))",
      "write one row a sample: jq -r"
        + " \(quoted("[\(header)], ([\(values)] | transpose[]) | @csv"))\(file) | scrollfit -",
      line)
  }

  /// The cells of the first elements of an array in an object.
  private func elements(of path: [String], _ object: [JSONRows.Cell]) -> [[JSONRows.Cell]] {
    let start = path.joined(separator: ".") + "."
    var elements: [[JSONRows.Cell]] = []
    for cell in object where cell.key.hasPrefix(start) {
      let rest = cell.key.dropFirst(start.count)
      guard let point = rest.firstIndex(of: "."), let index = Int(rest[..<point]) else { continue }
      guard index < Self.watchedRows else { break }
      while elements.count <= index { elements.append([]) }
      elements[index].append((String(rest[rest.index(after: point)...]), cell.value))
    }
    return elements
  }

  /// Whether a key is that of a value that is measured.
  private func areRead(_ keys: [String]) -> Bool {
    keys.contains { key in
      key.lowercased() == asked?.lowercased() || ColumnName(key)?.role.standsAlone == true
        || ColumnName.end(of: key, in: keys)?.role.isChannel == true
    }
  }

  /// Throws for objects whose samples are in a text, as loggers write them: `{"level": "info", "msg": "y=12.5"}`, or in
  /// the arguments of the console, as browsers report them.
  ///
  /// - Parameter start: the filter of jq that gives the objects.
  func checkMessages(
    _ rows: [[JSONRows.Cell]], _ keys: [String], line: Int, from start: String
  ) throws(RowFault) {
    guard !areRead(keys) else { return }
    var reader = LogReader(ReadingOptions())
    var texts: [String: Set<String>] = [:]
    for cell in rows.prefix(Self.watchedRows).joined() where DecimalNumber(cell.value) == nil {
      if reader.key(of: Array(cell.value.utf8)) != nil {
        texts[cell.key, default: []].insert(cell.value)
      }
    }
    func isMessage(_ key: String) -> Bool {
      !parts(key).contains(where: ColumnName.isIndex)
        && 2 * (texts[key]?.count ?? 0) > min(rows.count, Self.watchedRows)
    }
    var text = keys.first { rows.count > 1 && isMessage($0) }.map { filter(parts($0)) }
    var select = ""
    // Those of the machine, as macOS has them, count ticks.
    let named = keys.first { key in
      ColumnName(key)?.role == .time || ColumnName.end(of: key, in: keys)?.role == .time
    }
    let likely = keys.first {
      $0.lowercased().hasSuffix("timestamp") || TimeParts(whole: $0, in: keys) != nil
    }
    var time = (named ?? likely).map { key in
      let own = filter(parts(key))
      guard let time = TimeParts(whole: key, in: keys) else { return own }
      return own + " + \(filter(parts(time.part))) / \(time.unit)"
    }
    if keys.contains("method"), keys.contains("params.args.0.value") {
      select = "select(.method == \"Runtime.consoleAPICalled\").params | "
      (time, text) = (".timestamp", "[.args[].value | tostring] | join(\" \")")
    }
    guard let text else { return }
    let printed = time.map { "\"\\(\($0)) \\(\(text))\"" } ?? text
    throw fault(
      "the samples are in the messages of a log, \(text)",
      "read these: jq -r \(quoted(start + select + printed))\(file) | scrollfit --log -", line)
  }

  /// The number of objects whose texts are examined.
  private static let watchedRows = 64

  private func parts(_ key: String) -> [String] {
    key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// The filter of jq for rows of two numbers with the time first; nil if not just one of them grows as a time does.
  private func timeFirst(_ rows: [[JSONRows.Cell]]) -> String? {
    guard rows.count > 8, rows.allSatisfy({ $0.map(\.key) == ["0", "1"] }) else { return nil }
    let numbers = rows.map { row in row.compactMap { DecimalNumber($0.value)?.value } }
    let whole = numbers.filter { $0.count == 2 }
    let times = (0..<2).filter { column in whole.map { $0[column] }.steps.areEven }
    guard times.count == 1 else { return nil }
    return "[.[\(times[0])], .[\(1 - times[0])]]"
  }

  /// The command that makes rows of an array of arrays or of numbers; nil for others.
  ///
  /// - Parameter byte: the first byte of the first element.
  func help(forArrayOf byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "["):
      "name the columns of the rows: jq -r '[\"t\",\"offset_y\"], .[] | @csv'\(file) | scrollfit -"
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      "write one offset a line: sed 's/\\[[0-9]*\\]//'\(file) | tr -s ' ,[]' '\\n' | scrollfit -"
    case UInt8(ascii: "("):
      "write one pair a line: tr -d '[]' < FILE | tr ')' '\\n' | scrollfit --log -"
    default: nil
    }
  }

  private func fault(_ message: String, _ help: String, _ line: Int) -> RowFault {
    RowFault(code: .noKnownColumn, line: line, column: nil, message: message, help: help)
  }

  private func named(_ path: [String]) -> String {
    PrintedText.named(path.joined(separator: "."))
  }

  /// A path in jq syntax: `.data["my samples"]`.
  private func filter(_ path: [String]) -> String {
    var result = ""
    for part in path {
      let isPlain =
        part.utf8.first.map { $0 &- 0x30 >= 10 } == true
        && part.utf8.allSatisfy { byte in
          byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_")
        }
      result += isPlain ? ".\(part)" : "\(result.isEmpty ? "." : "")[\(text(part))]"
    }
    return result
  }

  /// A JSON string.
  private func text(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private func quoted(_ filter: String) -> String {
    "'" + PrintedText.escaped(filter).replacing("'", with: "'\\''") + "'"
  }

  private var file: String { path == "-" ? "" : " " + PrintedText.argument(path) }
}
