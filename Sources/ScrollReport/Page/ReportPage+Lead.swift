internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// The top of the page: one sentence, one chart, a few facts, and the index.
extension ReportPage {
  /// Maximum number of facts below the chart; the others are in tables.
  private static let mostFacts = 8

  func lead(_ summary: BatchSummary, _ check: CheckReport?, _ hero: PageHero?) -> String {
    let (kind, sentence) = sentence(summary, check)
    let facts = facts(summary, check)
    var text = "<header>\n<h1>\(XMLText.escaped(title))</h1>\n"
    text += "<p class=\"verdict \(kind)\">\(XMLText.escaped(sentence))</p>\n"
    text += hero?.html ?? ""
    guard !facts.isEmpty else { return text + "</header>\n" }
    text += "<ul class=\"plain\">\n"
    for words in facts.prefix(Self.mostFacts) { text += "<li>\(words.html)</li>\n" }
    if facts.count > Self.mostFacts {
      text +=
        "<li>\(facts.count - Self.mostFacts) more such lines stand in the tables below.</li>\n"
    }
    return text + "</ul>\n</header>\n"
  }

  // MARK: - The sentence

  /// The first sentence: the verdict, or the result.
  private func sentence(
    _ summary: BatchSummary, _ check: CheckReport?
  ) -> (kind: String, text: String) {
    if summary.recordings > 0, summary.fitted == 0 { return ("bad", nothing(summary)) }
    if let check {
      let kind =
        switch check.outcome {
        case .passed: "good"
        case .incomplete: "warn"
        case .failed: "bad"
        }
      let conclusion = check.conclusion
      return (
        kind,
        conclusion.prefix(1).uppercased() + conclusion.dropFirst()
          + ", against \(check.referenceName)."
      )
    }
    if entries.count == 1, let entry = entries.first, let result = entry.detail?.result {
      if let found = result.identification {
        let words = IdentifyReport(style: TextStyle(), .brief).words(found)
        let said = words.filter { ["law", "engine"].contains($0.label) }.map {
          "\($0.label == "law" ? "Law" : "Engine"): \($0.text)."
        }
        return (
          found.motions.allSatisfy { $0.laws.confidence == .sure } ? "good" : "warn",
          said.joined(separator: " ")
        )
      }
      if result.fits.count == 1 { return one(result, result.fits[0]) }
      if result.fits.isEmpty {
        let laws = Set(result.phases.compactMap(\.law)).sorted().map(escapedForTerminal)
        return (
          "warn",
          laws.isEmpty
            ? "Nothing was fitted."
            : "The motions follow other laws: \(laws.joined(separator: ", "))."
        )
      }
      var record = entry.record
      record.constants.removeAll {
        Laws.description($0.law)?.shared($0.key)?.isIncidental == true
      }
      let constants = PooledText.constants(record).prefix(3).joined(separator: ", ")
      return (
        entry.isConverged ? "good" : "warn",
        "\(PooledText.count(result.fits.count, "motion")) fitted: \(constants)."
      )
    }
    return (
      summary.failureCount > 0 || summary.convergedFits == 0 ? "warn" : "good", counts(summary)
    )
  }

  private func counts(_ summary: BatchSummary) -> String {
    let failed = summary.failureCount
    // Recordings that were identified but have no fitted constants.
    let others = entries.count {
      $0.record.failure == nil
        && ($0.record.fits.isEmpty || $0.detail?.result?.identification != nil)
    }
    if failed == 0, others == 0 {
      return "\(PooledText.count(summary.recordings, "recording")): all fitted."
    }
    let parts = [
      (summary.fitted - others, "fitted"), (others, "with motions of other laws"),
      (failed, "failed"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(PooledText.count(summary.recordings, "recording")): \(parts.joined(separator: ", "))."
  }

  /// The sentence about a single fit.
  private func one(_ result: TraceResult, _ fit: Fit) -> (kind: String, text: String) {
    let heading = FitText.heading(result, fit, number: 1)
    if let doubt = ShortText.doubt(fit) {
      return (
        "bad", "No known motion: fitted as \(heading), but \(doubt)."
      )
    }
    var text = heading.prefix(1).uppercased() + heading.dropFirst()
    if let motion = short.consequences(fit, fit.lawDescription) { text += ": \(motion)" }
    return fit.isFollowed
      ? ("good", text + ". The law fits \(short.follows(fit)).")
      : ("warn", text + ". The law does not fit within rounding: \(short.follows(fit)).")
  }

  /// Why nothing was fitted: each reason once, with its number of recordings, the most frequent first.
  private func nothing(_ summary: BatchSummary) -> String {
    var reasons: [(message: String, count: Int)] = []
    for (_, failure) in summary.failed {
      let message = escapedForTerminal(failure.message)
      if let index = reasons.firstIndex(where: { $0.message == message }) {
        reasons[index].count += 1
      } else {
        reasons.append((message, 1))
      }
    }
    if summary.recordings == 1 {
      return "The recording could not be fitted: \(reasons.first?.message ?? "no reason is known")."
    }
    // A long run keeps only its first failures.
    let isAll = summary.failed.count == summary.failures.values.reduce(0, +)
    let ordered = reasons.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }
    let shown = ordered.prefix(3).map { _, reason in
      reason.count > 1
        ? "\(reason.message) (\(reason.count)\(isAll ? "" : " or more") such)" : reason.message
    }
    return "None of \(summary.recordings) recordings could be fitted: "
      + shown.joined(separator: "; ") + (reasons.count > 3 ? "; and other reasons." : ".")
  }

  // MARK: - Facts

  private func facts(_ summary: BatchSummary, _ check: CheckReport?) -> [Phrase] {
    if summary.fitted == 0 {
      // The reasons of several failures are in the table below.
      guard summary.recordings == 1, let failure = summary.failed.first?.failure else { return [] }
      return ["To do: \(escapedForTerminal(failure.help))."]
    }
    var facts: [Phrase] = []
    if entries.count == 1, let result = entries[0].detail?.result, result.fits.count == 1 {
      if let engines = short.resembles(result.fits[0], of: result) {
        facts.append("Engines: \(engines).")
      }
    } else {
      if check != nil { facts.append(Phrase(counts(summary))) }
      if summary.convergedFits > 0 { facts.append(rejected(summary)) }
    }
    for group in summary.grouped() {
      let name = keys.isEmpty ? "" : PooledText.group(group.values, keys: keys) + ": "
      for pool in group.pools where pool.estimate.value != nil && pool.count > 1 {
        facts.append(
          "\(name)\(PooledText.name(pool.law, pool.key)) \(PooledText.value(pool.estimate)), of \(PooledText.basis(pool))."
        )
      }
      for pool in group.pools {
        for outlier in pool.outliers.prefix(5) {
          facts.append(
            "Off the others: \(PooledText.place(outlier.source)), \(PooledText.outlier(outlier, pool))."
          )
        }
      }
    }
    return facts
  }

  /// How many fits there are, and how many their samples reject.
  private func rejected(_ summary: BatchSummary) -> Phrase {
    let fits = PooledText.count(summary.convergedFits, "fit")
    let code = Warning.Code.lawRejected.rawValue
    guard let count = summary.warnings[code] else {
      return "\(fits): none is rejected by its samples, where that can be told (no \(code))."
    }
    return
      "\(fits): in \(PooledText.count(count, "recording")) no curve of the law explains the samples within their rounding (\(code, .codes))."
  }

  // MARK: - Index

  /// The index: the parts of the page, and the recordings with a section if there is room for them.
  ///
  /// - Parameter sections: the names of the parts that the page has.
  func contents(
    _ sections: Set<String>, _ order: [Int], _ verdicts: [BatchSource: CheckedConstant]
  ) -> String {
    let parts = [
      ("felt", "Feel"), ("recordings", "Recordings"), ("pooled", "Constants"), ("flings", "Flings"),
      ("verdicts", "Verdicts"), ("words", "Meaning"),
    ].filter { sections.contains($0.0) }
    let links = [("top", "Top")] + parts
    var text = "<nav aria-label=\"Contents\">\n<ul>\n"
    for (target, words) in links { text += "<li><a href=\"#\(target)\">\(words)</a></li>\n" }
    text += "</ul>\n"
    let listed = order.filter { entries[$0].detail?.result != nil }
    guard !listed.isEmpty else { return text + "</nav>\n" }
    text += "<ol>\n"
    for index in listed {
      let record = entries[index].record
      let mark =
        record.failure != nil ? "failed" : isOutside(index, verdicts) ? "outside" : nil
      text +=
        "<li><a href=\"#\(RecordingSection.id(record.source))\">"
        + PageText.broken(Self.shortName(record.source)) + "</a>"
        + (mark.map { " <strong class=\"bad\">\($0)</strong>" } ?? "") + "</li>\n"
    }
    return text + "</ol>\n</nav>\n"
  }
}
