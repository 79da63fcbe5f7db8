/// Reads the members of an object by their names, strictly: a name that nothing asked for is a fault, and so
/// is a value that is not what it should be.
///
/// A member that is null counts as missing.
package struct JSONObjectReader {
  /// What a number may be.
  package struct Allowed {
    /// As a message says it, after "should be".
    var text: String
    /// Whether a number is allowed.
    var contains: @Sendable (Double) -> Bool

    package init(text: String, contains: @escaping @Sendable (Double) -> Bool) {
      self.text = text
      self.contains = contains
    }

    package static let any = Allowed(text: "a number") { _ in true }
    /// Above 0, and not so near that its reciprocal overflows.
    package static let positive = Allowed(text: "above 0") { $0 >= .leastNormalMagnitude }
    package static let negative = Allowed(text: "below 0") { $0 < 0 }
    package static let nonNegative = Allowed(text: "0 or more") { $0 >= 0 }
    /// A part of which something is left.
    package static let fraction = Allowed(text: "above 0 and below 1") { $0 > 0 && $0 < 1 }
    /// A part, or all of it.
    package static let share = Allowed(text: "above 0 and at most 1") { $0 > 0 && $0 <= 1 }
  }

  /// The object.
  let node: JSONNode
  /// What it is, with an article.
  package let name: String
  private let file: JSONFile
  /// The names that were asked for, in their order.
  private var asked: [String] = []

  /// A reader of a value that should be an object, called `name` in messages.
  package init(_ node: JSONNode, name: String, file: JSONFile) throws(ResultFileError) {
    guard node.members != nil else {
      throw file.fault(node, "\(name) should be an object, not \(node.kind)")
    }
    self.node = node
    self.name = name
    self.file = file
  }

  /// A fault at a value; at the object without one.
  package func fault(_ node: JSONNode? = nil, _ message: String, help: String? = nil)
    -> ResultFileError
  {
    file.fault(node ?? self.node, message, help: help)
  }

  /// The value of a name; nil where it is missing.
  package mutating func value(_ key: String) -> JSONNode? {
    if !asked.contains(key) { asked.append(key) }
    return node[key].flatMap { $0.isNull ? nil : $0 }
  }

  /// The value of a name that must be there.
  package mutating func needed(_ key: String) throws(ResultFileError) -> JSONNode {
    guard let value = value(key) else { throw fault(nil, "\(name) needs \"\(key)\"") }
    return value
  }

  /// The string of a name; nil where it is missing.
  package mutating func string(_ key: String) throws(ResultFileError) -> String? {
    guard let value = value(key) else { return nil }
    guard let string = value.string else {
      throw fault(value, "\"\(key)\" should be a string, not \(value.kind)")
    }
    guard !string.isEmpty else { throw fault(value, "\"\(key)\" is empty") }
    return string
  }

  /// The truth value of a name; nil where it is missing.
  mutating func bool(_ key: String) throws(ResultFileError) -> Bool? {
    guard let value = value(key) else { return nil }
    guard let bool = value.bool else {
      throw fault(value, "\"\(key)\" should be true or false, not \(value.kind)")
    }
    return bool
  }

  /// The number of a name and its unit; nil where it is missing.
  ///
  /// - Parameter units: those it may have, as JSON writes them: a bare number has the first. Without any it
  ///   is a bare number, whose unit stands in the name.
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

  /// The number of a name; nil where it is missing.
  package mutating func number(
    _ key: String, unit: String? = nil, _ allowed: Allowed
  ) throws(ResultFileError) -> Double? {
    try quantity(key, unit.map { [$0] } ?? [], allowed)?.value
  }

  /// The number of a name that must be there.
  package mutating func neededNumber(
    _ key: String, unit: String? = nil, _ allowed: Allowed
  ) throws(ResultFileError) -> Double {
    _ = try needed(key)
    guard let number = try number(key, unit: unit, allowed) else {
      throw fault(nil, "\(name) needs \"\(key)\"")
    }
    return number
  }

  /// Which of several ways of writing a thing is there: the one whose names are all there, and no other
  /// name of any of them.
  mutating func notation(
    _ notations: [[String]], of what: String
  ) throws(ResultFileError) -> [String] {
    let present = Set(notations.joined().filter { value($0) != nil })
    if let notation = notations.first(where: { Set($0) == present }) { return notation }
    let ways = notations.map { $0.joined(separator: " + ") }.joined(separator: ", ")
    let found = present.isEmpty ? "nothing of it" : present.sorted().joined(separator: " + ")
    throw fault(
      nil, "\(name) should say \(what) in one way and says \(found)", help: "the ways are: \(ways)")
  }

  /// Refuses names that nothing asked for.
  package func finish() throws(ResultFileError) {
    for (name, value) in node.members ?? [] where !asked.contains(name) {
      throw fault(
        value, "\(self.name) has no \"\(escapedForTerminal(name))\"",
        help: "it may have \(asked.joined(separator: ", "))")
    }
  }
}
