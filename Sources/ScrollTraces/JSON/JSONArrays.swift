internal import ScrollRecordings

/// Finds recordings in arrays inside an object: reads a single one, and suggests a command that converts others to rows.
struct JSONArrays {
  /// The path of the file.
  let path: String
  /// The column that an option names as the offset.
  var asked: String?
  /// The keys with a point in them.
  var dotted: Set<String> = []

  /// Throws for an object whose samples are in an array, whose columns are arrays, or whose keys are times.
  ///
  /// - Parameter isArray: whether the object is in an array.
  func check(_ object: [JSONRows.Cell], _ keys: [String], line: Int, _ isArray: Bool)
    throws(RowFault)
  {
    guard !areRead(keys) else { return }
    try checkResults(keys, line: line)
    let start = isArray ? ".[] | " : ""
    try checkNumbered(object, line, start)
    let lists = JSONList.all(in: object.map { (parts($0.key), $0.value) })
    let context = (line: line, start: start + settings(object))
    if let columns = JSONList.columns(lists) { throw rows(of: columns, context) }
    let objects = lists.filter { !$0.isPlain }
    let own = objects.first { areRead($0.keys) } ?? objects.max { $0.cellCount < $1.cellCount }
    guard let list = own else {
      let known = lists.filter { $0.role != nil }
      let columns = known.isEmpty ? lists : known
      guard columns.count > 1 || !known.isEmpty else { return }
      throw rows(of: columns.map { ($0, $0.name) }, context)
    }
    let each = filter(list.path) + "[]"
    try checkMessages(list.elements, list.keys, line: line, from: "\(start)\(each) | ")
    guard let pair = list.pair else {
      throw fault(
        "the samples are an array inside an object, \(named(list.path))",
        "write one object a line: jq -c \(PrintedText.script(context.start + each))\(file) | scrollfit -",
        line)
    }
    throw fault(
      "the samples are pairs in an array inside an object, \(named(list.path))",
      "name their columns: jq -c \(PrintedText.script("\(context.start)(\(each) | \(pair))"))\(file) | scrollfit -",
      line)
  }

  /// Throws for results of scrollfit itself, a document or a line of them.
  private func checkResults(_ keys: [String], line: Int) throws(RowFault) {
    guard keys.contains("format_version"),
      keys.contains(where: { $0.hasPrefix("fits.") || $0.hasPrefix("results.") })
    else { return }
    throw fault(
      "these are results of scrollfit, not samples",
      "read them: scrollfit batch --results\(file); or check recordings against them: scrollfit check"
        + " --reference\(file) FOLDER", line)
  }

  /// Throws for an object whose keys are numbers, which are times or count the samples.
  private func checkNumbered(
    _ object: [JSONRows.Cell], _ line: Int, _ start: String
  ) throws(RowFault) {
    var heads: [Double] = []
    var members: Set<String> = []
    for (key, _) in object {
      let digits =
        DecimalNumber(key) != nil ? key[...] : key.prefix { $0.isNumber || "-+.".contains($0) }
      let head = digits.last == "." ? digits.dropLast() : digits
      guard let number = DecimalNumber(head)?.value else { return }
      if heads.last != number { heads.append(number) }
      members.insert(String(key[head.endIndex...].dropFirst()))
    }
    guard heads.count > 8 else { return }
    if heads.steps.allSatisfy({ $0 == 1 })
      || members.contains(where: { ColumnName($0)?.role == .time })
    {
      throw fault(
        "the keys of the object count the samples",
        "write one object a line: jq -c '\(start).[]'\(file) | scrollfit -", line)
    }
    let value =
      members == [""]
      ? "{t: (.key | tonumber), offset_y: .value}" : "{t: (.key | tonumber)} + .value"
    throw fault(
      "the keys of the object are numbers, as times are",
      "if they are, write rows: jq -c '\(start)to_entries[] | \(value)'\(file) | scrollfit -", line)
  }

  /// The filter of jq for the rate, the scale and other settings beside an array, in front of its rows; empty if there are
  /// none.
  private func settings(_ object: [JSONRows.Cell]) -> String {
    let found = object.compactMap { key, value -> String? in
      let path = parts(key)
      guard let name = path.last, !path.contains(where: ColumnName.isIndex),
        ColumnName(name) == nil, MetadataKey.isSetting(name, value)
      else { return nil }
      return "\(text(name)): \(filter(path))"
    }
    return found.isEmpty ? "" : "{\(found.joined(separator: ", "))}, "
  }

  private func rows(
    of columns: [(list: JSONList, name: String)], _ context: (line: Int, start: String)
  ) -> RowFault {
    // Of an array, and of an object as pandas writes a column.
    let values = columns.map { "[\(filter($0.list.path, inside: "[0]"))[]]" }
    let members = columns.indices.map { "\(text(columns[$0].name)): .[\($0)]" }
    let script =
      "\(context.start)([\(values.joined(separator: ", "))] | transpose[]"
      + " | {\(members.joined(separator: ", "))})"
    let isEven = Set(columns.map(\.list.count)).count < 2
    let names = columns.prefix(4).map {
      named($0.list.path) + (isEven ? "" : " of \($0.list.count) values")
    }.joined(separator: ", ")
    return fault(
      "the columns are arrays inside an object, \(names)",
      "write one row a sample: jq -c \(PrintedText.script(script))\(file) | scrollfit -",
      context.line)
  }

  /// Whether a key is that of a value that is measured.
  func areRead(_ keys: [String]) -> Bool {
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
    var texts: [String: [String]] = [:]
    for cell in rows.joined() where DecimalNumber(cell.value) == nil {
      if reader.key(of: Array(cell.value.utf8)) != nil {
        texts[cell.key, default: []].append(cell.value)
      }
    }
    // Content that rests prints the same text again.
    func isMessage(_ key: String) -> Bool {
      guard let found = texts[key], !parts(key).contains(where: ColumnName.isIndex) else {
        return false
      }
      return 2 * found.count > rows.count && Set(found).count > min(3, rows.count / 2)
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
      return time.sum(own, filter(parts(time.part)))
    }
    if keys.contains("method"), keys.contains("params.args.0.value") {
      select = "select(.method == \"Runtime.consoleAPICalled\").params | "
      (time, text) = (".timestamp", "[.args[].value | tostring] | join(\" \")")
    }
    guard let text else { return }
    let printed = time.map { "\"\\(\($0)) \\(\(text))\"" } ?? text
    throw fault(
      "the samples are in the messages of a log, \(text)",
      "read these: jq -r \(PrintedText.script(start + select + printed))\(file) | scrollfit --log -",
      line)
  }

  /// The keys that lead to a value; one with a point in it is no path.
  func parts(_ key: String) -> [String] {
    let key = dotted.reduce(key) {
      $0.replacing($1, with: String($1.map { $0 == "." ? "\0" : $0 }))
    }
    return key.split(separator: ".", omittingEmptySubsequences: false).map { part in
      String(part.map { $0 == "\0" ? "." : $0 })
    }
  }

  /// The command that makes rows of an array of arrays.
  func help(forRows rows: [[JSONRows.Cell]]) -> String {
    let keys = rows.first.map { $0.map { parts($0.key) } } ?? []
    if keys.contains(where: { $0.count > 1 && !ColumnName.isIndex($0[1]) }) {
      return "tell the recordings apart: jq -c 'to_entries[] | \"\\(.key + 1)\" as $n | .value[]"
        + " | {trace: $n} + .'\(file) | scrollfit -"
    }
    let numbers = rows.map { row in row.map { DecimalNumber($0.value)?.value ?? .nan } }
    if rows.count == 2, let first = numbers.first, numbers[1].count == first.count, first.count > 8
    {
      let time = first.steps.areEven ? 0 : 1
      return
        "write one row a sample: jq -c 'transpose[] | {t: .[\(time)], offset_y: .[\(1 - time)]}'"
        + "\(file) | scrollfit -"
    }
    if numbers.count > 1, numbers[0].allSatisfy(\.isNaN), !numbers[1].allSatisfy(\.isNaN) {
      return "write one row a line: jq -r '.[] | @csv'\(file) | scrollfit -"
    }
    let columns = (0..<2).map { column in numbers.compactMap { $0.count == 2 ? $0[column] : nil } }
    if columns[0].count == rows.count, columns.allSatisfy({ $0.steps.contains { $0 != 0 } }),
      columns[0].steps.allSatisfy({ $0 >= 0 })
    {
      return
        "name the columns of the rows: jq -r '[\"t\",\"offset_y\"], .[] | @csv'\(file) | scrollfit -"
    }
    return "write one row a line: jq -c '.[]'\(file) | scrollfit --log -"
  }

  /// The command that makes rows of an array of numbers; nil for others.
  ///
  /// - Parameter byte: the first byte of the first element.
  func help(forArrayOf byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      "write one offset a line: sed 's/\\[[0-9]*\\]//'\(file) | tr -s ' ,[]' '\\n' | scrollfit -;"
        + " of a list of times and one of offsets, \(Self.columns(file))"
    case UInt8(ascii: "("):
      "write one pair a line: tr -d '[]' < FILE | tr ')' '\\n' | scrollfit --log -"
    default: nil
    }
  }

  /// The command that makes rows of two lists, the times and the offsets.
  static func columns(_ file: String) -> String {
    "type jq -cs 'transpose[] | {t: .[0], offset_y: .[1]}'\(file) | scrollfit -"
  }

  private func fault(_ message: String, _ help: String, _ line: Int) -> RowFault {
    RowFault(code: .noKnownColumn, line: line, column: nil, message: message, help: help)
  }

  private func named(_ path: [String]) -> String {
    PrintedText.named(path.filter { $0 != JSONList.each }.joined(separator: "."))
  }

  /// A member of a variable in jq syntax: `$s.time`, `$s["my time"]`.
  func member(_ key: String, of variable: String) -> String {
    let filter = filter(parts(key))
    return variable + (filter.hasPrefix(".[") ? filter.dropFirst() : filter[...])
  }

  /// A path in jq syntax: `.data["my samples"]`.
  ///
  /// - Parameter inside: what stands for the elements of an array on the way.
  private func filter(_ path: [String], inside: String = "[]") -> String {
    var result = ""
    for part in path {
      if part == JSONList.each {
        result += inside
        continue
      }
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

  private var file: String { path == "-" ? "" : " " + PrintedText.argument(path) }
}
