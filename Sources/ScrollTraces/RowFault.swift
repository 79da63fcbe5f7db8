/// Why bytes cannot be turned into rows.
struct RowFault: Error {
  var code = TraceError.Code.brokenJSON
  /// From 1.
  var line: Int
  /// From 1; nil for the line as a whole.
  var column: Int?
  var message: String
  var help = "write one object a line, {\"t\": 0.016, \"offset_y\": 12.5}, or an array of them"
}

/// What turns a file that is not CSV into rows that are.
struct RowSource {
  private var json: JSONRows?
  private var log: LogRows?

  /// A source for a file of this kind and name; nil for CSV.
  init?(_ kind: FileStart.Kind, path: String, _ options: ReadingOptions) {
    switch kind {
    case .csv: return nil
    case .json: json = JSONRows(path: path, options)
    case .log: log = LogRows(options)
    }
  }

  /// Whether rows are objects of JSON.
  var isJSON: Bool { json != nil }

  /// Takes the next piece.
  mutating func take(_ bytes: UnsafeRawBufferPointer) throws(RowFault) {
    try json?.take(bytes)
    try log?.take(bytes)
  }

  /// Takes the end.
  mutating func finish() throws(RowFault) {
    try json?.finish()
    try log?.finish()
  }

  /// The lines of CSV that are complete.
  mutating func takeRows() -> [UInt8] { json?.takeRows() ?? log?.takeRows() ?? [] }

  /// By how many lines the next row stands further down than lines were written; once, with the header.
  mutating func takeLineShift() -> Int { json?.takeLineShift() ?? log?.takeLineShift() ?? 0 }

  /// The keys of objects that came too late to be columns.
  var lateKeys: [String] { json?.lateKeys ?? [] }

  /// What was passed over of a log.
  var logFacts: LogFacts? { log?.facts }
}

/// What a log holds besides its samples.
public struct LogFacts: Sendable, Hashable {
  /// The lines that hold no sample; blank ones do not count.
  public var otherLines = 0
  /// Whether its lines have times of day that are too coarse for samples: whole seconds, or tenths.
  public var areStampsCoarse = false
  /// The first words in front of the samples, where they differ; those of several views may.
  public private(set) var wordings: [String] = []
  /// The samples, and those among them with other words than the one before.
  private var samples = 0
  private var changes = 0
  private var last: String?
  private static let wordingCount = 8

  /// Makes facts of nothing.
  public init() {}

  /// Whether samples with different words come in turns, so that they may be of several views: what names phases stays for some samples.
  public var isMixed: Bool { wordings.count > 1 && 8 * changes > samples }

  /// Takes the words in front of a sample.
  mutating func take(_ words: String) {
    samples += 1
    guard words != last else { return }
    if last != nil { changes += 1 }
    last = words
    if wordings.count < Self.wordingCount, !wordings.contains(words) { wordings.append(words) }
  }
}

/// The rows of a table of text as fields of CSV.
enum RowField {
  /// A field in quotes where anything in it could be another one, or a comment.
  static func text(_ text: String) -> String {
    let plain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == 0x2D || byte == 0x2E || byte == 0x2B || byte == 0x5F
    }
    return plain && !text.isEmpty ? text : "\"\(oneLine(text).replacing("\"", with: "\"\""))\""
  }

  /// Text whose line ends are spaces.
  static func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }
}
