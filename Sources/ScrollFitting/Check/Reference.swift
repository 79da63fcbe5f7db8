internal import CurveFitting
public import ScrollPhysics
public import ScrollRecordings

/// The expected value of a constant.
public struct ReferenceConstant: Sendable, Hashable {
  /// Key of the law.
  public var law: String
  /// Key of the parameter or derived quantity.
  public var key: String
  /// Its unit, as in ``Estimate``.
  public var unit: String
  /// The value.
  public var value: Double
  /// Its standard error; nil for an exact value.
  public var standardError: Double?
  /// Degrees of freedom of the standard error; nil if the error is known exactly.
  public var degrees: Double?
  /// Its own tolerance.
  public var tolerance: Tolerance?
  /// Number of recordings on which it is based.
  public var count: Int?
  /// A manually written note.
  public var note: String?
  /// Half of its 95 % interval; nil for an exact value.
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

  /// Whether many recordings do not show it.
  var isIncidental: Bool { Laws.description(law)?.shared(key)?.isIncidental ?? false }
}

/// The name of a recording in a reference.
public struct TraceName: Sendable, Hashable, Comparable {
  /// Its file, relative to the ``PathBase``.
  public var path: String
  /// Its name within the file; nil if it has none.
  public var trace: String?

  /// A name.
  public init(path: String, trace: String? = nil) {
    self.path = path
    self.trace = trace
  }

  /// Orders by file, then by name; recordings without a name come first.
  public static func < (first: TraceName, second: TraceName) -> Bool {
    if first.path != second.path { return first.path < second.path }
    guard let other = second.trace else { return false }
    return first.trace.map { $0 < other } ?? true
  }
}

/// The constants with which recordings are compared.
public struct Reference: Sendable, Hashable {
  /// The origin of the constants.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A reference file: constants that the recordings lack are missing.
    case file
    /// A scroll view with known constants.
    case engine
    /// The results of an earlier run.
    case results
  }

  /// The pooled constants of recordings with the same metadata.
  public struct Group: Sendable, Hashable {
    /// Their metadata, in the order of the keys; nil for a missing value.
    public var values: [String?]
    /// The constants.
    public var constants: [ReferenceConstant]

    /// A group.
    public init(values: [String?], constants: [ReferenceConstant]) {
      self.values = values
      self.constants = constants
    }

    /// Whether it comes before another group: ordered by values, missing values last.
    func precedes(_ other: Group) -> Bool {
      for (first, second) in zip(values, other.values) where first != second {
        guard let first, let second else { return second == nil }
        return first < second
      }
      return false
    }
  }

  /// The origin of the constants.
  public var kind: Kind
  /// The path of the file, or the key of the engine.
  public var name: String
  /// A manually written note in the file.
  public var note: String?
  /// Tolerances by `law.key` for constants without a tolerance of their own.
  public var tolerances: [String: Tolerance] = [:]
  /// The metadata keys by which recordings are grouped.
  public var groupKeys: [String] = []
  /// Pooled constants; without keys a single group without values.
  public var pooled: [Group] = []
  /// The constants of each recording.
  public var traces: [TraceName: [ReferenceConstant]] = [:]
  /// Constants that apply to every recording and every pool.
  public var everywhere: [ReferenceConstant] = []
  /// The scroll view that they are of; nil for a file and for results.
  public var engine: Engine?

  /// All constants: those that apply everywhere, pooled ones, then those of recordings in order of names.
  public var constants: [ReferenceConstant] {
    everywhere + pooled.flatMap(\.constants) + sortedTraces.flatMap(\.constants)
  }

  /// A reference without constants.
  public init(kind: Kind, name: String) {
    self.kind = kind
    self.name = name
  }

  /// The tolerance of a constant: the last matching rule of the command line, else its own, else the file's, else
  /// ``Tolerance/usual(law:key:)``.
  public func tolerance(
    of constant: ReferenceConstant, rules: [ToleranceRule] = []
  ) -> Tolerance {
    rules.last { $0.applies(law: constant.law, key: constant.key) }?.tolerance
      ?? constant.tolerance ?? tolerances[constant.name]
      ?? .usual(law: constant.law, key: constant.key)
  }

  /// Whether missing constants of a recording are judged, although nothing may have been fitted: the recording was
  /// read, and the reference contains single recordings.
  public func judges(_ record: BatchRecord) -> Bool {
    record.failure == nil || record.contentHash != nil && !traces.isEmpty
  }

  /// The pooled constants for given metadata values and grouping keys.
  func pooled(_ values: [String?], by keys: [String]) -> [ReferenceConstant] {
    guard keys == groupKeys else { return [] }
    return pooled.first { $0.values == values }?.constants ?? []
  }

  /// The expected constants of a recording: its own, or those of its group if it is not in the reference, and those
  /// that apply everywhere.
  ///
  /// - Parameters:
  ///   - source: the recording.
  ///   - metadata: the metadata of its file.
  ///   - paths: the folder to which paths in the reference are relative.
  ///   - moved: finds recordings that lie in other folders than the reference's.
  public func expected(
    of source: BatchSource, metadata: Metadata, paths: PathBase, moved: MovedRecordings? = nil
  ) -> [ReferenceConstant] {
    let own = TraceName(path: paths.relative(source.path), trace: source.trace)
    let name = moved?.name(of: own) ?? own
    return (traces[name] ?? pooled(groupKeys.map { metadata[$0] }, by: groupKeys)) + everywhere
  }

  /// The constants of recordings in order of names, as a file stores them.
  public var sortedTraces: [(name: TraceName, constants: [ReferenceConstant])] {
    traces.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
