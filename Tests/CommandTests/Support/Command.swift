import Subprocess

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

/// What a run of the binary left behind.
struct Outcome {
  var status: TerminationStatus
  var output: String
  var error: String

  /// The exit code; nil when a signal ended the run.
  var code: Int32? {
    if case .exited(let code) = status { code } else { nil }
  }

  var lines: [Substring] { output.split(separator: "\n", omittingEmptySubsequences: false) }
}

/// Runs that several tests look at.
private actor CommonRuns {
  static let all = CommonRuns()
  private var runs: [[String]: Task<Outcome, any Error>] = [:]

  func outcome(of arguments: [String]) async throws -> Outcome {
    let run = runs[arguments] ?? Task { try await Command.run(arguments) }
    runs[arguments] = run
    return try await run.value
  }
}

/// The binary that was built together with these tests.
enum Command {
  /// `SCROLLFIT_BINARY`, or the one in the nearest folder above the tests that has it.
  static let path: FilePath = {
    if let path = getenv("SCROLLFIT_BINARY") { return FilePath(String(cString: path)) }
    // On macOS the runner is Xcode's, and an argument names the bundle.
    let bundle = CommandLine.arguments.last { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    var folder = FilePath(bundle).removingLastComponent()
    while folder.lastComponent != nil {
      let binary = folder.appending("scrollfit")
      if access(binary.string, X_OK) == 0 { return binary }
      folder.removeLastComponent()
    }
    return "scrollfit"
  }()

  /// The folder that holds Package.swift.
  static let package = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent().removingLastComponent()

  /// A file of the package; nil when there is none.
  static func contents(_ path: String) -> String? { Workspace.contents(package.appending(path)) }

  /// The tester's own variables say nothing about colour, width or CI.
  static func environment(_ variables: [String: String] = [:]) -> Environment {
    var changes: [Environment.Key: String?] = ["TERM": "xterm-256color"]
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES", "CI"] {
      changes[Environment.Key(stringLiteral: name)] = .some(nil)
    }
    for (name, value) in variables {
      changes[Environment.Key(stringLiteral: name)] = value
    }
    return .inherit.updating(changes)
  }

  /// The commands as the binary describes them, but for `help`.
  static func all() async throws -> [JSONValue] {
    let outcome = try await run(["--experimental-dump-help"])
    return try JSONValue(outcome.output)["command"]["subcommands"].elements.filter {
      $0["commandName"].string != "help"
    }
  }

  /// Runs it to its end. Without `input` there is none to read.
  static func run(
    _ arguments: [String], in folder: FilePath = package, input: [UInt8]? = nil,
    variables: [String: String] = [:]
  ) async throws -> Outcome {
    try await run(
      .path(path), arguments, in: folder, input: input, environment: environment(variables))
  }

  /// What these arguments give in the folder of the package, run once for all tests that look at it.
  ///
  /// For arguments that write no file and read nothing that changes.
  static func once(_ arguments: [String]) async throws -> Outcome {
    try await CommonRuns.all.outcome(of: arguments)
  }

  /// Runs a line of shell in which `$SCROLLFIT` is the binary.
  static func shell(
    _ script: String, in folder: FilePath = package, variables: [String: String] = [:]
  ) async throws -> Outcome {
    var variables = variables
    variables["SCROLLFIT"] = path.string
    return try await run(
      .path("/bin/sh"), ["-c", script], in: folder, input: nil,
      environment: environment(variables))
  }

  private static func run(
    _ executable: Executable, _ arguments: [String], in folder: FilePath, input: [UInt8]?,
    environment: Environment
  ) async throws -> Outcome {
    let limit = 64 << 20
    if let input {
      let result = try await Subprocess.run(
        executable, arguments: Arguments(arguments), environment: environment,
        workingDirectory: folder, input: .array(input), output: .string(limit: limit),
        error: .string(limit: limit))
      return Outcome(
        status: result.terminationStatus, output: result.standardOutput, error: result.standardError
      )
    }
    let result = try await Subprocess.run(
      executable, arguments: Arguments(arguments), environment: environment,
      workingDirectory: folder, output: .string(limit: limit), error: .string(limit: limit))
    return Outcome(
      status: result.terminationStatus, output: result.standardOutput, error: result.standardError)
  }
}
