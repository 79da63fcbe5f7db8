import ScrollFormats

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A keyboard interrupt that ends a run in order: results in progress are passed on and outputs are completed. A second
/// interrupt ends the process immediately.
enum Interrupt: Error {
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
  static func listen() {
    let state = state
    state.pointee.before = StandardStream.handle(SIGINT) { number in
      Interrupt.state.pointee.isRequested = true
      signal(number, Interrupt.state.pointee.before ?? SIG_DFL)
    }
  }

  /// Throws if the run was asked to end.
  static func check() throws {
    if state.pointee.isRequested { throw requested }
  }
}
