internal import ScrollFitting
internal import ScrollTraces

/// `phases`, `pooled` and `joints` of a recording that was split.
enum PhaseJSON {
  static func write(_ result: TraceResult, to json: inout JSONWriter) {
    json.key("phases")
    json.array { list in
      for phase in result.phases {
        list.element()
        list.object { write(phase, to: &$0) }
      }
    }
    guard let joined = result.joined else { return }
    json.key("pooled")
    json.array { list in
      for pool in joined.pools {
        list.element()
        list.object { write(pool, member: "fit", to: &$0) }
      }
    }
    json.key("joints")
    json.array { list in
      for joint in joined.joints {
        list.element()
        list.object { write(joint, to: &$0) }
      }
    }
    json.key("pooled_joints")
    json.array { list in
      for joint in joined.jointPools {
        list.element()
        list.object {
          write(joint.pool, member: "joint", to: &$0)
          test(joint.test, to: &$0)
        }
      }
    }
    FlingJSON.write(joined, result.flings, to: &json)
  }

  private static func write(_ phase: Phase, to json: inout JSONWriter) {
    json.member("kind", phase.kind.rawValue)
    json.member("axis", phase.axis.rawValue)
    json.key("window")
    json.object {
      $0.member("start_s", phase.start)
      $0.member("end_s", phase.end)
    }
    json.key("samples")
    json.object {
      $0.member("first", phase.range.lowerBound)
      $0.member("count", phase.range.count)
    }
    ResultJSON.write(phase.edge, to: &json)
    json.member("confidence", phase.confidence.rawValue)
    json.member("law", phase.law)
    if phase.law != nil {
      json.key("constants")
      json.array { array in
        for constant in phase.constants {
          array.element()
          array.object {
            $0.member("key", constant.key)
            $0.member("value", constant.value)
            $0.member("unit", constant.unit)
          }
        }
      }
    }
    json.member("evidence", phase.evidence)
    json.member("fit", phase.fit.map(Double.init))
    json.member("remark", phase.remark)
  }

  static func write(_ pool: Pool, member: String, to json: inout JSONWriter) {
    json.member("law", pool.law)
    json.member("key", pool.key)
    json.key("estimate")
    ResultJSON.writeValue(pool.estimate, to: &json)
    json.key("heterogeneity")
    json.object {
      $0.member("q", pool.q)
      $0.member("degrees", pool.degrees)
      $0.member("p", pool.probability)
      $0.member("spread", pool.spread)
      $0.member("heterogeneous", pool.isHeterogeneous)
    }
    json.key("members")
    json.array { list in
      for source in pool.members {
        list.element()
        list.object {
          $0.member(member, source.source)
          $0.member("value", source.value)
          $0.member("standard_error", source.standardError)
          $0.member("weight", source.weight)
        }
      }
    }
    json.key("left_out")
    json.array { list in
      for omission in pool.leftOut {
        list.element()
        list.object {
          $0.member(member, omission.source)
          $0.member("reason", omission.reason)
        }
      }
    }
  }

  private static func write(_ joint: PhaseTransition, to json: inout JSONWriter) {
    json.member("kind", joint.kind.rawValue)
    json.member("axis", joint.axis.rawValue)
    json.member("before", joint.before)
    json.member("after", joint.after)
    json.key("expected")
    ResultJSON.writeValue(joint.expected, to: &json)
    json.key("found")
    ResultJSON.writeValue(joint.found, to: &json)
    json.key("comparison")
    ResultJSON.writeValue(joint.comparison, to: &json)
    test(joint.test, to: &json)
  }

  private static func test(_ test: HypothesisTest?, to json: inout JSONWriter) {
    json.key("test")
    guard let test else { return json.value(nil as String?) }
    json.object { ResultJSON.write(test, to: &$0) }
  }
}
