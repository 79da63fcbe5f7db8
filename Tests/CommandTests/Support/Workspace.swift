#if canImport(System)
  import System
#else
  import SystemPackage
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A new folder for one test, which goes with everything in it when the test is done.
final class Workspace: Sendable {
  let path: FilePath

  init() throws {
    var name = Array(
      "\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/scrollfit.XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw Errno(rawValue: errno) }
    path = FilePath(String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
  }

  deinit { Workspace.remove(path.string) }

  private static func remove(_ path: String) {
    if unlink(path) == 0 { return }
    _ = chmod(path, 0o700)
    for name in names(in: path) { remove(path + "/" + name) }
    rmdir(path)
  }

  static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The names of everything in the folder, hidden files included.
  var names: [String] { Workspace.names(in: path.string) }

  /// The whole path of a file in the folder.
  func file(_ name: String) -> String { path.appending(name).string }

  func setMode(_ mode: UInt16, of name: String = ".") throws {
    guard chmod(file(name), mode_t(mode)) == 0 else { throw Errno(rawValue: errno) }
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    let file = try FileDescriptor.open(
      path.appending(name), .writeOnly, options: [.create, .truncate],
      permissions: [.ownerReadWrite, .groupRead, .otherRead])
    try file.closeAfter { _ = try file.writeAll(bytes) }
  }

  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  /// What a file holds; nil when there is none.
  func read(_ name: String) -> String? { Workspace.contents(path.appending(name)) }

  /// What a file holds; nil when there is none.
  static func contents(_ path: FilePath) -> String? {
    guard let file = try? FileDescriptor.open(path, .readOnly) else { return nil }
    defer { try? file.close() }
    var bytes: [UInt8] = []
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { piece.deallocate() }
    while let count = try? file.read(into: piece), count > 0 { bytes += piece[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  func run(
    _ arguments: String..., input: [UInt8]? = nil, variables: [String: String] = [:]
  ) async throws -> Outcome {
    try await Command.run(arguments, in: path, input: input, variables: variables)
  }

  /// Runs a line of shell in the folder, in which `$SCROLLFIT` is the binary.
  func shell(_ script: String) async throws -> Outcome {
    try await Command.shell(script, in: path)
  }
}
