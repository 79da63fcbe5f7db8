public import ScrollFitting
internal import ScrollFormats

/// The result of a check, with everything that its formats report about the run.
public struct CheckReport: Sendable {
  /// The verdicts.
  public var result: CheckResult
  /// Whether passing and new constants of recordings are listed in formats that omit them by default.
  public var listsPassing = false
  /// Whether standard errors and 95 % intervals are shown.
  public var showsDetails = false
  /// The reference of the comparison.
  public var reference: Reference
  /// The summary of the recordings.
  public var summary: BatchSummary
  /// Whether an unsure verdict fails the check.
  public var isStrict: Bool
  /// The command that writes the measured constants to the reference; nil if there is none.
  public var update: String?
  /// The time that each recording took, in s; empty if it was not measured.
  public var seconds: [BatchSource: Double]
  /// The failures of recordings that pooled constants tell as well.
  let shared: [CheckedConstant]
  /// The failures of recordings that only these recordings tell.
  let apart: [CheckedConstant]

  /// A report.
  public init(
    _ result: CheckResult, reference: Reference, summary: BatchSummary,
    isStrict: Bool, update: String?, seconds: [BatchSource: Double] = [:]
  ) {
    self.result = result
    self.reference = reference
    self.summary = summary
    self.isStrict = isStrict
    self.update = update
    self.seconds = seconds
    (shared, apart) = Self.failures(result, summary)
  }

  /// Whether the check fails.
  public var isFailed: Bool { result.isFailed(strict: isStrict) }

  /// The outcome of a check.
  enum Outcome: String {
    /// At least one constant was compared, none failed, and all could be judged.
    case passed
    /// A constant or recording could not be judged, or nothing was compared.
    case incomplete
    case failed
  }

  /// The outcome of the check, independent of `--exit-zero`.
  var outcome: Outcome {
    isFailed ? .failed : result.count(.error) > 0 || result.isEmpty ? .incomplete : .passed
  }

  func fails(_ entry: CheckedConstant) -> Bool {
    let kind = entry.verdict.kind
    return kind == .fail || kind == .missing || kind == .unsure && isStrict && !entry.isCovered
  }

  /// The listed entries: all for one recording; otherwise pooled constants, those that only one recording has, and everything
  /// that is not a pass or new.
  var entries: [CheckedConstant] {
    listsPassing || summary.recordings == 1
      ? result.entries
      : result.entries.filter { entry in
        entry.source == nil || entry.law.isEmpty || entry.isOnly
          || (entry.verdict.kind != .pass && entry.verdict.kind != .new)
      }
  }

  /// The verdict on a pooled constant that has a reference; for a single recording, the verdict on its own constant.
  func checked(_ pool: PooledConstant, in group: BatchSummary.Group) -> CheckedConstant? {
    let known = result.entries.filter {
      $0.law == pool.law && $0.key == pool.key && $0.reference != nil
    }
    return known.first { $0.source == nil && $0.group == group.values }
      ?? (summary.recordings == 1 ? known.first : nil)
  }

  // MARK: - Words

  var referenceName: String {
    let name = escapedForTerminal(reference.name)
    return switch reference.kind {
    case .engine: "the constants of \(name)"
    case .file: name
    case .results: "the results in \(name)"
    }
  }

  /// The conclusion: the outcome, and the number of constants for each verdict.
  var conclusion: String {
    // The verdicts that decide the outcome come first.
    let kinds = Verdict.Kind.allCases
    let counts = (isFailed ? kinds : [.pass] + kinds.filter { $0 != .pass }).map {
      ($0, result.count($0))
    }
    func said(_ kind: Verdict.Kind, _ count: Int) -> String {
      switch kind {
      case .fail: "\(count) outside \(count == 1 ? "its tolerance" : "their tolerances")"
      case .error: "\(count) not judged"
      case .missing: "\(count) missing"
      case .unsure: "\(count) unsure"
      case .new: "\(count) new"
      // "passed: 0 passed" would say both.
      case .pass where count == 0 && outcome == .passed: "none outside its tolerance"
      case .pass: "\(count) passed"
      }
    }
    let parts = counts.filter { $0.1 > 0 || $0.0 == .pass }.map { said($0.0, $0.1) }
    let none = result.judged == 0 ? "; nothing was compared" : ""
    return "\(outcome.rawValue): \(parts.joined(separator: ", "))\(none)"
  }

  /// The constants that the reference and the recordings have, if recordings were read and nothing was compared; else
  /// nil.
  var difference: String? {
    guard result.isEmpty, result.unmatched.isEmpty, summary.recordings > result.count(.error)
    else { return nil }
    func list(_ names: [String]) -> String {
      let names = names.firstOfEach
      return names.isEmpty
        ? "no constants"
        : names.prefix(6).joined(separator: ", ") + (names.count > 6 ? ", ..." : "")
    }
    let told = summary.grouped().flatMap(\.pools).filter { $0.estimate.value != nil }
    let (own, found) = (
      list(reference.constants.map { PooledText.name($0.law, $0.key) }),
      list(told.map { PooledText.name($0.law, $0.key) })
    )
    return "the reference has \(own); the recordings tell \(found)"
  }

  /// Why the run as a whole is an error, if no single constant or recording is one; else nil.
  var fault: String? {
    guard result.isEmpty, result.count(.error) == 0 else { return nil }
    return "nothing was compared" + (difference.map { ": \($0)" } ?? "")
  }

  /// The source of a constant: a recording, or the number of pooled recordings.
  func subject(_ entry: CheckedConstant) -> String {
    if let source = entry.source { return PooledText.place(source) }
    if entry.law.isEmpty { return "the command line" }
    let group =
      entry.group.isEmpty
      ? "" : ", \(PooledText.group(entry.group, keys: summary.keys))"
    return entry.count > 0
      ? "pooled from \(PooledText.count(entry.count, "recording"))\(group)" : "pooled\(group)"
  }

  /// The verdict of a constant, marked by what it means for the check.
  func verdict(_ entry: CheckedConstant) -> Phrase {
    let kind = entry.verdict.kind
    return Phrase(
      kind.rawValue,
      // A constant that is not in the reference is not a fault.
      kind == .new ? .plain : fails(entry) ? .bad : kind == .pass ? .good : .warn)
  }

  /// Whether there is something to take into the reference.
  var acceptsChange: Bool {
    result.count(.fail) + result.count(.missing) + result.count(.new) > 0
  }

  /// `law key`; empty for a recording that failed.
  func name(_ entry: CheckedConstant) -> String {
    entry.law.isEmpty ? "" : PooledText.name(entry.law, entry.key)
  }

  /// The measured value and its reference, as one sentence without a full stop.
  func finding(_ entry: CheckedConstant) -> String {
    var parts: [String] = []
    if let fitted = entry.fitted, fitted.value != nil { parts.append(PooledText.value(fitted)) }
    if let reference = entry.reference {
      var text =
        "reference "
        + PooledText.value(
          reference.value, error: reference.halfWidth, unit: parts.isEmpty ? entry.unit : "",
          beside: entry.fitted?.halfWidth.map { min($0, 0.02 * reference.value.magnitude) })
      if let difference = entry.difference {
        text += ", off by " + Self.difference(difference, entry)
      }
      if let band = entry.band, entry.verdict.kind != .missing {
        text += ", tolerance " + Self.band(band, entry)
      }
      parts.append(text)
    }
    if showsDetails, let fitted = entry.fitted, let error = fitted.standardError {
      parts.append(
        "standard error \(NumberText.significant(error, digits: 2)), 95 % interval "
          + PooledText.interval(fitted))
    }
    if let message = entry.verdict.message { parts.append(escapedForTerminal(message)) }
    return parts.joined(separator: "; ")
  }

  private static func difference(_ difference: Double, _ entry: CheckedConstant) -> String {
    if let relative = entry.relativeDifference { return "\(PooledText.signed(100 * relative)) %" }
    return PooledText.signed(difference) + (entry.unit.isEmpty ? "" : " \(entry.unit)")
  }

  private static func band(_ band: Double, _ entry: CheckedConstant) -> String {
    if let value = entry.reference?.value, value != 0 {
      return "\(NumberText.short(100 * band / value.magnitude, digits: 2)) %"
    }
    return NumberText.short(band, digits: 2) + (entry.unit.isEmpty ? "" : " \(entry.unit)")
  }
}
