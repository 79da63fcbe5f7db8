#if canImport(System)
  public import System
#else
  public import SystemPackage
#endif
public import ScrollRecordings

/// Reads recordings from files, standard input or an open file descriptor.
///
/// Memory is bounded: 64 KiB of the file, and one recording with at most 2 million samples, of which a long rest takes
/// 1024.
public struct TraceReader: Sendable {
  /// The reading options.
  public var options: ReadingOptions

  /// The number of bytes that are read at once.
  static let pieceSize = 1 << 16

  /// Creates a reader.
  public init(options: ReadingOptions = ReadingOptions()) { self.options = options }

  /// Reads a file, or standard input for `-`, and calls `body` with each recording as soon as it is complete. The
  /// recordings before an error are passed on first.
  ///
  /// - Parameters:
  ///   - path: the file; `-` for standard input.
  ///   - fault: with ``ReadingOptions/readsOnAfterFaults``, is called with the error in one of several recordings; an
  ///     error that it throws ends the reading.
  ///   - body: is called with each recording; an error that it throws ends the reading and is rethrown.
  /// - Throws: a ``TraceError``, or what `fault` or `body` throws.
  public func read(
    path: String, fault: (TraceError) throws -> Void = { throw $0 },
    _ body: (Trace) throws -> Void
  ) throws {
    var reading = TraceReading(options: options)
    try reading.read(path: path, fault: fault, body)
  }

  /// Reads from a file descriptor to the end; `path` is its name in errors and recordings.
  public func read(
    from descriptor: FileDescriptor, path: String,
    fault: (TraceError) throws -> Void = { throw $0 }, _ body: (Trace) throws -> Void
  ) throws {
    var reading = TraceReading(options: options)
    try reading.read(from: descriptor, path: path, fault: fault, body)
  }

  /// All recordings of a file, or of standard input for `-`.
  public func traces(path: String) throws(TraceError) -> [Trace] {
    var traces: [Trace] = []
    do {
      try read(path: path) { traces.append($0) }
    } catch let error as TraceError {
      throw error
    } catch {
      throw TraceReader.failure(error, path: path)
    }
    return traces
  }

  static func open(_ path: String) throws(TraceError) -> FileDescriptor {
    do {
      return try FileDescriptor.open(FileName.path(path), .readOnly, options: .closeOnExec)
    } catch {
      switch error as? Errno {
      case .noSuchFileOrDirectory, .notDirectory:
        throw TraceError(
          .fileNotFound, path: path, message: "no such file",
          help: TraceFolder.near(path).map { "did you mean \(PrintedText.argument($0))?" }
            ?? "check the spelling; - reads standard input")
      case .isDirectory: throw TraceReader.isDirectory(path)
      case let errno:
        throw TraceError(
          .notReadable, path: path,
          message: "the file cannot be opened: \(TraceReader.reason(errno ?? error))",
          help: "check that you may read it")
      }
    }
  }

  static func failure(_ error: any Error, path: String) -> TraceError {
    if let errno = error as? Errno, errno == .isDirectory { return isDirectory(path) }
    return TraceError(
      .readFailed, path: path, message: "reading failed: \(reason(error))",
      help: "the file may lie on a device that is gone; try to copy it first")
  }

  private static func isDirectory(_ path: String) -> TraceError {
    if path.hasSuffix(".trace") || path.hasSuffix(".trace/") {
      return TraceError(
        .isDirectory, path: path, message: "this is a folder, as Instruments writes its traces",
        help: "print the offsets, and read the log: Instruments does not record them")
    }
    return TraceError(
      .isDirectory, path: path, message: "this is a folder, not a file",
      help:
        "name the files in it, or read all of them: \(TypedCommand.line("batch", paths: [path]))")
  }

  private static func reason(_ error: any Error) -> String {
    let text = String(describing: error)
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
