internal import RealModule
internal import ScrollPhysics

/// Where samples cannot tell laws apart, an engine with the constants it ships may tell them.
extension LawComparison {
  /// Puts the law of an engine first among those that the samples cannot tell apart. The answer stays open.
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

  /// The keys of the laws by which an engine moves.
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
