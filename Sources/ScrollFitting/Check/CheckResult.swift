/// One constant of a check, with everything that its verdict rests on.
public struct CheckedConstant: Sendable, Hashable {
  /// The recording; nil for a pooled constant.
  public var source: BatchSource?
  /// The metadata that group the recordings it is pooled from; empty without groups and for one recording.
  public var group: [String?] = []
  /// Key of the law; empty for a recording of which nothing could be fitted.
  public var law: String
  /// Key of the quantity; empty for a recording of which nothing could be fitted.
  public var key: String
  /// The unit.
  public var unit = ""
  /// What was fitted; nil where there is nothing.
  public var fitted: Estimate?
  /// The recordings that it rests on.
  public var count = 0
  /// What it should be; nil where the reference does not say.
  public var reference: ReferenceConstant?
  /// tau: by how much it may differ, in its unit.
  public var band: Double?
  /// The fitted value less that of the reference.
  public var difference: Double?
  /// The difference as a part of the reference's magnitude; nil for a reference of 0.
  public var relativeDifference: Double? {
    guard let difference, let value = reference?.value, value != 0 else { return nil }
    return difference / value.magnitude
  }
  /// The verdict.
  public var verdict: Verdict
  /// Whether the recordings that it is pooled from differ by more than their errors.
  var isHeterogeneous = false
  /// Whether it is unsure in a recording and passes in all of them together.
  public var isCovered = false

  init(source: BatchSource?, group: [String?] = [], law: String, key: String, verdict: Verdict) {
    self.source = source
    self.group = group
    self.law = law
    self.key = key
    self.verdict = verdict
  }
}

/// What a check found.
public struct CheckResult: Sendable, Hashable {
  /// The constants that did not pass, the pooled ones and whatever else was asked for: by verdict in the order of
  /// ``Verdict/Kind``, pooled before those of recordings, then in the order in which they came.
  public var entries: [CheckedConstant]
  /// How many constants came out how, those without an entry too.
  public var counts: [Verdict.Kind: Int]
  /// How many were judged by their errors, together: the m of ``Comparison``.
  public var judged: Int
  /// The patterns that chose no constant and no recording.
  public var unmatched: [String] = []

  /// Whether recordings were known by the ends of their paths: none of the reference lies in what was named.
  public var isMoved = false

  /// Whether nothing was compared: no constant of the recordings could be judged, and none of the reference is missing.
  public var isEmpty: Bool { judged == 0 && count(.missing) == 0 }

  /// How many came out in one way.
  public func count(_ kind: Verdict.Kind) -> Int { counts[kind] ?? 0 }

  /// Whether a constant is outside its tolerance or missing; strictly, also whether one is unsure, unless all
  /// recordings together pass, and whether nothing was judged.
  ///
  /// What is new never fails; what could not be judged, ``Verdict/Kind/error``, and a run that compares nothing are told
  /// apart.
  public func isFailed(strict: Bool = false) -> Bool {
    count(.fail) > 0 || count(.missing) > 0
      || strict && (judged == 0 || entries.contains { $0.verdict.kind == .unsure && !$0.isCovered })
  }
}
