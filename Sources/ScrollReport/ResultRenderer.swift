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
  /// An empty text: there is no header.
  public mutating func begin() -> String { "" }
  /// An empty text: the message is written to standard error.
  public mutating func add(_ error: ReadingFailure) -> String { "" }
  /// An empty text: there is no summary.
  public mutating func end() -> String { "" }
}

/// A file that could not be read, as it appears among results.
public struct ReadingFailure: Sendable {
  /// The file.
  public var path: String
  /// The name of the recording in its file; nil if it is the only one.
  public var trace: String?
  /// What is wrong.
  public var failure: RecordedFailure

  /// The failure of a file.
  public init(path: String, trace: String? = nil, _ failure: RecordedFailure) {
    self.path = path
    self.trace = trace
    self.failure = failure
  }

  /// The failure for an error in reading a recording.
  public init(_ error: TraceError) {
    self.init(
      path: error.path, trace: error.trace,
      RecordedFailure(
        code: error.code.rawValue, message: error.message, help: error.help, line: error.line,
        column: error.column))
  }

  /// The failure for an error in a results file.
  public init(_ error: ResultFileError) {
    self.init(
      path: error.path,
      RecordedFailure(
        code: error.kind.code, message: error.message, help: error.help, line: error.line,
        column: error.column))
  }

  /// The failure for an error that ended a run; nil if the error is not about a file.
  public init?(_ error: any Error) {
    switch error {
    case let error as ResultFileError: self.init(error)
    case let error as OutputError:
      self.init(
        path: error.path,
        RecordedFailure(
          code: error.kind.code, message: error.message, help: error.help ?? "", line: nil,
          column: nil))
    default: return nil
    }
  }
}
