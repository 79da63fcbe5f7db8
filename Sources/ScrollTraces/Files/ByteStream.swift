#if canImport(System)
  internal import System
#else
  internal import SystemPackage
#endif

/// Reads the bytes of a file that is not a recording, such as a list of files.
package enum ByteStream {
  /// Calls `body` with each piece of a file, at most 64 KiB; `-` is standard input.
  ///
  /// - Throws: a ``TraceError`` if the file cannot be read, and what `body` throws.
  package static func read(_ path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    let descriptor = path == "-" ? FileDescriptor.standardInput : try TraceReader.open(path)
    defer { if path != "-" { try? descriptor.close() } }
    let piece = UnsafeMutableRawBufferPointer.allocate(
      byteCount: TraceReader.pieceSize, alignment: 16)
    defer { piece.deallocate() }
    while true {
      let count: Int
      do {
        count = try descriptor.read(into: piece)
      } catch {
        throw TraceReader.failure(error, path: path)
      }
      guard count > 0 else { return }
      try body(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    }
  }
}
