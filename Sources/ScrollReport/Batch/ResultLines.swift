public import ScrollFitting

#if canImport(System)
  internal import System
#else
  internal import SystemPackage
#endif

/// Reads results back, line by line in constant memory: ndjson, or the file of a `--format json`.
public enum ResultLines {
  /// One result.
  public struct Line: Sendable {
    /// What the recording gave.
    public var record: BatchRecord
    /// The hash of the settings; nil where the line has none.
    public var settings: UInt64?
    /// The line as it stands in the file, without its end.
    public var text: String
    /// Its first byte in the file.
    public var offset: Int
  }

  /// Calls `body` with each result of a file; `-` is standard input.
  ///
  /// Blank lines are passed over. A file that begins like a whole result of `--format json` is read as such, at
  /// most 64 MiB of it; its results come as lines.
  ///
  /// - Throws: what `body` throws; a ``ResultFileError`` for a file that is missing, a line that is no result, one
  ///   of a newer major version.
  ///
  /// - Parameter fault: gets what is wrong with a line; if it throws nothing, the next lines are read.
  public static func read(
    path: String, fault: (ResultFileError) throws -> Void = { throw $0 },
    _ body: (Line) throws -> Void
  ) throws {
    let file = file(path)
    var number = 0
    /// A result of many recordings on one line.
    var whole: JSONNode?
    try eachLine(file) { bytes, offset, _ in
      number += 1
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return true }
      if number == 1, bytes == [UInt8(ascii: "{")] {
        try document(file, body)
        return false
      }
      let found: Line
      do throws(ResultFileError) {
        let node = try root(bytes, line: number, file: file)
        if number == 1, node["results"] != nil {
          whole = node
          return false
        }
        found = try line(
          node, text: String(decoding: bytes, as: UTF8.self), offset: offset, file: file)
      } catch {
        try fault(error)
        return true
      }
      try body(found)
      return true
    }
    if let whole { try elements(of: whole, file: file, body) }
  }

  private static func file(_ path: String) -> JSONFile {
    JSONFile(
      path: path, invalid: .invalidData,
      help: "it should hold what 'scrollfit batch --format ndjson' or --format json writes")
  }

  /// Calls `body` with what each finished line of an ndjson file says of its recording and settings: the rest of
  /// the line is not looked at. Blank lines are passed over.
  static func heads(
    path: String,
    _ body: (_ head: Line, _ offset: Int, _ count: Int) throws -> Void
  ) throws {
    var file = file(path)
    file.help = "it should hold lines, as 'scrollfit batch --format ndjson' writes them"
    let reader = RecordReader(file: file)
    var number = 0
    try eachLine(file) { bytes, offset, isLast in
      number += 1
      guard !isLast, !bytes.isEmpty else { return true }
      var parser = JSONParser(bytes: bytes, line: number)
      let node: JSONNode
      do throws(JSONFault) {
        node = try parser.members(upTo: "source")
      } catch {
        throw ResultFileError(
          kind: file.invalid, path: path, line: error.line, column: error.column,
          message: error.message, help: file.help)
      }
      try checkVersion(of: node, file: file)
      let head = Line(
        record: try reader.head(node), settings: try reader.settings(node), text: "",
        offset: offset)
      try body(head, offset, bytes.count + 1)
      return true
    }
  }

  /// One line; faults name their place in it.
  static func line(
    _ node: JSONNode, text: String, offset: Int, file: JSONFile
  ) throws(ResultFileError) -> Line {
    try checkVersion(of: node, file: file)
    let reader = RecordReader(file: file)
    return Line(
      record: try reader.record(node), settings: try reader.settings(node), text: text,
      offset: offset)
  }

  private static func checkVersion(of node: JSONNode, file: JSONFile) throws(ResultFileError) {
    let version = try file.version(of: node, of: "result")
    guard version.major <= ResultFile.majorVersion else {
      throw file.fault(
        version.node,
        "the result has format version \(terminalSafe(version.text)), newer than \(ResultFile.majorVersion).x",
        help: "use the version of scrollfit that wrote it, or a newer one")
    }
  }

  /// The value of a line, its places counted in the file.
  static func root(
    _ bytes: [UInt8], line: Int, file: JSONFile
  ) throws(ResultFileError) -> JSONNode {
    do {
      return try JSONNode(bytes, firstLine: line)
    } catch {
      throw ResultFileError(
        kind: file.invalid, path: file.path, line: error.line, column: error.column,
        message: error.message, help: file.help)
    }
  }

  private static func document(_ file: JSONFile, _ body: (Line) throws -> Void) throws {
    guard file.path != "-" else {
      throw ResultFileError(
        kind: file.invalid, path: "-", line: 1, column: nil,
        message: "a whole result in JSON cannot be read from standard input",
        help: "name its file, or send lines of --format ndjson")
    }
    try elements(of: try file.root(try file.bytes()), file: file, body)
  }

  private static func elements(
    of root: JSONNode, file: JSONFile, _ body: (Line) throws -> Void
  ) throws {
    try checkVersion(of: root, file: file)
    guard let results = root["results"]?.elements else {
      throw file.fault(root["results"] ?? root, "\"results\" should be a list")
    }
    let reader = RecordReader(file: file)
    for result in results {
      var json = JSONWriter(isPretty: false)
      json.object {
        // A result in a list leaves its version to the list.
        if result["format_version"] == nil {
          $0.member("format_version", JSONReport.formatVersion)
        }
        for (name, value) in result.members ?? [] {
          $0.key(name)
          $0.value(value)
        }
      }
      try body(
        Line(
          record: try reader.record(result), settings: try reader.settings(result),
          text: json.text, offset: 0))
    }
  }

  /// Calls `body` with each line, without its end, until it returns false.
  private static func eachLine(
    _ file: JSONFile, _ body: (_ bytes: [UInt8], _ offset: Int, _ isLast: Bool) throws -> Bool
  ) throws {
    let descriptor = try file.open()
    defer { if file.path != "-" { try? descriptor.close() } }
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { piece.deallocate() }
    var pending: [UInt8] = []
    var offset = 0
    while true {
      let count: Int
      do {
        count = try descriptor.read(into: piece)
      } catch {
        throw file.failure(error)
      }
      guard count > 0 else { break }
      var rest = UnsafeRawBufferPointer(rebasing: piece[..<count])
      while let end = rest.firstIndex(of: 0x0A) {
        pending.append(contentsOf: rest[..<end])
        rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
        let line = pending
        pending.removeAll(keepingCapacity: true)
        guard try body(line, offset, false) else { return }
        offset += line.count + 1
      }
      pending.append(contentsOf: rest)
      guard pending.count <= JSONNode.sizeLimit else {
        throw ResultFileError(
          kind: file.invalid, path: file.path, line: nil, column: nil,

          message: "a line is longer than \(JSONNode.sizeLimit >> 20) MiB",
          help: "one line holds one result; \(file.help)")
      }
    }
    if !pending.isEmpty { _ = try body(pending, offset, true) }
  }
}
