internal import ScrollRecordings

/// Names that other numbers of the samples explain.
extension SampleFacts {
  /// Whether one of these names is that of a time in another program, such as `frameTimeNanos`, and grows.
  func hasLooseTime(_ names: [String]) -> Bool {
    let found = names.filter { name in
      LogNames.role(name) == nil && ColumnName.isLoose(name, in: ColumnName.looseTimes)
    }
    return found.count == 1 && values(found[0])?.steps.areOfTime == true
  }

  /// The names without those of offsets that are shares of the way beside one in points: `offset: 0.2 pixels: 916`.
  func withoutShares(_ names: [String]) -> [String] {
    let offsets = names.filter { LogNames.role($0) == .offset }
    let shares = offsets.filter { values($0)?.areShares == true }
    let axes = offsets.filter { !shares.contains($0) }.compactMap { ColumnName($0)?.axis }
    return names.filter { name in
      !shares.contains(name) || !(ColumnName(name).map { axes.contains($0.axis) } ?? false)
    }
  }

  /// Whether a name that is not known is that of a number that grows by what a frame lasts.
  var hasNamedClock: Bool {
    series.contains { LogNames.role($0.name) == nil && $0.values.areFrameTimes }
  }

  private func values(_ name: String) -> [Double]? { series.first { $0.name == name }?.values }
}
