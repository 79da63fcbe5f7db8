public import ScrollFitting
public import ScrollFormats

extension ReferenceFile {
  /// The reference in a file of either kind: a reference file, or the results of an earlier run as one JSON
  /// document or as lines.
  ///
  /// Of results the constants of each recording are compared, with paths as they were named then, and those pooled
  /// from them anew. A recording that gave nothing then has none.
  ///
  /// - Parameters:
  ///   - path: the file; results cannot come from standard input.
  ///   - keys: the metadata keys that recordings of results are grouped by; a reference file says its own.
  public static func readAny(
    path: String, groupedBy keys: [String] = []
  ) throws(ResultFileError) -> Reference {
    let bytes = try file(path).bytes()
    guard holdsResults(bytes) else { return try read(bytes: bytes, path: path) }
    var builder = ReferenceBuilder(.results, name: path, groupedBy: keys)
    var summary = BatchSummary(groupedBy: keys)
    do {
      try ResultLines.read(path: path) { line in
        builder.add(line.record)
        summary.add(line.record)
      }
    } catch var error as ResultFileError {
      if error.kind == .invalidData { error.kind = .invalidReference }
      throw error
    } catch {
      throw ResultFileError(
        kind: .readFailure, path: path, line: nil, column: nil, message: "\(error)",
        help: file(path).help)
    }
    return builder.finish(summary.grouped())
  }

  /// Whether bytes are results: a document of them, or lines of which the first is one.
  static func holdsResults(_ bytes: [UInt8]) -> Bool {
    if let node = try? JSONNode(bytes) { return isResults(node) }
    let first = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return (try? JSONNode(Array(first))).map(isResults) ?? false
  }
}
