extension TraceError {
  /// The kind of an error. New versions may add codes; the names of existing codes do not change.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The code's stable name.
    public let rawValue: String

    /// A code with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The code's stable name.
    public var description: String { rawValue }

    /// There is no such file.
    public static let fileNotFound = Code(rawValue: "file-not-found")
    /// The path is a folder.
    public static let isDirectory = Code(rawValue: "is-directory")
    /// A folder, or a list of files, without a recording.
    public static let noTrace = Code(rawValue: "no-trace")
    /// The file cannot be opened, for example because of its permissions.
    public static let notReadable = Code(rawValue: "not-readable")
    /// A system call failed while reading.
    public static let readFailed = Code(rawValue: "read-failed")
    /// The file is empty, or contains only comments and blank lines.
    public static let empty = Code(rawValue: "empty")
    /// The file contains a header but no row.
    public static let headerOnly = Code(rawValue: "header-only")
    /// Two or more numeric columns have no names.
    public static let noHeader = Code(rawValue: "no-header")
    /// No column name is known.
    public static let noKnownColumn = Code(rawValue: "no-known-column")
    /// A column that an option names does not exist.
    public static let columnNotFound = Code(rawValue: "column-not-found")
    /// Two columns could be the same quantity.
    public static let ambiguousColumn = Code(rawValue: "ambiguous-column")
    /// A column grows as a time does, but neither its name nor its unit is known.
    public static let unclearTime = Code(rawValue: "unclear-time")
    /// Samples of several views stand in turns.
    public static let mixedRows = Code(rawValue: "mixed-rows")
    /// The header has more columns than supported.
    public static let tooManyColumns = Code(rawValue: "too-many-columns")
    /// There is text in place of a number; NaN and infinity count as text.
    public static let notANumber = Code(rawValue: "not-a-number")
    /// A number has a decimal comma.
    public static let decimalComma = Code(rawValue: "decimal-comma")
    /// A number is too large for a double.
    public static let numberTooLarge = Code(rawValue: "number-too-large")
    /// A value has no time, a finger has no position, or no row has a value.
    public static let emptyCell = Code(rawValue: "empty-cell")
    /// A row has more or fewer fields than the header.
    public static let raggedRow = Code(rawValue: "ragged-row")
    /// A line contains rows separated only by carriage returns.
    public static let mixedLineEnds = Code(rawValue: "mixed-line-ends")
    /// There is a quote inside an unquoted field.
    public static let strayQuote = Code(rawValue: "stray-quote")
    /// A quoted field has no end.
    public static let unterminatedQuote = Code(rawValue: "unterminated-quote")
    /// A name or a label is not UTF-8.
    public static let notUTF8 = Code(rawValue: "not-utf-8")
    /// The file is UTF-16.
    public static let utf16 = Code(rawValue: "utf-16")
    /// The file contains a byte 0, which text does not.
    public static let nulByte = Code(rawValue: "nul-byte")
    /// The file is of another kind: a spreadsheet, an archive, a video, a trace of another tool.
    public static let foreignFile = Code(rawValue: "foreign-file")
    /// Invalid JSON.
    public static let brokenJSON = Code(rawValue: "broken-json")
    /// A row, or a label in it, is longer than supported.
    public static let fieldTooLarge = Code(rawValue: "field-too-large")
    /// There are more or longer comment lines than supported.
    public static let metadataTooLarge = Code(rawValue: "metadata-too-large")
    /// A metadata line has an invalid value.
    public static let badMetadata = Code(rawValue: "bad-metadata")
    /// A stamp is earlier than the previous one.
    public static let timeBackwards = Code(rawValue: "time-backwards")
    /// A recording has more samples than supported.
    public static let tooManySamples = Code(rawValue: "too-many-samples")
    /// A recording has more phases than supported.
    public static let tooManyPhases = Code(rawValue: "too-many-phases")
    /// A column is in pixels, and the number of pixels per point is unknown.
    public static let needsScale = Code(rawValue: "needs-scale")
    /// No row is inside the requested span of time.
    public static let nothingInWindow = Code(rawValue: "nothing-in-window")
    /// No row meets the conditions.
    public static let nothingChosen = Code(rawValue: "nothing-chosen")

    /// The kind of remedy, as for ``TraceError/kind``.
    public var kind: Kind {
      switch self {
      case .fileNotFound, .isDirectory, .notReadable, .noTrace: .missingInput
      case .readFailed: .readFailure
      default: .invalidData
      }
    }
  }
}
