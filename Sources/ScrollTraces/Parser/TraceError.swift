internal import ScrollRecordings

/// An error in reading or writing a recording: what is wrong, where, and what the user can do.
public struct TraceError: Error, Sendable, Hashable {
  /// The kind of error.
  public var code: Code

  /// The path of the file as the user gave it; `-` is standard input.
  public var path: String

  /// The line of the file, from 1, including comments and blank lines.
  public var line: Int?

  /// The byte of the line at which the field with the error starts, from 1; a byte order mark does not count.
  public var column: Int?

  /// The name of the recording with the error, if its file contains several.
  public var trace: String?

  /// One sentence in lower case that can follow `path:line:column: error: `.
  public var message: String

  /// What the user can do, one line.
  public var help: String

  /// Creates an error; `column` requires `line`.
  public init(
    _ code: Code, path: String, line: Int? = nil, column: Int? = nil, message: String,
    help: String = ""
  ) {
    self.code = code
    self.path = path
    self.line = line
    self.column = column
    self.message = message
    self.help = help
  }

  /// The class of an error, which determines the exit code.
  public enum Kind: Sendable, Hashable {
    /// The file does not exist, or cannot be opened as a file.
    case missingInput
    /// The file is not a valid recording.
    case invalidData
    /// A system call failed while the file was read.
    case readFailure
  }

  /// The class of this error.
  public var kind: Kind { code.kind }

  /// `path:line:column`, as far as known; standard input is `<stdin>`.
  public var location: String {
    var text = Self.location(of: path)
    if let line {
      text += ":\(line)"
      if let column { text += ":\(column)" }
    }
    return text
  }
}

extension TraceError {
  /// A path for messages: standard input is `<stdin>`; a path with outer spaces or none is in quotes.
  public static func location(of path: String) -> String {
    if path == "-" { return "<stdin>" }
    let escaped = PrintedText.escaped(path)
    return path.isEmpty || path.first == " " || path.last == " " ? "'\(escaped)'" : escaped
  }
}

extension TraceError: CustomStringConvertible {
  /// `trace.csv:12:3: error: 'abc' is not a number in column "t_ms"`, without the help.
  public var description: String { "\(location): error: \(message)" }
}
