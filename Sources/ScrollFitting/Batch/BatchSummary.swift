internal import ScrollTraces

/// What many recordings say together: constants by group and law, how many there were, and which failed.
///
/// Memory does not grow with the number of recordings beyond ``copyLimit``, only with that of groups and laws; beyond
/// 1000 groups the rest counts as one.
///
/// A recording whose samples another one of its group has, too, is counted and tells nothing: a copy is no second
/// measurement, and pools of copies would look surer than they are.
public struct BatchSummary: Sendable {
  /// Recordings with the same values of the metadata that group them.
  public struct Group: Sendable {
    /// Those values, in the order of the keys; nil where a recording has none. Empty without keys.
    public var values: [String?]
    /// The recordings in it.
    public var count = 0
    /// One pool a constant, in the order of laws and their constants.
    public var pools: [PooledConstant] = []
  }

  fileprivate struct Pools: Sendable {
    var count = 0
    var pools: [PoolKey: ConstantPool] = [:]
  }

  fileprivate struct PoolKey: Hashable, Sendable {
    var law: String
    var key: String
  }

  /// The metadata keys that group recordings.
  public let keys: [String]
  /// All recordings, those that failed included.
  public private(set) var recordings = 0
  /// Recordings with a fit.
  public private(set) var fitted = 0
  /// The fits.
  public private(set) var fits = 0
  /// Recordings and files of which nothing could be fitted, by the code of the failure.
  public private(set) var failures: [String: Int] = [:]
  /// The first failures, at most ``namedFailures``.
  public private(set) var failed: [(source: BatchSource, failure: RecordedFailure)] = []
  /// Recordings with a warning, by its code.
  public private(set) var warnings: [String: Int] = [:]
  /// Recordings that hold what one before them holds; they are in no pool.
  public private(set) var copies = 0
  private var groups: [[String?]: Pools] = [:]
  private var contents: Set<UInt64> = []

  /// Of how many recordings copies are known.
  public static let copyLimit = 100_000
  /// How many failures are named.
  public static let namedFailures = 100
  /// How many groups are told apart.
  public static let groupLimit = 1000
  /// What the groups beyond the limit are called.
  public static let otherGroups = "(other groups)"

  /// An empty summary, grouped by metadata keys.
  public init(groupedBy keys: [String] = []) { self.keys = keys }

  /// How many gave nothing.
  public var failureCount: Int { failures.values.reduce(0, +) }

  /// Takes a recording.
  public mutating func add(_ record: BatchRecord) {
    recordings += 1
    fits += record.fits.count
    for code in record.warnings { warnings[code, default: 0] += 1 }
    if let failure = record.failure {
      failures[failure.code, default: 0] += 1
      if failed.count < Self.namedFailures { failed.append((record.source, failure)) }
    } else {
      fitted += 1
    }
    guard !record.constants.isEmpty else { return }
    var values = keys.map { record.metadata[$0] }
    if groups[values] == nil, groups.count >= Self.groupLimit {
      values = keys.map { _ in Self.otherGroups }
    }
    guard isFirst(record, in: values) else {
      copies += 1
      return
    }
    groups[values, default: Pools()].add(record)
  }

  /// Whether no recording of the group before this one holds the same.
  private mutating func isFirst(_ record: BatchRecord, in group: [String?]) -> Bool {
    guard let content = record.contentHash else { return true }
    var hash = ContentHash()
    hash.combine(content)
    for value in group { hash.combine(value ?? "\0") }
    guard contents.count < Self.copyLimit else { return !contents.contains(hash.value) }
    return contents.insert(hash.value).inserted
  }

  /// The groups, sorted by their values; those without a value last.
  public func grouped(confidence: Double = 0.95) -> [Group] {
    groups.sorted { first, second in
      for (a, b) in zip(first.key, second.key) where a != b {
        guard let a else { return false }
        guard let b else { return true }
        return a < b
      }
      return false
    }.map { values, pools in
      Group(values: values, count: pools.count, pools: pools.pooled(confidence: confidence))
    }
  }
}

extension BatchSummary.Pools {
  mutating func add(_ record: BatchRecord) {
    count += 1
    for constant in record.constants {
      pools[
        BatchSummary.PoolKey(law: constant.law, key: constant.key),
        default: ConstantPool(law: constant.law, key: constant.key)
      ]
      .add(constant, of: record.source)
    }
  }

  func pooled(confidence: Double) -> [PooledConstant] {
    let known = Laws.descriptions.flatMap { law in
      law.shared.compactMap {
        pools[BatchSummary.PoolKey(law: law.key, key: $0.key)]?.pooled(confidence: confidence)
      }
    }
    // Of laws that are none of the list, by their names.
    let others = pools.filter { Laws.description($0.key.law) == nil }.sorted {
      ($0.key.law, $0.key.key) < ($1.key.law, $1.key.key)
    }
    return known + others.map { $0.value.pooled(confidence: confidence) }
  }
}
