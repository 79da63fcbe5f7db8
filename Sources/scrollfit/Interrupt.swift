#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An interrupt from the keyboard that a run ends at by itself: what is under way is handed over, outputs are completed.
/// A second one ends the process as it would have.
enum Interrupt: Error {
  /// The run was asked to end.
  case requested

  /// A handler may do no more than write to memory that never moves.
  private nonisolated(unsafe) static let state:
    UnsafeMutablePointer<(isRequested: Bool, before: sig_t?)> = {
      let state = UnsafeMutablePointer<(isRequested: Bool, before: sig_t?)>.allocate(capacity: 1)
      state.initialize(to: (false, nil))
      return state
    }()

  /// Listens from now on, unless the process was told to ignore interrupts.
  static func listen() {
    let state = state
    let before = signal(SIGINT) { number in
      Interrupt.state.pointee.isRequested = true
      signal(number, Interrupt.state.pointee.before ?? SIG_DFL)
    }
    // Functions cannot be compared; SIG_IGN is the address 1 on all systems.
    if unsafeBitCast(before, to: Int.self) == 1 {
      signal(SIGINT, SIG_IGN)
    } else {
      state.pointee.before = before
    }
  }

  /// Throws where the run was asked to end.
  static func check() throws {
    if state.pointee.isRequested { throw requested }
  }
}
