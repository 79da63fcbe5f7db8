internal import ScrollFitting
internal import ScrollFormats

/// The `summary` of a batch, with that of a check.
struct SummaryMembers: JSONObject {
  var summary: BatchSummary
  var check: CheckReport?

  static let fields = FieldTable<Self>("batchSummary", "What many recordings say together.") {
    Field(
      "recordings", \.summary.recordings, "All recordings, those that failed included.", .atLeast(0)
    )
    Field("fitted", \.summary.fitted, "Recordings with a fit.", .atLeast(0))
    Field("fits", \.summary.fits, "Fits of all recordings.", .atLeast(0))
    Field("failed", \.summary.failureCount, "Recordings and files that gave nothing.", .atLeast(0))
    Field(
      optional: "copies", { $0.summary.copies > 0 ? $0.summary.copies : nil },
      "Recordings that hold what one before them holds and are in no pool; there where some do.",
      .atLeast(1))
    Field(
      "failures_by_code", \.summary.failures.sorted, name: \.key, \.value, layout: .line,
      "Failures by their code.", pattern: "^[a-z]+(-[a-z0-9]+)*$", each: "How many.", .atLeast(1))
    Field(
      "failures", \.summary.failed, each: failureFields, layout: .line,
      "The first failures; `failed` counts all.")
    Field(
      "warnings_by_code", \.summary.warnings.sorted, name: \.key, \.value, layout: .line,
      "Recordings with a warning, by its code.", pattern: "^W[0-9]{3}$", each: "How many.",
      .atLeast(1))
    Field(
      "group_by", \.summary.keys, "The keys of --group-by; empty without.",
      .each("A key of the metadata."))
    Field("groups", \.groups, "Groups sorted by their values; one without --group-by.")
    Field(optional: "check", \.check, "Only of `scrollfit check`.")
  }

  private static let failureFields = FieldTable<(source: BatchSource, failure: RecordedFailure)>(
    nil, "A recording or file that gave nothing."
  ) {
    BatchSource.fields.fields(of: \.source)
    Field("code", \.failure.code, as: .code)
    Field("message", \.failure.message, "What is wrong, in one sentence.")
  }

  private var groups: [GroupMembers] {
    summary.grouped().map { GroupMembers(group: $0, keys: summary.keys) }
  }
}

extension [String: Int] {
  /// The counts by name, sorted.
  fileprivate var sorted: [(key: String, value: Int)] { sorted { $0.key < $1.key } }
}

/// A group and the metadata keys that group recordings.
struct GroupMembers: JSONObject {
  var group: BatchSummary.Group
  var keys: [String]

  static let fields = FieldTable<Self>(
    "group", "Recordings with the same values of the metadata that group them."
  ) {
    Field("values", { GroupValues(keys: $0.keys, values: $0.group.values) }, layout: .line)
    Field("recordings", \.group.count, "Recordings in it, those that failed included.", .atLeast(0))
    Field("pooled", \.group.pools, "Constants, in the order of the laws.")
  }
}

/// The metadata values of a group by key.
struct GroupValues: JSONMember {
  var keys: [String]
  var values: [String?]

  func write(to json: inout JSONWriter) {
    json.object { list in
      for (key, value) in zip(keys, values) { list.member(key, value) }
    }
  }
  static func schema(_ definitions: inout SchemaDefinitions) -> Schema {
    definitions.reference("groupValues") { _ in
      .map(
        to: Schema(type: "string").orNull.adding("The value."),
        "Values of the metadata that group the recordings by key; null where a recording has none.")
    }
  }
}

extension BatchSource: JSONObject {
  static let fields = FieldTable<Self>("recording", "Which recording is meant.") {
    Field(
      "path", \.path,
      "The file as it was named, a byte b that is not UTF-8 as U+EF00 + b; - is standard input.")
    Field("trace", \.trace, "Name of the recording in its file; null where it has none.")
    Field(
      "line", { $0.line > 0 ? $0.line : nil },
      "Line of its first sample, from 1, or of the fault in a file that cannot be read; null where there is none.",
      .atLeast(1))
  }
}

extension PooledConstant: JSONObject {
  static let fields = FieldTable<Self>(
    "pooledConstant", "One constant of all recordings of a group."
  ) {
    Field("law", \.law, as: .sharedLaw)
    Field("key", \.key, "Key of the quantity.", .key)
    Field("recordings", \.count, "Recordings that the value rests on.", .atLeast(0))
    Field("gestures", \.gestures, "Gestures in all of them.", .atLeast(0))
    Field("estimate", \.estimate, in: Estimate.pooledFields)
    Field("heterogeneity", \.heterogeneity, layout: .line)
    Field(
      "outliers", \.outliers, each: outlierFields, layout: .line,
      "Recordings off the others, the furthest first.")
    Field(
      "left_out", \.leftOut, each: omissionFields, layout: .line,
      "Recordings that could not be compared, by reason.")
  }

  private static let outlierFields = FieldTable<Outlier>(
    nil, "A recording that lies off the others and is not in the pooled value."
  ) {
    BatchSource.fields.fields(of: \.source)
    Field("value", \.value, "Its value, in the unit of the estimate.")
    Field("standard_error", \.standardError, "Standard error of that.", .atLeast(0))
    Field("median_of_others", \.median, "Weighted median of the others.")
  }

  private static let omissionFields = FieldTable<Omission>(
    nil, "Recordings that could not be compared."
  ) {
    Field("reason", \.reason, "Why.")
    Field("recordings", \.count, "How many.", .atLeast(1))
  }

  private var heterogeneity: Heterogeneity {
    Heterogeneity(
      q: q, degrees: max(0, count - 1), probability: probability, spread: spread,
      isHeterogeneous: isHeterogeneous)
  }
}
