internal import CurveFitting
public import ScrollTraces

/// The value that a constant should have.
public struct ReferenceConstant: Sendable, Hashable {
  /// Key of the law.
  public var law: String
  /// Key of the parameter or derived quantity.
  public var key: String
  /// Its unit, as an ``Estimate`` has it.
  public var unit: String
  /// The value.
  public var value: Double
  /// Its standard error; nil for a value that is exact.
  public var standardError: Double?
  /// Degrees of freedom of that; nil where the error is known.
  public var degrees: Double?
  /// Its own tolerance.
  public var tolerance: Tolerance?
  /// The recordings that it rests on.
  public var count: Int?
  /// What people wrote beside it.
  public var note: String?
  /// Half of its 95 % interval; nil for a value that is exact.
  package var halfWidth: Double? {
    standardError.map {
      $0 * Distribution.studentQuantile(twoSided: 0.05, degrees: degrees ?? 1e6)
    }
  }

  /// A constant.
  public init(
    law: String, key: String, unit: String, value: Double, standardError: Double? = nil,
    degrees: Double? = nil, tolerance: Tolerance? = nil, count: Int? = nil, note: String? = nil
  ) {
    self.law = law
    self.key = key
    self.unit = unit
    self.value = value
    self.standardError = standardError
    self.degrees = degrees
    self.tolerance = tolerance
    self.count = count
    self.note = note
  }

  /// `law.key`.
  public var name: String { "\(law).\(key)" }

  /// Whether many a recording does not show it.
  var isIncidental: Bool { Laws.description(law)?.shared(key)?.isIncidental ?? false }
}

/// What a recording is called in a reference.
public struct TraceName: Sendable, Hashable, Comparable {
  /// Its file, as ``PathBase`` has it.
  public var path: String
  /// Its name in the file; nil where it has none.
  public var trace: String?

  /// A name.
  public init(path: String, trace: String? = nil) {
    self.path = path
    self.trace = trace
  }

  /// By file, then by name; a recording without a name first.
  public static func < (first: TraceName, second: TraceName) -> Bool {
    if first.path != second.path { return first.path < second.path }
    guard let other = second.trace else { return false }
    return first.trace.map { $0 < other } ?? true
  }
}

/// The constants that recordings are compared with.
public struct Reference: Sendable, Hashable {
  /// Where the constants come from.
  public enum Kind: String, Sendable, Hashable {
    /// A reference file: what it has and the recordings have not is missing.
    case file
    /// A scroll view whose constants are known.
    case engine
    /// The results of an earlier run.
    case results
  }

  /// The pooled constants of recordings with the same metadata.
  public struct Group: Sendable, Hashable {
    /// Their metadata, in the order of the keys; nil where they have none.
    public var values: [String?]
    /// The constants.
    public var constants: [ReferenceConstant]

    /// A group.
    public init(values: [String?], constants: [ReferenceConstant]) {
      self.values = values
      self.constants = constants
    }

    /// Whether it comes before another: by its values, one without last.
    func precedes(_ other: Group) -> Bool {
      for (first, second) in zip(values, other.values) where first != second {
        guard let first, let second else { return second == nil }
        return first < second
      }
      return false
    }
  }

  /// Where the constants come from.
  public var kind: Kind
  /// The file or the key of the engine.
  public var name: String
  /// What people wrote into the file.
  public var note: String?
  /// Tolerances of constants that have none of their own, by `law.key`.
  public var tolerances: [String: Tolerance] = [:]
  /// The metadata keys that recordings are grouped by.
  public var groupKeys: [String] = []
  /// Pooled constants; without keys one group without values.
  public var pooled: [Group] = []
  /// The constants of each recording.
  public var traces: [TraceName: [ReferenceConstant]] = [:]
  /// Constants that hold for every recording and every pool.
  public var everywhere: [ReferenceConstant] = []

  /// All constants: those that hold everywhere, pooled ones, then those of recordings in the order of their names.
  public var constants: [ReferenceConstant] {
    everywhere + pooled.flatMap(\.constants) + sortedTraces.flatMap(\.constants)
  }

  /// A reference without constants.
  public init(kind: Kind, name: String) {
    self.kind = kind
    self.name = name
  }

  /// The tolerance of a constant: of the command line's the last that is about it, else its own, else the
  /// file's, else that of ``Tolerance/usual(law:key:)``.
  public func tolerance(
    of constant: ReferenceConstant, rules: [ToleranceRule] = []
  ) -> Tolerance {
    rules.last { $0.applies(law: constant.law, key: constant.key) }?.tolerance
      ?? constant.tolerance ?? tolerances[constant.name]
      ?? .usual(law: constant.law, key: constant.key)
  }

  /// Whether what a recording lost is judged, and not that nothing could be fitted to it: it was read, and recordings of
  /// the reference are known one by one.
  public func judges(_ record: BatchRecord) -> Bool {
    record.failure == nil || record.contentHash != nil && !traces.isEmpty
  }

  /// The pooled constants of recordings with certain metadata, grouped by certain keys.
  func pooled(_ values: [String?], by keys: [String]) -> [ReferenceConstant] {
    guard keys == groupKeys else { return [] }
    return pooled.first { $0.values == values }?.constants ?? []
  }

  /// What the reference says of a recording: its own constants, those of its group where it is not in the
  /// reference, and those that hold everywhere.
  ///
  /// - Parameters:
  ///   - source: the recording.
  ///   - metadata: what its file says of itself.
  ///   - paths: what the paths of the reference are relative to.
  ///   - moved: by which recordings are known where they lie in other folders than the reference's.
  public func expected(
    of source: BatchSource, metadata: Metadata, paths: PathBase, moved: MovedRecordings? = nil
  ) -> [ReferenceConstant] {
    let own = TraceName(path: paths.relative(source.path), trace: source.trace)
    let name = moved?.name(of: own) ?? own
    return (traces[name] ?? pooled(groupKeys.map { metadata[$0] }, by: groupKeys)) + everywhere
  }

  /// The constants of recordings, sorted: what a file holds of them.
  public var sortedTraces: [(name: TraceName, constants: [ReferenceConstant])] {
    traces.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
