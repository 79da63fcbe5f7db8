internal import ScrollFitting
internal import ScrollFormats

/// Text about springs: the set consistent with rounding, and pooled springs of several recordings.
enum SpringText {
  /// The springs that are consistent with rounding.
  ///
  /// - Parameters:
  ///   - count: the number of recordings.
  ///   - areTimesAssumed: whether the frame interval is assumed, not recorded.
  static func describe(
    _ region: FeasiblePairs, count: Int, areTimesAssumed: Bool
  ) -> String {
    let all = count == 1 ? "rounding" : count == 2 ? "both recordings" : "all \(count) recordings"
    guard !region.border.isEmpty else {
      return
        "\(all) allow\(count > 1 ? "" : "s") no spring: the best one misses a sample by \(NumberText.short(region.smallestMisfit, digits: 3)) times what rounding allows"
    }
    guard !region.isOpen else {
      return
        "\(all) allow\(count > 1 ? "" : "s") springs without a bound: more of the motion is needed"
    }
    func range(_ key: String) -> String { self.range(region[key]) }
    let critical =
      switch region.allowsCritical {
      case true: "a critically damped one is among them"
      case false: "none of them is critically damped"
      default: "whether a critically damped one is among them is open"
      }
    return
      "\(all) allow\(count > 1 ? "" : "s") stiffness/mass \(range("stiffness_per_mass")) 1/s^2 with damping/mass \(range("damping_per_mass")) 1/s, zeta \(range("zeta")); \(critical)\(areTimesAssumed ? ", if the frames came evenly" : "")"
  }

  /// Whether springs of any damping reproduce the samples of a bounce.
  ///
  /// - Parameter isExplained: whether a critically damped bounce reproduces every sample.
  static func compare(_ region: FeasiblePairs, isExplained: Bool) -> String {
    guard !region.border.isEmpty else {
      return "no spring explains every sample: neither a critically damped one nor any other"
    }
    guard !region.isOpen else { return describe(region, count: 1, areTimesAssumed: false) }
    return
      "a spring with stiffness/mass \(range(region["stiffness_per_mass"])) 1/s^2 and damping/mass \(range(region["damping_per_mass"])) 1/s explains every sample; \(isExplained ? "a critically damped one does too" : "no critically damped one does")"
  }

  /// Both ends of a range, to the digits that its width supports.
  private static func range(_ interval: Interval?) -> String {
    guard let low = interval?.lower, let high = interval?.upper else { return "?" }
    let decimals = NumberText.decimals(forError: (high - low) / 4, value: high)
    return
      "\(NumberText.fixed(low, decimals: decimals)) .. \(NumberText.fixed(high, decimals: decimals))"
  }

  /// Round constants are reported only if the probability of such a coincidence is at most this.
  private static let largestChance = 0.1

  /// The round springs in or next to a region: which recordings each reproduces, and with which frame intervals.
  ///
  /// - Parameter names: the names of the recordings; empty for a single one.
  static func round(_ region: FeasiblePairs, names: [String]) -> [(label: String, text: String)] {
    var notes: [(label: String, text: String)] = []
    if region.fitsInterval {
      notes.append(
        (
          "interval",
          "free where there are no stamps: with frames f times as far apart as assumed, the stiffness above is multiplied by 1/f^2 and the damping by 1/f; zeta stays"
        ))
    }
    for round in region.round where round.chance <= largestChance {
      let numbers =
        "stiffness \(NumberText.short(round.stiffnessPerMass, digits: 9)), damping \(NumberText.short(round.dampingPerMass, digits: 9))"
      let chance =
        "probability of such round numbers by chance: \(NumberText.significant(100 * round.chance, digits: 2)) %"
      notes.append(("round", "\(numbers) \(explained(round, names)); \(chance)"))
      if region.fitsInterval { notes.append(("clock", clock(round, numbers, names))) }
    }
    return notes
  }

  private static func explained(_ round: RoundSpring, _ names: [String]) -> String {
    let count = round.recordings.count
    if round.explainsAll {
      return count > 1
        ? "explains every sample of all \(count) recordings" : "explains every sample"
    }
    let misses = round.recordings.indices.filter { !round.recordings[$0].isExplained }.map {
      let recording = round.recordings[$0]
      let excess = NumberText.significant(recording.error - recording.bound, digits: 2)
      let name = names.indices.contains($0) ? "\(names[$0]) " : ""
      return
        "\(name)by \(excess) pt more than rounding allows (\(NumberText.fixed(recording.error, decimals: 4)) of \(NumberText.fixed(recording.bound, decimals: 4)))"
    }
    let share =
      count > 1
      ? "explains \(round.recordings.count(where: \.isExplained)) of \(count) recordings to the pixel; it misses "
      : "misses a sample "
    return share + misses.joined(separator: ", ")
  }

  /// The frame intervals for which a round spring reproduces every sample.
  private static func clock(_ round: RoundSpring, _ numbers: String, _ names: [String]) -> String {
    func factor(_ clock: ClosedRange<Double>) -> String {
      range(Interval(lower: clock.lowerBound, upper: clock.upperBound))
    }
    var parts = round.recordings.indices.compactMap { index -> String? in
      let recording = round.recordings[index]
      guard let interval = recording.interval else { return nil }
      let name = names.indices.contains(index) ? "\(names[index]): " : ""
      guard let clock = recording.clock else {
        return name + "no frame interval explains every sample"
      }
      let rate = Interval(
        lower: 1 / (clock.upperBound * interval), upper: 1 / (clock.lowerBound * interval))
      return
        "\(name)every sample with frames \(factor(clock)) times \(NumberText.short(1000 * interval, digits: 5)) ms apart (\(range(rate)) Hz)"
    }
    if parts.count > 1 {
      parts.append(
        round.clock.map { "one clock, \(factor($0)) times, explains all" }
          ?? "no one clock explains all")
    }
    return parts.joined(separator: "; ")
  }

  /// Several recordings together.
  ///
  /// - Parameter names: the names of the recordings whose springs are bounded by rounding.
  static func lines(_ pool: SpringPool, names: [String], _ style: TextStyle) -> [String] {
    var table = ConstantTable(showsStatistics: true)
    let law = SpringLaw.description
    for one in pool.pools {
      let name =
        law.parameters.contains { $0.key == one.key } ? one.key : law.quantity(one.key)?.name
      table.add(one.estimate, label: name ?? one.key, note: FitText.agreement(one))
    }
    var lines = table.lines(style: style) + [""]
    func note(_ label: String, _ text: String) {
      lines += style.item(label, text, 11)
    }
    if let region = pool.region {
      note(
        "springs", describe(region, count: pool.regionCount, areTimesAssumed: pool.areTimesAssumed))
      for item in round(region, names: names) { note(item.label, item.text) }
    }
    if let test = pool.test { note("tests", FitText.statistic(test)) }
    return lines
  }
}
