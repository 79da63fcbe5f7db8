internal import ScrollPhysics

/// The constants that a law named by `identify` gives a law of `predict`.
public struct IdentifiedConstants: Sendable {
  /// The key of the law of `predict`.
  public let law: String
  /// The names of its constants by the keys in the result.
  public let names: [String: String]
  /// Constants that the law itself fixes: the shape of a tween.
  public let fixed: [String: Double]
  /// The same as words.
  public let words: [String: String]

  /// Names of laws in results of earlier versions.
  private static let formerNames = [
    "chromium-fling": "bezier-fling", "chromium-fling-bounded": "bezier-fling-bounded",
  ]

  /// What a law that `identify` names gives; empty for one that nothing predicts.
  public static func all(of key: String) -> [IdentifiedConstants] {
    let key = formerNames[key] ?? key
    let engines = EngineLaw.all.compactMap { law in
      law.identified[key].map { IdentifiedConstants(law.key, $0) }
    }
    let fitted = fittedLaws.compactMap { law, names in
      names[key].map { IdentifiedConstants(law, $0) }
    }
    return engines + fitted.ordered(byText: \.law) + tween(key)
  }

  private static let fittedLaws: [String: [String: [String: String]]] = {
    let delta = ["delta": "delta"]
    let critical = [
      "critical": delta, "critical-from-edge": delta, "critical-from-rest": delta,
    ]
    let spring = ["zeta": "zeta", "omega": "omega"]
    return [
      DecelerationLaw.description.key: [
        "exponential": ["k": "k"], "exponential-coulomb": ["k": "k", "coulomb": "coulomb"],
      ],
      BounceLaw.description.key: critical,
      GravityLaw.description.key: ["gravity": ["g": "g"]],
      CollisionLaw.description.key: ["collision": ["e": "e", "g": "g"]],
      SpringLaw.description.key: critical.merging(["spring": spring]) { first, _ in first },
    ]
  }()

  private static func tween(_ key: String) -> [IdentifiedConstants] {
    let shape = ["x1", "y1", "x2", "y2"]
    if key == "tween-bezier" {
      let names = Dictionary(uniqueKeysWithValues: shape.map { ($0, $0) })
      return [IdentifiedConstants(EngineLaw.tween.key, names.merging(["T": "duration"]) { $1 })]
    }
    guard let easing = CandidateLaw.all.first(where: { $0.key == key })?.easing else { return [] }
    let given = EngineLaw.Given([], easing)
    return [
      IdentifiedConstants(
        EngineLaw.tween.key, ["T": "duration"],
        fixed: Dictionary(uniqueKeysWithValues: given.numbers.map { ($0.name, $0.value) }),
        words: Dictionary(uniqueKeysWithValues: given.words.map { ($0.name, $0.word) }))
    ]
  }

  private init(
    _ law: String, _ names: [String: String], fixed: [String: Double] = [:],
    words: [String: String] = [:]
  ) {
    self.law = law
    self.names = names
    self.fixed = fixed
    self.words = words
  }
}
