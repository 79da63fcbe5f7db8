public import ScrollFitting
public import ScrollFormats
public import ScrollTraces

/// Formats results one recording at a time, in constant memory.
public protocol ResultRenderer: Sendable {
  /// The text before the first result.
  mutating func begin() -> String
  /// The text of one result.
  mutating func add(_ result: TraceResult) -> String
  /// The text of one recording that could not be read.
  mutating func add(_ error: ReadingFailure) -> String
  /// The text after the last result.
  mutating func end() -> String
}

extension ResultRenderer {
  /// An empty text: the message is written to standard error.
  public mutating func add(_ error: ReadingFailure) -> String { "" }
}

/// A file that could not be read, as it appears among results.
public struct ReadingFailure: Sendable {
  /// The file.
  public var path: String
  /// The name of the recording in its file; nil if it is the only one.
  public var trace: String?
  /// The stable error code.
  public var code: String
  /// The message, one sentence.
  public var message: String
  /// What the user can do.
  public var help: String
  /// The line, from 1.
  public var line: Int?
  /// The column, from 1.
  public var column: Int?

  /// A failure.
  public init(
    path: String, code: String, message: String, help: String, line: Int?, column: Int?
  ) {
    self.path = path
    self.code = code
    self.message = message
    self.help = help
    self.line = line
    self.column = column
  }

  /// The failure for an error in reading a recording.
  public init(_ error: TraceError) {
    self.init(
      path: error.path, code: error.code.rawValue, message: error.message, help: error.help,
      line: error.line, column: error.column)
    trace = error.trace
  }

  /// The failure for an error in a results file.
  public init(_ error: ResultFileError) {
    self.init(
      path: error.path, code: error.kind.code, message: error.message, help: error.help,
      line: error.line, column: error.column)
  }

  /// The failure for an error that ended a run; nil if the error is not about a file.
  public init?(_ error: any Error) {
    switch error {
    case let error as ResultFileError: self.init(error)
    case let error as OutputError:
      self.init(
        path: error.path, code: error.kind.code, message: error.message, help: error.help ?? "",
        line: nil, column: nil)
    default: return nil
    }
  }
}
