internal import RealModule
public import ScrollPhysics

/// The constants of an engine for a law, under the names that the law uses.
///
/// A law with k gets the engine's deceleration, one with delta its edge, one with c its rubber band. Given constants
/// replace those of the engine; any notation of a rate or a spring replaces all of it.
public struct EngineConstants: Sendable {
  /// The engine's constants that are not given, in the units of ``ConstantDescription``.
  public private(set) var values: [(name: String, value: Double)] = []
  /// The engine's words that are not given, such as the name of an easing.
  public private(set) var words: [(name: String, word: String)] = []
  /// Whether the velocity is summed over whole milliseconds.
  public private(set) var isDiscrete = false
  /// The overscroll in pt below which content rests at an edge; nil if unknown or if the law has no edge.
  public private(set) var settle: Double?

  private let engine: Engine
  private let law: LawConstants
  private let given: [String: Double]
  private let givenWords: [String: String]
  private let scale: Double
  private let frameRate: Double

  /// The constants of an engine for a law.
  ///
  /// - Parameters:
  ///   - engine: the scroll view.
  ///   - law: the law.
  ///   - given: the known constants, by name.
  ///   - words: the known constants that are words.
  ///   - scale: pixels per point, for thresholds in pixels.
  ///   - frameRate: frames per second, for a deceleration that ends when a frame moves it by less than a threshold.
  ///   - takesParts: whether the caller uses the engine's own laws if the constants of this law cannot describe them.
  ///     These constants are then omitted.
  /// - Throws: if the engine lacks the part, or the law does not describe it; the message names the parts it has.
  public init(
    _ engine: Engine, for law: LawConstants, given: [String: Double], words: [String: String] = [:],
    scale: Double, frameRate: Double = 60, takesParts: Bool = false
  ) throws(PredictionError) {
    self.engine = engine
    self.law = law
    self.given = given
    givenWords = words
    self.scale = scale
    self.frameRate = frameRate
    if let own = EngineLaw.all.first(where: { $0.key == law.law }) {
      try addPart(own)
      return
    }
    guard takes("k") || takes("delta") || takes("c") else {
      throw PredictionError(
        "\(law.law) has no constants of an engine: leave \(engine.key) out.")
    }
    for name in ["k", "delta", "c"] where takes(name) {
      do throws(PredictionError) { try addPart(of: name) } catch {
        guard takesParts else { throw error }
      }
    }
  }

  /// Adds the part that a constant belongs to: the deceleration, the edge or the rubber band.
  private mutating func addPart(of constant: String) throws(PredictionError) {
    switch constant {
    case "k": try addGlide()
    case "delta": try addEdge()
    default: try addBand()
    }
  }

  /// The law that an engine uses, selected by the names of the given constants: the first of its parts that uses all of
  /// them, or else the most of them.
  public static func law<Law>(
    of engine: Engine, given names: Set<String>, among laws: [Law], constants: (Law) -> LawConstants
  ) -> Law? {
    let hasAnimations = !engine.animations.isEmpty && !names.contains("v0")
    let keys = [
      EngineLaw.law(of: engine, .glide)?.key ?? DecelerationLaw.description.key,
      EngineLaw.law(of: engine, .edge)?.key ?? SpringLaw.description.key,
      hasAnimations ? EngineLaw.tween.key : nil, PredictedLaw.fling.key,
      EngineBand.band(of: engine)?.key ?? RubberBandLaw.description.key,
      BounceLaw.description.key,
    ]
    let candidates = keys.compactMap { key in laws.first { constants($0).law == key } }
    func known(_ law: Law) -> Int { names.intersection(constants(law).constants.map(\.name)).count }
    let most = candidates.map(known).max() ?? 0
    return candidates.first { known($0) == most }
  }

  // MARK: - Parts

  /// Adds the constants of a law that only engines use.
  private mutating func addPart(_ own: EngineLaw) throws(PredictionError) {
    guard
      let found = try own.values(engine, ConstantValues(values: given, words: givenWords))
    else {
      switch own.part {
      case .glide: throw refusal("deceleration", engine.glide?.formula)
      case .edge: throw refusal("edge", engine.edge?.formula)
      case .animation: throw refusal("animation", nil)
      }
    }
    // Any notation of a rate or an easing replaces all of it.
    let groups = [Notation.rate, Notation.easing]
    func isReplaced(_ name: String) -> Bool {
      let group = groups.first { $0.contains(name) && takes($0[0]) } ?? [name]
      return group.contains { given[$0] != nil || givenWords[$0] != nil }
    }
    values += found.numbers.filter { takes($0.name) && !isReplaced($0.name) }
    words += found.words.filter { takes($0.name) && !isReplaced($0.name) }
    switch own.part {
    case .glide where !isGiven(EngineLaw.endings.map(\.name)): addOwnEnding()
    case .edge:
      settle = engine.edge?.settles?.points(scale: scale)
      if let settle, takes("settle"), given["settle"] == nil { values.append(("settle", settle)) }
    default: break
    }
  }

  private mutating func addOwnEnding() {
    let ending: (name: String, value: Engine.Threshold)? =
      switch engine.glide?.ending {
      case .speed(let threshold): ("stop", threshold)
      case .distance(let threshold): ("stop_distance", threshold)
      case .frame(let threshold): ("stop_step", threshold)
      case nil: nil
      }
    guard let ending, takes(ending.name) else { return }
    values.append((ending.name, ending.value.points(scale: scale)))
  }

  /// Whether a law is a rubber band that is not hyperbolic.
  private func isBand(_ key: String) -> Bool {
    EngineBand.all.contains { $0.key == key }
  }

  private mutating func addGlide() throws(PredictionError) {
    var rate = DecelerationRate(perSecond: 0)
    if isGiven(Notation.rate + ["fps"]) {
      rate = try Notation.rate(given)
    } else {
      var coulomb = 0.0
      switch engine.glide {
      case .exponential(let own, _): rate = own
      case .discrete(let own) where takes(Notation.form.name):
        rate = own
        isDiscrete = true
      case .coulomb(let own, let value, _):
        rate = own
        coulomb = value
      case .curve(let curve):
        rate = DecelerationRate(perSecond: curve.gamma)
        coulomb = curve.glide(velocity: given["v0"] ?? 0).coulomb
      case .discrete, .perFrame, .projected, .superposed, .constant, .eased, .powerLaw, .spline,
        .stepped, .growingFriction, .bezier, .momentum, nil:
        throw refusal("deceleration", engine.glide?.formula)
      }
      guard coulomb == 0 || takes("coulomb") else {
        throw refusal("deceleration", engine.glide?.formula)
      }
      values.append(("k", rate.perSecond))
      if coulomb != 0, given["coulomb"] == nil { values.append(("coulomb", coulomb)) }
    }
    addEnding(rate.perSecond)
  }

  private mutating func addBand() throws(PredictionError) {
    guard given["c"] == nil else { return }
    guard let own = EngineBand.band(of: engine),
      law.law == own.key || own.key == RubberBandLaw.description.key && !isBand(law.law)
    else { throw refusal("rubber band", engine.drag?.formula) }
    values += own.numbers.filter { given[$0.name] == nil }
  }

  private mutating func addEnding(_ rate: Double) {
    var stop: Double?
    switch engine.glide?.ending {
    case .speed(let threshold): stop = threshold.points(scale: scale)
    case .distance(let threshold):
      let distance = threshold.points(scale: scale)
      if takes("epsilon") {
        if given["epsilon"] == nil { values.append(("epsilon", distance)) }
      } else {
        // v = k (limit - x).
        stop = rate * distance
      }
    case .frame(let threshold):
      // The speed at which a frame moves by the threshold: v (1 - e^(-k T)) / k.
      stop =
        threshold.points(scale: scale) * rate / -Double.expMinusOne(-rate / frameRate)
    case nil: break
    }
    // If 0 means never, it must replace the default, which belongs to another engine.
    if stop == nil, case .notNegative? = constant("stop")?.allowed { stop = 0 }
    if let stop, takes("stop"), given["stop"] == nil { values.append(("stop", stop)) }
  }

  private mutating func addEdge() throws(PredictionError) {
    settle = engine.edge?.settles?.points(scale: scale)
    if let settle, takes("settle"), given["settle"] == nil { values.append(("settle", settle)) }
    guard !isGiven(Notation.spring) else { return }
    if engine.edge == .clamped {
      throw PredictionError(
        "The edge of \(engine.key) stops the content: nothing moves beyond it.")
    }
    guard case .spring(let spring, _) = engine.edge else {
      throw refusal("edge", engine.edge?.formula)
    }
    guard takes("kappa") || spring.kappa == 0 else {
      throw PredictionError(
        "The edge of \(engine.key) is not critically damped, as \(law.law) is: take the law spring."
      )
    }
    values.append(("delta", spring.decayRate))
    if takes("kappa") { values.append(("kappa", spring.kappa)) }
  }

  private func constant(_ name: String) -> ConstantDescription? {
    law.constants.first { $0.name == name }
  }

  private func takes(_ name: String) -> Bool { constant(name) != nil }

  /// Whether a rate or a spring is given, in any notation.
  private func isGiven(_ family: [String]) -> Bool { family.contains { given[$0] != nil } }

  /// The error for a part without constants, which names the parts that the engine has.
  private func refusal(_ part: String, _ formula: String?) -> PredictionError {
    let animations = engine.animations.map { ("animation \($0.name)", Optional($0.formula)) }
    let parts =
      ([
        ("deceleration", engine.glide?.formula), ("edge", engine.edge?.formula),
        ("rubber band", engine.drag?.formula),
      ] + animations).compactMap { name, formula in formula.map { "\(name) (\($0))" } }
    let reason =
      formula == nil
      ? "\(engine.key) has no \(part) of its own"
      : "The \(part) of \(engine.key) is no curve of the law \(law.law)"
    return PredictionError("\(reason): it has the \(LawConstants.list(parts, "and the")).")
  }
}
