/// Samples of two views in turns.
extension TraceBuilder {
  /// Throws if offsets jump back and forth between two values, as those of two views do whose rows stand in turns.
  ///
  /// A row takes a turn if it is far from both neighbours, which are near each other: of independent random numbers
  /// every eighth does at most. A quarter of the rows is enough; where a log has different words in front of samples in
  /// turns, a twelfth.
  func checkTurns() throws(Fault) {
    guard canRest, count > 16 else { return }
    let part = log?.isMixed == true ? 12 : 4
    for (slot, channel, _) in channels where channel.role == .offset {
      let values = UnsafeBufferPointer(
        start: slots[slot].column, count: min(count, Limit.unitSamples))
      // Missing values are infinite, and their steps are no turns.
      let found = values.lazy.filter { $0 != NumberSlot.missing }
      guard let least = found.min(), let most = found.max() else { continue }
      // Pixels that flicker are no views.
      let jump = max(4, (most - least) / 100)
      let turns = values.indices.dropFirst().dropLast().count { index in
        let (before, after) = (values[index] - values[index - 1], values[index + 1] - values[index])
        return before * after < 0 && min(before.magnitude, after.magnitude) > jump
          && min(before.magnitude, after.magnitude) > 8 * (before + after).magnitude
      }
      guard turns > 8, part * turns > values.count else { continue }
      let name = PrintedText.named(plan.columns[plan.numeric[slot]].name)
      throw Fault(
        code: .mixedRows, field: nil,
        message: "two offsets take turns in column \(name), \(values[0]) and then \(values[1]), as"
          + " those of two views do",
        help: choice)
    }
  }

  /// How to read the samples of one view.
  private var choice: String {
    if let word = log?.ownWord {
      return
        "read the lines of one of them: grep -F \(PrintedText.argument(word)) FILE | scrollfit --log -"
    }
    let others = plan.columns.filter { $0.role == nil && !$0.name.isEmpty }
    let named = others.first.map {
      "scrollfit fit --where \(PrintedText.argument($0.name + "=NAME")) FILE"
    }
    // The objects of JSON need not be lines.
    if prototype.dialect.isJSON {
      return named.map { "choose one: \($0)" } ?? "print the name of the view in each object"
    }
    return
      "if every other row is of one view, type awk 'NR < \(line) || (NR - \(line)) % 2 == 0' FILE"
      + " | scrollfit \(log == nil ? "fit" : "--log") -"
      + (named.map { "; if a column names the view, type \($0)" } ?? "")
  }
}

extension LogFacts {
  /// A word in front of some samples and not of the others; nil if there is none.
  fileprivate var ownWord: String? {
    let words = wordings.map { $0.split(separator: " ") }
    for (index, own) in words.enumerated() {
      let others = words.enumerated().filter { $0.offset != index }.flatMap(\.element)
      if others.count > 0, let word = own.first(where: { !others.contains($0) }) {
        return String(word)
      }
    }
    return nil
  }
}
