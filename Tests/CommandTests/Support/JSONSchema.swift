/// A JSON Schema of draft 2020-12, as far as the schemas in Docs/Reference/schema need it.
///
/// A schema with a keyword that is not known here is refused as a whole, so that nothing in it goes unchecked.
struct JSONSchema {
  /// What is wrong with a schema.
  struct Fault: Error {
    var place: String
    var reason: String
  }

  /// Where a value is not what the schema says.
  struct Violation: CustomStringConvertible {
    var path: String
    var depth: Int
    var reason: String
    var description: String { "\(path): \(reason)" }
  }

  /// All rules by file and pointer, as references name them.
  private let rules: [String: Rule]
  private let root: String

  /// The schema in one of several files, which may refer to each other.
  init(_ name: String, in files: [String: String]) throws {
    root = name + "#"
    var compiler = Compiler()
    for (file, text) in files { try compiler.compile(try JSONValue(text), file: file) }
    rules = compiler.rules
    for (place, reference) in compiler.references + [(name, root)] where rules[reference] == nil {
      throw Fault(place: place, reason: "nothing is at \(reference)")
    }
  }

  /// The same files with another root: a file, or a definition as `file#/$defs/name`.
  func at(_ reference: String) throws -> JSONSchema {
    let root = reference.contains("#") ? reference : reference + "#"
    guard rules[root] != nil else { throw Fault(place: reference, reason: "nothing is there") }
    return JSONSchema(rules: rules, root: root)
  }

  private init(rules: [String: Rule], root: String) {
    self.rules = rules
    self.root = root
  }

  /// Every place where a value is not what the schema says.
  func violations(of value: JSONValue) -> [Violation] {
    var found: [Violation] = []
    check(value, Rule(checks: [.reference(root)]), at: Place(), &found)
    return found
  }

  // MARK: - Rules

  fileprivate struct Rule {
    var checks: [Check]
  }

  fileprivate enum Check {
    case never
    case types(Set<String>)
    case allowed([JSONValue])
    case number(String, (Double) -> Bool)
    case length(least: Int)
    case pattern(String, Regex<AnyRegexOutput>)
    case required([String])
    case together([String: [String]])
    case members([String: Rule], patterns: [(Regex<AnyRegexOutput>, Rule)], others: Rule?)
    case count(least: Int, most: Int)
    case unique
    case elements(first: [Rule], others: Rule?)
    case any([Rule])
    case one([Rule])
    case reference(String)
  }

  private struct Place {
    var path = "$"
    var depth = 0

    func member(_ name: String) -> Place { Place(path: path + "." + name, depth: depth + 1) }
    func element(_ index: Int) -> Place { Place(path: path + "[\(index)]", depth: depth + 1) }
  }

  // MARK: - Checking

  private func check(
    _ value: JSONValue, _ rule: Rule, at place: Place, _ found: inout [Violation]
  ) {
    for check in rule.checks {
      if let reason = self.check(value, check, at: place, &found) {
        found.append(Violation(path: place.path, depth: place.depth, reason: reason))
      }
    }
  }

  private func violations(of value: JSONValue, _ rule: Rule, at place: Place) -> [Violation] {
    var found: [Violation] = []
    check(value, rule, at: place, &found)
    return found
  }

  /// What the value itself has wrong; what its parts have goes to `found`.
  private func check(
    _ value: JSONValue, _ check: Check, at place: Place, _ found: inout [Violation]
  ) -> String? {
    switch check {
    case .never: return "should not be there"
    case .types(let names):
      return names.isDisjoint(with: value.types) ? "is no \(names.sorted())" : nil
    case .allowed(let values):
      return values.contains(value) ? nil : "\(value) is none of the values allowed"
    case .number(let name, let holds):
      return value.double.map(holds) ?? true ? nil : "\(value) is against \(name)"
    case .length(let least):
      return value.string.map { $0.count >= least } ?? true ? nil : "is too short"
    case .pattern(let pattern, let regex):
      return value.string.map { $0.contains(regex) } ?? true
        ? nil : "\(value) does not match \(pattern)"
    case .required(let names):
      guard case .object = value else { return nil }
      let missing = Set(names).subtracting(value.names)
      return missing.isEmpty ? nil : "lacks \(missing.sorted())"
    case .together(let names):
      let missing = value.names.flatMap { names[$0] ?? [] }.filter { !value.names.contains($0) }
      return missing.isEmpty ? nil : "lacks \(missing.sorted()) beside others"
    case .members(let properties, let patterns, let others):
      guard case .object(let members) = value else { return nil }
      for member in members {
        let place = place.member(member.name)
        let matching = patterns.filter { member.name.contains($0.0) }.map(\.1)
        let named = properties[member.name]
        for rule in matching + [named].compactMap({ $0 }) {
          self.check(member.value, rule, at: place, &found)
        }
        if matching.isEmpty, named == nil, let others {
          self.check(member.value, others, at: place, &found)
        }
      }
    case .count(let least, let most):
      guard case .array(let elements) = value else { return nil }
      return (least...most).contains(elements.count) ? nil : "has \(elements.count) elements"
    case .unique:
      let elements = value.elements
      let isTwice = elements.indices.contains { elements[..<$0].contains(elements[$0]) }
      return isTwice ? "has an element twice" : nil
    case .elements(let first, let others):
      for (index, element) in value.elements.enumerated() {
        guard let rule = index < first.count ? first[index] : others else { continue }
        self.check(element, rule, at: place.element(index), &found)
      }
    case .any(let rules):
      let each = rules.map { violations(of: value, $0, at: place) }
      if !each.contains(where: \.isEmpty) { found += Self.nearest(each) }
    case .one(let rules):
      let each = rules.map { violations(of: value, $0, at: place) }
      let matches = each.count(where: \.isEmpty)
      if matches > 1 { return "is \(matches) things at once" }
      if matches == 0 { found += Self.nearest(each) }
    case .reference(let name):
      // That it exists was seen to when the schema was read.
      self.check(value, rules[name]!, at: place, &found)
    }
    return nil
  }

  /// What keeps a value from being that which it is nearest to: the alternative that fails furthest inside.
  private static func nearest(_ each: [[Violation]]) -> [Violation] {
    each.max { $0.map(\.depth).max() ?? 0 < $1.map(\.depth).max() ?? 0 } ?? []
  }
}

extension JSONValue {
  /// The names of its types; a whole number has two.
  fileprivate var types: Set<String> {
    switch self {
    case .null: ["null"]
    case .bool: ["boolean"]
    case .number(let value): value == value.rounded() ? ["number", "integer"] : ["number"]
    case .string: ["string"]
    case .array: ["array"]
    case .object: ["object"]
    }
  }
}

// MARK: - Reading

/// Makes rules of schemas.
private struct Compiler {
  var rules: [String: JSONSchema.Rule] = [:]
  /// What is referred to, and where.
  var references: [(place: String, reference: String)] = []
  private var file = ""

  private static let annotations: Set = [
    "$schema", "$id", "$comment", "title", "description", "examples",
  ]

  mutating func compile(_ schema: JSONValue, file: String) throws {
    self.file = file
    for name in schema["$defs"].names {
      let pointer = "\(file)#/$defs/\(name)"
      rules[pointer] = try rule(schema["$defs"][name], at: pointer)
    }
    rules[file + "#"] = try rule(schema, at: file + "#", isRoot: true)
  }

  private mutating func rule(
    _ schema: JSONValue, at place: String, isRoot: Bool = false
  ) throws -> JSONSchema.Rule {
    if case .bool(let allows) = schema { return JSONSchema.Rule(checks: allows ? [] : [.never]) }
    guard case .object(let members) = schema else { throw fault(place, "is no schema") }
    var checks: [JSONSchema.Check] = []
    for member in members {
      let (name, value) = (member.name, member.value)
      let place = "\(place)/\(name)"
      switch name {
      case _ where Self.annotations.contains(name): break
      case "$defs" where isRoot: break
      case "$ref":
        let text = try string(value, place)
        let reference =
          text.hasPrefix("#") ? file + text : text.contains("#") ? text : text + "#"
        references.append((place, reference))
        checks.append(.reference(reference))
      case "type":
        let names = value.string.map { [$0] } ?? value.elements.compactMap(\.string)
        let known: Set = ["null", "boolean", "number", "integer", "string", "array", "object"]
        guard !names.isEmpty, known.isSuperset(of: names) else { throw fault(place, "no types") }
        checks.append(.types(Set(names)))
      case "enum":
        guard !value.elements.isEmpty else { throw fault(place, "allows nothing") }
        checks.append(.allowed(value.elements))
      case "const": checks.append(.allowed([value]))
      case "minimum":
        let limit = try number(value, place)
        checks.append(.number("\(name) \(limit)") { $0 >= limit })
      case "exclusiveMinimum":
        let limit = try number(value, place)
        checks.append(.number("\(name) \(limit)") { $0 > limit })
      case "maximum":
        let limit = try number(value, place)
        checks.append(.number("\(name) \(limit)") { $0 <= limit })
      case "minLength": checks.append(.length(least: Int(try number(value, place))))
      case "pattern":
        let pattern = try string(value, place)
        checks.append(.pattern(pattern, try Regex(pattern)))
      case "required": checks.append(.required(try strings(value, place)))
      case "dependentRequired":
        var names: [String: [String]] = [:]
        for name in value.names { names[name] = try strings(value[name], place) }
        checks.append(.together(names))
      case "minItems": checks.append(.count(least: Int(try number(value, place)), most: .max))
      case "maxItems": checks.append(.count(least: 0, most: Int(try number(value, place))))
      case "uniqueItems":
        guard value == .bool(true) else { throw fault(place, "is not true") }
        checks.append(.unique)
      case "anyOf": checks.append(.any(try list(value, at: place)))
      case "oneOf": checks.append(.one(try list(value, at: place)))
      // Together below: what the others are depends on the first.
      case "properties", "patternProperties", "additionalProperties", "prefixItems", "items": break
      default: throw fault(place, "is a keyword that is not known")
      }
    }
    let names = Set(schema.names)
    if !names.isDisjoint(with: ["properties", "patternProperties", "additionalProperties"]) {
      let properties = try map(schema["properties"], at: "\(place)/properties")
      let patterns = try map(schema["patternProperties"], at: "\(place)/patternProperties")
        .map { (try Regex($0.key), $0.value) }
      let others = try optional("additionalProperties", of: schema, at: place)
      checks.append(.members(properties, patterns: patterns, others: others))
    }
    if !names.isDisjoint(with: ["prefixItems", "items"]) {
      let first =
        names.contains("prefixItems")
        ? try list(schema["prefixItems"], at: "\(place)/prefixItems") : []
      checks.append(
        .elements(first: first, others: try optional("items", of: schema, at: place)))
    }
    return JSONSchema.Rule(checks: checks)
  }

  private mutating func optional(
    _ name: String, of schema: JSONValue, at place: String
  ) throws -> JSONSchema.Rule? {
    schema.names.contains(name) ? try rule(schema[name], at: "\(place)/\(name)") : nil
  }

  private mutating func map(
    _ value: JSONValue, at place: String
  ) throws -> [String: JSONSchema.Rule] {
    var result: [String: JSONSchema.Rule] = [:]
    for name in value.names { result[name] = try rule(value[name], at: "\(place)/\(name)") }
    return result
  }

  private mutating func list(_ value: JSONValue, at place: String) throws -> [JSONSchema.Rule] {
    guard !value.elements.isEmpty else { throw fault(place, "is no list of schemas") }
    var result: [JSONSchema.Rule] = []
    for (index, schema) in value.elements.enumerated() {
      result.append(try rule(schema, at: "\(place)/\(index)"))
    }
    return result
  }

  private func string(_ value: JSONValue, _ place: String) throws -> String {
    guard let string = value.string else { throw fault(place, "is no string") }
    return string
  }

  private func strings(_ value: JSONValue, _ place: String) throws -> [String] {
    guard case .array(let elements) = value else { throw fault(place, "is no list") }
    return try elements.map { try string($0, place) }
  }

  private func number(_ value: JSONValue, _ place: String) throws -> Double {
    guard let number = value.double else { throw fault(place, "is no number") }
    return number
  }

  private func fault(_ place: String, _ reason: String) -> JSONSchema.Fault {
    JSONSchema.Fault(place: place, reason: reason)
  }
}
