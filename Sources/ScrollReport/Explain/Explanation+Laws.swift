internal import ScrollFitting
internal import ScrollFormats

/// Laws and their constants, from the lists that fitting, prediction, simulation and identification use.
extension Explanation {
  /// The keys of all laws of fits, `predict`, `export`, `simulate` and `identify`.
  static func lawKeys(_ others: [LawConstants]) -> [String] {
    (Laws.descriptions.map(\.key) + taken(others).map(\.law) + CandidateLaw.all.map(\.key))
      .firstOfEach
  }

  /// The keys of all constants and derived quantities.
  static func constantKeys(_ others: [LawConstants]) -> [String] {
    (Laws.descriptions.flatMap { ($0.parameters + $0.derived).map(\.key) }
      + taken(others).flatMap { $0.constants.map(\.name) } + CandidateLaw.constants.map(\.key))
      .firstOfEach
  }

  /// The constants that laws accept as `name=value`.
  private static func taken(_ others: [LawConstants]) -> [LawConstants] {
    PredictedLaw.all.map(\.constants) + SimulatedLaw.all.map(\.constants) + others
  }

  // MARK: - Laws

  static func laws(_ word: String, _ others: [LawConstants]) -> [Explanation] {
    // A law is found by its key, or by its name in `identify`.
    let named = CandidateLaw.all.filter { plainWord($0.name) == word }.map { plainWord($0.key) }
    let words = [word] + named
    let found = lawKeys(others).filter { words.contains(plainWord($0)) }
    return found.compactMap { fitted($0) ?? predicted($0) ?? identified($0) ?? taken($0, others) }
  }

  /// A law with a description: a fitted law, or one with shared constants.
  private static func fitted(_ key: String) -> Explanation? {
    Laws.description(key).map { law in
      let rows = (law.parameters + law.derived).map { row in
        (row.unit.isEmpty ? row.key : "\(row.key) (\(row.unit))", "\(row.name): \(row.meaning)")
      }
      return Explanation(
        title: "\(law.key), a law: \(law.summary)", rows: [("formula", law.formula)] + rows)
    }
  }

  private static func predicted(_ key: String) -> Explanation? {
    PredictedLaw(key: key).map { law in
      let name = CandidateLaw.all.first { $0.key == key }?.name
      return Explanation(
        title: "\(key), a law of 'scrollfit predict'" + (name.map { ": \($0)" } ?? ""),
        rows: [("formula", law.formula(isDiscrete: false))] + rows(law.constants))
    }
  }

  private static func identified(_ key: String) -> Explanation? {
    CandidateLaw.all.first { $0.key == key }.map { law in
      var rows = [("formula", law.formula)]
      if let command = law.command { rows.append(("fit", "'scrollfit \(command)'")) }
      let taking = IdentifiedConstants.all(of: key).map { "'scrollfit predict \($0.law)'" }
      if !taking.isEmpty {
        rows.append(
          ("predict", "\(taking.firstOfEach.joined(separator: ", ")) takes its constants"))
      }
      return Explanation(title: "\(key), a law of 'scrollfit identify': \(law.name)", rows: rows)
    }
  }

  /// A motion that is only available in `simulate`.
  private static func taken(_ key: String, _ others: [LawConstants]) -> Explanation? {
    others.first { $0.law == key }.map {
      Explanation(title: "\(key), a motion of 'scrollfit simulate'", rows: rows($0))
    }
  }

  private static func rows(_ law: LawConstants) -> [(label: String, text: String)] {
    law.constants.map { constant in
      (
        constant.unit.isEmpty ? constant.name : "\(constant.name) (\(constant.unit))",
        meaning(constant)
      )
    }
  }

  private static func meaning(_ constant: ConstantDescription) -> String {
    constant.meaning.isEmpty ? "of cubic-bezier(x1, y1, x2, y2)" : constant.meaning
  }

  // MARK: - Constants

  static func constants(_ word: String, _ others: [LawConstants]) -> [Explanation] {
    var found: [(title: String, row: (label: String, text: String))] = []
    func add(_ key: String, _ unit: String, _ law: String, _ text: String) {
      let unit = unit.isEmpty || unit == "1" ? "" : ", in \(unit)"
      let title = "\(key), a constant\(unit)"
      // The parameters of a fitted law are also its inputs: list each only once.
      guard !found.contains(where: { $0.row.label == law && $0.title.hasPrefix("\(key),") }) else {
        return
      }
      found.append((title, (law, text)))
    }
    for law in Laws.descriptions {
      for row in law.parameters + law.derived
      where plainWord(row.key) == word || plainWord(row.name) == word {
        add(row.key, row.unit, law.key, "\(row.name): \(row.meaning)")
      }
    }
    for law in taken(others) {
      for row in law.constants where plainWord(row.name) == word {
        add(row.name, row.unit, law.law, meaning(row))
      }
    }
    for row in CandidateLaw.constants where plainWord(row.key) == word {
      add(row.key, row.unit, "identify", "\(row.name): \(row.meaning)")
    }
    return found.map(\.title).firstOfEach.map { title in
      Explanation(title: title, rows: found.filter { $0.title == title }.map(\.row))
    }
  }
}
