/// A constant of a check, with the values behind its verdict.
public struct CheckedConstant: Sendable, Hashable {
  /// The recording; nil for a pooled constant.
  public var source: BatchSource?
  /// The metadata values of the pooled group; empty without groups and for a single recording.
  public var group: [String?] = []
  /// Key of the law; empty for a recording without any fit.
  public var law: String
  /// Key of the quantity; empty for a recording without any fit.
  public var key: String
  /// The unit.
  public var unit = ""
  /// The fitted value; nil if there is none.
  public var fitted: Estimate?
  /// Number of recordings on which it is based.
  public var count = 0
  /// The expected value; nil if the reference has none.
  public var reference: ReferenceConstant?
  /// tau: the largest allowed difference, in its unit.
  public var band: Double?
  /// The fitted value minus the reference value.
  public var difference: Double?
  /// The difference relative to the magnitude of the reference; nil for a reference of 0.
  public var relativeDifference: Double? {
    guard let difference, let value = reference?.value, value != 0 else { return nil }
    return difference / value.magnitude
  }
  /// The verdict.
  public var verdict: Verdict
  /// Whether the pooled recordings differ by more than their errors.
  var isHeterogeneous = false
  /// Which recordings the pooled value leaves out although they are outside the tolerance; nil without such.
  var leftOut: String?
  /// Whether it is that of a recording, and no other recording has the constant: it stands for the pooled one.
  public var isOnly = false
  /// Whether it is unsure in one recording, but the pool of all recordings passes.
  public var isCovered = false
}

/// The result of a check.
public struct CheckResult: Sendable, Hashable {
  /// The constants that did not pass, the pooled ones and others that were requested. Sorted by verdict in the order of
  /// ``Verdict/Kind``, pooled constants before those of recordings, then in order of addition.
  public var entries: [CheckedConstant]
  /// Number of constants with each verdict, including those without an entry.
  public var counts: [Verdict.Kind: Int]
  /// Number of constants judged together: the m of ``Comparison``.
  public var judged: Int
  /// What a user feels of each recording with a constant that fails.
  public var felt: [RecordingFeel] = []
  /// The patterns that matched no constant and no recording.
  public var unmatched: [String] = []

  /// Whether recordings were identified by the ends of their paths, as no path of the reference lies in the scope of
  /// the run.
  public var isMoved = false

  /// Whether nothing was compared: no constant was judged, and none of the reference is missing.
  public var isEmpty: Bool { judged == 0 && count(.missing) == 0 }

  /// Number of constants with one verdict.
  public func count(_ kind: Verdict.Kind) -> Int { counts[kind] ?? 0 }

  /// Whether a constant is outside its tolerance or missing. With `strict` also whether one is unsure, unless the pool
  /// of all recordings passes, and whether nothing was judged.
  ///
  /// New constants never fail. Constants that could not be judged, ``Verdict/Kind/error``, and a run that compares
  /// nothing are reported separately.
  public func isFailed(strict: Bool = false) -> Bool {
    count(.fail) > 0 || count(.missing) > 0
      || strict && (judged == 0 || entries.contains { $0.verdict.kind == .unsure && !$0.isCovered })
  }
}
