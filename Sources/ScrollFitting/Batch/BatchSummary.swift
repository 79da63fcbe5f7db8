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
  /// The first copy, and what it is a copy of: nil where that is none of the first ``namedRecordings``.
  public private(set) var firstCopy: (copy: BatchSource, original: BatchSource?)?
  /// The keys of the metadata of all recordings, each once, at most ``namedKeys``.
  public private(set) var metadataKeys: [String] = []
  private var groups: [[String?]: Pools] = [:]
  private var contents: Set<UInt64> = []
  /// The first recordings by their contents.
  private var named: [UInt64: BatchSource] = [:]
  /// Of which of ``keys`` some recording has a value.
  private var known: Set<Int> = []

  /// Of how many recordings copies are known.
  public static let copyLimit = 100_000
  /// Of how many recordings it is known what is a copy of which.
  public static let namedRecordings = 1000
  /// How many keys of metadata are kept.
  public static let namedKeys = 100
  /// How many failures are named.
  public static let namedFailures = 100
  /// How many groups are told apart.
  public static let groupLimit = 1000
  /// What the groups beyond the limit are called.
  public static let otherGroups = "(other groups)"

  /// An empty summary, grouped by metadata keys.
  public init(groupedBy keys: [String] = []) { self.keys = keys }

  /// The keys to group by that no recording has; none where none was fitted.
  public var unknownKeys: [String] {
    fitted == 0 ? [] : keys.indices.filter { !known.contains($0) }.map { keys[$0] }
  }

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
    noteKeys(of: record.metadata)
    guard !record.constants.isEmpty else { return }
    var values = keys.map { record.metadata[$0] }
    if groups[values] == nil, groups.count >= Self.groupLimit {
      values = keys.map { _ in Self.otherGroups }
    }
    let content = content(of: record, in: values)
    guard isFirst(content) else {
      copies += 1
      if firstCopy == nil { firstCopy = (record.source, content.flatMap { named[$0] }) }
      return
    }
    if let content, named.count < Self.namedRecordings { named[content] = record.source }
    groups[values, default: Pools()].add(record)
  }

  /// What tells the content of a recording from that of others of its group; nil where it is not known.
  private func content(of record: BatchRecord, in group: [String?]) -> UInt64? {
    guard let content = record.contentHash else { return nil }
    var hash = ContentHash()
    hash.combine(content)
    for value in group { hash.combine(value ?? "\0") }
    return hash.value
  }

  /// Whether no recording before has the same content.
  private mutating func isFirst(_ content: UInt64?) -> Bool {
    guard let content else { return true }
    guard contents.count < Self.copyLimit else { return !contents.contains(content) }
    return contents.insert(content).inserted
  }

  /// Notes which keys metadata have, where it matters.
  private mutating func noteKeys(of metadata: Metadata) {
    guard known.count < keys.count else { return }
    for (index, key) in keys.enumerated() where metadata[key] != nil { known.insert(index) }
    for entry in metadata.entries
    where metadataKeys.count < Self.namedKeys && !metadataKeys.contains(entry.key) {
      metadataKeys.append(entry.key)
    }
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
