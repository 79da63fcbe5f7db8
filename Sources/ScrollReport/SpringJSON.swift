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
