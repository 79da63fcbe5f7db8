internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// The identified laws and engines as JSON: one object per run.
extension JSONResults {
  mutating func add(_ result: Identification) -> String {
    add { json in
      json.member(
        "source",
        SourceMembers(
          path: result.path, trace: result.name, line: result.line, hash: result.contentHash))
      json.member("law_of_columns", result.fromColumns?.law)
      json.objects("motions", result.motions, Self.write)
      json.objects("pull_engines", result.pulls, Self.write)
      json.objects("engines", result.engines) {
        $1.member("engine", $0.engine)
        $1.member("motions", $0.motions)
        $1.member("max_pt", $0.max)
        $1.member("mean_pt", $0.mean)
        $1.member("within_rounding", $0.follows)
        $1.member("weight", $0.weight)
      }
      json.object("nearest_engine", result.nearest) { nearest, json in
        json.member("engine", nearest.engine.engine)
        json.member("within_rounding", nearest.engine.follows)
        json.member("cannot_be_told_from", nearest.alike)
      }
      json.member("warnings", result.warnings.map { WarningMembers(warning: $0, fit: nil) })
      json.member("error", result.failure.map { RecordedFailure($0, line: result.line) })
    }
  }

  /// An element of `results` that contains only an error.
  mutating func add(_ error: ReadingFailure) -> String {
    add {
      let members = ResultMembers(error)
      $0.member("source", members.source)
      $0.member("motions", [Int]())
      $0.member("error", members.failure)
    }
  }

  private static func write(_ motion: IdentifiedMotion, to json: inout JSONWriter) {
    json.member("axis", motion.axis.rawValue)
    json.object("window") {
      $0.member("start_s", motion.window.lowerBound)
      $0.member("end_s", motion.window.upperBound)
    }
    json.member("samples", motion.count)
    json.member("late_samples", motion.lateSamples)
    json.member("stray_samples", motion.straySamples)
    json.member("engine_clock_s", motion.clock)
    json.member("time_error_s", motion.timeError)
    json.member("edge", motion.edge)
    json.member("phase", motion.kind?.rawValue)
    json.member("quantum_pt", motion.quantum)
    json.member("expected_rms_pt", motion.expected)
    let laws = motion.laws
    json.member("law", laws.law.key)
    json.member("confidence", laws.confidence.rawValue)
    json.member("probability", laws.probability)
    json.member("share", laws.share)
    json.member("rivals", laws.rivals.map(\.key))
    json.objects("candidates", laws.candidates) { fit, json in
      json.member("law", fit.law.key)
      json.member("parameters", fit.parameterCount)
      json.member("rms_pt", fit.rms)
      json.member("max_pt", fit.max)
      json.member("within_rounding", fit.follows)
      json.member("aicc", fit.aicc)
      json.member("aicc_weight", fit.aiccWeight)
      json.member("bic", fit.bic)
      json.member("bic_weight", fit.bicWeight)
      json.object("constants") { constants in
        for constant in fit.constants {
          constants.object(constant.key) {
            $0.member("value", constant.value)
            if let error = constant.standardError { $0.member("standard_error", error) }
            $0.unit(constant.unit)
          }
        }
      }
    }
    json.objects("tests", laws.tests) {
      $1.member("special", $0.special.key)
      $1.member("general", $0.general.key)
      $1.member("F", $0.statistic)
      $1.member("degrees_of_freedom", [$0.numerator, $0.denominator])
      $1.member("p", $0.probability)
    }
    json.objects("engines", motion.engines, write)
  }

  private static func write(_ score: EngineScore, to json: inout JSONWriter) {
    json.member("engine", score.engine)
    json.member("max_pt", score.max)
    json.member("mean_pt", score.mean)
    json.member("rms_pt", score.rms)
    json.member("within_rounding", score.follows)
  }
}
