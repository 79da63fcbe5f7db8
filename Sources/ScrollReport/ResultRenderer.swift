public import ScrollFitting
public import ScrollFormats
public import ScrollTraces

/// Turns results into text as they come, one recording after the other, in constant memory.
public protocol ResultRenderer: Sendable {
  /// What stands before the first result.
  mutating func begin() -> String
  /// One result.
  mutating func add(_ result: TraceResult) -> String
  /// One recording that could not be read.
  mutating func add(_ error: ReadingFailure) -> String
  /// What stands after the last result.
  mutating func end() -> String
}

extension ResultRenderer {
  /// Nothing: the message goes to standard error.
  public mutating func add(_ error: ReadingFailure) -> String { "" }
}

/// A file that could not be read, as it appears among results.
public struct ReadingFailure: Sendable {
  /// The file.
  public var path: String
  /// The name of the recording in it, where it has several.
  public var trace: String?
  /// The stable code.
  public var code: String
  /// One sentence.
  public var message: String
  /// What to do.
  public var help: String
  /// Line from 1.
  public var line: Int?
  /// Column from 1.
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

  /// The failure of a reading.
  public init(_ error: TraceError) {
    self.init(
      path: error.path, code: error.code.rawValue, message: error.message, help: error.help,
      line: error.line, column: error.column)
    trace = error.trace
  }

  /// The failure of a file of results.
  public init(_ error: ResultFileError) {
    self.init(
      path: error.path, code: error.kind.code, message: error.message, help: error.help,
      line: error.line, column: error.column)
  }

  /// What ended a run, as a result lists it; nil for what is no fault of a file.
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
