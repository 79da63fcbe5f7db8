internal import RealModule

/// Builds a reference from recordings, one by one, and keeps notes and tolerances from an older reference.
///
/// Values are rounded to at most 1/100 of their errors, errors to three digits. So rounding changes a value by at most
/// 1/200 of its error, and files stay short. Exact values are not rounded.
public struct ReferenceBuilder: Sendable {
  /// The metadata keys by which recordings are grouped.
  public let keys: [String]
  /// The folder to which paths in the reference are relative.
  public let paths: PathBase
  private let old: Reference?
  private var new: Reference
  private var unread: Set<String> = []
  private var seen: Set<TraceName> = []
  /// Names that several recordings have; the reference contains none of these recordings.
  public private(set) var ambiguous: Set<TraceName> = []

  /// The recordings that were analysed, but of which the reference has no constant, in the order of their names: what
  /// happens to them is not noticed.
  public var unwatched: [TraceName] {
    seen.filter { (new.traces[$0] ?? []).isEmpty && !ambiguous.contains($0) }.sorted()
  }

  /// Creates an empty reference.
  ///
  /// - Parameters:
  ///   - kind: where the constants come from.
  ///   - name: the file.
  ///   - keys: the metadata keys by which recordings are grouped.
  ///   - paths: the folder to which paths in the reference are relative.
  ///   - old: a reference whose notes, tolerances and manually added constants are kept.
  public init(
    _ kind: Reference.Kind = .file, name: String, groupedBy keys: [String] = [],
    paths: PathBase = PathBase(), keeping old: Reference? = nil
  ) {
    self.keys = keys
    self.paths = paths
    self.old = old
    new = Reference(kind: kind, name: name)
    new.note = old?.note
    new.tolerances = old?.tolerances ?? [:]
    new.groupKeys = keys
  }

  /// Adds a recording; if it could not be analysed, the constants of the old reference stay.
  public mutating func add(_ record: BatchRecord) {
    let name = TraceName(path: paths.relative(record.source.path), trace: record.source.trace)
    let before = old?.traces[name] ?? []
    guard record.failure == nil else {
      if name.trace == nil { unread.insert(name.path) }
      if !before.isEmpty { new.traces[name] = before }
      return
    }
    guard seen.insert(name).inserted else {
      ambiguous.insert(name)
      new.traces[name] = nil
      return
    }
    var result: [ReferenceConstant] = []
    for constant in record.constants {
      // Constants that only some recordings show are kept only as pooled constants.
      if constant.isIncidental, !before.contains(where: { $0.name == constant.name }) { continue }
      guard case .value(let estimate) = record.told(law: constant.law, key: constant.key),
        let made = ReferenceConstant(estimate, law: constant.law, count: nil)
      else { continue }
      result.append(made.keeping(before))
    }
    for added in before
    where !added.isShared && !result.contains(where: { $0.name == added.name }) {
      if case .value(let estimate) = record.told(law: added.law, key: added.key),
        let made = ReferenceConstant(estimate, law: added.law, count: nil)
      {
        result.append(made.keeping(before))
      } else {
        result.append(added)
      }
    }
    if !result.isEmpty { new.traces[name] = result.ordered(byText: \.name) }
  }

  /// Returns the reference, including the pooled constants of the recordings.
  ///
  /// - Parameters:
  ///   - groups: the pooled constants of the recordings that were added.
  ///   - scope: the files and folders of the run, as ``PathBase/relative(_:)`` returns them. Recordings of the old
  ///     reference in this scope that were not added are dropped; others stay. Pooled constants are then computed from
  ///     all recordings in the reference. With groups the old ones stay, as the reference does not store the groups of
  ///     single recordings.
  public consuming func finish(
    _ groups: [BatchSummary.Group], scope: [String] = [""]
  ) -> Reference {
    let copies = copies(scope: scope)
    for (name, constants) in kept(scope: scope) where !copies.contains(where: { $0.kept == name }) {
      new.traces[name] = constants
    }
    for copy in copies where old?.traces[copy.added] == nil {
      takeOver(from: old?.traces[copy.kept] ?? [], to: copy.added)
    }
    // Recordings outside the scope, and recordings that could not be read.
    let isPartial = old?.groupKeys == keys && new.traces.keys.contains { !seen.contains($0) }
    if isPartial, keys.isEmpty {
      let before = old?.pooled([], by: []) ?? []
      var constants = pooledAgain().map { $0.keeping(before) }
      // Pooled constants that are not stored for single recordings stay unchanged.
      constants += before.filter { old in
        (old.isIncidental || Laws.description(old.law) == nil)
          && !constants.contains { $0.name == old.name }
      }
      constants = constants.ordered(byText: \.name)
      new.pooled = constants.isEmpty ? [] : [Reference.Group(values: [], constants: constants)]
      return new
    }
    var kept = isPartial ? old?.pooled ?? [] : []
    for group in groups {
      let before = old?.pooled(group.values, by: keys) ?? []
      var made = group.pools.compactMap { pool in
        ReferenceConstant(pool.estimate, law: pool.law, count: pool.count)?.keeping(before)
      }
      if let index = kept.firstIndex(where: { $0.values == group.values }) {
        made.removeAll { added in kept[index].constants.contains { $0.name == added.name } }
        kept[index].constants = (kept[index].constants + made).ordered(byText: \.name)
      } else if !made.isEmpty {
        kept.append(
          Reference.Group(values: group.values, constants: made.ordered(byText: \.name)))
      }
    }
    new.pooled = kept.sorted { $0.precedes($1) }
    return new
  }

  /// The recordings of the old reference outside the scope, and those that could not be read.
  private func kept(scope: [String]) -> [TraceName: [ReferenceConstant]] {
    (old?.traces ?? [:]).filter { name, _ in
      new.traces[name] == nil && !ambiguous.contains(name)
        && (unread.contains(name.path) || !PathBase.contains(scope, name.path))
    }
  }

  /// Recordings outside the scope that are copies of an added recording, such as those of a renamed folder. Errors with
  /// three digits do not agree in all constants by chance. A copy is no second measurement, and the new name replaces
  /// it.
  ///
  /// - Parameter scope: the files and folders of the run, as ``PathBase/relative(_:)`` returns them.
  public func copies(scope: [String]) -> [(kept: TraceName, added: TraceName)] {
    func told(_ constants: [ReferenceConstant]) -> [ReferenceConstant]? {
      let own = constants.filter { $0.standardError != nil }.map(\.measured)
      return own.isEmpty ? nil : own
    }
    let added = Dictionary(
      seen.compactMap { name in told(new.traces[name] ?? []).map { ($0, name) } },
      uniquingKeysWith: min)
    return kept(scope: scope).compactMap { name, constants in
      told(constants).flatMap { added[$0] }.map { (kept: name, added: $0) }
    }.sorted { $0.kept < $1.kept }
  }

  /// Copies manually written notes, tolerances and constants from a recording's copy.
  private mutating func takeOver(from before: [ReferenceConstant], to name: TraceName) {
    let own = (new.traces[name] ?? []).map { $0.keeping(before) }
    let others = before.filter { old in !own.contains { $0.name == old.name } }
    new.traces[name] = (own + others).ordered(byText: \.name)
  }

  /// The constants of all recordings in the reference, pooled with weights from their errors.
  private func pooledAgain() -> [ReferenceConstant] {
    var pools: [String: ConstantPool] = [:]
    for (name, constants) in new.sortedTraces {
      for constant in constants where constant.isShared {
        guard let error = constant.standardError else { continue }
        var estimate = Estimate(key: constant.key, value: constant.value, unit: constant.unit)
        estimate.standardError = error
        estimate.classicalError = error
        estimate.intervalDegrees = constant.degrees ?? 1e7
        pools[constant.name, default: ConstantPool(law: constant.law, key: constant.key)].add(
          TraceConstant(law: constant.law, estimate: estimate, gestures: 1),
          of: BatchSource(path: name.path, trace: name.trace, line: 0))
      }
    }
    return pools.values.compactMap { pool in
      let pooled = pool.pooled()
      return ReferenceConstant(pooled.estimate, law: pooled.law, count: pooled.count)
    }.ordered(byText: \.name)
  }
}

extension ReferenceConstant {
  /// Creates a constant from an estimate, rounded; nil without a value.
  init?(_ estimate: Estimate, law: String, count: Int?) {
    guard let value = estimate.value else { return nil }
    let error = estimate.standardError
    self.init(
      law: law, key: estimate.key, unit: estimate.unit,
      value: error.map { Self.rounded(value, to: $0 / 100) } ?? value,
      standardError: error.map { Self.rounded($0, to: $0 / 100) },
      degrees: error == nil
        ? nil : estimate.intervalDegrees.map { Self.rounded($0, to: $0 / 100) },
      count: count)
  }

  /// Whether gestures of a scroll view share the constant.
  fileprivate var isShared: Bool {
    Laws.description(law)?.shared(key) != nil
  }

  /// The constant without a tolerance and note.
  fileprivate var measured: ReferenceConstant {
    var result = self
    result.tolerance = nil
    result.note = nil
    return result
  }

  /// The constant with its earlier tolerance and note.
  fileprivate func keeping(_ before: [ReferenceConstant]) -> ReferenceConstant {
    guard let old = before.first(where: { $0.law == law && $0.key == key }) else { return self }
    var result = self
    result.tolerance = old.tolerance
    result.note = old.note
    return result
  }

  /// A number rounded to a multiple of the power of ten at or below `unit`; unchanged if doubles are not fine enough.
  package static func rounded(_ value: Double, to unit: Double) -> Double {
    guard unit > 0, unit.isFinite else { return value }
    var exponent = Double.log10(unit).rounded(.down)
    // The logarithm of a power of ten may be rounded down.
    if Double.pow(10, exponent + 1) <= unit { exponent += 1 }
    // Powers of ten are exact up to 1e22; a product or quotient with one is rounded once.
    let power = Double.pow(10, exponent.magnitude)
    guard exponent.magnitude <= 22 else { return value }
    guard exponent < 0 else { return (value / power).rounded() * power }
    let scaled = value * power
    return scaled.magnitude < 0x1p53 ? scaled.rounded() / power : value
  }
}
