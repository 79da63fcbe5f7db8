public import ScrollFitting
internal import ScrollFormats

/// What a check found, with everything that its formats say of the run.
public struct CheckReport: Sendable {
  /// The verdicts.
  public var result: CheckResult
  /// Whether the constants of recordings that pass or are new are listed, where a format does not list them anyway.
  public var listsPassing = false
  /// Whether constants have their standard errors and 95 % intervals beside them.
  public var showsDetails = false
  /// What was compared with.
  public var reference: Reference
  /// The recordings.
  public var summary: BatchSummary
  /// Whether what is unsure fails.
  public var isStrict: Bool
  /// The command that would take what was measured into the reference; nil where there is none.
  public var update: String?
  /// How long each recording took, in s; empty where it was not measured.
  public var seconds: [BatchSource: Double]

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
  }

  /// Whether the check fails.
  public var isFailed: Bool { result.isFailed(strict: isStrict) }

  /// How a check ends.
  enum Outcome: String {
    /// Something was compared, nothing fails, and all could be judged.
    case passed
    /// Something could not be judged, or nothing was compared.
    case incomplete
    /// A constant fails.
    case failed
  }

  /// How the check ends. `--exit-zero` does not change it.
  var outcome: Outcome {
    isFailed ? .failed : result.count(.error) > 0 || result.isEmpty ? .incomplete : .passed
  }

  /// Whether a constant fails the check.
  func fails(_ entry: CheckedConstant) -> Bool {
    let kind = entry.verdict.kind
    return kind == .fail || kind == .missing || kind == .unsure && isStrict && !entry.isCovered
  }

  /// What is listed: all, or what does not pass and the pooled constants. Of one recording, all.
  var entries: [CheckedConstant] {
    listsPassing || summary.recordings == 1
      ? result.entries
      : result.entries.filter { entry in
        entry.source == nil || entry.law.isEmpty
          || (entry.verdict.kind != .pass && entry.verdict.kind != .new)
      }
  }

  // MARK: - Words

  /// What the recordings are compared with.
  var referenceName: String {
    let name = escapedForTerminal(reference.name)
    return switch reference.kind {
    case .engine: "the constants of \(name)"
    case .file: name
    case .results: "the results in \(name)"
    }
  }

  /// The line that matters: how it ended, and how many constants came out how.
  var conclusion: String {
    // What decides comes first.
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
      case .pass: "\(count) passed"
      }
    }
    let parts = counts.filter { $0.1 > 0 || $0.0 == .pass }.map { said($0.0, $0.1) }
    let none = result.judged == 0 ? "; nothing was compared" : ""
    return "\(outcome.rawValue): \(parts.joined(separator: ", "))\(none)"
  }

  /// What the reference and the recordings have, where nothing was compared and recordings were read; else nil.
  var difference: String? {
    guard result.isEmpty, result.unmatched.isEmpty, summary.recordings > result.count(.error)
    else { return nil }
    func list(_ names: [String]) -> String {
      var seen: Set<String> = []
      let names = names.filter { seen.insert($0).inserted }
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

  /// Why the run as a whole is an error, where none of its constants and recordings is one; else nil.
  var fault: String? {
    guard result.isEmpty, result.count(.error) == 0 else { return nil }
    return "nothing was compared" + (difference.map { ": \($0)" } ?? "")
  }

  /// What a constant is of: a recording, or so many of them.
  func subject(_ entry: CheckedConstant) -> String {
    if let source = entry.source { return PooledText.place(source) }
    if entry.law.isEmpty { return "the command line" }
    let group =
      entry.group.isEmpty
      ? "" : ", \(PooledText.group(entry.group, keys: summary.keys))"
    return entry.count > 0
      ? "pooled from \(PooledText.count(entry.count, "recording"))\(group)" : "pooled\(group)"
  }

  /// `law key`; nothing for a recording that failed.
  func name(_ entry: CheckedConstant) -> String {
    entry.law.isEmpty ? "" : PooledText.name(entry.law, entry.key)
  }

  /// What was found, beside what it should be: one sentence without a full stop.
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
