internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// Writes an element of `fits`.
enum FitJSON {
  static func write(_ fit: Fit, to json: inout JSONWriter) {
    json.member("law", fit.law)
    json.member("formula", fit.formula ?? fit.lawDescription?.formula)
    json.member("axis", fit.axis.rawValue)
    json.object("window") {
      $0.member("start_s", fit.window?.lowerBound)
      $0.member("end_s", fit.window?.upperBound)
      $0.member("origin_s", fit.series.origin)
    }
    json.edge(fit.edge)
    json.object("samples") {
      $0.member("stretch", fit.samples.stretch)
      $0.member("used", fit.samples.used)
      $0.member("leading", fit.samples.leading)
      $0.member("trimmed", fit.samples.trimmed)
      $0.member("downweighted", fit.samples.downweighted)
    }
    json.object("stamps") { stamps(fit.stamps, to: &$0) }
    for (name, estimates) in [("parameters", fit.parameters), ("derived", fit.derived)] {
      json.object(name) { list in
        for estimate in estimates { list.estimate(estimate.key, estimate) }
      }
    }
    json.object("residual") { residual(fit, to: &$0) }
    json.object("feasibility", fit.feasibility) {
      $1.member("parameter", $0.key)
      $1.member("bound_pt", $0.bound)
      $1.member("smallest_error_pt", $0.smallestError)
      $1.member("interval", $0.interval)
    }
    // The feasible region of a bounce is only in the text report.
    if let region = fit.region, fit.law == SpringLaw.description.key {
      json.object("feasible_region") { SpringJSON.write(region, to: &$0) }
    }
    json.object("limit", fit.limit) {
      $1.member("parameter", $0.key)
      $1.member("standard_deviation", $0.standardDeviation)
      $1.member("efficiency", $0.efficiency)
      $1.member("noise_pt", $0.noise)
    }
    comparisons(fit, to: &json)
    json.object("search") { search(fit.search, to: &$0) }
    json.object("criteria") {
      $0.member("aicc", fit.criteria.aicc)
      $0.member("bic", fit.criteria.bic)
    }
    json.object("correlation") { list in
      for pair in fit.correlations { list.member("\(pair.first),\(pair.second)", pair.value) }
    }
  }

  /// Members that only some laws have: the form, the end of the motion, tests and alternative forms.
  private static func comparisons(_ fit: Fit, to json: inout JSONWriter) {
    if let form = fit.form { json.member("form", form) }
    if let stop = fit.stop { json.object("stop") { write(stop, to: &$0) } }
    if !fit.tests.isEmpty { json.objects("tests", fit.tests, write) }
    guard !fit.forms.isEmpty else { return }
    json.objects("forms", fit.forms) {
      $1.member("form", $0.form)
      $1.member("rms_pt", $0.rms)
      $1.member("aicc", $0.aicc)
      $1.member("quoted", $0.isQuoted)
    }
  }

  private static func write(_ stop: StopRule, to json: inout JSONWriter) {
    switch stop {
    case .seen: json.member("rule", "seen")
    case .given(let speed):
      json.member("rule", "speed")
      json.member("speed", speed)
    case .epsilon(let epsilon):
      json.member("rule", "epsilon")
      json.member("epsilon_pt", epsilon)
    }
  }

  static func write(_ test: HypothesisTest, to json: inout JSONWriter) {
    json.member("hypothesis", test.hypothesis)
    switch test.distribution {
    case .t: json.member("t", test.statistic)
    case .f(let above, let below):
      json.member("F", test.statistic)
      json.member("degrees_of_freedom", [above, below])
    }
    json.member("p", test.probability)
    json.member("aicc_difference", test.aiccDifference)
  }

  private static func stamps(_ stamps: StampTreatment, to json: inout JSONWriter) {
    let (treatment, interval, jitter): (String, Double?, Double?) =
      switch stamps {
      case .assumed(let interval): ("assumed", interval, nil)
      case .recorded: ("recorded", nil, nil)
      case .snapped(let jitter): ("snapped", nil, jitter)
      case .weighted(let jitter): ("weighted", nil, jitter)
      case .unused: ("unused", nil, nil)
      }
    json.member("treatment", treatment)
    json.member("interval_s", interval)
    json.member("jitter_s", jitter)
  }

  private static func residual(_ fit: Fit, to json: inout JSONWriter) {
    json.member("rms_pt", fit.residual.rms)
    json.member("max_pt", fit.residual.max)
    json.member("floor_pt", fit.residual.floor)
    json.member("sum_of_squares", fit.residual.sumOfSquares)
    json.member("durbin_watson", fit.residual.durbinWatson)
    json.member("runs_p", fit.residual.runsProbability)
    json.member("loss", fit.residual.loss)
    json.member("degrees_of_freedom", fit.degreesOfFreedom)
    json.member("interval_factor", fit.intervalFactor)
  }

  private static func search(_ search: SearchSummary, to json: inout JSONWriter) {
    json.member("method", search.method)
    json.member("evaluations", search.evaluations)
    json.member("moves", search.moves)
    json.member("converged", search.converged)
    json.member("reason", search.reason)
    json.member("certificate", search.certificate)
    json.member("start_source", search.startSource)
    json.object("second_minimum", search.secondMinimum) {
      $1.member("value", $0.value)
      $1.member("ratio", $0.ratio)
    }
  }
}

extension JSONWriter {
  /// A member with an estimate, whose key is the name of the member; null for nil.
  mutating func estimate(_ name: String, _ estimate: Estimate?) {
    guard let estimate else { return member(name, String?.none) }
    object(name) {
      $0.member("value", estimate.value)
      $0.unit(estimate.unit)
      $0.member("standard_error", estimate.standardError)
      $0.member("interval", estimate.interval)
      $0.member("interval_factor", estimate.intervalFactor)
      $0.member("degrees_of_freedom", estimate.intervalDegrees)
      $0.member("classical_error", estimate.classicalError)
      $0.member("hc3_error", estimate.hc3Error)
      $0.member("profile", estimate.profile)
      $0.member("feasible", estimate.feasible)
      $0.member("start", estimate.start)
      $0.member("fixed", estimate.isFixed)
      $0.member("reason", estimate.reason)
    }
  }

  /// The member `edge`; null for nil.
  mutating func edge(_ edge: Edge?) {
    object("edge", edge) {
      $1.member("position_pt", $0.position)
      $1.member("side", $0.source == .column ? nil : $0.side.rawValue)
      $1.member("source", $0.source.rawValue)
    }
  }
}
