internal import ScrollReport
package import ScrollTraces

/// A list of paths in a file, either one per line, or each terminated by a byte 0 as written by `find -print0`, which
/// allows line ends in names. The beginning of the list determines which format it has.
package enum PathList {
  /// The content of a list, and the error after which reading stopped.
  package struct Content {
    package var paths: [String] = []
    /// The error that ended the list, if any.
    package var error: TraceError?
  }

  /// The whole list, for a pipe, which can be read only once.
  package static func content(of path: String) -> Content {
    var content = Content()
    do {
      try read(path) { content.paths.append($0) }
    } catch {
      content.error =
        error as? TraceError
        ?? TraceError(.readFailed, path: path, message: "reading failed: \(error)")
    }
    return content
  }

  /// Calls `body` with each path as the list is read; `-` is standard input. Blank lines are skipped. Too many in a row
  /// mean that the file is not a list: a device can return zero bytes forever.
  ///
  /// - Throws: a `TraceError` if the list cannot be read, and what `body` throws.
  package static func read(_ path: String, _ body: (String) throws -> Void) throws {
    let limit = Limit.listedPathBytes
    var pending: [UInt8] = []
    var blanks = 0
    var isLines: Bool?
    func take() throws {
      if isLines == true, pending.last == 0x0D { pending.removeLast() }
      blanks = pending.isEmpty ? blanks + 1 : 0
      guard blanks <= limit else {
        throw TraceError(
          .noTrace, path: path, message: "the list has more than \(limit) blank lines in a row",
          help: "it should hold one path a line")
      }
      if !pending.isEmpty { try body(FileName.text(pending)) }
      pending.removeAll(keepingCapacity: true)
    }
    try ByteStream.read(path) { piece in
      let endsAtLines = isLines ?? !piece.contains(0)
      isLines = endsAtLines
      for byte in piece {
        if byte == 0 || (byte == 0x0A && endsAtLines) {
          try take()
        } else if pending.count < limit {
          pending.append(byte)
        } else {
          throw TraceError(
            .fieldTooLarge, path: path, message: "a path is longer than \(limit >> 10) KiB",
            help: "the list should hold one path a line, or paths with a byte 0 after each")
        }
      }
    }
    try take()
  }
}
