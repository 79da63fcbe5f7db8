internal import ScrollFitting
internal import ScrollFormats

/// Reads the members of a reference file; unknown members are errors.
struct ReferenceReader {
  let file: JSONFile
  /// Laws in addition to those of ``Laws``.
  var laws: [LawDescription] = []

  /// The whole reference.
  func reference(_ root: JSONNode) throws(ResultFileError) -> Reference {
    var result = Reference(kind: .file, name: file.path)
    var reader = try JSONObjectReader(root, name: "the reference", file: file)
    _ = reader.value("format_version")
    result.note = try reader.string("note")
    if let node = reader.value("tolerances") {
      for (name, value) in try members(node, "\"tolerances\"") {
        _ = try quantity(name, at: value)
        result.tolerances[name] = try tolerance(value)
      }
    }
    let keysNode = reader.value("group_by")
    result.groupKeys = try keysNode.map(keys) ?? []
    let pooled = reader.value("pooled")
    let groups = reader.value("groups")
    if let pooled, keysNode != nil {
      throw file.fault(
        pooled, "with \"group_by\" pooled constants stand in \"groups\"",
        help: "write \"groups\": [{\"values\": {...}, \"pooled\": {...}}]")
    }
    if let groups, keysNode == nil {
      throw file.fault(
        groups, "\"groups\" needs \"group_by\"", help: "write \"group_by\": [\"device\"]")
    }
    if let pooled {
      result.pooled = [
        Reference.Group(values: [], constants: try shared(pooled))
      ]
    }
    for node in try elements(groups, "\"groups\"") {
      let group = try group(node, by: result.groupKeys)
      guard !result.pooled.contains(where: { $0.values == group.values }) else {
        throw file.fault(node, "a group with these values comes twice")
      }
      result.pooled.append(group)
    }
    for node in try elements(reader.value("traces"), "\"traces\"") {
      let (name, constants) = try trace(node)
      guard result.traces.updateValue(constants, forKey: name) == nil else {
        throw file.fault(
          node,
          "the recording \(escapedForTerminal(name.path))\(name.trace.map { " \"\(escapedForTerminal($0))\"" } ?? "") comes twice"
        )
      }
    }
    try reader.finish()
    return result
  }

  private func members(
    _ node: JSONNode, _ name: String
  ) throws(ResultFileError) -> [(name: String, value: JSONNode)] {
    guard let members = node.members else {
      throw file.fault(node, "\(name) should be an object, not \(node.kind)")
    }
    return members
  }

  private func elements(
    _ node: JSONNode?, _ name: String
  ) throws(ResultFileError) -> [JSONNode] {
    try node.map { node throws(ResultFileError) in try file.elements(node, name) } ?? []
  }

  private func keys(_ node: JSONNode) throws(ResultFileError) -> [String] {
    var keys: [String] = []
    for element in try elements(node, "\"group_by\"") {
      guard let key = element.string, !key.isEmpty, !keys.contains(key) else {
        throw file.fault(element, "\"group_by\" should hold names of metadata, each once")
      }
      keys.append(key)
    }
    guard !keys.isEmpty else { throw file.fault(node, "\"group_by\" is empty") }
    return keys
  }

  private func group(
    _ node: JSONNode, by keys: [String]
  ) throws(ResultFileError) -> Reference.Group {
    var reader = try JSONObjectReader(node, name: "a group", file: file)
    var values = try JSONObjectReader(reader.needed("values"), name: "\"values\"", file: file)
    var group = Reference.Group(values: [], constants: [])
    for key in keys { group.values.append(try values.string(key)) }
    try values.finish()
    group.constants = try shared(reader.needed("pooled"))
    try reader.finish()
    return group
  }

  private func trace(
    _ node: JSONNode
  ) throws(ResultFileError) -> (name: TraceName, constants: [ReferenceConstant]) {
    var reader = try JSONObjectReader(node, name: "a recording", file: file)
    _ = try reader.needed("path")
    let path = try reader.string("path") ?? ""
    let trace = try reader.string("trace")
    let list = try constants(reader.needed("constants"), "\"constants\"")
    try reader.finish()
    return (TraceName(path: PathBase().relative(path), trace: trace), list)
  }

  // MARK: - Constants

  /// Pooled constants: only shared constants can be pooled.
  private func shared(_ node: JSONNode) throws(ResultFileError) -> [ReferenceConstant] {
    let constants = try constants(node, "\"pooled\"")
    for constant in constants {
      guard let law = description(constant.law), law.shared(constant.key) == nil else {
        continue
      }
      throw file.fault(
        node[constant.name] ?? node,
        "\"\(constant.name)\" belongs to the gesture: recordings have no pooled value of it",
        help: "of \(law.key) recordings share \(law.shared.map { $0.key }.joined(separator: ", "))")
    }
    return constants
  }

  private func constants(
    _ node: JSONNode, _ name: String
  ) throws(ResultFileError) -> [ReferenceConstant] {
    var constants: [ReferenceConstant] = []
    for (name, value) in try members(node, name) {
      let (law, words) = try quantity(name, at: value)
      constants.append(try constant(value, name: name, law: law, words))
    }
    return constants.sorted { $0.name < $1.name }
  }

  private func description(_ key: String) -> LawDescription? {
    Laws.description(key) ?? laws.first { $0.key == key }
  }

  /// The law and the quantity of a name `LAW.KEY`.
  private func quantity(
    _ name: String, at node: JSONNode
  ) throws(ResultFileError) -> (law: LawDescription, words: QuantityDescription) {
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw file.fault(
        node, "\"\(escapedForTerminal(name))\" is no constant of a law",
        help: "write LAW.KEY, such as bounce.delta")
    }
    guard let law = description(String(parts[0])) else {
      let laws = Laws.all.map { $0.description.key }.joined(separator: ", ")
      throw file.fault(
        node, "there is no law \"\(escapedForTerminal(String(parts[0])))\"",
        help: "the laws are \(laws), and those that 'scrollfit identify' names")
    }
    guard let words = law.quantity(String(parts[1])) else {
      let keys = (law.parameters + law.derived).map(\.key).joined(separator: ", ")
      throw file.fault(
        node, "the law \(law.key) has no \"\(escapedForTerminal(String(parts[1])))\"",
        help: "it has \(keys)")
    }
    return (law, words)
  }

  private func constant(
    _ node: JSONNode, name: String, law: LawDescription, _ words: QuantityDescription
  ) throws(ResultFileError) -> ReferenceConstant {
    var reader = try JSONObjectReader(node, name: "\"\(escapedForTerminal(name))\"", file: file)
    var result = ReferenceConstant(
      law: law.key, key: words.key, unit: words.unit,
      value: try reader.neededNumber("value", .any))
    if let unit = try reader.string("unit") {
      result.unit = unit == JSONWriter.unit("") ? "" : unit
      // Only shared constants have one unit for all recordings.
      if let node = reader.value("unit"), result.unit != words.unit,
        law.shared.contains(where: { $0.key == words.key })
      {
        throw file.fault(
          node, "the unit of \"\(name)\" should be \"\(JSONWriter.unit(words.unit))\"")
      }
    }
    result.standardError = try reader.number("standard_error", .nonNegative)
    result.degrees = try reader.number("degrees_of_freedom", .positive)
    let whole = JSONObjectReader.Allowed(text: "a whole number of 1 or more") {
      $0 >= 1 && $0 < 0x1p53 && $0 == $0.rounded()
    }
    result.count = try reader.number("traces", whole).map { Int($0) }
    if let node = reader.value("tolerance") { result.tolerance = try tolerance(node) }
    result.note = try reader.string("note")
    try reader.finish()
    return result
  }

  private func tolerance(_ node: JSONNode) throws(ResultFileError) -> Tolerance {
    var reader = try JSONObjectReader(node, name: "a tolerance", file: file)
    let tolerance = Tolerance(
      absolute: try reader.number("absolute", .nonNegative),
      relative: try reader.number("relative", .nonNegative))
    try reader.finish()
    guard tolerance != Tolerance() else {
      throw file.fault(
        node, "a tolerance needs \"absolute\" or \"relative\"",
        help: "write {\"relative\": 0.005} for half a per cent")
    }
    return tolerance
  }
}
