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

/// A file of results that survives its writer: a run that is killed and started again goes on where it was.
///
/// While a run lasts lines are only added, each with one write as soon as it is known; a last line that breaks off and
/// begins as a result does, as a killed run leaves it, is cut off. At the end the file holds the lines of recordings that this run did not look at, as they
/// were, and then those of this run in its order, as if nothing had happened: if that is not how they lie in the file,
/// it is written anew and replaced at once.
public final class ResultLog: Sendable {
  /// A line in the file.
  private struct Place: Sendable, Equatable {
    var offset: Int
    var count: Int
  }

  /// A line that was in the file when it was opened.
  private struct Known: Sendable {
    var place: Place
    /// Whose result it is.
    var owner: UInt64
  }

  /// What a run has added, in its order. Only the one that hands results over touches it.
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
  /// Lines that can be used again, by recording, content and place.
  private let reusable: [UInt64: Place]
  private let run: Run

  /// Opens a file of results, or creates it, and reads what it holds.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - settings: the hash of everything but the recording that results depend on; lines with another one are made
  ///     anew.
  ///   - fault: gets what is wrong with lines, but for the last fault, which is thrown.
  /// - Throws: an `OutputError` when it cannot be opened or another run is using it; a `ResultFileError` for
  ///   lines that are no results: then nothing is changed.
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

  /// Gives the last line the end that it lacks, or cuts off what a killed run left of it.
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

  /// What a run replaces as a whole: the results of a file; of standard input, which is another stream each time,
  /// those of one recording.
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

  /// The line of a recording that was fitted before, with the same content and settings; nil when there is none.
  ///
  /// It may be called from several threads.
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

  /// Takes the next result of the run: a line that ``line(of:contentHash:)`` gave, or a new one.
  ///
  /// - Parameters:
  ///   - text: the line, without its end.
  ///   - source: its recording.
  ///   - offset: where the line lies in the file; nil for a new one.
  public func add(_ text: String, of source: BatchSource, at offset: Int?) throws(OutputError) {
    run.owners.insert(Self.owner(source))
    let count = text.utf8.count + 1
    if let offset {
      run.places.append(Place(offset: offset, count: count))
      return
    }
    run.places.append(Place(offset: run.size, count: count))
    do {
      // One write, so that a kill leaves a whole line or a part at the end.
      try descriptor.writeAll((text + "\n").utf8)
    } catch {
      throw OutputError(kind: .cannotWrite, path: self.path, reason: describe(error))
    }
    run.size += count
  }

  /// Puts the lines in order.
  ///
  /// - Returns: how many lines of recordings that the run did not look at were kept.
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
