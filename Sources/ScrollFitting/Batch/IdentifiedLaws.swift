internal import ScrollPhysics

/// Laws that motions follow without a fit of a command, surely or likely, with the values of their shared constants;
/// also laws of fits whose shared constants are held, such as the momentum of macOS.
///
/// A value needs no standard error here: short motions have none, and some laws fix all their constants. That is enough
/// to compute what a user feels, but not to compare constants.
public struct IdentifiedLaws: Sendable, Hashable {
  private struct Name: Sendable, Hashable {
    var law: String
    var key: String
  }

  /// The number of motions by law of `identify` or of a fit.
  private var counts: [String: Int] = [:]
  /// The lowest and the highest value of each constant.
  private var values: [Name: ClosedRange<Double>] = [:]

  /// The laws of motions without a fit of one recording, if all its motions have a fit or surely follow a law;
  /// otherwise none. Those of other recordings are not added.
  package var sure: [String] = []
  /// The number of glides with viscous drag alone, and with a constant friction beside it.
  private var viscous = 0
  private var frictional = 0

  /// The largest difference of values that count as one, relative to the larger.
  private static let scatter = 0.05

  /// No laws.
  public init() {}

  /// The laws of a recording; none where nothing could be fitted.
  init(_ result: TraceResult) {
    guard result.failure == nil else { return }
    sure = Self.sure(result.phases)
    for fit in result.fits where fit.search.converged && !fit.isOfWrongLaw {
      if fit.law == DecelerationLaw.description.key { noteGlide(fit) }
      let held = (Laws.description(fit.law)?.shared ?? []).compactMap { fit[$0.key] }
        .filter(\.isFixed)
      if !held.isEmpty { counts[fit.law, default: 0] += 1 }
      for constant in held {
        guard let value = constant.value else { continue }
        note(value...value, of: Name(law: fit.law, key: constant.key))
      }
    }
    for phase in result.phases where phase.confidence != .unsure {
      guard let law = phase.law else { continue }
      counts[law, default: 0] += 1
      if law == NamedLaws.friction { frictional += 1 }
      for constant in phase.constants {
        guard
          let named = law == NamedLaws.friction
            ? (law, constant.key) : NamedLaws.shared(law, constant.key)
        else { continue }
        note(constant.value...constant.value, of: Name(law: named.0, key: named.1))
      }
    }
  }

  /// The laws of the phases without a fit, if all that move have a fit or a sure law; otherwise none.
  private static func sure(_ phases: [Phase]) -> [String] {
    let motions = phases.filter { $0.kind != .rest }
    guard motions.allSatisfy({ $0.fit != nil || $0.law != nil && $0.confidence == .sure }) else {
      return []
    }
    return Set(motions.filter { $0.fit == nil }.compactMap(\.law)).sorted()
  }

  /// Notes whether a glide has a constant friction, and then its constants.
  private mutating func noteGlide(_ fit: Fit) {
    guard let rate = fit["k"]?.value, let friction = fit["coulomb"]?.value, friction > 0 else {
      viscous += 1
      return
    }
    frictional += 1
    note(rate...rate, of: Name(law: NamedLaws.friction, key: "k"))
    note(friction...friction, of: Name(law: NamedLaws.friction, key: "coulomb"))
  }

  /// Whether more glides have a constant friction than have none.
  var haveFriction: Bool { frictional > viscous }

  /// Whether there is none.
  public var isEmpty: Bool { counts.isEmpty }

  /// Their keys, the most frequent first.
  public var laws: [String] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// Adds those of another recording.
  mutating func add(_ other: IdentifiedLaws) {
    counts.merge(other.counts, uniquingKeysWith: +)
    viscous += other.viscous
    frictional += other.frictional
    for (name, range) in other.values { note(range, of: name) }
  }

  /// A constant on which all motions agree; nil otherwise.
  func value(_ law: String, _ key: String) -> Double? {
    guard let range = values[Name(law: law, key: key)] else { return nil }
    let (low, high) = (range.lowerBound, range.upperBound)
    guard high - low <= Self.scatter * max(low.magnitude, high.magnitude) else { return nil }
    return low + (high - low) / 2
  }

  /// The glide of the most frequent law whose constants are all fixed; nil without such a law.
  var fixedGlide: Engine.Glide? { laws.lazy.compactMap(NamedLaws.fixedGlide).first }

  private mutating func note(_ range: ClosedRange<Double>, of name: Name) {
    let known = values[name] ?? range
    values[name] =
      min(known.lowerBound, range.lowerBound)...max(known.upperBound, range.upperBound)
  }
}
