public import ScrollFitting
public import ScrollFormats
internal import ScrollTraces

#if canImport(System)
  internal import System
#else
  internal import SystemPackage
#endif
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file of results that survives an interrupted run: the next run resumes from it.
///
/// During a run lines are only appended, each with one write as soon as its result is known. A truncated last line that
/// starts like a result was left by an interrupted run and is removed. At the end the file contains first the unchanged
/// lines of the recordings that this run did not process, then the lines of this run in its order. If the lines are not
/// already in that order, the file is rewritten and replaced atomically.
public final class ResultLog: Sendable {
  /// A line in the file.
  private struct Place: Sendable, Equatable {
    var offset: Int
    var count: Int
  }

  /// A line that the file contained when it was opened.
  private struct Known: Sendable {
    var place: Place
    /// The hash of the file that the result belongs to.
    var owner: UInt64
  }

  /// The lines of this run, in its order. Only the thread that delivers results uses it.
  private final class Run: @unchecked Sendable {
    var size: Int
    var places: [Place] = []
    var owners: Set<UInt64> = []

    init(size: Int) { self.size = size }
  }

  /// The file.
  public let path: String
  private let descriptor: FileDescriptor
  private let known: [Known]
  /// Lines with the same settings, by recording and content.
  private let reusable: [UInt64: Place]
  private let run: Run

  /// Opens or creates a file of results and reads its lines.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - settings: the hash of all settings that the results depend on; lines with another hash are not reused.
  ///   - fault: is called for each invalid line except the last one, which is thrown.
  /// - Throws: an `OutputError` if the file cannot be opened or another run is using it; a `ResultFileError` if a line
  ///   is not a result. The file is then unchanged.
  public init(
    path: String, settings: UInt64, fault: (ResultFileError) -> Void = { _ in }
  ) throws {
    self.path = path
    do {
      descriptor = try FileDescriptor.open(
        FileName.path(path), .readWrite, options: [.create, .append, .closeOnExec],
        permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
    } catch {
      throw OutputError(kind: .cannotCreate, path: path, reason: describe(error))
    }
    var known: [Known] = []
    var reusable: [UInt64: Place] = [:]
    var size = 0
    do {
      var status = stat()
      guard fstat(descriptor.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw OutputError(kind: .cannotCreate, path: path, reason: "it is no regular file")
      }
      guard flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 else {
        throw OutputError(
          kind: .inUse, path: path, reason: "another run is writing results to it")
      }
      var damage: ResultFileError?
      let end = try ResultLines.resume(
        path: path,
        fault: {
          if let damage { fault(damage) }
          damage = $0
        }
      ) { line, count in
        let place = Place(offset: line.offset, count: count)
        let source = line.record.source
        known.append(Known(place: place, owner: Self.owner(source)))
        guard let hash = line.record.contentHash, line.settings == settings else { return }
        reusable[Self.key(source, hash)] = place
      }
      if let damage { throw damage }
      try Self.finishLastLine(descriptor, end: end, path: path)
      size = end
    } catch {
      try? descriptor.close()
      throw error
    }
    self.known = known
    self.reusable = reusable
    run = Run(size: size)
  }

  deinit { try? descriptor.close() }

  /// Appends the missing line end of the last line, or removes a truncated last line.
  private static func finishLastLine(
    _ descriptor: FileDescriptor, end: Int, path: String
  ) throws {
    do {
      if try descriptor.seek(offset: 0, from: .end) < end {
        try descriptor.writeAll("\n".utf8)
      } else if ftruncate(descriptor.rawValue, off_t(end)) != 0 {
        throw Errno(rawValue: errno)
      }
    } catch {
      throw OutputError(kind: .cannotWrite, path: path, reason: describe(error))
    }
  }

  /// The unit that a run replaces as a whole: all results of one file. For standard input, whose content differs each
  /// time, it is the results of one recording.
  private static func owner(_ source: BatchSource) -> UInt64 {
    var hash = ContentHash()
    hash.combine(source.path)
    if source.path == "-" { hash.combine(source.trace ?? "") }
    return hash.value
  }

  private static func key(_ source: BatchSource, _ contentHash: UInt64) -> UInt64 {
    var hash = ContentHash()
    hash.combine(source.path)
    hash.combine(source.trace ?? "")
    hash.combine(UInt64(source.trace == nil ? 0 : 1))
    hash.combine(UInt64(source.line))
    hash.combine(contentHash)
    return hash.value
  }

  /// The line of a recording that was fitted before with the same content and settings; nil if there is none.
  ///
  /// This can be called from several threads.
  public func line(of source: BatchSource, contentHash: UInt64) -> ResultLines.Line? {
    guard let place = reusable[Self.key(source, contentHash)] else { return nil }
    var bytes = [UInt8](repeating: 0, count: place.count - 1)
    let count = bytes.withUnsafeMutableBytes { buffer in
      (try? descriptor.read(fromAbsoluteOffset: Int64(place.offset), into: buffer)) ?? 0
    }
    let file = JSONFile(path: path, invalid: .invalidData, help: "")
    guard count == bytes.count, let node = try? JSONNode(bytes),
      let line = try? ResultLines.line(node, bytes, number: 0, offset: place.offset, file: file),
      line.record.source == source, line.record.contentHash == contentHash
    else { return nil }
    return line
  }

  /// Adds the next result of the run: a line from ``line(of:contentHash:)``, or a new one.
  ///
  /// - Parameters:
  ///   - text: the line, without its line end.
  ///   - source: the recording.
  ///   - offset: the offset of the line in the file; nil for a new line.
  public func add(_ text: String, of source: BatchSource, at offset: Int?) throws(OutputError) {
    run.owners.insert(Self.owner(source))
    let count = text.utf8.count + 1
    if let offset {
      run.places.append(Place(offset: offset, count: count))
      return
    }
    run.places.append(Place(offset: run.size, count: count))
    do {
      // One write, so that an interrupted run leaves a whole line or a truncated last line.
      try descriptor.writeAll((text + "\n").utf8)
    } catch {
      throw OutputError(kind: .cannotWrite, path: self.path, reason: describe(error))
    }
    run.size += count
  }

  /// Puts the lines in order.
  ///
  /// - Returns: the number of lines kept from recordings that the run did not process.
  @discardableResult
  public func finish() throws(OutputError) -> Int {
    let others = known.filter { !run.owners.contains($0.owner) }.map(\.place)
    let order = others + run.places
    var next = 0
    let isOrdered = order.allSatisfy { place in
      defer { next = place.offset + place.count }
      return place.offset == next
    }
    guard !isOrdered || next != run.size else { return others.count }
    let file = try OutputFile(path: path)
    for place in order {
      var bytes = [UInt8](repeating: 0, count: place.count)
      do {
        let count = try bytes.withUnsafeMutableBytes {
          try descriptor.read(fromAbsoluteOffset: Int64(place.offset), into: $0)
        }
        guard count == place.count else { throw Errno.ioError }
      } catch {
        throw OutputError(kind: .cannotWrite, path: path, reason: describe(error))
      }
      try file.write(String(decoding: bytes, as: UTF8.self))
    }
    try file.commit()
    return others.count
  }
}
