/// Pooled constants of all recordings.
extension Check {
  /// Compares the pooled constants of a group.
  mutating func add(
    _ group: BatchSummary.Group, by keys: [String], isWhole: Bool
  ) {
    let own = reference.pooled(group.values, by: keys)
    for pool in group.pools where matches(pool.law, pool.key) {
      // A single recording was compared already, and is listed; only a file gives the expected value of its pool.
      if reference.kind == .engine, pool.count < 2 {
        if var only = passedOnce["\(pool.law).\(pool.key)"] ?? nil, recordings > 1 {
          only.isOnly = true
          entries.append(Entry(constant: only))
        }
        continue
      }
      let isSame = { (other: ReferenceConstant) in other.law == pool.law && other.key == pool.key }
      var entry = CheckedConstant(
        group: group.values, law: pool.law, key: pool.key, count: pool.count,
        verdict: Verdict(.new), isHeterogeneous: pool.isHeterogeneous)
      let told: BatchRecord.ReferenceLookup =
        pool.estimate.value == nil
        ? .none(pool.estimate.reason ?? "no recording determines it") : .value(pool.estimate)
      if let needed = own.first(where: isSame) {
        entry.leftOut = leftOut(of: pool, needed)
        compare(told, with: needed, isNeeded: isWhole, entry)
      } else if let known = reference.everywhere.first(where: isSame) {
        entry.leftOut = leftOut(of: pool, known)
        compare(told, with: known, isNeeded: false, entry)
      } else if case .value(let estimate) = told {
        entry.fitted = estimate
        entry.unit = estimate.unit
        if keys != reference.groupKeys, !reference.pooled.isEmpty {
          let keys = reference.groupKeys.joined(separator: ", ")
          entry.verdict.message =
            keys.isEmpty
            ? "the reference does not group recordings"
            : "the reference groups recordings by \(keys)"
        }
        keep(entry, isListed: keepsPassing || reference.kind != .engine)
      }
    }
  }

  /// The recordings that a pooled value leaves out and that are outside the tolerance, of their own value in the
  /// reference where it has one; nil without such.
  private func leftOut(of pool: PooledConstant, _ reference: ReferenceConstant) -> String? {
    func expected(_ outlier: PooledConstant.Outlier) -> ReferenceConstant {
      let path = TraceName(path: paths.relative(outlier.source.path), trace: outlier.source.trace)
      let own = self.reference.traces[moved?.name(of: path) ?? path] ?? []
      return own.first { $0.law == pool.law && $0.key == pool.key } ?? reference
    }
    let off = pool.outliers.filter { outlier in
      let expected = expected(outlier)
      let band = self.reference.tolerance(of: expected, rules: rules).band(around: expected.value)
      return (outlier.value - expected.value).magnitude > band
    }
    return pool.saying(off) { expected($0).value }
  }

  /// Adds an entry for each pooled constant of the reference that no recordings determine any more.
  mutating func addMissing(_ groups: [BatchSummary.Group]) {
    for group in reference.pooled {
      let own = groups.first { $0.values == group.values }
      let pools = own?.pools ?? []
      for constant in group.constants where matches(constant.law, constant.key) {
        guard !pools.contains(where: { $0.law == constant.law && $0.key == constant.key }),
          !constant.isIncidental
        else { continue }
        let entry = CheckedConstant(
          group: group.values, law: constant.law, key: constant.key, unit: constant.unit,
          reference: constant,
          verdict: Verdict(.missing, message: "no recording determines it any more"))
        // No recording has this group's metadata any more.
        guard own != nil || group.values.isEmpty else {
          keep(entry)
          continue
        }
        entries.append(
          Entry(constant: entry, loss: Loss(reason: "no recording determines it any more")))
      }
    }
  }
}
