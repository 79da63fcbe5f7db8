internal import ScrollFitting
internal import ScrollFormats

/// The compared laws and engines.
extension IdentifyReport {
  /// The laws that fit nearly as well as the best, with a star at the answer.
  func compared(_ motion: IdentifiedMotion) -> [String] {
    let laws = motion.laws
    let shown = laws.candidates.filter { fit in
      showsAll || fit.law == laws.law || fit.aiccWeight > 1e-4 || fit.bicWeight > 1e-4
        || laws.tests.contains { $0.general == laws.candidates[0].law && $0.special == fit.law }
    }
    let least = laws.candidates.map(\.aicc).min() ?? 0
    let leastBIC = laws.candidates.map(\.bic).min() ?? 0
    let numbers = ["p", "rms", "/floor", "dAICc", "weight", "dBIC", "weight"]
    var table = Table("", ["law"] + numbers.map { .number($0) })
    for fit in shown.isEmpty ? Array(laws.candidates.prefix(1)) : shown {
      table.add([
        (fit.law == laws.law ? "* " : "  ") + fit.law.name, "\(fit.parameterCount)",
        NumberText.significant(fit.rms, digits: 3),
        motion.expected > 0 ? NumberText.significant(fit.rms / motion.expected, digits: 2) : "-",
        difference(fit.aicc - least), percent(fit.aiccWeight), difference(fit.bic - leastBIC),
        percent(fit.bicWeight),
      ])
    }
    var lines = table.lines(style)
    let hidden = laws.candidates.count - shown.count
    if hidden > 0 {
      lines += style.lines(
        "\(PooledText.count(hidden, "other law")) without weight; --all shows \(hidden == 1 ? "it" : "them")"
      ).map(style.faint)
    }
    return lines
  }

  /// The least clear tests between a law and its special cases. The table shows those that are clearly rejected.
  func tests(_ laws: LawComparison) -> [String] {
    let tests = laws.tests.filter { test in
      (test.special == laws.law || test.general == laws.law)
        && laws.candidates.contains { $0.law == test.general }
    }
    guard !tests.isEmpty else { return [] }
    let told =
      showsAll ? tests : Array(tests.sorted { $0.probability > $1.probability }.prefix(3))
    return note(
      "tests",
      told.map {
        "\($0.special.name) against \($0.general.name): F = \(NumberText.significant($0.statistic, digits: 3)) with \(NumberText.short($0.numerator)) and \(NumberText.short($0.denominator)) degrees, \(FitText.probability($0.probability))"
      }.joined(separator: "; ")
        + (told.count < tests.count ? "; --all shows \(tests.count - told.count) more" : ""))
  }

  // MARK: - Engines

  /// The closest engines, with their residuals.
  func engines(_ result: Identification) -> [String] {
    guard !result.engines.isEmpty else { return [""] + engine(result) }
    var lines = [
      "", "  " + style.heading("engines, with the constants they ship"),
      style.faint("  only the start of each motion is fitted"), "",
    ]
    let motions = result.motions.enumerated().filter { !$0.element.engines.isEmpty }
    let most = motions.count
    let numbers = ["motions", "max pt", "mean pt", "weight"]
    var table = Table("", ["engine"] + numbers.map { .number($0) } + [""])
    let shown = result.engines.filter {
      showsAll || $0.weight > 1e-4 || result.engines.prefix(8).contains($0)
    }
    for engine in shown {
      table.add([
        engine.engine, "\(engine.motions) of \(most)",
        NumberText.significant(engine.max, digits: 3),
        NumberText.significant(engine.mean, digits: 3), percent(engine.weight),
        engine.follows ? "within rounding" : "",
      ])
    }
    lines += table.lines(style)
    if shown.count < result.engines.count {
      lines += style.lines("\(result.engines.count - shown.count) others; --all shows them").map(
        style.faint)
    }
    lines.append("")
    if motions.count > 1 {
      for (index, motion) in motions {
        let best = motion.engines.prefix(3).map {
          "\(escapedForTerminal($0.engine)) max \(NumberText.significant($0.max, digits: 3)), mean \(NumberText.significant($0.mean, digits: 3)) pt"
        }
        lines += note("motion \(index + 1)", best.joined(separator: "; "))
      }
    }
    lines += engine(result)
    return lines
  }
}
