#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import ScrollRecordings

/// The recordings of a folder: all files in it and its subfolders with certain extensions, `.csv` by default.
///
/// Files and folders are visited in the byte order of their names. Names that begin with a dot are ignored, as are
/// devices and pipes. Symbolic links are followed; a folder that is reached twice is read once, so that cycles end.
package struct TraceFolder {
  /// The kind of a path.
  package enum Kind: Sendable, Hashable {
    /// A file with its size in bytes.
    case file(size: Int)
    /// A folder.
    case folder
    /// A pipe, a device, a socket.
    case other
  }

  /// The identity of a file or folder, independent of its path.
  package struct Identity: Hashable, Sendable {
    fileprivate var device: UInt64
    fileprivate var node: UInt64

    fileprivate init(device: UInt64, node: UInt64) {
      self.device = device
      self.node = node
    }

    /// The identity of a path, following links; nil if there is nothing.
    package init?(of path: String) {
      guard let identity = TraceFolder.status(path)?.identity else { return nil }
      self = identity
    }
  }

  private var seen: Set<Identity> = []
  /// The file name extensions that are read in a folder, in lower case.
  private let endings: [String]
  /// Whether files that were already visited are skipped.
  private let skipsKnownFiles: Bool
  /// Files in folders that may be recordings in another format, which are read only if they are named directly.
  package private(set) var passedOver = PassedOver()

  /// Files that were not read.
  package struct PassedOver: Sendable, Hashable {
    /// The first one.
    package var first: String?
    /// Their number.
    package var count = 0
  }

  /// Extensions of recordings that are read only if they are named directly: in a folder, results, settings and other
  /// logs have these extensions too.
  package static let namedAlone = [".jsonl", ".ndjson", ".json", ".log", ".tsv"]

  /// A new traversal.
  ///
  /// - Parameters:
  ///   - endings: the file name extensions that are read in a folder, in lower case.
  ///   - skipsKnownFiles: whether a file that was already visited under another path is skipped; this needs some bytes
  ///     per file.
  package init(endings: [String] = [".csv"], skipsKnownFiles: Bool = false) {
    self.endings = endings
    self.skipsKnownFiles = skipsKnownFiles
  }

  /// The paths that begin with a text, with a slash after folders. Names that begin with a dot are included only if the
  /// text contains that dot.
  ///
  /// - Parameter endings: the file name extensions; empty for all.
  package static func paths(beginning text: String, endings: [String]) -> [String] {
    let folder = text.lastIndex(of: "/").map { String(text[...$0]) } ?? ""
    let start = text.dropFirst(folder.count)
    guard let entries = try? names(in: folder.isEmpty ? "." : folder) else { return [] }
    return entries.filter { $0.hasPrefix(start) && ($0.hasPrefix(".") == start.hasPrefix(".")) }
      .compactMap { name in
        guard kind(folder + name) != .folder else { return folder + name + "/" }
        return endings.isEmpty || endings.contains { name.lowercased().hasSuffix($0) }
          ? folder + name : nil
      }
  }

  /// Maximum number of names among which a similar one is looked for: each missing file reads its folder.
  private static let comparedNames = 256

  /// The path beside a missing one whose name is most similar, without its extension and in its extension; nil if there
  /// is none, or too many names.
  static func near(_ path: String) -> String? {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    func parts(_ name: String) -> [String] {
      name.lastIndex(of: ".").map { [String(name[..<$0]), String(name[$0...])] } ?? [name, ""]
    }
    let name = String(path.dropFirst(folder.count))
    let wanted = parts(name)
    let all = try? names(in: folder.isEmpty ? "." : folder, limit: comparedNames)
    let similar = (all ?? []).filter { other in
      other != name && zip(wanted, parts(other)).allSatisfy { !NearWords.near($0, [$1]).isEmpty }
    }
    return NearWords.nearest(name, similar).map { folder + $0 }
  }

  /// The kind of a path; nil if there is nothing, or if access is denied.
  package static func kind(_ path: String) -> Kind? { status(path)?.kind }

  fileprivate static func status(_ path: String) -> (kind: Kind, identity: Identity)? {
    var status = stat()
    guard FileName.withCString(path, { stat($0, &status) }) == 0 else { return nil }
    let identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      node: UInt64(truncatingIfNeeded: status.st_ino))
    switch status.st_mode & S_IFMT {
    case S_IFREG: return (.file(size: Int(status.st_size)), identity)
    case S_IFDIR: return (.folder, identity)
    default: return (.other, identity)
    }
  }

  /// Calls `body` with a file, or with each recording of a folder.
  ///
  /// - Parameters:
  ///   - path: a file of any name, or a folder.
  ///   - unreadable: is called with each folder that cannot be read; the traversal continues.
  ///   - body: is called with the path of each file and its kind.
  /// - Returns: the number of files; nil for a folder that was already read.
  package mutating func visit(
    _ path: String, unreadable: (TraceError) throws -> Void, _ body: (String, Kind) throws -> Void
  ) throws -> Int? {
    guard let status = Self.status(path) else {
      // The error is reported when it is read.
      try body(path, .other)
      return 1
    }
    guard status.kind == .folder else {
      if skipsKnownFiles, case .file = status.kind, !seen.insert(status.identity).inserted {
        return 1
      }
      try body(path, status.kind)
      return 1
    }
    guard seen.insert(status.identity).inserted else { return nil }
    return try walk(path, unreadable: unreadable, body)
  }

  private mutating func walk(
    _ folder: String, unreadable: (TraceError) throws -> Void, _ body: (String, Kind) throws -> Void
  ) throws -> Int {
    let names: [String]
    do {
      names = try Self.names(in: folder)
    } catch {
      try unreadable(error)
      return 0
    }
    var count = 0
    for name in names {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      let isTrace = Self.ends(name, in: endings)
      guard let status = Self.status(path) else {
        // A broken link is a recording only if its name has the right extension. If access is denied or the path is too
        // long, it could be a folder of recordings.
        if isTrace {
          count += 1
          try body(path, .other)
        } else if errno == EACCES || errno == ENAMETOOLONG {
          try unreadable(Self.unreadable(path))
        }
        continue
      }
      switch status.kind {
      case .folder:
        guard seen.insert(status.identity).inserted else { continue }
        count += try walk(path, unreadable: unreadable, body)
      case .file where isTrace && !isResult(name, path):
        if skipsKnownFiles, !seen.insert(status.identity).inserted { continue }
        count += 1
        try body(path, status.kind)
      case .file where !isTrace && Self.ends(name, in: Self.namedAlone) && !Self.isOwn(path):
        passedOver.count += 1
        passedOver.first = passedOver.first ?? path
      default: continue
      }
    }
    return count
  }

  /// Whether a name has one of several extensions, ignoring case.
  private static func ends(_ name: String, in endings: [String]) -> Bool {
    endings.contains { ending in
      name.utf8.count > ending.utf8.count
        && name.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8) {
          $0 == $1 || $0 | 0x20 == $1
        }
    }
  }

  /// Whether a file is not a recording but a result.
  private func isResult(_ name: String, _ path: String) -> Bool {
    endings.contains(".csv") && Self.ends(name, in: Self.namedAlone) && Self.isOwn(path)
  }

  /// Whether a file is a result or a reference, which begin with a version.
  private static func isOwn(_ path: String) -> Bool {
    let file = FileName.withCString(path) { open($0, O_RDONLY | O_CLOEXEC) }
    guard file >= 0 else { return false }
    defer { close(file) }
    let start = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
      let count = read(file, bytes.baseAddress, bytes.count)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
    return start.contains("\"format_version\"")
  }

  /// The names in a folder, sorted by bytes, without those that begin with a dot.
  ///
  /// - Parameter limit: the maximum number of names.
  package static func names(
    in folder: String, limit: Int = Limit.folderNames
  ) throws(TraceError) -> [String] {
    guard let stream = FileName.withCString(folder, { opendir($0) }) else {
      throw unreadable(folder)
    }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw unreadable(folder) }
        break
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name.first == UInt8(ascii: ".") { continue }
      guard names.count < limit else {
        throw TraceError(
          .notReadable, path: folder, message: "the folder holds more than \(limit) names",
          help: "spread the files over several folders, or list them with --files-from")
      }
      names.append(name)
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }.map { FileName.text($0) }
  }

  /// The error for a folder that cannot be read.
  private static func unreadable(_ path: String) -> TraceError {
    TraceError(
      .notReadable, path: path,
      message: "the folder cannot be read: \(String(cString: strerror(errno)).lowercased())",
      help: "check that you may read it")
  }
}
