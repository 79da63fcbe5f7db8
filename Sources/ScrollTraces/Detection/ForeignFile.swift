internal import ScrollRecordings

/// A file of another kind, recognised by its first bytes, and how to obtain a recording from it.
struct ForeignFile {
  /// Its kind, to follow "this is".
  var what: String
  /// What the user can do, one line.
  var help: String
  /// The code of the error.
  var code = TraceError.Code.foreignFile
  /// Whether it holds one other file.
  var isPacked = false

  /// The number of bytes that are examined.
  static let reach = 1 << 12

  /// Whether a file of another kind can begin with this byte; a fast test that excludes most files.
  static func canBegin(with byte: UInt8) -> Bool {
    switch byte {
    case 0x00, 0x0A, 0x1A, 0x1F, 0x28, 0x37, 0x89, 0x93, 0xD0, 0xFD, 0xFF: true
    default: "PSbBGR%<{[/a-".utf8.contains(byte)
    }
  }

  /// The kind of a file that begins with these bytes; nil if it is none of these.
  init?(_ file: UnsafeRawBufferPointer) {
    let start = UnsafeRawBufferPointer(rebasing: file.prefix(Self.reach))
    guard let found = Self.binary(start) ?? Self.text(start) else { return nil }
    self = found
  }

  init(_ what: String, _ help: String) {
    self.what = what
    self.help = help
  }

  /// Text whose letters have bytes 0 beside them, recognised by its first eight bytes; a mark of the byte order is not
  /// needed.
  static func wideText(_ start: UnsafeRawBufferPointer) -> ForeignFile? {
    guard start.count >= wideReach else { return nil }
    let zeros = start.prefix(wideReach).map { $0 == 0 }
    let names: [(name: String, zeros: [Bool])] = [
      ("UTF-16LE", [false, true, false, true]), ("UTF-16BE", [true, false, true, false]),
      ("UTF-32LE", [false, true, true, true]), ("UTF-32BE", [true, true, true, false]),
    ]
    guard let name = names.first(where: { zeros == $0.zeros + $0.zeros })?.name else { return nil }
    var file = ForeignFile(
      "text in \(name.prefix(6))",
      "save the file as UTF-8: iconv -f \(name) -t UTF-8 FILE | scrollfit fit -")
    if name.hasPrefix("UTF-16") { file.code = .utf16 }
    return file
  }

  /// The number of bytes by which ``wideText(_:)`` decides.
  static let wideReach = 8

  /// The query that exports counters of a Perfetto trace as CSV.
  static let perfettoQuery =
    "export a counter track of offsets as CSV: trace_processor_shell -Q \"SELECT c.ts AS t_ns, c.value AS"
    + " offset_y FROM counter c JOIN counter_track t ON c.track_id = t.id WHERE t.name LIKE"
    + " '%offset%' ORDER BY c.ts\" FILE"

  private static func binary(_ start: UnsafeRawBufferPointer) -> ForeignFile? {
    func begins(_ bytes: UInt8...) -> Bool { start.starts(with: bytes) }
    func begins(_ text: String) -> Bool { start.starts(with: text.utf8) }
    if begins(0x50, 0x4B, 0x03, 0x04) { return archive(start) }
    if let file = compressed(start) ?? columns(start) { return file }
    if begins(0xD0, 0xCF, 0x11, 0xE0) { return spreadsheet("an old Excel file", readExcel) }
    if begins("SQLite format 3") {
      return ForeignFile(
        "an SQLite database", "export the table: sqlite3 -header -csv FILE \"SELECT ...\"")
    }
    if begins("bplist00") { return propertyList }
    // Tested before JSON, which begins with the same bracket.
    if begins("{\\rtf") {
      return ForeignFile(
        "a document in RTF", "save it as plain text: textutil -convert txt FILE, or Make Plain Text"
      )
    }
    if begins(0xFF, 0xFE, 0, 0) || begins(0, 0, 0xFE, 0xFF) {
      return ForeignFile(
        "text in UTF-32",
        "save the file as UTF-8: iconv -f UTF-32 -t UTF-8 FILE | scrollfit fit -")
    }
    if begins("%PDF") { return ForeignFile("a PDF", "save the numbers as CSV") }
    if begins(0x89, 0x50, 0x4E, 0x47) || begins(0xFF, 0xD8, 0xFF) || begins("GIF8")
      || begins("RIFF") && contains(start, "WEBP")
    {
      return ForeignFile("a picture", Self.record)
    }
    if start.count >= 8,
      start[4..<8].elementsEqual("ftyp".utf8) || start[4..<8].elementsEqual("moov".utf8)
    {
      return ForeignFile("a video", Self.record)
    }
    if begins(0x1A, 0x45, 0xDF, 0xA3) || begins("RIFF") {
      return ForeignFile("a video", Self.record)
    }
    // Protobuf messages: field 1, its length, and bytes that do not occur in text.
    if begins(0x0A), start.prefix(64).contains(where: { $0 < 0x09 }) {
      return ForeignFile("a trace of Perfetto, or another file of protobuf", perfettoQuery)
    }
    return nil
  }

  private static let copyTable =
    "write its cells as CSV: tr -d '\\n' < FILE | sed 's:</tr>:;:g; s:</t[dh]>:,:g; s:<[^>]*>::g'"
    + " | tr ';' '\\n' | scrollfit -"

  private static let record =
    "scrollfit reads numbers: record the offsets themselves, with a recorder of Docs/Recorders"

  /// A systrace file in text form, recognised by its first line, which a recording could begin with too.
  static let systrace = ForeignFile(
    "a trace of systrace", ToolText.counters + "; or open it in ui.perfetto.dev")
  static let systraceStarts = ["# tracer:", "TRACE:\n# tracer:"]

  private static let propertyList = ForeignFile(
    "a property list", "write rows of CSV or JSON: plutil -convert json -o recording.json FILE")
  private static let propertyText = ForeignFile(
    "a property list",
    "write one dict a line: tr -d '\\n' < FILE | sed 's:</dict>:;:g; s:<[^>]*>: :g' | tr ';' '\\n'"
      + " | scrollfit --log -")

  private static func spreadsheet(_ what: String, _ command: String? = nil) -> ForeignFile {
    ForeignFile(
      what,
      "export the sheet as CSV (UTF-8), and read that" + (command.map { ", or type \($0)" } ?? ""))
  }

  private static func archive(_ start: UnsafeRawBufferPointer) -> ForeignFile {
    if contains(start, "opendocument.spreadsheet") {
      return spreadsheet("an OpenDocument spreadsheet", readExcel)
    }
    if contains(start, "Index/") || contains(start, ".iwa") {
      return spreadsheet("a spreadsheet of Numbers")
    }
    if contains(start, "[Content_Types].xml") || contains(start, "xl/") {
      return spreadsheet("an Excel file", readCells)
    }
    return ForeignFile(
      "a zip archive",
      unpack + "unzip -p FILE -x '__MACOSX/*'" + Self.read
        + "; of a spreadsheet, export the sheet as CSV"
    )
  }

  private static func text(_ start: UnsafeRawBufferPointer) -> ForeignFile? {
    let text = Text.trimmed(start)
    if contains(text.prefix(64), "/dev/input/event") {
      return ForeignFile(
        "the output of getevent, which says where fingers are, and not the content",
        "print scrollY, as Docs/Recorders/AndroidView.kt does")
    }
    if text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") {
      let isTrace =
        contains(start, "\"traceEvents\"")
        || contains(start, "\"ph\"") && contains(start, "\"pid\"") && contains(start, "\"ts\"")
      if text.lazy.filter({ $0 > 0x20 }).starts(with: "{\"log\":{".utf8),
        contains(start, "\"creator\"") || contains(start, "\"entries\"")
      {
        return ForeignFile(
          "a HAR file, the network requests of a browser", "it holds no offsets; " + Self.record)
      }
      guard isTrace else { return nil }
      return ForeignFile(
        "a trace of Chrome or Perfetto in JSON",
        "take the counters and marks of an offset, if it has them: jq -c '(.traceEvents? // .)[] | select(.ph =="
          + " (\"C\", \"I\", \"i\") and (\"\\(.name) \\(.args)\" | test(\"offset|scroll\"; \"i\"))) | {t_us: .ts, offset:"
          // The text of a mark stands beside numbers of the browser.
          + " [(select(.ph != \"C\") | .name, (.args | .. | .detail?, .message?) | strings |"
          + " capture(\"(?<n>-?[0-9]+([.][0-9]+)?)[^0-9]*$\").n | tonumber), (.args | .. | numbers)][0]}' FILE | scrollfit fit -"
      )
    }
    if text.starts(with: "-[ RECORD ".utf8) {
      return ForeignFile(
        "a list of records, as psql prints them with \\x",
        "write one row a record: awk -F ' *[|] *' '/^-\\[/ { if (n++ == 1) print h; if (n > 1) print r; r = s = \"\"; next }"
          + " { if (n == 1) h = h s $1; r = r s $2; s = \",\" } END { print r }' FILE | scrollfit fit -"
      )
    }
    guard text.first == UInt8(ascii: "<") else { return nil }
    let isPage = contains(text.prefix(256), "<html") || contains(text.prefix(256), "<!doctype html")
    if isPage, contains(start, "trace-viewer") || contains(start, "systrace") { return systrace }
    if isPage { return ForeignFile("a web page", Self.copyTable) }
    if contains(text.prefix(64), "<table") { return ForeignFile("a table in HTML", Self.copyTable) }
    if contains(text.prefix(512), "<plist") || contains(text.prefix(512), "<!doctype plist") {
      return propertyText
    }
    if contains(start, "<testsuite") {
      return ForeignFile(
        "a report of JUnit",
        "read what the tests printed: sed '/<system-out/,/<.system-out/!d; s/<!.CDATA.//; s/\\]\\]>//; s/<[^>]*>//g' FILE"
          + " | scrollfit -")
    }
    guard contains(text.prefix(64), "<?xml") || contains(text.prefix(64), "<!--") else {
      return nil
    }
    return ForeignFile(
      "XML",
      "if each sample is a line, type sed 's:</[^>]*>: :g; s:[<>/]: :g' FILE | scrollfit --log -; of"
        + " Instruments, export the table and convert it")
  }

  /// Whether bytes contain a text, ignoring case.
  private static func contains(_ bytes: some Collection<UInt8>, _ text: String) -> Bool {
    func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
    let wanted = text.utf8.map(lower)
    guard let first = wanted.first else { return true }
    let lowered = bytes.map(lower)
    return lowered.indices.contains { index in
      lowered[index] == first && lowered[index...].starts(with: wanted)
    }
  }
}
