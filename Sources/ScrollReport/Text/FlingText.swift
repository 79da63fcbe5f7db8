internal import ScrollFitting
internal import ScrollFormats

/// Text about releases and flings.
enum FlingText {
  /// The law D ~ v0^a and its meaning.
  static func sentence(_ scaling: FlingScaling, _ power: Estimate) -> String {
    var text =
      "\(PooledText.count(scaling.flings.count, "fling")) of "
      + "\(speed(scaling.flings.first)) to \(speed(scaling.flings.last)) pt/s: "
      + "the distance grows as v0^a, a = \(PooledText.value(power))"
    if let duration = scaling.durationPower {
      text += ", the duration as v0^b, b = \(PooledText.value(duration))"
    }
    let known = FlingScaling.known.map {
      "\(NumberText.short($0.power, digits: 3)) \($0.name)"
    }
    return text + ". a is \(known.joined(separator: ", "))"
      + (scaling.reading.map { "; its interval holds that of \($0) alone." } ?? ".")
  }

  /// Releases, the threshold speed of flings, and the growth of their distances.
  static func lines(
    _ joined: CrossPhaseAnalysis, _ flings: FlingScaling?, style: TextStyle,
    showsDetails: Bool
  ) -> [String] {
    var lines = ratios(joined.releases, style: style, showsDetails: showsDetails)
    if let threshold = joined.flingThreshold, let slowest = threshold.slowestWith,
      let fastest = threshold.fastestWithout
    {
      lines += style.item(
        "flings",
        "the slowest finger that a glide followed had \(NumberText.significant(slowest, digits: 3)) pt/s, "
          + "the fastest that none did \(NumberText.significant(fastest, digits: 3)) pt/s", 10)
    }
    if let flings, let power = flings.distancePower {
      lines += style.item("distance", sentence(flings, power), 10)
    }
    return lines.isEmpty ? [] : ["", "  " + style.heading("releases")] + lines
  }

  /// The ratios of v0 and the finger's velocity, one per estimation method, and the velocity carried over from the
  /// previous fling.
  private static func ratios(
    _ releases: [Release], style: TextStyle, showsDetails: Bool
  ) -> [String] {
    var table = ConstantTable(showsStatistics: showsDetails)
    func add(_ label: String, _ estimates: [Estimate]) {
      guard let mean = Estimate.mean(of: estimates) else { return }
      table.add(mean, label: label, note: PooledText.count(estimates.count, "release"))
    }
    for method in Release.Method.allCases {
      add(name(method), releases.compactMap { $0[method]?.ratio })
    }
    add("carried over", releases.compactMap(\.carried))
    return table.lines(style: style)
  }

  private static func speed(_ fling: MeasuredFling?) -> String {
    fling.map { NumberText.significant($0.speed, digits: 3) } ?? "-"
  }

  static func name(_ method: Release.Method) -> String {
    switch method {
    case .lastTwo: "v0 / last two samples"
    case .line40: "v0 / line of 40 ms"
    case .line100: "v0 / line of 100 ms"
    }
  }
}
