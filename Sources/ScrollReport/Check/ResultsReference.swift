public import ScrollFitting
public import ScrollFormats

extension ReferenceFile {
  /// The reference in a reference file, or in the results of an earlier run, as a JSON document or as lines.
  ///
  /// The reference from results consists of the constants of each recording, with its path as given in that run, and of
  /// pooled constants, which are computed again. A recording that failed has no constants.
  ///
  /// - Parameters:
  ///   - path: the file; results cannot be read from standard input.
  ///   - keys: the metadata keys by which results are grouped; a reference file states its own keys.
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

  /// Whether bytes are results: a JSON document, or lines whose first line is a result.
  static func holdsResults(_ bytes: [UInt8]) -> Bool {
    if let node = try? JSONNode(bytes) { return isResults(node) }
    let first = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return (try? JSONNode(Array(first))).map(isResults) ?? false
  }
}
