public import ArgumentParser
public import ScrollTraces

/// The input files and how they are read.
struct InputOptions: ParsableArguments {
  @Argument(
    help: "Recordings in CSV or JSON, or logs; - is standard input.",
    completion: .file(extensions: ["csv", "jsonl", "json", "log", "txt"]))
  var trace: [String]

  @OptionGroup(title: "Input") var samples: SampleOptions

  func validate() throws {
    guard !trace.isEmpty else {
      throw ValidationError("Name at least one recording; - is standard input.")
    }
    try OutputOptions.checkStandardInput(trace)
  }

  var axis: Axis? { samples.axis }

  /// Reads the recordings in order; errors in a file are reported on standard error.
  ///
  /// - Parameter fault: is called for each error; reading continues with the next file.
  func read(
    fault: (TraceError) throws -> Void, _ body: (Trace) throws -> Void
  ) throws {
    let reader = TraceReader(options: samples.reading)
    for path in trace {
      do {
        try reader.read(path: path, body)
      } catch let error as TraceError {
        FitCommandRunner.report(error.location, error.message, help: error.help)
        try fault(error)
      }
    }
  }
}

/// How the samples of a recording are read.
struct SampleOptions: ParsableArguments {
  @Option(help: "Name of the time column.")
  var time: String?

  @Option(help: "Name of the offset column.")
  var offset: String?

  @Option(help: "Axis to fit. (default: every axis recorded)")
  var axis: Axis?

  @Option(help: "Unit of the time column. (default: its suffix, or as its stamps tell)")
  var timeUnit: ColumnUnit?

  @Option(help: "Unit of the offsets. (default: their suffix, or pt)")
  var offsetUnit: LengthUnit?

  @Option(help: "Pixels in a point, for columns in pixels and for the rounding.")
  var scale: Double?

  @Option(
    help: "Seconds between samples without stamps. (default: metadata, or 1/60)")
  var interval: Fraction?

  @Option(help: "What separates fields. (default: comma, semicolon or tab, as the header has it)")
  var delimiter: Delimiter?

  @Flag(
    help: "The recording is a log: lines that a program printed. (default: told from its lines)")
  var log = false

  @Option(
    help: ArgumentHelp(
      "Read only rows that have this value in this column. Repeatable.", valueName: "column=value"))
  var `where`: [RowCondition] = []

  @Option(parsing: .unconditional, help: "Leave out samples before this time, in s.")
  var from: Double?

  @Option(parsing: .unconditional, help: "Leave out samples after this time, in s.")
  var to: Double?

  func validate() throws {
    if log, delimiter != nil {
      throw ValidationError("--delimiter is for CSV: a log has none.")
    }
    if let scale, !(scale > 0 && scale.isFinite) {
      throw ValidationError("--scale must be a positive number.")
    }
    if let interval = interval?.value, !(interval > 0 && interval.isFinite) {
      throw ValidationError("--interval must be a positive number of seconds.")
    }
    if let from, !from.isFinite { throw ValidationError("--from must be a finite number.") }
    if let to, !to.isFinite { throw ValidationError("--to must be a finite number.") }
    if let from, let to, from >= to { throw ValidationError("--from must be less than --to.") }
  }

  var reading: ReadingOptions {
    var options = ReadingOptions(
      delimiter: delimiter, timeColumn: time, offsetColumn: offset, timeUnit: timeUnit,
      scale: scale, interval: interval?.value, from: from, to: to)
    options.offsetUnit = offsetUnit.flatMap { ColumnUnit(rawValue: $0.rawValue) }
    options.axis = axis
    options.isLog = log
    options.conditions = `where`
    return options
  }
}

extension Axis: Choice {}

extension RowCondition: ExpressibleByArgument {
  /// A condition from its text `column=value`.
  public init?(argument: String) { self.init(argument) }
}

extension Delimiter: Choice {
  /// A delimiter by its name or as the character itself.
  public init?(argument: String) { self.init(argument) }
}

extension ColumnUnit: ExpressibleByArgument {
  /// A unit of time by its suffix.
  public init?(argument: String) {
    guard Self.allValueStrings.contains(argument) else { return nil }
    self.init(rawValue: argument)
  }

  /// Only units of time: lengths and speeds have units as column suffixes.
  public static var allValueStrings: [String] {
    allCases.filter { $0.dimension == .time }.map(\.rawValue)
  }
}

/// A unit of lengths, by its suffix.
enum LengthUnit: String, Choice {
  case pt
  case px
}

/// A number or a fraction, such as 1/60.
struct Fraction: ExpressibleByArgument {
  var value: Double

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map {
      Double(String($0))
    }
    guard let first = parts[0], parts.count <= 2 else { return nil }
    guard parts.count == 2 else {
      value = first
      return
    }
    guard let second = parts[1] else { return nil }
    value = first / second
  }
}
