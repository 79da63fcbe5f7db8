internal import ScrollRecordings

/// A summary of many recordings: pooled constants by group and law, counts, and failures.
///
/// Memory is bounded: it grows with the number of groups and laws, and up to ``copyLimit`` with that of recordings.
/// Groups after the first 1000 are merged into one.
///
/// A recording with the same samples as another of its group is counted but not pooled: a copy is not a second
/// measurement, and would make pooled errors too small.
public struct BatchSummary: Sendable {
  /// Recordings with the same values of the metadata that group them.
  public struct Group: Sendable {
    /// These values, in the order of the keys; nil if the recordings have none. Empty without keys.
    public var values: [String?]
    /// The number of recordings.
    public var count = 0
    /// One pool per constant, in the order of laws and their constants.
    public var pools: [PooledConstant] = []
    /// The laws that motions follow without a fit.
    public var identified = IdentifiedLaws()
  }

  fileprivate struct Pools: Sendable {
    var count = 0
    var pools: [PoolKey: ConstantPool] = [:]
    var identified = IdentifiedLaws()
  }

  fileprivate struct PoolKey: Hashable, Sendable {
    var law: String
    var key: String
  }

  /// The metadata keys that group recordings.
  public let keys: [String]
  /// The number of recordings, including failed ones.
  public private(set) var recordings = 0
  /// The first recording.
  public private(set) var first: BatchSource?
  /// The number of recordings with a fit.
  public private(set) var fitted = 0
  /// The number of recordings without a fit of which motions follow identified laws.
  public private(set) var identified = 0
  /// The number of fits.
  public private(set) var fits = 0
  /// The number of fits that converged: only these have constants.
  public private(set) var convergedFits = 0
  /// The number of recordings and files without a fit, by failure code.
  public private(set) var failures: [String: Int] = [:]
  /// The first failures, at most ``namedFailures``.
  public private(set) var failed: [(source: BatchSource, failure: RecordedFailure)] = []
  /// The number of recordings with a warning, by its code.
  public private(set) var warnings: [String: Int] = [:]
  /// The number of copies of an earlier recording, which are in no pool.
  public private(set) var copies = 0
  /// The first copy and its original; the original is nil if it is not among the first ``namedRecordings``.
  public private(set) var firstCopy: (copy: BatchSource, original: BatchSource?)?
  /// The metadata keys of all recordings without duplicates, at most ``namedKeys``.
  public private(set) var metadataKeys: [String] = []
  private var groups: [[String?]: Pools] = [:]
  private var contents: Set<UInt64> = []
  /// The first recordings by content.
  private var named: [UInt64: BatchSource] = [:]
  /// The indices of ``keys`` for which some recording has a value.
  private var known: Set<Int> = []

  /// The maximum number of recordings whose content is kept to find copies.
  public static let copyLimit = 100_000
  /// The maximum number of recordings that are kept as originals of copies.
  public static let namedRecordings = 1000
  /// The maximum number of metadata keys.
  public static let namedKeys = 100
  /// The maximum number of listed failures.
  public static let namedFailures = 100
  /// The maximum number of separate groups.
  public static let groupLimit = 1000
  /// The name of the merged groups beyond the limit.
  public static let otherGroups = "(other groups)"

  /// An empty summary, grouped by metadata keys.
  public init(groupedBy keys: [String] = []) { self.keys = keys }

  /// The grouping keys that no recording has; empty if nothing was fitted.
  public var unknownKeys: [String] {
    fitted == 0 ? [] : keys.indices.filter { !known.contains($0) }.map { keys[$0] }
  }

  /// The number of failures.
  public var failureCount: Int { failures.values.reduce(0, +) }

  /// Adds a recording.
  public mutating func add(_ record: BatchRecord) {
    recordings += 1
    if first == nil { first = record.source }
    fits += record.fits.count
    convergedFits += record.fits.count(where: \.isConverged)
    for code in record.warnings { warnings[code, default: 0] += 1 }
    if let failure = record.failure {
      failures[failure.code, default: 0] += 1
      if failed.count < Self.namedFailures { failed.append((record.source, failure)) }
    } else {
      fitted += 1
    }
    noteKeys(of: record.metadata)
    if record.failure == nil, record.fits.isEmpty, !record.identified.isEmpty { identified += 1 }
    guard !record.constants.isEmpty || !record.identified.isEmpty else { return }
    var values = keys.map { record.metadata[$0] }
    if groups[values] == nil, groups.count >= Self.groupLimit {
      values = keys.map { _ in Self.otherGroups }
    }
    groups[values, default: Pools()].identified.add(record.identified)
    guard !record.constants.isEmpty else { return }
    let content = content(of: record, in: values)
    guard isFirst(content) else {
      copies += 1
      if firstCopy == nil { firstCopy = (record.source, content.flatMap { named[$0] }) }
      return
    }
    if let content, named.count < Self.namedRecordings { named[content] = record.source }
    groups[values, default: Pools()].add(record)
  }

  /// A hash of a recording's content and group; nil if the content hash is unknown.
  private func content(of record: BatchRecord, in group: [String?]) -> UInt64? {
    guard let content = record.contentHash else { return nil }
    var hash = ContentHash()
    hash.combine(content)
    for value in group { hash.combine(value ?? "\0") }
    return hash.value
  }

  /// Whether no earlier recording has the same content.
  private mutating func isFirst(_ content: UInt64?) -> Bool {
    guard let content else { return true }
    guard contents.count < Self.copyLimit else { return !contents.contains(content) }
    return contents.insert(content).inserted
  }

  /// Collects the metadata keys until every grouping key has been found.
  private mutating func noteKeys(of metadata: Metadata) {
    guard known.count < keys.count else { return }
    for (index, key) in keys.enumerated() where metadata[key] != nil { known.insert(index) }
    for entry in metadata.entries
    where metadataKeys.count < Self.namedKeys && !metadataKeys.contains(entry.key) {
      metadataKeys.append(entry.key)
    }
  }

  /// The groups of recordings with constants, sorted by their values; those without a value last.
  public func grouped(confidence: Double = 0.95) -> [Group] {
    felt(confidence: confidence).filter { $0.count > 0 }
  }

  /// The same groups, and those of recordings in which laws were identified without a constant that can be pooled.
  public func felt(confidence: Double = 0.95) -> [Group] {
    groups.sorted { first, second in
      for (a, b) in zip(first.key, second.key) where a != b {
        guard let a else { return false }
        guard let b else { return true }
        return a < b
      }
      return false
    }.map { values, pools in
      Group(
        values: values, count: pools.count, pools: pools.pooled(confidence: confidence),
        identified: pools.identified)
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
    // Laws that are not in the list, by name.
    let others = pools.filter { Laws.description($0.key.law) == nil }.sorted {
      ($0.key.law, $0.key.key) < ($1.key.law, $1.key.key)
    }
    return known + others.map { $0.value.pooled(confidence: confidence) }
  }
}
