public import ScrollPhysics

/// Scroll views and their constants as text and as JSON.
public struct EngineList: Sendable {
  private let engines: [Engine]
  private let isFull: Bool

  /// A list of engines in their order; `isFull` adds their notes and every notation of their constants.
  public init(_ engines: [Engine], isFull: Bool) {
    self.engines = engines
    self.isFull = isFull
  }

  // MARK: - Text

  /// The list as text: 80 columns, one block per engine, readable without colour.
  public func text(style: TextStyle) -> String {
    engines.map { block($0, style).joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private func block(_ engine: Engine, _ style: TextStyle) -> [String] {
    var lines = TextLayout.wrap(
      escapedForTerminal("\(engine.key)  \(engine.name)"), width: style.width)
    lines[0] = lines[0].replacing(engine.key, with: engine.key + ":", maxReplacements: 1)
    lines = lines.enumerated().map { $0 == 0 ? style.heading($1) : "  " + style.heading($1) }
    func add(_ label: String, _ text: String) {
      lines += style.item(label, escapedForTerminal(text), 14)
    }
    if let glide = engine.glide {
      add("deceleration", glide.formula)
      if let text = equivalents(glide) { add("", text) }
    }
    if let edge = engine.edge {
      add("edge", edge.formula)
      if let text = equivalents(edge) { add("", text) }
    }
    if let drag = engine.drag { add("rubber band", drag.formula) }
    for animation in engine.animations { add(animation.name, animation.formula) }
    add("source", breakable(engine.source))
    if isFull, let notes = engine.notes { add("notes", notes) }
    return lines
  }

  /// Text with long paths split by a space after a slash.
  private func breakable(_ text: String) -> String {
    let room = 60
    return text.split(separator: " ").map { word in
      guard word.count > room, let slash = word.prefix(room).lastIndex(of: "/") else {
        return String(word)
      }
      return "\(word[...slash]) \(word[word.index(after: slash)...])"
    }.joined(separator: " ")
  }

  private func short(_ value: Double, _ digits: Int = 5) -> String {
    NumberText.short(value, digits: digits)
  }

  /// The rate in other notations, and the distance of a release; nil if there is nothing to add.
  private func equivalents(_ glide: Engine.Glide) -> String? {
    var parts: [String] = []
    if let rate = glide.rate {
      if case .exponential = glide {} else { parts.append("k \(short(rate.perSecond)) /s") }
      parts.append("d \(short(rate.perMillisecond, 6)) per ms")
      parts.append("time constant \(short(rate.timeConstant)) s")
      if isFull {
        parts.append("half-life \(short(rate.halfLife)) s")
        parts.append("factor \(short(rate.perFrame(framesPerSecond: 60))) per 1/60 s")
      }
    }
    if isFull {
      parts.append(
        "a release with 1000 pt/s goes \(short(glide.distance(speed: 1000))) pt"
          + (glide.ending == nil ? "" : " before the rule that ends it"))
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The spring that an edge is or resembles, unless its formula states it.
  private func equivalents(_ edge: Engine.Edge) -> String? {
    guard let spring = edge.spring else { return nil }
    var parts: [String] = []
    switch edge {
    case .spring: break
    case .elastic:
      parts.append("as a spring: delta \(short(spring.decayRate)) /s")
      parts.append("zeta 1")
    default:
      parts.append("nearly a spring: delta \(short(spring.decayRate)) /s")
      parts.append("zeta 1")
    }
    if isFull {
      parts.append("stiffness / mass \(short(spring.stiffnessPerMass)) /s^2")
      parts.append("damping / mass \(short(spring.dampingPerMass)) /s")
      parts.append("response \(short(spring.response)) s")
      parts.append("bounce \(short(spring.bounce))")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  // MARK: - JSON

  /// The list as one JSON object, `format_version` 1.0, which ``EngineFile`` reads.
  public func json(version: String) -> String {
    let format = "\(EngineFile.version.major).\(EngineFile.version.minor)"
    return JSONWriter.file(format: format, tool: version) { json in
      json.objects("engines", engines, EngineJSON.write)
    }
  }
}
