internal import ScrollPhysics
public import ScrollTraces

/// A law of which recordings can be made: what `simulate` knows of it. Each law states its own as ``Law/simulated``.
public struct SimulatedLaw: Sendable {
  /// The constants, in the order of help.
  public let constants: LawConstants
  /// Whether the motion ends below a settle threshold beyond an edge that can be placed.
  public let hasSettle: Bool
  /// Why no edge can be placed, in one sentence; nil where one can.
  public let refusesEdge: String?
  /// Why it has one axis only, in one sentence; nil where it may have two.
  public let refusesTwoAxes: String?
  /// Whether it is computed frame by frame, so that a recording has its frames.
  public let hasFrames: Bool
  private let record: Record

  typealias Record =
    @Sendable (inout SimulatedValues, SimulationSetting) throws(PredictionError) -> SimulatedMotion

  init(
    _ key: String, _ constants: [ConstantDescription], oneOf: [[String]] = [],
    hasSettle: Bool = false, refusesEdge: String? = nil, refusesTwoAxes: String? = nil,
    hasFrames: Bool = false,
    record: @escaping Record
  ) {
    self.constants = LawConstants(key, constants, oneOf: oneOf)
    self.hasSettle = hasSettle
    self.refusesEdge = refusesEdge
    self.refusesTwoAxes = refusesTwoAxes
    self.hasFrames = hasFrames
    self.record = record
  }

  /// The key in commands.
  public var key: String { constants.law }

  /// All laws that can be simulated, in the order of help.
  public static let all = Laws.all.compactMap { $0.simulated } + EngineLaw.simulated

  /// The motion of constants.
  ///
  /// - Throws: one sentence that says why the constants describe no motion.
  public func motion(
    _ values: inout SimulatedValues, _ setting: SimulationSetting
  ) throws(PredictionError) -> SimulatedMotion {
    try record(&values, setting)
  }
}

/// What says how a motion is placed and recorded, beside its constants.
public struct SimulationSetting: Sendable {
  /// The axis of the offsets.
  public var axis: Axis
  /// The offset at rest at the edge, in pt; nil where none is given.
  public var edge: Double?
  /// False at a top or left edge, true at a bottom or right one.
  public var offsetsGrowOutward: Bool
  /// The overscroll in pt below which a bounce ends, 0 for never; nil for the default.
  public var settle: Double?
  /// How long a finger drags, in s; nil for the default.
  public var duration: Double?
  /// Frames per second.
  public var rate: Double

  /// A setting.
  public init(
    axis: Axis, edge: Double? = nil, offsetsGrowOutward: Bool = false, settle: Double? = nil,
    duration: Double? = nil, rate: Double
  ) {
    self.axis = axis
    self.edge = edge
    self.offsetsGrowOutward = offsetsGrowOutward
    self.settle = settle
    self.duration = duration
    self.rate = rate
  }

  /// The metadata of an edge at an offset in pt; its side is that of the setting unless another one is given.
  func edgeEntry(_ offset: Double, offsetsGrowOutward: Bool? = nil) -> Metadata.Entry {
    let outward = offsetsGrowOutward ?? self.offsetsGrowOutward
    return .init(
      Metadata.edgeKey(axis: axis, offsetsGrowOutward: outward), LawConstants.short(offset))
  }

  /// The metadata of the size of the bounds in pt.
  func boundsEntry(_ dimension: Double) -> Metadata.Entry {
    .init(Metadata.boundsKey(axis: axis), LawConstants.short(dimension))
  }
}

/// A motion to record on one axis.
public struct SimulatedMotion: Sendable {
  /// What to record.
  public var quantities: [RecordedQuantity]
  /// How many seconds are worth recording.
  public var end: Double
  /// Edges and bounds.
  public var metadata: [Metadata.Entry]

  /// A motion that never ends is recorded until it is this near to rest, in pt.
  static let nearRest = 0.05

  init(_ quantities: [RecordedQuantity], end: Double, metadata: [Metadata.Entry] = []) {
    self.quantities = quantities
    self.end = end
    self.metadata = metadata
  }
}

/// The constants of a simulated motion; each that is read is noted with its value.
public struct SimulatedValues: Sendable {
  /// Values and words by name.
  private var numbers: [String: Double]
  private var words: [String: String]
  /// What follows a name where it is noted: the axis of one of two.
  private var suffix: String
  /// `name=value` of every constant in effect, in the order of reading.
  public private(set) var used: [String] = []

  /// Values by name.
  public init(numbers: [String: Double], words: [String: String] = [:], suffix: String = "") {
    self.numbers = numbers
    self.words = words
    self.suffix = suffix
  }

  /// Whether a value is given.
  public func has(_ name: String) -> Bool { numbers[name] != nil }

  /// The value given, or the default.
  public mutating func callAsFunction(_ name: String, _ standard: Double) -> Double {
    let value = numbers[name] ?? standard
    note(name, LawConstants.short(value))
    return value
  }

  /// Those of some constants that are given.
  public mutating func given(_ names: [String]) -> [String: Double] {
    let found = names.filter { numbers[$0] != nil }
    for name in found { note(name, LawConstants.short(numbers[name] ?? 0)) }
    return numbers.filter { found.contains($0.key) }
  }

  /// The word given; nil where there is none.
  mutating func word(_ name: String) -> String? {
    guard let word = words[name] else { return nil }
    note(name, word)
    return word
  }

  /// The form of a deceleration.
  var form: Deceleration.Form {
    mutating get {
      let form = words["form"].flatMap(Deceleration.Form.init) ?? .continuous
      note("form", form.rawValue)
      return form
    }
  }

  private mutating func note(_ name: String, _ text: String) {
    used.append("\(name)\(suffix)=\(text)")
  }
}
