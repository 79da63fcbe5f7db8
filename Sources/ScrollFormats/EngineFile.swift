public import ScrollPhysics

/// Reads a list of scroll views and their constants from JSON, as `scrollfit engines --format json` writes it and
/// people write it by hand; see Docs/Reference/Engines.md. Unknown members are errors.
public enum EngineFile {
  /// The version that is written, and the newest version that can be read.
  package static let version = (major: 1, minor: 0)

  /// The engines in a file, or in standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: the file; `-` for standard input.
  ///   - known: known engines. An engine in the file may have the key of a known one only if it says
  ///     `"replaces": true`, or is equal to it.
  /// - Throws: the location and reason of an error; no engine of the file is then used.
  public static func read(
    path: String, known: [Engine] = Engines.all
  ) throws(ResultFileError) -> [Engine] {
    try read(bytes: file(path).bytes(), path: path, known: known)
  }

  /// The engines in the bytes of a file.
  public static func read(
    bytes: [UInt8], path: String, known: [Engine] = Engines.all
  ) throws(ResultFileError) -> [Engine] {
    let file = file(path)
    let root = try file.root(bytes)
    let (node, text, major, minor) = try file.version(of: root, of: "list of engines")
    guard major == version.major, minor <= version.minor else {
      throw file.fault(
        node,
        "the list has format version \(escapedForTerminal(text)), and \(version.major).\(version.minor) is known",
        help: "use the version of scrollfit that wrote it, or a newer one")
    }
    var reader = try JSONObjectReader(root, name: "the list", file: file)
    _ = reader.value("format_version")
    // The version of the tool does not matter.
    _ = reader.value("tool")
    let list = try reader.needed("engines")
    try reader.finish()
    var engines: [Engine] = []
    for element in try file.elements(list, "\"engines\"") {
      let engine = try engine(element, file: file, known: known)
      guard !engines.contains(where: { $0.key == engine.key }) else {
        throw file.fault(element, "the key \"\(engine.key)\" comes twice in the list")
      }
      engines.append(engine)
    }
    return engines
  }

  /// Known engines, with others added that replace those with the same key.
  public static func merge(_ engines: [Engine], into known: [Engine]) -> [Engine] {
    var result = known
    for engine in engines {
      if let index = result.firstIndex(where: { $0.key == engine.key }) {
        result[index] = engine
      } else {
        result.append(engine)
      }
    }
    return result
  }

  private static func file(_ path: String) -> JSONFile {
    JSONFile(
      path: path, invalid: .invalidReference,
      help:
        "Docs/Reference/Engines.md describes the file; 'scrollfit engines --format json' writes one"
    )
  }

  // MARK: - An engine

  private static func engine(
    _ node: JSONNode, file: JSONFile, known: [Engine]
  ) throws(ResultFileError) -> Engine {
    var reader = try JSONObjectReader(node, name: "an engine", file: file)
    let keyNode = try reader.needed("key")
    guard let key = try reader.string("key"), isKey(key) else {
      throw reader.fault(
        keyNode, "\"key\" should be of lowercase letters, digits and single hyphens")
    }
    _ = try reader.needed("name")
    var engine = Engine(
      key, try reader.string("name") ?? key, source: try reader.string("source") ?? file.name,
      notes: try reader.string("notes"))
    let replaces = try reader.bool("replaces") ?? false
    if let part = reader.value("deceleration") {
      engine.glide = try part.read("the deceleration", file, EngineLawReader.glide)
    }
    if let part = reader.value("edge") {
      engine.edge = try part.read("the edge", file, EngineLawReader.edge)
    }
    if let part = reader.value("rubber_band") {
      engine.drag = try part.read("the rubber band", file, EngineLawReader.drag)
    }
    if let list = reader.value("animations") {
      for element in try file.elements(list, "\"animations\"") {
        engine.animations.append(try element.read("an animation", file, EngineLawReader.animation))
      }
    }
    try reader.finish()
    guard
      engine.glide != nil || engine.edge != nil || engine.drag != nil || !engine.animations.isEmpty
    else {
      throw reader.fault(
        nil, "the engine \"\(key)\" has no deceleration, edge, rubber_band or animations")
    }
    let old = known.first { $0.key == key }
    guard replaces || old == nil || old == engine else {
      throw reader.fault(
        keyNode, "the key \"\(key)\" is that of another engine, \(old?.name ?? "")",
        help: "choose another key, or write \"replaces\": true")
    }
    guard !replaces || old != nil else {
      throw reader.fault(
        keyNode, "there is no engine \"\(key)\" to replace",
        help: "leave out \"replaces\", or see 'scrollfit engines' for the keys")
    }
    return engine
  }

  private static func isKey(_ key: String) -> Bool {
    key.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
  }
}

extension JSONNode {
  /// Reads an object with a `law` and the members that the law needs; members that are only written are ignored.
  fileprivate func read<Part>(
    _ name: String, _ file: JSONFile,
    _ body: (inout JSONObjectReader) throws(ResultFileError) -> Part
  ) throws(ResultFileError) -> Part {
    var reader = try JSONObjectReader(self, name: name, file: file)
    let part = try body(&reader)
    for key in EngineJSON.unread { _ = reader.value(key) }
    try reader.finish()
    return part
  }
}
