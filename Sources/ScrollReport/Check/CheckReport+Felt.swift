internal import ScrollFitting

/// What a user feels of recordings beside the reference. Pooled constants tell it, unless a recording is outside its
/// tolerance and they are not: then it is told of that recording.
extension CheckReport {
  /// The largest number of recordings whose motions are told one by one.
  static let mostApart = 5

  /// How many of `count` recordings are not told one by one; nil if all are.
  static func more(_ count: Int) -> String? {
    count > mostApart
      ? "\(PooledText.count(count - mostApart, "more recording")) outside" : nil
  }

  /// The failures of recordings, by whether pooled constants tell them as well.
  ///
  /// These do where they fail, too, with the recording in their value. The pool of a single recording has its value.
  static func failures(
    _ result: CheckResult, _ summary: BatchSummary
  ) -> (shared: [CheckedConstant], apart: [CheckedConstant]) {
    let failures = result.entries.filter { $0.verdict.kind == .fail && $0.source != nil }
    guard !failures.isEmpty else { return ([], []) }
    let pools = Dictionary(grouping: summary.grouped().flatMap(\.pools), by: \.name)
    let compared = result.entries.filter { $0.source == nil && $0.reference != nil }
    let judged = Set(compared.map(\.name))
    let failing = Set(compared.filter { $0.verdict.kind == .fail }.map(\.name))
    func isShared(_ entry: CheckedConstant) -> Bool {
      let own = pools[entry.name] ?? []
      if !judged.contains(entry.name), own.allSatisfy({ $0.recordings < 2 }) { return true }
      return failing.contains(entry.name)
        && !own.contains { $0.outliers.contains { $0.source == entry.source } }
    }
    return (failures.filter(isShared), failures.filter { !isShared($0) })
  }

  /// Whether a pooled constant passes or is unsure while a recording in it fails.
  private func isDisputed(_ pool: PooledConstant, in group: BatchSummary.Group) -> Bool {
    checked(pool, in: group)?.verdict.kind != .fail
      && apart.contains { entry in
        entry.name == pool.name && !pool.outliers.contains { $0.source == entry.source }
      }
  }

  /// The constants that make what is felt of a group doubtful. A value that passes stands for recordings that disagree
  /// by less than the tolerance.
  func doubtful(_ group: BatchSummary.Group) -> [PooledConstant] {
    ScrollFeel.doubtful(group.pools).filter {
      checked($0, in: group)?.verdict.kind != .pass || isDisputed($0, in: group)
    }
  }

  /// The scroll view of a group, without the motions of constants on which its recordings disagree while one of them is
  /// outside.
  func feel(_ group: BatchSummary.Group) -> ScrollFeel {
    let disputed = doubtful(group).filter { isDisputed($0, in: group) }
    let unknown = disputed.compactMap { ScrollFeel.Motion($0.law, $0.key) }
    return ScrollFeel(group).with(Set(ScrollFeel.Motion.allCases).subtracting(unknown))
  }

  /// The motions of the reference, and beside them those of a group of recordings.
  func consequences(_ group: BatchSummary.Group) -> [ScrollFeel.Consequence] {
    let expected = ScrollFeel(reference, of: group) { checked($0, in: group)?.reference?.value }
    return ScrollFeel.consequences(expected, feel(group))
  }

  /// The recordings with motions of their own, and these beside those of the reference: motions of the constants that
  /// fail there and not in all together.
  var feltApart: [(source: BatchSource, consequences: [ScrollFeel.Consequence])] {
    let apart = Dictionary(grouping: apart, by: \.source)
    return result.felt.compactMap { one in
      let motions = (apart[one.source] ?? []).compactMap { ScrollFeel.Motion($0.law, $0.key) }
      guard !motions.isEmpty else { return nil }
      let found = ScrollFeel.consequences(one.reference, one.recording.with(Set(motions)))
      let changed = ComparisonReport.changed(found)
      return changed.isEmpty ? nil : (one.source, changed)
    }
  }
}
