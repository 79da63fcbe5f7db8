extension TraceError {
  /// A kind of fault. New versions may add codes; the names of existing ones do not change.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The code's stable name.
    public let rawValue: String

    /// A code of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The code's stable name.
    public var description: String { rawValue }

    /// No file has this name.
    public static let fileNotFound = Code(rawValue: "file-not-found")
    /// The path is a folder.
    public static let isDirectory = Code(rawValue: "is-directory")
    /// A folder, or a list of files, without a recording.
    public static let noTrace = Code(rawValue: "no-trace")
    /// The file cannot be opened, for want of permission for example.
    public static let notReadable = Code(rawValue: "not-readable")
    /// The system failed while reading.
    public static let readFailed = Code(rawValue: "read-failed")
    /// The file holds nothing, or only comments and blank lines.
    public static let empty = Code(rawValue: "empty")
    /// The file holds a header and no row.
    public static let headerOnly = Code(rawValue: "header-only")
    /// Two or more columns of numbers stand without names.
    public static let noHeader = Code(rawValue: "no-header")
    /// None of the columns is one that scrollfit knows.
    public static let noKnownColumn = Code(rawValue: "no-known-column")
    /// A column that was asked for by name is not there.
    public static let columnNotFound = Code(rawValue: "column-not-found")
    /// Two columns could be the same quantity.
    public static let ambiguousColumn = Code(rawValue: "ambiguous-column")
    /// The header has more columns than a recording can have.
    public static let tooManyColumns = Code(rawValue: "too-many-columns")
    /// Text stands where a number belongs; NaN and infinity are text.
    public static let notANumber = Code(rawValue: "not-a-number")
    /// A number is written with a decimal comma.
    public static let decimalComma = Code(rawValue: "decimal-comma")
    /// A number is too large for a double.
    public static let numberTooLarge = Code(rawValue: "number-too-large")
    /// A value has no time, a finger no position, or no row has a value.
    public static let emptyCell = Code(rawValue: "empty-cell")
    /// A row has more or fewer fields than the header.
    public static let raggedRow = Code(rawValue: "ragged-row")
    /// A line holds rows that a carriage return alone separates.
    public static let mixedLineEnds = Code(rawValue: "mixed-line-ends")
    /// A quote stands inside a field that it does not enclose.
    public static let strayQuote = Code(rawValue: "stray-quote")
    /// A quoted field has no end.
    public static let unterminatedQuote = Code(rawValue: "unterminated-quote")
    /// A name or a label is not UTF-8.
    public static let notUTF8 = Code(rawValue: "not-utf-8")
    /// The file is UTF-16.
    public static let utf16 = Code(rawValue: "utf-16")
    /// The file holds a byte 0, which text does not.
    public static let nulByte = Code(rawValue: "nul-byte")
    /// The file is of another kind: a spreadsheet, an archive, a video, a trace of another tool.
    public static let foreignFile = Code(rawValue: "foreign-file")
    /// Objects that are no JSON.
    public static let brokenJSON = Code(rawValue: "broken-json")
    /// A row, or a label in it, is longer than any recording has.
    public static let fieldTooLarge = Code(rawValue: "field-too-large")
    /// The leading comment lines are more or longer than any recording has.
    public static let metadataTooLarge = Code(rawValue: "metadata-too-large")
    /// A metadata line has a value that its key cannot have.
    public static let badMetadata = Code(rawValue: "bad-metadata")
    /// A stamp is earlier than the one before it.
    public static let timeBackwards = Code(rawValue: "time-backwards")
    /// One recording holds more samples than fit into bounded memory.
    public static let tooManySamples = Code(rawValue: "too-many-samples")
    /// One recording has more phases than any recorder names.
    public static let tooManyPhases = Code(rawValue: "too-many-phases")
    /// A column is in pixels and nothing says how many there are to a point.
    public static let needsScale = Code(rawValue: "needs-scale")
    /// No row lies inside the chosen span of time.
    public static let nothingInWindow = Code(rawValue: "nothing-in-window")
    /// No row has what was asked for in its column.
    public static let nothingChosen = Code(rawValue: "nothing-chosen")

    /// What a caller can do about it.
    public var kind: Kind {
      switch self {
      case .fileNotFound, .isDirectory, .notReadable, .noTrace: .missingInput
      case .readFailed: .readFailure
      default: .invalidData
      }
    }
  }
}
