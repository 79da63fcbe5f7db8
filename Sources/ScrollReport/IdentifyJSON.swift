public import ScrollFitting
internal import ScrollTraces

/// Which law and which engine produced recordings, for programs: one JSON object a run.
public struct IdentifyJSON: Sendable {
  private let version: String
  private var isFirst = true

  /// A report that names the tool's version.
  public init(version: String) { self.version = version }

  /// The format's version and the tool, up to the first result.
  public func begin() -> String { JSONReport(version: version).head }

  /// One element of `results`.
  public mutating func add(_ result: Identification) -> String {
    element { json in
      json.key("source")
      json.object {
        $0.member("path", result.path)
        $0.member("trace", result.name)
        $0.member("line", result.line)
        $0.member("content_hash", ResultJSON.hex(result.contentHash))
      }
      json.key("law_of_columns")
      json.value(result.fromColumns?.law)
      json.key("motions")
      json.array { list in
        for motion in result.motions {
          list.element()
          list.object { Self.write(motion, to: &$0) }
        }
      }
      json.key("pull_engines")
      json.array { list in
        for score in result.pulls {
          list.element()
          list.object { Self.write(score, to: &$0) }
        }
      }
      json.key("engines")
      json.array { list in
        for engine in result.engines {
          list.element()
          list.object {
            $0.member("engine", engine.engine)
            $0.member("motions", engine.motions)
            $0.member("max_pt", engine.max)
            $0.member("mean_pt", engine.mean)
            $0.member("within_rounding", engine.follows)
            $0.member("weight", engine.weight)
          }
        }
      }
      json.key("nearest_engine")
      if let (nearest, alike) = result.nearest {
        json.object { nearestJSON in
          nearestJSON.member("engine", nearest.engine)
          nearestJSON.member("within_rounding", nearest.follows)
          nearestJSON.key("cannot_be_told_from")
          nearestJSON.array { list in
            for key in alike {
              list.element()
              list.value(key)
            }
          }
        }
      } else {
        json.value(nil as String?)
      }
      json.key("warnings")
      json.array { list in
        for warning in result.warnings { ResultJSON.write(warning, fit: nil, to: &list) }
      }
      json.key("error")
      ResultJSON.write(result.failure, line: result.line, to: &json)
    }
  }

  /// One element of `results` that holds nothing but its error.
  public mutating func add(_ error: ReadingFailure) -> String {
    element { ResultJSON.write(error, to: &$0, isIdentified: true) }
  }

  /// The end of the object.
  public func end() -> String { (isFirst ? "]" : "\n  ]") + ",\n  \"summary\": null\n}\n" }

  private mutating func element(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(isPretty: true, depth: 2)
    writer.object(body)
    defer { isFirst = false }
    return (isFirst ? "\n    " : ",\n    ") + writer.text
  }

  private static func write(_ motion: IdentifiedMotion, to json: inout JSONWriter) {
    json.member("axis", motion.axis.rawValue)
    json.key("window")
    json.object {
      $0.member("start_s", motion.window.lowerBound)
      $0.member("end_s", motion.window.upperBound)
    }
    json.member("samples", motion.count)
    json.member("late_samples", motion.lateSamples)
    ResultJSON.write(motion.edge, to: &json)
    json.member("phase", motion.kind?.rawValue)
    json.member("quantum_pt", motion.quantum)
    json.member("expected_rms_pt", motion.expected)
    let laws = motion.laws
    json.member("law", laws.law.key)
    json.member("confidence", laws.confidence.rawValue)
    json.member("probability", laws.probability)
    json.member("share", laws.share)
    json.key("rivals")
    json.array { list in
      for law in laws.rivals {
        list.element()
        list.value(law.key)
      }
    }
    json.key("candidates")
    json.array { list in
      for fit in laws.candidates {
        list.element()
        list.object { one in
          one.member("law", fit.law.key)
          one.member("parameters", fit.parameterCount)
          one.member("rms_pt", fit.rms)
          one.member("max_pt", fit.max)
          one.member("within_rounding", fit.follows)
          one.member("aicc", fit.aicc)
          one.member("aicc_weight", fit.aiccWeight)
          one.member("bic", fit.bic)
          one.member("bic_weight", fit.bicWeight)
          one.key("constants")
          one.object { constants in
            for constant in fit.constants {
              constants.key(constant.key)
              constants.object {
                $0.member("value", constant.value)
                $0.unit(constant.unit)
              }
            }
          }
        }
      }
    }
    json.key("tests")
    json.array { list in
      for test in laws.tests {
        list.element()
        list.object {
          $0.member("special", test.special.key)
          $0.member("general", test.general.key)
          $0.member("F", test.statistic)
          $0.key("degrees_of_freedom")
          $0.array {
            $0.element()
            $0.value(test.numerator)
            $0.element()
            $0.value(test.denominator)
          }
          $0.member("p", test.probability)
        }
      }
    }
    json.key("engines")
    json.array { list in
      for score in motion.engines {
        list.element()
        list.object { write(score, to: &$0) }
      }
    }
  }

  private static func write(_ score: EngineScore, to json: inout JSONWriter) {
    json.member("engine", score.engine)
    json.member("max_pt", score.max)
    json.member("mean_pt", score.mean)
    json.member("rms_pt", score.rms)
    json.member("within_rounding", score.follows)
  }
}
