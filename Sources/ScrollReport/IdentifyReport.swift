public import ScrollFitting
internal import ScrollPhysics
internal import ScrollTraces

/// Which law and which engine produced a recording, for people.
public struct IdentifyReport: Sendable {
  private let style: TextStyle
  /// Whether every law and engine is shown, not only those that come near.
  private let showsAll: Bool

  /// A report in a style.
  public init(style: TextStyle, showsAll: Bool) {
    self.style = style
    self.showsAll = showsAll
  }

  /// What one recording is.
  public func text(_ result: Identification) -> String {
    var lines = [style.heading(TextLayout.title(result.path, result.name))]
    if let fit = result.fromColumns {
      lines += wrapped(
        "by its columns: \(fit.law), \(FitText.brief(fit)), rms \(NumberText.significant(fit.residual.rms, digits: 3)) pt; 'scrollfit \(fit.law)' says more"
      )
    }
    if !result.pulls.isEmpty {
      lines.append("")
      var rows = [["rubber band as shipped", "max pt", "mean pt", ""]]
      for score in showsAll ? result.pulls : Array(result.pulls.prefix(8)) {
        rows.append([
          escapedForTerminal(score.engine), NumberText.significant(score.max, digits: 3),
          NumberText.significant(score.mean, digits: 3), score.follows ? "within rounding" : "",
        ])
      }
      lines += table(rows)
    }
    for (index, motion) in result.motions.enumerated() {
      lines.append("")
      lines += describe(motion, number: index + 1, of: result.motions.count)
    }
    if result.motions.contains(where: { !$0.engines.isEmpty }) { lines += engines(result) }
    for warning in result.warnings {
      lines += [""] + TextLayout.item(warning, width: style.width)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func wrapped(_ text: String, indent: Int = 2) -> [String] {
    TextLayout.wrap(text, width: style.width - indent).map {
      String(repeating: " ", count: indent) + $0
    }
  }

  // MARK: - Laws

  private func describe(_ motion: IdentifiedMotion, number: Int, of count: Int) -> [String] {
    var what = count > 1 ? "motion \(number) of \(count)" : "motion"
    if let kind = motion.kind { what += ", \(kind.rawValue)" }
    if let edge = motion.edge { what += " beyond \(FitText.describe(edge))" }
    what +=
      " along \(motion.axis.rawValue), \(NumberText.fixed(motion.window.lowerBound, decimals: 3))"
    what +=
      " .. \(NumberText.fixed(motion.window.upperBound, decimals: 3)) s, \(motion.count) samples"
    var lines = wrapped(what) + [""]
    let laws = motion.laws
    let shown = laws.candidates.filter { fit in
      showsAll || fit.law == laws.law || fit.aiccWeight > 1e-4 || fit.bicWeight > 1e-4
        || laws.tests.contains { $0.general == laws.candidates[0].law && $0.special == fit.law }
    }
    let least = laws.candidates.map(\.aicc).min() ?? 0
    let leastBIC = laws.candidates.map(\.bic).min() ?? 0
    var rows = [["law", "p", "rms", "/floor", "dAICc", "weight", "dBIC", "weight"]]
    for fit in shown.isEmpty ? Array(laws.candidates.prefix(1)) : shown {
      rows.append([
        (fit.law == laws.law ? "* " : "  ") + fit.law.name, "\(fit.parameterCount)",
        NumberText.significant(fit.rms, digits: 3),
        motion.expected > 0 ? NumberText.significant(fit.rms / motion.expected, digits: 2) : "-",
        difference(fit.aicc - least), percent(fit.aiccWeight), difference(fit.bic - leastBIC),
        percent(fit.bicWeight),
      ])
    }
    lines += table(rows)
    let hidden = laws.candidates.count - shown.count
    if hidden > 0 {
      lines += wrapped(
        "\(hidden) other law\(hidden == 1 ? "" : "s") without weight; --all shows \(hidden == 1 ? "it" : "them")"
      ).map(style.faint)
    }
    lines.append("")
    func note(_ label: String, _ text: String) {
      lines += TextLayout.item(label, text, indent: 2, labelWidth: 11, width: style.width)
    }
    note("law", verdict(motion))
    if let answer = laws.answer, !answer.constants.isEmpty {
      note(
        "constants",
        answer.constants.map {
          let error = $0.halfWidth.map { " ± \(NumberText.significant($0, digits: 2))" } ?? ""
          return
            "\($0.key) \(NumberText.significant($0.value, digits: 5))\(error)\($0.unit == "1" ? "" : " " + $0.unit)"
        }.joined(separator: ", ")
          + (answer.law.command.map { "; errors by 'scrollfit \($0)'" } ?? ""))
    }
    let tests = laws.tests.filter { test in
      (test.special == laws.law || test.general == laws.law)
        && laws.candidates.contains { $0.law == test.general }
    }
    if !tests.isEmpty {
      // The closest decisions; what is rejected beyond doubt the table shows.
      let told =
        showsAll ? tests : Array(tests.sorted { $0.probability > $1.probability }.prefix(3))
      note(
        "tests",
        told.map {
          "\($0.special.name) against \($0.general.name): F = \(NumberText.significant($0.statistic, digits: 3)) with \(NumberText.short($0.numerator)) and \(NumberText.short($0.denominator)) degrees, \(FitText.probability($0.probability))"
        }.joined(separator: "; ")
          + (told.count < tests.count ? "; --all shows \(tests.count - told.count) more" : ""))
    }
    return lines
  }

  private func verdict(_ motion: IdentifiedMotion) -> String {
    let laws = motion.laws
    let name = laws.law.name
    let told = showsAll ? laws.rivals : Array(laws.rivals.prefix(4))
    let others = laws.rivals.count - told.count
    let rivals =
      told.map(\.name).joined(separator: ", ") + (others > 0 ? " and \(others) others" : "")
    let late =
      motion.lateSamples > 0
      ? "; \(motion.lateSamples) of \(motion.count + motion.lateSamples) samples show an earlier frame"
      : ""
    switch laws.confidence {
    case .sure: return "\(name), sure"
    case .likely:
      if laws.share < 0.995 {
        let share = NumberText.fixed(100 * laws.share, decimals: 0)
        return "\(name), likely; it explains \(share) % of the samples that move as one\(late)"
      }
      return
        (rivals.isEmpty
        ? "\(name), likely"
        : "\(name), likely; the samples leave some room for \(rivals)") + late
    case .open where rivals.isEmpty:
      return "\(name), not sure: a free shape follows much that slows down\(late)"
    case .open:
      return "\(name), or as well \(rivals): the samples cannot tell them apart\(late)"
    case .none:
      let rms = laws.answer.map { NumberText.significant($0.rms, digits: 2) } ?? "?"
      return
        "none of these; the nearest, \(name), leaves \(rms) pt where \(NumberText.significant(motion.expected, digits: 2)) is expected"
    }
  }

  // MARK: - Engines

  private func engines(_ result: Identification) -> [String] {
    guard !result.engines.isEmpty else {
      return [""]
        + TextLayout.item(
          "engine", "no listed engine has a law for what moves here", indent: 2, labelWidth: 11,
          width: style.width)
    }
    var lines = [
      "", "  " + style.heading("engines, with the constants they ship"),
      style.faint("  only the start of each motion is fitted"), "",
    ]
    let motions = result.motions.enumerated().filter { !$0.element.engines.isEmpty }
    let most = motions.count
    var rows = [["engine", "motions", "max pt", "mean pt", "weight", ""]]
    let shown = result.engines.filter {
      showsAll || $0.weight > 1e-4 || result.engines.prefix(8).contains($0)
    }
    for engine in shown {
      rows.append([
        escapedForTerminal(engine.engine), "\(engine.motions) of \(most)",
        NumberText.significant(engine.max, digits: 3),
        NumberText.significant(engine.mean, digits: 3), percent(engine.weight),
        engine.follows ? "within rounding" : "",
      ])
    }
    lines += table(rows)
    if shown.count < result.engines.count {
      lines += wrapped("\(result.engines.count - shown.count) others; --all shows them").map(
        style.faint)
    }
    lines.append("")
    if motions.count > 1 {
      for (index, motion) in motions {
        let best = motion.engines.prefix(3).map {
          "\(escapedForTerminal($0.engine)) max \(NumberText.significant($0.max, digits: 3)), mean \(NumberText.significant($0.mean, digits: 3)) pt"
        }
        lines += TextLayout.item(
          "motion \(index + 1)", best.joined(separator: "; "), indent: 2, labelWidth: 11,
          width: style.width)
      }
    }
    if let (nearest, alike) = result.nearest {
      var text = escapedForTerminal(nearest.engine)
      if nearest.follows {
        text += " describes \(most == 1 ? "the" : "every") motion to its rounding"
      } else {
        text =
          "no listed engine made this; the nearest, \(text), is off by up to \(NumberText.significant(nearest.max, digits: 2)) pt"
      }
      text +=
        alike.isEmpty
        ? nearest.follows ? ", \(percent(nearest.weight)) of the weight" : ""
        : "; the recording cannot tell it from \(alike.map(escapedForTerminal).joined(separator: ", "))"
      lines += TextLayout.item("engine", text, indent: 2, labelWidth: 11, width: style.width)
    }
    return lines
  }

  // MARK: - Numbers

  private func percent(_ weight: Double) -> String {
    weight < 0.0005
      ? "0 %" : NumberText.fixed(100 * weight, decimals: weight > 0.995 ? 0 : 1) + " %"
  }

  private func difference(_ value: Double) -> String {
    value.isFinite ? NumberText.fixed(value, decimals: value < 100 ? 1 : 0) : "-"
  }

  /// Rows in columns, the first left, the others right.
  private func table(_ rows: [[String]]) -> [String] {
    guard let first = rows.first else { return [] }
    let isText = first.indices.map { $0 == 0 || ($0 == first.count - 1 && first[$0].isEmpty) }
    return TextLayout.table(rows, isText: isText, style: style, narrows: true)
  }
}
