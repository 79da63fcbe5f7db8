internal import RealModule
internal import ScrollPhysics

/// If the samples do not distinguish laws, an engine that fits with its shipped constants may do so.
extension LawComparison {
  /// Makes the law of an engine the answer if it is among the laws that the samples do not distinguish, unless the answer
  /// is another one of its laws. The confidence stays open.
  mutating func prefer(lawOf engine: Engine) {
    let keys = Self.keys(of: engine).known
    guard confidence == .open, let answer, !keys.contains(law.key) else { return }
    let alike = candidates.filter { fit in
      fit.follows && (fit.law == law || rivals.contains(fit.law)) && keys.contains(fit.law.key)
    }
    guard let own = alike.min(by: { $0.bic < $1.bic }) else { return }
    rivals = [law] + rivals.filter { $0 != own.law }
    probability *= .exp((answer.bic - own.bic) / 2)
    law = own.law
  }

  /// Whether an engine may have made a motion of which the law is sure: with constants of their own, the engine's laws are not
  /// far worse than the answer. True for an engine whose laws were not compared.
  func allows(_ engine: Engine?) -> Bool {
    guard confidence == .sure, let engine, let answer else { return true }
    let keys = Self.keys(of: engine)
    guard keys.areAll else { return true }
    let own = candidates.filter { keys.known.contains($0.law.key) }
    return own.isEmpty
      || own.contains {
        $0.law == answer.law || answer.law.isSpecialCase(of: $0.law)
          || $0.follows && $0.bic <= answer.bic + Self.farWorse
      }
  }

  /// The difference of BIC from which on a law is far worse than another.
  private static let farWorse = 10.0

  /// The keys of the laws that an engine uses, and whether all of them are compared.
  private static func keys(of engine: Engine) -> (known: Set<String>, areAll: Bool) {
    var parts = [Set(engine.animations.flatMap { keys(of: $0.easing) })]
    var areAll = true
    func add(_ part: EngineLaw.Part, _ easing: Easing?, otherwise others: Set<String>) {
      let identified = EngineLaw.law(of: engine, part).map { Set($0.identified.keys) }
      parts.append(easing.map(keys) ?? identified ?? others)
      if parts[parts.count - 1].isEmpty { areAll = false }
    }
    if let glide = engine.glide {
      add(.glide, glide.easing, otherwise: keys(of: glide, isStepped: engine.stepsGlide))
      if case .curve = glide { areAll = false }
    }
    if let edge = engine.edge { add(.edge, edge.easing, otherwise: returns) }
    return (parts.reduce([]) { $0.union($1) }, areAll)
  }

  /// The keys of the laws of a viscous glide.
  private static func keys(of glide: Engine.Glide, isStepped: Bool) -> Set<String> {
    if case .coulomb = glide { return ["exponential-coulomb"] }
    return isStepped ? steppedDecays : decays
  }

  /// The tweens along an ease. A quadratic one decelerates evenly, an exponential one is a viscous deceleration.
  private static func keys(of easing: Easing) -> Set<String> {
    let tweens = Set(CandidateLaw.all.filter { $0.easing == easing }.map(\.key))
    return switch easing {
    case .quadratic: tweens.union(["constant-deceleration"])
    case .exponential: tweens.union(decays)
    default: tweens
    }
  }

  private static let decays: Set = ["exponential"]
  private static let steppedDecays: Set = ["exponential", "stepped-viscous"]
  private static let returns: Set = [
    "critical", "critical-from-edge", "critical-from-rest", "spring",
  ]
}

extension Engine.Glide {
  /// The ease that it follows; nil if it has a law of its own.
  fileprivate var easing: Easing? {
    if case .eased(_, _, let easing) = self { easing } else { nil }
  }
}

extension Engine.Edge {
  /// The ease that it follows; nil if it has a law of its own.
  fileprivate var easing: Easing? { if case .eased(let easing, _) = self { easing } else { nil } }
}
