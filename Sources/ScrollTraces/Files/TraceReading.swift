#if canImport(System)
  public import System
#else
  public import SystemPackage
#endif
public import ScrollRecordings

/// Reads successive files with the same memory, for a worker with many files.
///
/// Each file is read as by ``TraceReader``; a file that ended in an error does not affect the next one. A file below 64
/// KiB needs four system calls: open, read, read at the end, and close.
public struct TraceReading: ~Copyable {
  /// The reading options.
  public let options: ReadingOptions
  private var parser: TraceParser
  private let piece: UnsafeMutableRawBufferPointer
  private var results: [Result<Trace, TraceError>] = []

  /// Creates a reading of files.
  public init(options: ReadingOptions = ReadingOptions()) {
    self.options = options
    parser = TraceParser(path: "", options: options)
    piece = .allocate(byteCount: TraceReader.pieceSize, alignment: 16)
  }

  deinit { piece.deallocate() }

  /// Reads a file, or standard input for `-`; see ``TraceReader/read(path:fault:_:)``.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - pause: is called before each read, which may block; an error that it throws ends the reading.
  ///   - fault: is called with the error in one of several recordings.
  ///   - body: is called with each recording.
  public mutating func read(
    path: String, pause: () throws -> Void = {},
    fault: (TraceError) throws -> Void = { throw $0 },
    _ body: (Trace) throws -> Void
  ) throws {
    if path == "-" {
      return try read(from: .standardInput, path: path, pause: pause, fault: fault, body)
    }
    let descriptor = try TraceReader.open(path)
    defer { try? descriptor.close() }
    try read(from: descriptor, path: path, pause: pause, fault: fault, body)
  }

  /// Reads from a file descriptor to the end; `path` is its name in errors and recordings.
  public mutating func read(
    from descriptor: FileDescriptor, path: String, pause: () throws -> Void = {},
    fault: (TraceError) throws -> Void = { throw $0 }, _ body: (Trace) throws -> Void
  ) throws {
    parser.reset(path: path)
    results.removeAll(keepingCapacity: true)
    var isEnd = false
    while !isEnd {
      try pause()
      let result: Result<Void, TraceError>
      do {
        let count = try descriptor.read(into: piece)
        isEnd = count == 0
        result = Result { () throws(TraceError) in
          if count == 0 {
            try parser.finish()
          } else {
            try parser.feed(UnsafeRawBufferPointer(rebasing: piece[..<count]))
          }
        }
      } catch {
        result = .failure(parser.end(by: TraceReader.failure(error, path: path)))
      }
      parser.takeResults(into: &results)
      for found in results {
        switch found {
        case .success(let trace): try body(trace)
        case .failure(let error): try fault(error)
        }
      }
      results.removeAll(keepingCapacity: true)
      try result.get()
    }
  }
}
