internal import ScrollFitting
internal import ScrollFormats

/// The members of a brief line, which are some of those of a line. ``CompactResultWriter`` writes them.
enum BriefFields {
  static let line = FieldTable<ResultMembers>(
    "briefLine",
    "What one recording gave, on one brief line of a batch: numbers have ten significant digits, but for floor_pt of constants."
  ) {
    ResultMembers.line["format_version", "settings", "source", "metadata"]
    Field(
      "sampling", { $0.sampling.map(BriefSampling.init) },
      "How the recording was sampled; null for a table of gestures and where nothing could be read."
    )
    Field(
      "fits", \.fits, each: fit, "The fits in the order of time; empty where there is none.")
    ResultMembers.line["constants", "warnings", "error"]
  }

  private static let fit = FieldTable<Fit>(
    "briefFit", "One law fitted to one stretch of a recording, in brief."
  ) {
    Fit.fields["law", "axis", "window"]
    Field("samples", \.samples, in: samples)
    Field(
      "parameters", \.parameters, name: \.key, { BriefEstimate(estimate: $0) },
      "The law's parameters by key.", pattern: Schema.keyPattern)
    Field("residual", members: residual)
    Field("search", \.search, in: search)
  }

  private static let samples = FieldTable<SampleCount>(nil, "Samples of the fit.") {
    SampleCount.fields["used"]
  }

  private static let residual = FieldTable<Fit>(
    "briefResidual", "The residuals in numbers, in brief."
  ) {
    Fit.residualFields["rms_pt", "max_pt", "floor_pt", "durbin_watson", "runs_p"]
  }

  private static let search = FieldTable<SearchSummary>(nil, "How the parameters were found.") {
    SearchSummary.fields["converged"]
  }
}

private struct BriefSampling: JSONObject {
  var members: SamplingMembers

  static let fields = FieldTable<Self>("briefSampling", "How the recording was sampled, in brief.")
  {
    SamplingMembers.fields["samples", "used", "rate_hz", "quantum_pt"].fields(of: \.members)
  }
}

private struct BriefEstimate: JSONObject {
  var estimate: Estimate

  static let fields = FieldTable<Self>("briefEstimate", "A fitted or fixed number with its errors.")
  {
    Estimate.fields["value", "unit", "standard_error", "degrees_of_freedom"].fields(of: \.estimate)
    Field("interval", \.estimate.interval, "95 % confidence interval, from Student's t.")
    Estimate.fields["classical_error", "hc3_error", "fixed", "reason", "profile"].fields(
      of: \.estimate)
    Field(
      "feasible", \.estimate.feasible, "All values that rounding alone allows; with --feasible.")
  }
}
