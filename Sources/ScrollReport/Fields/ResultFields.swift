internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// The members of an element of `results`: the result of a recording, or why it could not be read.
struct ResultMembers {
  /// The hash of all settings that the result depends on; nil if no run will resume from it.
  var settings: UInt64?
  var source: SourceMembers
  var metadata = Metadata()
  var sampling: SamplingMembers?
  var fits: [Fit] = []
  /// The phases, their joint analysis and flings; nil for a recording that was not split.
  var phases: [Phase]?
  var joined: CrossPhaseAnalysis?
  var flings: FlingScaling?
  var constants: [TraceConstant] = []
  var warnings: [WarningMembers] = []
  var failure: RecordedFailure?

  init(_ result: TraceResult, settings: UInt64? = nil) {
    self.settings = settings
    source = SourceMembers(
      path: result.path, trace: result.name, line: result.line, hash: result.contentHash)
    metadata = result.metadata
    sampling = SamplingMembers(result)
    fits = result.fits
    if !result.phases.isEmpty {
      phases = result.phases
      joined = result.joined
      flings = joined == nil ? nil : result.flings
    }
    constants = result.constants()
    warnings = result.warnings.map { WarningMembers(warning: $0) }
    for index in fits.indices {
      warnings += fits[index].warnings.map { WarningMembers(warning: $0, fit: index) }
    }
    failure = result.failure.map { RecordedFailure($0, line: result.line) }
  }

  init(_ failure: ReadingFailure, settings: UInt64? = nil) {
    self.settings = settings
    self.failure = failure.failure
    source = SourceMembers(
      path: failure.path, trace: failure.trace, line: failure.failure.line)
  }

  /// With the samples of each fit, which are most of the output.
  static let fieldsWithSeries = FieldTable<Self>(
    "result", "What one recording gave.", together
  ) {
    head
    Field(
      "fits", \.fits, each: Fit.fieldsWithSeries,
      "The fits in the order of time; empty where there is none.",
      .each(nil, Schema.Keyword("required", .array([JSONNode(.string("series"))]))))
    tail
  }

  /// Without the samples of the fits.
  static let fields = FieldTable<Self>(
    "result", "What one recording gave.", together
  ) {
    head
    Field(
      "fits", \.fits, each: Fit.fields, "The fits in the order of time; empty where there is none.")
    tail
  }

  static let line = line(fields)
  static let lineWithSeries = line(fieldsWithSeries)

  private static func line(_ table: FieldTable<Self>) -> FieldTable<Self> {
    FieldTable("resultLine", "What one recording gave, on one line of a batch.", together) {
      Field("format_version", { _ in JSONWriter.formatVersion }, as: .formatVersion)
      Field(
        "settings", { HashText($0.settings) },
        "64-bit hash in hexadecimal of everything but the recording that the result depends on.")
      table
    }
  }

  // MARK: - Parts

  @FieldsBuilder<Self> private static var head: [Field<Self>] {
    Field("source", \.source)
    Field("metadata", \.metadata)
    Field(
      "sampling", \.sampling,
      "How the recording was sampled; null for a table of gestures and where nothing could be read."
    )
  }

  @FieldsBuilder<Self> private static var tail: [Field<Self>] {
    phases
    Field(
      "constants", \.constants,
      "Constants that belong to the scroll view, one value a recording.")
    Field("warnings", \.warnings, "Warnings, those about the recording first.")
    Field("error", \.failure, "Why there is no result; null where there is one.")
  }

  @FieldsBuilder<Self> private static var phases: [Field<Self>] {
    Field(
      optional: "phases", \.phases,
      "The phases of a recording that was split, those of the vertical axis first; missing where it was not.",
      .atLeast(elements: 1))
    Field(
      optional: "pooled", { $0.joined?.pools }, each: Pool.ofFits,
      "Constants that gestures of the recording share; with `phases`.")
    Field(
      optional: "joints", { $0.joined?.joints },
      "Comparisons of neighbouring phases; with `phases`.")
    Field(
      optional: "pooled_joints", { $0.joined?.jointPools },
      "Joints of a kind together; with `phases`.")
    Field(
      optional: "releases", { $0.joined?.releases },
      "Ends of drags: the finger's velocity, and what the glide made of it; with `phases`.")
    Field(
      optional: "fling_threshold", { $0.joined.map(\.flingThreshold) },
      "The speeds of a finger between which flings begin; null without drags; with `phases`.")
    Field(
      optional: "flings", { members in members.joined.map { _ in members.flings } },
      "How distance and duration of the glides grow with their speed; null without glides; with `phases`."
    )
    Field(
      optional: "wheel_gains",
      { $0.joined.flatMap { $0.wheelGains.isEmpty ? nil : $0.wheelGains } },
      "What a wheel asked for and what the content did of it, an axis each; only where deltas of events stand beside offsets."
    )
  }

  /// The members of a recording with phases, which are all present or all missing.
  private static let together = Schema.Keyword(
    "dependentRequired",
    .object(
      [
        ("phases", ["pooled", "joints", "pooled_joints", "releases", "fling_threshold", "flings"]),
        ("pooled", ["phases", "joints", "pooled_joints"]),
        ("joints", ["phases", "pooled", "pooled_joints"]),
        ("pooled_joints", ["phases", "pooled", "joints"]),
        ("releases", ["phases"]), ("fling_threshold", ["phases"]), ("flings", ["phases"]),
      ].map { ($0, JSONNode(.array($1.map { JSONNode(.string($0)) }))) }))
}

extension Metadata: JSONMember {
  /// Keys and values as in the file; the first value of a repeated key.
  func write(to json: inout JSONWriter) {
    json.object { list in
      var seen: Set<String> = []
      for entry in entries where seen.insert(entry.key).inserted {
        list.member(entry.key, entry.value)
      }
    }
  }
  static func schema(_ definitions: inout SchemaDefinitions) -> Schema {
    definitions.reference("metadata") { _ in
      .map(
        to: Schema(type: "string").adding("The value as it stands in the file."),
        "Keys and values as the head of the file states them; of a key that comes twice the first.")
    }
  }
}

/// The source of a result.
struct SourceMembers: JSONObject {
  var path: String
  var trace: String?
  var line: Int?
  var hash: UInt64?

  static let fields = FieldTable<Self>("source", "Where a result comes from.") {
    Field(
      "path", \.path,
      "The file as it was named, a byte b that is not UTF-8 as U+EF00 + b; - is standard input.")
    Field("trace", \.trace, "Name of the recording in its file; null where it has none.")
    Field(
      "line", \.line, "Line of its first sample, from 1; null for a file that could not be read.",
      .atLeast(1))
    Field(
      "content_hash", { $0.hash.map { HashText($0) } },
      "64-bit hash of its content in hexadecimal; null for a file that could not be read.")
  }
}

struct SamplingMembers: JSONObject {
  var facts: SamplingFacts
  var used: Int
  var isRecorded: Bool
  var folded: Int

  init?(_ result: TraceResult) {
    guard let facts = result.sampling else { return nil }
    self.facts = facts
    used = result.fits.indices.reduce(0) { $0 + result.fits[$1].samples.used }
    isRecorded = result.timing.isRecorded
    folded = result.restSamplesFolded
  }

  static let fields = FieldTable<Self>("sampling", "How the recording was sampled.") {
    Field("samples", \.facts.sampleCount, "Samples of the recording.", .atLeast(0))
    Field(
      "used", \.used,
      "Samples used by all fits together.", .atLeast(0))
    Field(
      "duration_s", \.facts.duration, "Time from the first sample to the last in s.", .atLeast(0))
    Field(
      "rate_hz", { $0.facts.refreshRate ?? $0.facts.medianInterval.map { 1 / $0 } },
      "Refresh rate in Hz, or one over the median interval where the stamps fit no grid.", .above(0)
    )
    Field(
      "stamps", { $0.isRecorded ? "recorded" : "assumed" },
      "Whether times were recorded, or a fixed interval was assumed.", .words("recorded", "assumed")
    )
    Field(
      "quantum_pt", \.facts.quantum?.value,
      "Steps in which the values come, in pt; null where none are seen.", .above(0))
    Field("dropped_frames", \.facts.droppedFrames, "Frames that the recorder lost.", .atLeast(0))
    Field("gaps", \.facts.gaps.count, "Places where samples are missing.", .atLeast(0))
    Field(
      "duplicate_stamps", \.facts.duplicateStamps,
      "Samples with the stamp of the sample before them.", .atLeast(0))
    Field(
      "jitter_s", \.facts.jitter,
      "Standard deviation of the stamps about the grid of frames in s; null without a grid.",
      .atLeast(0))
    Field(
      "settled_samples", \.facts.settledTail?.sampleCount,
      "Samples at the end that all have the last value; null without samples.", .atLeast(0))
    Field(
      optional: "folded_samples",
      { $0.folded > 0 ? $0.folded : nil },
      "Samples of long rests that were merged into one; missing where there are none.", .atLeast(1))
  }
}

/// A warning, and the index of its fit if it is about a fit.
struct WarningMembers: JSONObject {
  var warning: Warning
  var fit: Int?

  static let fields = FieldTable<Self>("warning", "What the reader should know.") {
    Field(
      "code", \.warning.code.rawValue,
      "Stable code: W1xx of stamps and columns, W2xx of values, W3xx of the stretch and the search, W4xx of the residuals and the law.",
      .pattern("^W[0-9]{3}$"))
    Field("message", \.warning.message, "What was seen.")
    Field("remedy", \.warning.remedy, "What to do.")
    Field(
      "fit", \.fit, "Position of the fit in `fits`, from 0; null for the recording.", .atLeast(0))
  }
}

extension RecordedFailure: JSONObject {
  static let fields = FieldTable<Self>("error", "Why there is no result.") {
    Field("code", \.code, as: .code)
    Field("message", \.message, "What is wrong, in one sentence.")
    Field("help", \.help, "What to do.")
    Field("line", \.line, "Line from 1; null where there is none.", .atLeast(1))
    Field("column", \.column, "Column from 1; null where there is none.", .atLeast(1))
  }
}
