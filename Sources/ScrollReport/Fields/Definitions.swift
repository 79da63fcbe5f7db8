internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

extension Schema {
  /// A regular expression for the keys of quantities.
  static let keyPattern = "^[A-Za-z][A-Za-z0-9_]*$"

  /// A schema of which another must hold.
  static func any(of schemas: Schema...) -> Schema {
    Schema([Keyword("anyOf", .array(schemas.map(\.json)))])
  }

  /// A schema of which exactly one of several others must hold.
  static func one(of schemas: [Schema], _ about: String) -> Schema {
    Schema([Keyword("oneOf", .array(schemas.map(\.json)))]).adding(about)
  }
}

extension Schema.Keyword {
  static let key = pattern(Schema.keyPattern)
}

extension Definition {
  static let law = Definition(
    "law", "Key of a law, as `scrollfit laws` lists them.",
    .init(words: Laws.all.map { $0.description.key }))
  static let namedLaw = Definition(
    "namedLaw",
    "Key of a law that recordings name and no command fits, as `scrollfit identify` and `predict` call it.",
    .init(words: Laws.descriptions.dropFirst(Laws.all.count).map(\.key)))
  static let sharedLaw = Definition(name: "sharedLaw") {
    .any(of: $0.reference(law), $0.reference(namedLaw))
      .adding("Key of a law of which recordings of one scroll view share a constant.")
  }
  static let unit = Definition(
    "unit",
    "Unit of a value: points, seconds and what is made of them; \"per ms\" of a factor per millisecond, \"1\" of a number without a unit.",
    .words("pt", "s", "pt/s", "pt/s^2", "1/s", "1/s^2", "1/pt", "Hz", "per ms", "1"))
  static let code = Definition(
    "code", "Stable code of a failure in words, such as file-not-found or no-motion.",
    .pattern("^[a-z]+(-[a-z0-9]+)*$"))
  static let axis = Definition(
    "axis", "Axis of the offsets: x grows to the right, y downwards.", .words("x", "y"))
  static let formatVersion = Definition(
    "formatVersion",
    "Version of the format; a minor step adds members, which readers must ignore when they do not know them, a major step may change them.",
    .constant(JSONWriter.formatVersion))
  static let verdict = Definition(
    "verdict",
    "Verdict, the worst first: outside the tolerance, not to be judged, no longer in the recordings, too uncertain, not in the reference, inside the tolerance.",
    .init(words: Verdict.Kind.allCases.map(\.rawValue)))
  static let interval = Definition(name: "interval") { _ in
    Schema.list(of: Schema(type: "number").orNull).orNull.adding(
      "Lower and upper end in the unit of the value; an end that the data do not bound is null, the whole is null where there is none.",
      [.each("An end."), .atLeast(elements: 2), .atMost(elements: 2)])
  }
  static let intervalFactor = Definition(name: "intervalFactor") { _ in
    Schema.list(of: Schema(type: "number")).orNull.adding(
      "Smallest and largest frame interval over the nominal one; null where there is none, or stamps were recorded.",
      [
        .each("Interval over the nominal one.", .above(0)), .atLeast(elements: 2),
        .atMost(elements: 2),
      ])
  }
}

extension Axis: JSONWord {
  static func schema(_ definitions: inout SchemaDefinitions) -> Schema {
    definitions.reference(.axis)
  }
}
extension Edge.Side: JSONWord {}
extension Edge.Source: JSONWord {}
extension Phase.Kind: JSONWord {}
extension Phase.Confidence: JSONWord {}
extension PhaseTransition.Kind: JSONWord {}
extension Release.Method: JSONWord {}
extension Reference.Kind: JSONWord {}
extension Verdict.Kind: JSONWord {
  static func schema(_ definitions: inout SchemaDefinitions) -> Schema {
    definitions.reference(.verdict)
  }
}

extension Interval: JSONMember {
  /// Both ends; null for an open one.
  func write(to json: inout JSONWriter) { json.value([lower, upper]) }
  static func schema(_ definitions: inout SchemaDefinitions) -> Schema {
    definitions.reference(.interval)
  }
  static var allowsNull: Bool { true }
}

/// A 64-bit hash as 16 hexadecimal digits; null for nil.
struct HashText: JSONMember {
  var hash: UInt64?

  init(_ hash: UInt64?) { self.hash = hash }

  func write(to json: inout JSONWriter) { json.value(hash.map(Self.hex)) }
  static func schema(_ definitions: inout SchemaDefinitions) -> Schema {
    Schema(type: "string").adding(nil, [.pattern("^[0-9a-f]{16}$")])
  }

  static func hex(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
