internal import ScrollPhysics

/// A law of one part of engines: its constants by name, its curve, and the constants of each engine.
///
/// Predictions, simulations and exports of the law, and of every engine that uses it, are derived from this value.
struct EngineLaw: Sendable {
  /// The part of an engine that follows the law.
  enum Part: Sendable {
    /// A release inside the content.
    case glide
    /// A return from beyond an edge.
    case edge
    /// A motion from rest to rest.
    case animation
  }

  /// Constants of an engine.
  struct Given: Sendable {
    var numbers: [(name: String, value: Double)] = []
    var words: [(name: String, word: String)] = []
  }

  /// Creates the curve from constants.
  typealias Curve = @Sendable (ConstantValues) throws(PredictionError) -> EngineMotion.Curve
  /// The constants of an engine, in addition to given ones; nil for an engine that uses another law.
  typealias Values =
    @Sendable (Engine, ConstantValues) throws(PredictionError) -> Given?

  let key: String
  let formula: String
  let part: Part
  /// The constants of the law, without those that all laws of its part share.
  let own: [ConstantDescription]
  /// The laws of `identify` whose constants a result can provide, and the names of these constants here.
  let identified: [String: [String: String]]
  /// Constants that these laws fix.
  let held: [String: Double]
  let curve: Curve
  let values: Values

  init(
    _ key: String, _ part: Part, formula: String, _ own: [ConstantDescription],
    identified: [String: [String: String]] = [:], held: [String: Double] = [:],
    curve: @escaping Curve, values: @escaping Values
  ) {
    self.key = key
    self.part = part
    self.formula = formula
    self.own = own
    self.identified = identified
    self.held = held
    self.curve = curve
    self.values = values
  }

  static let all: [EngineLaw] = glides + edges + [tween]

  /// The law of an engine's part; nil if that is the law of `decelerate` or `spring`, or if the engine has no such
  /// part.
  static func law(of engine: Engine, _ part: Part) -> EngineLaw? {
    all.first { law in
      // `values` throws if constants are incomplete, but the part follows the law.
      guard law.part == part else { return false }
      do { return try law.values(engine, ConstantValues(values: [:])) != nil } catch { return true }
    }
  }

  /// All constants, in the order of help.
  var constants: [ConstantDescription] {
    switch part {
    case .glide: Notation.releaseConstants + own + [Self.epsilon, Self.time]
    case .edge: Self.beyondConstants + own + [Notation.settle, Self.time]
    case .animation: own + [Self.time]
    }
  }

  func motion(_ values: ConstantValues) throws(PredictionError) -> EngineMotion {
    var ending: Engine.Ending?
    let endings = Self.endings.map(\.name).filter { values[$0] != nil }
    guard endings.count < 2 else {
      throw PredictionError("Give only one of \(LawConstants.list(endings, "and")): each ends it.")
    }
    if let stop = values["stop"] { ending = .speed(.points(stop)) }
    if let distance = values["stop_distance"] { ending = .distance(.points(distance)) }
    if let step = values["stop_step"], part == .glide { ending = .frame(.points(step)) }
    return EngineMotion(
      try curve(values), ending: ending, frameRate: values["fps"] ?? values.frameRate)
  }

  // MARK: - Constants that laws share

  static let epsilon = ConstantDescription(
    "epsilon", "pt", "moves until it is so close to its limit", .positive, standard: "0.1")
  static let time = ConstantDescription(
    "time", "s", "when to say velocity and offset", .notNegative)
  static let fps = ConstantDescription("fps", "1/s", "frames per second", .positive, standard: "60")
  static let stop = ConstantDescription("stop", "pt/s", "ends below this speed", .positive)
  static let endings = [
    stop,
    ConstantDescription("stop_distance", "pt", "ends so close to its limit", .positive),
    ConstantDescription("stop_step", "pt", "ends where a frame moves less", .positive),
  ]
  static let beyondConstants = [
    ConstantDescription("y0", "pt", "overscroll at the release", standard: "0"),
    ConstantDescription("v0", "pt/s", "velocity there, outward positive", standard: "0"),
  ]
  static let order = ConstantDescription(
    "order", "", "what a frame does first", .words(["move", "slow"]), standard: "move")
  static let easingConstants = [
    ConstantDescription(
      "easing", "", "name of an ease", .words(Easing.named.map(\.name))),
    ConstantDescription("x1", "", "or cubic-bezier(x1, y1, x2, y2)", .probability),
    ConstantDescription("y1", "", "", .any), ConstantDescription("x2", "", "", .probability),
    ConstantDescription("y2", "", "", .any),
  ]

  static func easing(_ values: ConstantValues) throws(PredictionError) -> Easing {
    let names = ["x1", "y1", "x2", "y2"]
    let numbers = names.compactMap { values[$0] }
    if let word = values.words["easing"], let one = Easing.named.first(where: { $0.name == word }) {
      guard numbers.isEmpty else {
        throw PredictionError("Give easing or x1, y1, x2 and y2, not both.")
      }
      return one.easing
    }
    guard numbers.count == 4 else {
      throw PredictionError(
        "Give easing (\(LawConstants.list(Easing.named.map(\.name)))), or all of \(LawConstants.list(names, "and")) of a cubic-bezier.",
        missing: numbers.isEmpty
          ? ["easing=cubic-in-out"] : names.filter { values[$0] == nil }.map { "\($0)=0.5" }
      )
    }
    return .bezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
  }
}

extension EngineLaw.Given {
  init(_ numbers: [(name: String, value: Double)]) { self.numbers = numbers }

  init(_ numbers: [(name: String, value: Double)], _ easing: Easing) {
    self.numbers = numbers
    if case .bezier(let x1, let y1, let x2, let y2) = easing {
      self.numbers += [("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)]
    } else if let name = Easing.named.first(where: { $0.easing == easing })?.name {
      words = [("easing", name)]
    }
  }

  /// Constants with the order within a frame: slow down first, or move first.
  init(_ numbers: [(name: String, value: Double)], slowsFirst: Bool) {
    self.numbers = numbers
    words = slowsFirst ? [("order", "slow")] : []
  }
}

extension ConstantValues {
  /// Frames per second of a law that is computed frame by frame.
  var framesPerSecond: Double { values["fps"] ?? frameRate }

  /// Whether a frame slows down before it moves.
  var slowsFirst: Bool { words["order"] == "slow" }

  /// The values of some constants, without those that are missing.
  func predicted(_ constants: [ConstantDescription]) -> [PredictedValue] {
    constants.compactMap { constant in
      values[constant.name].map {
        PredictedValue(constant.name, constant.unit, constant.meaning, $0)
      }
    }
  }

  /// A required constant.
  func need(_ name: String, _ meaning: String) throws(PredictionError) -> Double {
    guard let value = values[name] else {
      throw PredictionError(
        "Give \(name), \(meaning).", missing: ["\(name)=\(Self.usual[name] ?? "1")"])
    }
    return value
  }

  /// Typical values, as suggestions for a command.
  private static let usual = [
    "amplitude": "0.8", "c": "0.55", "d": "0.5", "deceleration": "2000", "duration": "0.5",
    "factor": "0.95", "friction": "0.8", "inward": "0.1", "outward": "0.1", "period": "0.5",
    "power": "0.3", "r": "2", "smooth_time": "0.1", "stiffness": "10", "time_constant": "0.35",
    "travel": "200", "v0": "2000", "y0": "80",
  ]

  /// v0 of a release.
  func release() throws(PredictionError) -> Double { try need("v0", "the velocity at release") }

  /// The curve of a deceleration from its release. A missing v0 is reported before other missing constants.
  func released(
    _ glide: @autoclosure () throws(PredictionError) -> Engine.Glide
  ) throws(PredictionError) -> EngineMotion.Curve {
    let state = MotionState(position: values["x0"] ?? 0, velocity: try release())
    return try glide().curve(from: state, frameRate: framesPerSecond)
  }

  func returned(_ edge: Engine.Edge) throws(PredictionError) -> EngineMotion.Curve {
    guard let curve = edge.curve(from: try beyond(), frameRate: framesPerSecond) else {
      throw PredictionError("An edge that stops the content has no return.")
    }
    return curve
  }

  /// The state at the release beyond an edge.
  func beyond() throws(PredictionError) -> MotionState {
    guard values["y0"] != nil || values["v0"] != nil else {
      throw PredictionError(
        "Give y0, the overscroll at the release, or v0, the velocity there.", missing: ["y0=80"])
    }
    return MotionState(position: values["y0"] ?? 0, velocity: values["v0"] ?? 0)
  }
}
