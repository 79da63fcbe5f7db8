/// Compares recordings and their pooled constants with a reference. Recordings are added one by one and judged at the
/// end, when the number of constants is known.
///
/// Constants that pass are only counted unless requested: memory grows with the constants that do not pass, the
/// reference, and the names of the recordings.
public struct Check: Sendable {
  struct Entry: Sendable {
    var constant: CheckedConstant
    var comparison: Comparison?
    var loss: Loss?
  }

  /// The constants to compare with.
  public let reference: Reference
  /// The tolerances of the command line.
  public let rules: [ToleranceRule]
  /// Which constants are compared: those for which a pattern matches the `law.key`, the key, or the recording, by its
  /// path as given or as in the reference, its file name, or its own name. Without patterns all are compared. A pooled
  /// constant has no recording.
  public let only: [GlobPattern]
  /// The folder to which paths in the reference are relative.
  public let paths: PathBase
  /// Whether constants of recordings that pass or are new are also listed.
  public let keepsPassing: Bool
  /// Whether the options of the run give the law or the edges.
  public let isTold: Bool
  /// Finds recordings of the reference by file name if its folders differ from those of the run; otherwise nil.
  let moved: MovedRecordings?
  /// Whether a recording was identified by the end of its path.
  private var isMoved = false
  var entries: [Entry] = []
  /// The constants that pass or are new in the only recording so far; they are listed if no other recording follows.
  private var alone: [Entry] = []
  private(set) var recordings = 0
  /// By `law.key`, the constant that passes against an engine in one recording; nil if it passes in several.
  private(set) var passedOnce: [String: CheckedConstant?] = [:]
  var counts: [Verdict.Kind: Int] = [:]
  private(set) var judged = 0
  /// By `law.key`, the number of added recordings that have the constant in the reference.
  private(set) var expected: [String: Int] = [:]
  /// The names of all added recordings.
  private var seen: Set<TraceName> = []
  /// Indices of the patterns that matched.
  private var matched: Set<Int> = []
  /// Files that could not be read as a whole.
  private var unread: Set<String> = []
  /// What is felt of each recording with a constant that does not pass.
  private var felt: [RecordingFeel] = []

  /// Creates a check without recordings.
  ///
  /// - Parameters:
  ///   - reference: the constants to compare with.
  ///   - rules: tolerances with priority over the reference's; the last matching rule applies.
  ///   - only: which constants are compared; all without patterns.
  ///   - paths: the folder to which paths in the reference are relative.
  ///   - moved: finds recordings that lie in other folders than the reference's.
  ///   - keepsPassing: whether constants of recordings that pass or are new are also listed.
  ///   - isTold: whether the options of the run give the law or the edges.
  public init(
    _ reference: Reference, rules: [ToleranceRule] = [], only: [GlobPattern] = [],
    paths: PathBase = PathBase(), moved: MovedRecordings? = nil, keepsPassing: Bool = false,
    isTold: Bool = false
  ) {
    self.isTold = isTold
    self.moved = moved
    self.reference = reference
    self.rules = rules
    self.only = only
    self.paths = paths
    self.keepsPassing = keepsPassing
  }

  /// Adds a recording: compares each of its constants that the reference has, including manually added constants of its
  /// fit, and counts new ones.
  ///
  /// A recording that could not be analysed is one error, even with `only`, as its constants are unknown. If the
  /// reference contains single recordings, a recording that was read but follows no law has lost its constants.
  public mutating func add(_ record: BatchRecord) {
    let before = entries.count
    compare(record)
    guard entries[before...].contains(where: { $0.comparison != nil }) else { return }
    let expected = reference.expected(
      of: record.source, metadata: record.metadata, paths: paths, moved: moved)
    if let feel = RecordingFeel(record, reference, expected: expected) { felt.append(feel) }
  }

  private mutating func compare(_ record: BatchRecord) {
    recordings += 1
    if recordings > 1 { alone = [] }
    var name = TraceName(path: paths.relative(record.source.path), trace: record.source.trace)
    if let known = moved?.name(of: name) {
      name = known
      isMoved = true
    }
    if let failure = record.failure, !reference.judges(record) || reference.traces[name] == nil {
      return keepFailed(record, failure, name)
    }
    // If several recordings have one name, it is unknown which one the reference means.
    let own = seen.insert(name).inserted ? reference.traces[name] ?? [] : []
    let isChosen = matchesRecording([
      record.source.path, name.path, name.path.split(separator: "/").last.map(String.init),
      name.trace,
    ])
    func isAsked(_ law: String, _ key: String) -> Bool { matches(law, key) || isChosen }
    for constant in record.constants where isAsked(constant.law, constant.key) {
      let isSame = { (other: ReferenceConstant) in
        other.law == constant.law && other.key == constant.key
      }
      if constant.isIncidental, !own.contains(where: isSame),
        !reference.everywhere.contains(where: isSame)
      {
        continue
      }
      var entry = CheckedConstant(
        source: record.source, law: constant.law, key: constant.key, count: 1,
        verdict: Verdict(.new))
      let told = record.told(law: constant.law, key: constant.key)
      if let needed = own.first(where: isSame) {
        expected[needed.name, default: 0] += 1
        compare(told, with: needed, isNeeded: true, entry, record, among: own)
      } else if let known = reference.everywhere.first(where: isSame) {
        compare(told, with: known, isNeeded: false, entry)
      } else if case .value(let estimate) = told {
        entry.fitted = estimate
        entry.unit = estimate.unit
        keep(entry, isListed: keepsPassing)
      }
    }
    for needed in own where isAsked(needed.law, needed.key) {
      guard !record.constants.contains(where: { $0.law == needed.law && $0.key == needed.key })
      else { continue }
      let entry = CheckedConstant(
        source: record.source, law: needed.law, key: needed.key, count: 1,
        verdict: Verdict(.missing))
      expected[needed.name, default: 0] += 1
      compare(
        record.told(law: needed.law, key: needed.key), with: needed, isNeeded: true, entry, record,
        among: own)
    }
  }

  /// Adds an entry for a recording without constants that the reference does not contain, or that could not be read.
  private mutating func keepFailed(
    _ record: BatchRecord, _ failure: RecordedFailure, _ name: TraceName
  ) {
    let isNew = reference.judges(record)
    if !isNew {
      if name.trace == nil { unread.insert(name.path) }
      seen.insert(name)
    }
    keep(
      CheckedConstant(
        source: record.source, law: "", key: "", count: isNew ? 1 : 0,
        verdict: Verdict(isNew ? .new : .error, message: failure.message)))
  }

  /// Whether a constant is requested by its own name.
  mutating func matches(_ law: String, _ key: String) -> Bool {
    guard !only.isEmpty else { return true }
    return note { $0.matches(law: law, key: key) }
  }

  private mutating func matchesRecording(_ names: [String?]) -> Bool {
    note { pattern in names.contains { $0.map(pattern.matches) ?? false } }
  }

  /// Whether any pattern matches; records all that do.
  private mutating func note(_ matches: (GlobPattern) -> Bool) -> Bool {
    var result = false
    for (index, pattern) in only.enumerated() where matches(pattern) {
      matched.insert(index)
      result = true
    }
    return result
  }

  /// Counts a constant, and lists it if requested.
  mutating func keep(_ constant: CheckedConstant, isListed: Bool = true) {
    counts[constant.verdict.kind, default: 0] += 1
    if isListed {
      entries.append(Entry(constant: constant))
      return
    }
    if recordings == 1 { alone.append(Entry(constant: constant)) }
    guard reference.kind == .engine, constant.verdict.kind == .pass else { return }
    passedOnce[constant.name] = .some(passedOnce[constant.name] == nil ? constant : nil)
  }

  /// Compares a looked-up value with a constant of the reference.
  ///
  /// - Parameters:
  ///   - isNeeded: whether a missing value is a loss.
  ///   - record: the recording; nil for a pooled constant.
  ///   - own: all constants of the recording in the reference.
  mutating func compare(
    _ told: BatchRecord.ReferenceLookup, with reference: ReferenceConstant, isNeeded: Bool,
    _ constant: CheckedConstant, _ record: BatchRecord? = nil, among own: [ReferenceConstant] = []
  ) {
    var constant = constant
    constant.reference = reference
    constant.unit = reference.unit
    let band = self.reference.tolerance(of: reference, rules: rules).band(around: reference.value)
    constant.band = band
    switch told {
    case .value(let estimate):
      constant.fitted = estimate
      guard let value = estimate.value else { return }
      guard estimate.unit == reference.unit else {
        constant.verdict = Verdict(
          .error,
          message:
            "the reference has it in \(named(reference.unit)), the fit in \(named(estimate.unit))")
        return keep(constant)
      }
      let comparison = Comparison(
        value: value, standardError: estimate.standardError ?? 0,
        degrees: estimate.intervalDegrees, count: constant.count, to: reference, band: band)
      constant.difference = comparison.difference
      judged += 1
      if comparison.passes {
        // The value passes, but some recordings are not in it.
        constant.verdict = constant.leftOut.map { Verdict(.unsure, message: $0) } ?? Verdict(.pass)
        keep(constant, isListed: keepsPassing || constant.source == nil)
      } else {
        entries.append(Entry(constant: constant, comparison: comparison))
      }
    case .unusable(let reason, let estimate):
      constant.fitted = estimate
      constant.verdict = Verdict(.error, message: reason)
      keep(constant)
    case .withheld(let reason), .none(let reason):
      constant.verdict = Verdict(.unsure, message: reason)
      if isNeeded, !reference.isIncidental {
        let loss =
          record.map {
            Loss(of: reference, among: own, reason: reason, $0, isTold: isTold, band: band)
          } ?? Loss(reason: reason)
        return entries.append(Entry(constant: constant, loss: loss))
      }
      if case .withheld = told { keep(constant) } else if isNeeded { keep(constant) }
    }
  }

  private func named(_ unit: String) -> String { unit.isEmpty ? "no unit" : unit }

  /// Judges all constants.
  ///
  /// - Parameters:
  ///   - groups: the pooled constants of the same recordings.
  ///   - keys: the metadata keys by which they are grouped.
  ///   - scope: the files and folders of the run, as ``PathBase/relative(_:)`` returns them: recordings of the
  ///     reference outside are not missing.
  public consuming func finish(
    _ groups: [BatchSummary.Group], by keys: [String] = [], scope: [String]
  ) -> CheckResult {
    // A folder that replaces another must contain all its recordings; a file stands only for itself.
    let tookPlace = isMoved && moved?.isFolder ?? false
    func isAsked(_ name: TraceName) -> Bool { tookPlace || PathBase.contains(scope, name.path) }
    // A pool over only some of its recordings cannot be missing.
    let isWhole = keys == reference.groupKeys && reference.traces.keys.allSatisfy(isAsked)
    for group in groups { add(group, by: keys, isWhole: isWhole) }
    if isWhole { addMissing(groups) }
    let isNew = seen.contains { reference.traces[$0] == nil && !unread.contains($0.path) }
    let gone =
      "there is no such recording any more"
      + (isNew ? "; if it is one of the new ones, renamed, --update takes its name" : "")
    for (name, constants) in reference.sortedTraces
    where !seen.contains(name) && !unread.contains(name.path) && isAsked(name) {
      for constant in constants {
        let isChosen = matchesRecording([
          name.path, name.path.split(separator: "/").last.map(String.init), name.trace,
        ])
        guard matches(constant.law, constant.key) || isChosen else { continue }
        keep(
          CheckedConstant(
            source: BatchSource(path: paths.path(of: name.path), trace: name.trace, line: 0),
            law: constant.law, key: constant.key, unit: constant.unit, reference: constant,
            verdict: Verdict(.missing, message: gone)))
      }
    }
    for index in only.indices where !matched.contains(index) {
      keep(
        CheckedConstant(
          source: nil, law: "", key: "",
          verdict: Verdict(
            .error, message: "--only '\(only[index].text)' matches no constant and no recording")))
    }
    return judge()
  }

  /// Sets the verdict of every open comparison, and sorts the entries.
  private consuming func judge() -> CheckResult {
    // The pool of a single recording already contains its constants.
    let pooled = Set(entries.filter { $0.constant.source == nil }.map(\.constant.name))
    entries += alone.filter { !pooled.contains($0.constant.name) }
    // Constants for which every compared pool passes.
    let pools = entries.filter { $0.constant.source == nil && $0.constant.reference != nil }
    let passing = Set(pools.map(\.constant.name)).subtracting(
      pools.filter { $0.constant.verdict.kind != .pass || $0.comparison != nil || $0.loss != nil }
        .map(\.constant.name))
    for index in entries.indices {
      guard let comparison = entries[index].comparison else { continue }
      var verdict = comparison.verdict(among: judged)
      let constant = entries[index].constant
      if verdict.kind == .unsure, constant.source != nil,
        passing.contains(constant.name)
      {
        // The pool of all recordings has decided it.
        entries[index].constant.isCovered = true
        verdict.moreTraces = nil
        verdict.message =
          "this recording alone is not precise enough; the pool of all recordings passes"
      } else if verdict.kind == .unsure, verdict.moreTraces == nil, constant.isHeterogeneous {
        verdict.message =
          "the recordings differ by more than their errors: pool those that belong together with --group-by"
      }
      entries[index].constant.verdict = verdict
      counts[verdict.kind, default: 0] += 1
    }
    judgeLosses(passing: passing)
    let ranks = Dictionary(
      uniqueKeysWithValues: Verdict.Kind.allCases.enumerated().map { ($1, $0) })
    let sorted = entries.enumerated().sorted { first, second in
      func rank(_ item: (offset: Int, element: Entry)) -> (Int, Int, Int) {
        let constant = item.element.constant
        return (ranks[constant.verdict.kind] ?? 0, constant.source == nil ? 0 : 1, item.offset)
      }
      return rank(first) < rank(second)
    }
    var result = CheckResult(
      entries: sorted.map(\.element.constant), counts: counts, judged: judged)
    result.unmatched = only.indices.filter { !matched.contains($0) }.map { only[$0].text }
    result.isMoved = isMoved
    let failing = Set(result.entries.filter { $0.verdict.kind == .fail }.compactMap(\.source))
    result.felt = felt.filter { failing.contains($0.source) }
    return result
  }
}
