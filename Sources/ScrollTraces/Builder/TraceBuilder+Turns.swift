internal import ScrollRecordings

/// Samples of several views in turns.
extension TraceBuilder {
  /// Throws if offsets jump back and forth between two values, or repeat after three or four, as those of several views
  /// do whose rows stand in turns.
  func checkTurns() throws(Fault) {
    guard canRest, count > 16 else { return }
    for (slot, channel, _) in channels where channel.role == .offset {
      let values = UnsafeBufferPointer(
        start: slots[slot].column, count: min(count, Limit.unitSamples))
      // Missing values are infinite, and their steps are no turns.
      let found = values.lazy.filter { $0 != NumberSlot.missing }
      guard let least = found.min(), let most = found.max() else { continue }
      // Pixels that flicker are no views.
      let jump = max(4, (most - least) / 100)
      var turns = Self.viewCounts(values).first { areTurns(values, of: $0, jump, 4) }
      if turns == nil, log?.isMixed == true, areTurns(values, of: 2, jump, 12) { turns = 2 }
      guard let views = turns else { continue }
      let name = PrintedText.named(plan.columns[plan.numeric[slot]].name)
      let first = values.prefix(views).map { "\($0)" }.joined(separator: " and then ")
      throw Fault(
        code: .mixedRows, field: nil,
        message:
          "\(views == 2 ? "two" : "\(views)") offsets take turns in column \(name), \(first),"
          + " as those of \(views == 2 ? "two" : "several") views do",
        help: choice(of: views, moving: values))
    }
  }

  /// Whether enough rows are in turns of a number of views.
  ///
  /// Of two, a row takes a turn if it is far from both neighbours, which are near each other: of independent random
  /// numbers every eighth does at most. A quarter of the rows is enough; where a log has different words in front of
  /// samples in turns, a twelfth. Of more views, a row is near the one that comes as many rows later, and those between
  /// are far apart: three quarters of the rows must be so, since a fast oscillation also repeats.
  private func areTurns(
    _ values: UnsafeBufferPointer<Double>, of views: Int, _ jump: Double, _ share: Int
  ) -> Bool {
    if views == 2 {
      let turns = values.indices.dropLast(2).count { index in
        let before = values[index + 1] - values[index]
        let after = values[index + 2] - values[index + 1]
        return before * after < 0 && min(before.magnitude, after.magnitude) > jump
          && min(before.magnitude, after.magnitude) > 8 * (before + after).magnitude
      }
      return turns > 8 && share * turns > values.count
    }
    let turns = values.indices.dropLast(views).count { index in
      let round = values[index..<index + views]
      guard let least = round.min(), let most = round.max(), most.isFinite else { return false }
      // Few values are more likely to come again by chance.
      return most - least
        > max(jump, views > 4 ? 16 : 4, 8 * (values[index + views] - values[index]).magnitude)
    }
    return turns > 8 && 4 * turns > 3 * (values.count - views)
  }

  /// The numbers of views of which the rows may be: a motion changes its direction less often than several views.
  private static func viewCounts(_ values: UnsafeBufferPointer<Double>) -> ClosedRange<Int> {
    let reversals = values.indices.dropLast(2).count { index in
      (values[index + 1] - values[index]) * (values[index + 2] - values[index + 1]) < 0
    }
    return 2...(4 * reversals > values.count ? Int([Double].mostViews) : 2)
  }

  /// How to read the samples of one view.
  private func choice(of views: Int, moving values: UnsafeBufferPointer<Double>) -> String {
    // The one that moves most.
    let ranges = (0..<views).map { view in
      let own = stride(from: view, to: values.count, by: views).map { values[$0] }
      return (own.max() ?? 0) - (own.min() ?? 0)
    }
    let view = ranges.indices.max { ranges[$0] < ranges[$1] } ?? 0
    if let word = log?.ownWord(of: view) {
      return
        "read the lines of one of them: grep -F \(PrintedText.argument(word)) FILE | scrollfit --log -"
    }
    let others = plan.columns.indices.filter {
      plan.columns[$0].role == nil && !plan.columns[$0].name.isEmpty
    }
    // Words name a view rather than numbers do.
    let own = others.first { watched[$0]?.allSatisfy(\.isNaN) == true } ?? others.first
    let named = own.map {
      "scrollfit fit --where \(PrintedText.argument(plan.columns[$0].name + "=NAME"))\(options.asked) FILE"
    }
    let nth = views == 2 ? "other" : views == 3 ? "third" : "\(views)th"
    // The objects of JSON need not be lines.
    if prototype.dialect.isJSON {
      return named.map { "choose one: \($0)" }
        ?? "if every \(nth) object is of one view, type jq -c 'if type == \"array\" then .[] else . end' FILE"
        + " | awk 'NR % \(views) == \((view + 1) % views)' | scrollfit fit\(options.asked) -"
    }
    return
      "if every \(nth) row is of one view, type"
      + " awk 'NR < \(line) || (NR - \(line)) % \(views) == \(view)' FILE"
      + " | scrollfit \(log?.command ?? "fit")\(options.asked) -"
      + (named.map { "; if a column names the view, type \($0)" } ?? "")
  }
}

extension LogFacts {
  /// A word in front of some samples and not of the others, of those in this turn if they have one; nil if there is none.
  fileprivate func ownWord(of turn: Int) -> String? {
    let words = wordings.map { $0.split(separator: " ") }
    let order = words.indices.sorted { $0 == turn && $1 != turn || $1 != turn && $0 < $1 }
    for index in order {
      let own = words[index]
      let others = words.enumerated().filter { $0.offset != index }.flatMap(\.element)
      if others.count > 0, let word = own.first(where: { !others.contains($0) }) {
        return String(word)
      }
    }
    return nil
  }
}
