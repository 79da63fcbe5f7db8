/// Why a recording cannot be read or written: what is wrong, where, and what to do about it.
public struct TraceError: Error, Sendable, Hashable {
  /// What kind of fault it is.
  public var code: Code

  /// The file as it was named; `-` is standard input.
  public var path: String

  /// The physical line of the file, counted from 1, comments and blank lines included.
  public var line: Int?

  /// The byte of the line at which the faulty field starts, counted from 1; a byte order mark does
  /// not count.
  public var column: Int?

  /// The name of the recording that is at fault, where its file has several.
  public var trace: String?

  /// One sentence in lower case that can follow `path:line:column: error: `.
  public var message: String

  /// What to do about it, one line.
  public var help: String

  /// Makes an error; `column` has no meaning without `line`.
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

  /// What the caller can do about an error, which is what an exit code tells.
  public enum Kind: Sendable, Hashable {
    /// The file is not there, or cannot be opened as a file.
    case missingInput
    /// The file is there, and is not a recording.
    case invalidData
    /// The system failed while the file was read.
    case readFailure
  }

  /// What the caller can do about this error.
  public var kind: Kind { code.kind }

  /// `path:line:column`, as far as it is known; standard input is `<stdin>`.
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
  /// A file as messages name it: standard input is `<stdin>`, a name that could not be seen is in quotes.
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
