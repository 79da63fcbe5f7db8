internal import ScrollFitting
internal import ScrollFormats

extension Estimate: JSONObject {
  static let fields = FieldTable<Self>(
    "estimate", "A fitted, fixed or derived number with everything known about its error."
  ) {
    Field(
      "value", \.value, "The value in `unit`; null where it is not known, and `reason` says why.")
    Field("unit", { JSONWriter.unit($0.unit) }, as: .unit)
    Field(
      "standard_error", \.standardError,
      "Standard error to quote, in `unit`: the HC3 error moderated by the classical one, by the delta method for derived quantities.",
      .atLeast(0))
    Field(
      "interval", \.interval,
      "95 % confidence interval: value +- `interval_factor` standard errors.")
    Field(
      "interval_factor", \.intervalFactor,
      "Half the interval's width in standard errors, from Student's t.", .atLeast(0))
    Field(
      "degrees_of_freedom", \.intervalDegrees,
      "Degrees of freedom of the standard error, for Student's t; not a whole number in general (Satterthwaite).",
      .above(0))
    Field(
      "classical_error", \.classicalError, "Standard error under equal variances, in `unit`.",
      .atLeast(0))
    Field(
      "hc3_error", \.hc3Error, "Heteroscedasticity-consistent standard error HC3 alone, in `unit`.",
      .atLeast(0))
    Field(
      "profile", \.profile,
      "95 % interval from the profile of the sum of squares, for a nonlinear parameter.")
    Field("feasible", \.feasible, "All values that rounding alone allows.")
    Field("start", \.start, "Where the search started, in `unit`; null for what was not searched.")
    Field("fixed", \.isFixed, "Whether the user held the value.")
    Field("reason", \.reason, "Why the value or its error is missing.")
  }

  /// A pooled value.
  static let pooledFields = FieldTable<Self>("pooledEstimate", "What recordings say of a constant.")
  {
    Field(
      "value", \.value,
      "The value in `unit`; null where there is none to compare, and `reason` says why.")
    Field("unit", { JSONWriter.unit($0.unit) }, as: .unit)
    Field(
      "standard_error", \.standardError,
      "Standard error in `unit`, with the scatter between those pooled.", .atLeast(0))
    Field(
      "degrees_of_freedom", \.intervalDegrees,
      "Degrees of freedom of the standard error, for Student's t.", .above(0))
    Field("interval", \.interval, "95 % confidence interval.")
    Field(
      "working_error", \.classicalError,
      "Standard error under equal variances in `unit`, which weights rest on.", .atLeast(0))
    Field("reason", \.reason, "Why the value is missing.")
  }
}

extension TraceConstant: JSONObject {
  static let fields = FieldTable<Self>(
    "constant",
    "What a recording says of a constant that belongs to the scroll view, for comparison with other recordings."
  ) {
    Field("law", \.law, as: .sharedLaw)
    Field("key", \.key, "Key of the quantity.", .key)
    Estimate.pooledFields.fields(of: \.estimate)
    Field("noise", \.noise, "The noise of its samples; null where it cannot be told.")
    Field("gestures", \.gestures, "Gestures of the recording that determine it.", .atLeast(0))
  }
}

extension NoiseLevel: JSONObject {
  static let fields = FieldTable<Self>(nil, "The noise that the working error rests on.") {
    Field("floor_pt", \.floor, "What rounding alone leaves, in pt.", .atLeast(0))
    Field("noise_pt", \.size, "Standard deviation of a sample in pt.", .atLeast(0))
    Field(
      "degrees_of_freedom", \.degrees, "Degrees of freedom of the residuals that determine it.",
      .atLeast(0))
  }
}
