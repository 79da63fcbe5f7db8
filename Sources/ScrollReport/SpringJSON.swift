internal import ScrollFitting

/// The set of springs that rounding allows, and what several recordings say together, for programs.
enum SpringJSON {
  /// `feasible_region`: ranges by key, the border as [stiffness, damping] per mass in 1/s^2 and 1/s.
  static func write(_ region: FeasiblePairs, to json: inout JSONWriter) {
    json.member("smallest_misfit", region.smallestMisfit)
    json.member("open", region.isOpen)
    json.key("allows_critical")
    if let allows = region.allowsCritical {
      json.value(allows)
    } else {
      json.value(nil as String?)
    }
    json.key("bounds")
    json.object { list in
      for bound in region.bounds {
        list.key(bound.key)
        ResultJSON.interval(bound.interval, to: &list)
      }
    }
    json.key("border")
    json.array { list in
      for point in region.border {
        list.element()
        list.array {
          $0.element()
          $0.value(point.x)
          $0.element()
          $0.value(point.y)
        }
      }
    }
    guard !region.round.isEmpty else { return }
    json.key("round")
    json.array { list in
      for round in region.round {
        list.element()
        list.object { write(round, fitsInterval: region.fitsInterval, to: &$0) }
      }
    }
  }

  /// A spring of round numbers, and what it explains.
  private static func write(
    _ round: RoundSpring, fitsInterval: Bool, to json: inout JSONWriter
  ) {
    func clock(_ key: String, _ range: ClosedRange<Double>?, _ json: inout JSONWriter) {
      guard fitsInterval else { return }
      json.key(key)
      guard let range else { return json.value(nil as String?) }
      json.array {
        for end in [range.lowerBound, range.upperBound] {
          $0.element()
          $0.value(end)
        }
      }
    }
    json.member("stiffness_per_mass", round.stiffnessPerMass)
    json.member("damping_per_mass", round.dampingPerMass)
    json.member("digits", round.digits)
    json.member("chance", round.chance)
    json.member("explained", round.recordings.count(where: \.isExplained))
    clock("interval_factor", round.clock, &json)
    json.key("recordings")
    json.array { list in
      for recording in round.recordings {
        list.element()
        list.object {
          $0.member("smallest_error_pt", recording.error)
          $0.member("bound_pt", recording.bound)
          $0.member("interval_s", recording.interval)
          clock("interval_factor", recording.clock, &$0)
        }
      }
    }
  }

  /// `summary.spring`.
  static func write(_ pool: SpringPool, to json: inout JSONWriter) {
    json.member("fits", pool.count)
    json.key("pooled")
    json.array { list in
      for one in pool.pools {
        list.element()
        list.object { PhaseJSON.write(one, member: "fit", to: &$0) }
      }
    }
    json.key("feasible_region")
    if let region = pool.region {
      json.object { write(region, to: &$0) }
    } else {
      json.value(nil as String?)
    }
    json.key("tests")
    json.array { list in
      for test in [pool.test].compactMap({ $0 }) {
        list.element()
        list.object { ResultJSON.write(test, to: &$0) }
      }
    }
  }
}
