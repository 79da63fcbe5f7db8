internal import ScrollFitting
internal import ScrollFormats

extension Fit {
  /// An element of `fits`, without its samples.
  static let fields = FieldTable<Self>("fit", "One law fitted to one stretch of a recording.") {
    Field("law", \.law, as: .law)
    Field(
      "formula", { $0.formula ?? $0.lawDescription?.formula ?? "" },
      "The formula of the curve, as text.")
    Field("axis", \.axis)
    Field("window", members: windowFields)
    Field(
      "edge", \.edge,
      "The edge that the stretch lies beyond, or that ended it; null where there is none.")
    Field("samples", \.samples)
    Field("stamps", \.stamps)
    Field(
      "parameters", \.parameters, name: \.key, \.self, "The law's parameters by key.",
      pattern: Schema.keyPattern)
    Field(
      "derived", \.derived, name: \.key, \.self, "What follows from the parameters, by key.",
      pattern: Schema.keyPattern)
    Field("residual", members: residualFields)
    Field(
      "feasibility", \.feasibility,
      "Whether rounding alone explains the residuals; null where it does not apply, as without steps or with weighted times."
    )
    // The feasible region of a bounce is only in the text report.
    Field(
      optional: "feasible_region", { $0.law == SpringLaw.description.key ? $0.region : nil },
      "Only of a spring.")
    Field("limit", \.limit, "The smallest error possible; null without errors.")
    Field(
      optional: "form", \.form,
      "Form of a deceleration: continuous, or discrete at a step of 1 ms; only of a deceleration.",
      .words("continuous", "discrete"))
    Field(optional: "stop", \.stop, "Only of a deceleration.")
    Field(
      optional: "tests", { $0.tests.isEmpty ? nil : $0.tests },
      "Tests of special cases of the law; missing where there are none.", .atLeast(elements: 1))
    Field(
      optional: "forms", { $0.forms.isEmpty ? nil : $0.forms },
      "Both forms of a deceleration with --form both, or of the momentum of a wheel; missing otherwise.",
      .atLeast(elements: 1))
    Field("search", \.search)
    Field("criteria", \.criteria)
    Field(
      "correlation", \.correlations, name: { "\($0.first),\($0.second)" }, \.value,
      "Correlations of the errors by the keys of two parameters with a comma between them.",
      pattern: "^[A-Za-z][A-Za-z0-9_]*,[A-Za-z][A-Za-z0-9_]*$",
      each: "In [-1, 1], but for rounding.")
  }

  /// An element of `fits` with its samples.
  static let fieldsWithSeries: FieldTable<Self> = {
    var table = fields
    table.fields.append(
      Field(
        "series", members: seriesFields,
        "The samples used. Not of batch and check, which list constants only."))
    table.fields[table.fields.count - 1].isOptional = true
    return table
  }()

  private static let windowFields = FieldTable<Self>(
    "fitWindow",
    "First and last time of the samples used; both are null where time plays no part, as in tables."
  ) {
    Field("start_s", \.window?.lowerBound, "Time of the first sample used in s.")
    Field("end_s", \.window?.upperBound, "Time of the last sample used in s.")
    Field(
      "origin_s", \.series.origin,
      "Time of the recording in s at which the t of the law is 0: that of the first sample used, or of its frame where stamps were put on the refresh grid; of the event before it where changes are fitted."
    )
  }

  static let residualFields = FieldTable<Self>("residual", "The residuals in numbers.") {
    Field("rms_pt", \.residual.rms, "sqrt(sum r^2 / n) in pt, unweighted.", .atLeast(0))
    Field("max_pt", \.residual.max, "Largest |r| in pt.", .atLeast(0))
    Field(
      "floor_pt", \.residual.floor,
      "quantum / sqrt 12 in pt: what rounding alone leaves; null where no steps are known.",
      .atLeast(0))
    Field("sum_of_squares", \.residual.sumOfSquares, "Sum of r^2 in pt^2, unweighted.", .atLeast(0))
    Field(
      "durbin_watson", \.residual.durbinWatson,
      "Durbin-Watson statistic: 2 for independent residuals; null where it is not defined.",
      .atLeast(0), .atMost(4))
    Field(
      "runs_p", \.residual.runsProbability,
      "Two-sided p of the runs test; null where it is not defined.", .atLeast(0), .atMost(1))
    Field(
      "loss", \.residual.loss, "Loss of a residual in the fit.", .words("linear", "huber", "tukey"))
    Field("degrees_of_freedom", \.degreesOfFreedom, "Samples less parameters.")
    Field(
      "interval_factor", \.intervalFactor, "Student's t at these degrees of freedom for 95 %.",
      .atLeast(0))
  }

  private static let seriesFields = FieldTable<Self>(
    "series",
    "The samples of a fit in their order, an element each in every list. Parameters, formula and `abscissae` give `fitted`."
  ) {
    Field("abscissa", \.abscissa, layout: .spacedLine, "What the law is a function of.")
    Field(
      "ordinate", \.ordinate, layout: .spacedLine,
      "What was observed: overscroll is positive outward, offset - edge with the sign of the side.")
    Field(
      "interval_s", \.series.interval,
      "Of changes: the time in s that each is for; null otherwise.", .above(0))
    Field(
      "recorded_s", { $0.stamps == .unused ? nil : $0.series.times }, layout: .line,
      "Times as recorded, in s of the recording; null where time plays no part.", .each("A time."))
    Field(
      "abscissae", \.series.fitTimes, layout: .line,
      "What the formula takes: t in s from `origin_s`, to which the constants belong, on the frames of the display where stamps were put there; else the finger's travel, the offset or the speed.",
      .each("A value."))
    Field("observed", \.series.observed, layout: .line, "Observed values.", .each("A value."))
    Field("fitted", \.series.fitted, layout: .line, "Values of the curve.", .each("A value."))
    Field(
      "weights", { $0.series.weights.isEmpty ? nil : $0.series.weights }, layout: .line,
      "Weights in the fit; null where all are 1.", .each("A weight.", .atLeast(0)))
  }
}

extension SeriesQuantity: JSONObject {
  static let fields = FieldTable<Self>("quantity", "What numbers are.") {
    Field("name", \.name, "A name of a few words, such as time, offset or overscroll.")
    Field("unit", { JSONWriter.unit($0.unit) }, as: .unit)
  }
}

extension Edge: JSONObject {
  static let fields = FieldTable<Self>("edge", "The resting place at one end of the content.") {
    Field("position_pt", \.position, "Offset at rest in pt.")
    Field(
      "side", { $0.source == .column ? nil : $0.side },
      "End of the content; null where the recording holds the overscroll itself.")
    Field(
      "source", \.source,
      "How the position is known: from --edge, from the metadata, from a column of overscroll, fitted and put on the nearest pixel, or fitted together with the law."
    )
  }
}

extension SampleCount: JSONObject {
  static let fields = FieldTable<Self>("samples", "Samples of a fit and what became of them.") {
    Field("stretch", \.stretch, "Samples in the stretch of motion.", .atLeast(0))
    Field("used", \.used, "Samples that the fit used.", .atLeast(0))
    Field("leading", \.leading, "Samples left out at the start.", .atLeast(0))
    Field("trimmed", \.trimmed, "Samples left out at the end as settled.", .atLeast(0))
    Field(
      "downweighted", \.downweighted, "Samples to which a robust loss gave a weight below 0.1.",
      .atLeast(0))
  }
}

extension StampTreatment: JSONObject {
  static let fields = FieldTable<Self>(
    "stampTreatment", "How the fit took the times of its samples."
  ) {
    Field(
      "treatment", \.members.treatment,
      "A fixed interval assumed, as recorded, snapped to the refresh grid, weighted for errors in time, or unused in a law without time.",
      .words("assumed", "recorded", "snapped", "weighted", "unused"))
    Field("interval_s", \.members.interval, "The interval assumed in s; null otherwise.", .above(0))
    Field(
      "jitter_s", \.members.jitter,
      "Standard deviation in s that was removed by snapping or weighted for; null otherwise.",
      .atLeast(0))
  }

  private var members: (treatment: String, interval: Double?, jitter: Double?) {
    switch self {
    case .assumed(let interval): ("assumed", interval, nil)
    case .recorded: ("recorded", nil, nil)
    case .snapped(let jitter): ("snapped", nil, jitter)
    case .weighted(let jitter): ("weighted", nil, jitter)
    case .unused: ("unused", nil, nil)
    }
  }
}

extension Feasibility: JSONObject {
  static let fields = FieldTable<Self>(
    "feasibility", "Whether some curve of the law, rounded, gives exactly these data."
  ) {
    Field("parameter", \.key, "Key of the nonlinear parameter.", .key)
    Field("bound_pt", \.bound, "Most that rounding changes a value, in pt.", .atLeast(0))
    Field(
      "smallest_error_pt", \.smallestError,
      "By how much the best curve misses its worst sample, in pt.", .atLeast(0))
    Field(
      "interval", \.interval,
      "All values of the parameter that rounding allows, in its unit; null when there are none.")
  }
}

extension Limit: JSONObject {
  static let fields = FieldTable<Self>("limit", "The bound of Cramer and Rao.") {
    Field("parameter", \.key, "Key of the parameter.", .key)
    Field(
      "standard_deviation", \.standardDeviation,
      "Smallest standard error that an unbiased estimate can have with these samples, in the parameter's unit.",
      .atLeast(0))
    Field(
      "efficiency", \.efficiency,
      "(limit / standard error)^2; null without a standard error, or when that happens to be below the limit.",
      .atLeast(0), .atMost(1))
    Field(
      "noise_pt", \.noise, "Standard deviation of the noise for which the limit holds, in pt.",
      .atLeast(0))
  }
}

extension SearchSummary: JSONObject {
  static let fields = FieldTable<Self>("search", "How the parameters were found.") {
    Field(
      "method", \.method,
      "Descent along directions with halved steps, Gauss-Newton, or the coordinate search of the article.",
      .words("descent", "newton", "article"))
    Field("evaluations", \.evaluations, "Evaluations of the objective.", .atLeast(0))
    Field("moves", \.moves, "Accepted moves.", .atLeast(0))
    Field("converged", \.converged, "Whether the end is a minimum.")
    Field("reason", \.reason, "Why the search ended.")
    Field(
      "certificate", \.certificate,
      "Relative size of the steps none of which improves at the end of a descent; null for other methods.",
      .atLeast(0))
    Field(
      "start_source", \.startSource,
      "Where the start came from: the integral equation, a grid, a straight line, a linear problem, a closed form, the reversals of a rebound, the best of several, a value held, or the user.",
      .words(
        "integral", "grid", "line", "linear", "closed", "reversals", "several", "fixed", "user"))
    Field(
      "second_minimum", \.secondMinimum,
      "Another local minimum of the nonlinear parameter; null where none was seen.")
  }
}

extension SecondMinimum: JSONObject {
  static let fields = FieldTable<Self>("secondMinimum", "Another local minimum.") {
    Field("value", \.value, "The nonlinear parameter there, in its unit.")
    Field("ratio", \.ratio, "Its sum of squares over that of the best minimum.", .atLeast(0))
  }
}

extension Criteria: JSONObject {
  static let fields = FieldTable<Self>(
    "criteria", "Information criteria, without the constants common to all laws."
  ) {
    Field(
      "aicc", \.aicc,
      "n ln(RSS/n) - sum ln w + 2K + 2K(K+1)/(n-K-1) with K = parameters + 1; null where it is not defined."
    )
    Field("bic", \.bic, "n ln(RSS/n) - sum ln w + K ln n; null where it is not defined.")
  }
}

extension FormComparison: JSONObject {
  static let fields = FieldTable<Self>("formComparison", "One form of the law beside the other.") {
    Field(
      "form", \.form,
      "A form of --form both, or of the momentum of a wheel the law without or with a constant friction.",
      .words("continuous", "discrete", "viscous", "viscous + coulomb", "macOS"))
    Field("rms_pt", \.rms, "RMS of its residuals in pt.", .atLeast(0))
    Field("aicc", \.aicc, "Its AICc; null where it is not defined.")
    Field("quoted", \.isQuoted, "Whether the constants given are those of this form.")
  }
}
