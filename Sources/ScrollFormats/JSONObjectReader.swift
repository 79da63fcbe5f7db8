/// Reads the members of an object by name, strictly: unknown members and values of the wrong type are errors.
///
/// A member that is null counts as missing.
package struct JSONObjectReader {
  /// The valid range of a number.
  package struct Allowed {
    /// Its description in messages, after "should be".
    var text: String
    /// Whether a number is allowed.
    var contains: @Sendable (Double) -> Bool

    package init(text: String, contains: @escaping @Sendable (Double) -> Bool) {
      self.text = text
      self.contains = contains
    }

    package static let any = Allowed(text: "a number") { _ in true }
    /// Above 0, and large enough that its reciprocal does not overflow.
    package static let positive = Allowed(text: "above 0") { $0 >= .leastNormalMagnitude }
    package static let negative = Allowed(text: "below 0") { $0 < 0 }
    package static let nonNegative = Allowed(text: "0 or more") { $0 >= 0 }
    package static let fraction = Allowed(text: "above 0 and below 1") { $0 > 0 && $0 < 1 }
    package static let share = Allowed(text: "above 0 and at most 1") { $0 > 0 && $0 <= 1 }
  }

  let node: JSONNode
  /// Its name in messages, with an article.
  package let name: String
  private let file: JSONFile
  /// The names that were requested, in order.
  private var asked: [String] = []

  /// A reader of a value that should be an object; `name` names it in messages.
  package init(_ node: JSONNode, name: String, file: JSONFile) throws(ResultFileError) {
    guard node.members != nil else {
      throw file.fault(node, "\(name) should be an object, not \(node.kind)")
    }
    self.node = node
    self.name = name
    self.file = file
  }

  /// The error for a value, or for the object without one.
  package func fault(_ node: JSONNode? = nil, _ message: String, help: String? = nil)
    -> ResultFileError
  {
    file.fault(node ?? self.node, message, help: help)
  }

  /// The value of a member; nil if it is missing.
  package mutating func value(_ key: String) -> JSONNode? {
    if !asked.contains(key) { asked.append(key) }
    return node[key].flatMap { $0.isNull ? nil : $0 }
  }

  /// The value of a required member.
  package mutating func needed(_ key: String) throws(ResultFileError) -> JSONNode {
    guard let value = value(key) else { throw fault(nil, "\(name) needs \"\(key)\"") }
    return value
  }

  /// The string of a member; nil if it is missing.
  package mutating func string(_ key: String) throws(ResultFileError) -> String? {
    guard let value = value(key) else { return nil }
    guard let string = value.string else {
      throw fault(value, "\"\(key)\" should be a string, not \(value.kind)")
    }
    guard !string.isEmpty else { throw fault(value, "\"\(key)\" is empty") }
    return string
  }

  /// The truth value of a member; nil if it is missing.
  mutating func bool(_ key: String) throws(ResultFileError) -> Bool? {
    guard let value = value(key) else { return nil }
    guard let bool = value.bool else {
      throw fault(value, "\"\(key)\" should be true or false, not \(value.kind)")
    }
    return bool
  }

  /// The number of a member and its unit; nil if it is missing.
  ///
  /// - Parameter units: the allowed units, as written in JSON; a plain number has the first one. If empty, only a plain
  ///   number is allowed, whose unit is part of the name.
  mutating func quantity(
    _ key: String, _ units: [String], _ allowed: Allowed
  ) throws(ResultFileError) -> (value: Double, unit: String)? {
    guard let whole = value(key) else { return nil }
    var value = whole
    var unit = units.first ?? ""
    if !units.isEmpty, whole.members != nil {
      var reader = try JSONObjectReader(whole, name: "\"\(key)\"", file: file)
      value = try reader.needed("value")
      let given = try reader.needed("unit")
      try reader.finish()
      guard let text = given.string, units.contains(text) else {
        let names = units.map { "\"\($0)\"" }.joined(separator: " or ")
        throw fault(given, "the unit of \"\(key)\" should be \(names)")
      }
      unit = text
    }
    guard let number = value.number else {
      throw fault(value, "\"\(key)\" should be a number, not \(value.kind)")
    }
    guard allowed.contains(number) else {
      throw fault(value, "\"\(key)\" should be \(allowed.text)")
    }
    return (number, unit)
  }

  /// The number of a member; nil if it is missing.
  package mutating func number(
    _ key: String, unit: String? = nil, _ allowed: Allowed
  ) throws(ResultFileError) -> Double? {
    try quantity(key, unit.map { [$0] } ?? [], allowed)?.value
  }

  /// The number of a required member.
  package mutating func neededNumber(
    _ key: String, unit: String? = nil, _ allowed: Allowed
  ) throws(ResultFileError) -> Double {
    _ = try needed(key)
    guard let number = try number(key, unit: unit, allowed) else {
      throw fault(nil, "\(name) needs \"\(key)\"")
    }
    return number
  }

  /// The notation that is used, of several alternatives: all of its names must be present, and no other name of any
  /// notation.
  mutating func notation(
    _ notations: [[String]], of what: String
  ) throws(ResultFileError) -> [String] {
    let present = Set(notations.joined().filter { value($0) != nil })
    if let notation = notations.first(where: { Set($0) == present }) { return notation }
    let ways = notations.map { $0.joined(separator: " + ") }.joined(separator: ", ")
    let found = present.isEmpty ? "none" : present.sorted().joined(separator: " + ")
    throw fault(
      nil, "\(name) must give \(what) in exactly one notation, but has \(found)",
      help: "notations: \(ways)")
  }

  /// Throws if the object has members that were not requested.
  package func finish() throws(ResultFileError) {
    for (name, value) in node.members ?? [] where !asked.contains(name) {
      throw fault(
        value, "\(self.name) has no \"\(escapedForTerminal(name))\"",
        help: "it may have \(asked.joined(separator: ", "))")
    }
  }
}
