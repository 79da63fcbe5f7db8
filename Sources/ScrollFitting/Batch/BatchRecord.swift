public import ScrollRecordings

/// The recording that a number comes from.
public struct BatchSource: Sendable, Hashable {
  /// The path of the file as the user gave it; `-` is standard input.
  public var path: String
  /// The name of the recording in its file.
  public var trace: String?
  /// The line of its first sample, or of an error; 0 if there is none.
  public var line: Int

  /// A source.
  public init(path: String, trace: String?, line: Int) {
    self.path = path
    self.trace = trace
    self.line = line
  }
}

/// The result of one fit, without its samples.
public struct RecordedFit: Sendable, Hashable {
  /// Key of the law.
  public var law: String
  /// The axis of the offsets.
  public var axis: Axis
  /// First and last time of the used samples, in s; nil for a law without time.
  public var window: ClosedRange<Double>?
  /// The number of used samples.
  public var samples: Int
  /// sqrt(sum r^2 / n), in pt.
  public var rms: Double?
  /// The rms of rounding alone, in pt.
  public var floor: Double?
  /// Whether the search ended at a minimum.
  public var isConverged: Bool
  /// The law's parameters, in its order.
  public var parameters: [Estimate]
  /// Quantities derived from the parameters.
  public var derived: [Estimate]

  /// A fit.
  public init(
    law: String, axis: Axis, window: ClosedRange<Double>?, samples: Int, rms: Double?,
    floor: Double?, isConverged: Bool, parameters: [Estimate], derived: [Estimate]
  ) {
    self.law = law
    self.axis = axis
    self.window = window
    self.samples = samples
    self.rms = rms
    self.floor = floor
    self.isConverged = isConverged
    self.parameters = parameters
    self.derived = derived
  }

  /// Value of a parameter or derived quantity by key.
  public subscript(key: String) -> Estimate? {
    parameters.first { $0.key == key } ?? derived.first { $0.key == key }
  }
}

/// The failure of a recording, as stored in results.
public struct RecordedFailure: Sendable, Hashable {
  /// The stable code, of a ``FitFailure`` or a `TraceError`.
  public var code: String
  /// One sentence.
  public var message: String
  /// What the user can do, on one line.
  public var help: String
  /// The line, from 1.
  public var line: Int?
  /// The column, from 1.
  public var column: Int?

  /// A failure.
  public init(code: String, message: String, help: String, line: Int?, column: Int?) {
    self.code = code
    self.message = message
    self.help = help
    self.line = line
    self.column = column
  }

  /// The failure of a recording that starts at a line; 0 if it has none.
  public init(_ failure: FitFailure, line: Int) {
    self.init(
      code: failure.code.rawValue, message: failure.message, help: failure.help,
      line: line > 0 ? line : nil, column: line > 0 ? 1 : nil)
  }
}

/// The result of one recording in compact form, which can be stored, sent and read back. Summaries, tables and verdicts
/// are computed from it.
public struct BatchRecord: Sendable, Hashable {
  /// The recording.
  public var source: BatchSource
  /// The 64-bit hash of its content; nil if it could not be read.
  public var contentHash: UInt64?
  /// The metadata in its file.
  public var metadata = Metadata()
  /// The number of samples; 0 if it could not be read.
  public var samples = 0
  /// The fits, in order of time.
  public var fits: [RecordedFit] = []
  /// The constants that belong to the scroll view.
  public var constants: [TraceConstant] = []
  /// The laws that motions follow without a measured constant; empty for a result that was read back.
  public var identified = IdentifiedLaws()
  /// The codes of all warnings, sorted, without duplicates.
  public var warnings: [String] = []
  /// Why nothing was fitted.
  public var failure: RecordedFailure?
  /// The time for reading and fitting, in s; nil if it was not measured.
  public var seconds: Double?

  /// A record without results.
  public init(source: BatchSource, contentHash: UInt64?) {
    self.source = source
    self.contentHash = contentHash
  }

  /// The record of a result.
  public init(_ result: TraceResult) {
    self.init(
      source: BatchSource(path: result.path, trace: result.name, line: result.line),
      contentHash: result.contentHash)
    metadata = result.metadata
    samples = result.sampling?.sampleCount ?? 0
    fits = result.fits.map(RecordedFit.init)
    constants = result.constants()
    identified = IdentifiedLaws(result)
    warnings = Set(
      (result.warnings + result.fits.flatMap(\.warnings)).map(\.code.rawValue)
    ).sorted()
    failure = result.failure.map { RecordedFailure($0, line: result.line) }
  }
}

extension RecordedFit {
  /// The compact form of a fit.
  public init(_ fit: Fit) {
    self.init(
      law: fit.law, axis: fit.axis, window: fit.window, samples: fit.samples.used,
      rms: fit.residual.rms, floor: fit.residual.floor, isConverged: fit.search.converged,
      parameters: fit.parameters, derived: fit.derived)
  }
}
