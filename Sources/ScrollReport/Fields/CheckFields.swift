internal import ScrollFitting
internal import ScrollFormats

extension CheckReport: JSONObject {
  static let fields = FieldTable<Self>("check", "The comparison with a reference.") {
    Field("reference", \.reference, in: referenceFields, layout: .line, "What was compared with.")
    Field(
      "passed", { $0.outcome == .passed },
      "Whether something was compared, all could be judged, and no constant fails or is missing; with --strict, whether none is unsure either."
    )
    Field("strict", \.isStrict, "Whether --strict was given.")
    Field("judged", \.result.judged, "Constants judged by their errors, together.", .atLeast(0))
    Field(
      "counts", \.result, in: countFields, layout: .line,
      "Constants by verdict, those that are not listed too.")
    Field(
      "constants", \.constants, each: CheckedMembers.fields, layout: .line,
      "Constants that did not pass, the pooled ones, and with --list-passing the others.")
  }

  private static let referenceFields = FieldTable<Reference>(nil, "What was compared with.") {
    Field("kind", \.kind, "A reference file, a known scroll view, or results of an earlier run.")
    Field("name", \.name, "Path of the file or name of the engine.")
  }

  private static let countFields = FieldTable<CheckResult>(
    nil, "Constants by verdict, those that are not listed too."
  ) {
    Field("fail", { $0.count(.fail) }, "How many: fail.", .atLeast(0))
    Field("error", { $0.count(.error) }, "How many: error.", .atLeast(0))
    Field("missing", { $0.count(.missing) }, "How many: missing.", .atLeast(0))
    Field("unsure", { $0.count(.unsure) }, "How many: unsure.", .atLeast(0))
    Field("new", { $0.count(.new) }, "How many: new.", .atLeast(0))
    Field("pass", { $0.count(.pass) }, "How many: pass.", .atLeast(0))
  }

  var constants: [CheckedMembers] {
    entries.map { CheckedMembers(constant: $0, keys: summary.keys) }
  }
}

/// A constant beside its reference, and the metadata keys that group recordings.
struct CheckedMembers: JSONObject {
  var constant: CheckedConstant
  var keys: [String]

  static let fields = FieldTable<Self>("checkedConstant", "A constant beside its reference.") {
    Field("verdict", \.constant.verdict.kind)
    Field("source", \.constant.source, "The recording; null for a pooled constant.")
    Field(
      "group", { GroupValues(keys: $0.keys, values: $0.constant.group) },
      "Group of a pooled constant; empty without groups and for one recording.")
    Field(
      "law", { $0.named($0.constant.law) }, as: .sharedLaw,
      "Key of the law; null for a recording of which nothing could be fitted.")
    Field(
      "key", { $0.named($0.constant.key) },
      "Key of the quantity; null for a recording of which nothing could be fitted.", .key)
    Field(
      "unit", { $0.constant.key.isEmpty ? nil : JSONWriter.unit($0.constant.unit) }, as: .unit,
      "Unit of value, errors, difference and tolerance; null for a recording of which nothing could be fitted."
    )
    Field("recordings", \.constant.count, "Recordings that it rests on.", .atLeast(0))
    Field("value", \.constant.fitted?.value, "What was fitted; null where there is nothing.")
    Field(
      "standard_error", \.constant.fitted?.standardError,
      "Standard error of the value; null where it is exact or missing.", .atLeast(0))
    Field(
      "degrees_of_freedom", \.constant.fitted?.intervalDegrees,
      "Degrees of freedom of that; null where it is missing.", .above(0))
    Field(
      "reference_value", \.constant.reference?.value,
      "What it should be; null where the reference does not say.")
    Field(
      "reference_error", \.constant.reference?.standardError,
      "Standard error of the reference; null where that is exact or missing.", .atLeast(0))
    Field("difference", \.constant.difference, "Value less that of the reference.")
    Field(
      "relative_difference", \.constant.relativeDifference,
      "Difference as a part of the reference's magnitude; null for a reference of 0.")
    Field("tolerance", \.constant.band, "By how much the value may differ.", .atLeast(0))
    Field(
      "more_recordings", \.constant.verdict.moreTraces,
      "How many more recordings of this kind would decide it; null where it is decided or no reasonable number would.",
      .atLeast(1))
    Field(
      "message", \.constant.verdict.message,
      "Why, or what would decide it; null where the numbers say it all.")
  }

  /// Nil for the empty name of a recording of which nothing could be fitted.
  private func named(_ name: String) -> String? { name.isEmpty ? nil : name }
}
