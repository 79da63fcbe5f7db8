import ScrollReport
import ScrollTraces

/// A list of paths in a file: one a line, or separated by bytes 0 as `find -print0` writes them.
enum PathList {
  /// Calls `body` with each path of a file as it is read; `-` is standard input. Blank lines are passed over.
  ///
  /// - Throws: a `TraceError` when the list cannot be read, and what `body` throws.
  static func read(_ path: String, _ body: (String) throws -> Void) throws {
    var pending: [UInt8] = []
    func take() throws {
      if pending.last == 0x0D { pending.removeLast() }
      if !pending.isEmpty { try body(String(decoding: pending, as: UTF8.self)) }
      pending.removeAll(keepingCapacity: true)
    }
    try ByteStream.read(path) { piece in
      for byte in piece {
        if byte == 0x0A || byte == 0 { try take() } else { pending.append(byte) }
      }
    }
    try take()
  }
}
