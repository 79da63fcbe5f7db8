internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// Writes `releases`, `fling_threshold`, `flings` and `wheel_gains` of a recording that was split into phases.
enum FlingJSON {
  static func write(
    _ joined: CrossPhaseAnalysis, _ flings: FlingScaling?, to json: inout JSONWriter
  ) {
    json.objects("releases", joined.releases, write)
    json.object("fling_threshold", joined.flingThreshold) {
      $1.member("fastest_without_pt_per_s", $0.fastestWithout)
      $1.member("slowest_with_pt_per_s", $0.slowestWith)
    }
    json.object("flings", flings) {
      $1.estimate("distance_power", $0.distancePower)
      $1.estimate("duration_power", $0.durationPower)
      $1.lines("flings", $0.flings) {
        $1.member("fit", $0.fit)
        $1.member("speed_pt_per_s", $0.speed)
        $1.member("distance_pt", $0.distance)
        $1.member("duration_s", $0.duration)
      }
    }
    if !joined.wheelGains.isEmpty { json.objects("wheel_gains", joined.wheelGains, write) }
  }

  private static func write(_ wheel: WheelGain, to json: inout JSONWriter) {
    json.member("axis", wheel.axis.rawValue)
    json.estimate("gain", wheel.gain)
    json.estimate("notch", wheel.notch)
    json.lines("scrolls", wheel.scrolls) {
      $1.member("time_s", $0.time)
      $1.member("events", $0.events)
      $1.member("asked_pt", $0.asked)
      $1.member("moved_pt", $0.moved)
      $1.member("delay_s", $0.delay)
      $1.member("at_edge", $0.endsAtEdge)
    }
  }

  private static func write(_ release: Release, to json: inout JSONWriter) {
    json.member("axis", release.axis.rawValue)
    json.member("drag", release.drag)
    json.member("glide", release.glide)
    json.member("time_s", release.time)
    json.estimate("velocity", release.velocity)
    json.objects("finger", release.readings) {
      $1.member("method", $0.method.rawValue)
      $1.member("samples", $0.samples)
      $1.estimate("velocity", $0.velocity)
      $1.estimate("ratio", $0.ratio)
    }
    json.member("left_over_pt_per_s", release.leftOver)
    json.estimate("carried", release.carried)
  }
}
