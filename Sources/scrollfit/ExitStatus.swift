internal import ScrollFormats

import ArgumentParser
import ScrollFitting
import ScrollReport
import ScrollTraces

/// The exit codes, worst last in the order 130 70 74 73 78 66 65 1 0 read from the right.
enum ExitStatus: Int32 {
  case done = 0
  case outside = 1
  case badData = 65
  case missingInput = 66
  case bug = 70
  case cannotCreate = 73
  case cannotWrite = 74
  case badReference = 78
  case interrupted = 130

  /// The one place that maps errors to exit codes.
  init(_ error: any Error) {
    switch error {
    case let error as TraceError:
      switch error.kind {
      case .missingInput: self = .missingInput
      case .invalidData: self = .badData
      case .readFailure: self = .cannotWrite
      }
    case is FitFailure: self = .badData
    case let error as ResultFileError:
      switch error.kind {
      case .missingInput: self = .missingInput
      case .invalidData: self = .badData
      case .invalidReference: self = .badReference
      case .readFailure: self = .cannotWrite
      }
    case let error as OutputError:
      switch error.kind {
      case .cannotCreate, .inUse: self = .cannotCreate
      case .cannotWrite: self = .cannotWrite
      case .closedPipe: self = .done
      }
    default: self = .bug
    }
  }

  private var rank: Int {
    switch self {
    case .done: 0
    case .outside: 1
    case .badData: 2
    case .missingInput: 3
    case .badReference: 4
    case .cannotCreate: 5
    case .cannotWrite: 6
    case .bug: 7
    case .interrupted: 8
    }
  }

  /// Of two, the one to exit with.
  mutating func worsen(to other: ExitStatus) {
    if other.rank > rank { self = other }
  }

  /// Ends the command.
  func leave() throws {
    if self != .done { throw ExitCode(rawValue) }
  }

  /// Says on standard error what ended a run; a closed reader is no fault.
  ///
  /// - Returns: the status to leave with.
  /// - Throws: what is no fault of input or output.
  static func report(_ error: any Error) throws -> ExitStatus {
    switch error {
    case let error as BatchOptions.Interruption:
      var status = error.status
      status.worsen(to: try report(error.cause))
      return status
    case let error as OutputError:
      if error.kind != .closedPipe {
        FitCommandRunner.report(error.path, error.message, help: error.help)
      }
    case let error as ResultFileError:
      FitCommandRunner.report(error.location, error.message, help: error.help)
    case let error as TraceError:
      FitCommandRunner.report(error.location, error.message, help: error.help)
    default: throw error
    }
    return ExitStatus(error)
  }
}
