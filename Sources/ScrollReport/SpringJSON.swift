internal import ScrollFitting
internal import ScrollFormats

/// Writes the set of springs consistent with rounding, and the pooled springs of several recordings.
enum SpringJSON {
  /// `feasible_region`: ranges by key; the border as [stiffness, damping] per mass, in 1/s^2 and 1/s.
  static func write(_ region: FeasiblePairs, to json: inout JSONWriter) {
    json.member("smallest_misfit", region.smallestMisfit)
    json.member("open", region.isOpen)
    json.member("allows_critical", region.allowsCritical)
    json.object("bounds") { list in
      for bound in region.bounds { list.member(bound.key, bound.interval) }
    }
    json.member("border", region.border.map { [$0.x, $0.y] })
    guard !region.round.isEmpty else { return }
    json.objects("round", region.round) {
      write($0, fitsInterval: region.fitsInterval, to: &$1)
    }
  }

  /// A spring with round constants, and whether it reproduces the recordings.
  private static func write(
    _ round: RoundSpring, fitsInterval: Bool, to json: inout JSONWriter
  ) {
    func clock(_ range: ClosedRange<Double>?, _ json: inout JSONWriter) {
      guard fitsInterval else { return }
      json.member("interval_factor", range.map { [$0.lowerBound, $0.upperBound] })
    }
    json.member("stiffness_per_mass", round.stiffnessPerMass)
    json.member("damping_per_mass", round.dampingPerMass)
    json.member("digits", round.digits)
    json.member("chance", round.chance)
    json.member("explained", round.recordings.count(where: \.isExplained))
    clock(round.clock, &json)
    json.objects("recordings", round.recordings) {
      $1.member("smallest_error_pt", $0.error)
      $1.member("bound_pt", $0.bound)
      $1.member("interval_s", $0.interval)
      clock($0.clock, &$1)
    }
  }

  /// `summary.spring`.
  static func write(_ pool: SpringPool, to json: inout JSONWriter) {
    json.member("fits", pool.count)
    json.objects("pooled", pool.pools) { PhaseJSON.write($0, member: "fit", to: &$1) }
    json.object("feasible_region", pool.region) { write($0, to: &$1) }
    json.objects("tests", [pool.test].compactMap { $0 }, FitJSON.write)
  }
}
