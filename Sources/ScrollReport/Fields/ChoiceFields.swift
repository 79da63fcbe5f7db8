internal import ScrollFitting
internal import ScrollFormats

/// A type whose values have one of several sets of members.
protocol JSONChoice: JSONMember {
  /// The name and the description of the schema.
  static var name: (name: String, about: String) { get }
  static var choices: [FieldTable<Self>] { get }
  var members: FieldTable<Self> { get }
}

extension JSONChoice {
  func write(to json: inout JSONWriter) { json.object { members.write(self, to: &$0) } }
  static func schema(_ definitions: inout SchemaDefinitions) -> Schema {
    definitions.reference(name.name) { definitions in
      .one(of: choices.map { $0.schema(&definitions) }, name.about)
    }
  }
}

extension StopRule: JSONChoice {
  static let name = (name: "stop", about: "What ends a deceleration.")
  static let choices = [seen, given, epsilon]
  var members: FieldTable<Self> {
    switch self {
    case .seen: Self.seen
    case .given: Self.given
    case .epsilon: Self.epsilon
    }
  }

  private static let seen = FieldTable<Self>(nil, "The rest that the recording shows.") {
    Field("rule", { _ in "seen" }, "Name of the rule.", .constant("seen"))
  }
  private static let given = FieldTable<Self>(nil, "The speed falls below a limit.") {
    Field("rule", { _ in "speed" }, "Name of the rule.", .constant("speed"))
    Field("speed", \.limit, "The limit in pt/s.", .atLeast(0))
  }
  private static let epsilon = FieldTable<Self>(nil, "The content is near where the law ends.") {
    Field("rule", { _ in "epsilon" }, "Name of the rule.", .constant("epsilon"))
    Field("epsilon_pt", \.limit, "The distance in pt.", .above(0))
  }

  private var limit: Double {
    switch self {
    case .seen: 0
    case .given(let speed): speed
    case .epsilon(let distance): distance
    }
  }
}

extension HypothesisTest: JSONChoice {
  static let name = (name: "test", about: "A test of a special case of the law against it.")
  static let choices = [byT, byF]
  var members: FieldTable<Self> { distribution == .t ? Self.byT : Self.byF }

  private static let byT = FieldTable<Self>(nil, "A test by Student's t.") {
    tested
    Field("t", \.statistic, "The statistic.")
    outcome
  }
  private static let byF = FieldTable<Self>(nil, "A test by F.") {
    tested
    Field("F", \.statistic, "The statistic.", .atLeast(0))
    Field(
      "degrees_of_freedom", \.degrees, "Degrees of freedom of F.",
      .each("Those of the numerator, then those of the denominator.", .above(0)),
      .atLeast(elements: 2), .atMost(elements: 2))
    outcome
  }

  @FieldsBuilder<Self> private static var tested: [Field<Self>] {
    Field("hypothesis", \.hypothesis, "What is tested, such as `coulomb = 0`.")
  }
  @FieldsBuilder<Self> private static var outcome: [Field<Self>] {
    Field(
      "p", \.probability,
      "Probability of a larger statistic by chance where the hypothesis holds; on both sides for t.",
      .atLeast(0), .atMost(1))
    Field(
      "aicc_difference", \.aiccDifference,
      "AICc of the special case less that of the law: above 0 the special case is the worse description; null where they are not compared."
    )
  }

  private var degrees: [Double] {
    if case .f(let above, let below) = distribution { [above, below] } else { [] }
  }
}
