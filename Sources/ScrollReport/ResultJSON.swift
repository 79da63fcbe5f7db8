internal import ScrollFitting
internal import ScrollTraces

/// One element of `results`.
enum ResultJSON {
  /// The members of a recording.
  ///
  /// - Parameter hasSeries: whether the samples of each fit are listed: they are most of what is written.
  static func write(_ result: TraceResult, hasSeries: Bool, to json: inout JSONWriter) {
    json.key("source")
    json.object {
      $0.member("path", result.path)
      $0.member("trace", result.name)
      $0.member("line", result.line)
      $0.member("content_hash", hex(result.contentHash))
    }
    metadata(result.metadata, to: &json)
    json.key("sampling")
    if let facts = result.sampling {
      json.object { sampling(facts, result, to: &$0) }
    } else {
      json.value(nil as String?)
    }
    json.key("fits")
    json.array { list in
      for fit in result.fits {
        list.element()
        list.object {
          write(fit, to: &$0)
          if hasSeries { SeriesJSON.write(fit, to: &$0) }
        }
      }
    }
    if !result.phases.isEmpty { PhaseJSON.write(result, to: &json) }
    json.key("constants")
    json.array { list in
      for constant in result.constants() {
        list.element()
        list.object { write(constant, to: &$0) }
      }
    }
    json.key("warnings")
    json.array { list in
      for warning in result.warnings { write(warning, fit: nil, to: &list) }
      for (index, fit) in result.fits.enumerated() {
        for warning in fit.warnings { write(warning, fit: index, to: &list) }
      }
    }
    json.key("error")
    write(result.failure, line: result.line, to: &json)
  }

  /// The value of `error`.
  static func write(_ failure: FitFailure?, line: Int, to json: inout JSONWriter) {
    guard let failure else { return json.value(nil as String?) }
    error(
      code: failure.code.rawValue, message: failure.message, help: failure.help,
      line: line > 0 ? line : nil, column: line > 0 ? 1 : nil, to: &json)
  }

  /// `metadata`: keys and values as they stand in the file, of a key that comes twice the first.
  static func metadata(_ metadata: Metadata, to json: inout JSONWriter) {
    json.key("metadata")
    json.object { list in
      var seen: Set<String> = []
      for entry in metadata.entries where seen.insert(entry.key).inserted {
        list.member(entry.key, entry.value)
      }
    }
  }

  /// The value of what was pooled.
  static func writeEstimate(_ estimate: Estimate, to json: inout JSONWriter) {
    json.member("value", estimate.value)
    json.unit(estimate.unit)
    json.member("standard_error", estimate.standardError)
    json.member("degrees_of_freedom", estimate.intervalDegrees)
    json.key("interval")
    interval(estimate.interval, to: &json)
    json.member("working_error", estimate.classicalError)
    json.member("reason", estimate.reason)
  }

  /// An element of `constants`.
  private static func write(_ constant: TraceConstant, to json: inout JSONWriter) {
    json.member("law", constant.law)
    json.member("key", constant.key)
    writeEstimate(constant.estimate, to: &json)
    json.key("noise")
    if let noise = constant.noise {
      json.object {
        $0.member("floor_pt", noise.floor)
        $0.member("noise_pt", noise.size)
        $0.member("degrees_of_freedom", noise.degrees)
      }
    } else {
      json.value(nil as String?)
    }
    json.member("gestures", constant.gestures)
  }

  /// - Parameter isIdentified: whether motions stand where fits stand otherwise.
  static func write(
    _ failure: ReadingFailure, to json: inout JSONWriter, isIdentified: Bool = false
  ) {
    json.key("source")
    json.object {
      $0.member("path", failure.path)
      $0.member("trace", failure.trace)
      $0.member("line", failure.line.map(Double.init))
      $0.member("content_hash", nil as String?)
    }
    if isIdentified {
      json.key("motions")
      json.array { _ in }
    } else {
      json.key("metadata")
      json.object { _ in }
      json.key("sampling")
      json.value(nil as String?)
      json.key("fits")
      json.array { _ in }
      json.key("constants")
      json.array { _ in }
      json.key("warnings")
      json.array { _ in }
    }
    json.key("error")
    error(
      code: failure.code, message: failure.message, help: failure.help, line: failure.line,
      column: failure.column, to: &json)
  }

  private static func error(
    code: String, message: String, help: String, line: Int?, column: Int?, to json: inout JSONWriter
  ) {
    json.object {
      $0.member("code", code)
      $0.member("message", message)
      $0.member("help", help)
      $0.member("line", line.map(Double.init))
      $0.member("column", column.map(Double.init))
    }
  }

  static func write(_ warning: Warning, fit: Int?, to list: inout JSONWriter) {
    list.element()
    list.object {
      $0.member("code", warning.code.rawValue)
      $0.member("message", warning.message)
      $0.member("remedy", warning.remedy)
      $0.member("fit", fit.map(Double.init))
    }
  }

  static func hex(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func sampling(
    _ facts: SamplingFacts, _ result: TraceResult, to json: inout JSONWriter
  ) {
    json.member("samples", facts.sampleCount)
    json.member("used", result.fits.reduce(0) { $0 + $1.samples.used })
    json.member("duration_s", facts.duration)
    json.member("rate_hz", facts.refreshRate ?? facts.medianInterval.map { 1 / $0 })
    json.member("stamps", result.timing.isRecorded ? "recorded" : "assumed")
    json.member("quantum_pt", facts.quantum?.value)
    json.member("dropped_frames", facts.droppedFrames)
    json.member("gaps", facts.gaps.count)
    json.member("duplicate_stamps", facts.duplicateStamps)
    json.member("jitter_s", facts.jitter)
    json.member("settled_samples", facts.settledTail.map { Double($0.sampleCount) })
    if result.restSamplesFolded > 0 { json.member("folded_samples", result.restSamplesFolded) }
  }

  // MARK: - Fit

  /// The member `edge`.
  static func write(_ edge: Edge?, to json: inout JSONWriter) {
    json.key("edge")
    guard let edge else { return json.value(nil as String?) }
    json.object {
      $0.member("position_pt", edge.position)
      $0.member("side", edge.source == .column ? nil : edge.side.rawValue)
      $0.member("source", edge.source.rawValue)
    }
  }

  private static func write(_ fit: Fit, to json: inout JSONWriter) {
    json.member("law", fit.law)
    json.member("formula", fit.formula ?? Laws.description(fit.law)?.formula)
    json.member("axis", fit.axis.rawValue)
    json.key("window")
    json.object {
      $0.member("start_s", fit.window?.lowerBound)
      $0.member("end_s", fit.window?.upperBound)
      $0.member("origin_s", fit.series.origin)
    }
    write(fit.edge, to: &json)
    json.key("samples")
    json.object {
      $0.member("stretch", fit.samples.stretch)
      $0.member("used", fit.samples.used)
      $0.member("leading", fit.samples.leading)
      $0.member("trimmed", fit.samples.trimmed)
      $0.member("downweighted", fit.samples.downweighted)
    }
    json.key("stamps")
    json.object { stamps(fit.stamps, to: &$0) }
    json.key("parameters")
    json.object { list in
      for estimate in fit.parameters { write(estimate, to: &list) }
    }
    json.key("derived")
    json.object { list in
      for estimate in fit.derived { write(estimate, to: &list) }
    }
    json.key("residual")
    json.object { residual(fit, to: &$0) }
    json.key("feasibility")
    if let feasibility = fit.feasibility {
      json.object {
        $0.member("parameter", feasibility.key)
        $0.member("bound_pt", feasibility.bound)
        $0.member("smallest_error_pt", feasibility.smallestError)
        $0.key("interval")
        interval(feasibility.interval, to: &$0)
      }
    } else {
      json.value(nil as String?)
    }
    // That of a bounce is for the line of the text.
    if let region = fit.region, fit.law == SpringLaw.description.key {
      json.key("feasible_region")
      json.object { SpringJSON.write(region, to: &$0) }
    }
    json.key("limit")
    if let limit = fit.limit {
      json.object {
        $0.member("parameter", limit.key)
        $0.member("standard_deviation", limit.standardDeviation)
        $0.member("efficiency", limit.efficiency)
        $0.member("noise_pt", limit.noise)
      }
    } else {
      json.value(nil as String?)
    }
    if let form = fit.form { json.member("form", form) }
    if let stop = fit.stop {
      json.key("stop")
      json.object {
        switch stop {
        case .seen: $0.member("rule", "seen")
        case .given(let speed):
          $0.member("rule", "speed")
          $0.member("speed", speed)
        case .epsilon(let epsilon):
          $0.member("rule", "epsilon")
          $0.member("epsilon_pt", epsilon)
        }
      }
    }
    if !fit.tests.isEmpty {
      json.key("tests")
      json.array { list in
        for test in fit.tests {
          list.element()
          list.object { write(test, to: &$0) }
        }
      }
    }
    if !fit.forms.isEmpty {
      json.key("forms")
      json.array { list in
        for form in fit.forms {
          list.element()
          list.object {
            $0.member("form", form.form)
            $0.member("rms_pt", form.rms)
            $0.member("aicc", form.aicc)
            $0.member("quoted", form.isQuoted)
          }
        }
      }
    }
    json.key("search")
    json.object { search(fit, to: &$0) }
    json.key("criteria")
    json.object {
      $0.member("aicc", fit.criteria.aicc)
      $0.member("bic", fit.criteria.bic)
    }
    json.key("correlation")
    json.object { list in
      for pair in fit.correlations { list.member("\(pair.first),\(pair.second)", pair.value) }
    }
  }

  private static func write(_ estimate: Estimate, to json: inout JSONWriter) {
    json.key(estimate.key)
    writeValue(estimate, to: &json)
  }

  /// An estimate without its key.
  static func writeValue(_ estimate: Estimate, to json: inout JSONWriter) {
    json.object {
      $0.member("value", estimate.value)
      $0.unit(estimate.unit)
      $0.member("standard_error", estimate.standardError)
      $0.key("interval")
      interval(estimate.interval, to: &$0)
      $0.member("interval_factor", estimate.intervalFactor)
      $0.member("degrees_of_freedom", estimate.intervalDegrees)
      $0.member("classical_error", estimate.classicalError)
      $0.member("hc3_error", estimate.hc3Error)
      $0.key("profile")
      interval(estimate.profile, to: &$0)
      $0.key("feasible")
      interval(estimate.feasible, to: &$0)
      $0.member("start", estimate.start)
      $0.member("fixed", estimate.isFixed)
      $0.member("reason", estimate.reason)
    }
  }

  static func write(_ test: HypothesisTest, to json: inout JSONWriter) {
    json.member("hypothesis", test.hypothesis)
    switch test.distribution {
    case .t: json.member("t", test.statistic)
    case .f(let above, let below):
      json.member("F", test.statistic)
      json.key("degrees_of_freedom")
      json.array {
        $0.element()
        $0.value(above)
        $0.element()
        $0.value(below)
      }
    }
    json.member("p", test.probability)
    json.member("aicc_difference", test.aiccDifference)
  }

  static func interval(_ interval: Interval?, to json: inout JSONWriter) {
    guard let interval else { return json.value(nil as String?) }
    json.array {
      $0.element()
      $0.value(interval.lower)
      $0.element()
      $0.value(interval.upper)
    }
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

  private static func search(_ fit: Fit, to json: inout JSONWriter) {
    json.member("method", fit.search.method)
    json.member("evaluations", fit.search.evaluations)
    json.member("moves", fit.search.moves)
    json.member("converged", fit.search.converged)
    json.member("reason", fit.search.reason)
    json.member("certificate", fit.search.certificate)
    json.member("start_source", fit.search.startSource)
    json.key("second_minimum")
    if let second = fit.search.secondMinimum {
      json.object {
        $0.member("value", second.value)
        $0.member("ratio", second.ratio)
      }
    } else {
      json.value(nil as String?)
    }
  }
}
