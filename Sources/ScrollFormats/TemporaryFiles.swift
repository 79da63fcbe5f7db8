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

/// The temporary files that are being written, so that a signal that ends the process removes them first.
///
/// A signal handler may only read memory and call `unlink`, so the names are C strings in a table that never moves.
/// Only the thread that creates and completes files changes the table.
enum TemporaryFiles {
  /// The maximum number of files that a signal removes.
  private static let limit = 64

  private nonisolated(unsafe) static let names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> =
    {
      let names = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: limit)
      names.initialize(repeating: nil, count: limit)
      for number in [SIGINT, SIGTERM, SIGHUP] {
        _ = StandardStream.handle(number, with: handler)
      }
      return names
    }()

  private static let handler: @convention(c) (Int32) -> Void = { number in
    for index in 0..<limit {
      if let name = names[index] { unlink(name) }
    }
    // Then the default action ends the process.
    signal(number, SIG_DFL)
    raise(number)
  }

  static func add(_ path: FilePath) {
    for index in 0..<limit where names[index] == nil {
      names[index] = path.withPlatformString { strdup($0) }
      return
    }
  }

  /// Removes a file from the table, and deletes it unless it is kept.
  static func remove(_ path: FilePath, isKept: Bool) {
    path.withPlatformString { path in
      if !isKept { unlink(path) }
      for index in 0..<limit {
        guard let name = names[index], strcmp(name, path) == 0 else { continue }
        names[index] = nil
        free(name)
        return
      }
    }
  }
}
