internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// Writes `phases`, `pooled` and `joints` of a recording that was split into phases.
enum PhaseJSON {
  static func write(_ result: TraceResult, to json: inout JSONWriter) {
    json.objects("phases", result.phases, write)
    guard let joined = result.joined else { return }
    json.objects("pooled", joined.pools) { write($0, member: "fit", to: &$1) }
    json.objects("joints", joined.joints, write)
    json.objects("pooled_joints", joined.jointPools) {
      write($0.pool, member: "joint", to: &$1)
      $1.object("test", $0.test, FitJSON.write)
    }
    FlingJSON.write(joined, result.flings, to: &json)
  }

  private static func write(_ phase: Phase, to json: inout JSONWriter) {
    json.member("kind", phase.kind.rawValue)
    json.member("axis", phase.axis.rawValue)
    json.object("window") {
      $0.member("start_s", phase.start)
      $0.member("end_s", phase.end)
    }
    json.object("samples") {
      $0.member("first", phase.range.lowerBound)
      $0.member("count", phase.range.count)
    }
    json.edge(phase.edge)
    json.member("confidence", phase.confidence.rawValue)
    json.member("law", phase.law)
    if phase.law != nil {
      json.objects("constants", phase.constants) {
        $1.member("key", $0.key)
        $1.member("value", $0.value)
        if let error = $0.standardError { $1.member("standard_error", error) }
        $1.member("unit", $0.unit)
      }
    }
    json.member("evidence", phase.evidence)
    json.member("fit", phase.fit)
    json.member("remark", phase.remark)
  }

  static func write(_ pool: Pool, member: String, to json: inout JSONWriter) {
    json.member("law", pool.law)
    json.member("key", pool.key)
    json.estimate("estimate", pool.estimate)
    json.object("heterogeneity") {
      $0.member("q", pool.q)
      $0.member("degrees", pool.degrees)
      $0.member("p", pool.probability)
      $0.member("spread", pool.spread)
      $0.member("heterogeneous", pool.isHeterogeneous)
    }
    json.objects("members", pool.members) {
      $1.member(member, $0.source)
      $1.member("value", $0.value)
      $1.member("standard_error", $0.standardError)
      $1.member("weight", $0.weight)
    }
    json.objects("left_out", pool.leftOut) {
      $1.member(member, $0.source)
      $1.member("reason", $0.reason)
    }
  }

  private static func write(_ joint: PhaseTransition, to json: inout JSONWriter) {
    json.member("kind", joint.kind.rawValue)
    json.member("axis", joint.axis.rawValue)
    json.member("before", joint.before)
    json.member("after", joint.after)
    json.estimate("expected", joint.expected)
    json.estimate("found", joint.found)
    json.estimate("comparison", joint.comparison)
    json.object("test", joint.test, FitJSON.write)
  }
}
