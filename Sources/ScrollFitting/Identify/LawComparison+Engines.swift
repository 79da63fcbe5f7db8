internal import RealModule
internal import ScrollPhysics

/// If the samples do not distinguish laws, an engine that fits with its shipped constants may do so.
extension LawComparison {
  /// Makes the law of an engine the answer if it is among the laws that the samples do not distinguish. The confidence
  /// stays open.
  mutating func prefer(lawOf engine: Engine) {
    guard confidence == .open, let answer else { return }
    let keys = Self.keys(of: engine)
    let alike = candidates.filter { fit in
      fit.follows && (fit.law == law || rivals.contains(fit.law)) && keys.contains(fit.law.key)
    }
    guard let own = alike.min(by: { $0.bic < $1.bic }), own.law != law else { return }
    rivals = [law] + rivals.filter { $0 != own.law }
    probability *= .exp((answer.bic - own.bic) / 2)
    law = own.law
  }

  /// The keys of the laws that an engine uses.
  private static func keys(of engine: Engine) -> Set<String> {
    var keys: Set<String> = []
    if engine.glide != nil {
      keys.formUnion(
        EngineLaw.law(of: engine, .glide)?.identified.keys.map { $0 } ?? ["exponential"])
    }
    if engine.edge != nil {
      keys.formUnion(
        EngineLaw.law(of: engine, .edge)?.identified.keys.map { $0 }
          ?? ["critical", "critical-from-edge", "critical-from-rest", "spring"])
    }
    let easings = engine.animations.map(\.easing)
    keys.formUnion(CandidateLaw.all.filter { $0.easing.map(easings.contains) ?? false }.map(\.key))
    return keys
  }
}
