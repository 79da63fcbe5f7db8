internal import ScrollFitting
internal import ScrollTraces

/// `releases`, `fling_threshold` and `flings` of a recording that was split.
enum FlingJSON {
  static func write(
    _ joined: CrossPhaseAnalysis, _ flings: FlingScaling?, to json: inout JSONWriter
  ) {
    json.key("releases")
    json.array { list in
      for release in joined.releases {
        list.element()
        list.object { write(release, to: &$0) }
      }
    }
    json.key("fling_threshold")
    if let threshold = joined.flingThreshold {
      json.object {
        $0.member("fastest_without_pt_per_s", threshold.fastestWithout)
        $0.member("slowest_with_pt_per_s", threshold.slowestWith)
      }
    } else {
      json.value(nil as String?)
    }
    json.key("flings")
    guard let flings else { return json.value(nil as String?) }
    json.object { write(flings, to: &$0) }
  }

  private static func write(_ release: Release, to json: inout JSONWriter) {
    json.member("axis", release.axis.rawValue)
    json.member("drag", release.drag)
    json.member("glide", release.glide.map(Double.init))
    json.member("time_s", release.time)
    estimate("velocity", release.velocity, to: &json)
    json.key("finger")
    json.array { list in
      for reading in release.readings {
        list.element()
        list.object {
          $0.member("method", reading.method.rawValue)
          $0.member("samples", reading.samples)
          estimate("velocity", reading.velocity, to: &$0)
          estimate("ratio", reading.ratio, to: &$0)
        }
      }
    }
    json.member("left_over_pt_per_s", release.leftOver)
    estimate("carried", release.carried, to: &json)
  }

  private static func write(_ flings: FlingScaling, to json: inout JSONWriter) {
    estimate("distance_power", flings.distancePower, to: &json)
    estimate("duration_power", flings.durationPower, to: &json)
    json.key("flings")
    json.array { list in
      for fling in flings.flings {
        list.element()
        list.line {
          $0.member("fit", fling.fit)
          $0.member("speed_pt_per_s", fling.speed)
          $0.member("distance_pt", fling.distance)
          $0.member("duration_s", fling.duration)
        }
      }
    }
  }

  private static func estimate(_ key: String, _ estimate: Estimate?, to json: inout JSONWriter) {
    json.key(key)
    guard let estimate else { return json.value(nil as String?) }
    ResultJSON.writeValue(estimate, to: &json)
  }
}
