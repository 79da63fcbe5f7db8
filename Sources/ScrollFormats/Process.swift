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

/// The variables of the process and its folder.
package enum ProcessEnvironment {
  /// A variable; nil if it is not set.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The absolute path that relative paths refer to.
  package static var workingFolder: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return FileName.text(path)
  }
}

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

/// A keyboard interrupt that ends a run in order: results in progress are passed on and outputs are completed. A second
/// interrupt ends the process immediately.
package enum Interrupt: Error {
  /// The run was asked to end.
  case requested

  /// Allocated once, because a signal handler may only write to memory that never moves.
  private nonisolated(unsafe) static let state:
    UnsafeMutablePointer<(isRequested: Bool, before: sig_t?)> = {
      let state = UnsafeMutablePointer<(isRequested: Bool, before: sig_t?)>.allocate(capacity: 1)
      state.initialize(to: (false, nil))
      return state
    }()

  /// Installs the handler, unless the process ignores interrupts.
  package static func listen() {
    let state = state
    state.pointee.before = StandardStream.handle(SIGINT) { number in
      Interrupt.state.pointee.isRequested = true
      signal(number, Interrupt.state.pointee.before ?? SIG_DFL)
    }
  }

  /// Throws if the run was asked to end.
  package static func check() throws {
    if state.pointee.isRequested { throw requested }
  }
}
