/// The constants that a law of `identify` provides to a law of `predict`.
public struct IdentifiedConstants: Sendable {
  /// The key of the law of `predict`.
  public let law: String
  /// The names of its constants by the keys in the result.
  public let names: [String: String]
  /// Constants that the law itself fixes, such as the shape of a tween.
  public let fixed: [String: Double]
  /// The fixed constants that are words.
  public let words: [String: String]

  /// Names of laws in results of earlier versions.
  private static let formerNames = [
    "chromium-fling": "bezier-fling", "chromium-fling-bounded": "bezier-fling-bounded",
  ]

  /// The constants of a law of `identify` for each law of `predict`; empty if no law of `predict` uses them.
  public static func all(of key: String) -> [IdentifiedConstants] {
    let key = formerNames[key] ?? key
    let engines = EngineLaw.all.compactMap { law in
      law.identified[key].map { IdentifiedConstants(law.key, $0, fixed: law.held) }
    }
    let fitted = Laws.all.compactMap { law in
      law.predicted?.identified[key].map { IdentifiedConstants(law.description.key, $0) }
    }
    return engines + fitted + tween(key)
  }

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
