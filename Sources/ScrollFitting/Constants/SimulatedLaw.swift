internal import ScrollPhysics
public import ScrollRecordings

/// A law that can be simulated, for `simulate`. Each law defines its own as ``Law/simulated``.
public struct SimulatedLaw: Sendable {
  /// The constants, in the order of help.
  public let constants: LawConstants
  /// Whether the motion has a settle threshold and an edge whose position can be chosen.
  public let hasSettle: Bool
  /// Why an edge cannot be placed, in one sentence; nil if it can.
  public let refusesEdge: String?
  /// Why only one axis is possible, in one sentence; nil if two are.
  public let refusesTwoAxes: String?
  /// Whether it is computed frame by frame, so that the recording has the same frames.
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

  /// The motion for constants.
  ///
  /// - Throws: one sentence that states why the constants describe no motion.
  public func motion(
    _ values: inout SimulatedValues, _ setting: SimulationSetting
  ) throws(PredictionError) -> SimulatedMotion {
    try record(&values, setting)
  }
}

/// The placement and timing of a simulated motion, in addition to its constants.
public struct SimulationSetting: Sendable {
  /// The axis of the offsets.
  public var axis: Axis
  /// The offset at rest at the edge, in pt; nil if none is given.
  public var edge: Double?
  /// False at a top or left edge, true at a bottom or right one.
  public var offsetsGrowOutward: Bool
  /// The overscroll in pt below which a bounce ends, 0 for never; nil for the default.
  public var settle: Double?
  /// The duration of a drag, in s; nil for the default.
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

  /// The metadata entry of an edge at an offset in pt; its side is that of the setting by default.
  func edgeEntry(_ offset: Double, offsetsGrowOutward: Bool? = nil) -> Metadata.Entry {
    let outward = offsetsGrowOutward ?? self.offsetsGrowOutward
    return .init(
      Metadata.edgeKey(axis: axis, offsetsGrowOutward: outward), LawConstants.short(offset))
  }

  /// The metadata entry of the size of the bounds in pt.
  func boundsEntry(_ dimension: Double) -> Metadata.Entry {
    .init(Metadata.boundsKey(axis: axis), LawConstants.short(dimension))
  }
}

/// A motion to record on one axis.
public struct SimulatedMotion: Sendable {
  /// The quantities to record.
  public var quantities: [RecordedQuantity]
  /// The recommended duration of a recording, in s.
  public var end: Double
  /// Metadata of edges and bounds.
  public var metadata: [Metadata.Entry]

  /// A motion that never ends is recorded until it is this close to rest, in pt.
  static let nearRest = 0.05

  init(_ quantities: [RecordedQuantity], end: Double, metadata: [Metadata.Entry] = []) {
    self.quantities = quantities
    self.end = end
    self.metadata = metadata
  }
}

/// The constants of a simulated motion; each constant that is read is recorded with its value.
public struct SimulatedValues: Sendable {
  /// Values and words by name.
  private var numbers: [String: Double]
  private var words: [String: String]
  /// The suffix of names in ``used``: the axis, if there are two.
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

  /// The given value, or the default.
  public mutating func callAsFunction(_ name: String, _ standard: Double) -> Double {
    let value = numbers[name] ?? standard
    note(name, LawConstants.short(value))
    return value
  }

  /// The given values among some constants.
  public mutating func given(_ names: [String]) -> [String: Double] {
    let found = names.filter { numbers[$0] != nil }
    for name in found { note(name, LawConstants.short(numbers[name] ?? 0)) }
    return numbers.filter { found.contains($0.key) }
  }

  /// The given word; nil if there is none.
  mutating func word(_ name: String) -> String? {
    guard let word = words[name] else { return nil }
    note(name, word)
    return word
  }

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
