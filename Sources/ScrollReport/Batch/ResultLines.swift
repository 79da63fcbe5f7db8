public import ScrollFitting
public import ScrollFormats

#if canImport(System)
  internal import System
#else
  internal import SystemPackage
#endif

/// Reads results line by line, in constant memory, from ndjson or from a `--format json` file.
public enum ResultLines {
  /// One result.
  public struct Line: Sendable {
    /// The result of the recording.
    public var record: BatchRecord
    /// The hash of the settings; nil if the line has none.
    public var settings: UInt64?
    /// The line in the file, without its line end.
    public var text: String
    /// The offset of its first byte in the file.
    public var offset: Int
  }

  /// Calls `body` with each result of a file.
  ///
  /// Blank lines are skipped. A file that starts like the output of `--format json` is read as one document, up to 64
  /// MiB, and each of its results is passed on as a line.
  ///
  /// - Throws: what `body` throws; a `ResultFileError` for a file that is missing or contains no result, a line that is
  ///   not a result, or a newer major version.
  ///
  /// - Parameters:
  ///   - path: the file; `-` for standard input.
  ///   - fault: is called for an invalid line; if it does not throw, reading continues with the next line.
  ///   - body: is called for each result.
  public static func read(
    path: String, fault: (ResultFileError) throws -> Void = { throw $0 },
    _ body: (Line) throws -> Void
  ) throws {
    let file = file(path)
    var isEmpty = true
    /// A `--format json` document, on one line or on several.
    var document: JSONNode?
    try eachLine(file) { bytes, number, offset, _ in
      if number == 1, bytes == [UInt8(ascii: "{")] {
        document = try wholeFile(file)
        return false
      }
      isEmpty = false
      let found: Line
      do throws(ResultFileError) {
        let node = try root(bytes, line: number, file: file)
        if number == 1, node["results"] != nil {
          document = node
          return false
        }
        found = try line(node, bytes, number: number, offset: offset, file: file)
      } catch {
        try fault(error)
        return true
      }
      try body(found)
      return true
    }
    if let document { isEmpty = try elements(of: document, file: file, body) == 0 }
    if isEmpty { throw empty(file) }
  }

  /// Calls `body` with each result of a file to resume, and with the byte count of its line including the line end.
  ///
  /// Each line is a result or a fault by the same rules as in ``read(path:fault:_:)``. A last line without a line end
  /// is a result if it is complete. If it is truncated and starts like a result, an interrupted run was writing it, and
  /// it is not a fault. An empty file is valid: no run has written to it yet.
  ///
  /// - Returns: the offset after the last result, including the line end that the last line may lack. Bytes after it
  ///   are a truncated result.
  static func resume(
    path: String, fault: (ResultFileError) throws -> Void,
    _ body: (_ line: Line, _ count: Int) throws -> Void
  ) throws -> Int {
    let file = file(path)
    var end = 0
    var isBlank = true
    let size = try eachLine(file) { bytes, number, offset, isFinished in
      isBlank = false
      let found: Line
      do throws(ResultFileError) {
        if number == 1,
          (isFinished && bytes == [UInt8(ascii: "{")]) || (try? JSONNode(bytes))?["results"] != nil
        {
          throw document(file)
        }
        if !isFinished, ResultLine.isBroken(bytes) { return false }
        let node = try root(bytes, line: number, file: file)
        found = try line(node, bytes, number: number, offset: offset, file: file)
      } catch {
        try fault(error)
        return true
      }
      end = offset + bytes.count + 1
      try body(found, bytes.count + 1)
      return true
    }
    if isBlank, size > 0 { throw empty(file) }
    return end
  }

  private static func file(_ path: String) -> JSONFile {
    JSONFile(
      path: path, invalid: .invalidData,
      help: "it should hold what 'scrollfit batch --format ndjson' or --format json writes")
  }

  private static func empty(_ file: JSONFile) -> ResultFileError {
    file.fault("the file holds no result")
  }

  private static func document(_ file: JSONFile) -> ResultFileError {
    file.fault(
      line: 1, column: 1, "this file has --format json; --resume needs --format ndjson",
      help: "name another file, or one that 'scrollfit batch --format ndjson' wrote")
  }

  /// The result on one line; faults carry its line number.
  static func line(
    _ node: JSONNode, _ bytes: [UInt8], number: Int, offset: Int, file: JSONFile
  ) throws(ResultFileError) -> Line {
    var file = file
    file.help = repair(number)
    try ResultFile.checkVersion(of: node, file: file)
    let reader = RecordReader(file: file)
    return Line(
      record: try reader.record(node), settings: try reader.settings(node),
      text: String(decoding: bytes, as: UTF8.self), offset: offset)
  }

  /// What the user can do about a line that is not a result.
  private static func repair(_ number: Int) -> String {
    "a result of 'scrollfit batch' is a line of JSON; if line \(number) was one, delete it: with --resume its recording "
      + "is fitted again"
  }

  /// The JSON value of a line, with line numbers counted in the file.
  static func root(
    _ bytes: [UInt8], line: Int, file: JSONFile
  ) throws(ResultFileError) -> JSONNode {
    var file = file
    file.help = repair(line)
    return try file.root(bytes, firstLine: line)
  }

  private static func wholeFile(_ file: JSONFile) throws -> JSONNode {
    guard file.path != "-" else {
      throw file.fault(
        line: 1, "a whole result in JSON cannot be read from standard input",
        help: "name its file, or send lines of --format ndjson")
    }
    return try file.root(try file.bytes())
  }

  /// - Returns: the number of results.
  private static func elements(
    of root: JSONNode, file: JSONFile, _ body: (Line) throws -> Void
  ) throws -> Int {
    try ResultFile.checkVersion(of: root, file: file)
    let results = try file.list("results", in: root)
    let reader = RecordReader(file: file)
    for result in results {
      var json = JSONWriter(isPretty: false)
      json.object {
        // An element of `results` has no version of its own: it is that of the document.
        if result["format_version"] == nil {
          $0.member("format_version", JSONWriter.formatVersion)
        }
        for (name, value) in result.members ?? [] { $0.member(name, value) }
      }
      try body(
        Line(
          record: try reader.record(result), settings: try reader.settings(result),
          text: json.text, offset: 0))
    }
    return results.count
  }

  /// Calls `body` with each line that is not blank, without its line end, until it returns false.
  ///
  /// - Returns: the number of bytes read so far.
  @discardableResult
  private static func eachLine(
    _ file: JSONFile,
    _ body: (_ bytes: [UInt8], _ number: Int, _ offset: Int, _ isFinished: Bool) throws -> Bool
  ) throws -> Int {
    let descriptor = try file.open()
    defer { if file.path != "-" { try? descriptor.close() } }
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { piece.deallocate() }
    var pending: [UInt8] = []
    var offset = 0
    var number = 1
    func take(isFinished: Bool) throws -> Bool {
      let line = pending
      pending.removeAll(keepingCapacity: true)
      defer {
        offset += line.count + (isFinished ? 1 : 0)
        number += 1
      }
      let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      return try isBlank || body(line, number, offset, isFinished)
    }
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
        guard try take(isFinished: true) else { return offset }
      }
      pending.append(contentsOf: rest)
      guard pending.count <= JSONNode.sizeLimit else {
        throw file.fault(
          line: number, "a line is longer than \(JSONNode.sizeLimit >> 20) MiB",
          help: "one line holds one result; \(file.help)")
      }
    }
    if !pending.isEmpty { _ = try take(isFinished: false) }
    return offset
  }
}
