internal import ScrollFitting

/// What springs say, for people: the set that rounding allows, and several recordings together.
enum SpringText {
  /// The springs that rounding allows, in words.
  ///
  /// - Parameters:
  ///   - count: of how many recordings.
  ///   - areTimesAssumed: whether the frames are only taken to have come evenly.
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
    func range(_ key: String) -> String {
      guard let interval = region[key], let low = interval.lower, let high = interval.upper else {
        return "?"
      }
      let decimals = NumberText.decimals(forError: (high - low) / 4, value: high)
      return
        "\(NumberText.fixed(low, decimals: decimals)) .. \(NumberText.fixed(high, decimals: decimals))"
    }
    let critical =
      switch region.allowsCritical {
      case true: "a critically damped one is among them"
      case false: "none of them is critically damped"
      default: "whether a critically damped one is among them is open"
      }
    return
      "\(all) allow\(count > 1 ? "" : "s") stiffness/mass \(range("stiffness_per_mass")) 1/s^2 with damping/mass \(range("damping_per_mass")) 1/s, zeta \(range("zeta")); \(critical)\(areTimesAssumed ? ", if the frames came evenly" : "")"
  }

  /// Several recordings together.
  static func lines(_ pool: SpringPool, _ style: TextStyle) -> [String] {
    var table = ConstantTable()
    let law = SpringLaw.description
    for one in pool.pools {
      let name =
        law.parameters.contains { $0.key == one.key } ? one.key : law.quantity(one.key)?.name
      table.add(one.estimate, label: name ?? one.key, note: FitText.agreement(one))
    }
    var lines = table.lines(style: style) + [""]
    func note(_ label: String, _ text: String) {
      lines += TextLayout.item(label, text, indent: 2, labelWidth: 11, width: style.width)
    }
    if let region = pool.region {
      note(
        "springs", describe(region, count: pool.regionCount, areTimesAssumed: pool.areTimesAssumed))
    }
    if let test = pool.test { note("tests", FitText.statistic(test)) }
    return lines
  }
}
