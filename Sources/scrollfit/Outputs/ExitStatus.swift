internal import ScrollFormats

import ArgumentParser
import ScrollFitting
import ScrollReport
import ScrollTraces

/// The exit codes. A run with several exits with the worst one; from worst to best: 130 70 74 73 78 66 65 1 0.
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

  /// The only mapping of errors to exit codes.
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

  /// Keeps the worse of two statuses.
  mutating func worsen(to other: ExitStatus) {
    if other.rank > rank { self = other }
  }

  /// Ends the command with the status.
  func leave() throws {
    if self != .done { throw ExitCode(rawValue) }
  }

  /// Runs a command that shows its progress, and ends it with its status.
  static func run(_ body: (Progress, inout ExitStatus) throws -> Void) throws {
    let progress = Progress()
    var status = done
    do {
      try body(progress, &status)
    } catch {
      progress.clear(forOutput: false)
      status.worsen(to: try report(error))
    }
    try status.leave()
  }

  /// Writes a text to a file, or to standard output for `-` and nil.
  static func write(to output: String?, _ text: () throws -> String) throws {
    // Opened first, so that nothing is computed for a file that cannot be written.
    let file = try output.flatMap { $0 == "-" ? nil : try OutputFile(path: $0) }
    let text = try text()
    guard let file else { return try StandardStream.write(text) }
    try file.write(text)
    try file.commit()
  }

  /// Reports the error that ended a run on standard error, unless the reader of standard output left.
  ///
  /// - Returns: the exit status.
  /// - Throws: an error that is not about input or output.
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
