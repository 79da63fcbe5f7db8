public import ScrollFitting
internal import ScrollPhysics

/// The curve of a law with its constants, described once for every format.
///
/// The formulas are for the languages; what is sampled, an easing or a table, comes from the laws
/// themselves.
public struct ExportedCurve: Sendable {
  /// A number with a name.
  struct Constant: Sendable {
    /// In camel case.
    var name: String
    var value: Double
    /// Empty for none.
    var unit: String
    /// What it is.
    var meaning: String

    init(_ name: String, _ value: Double, _ unit: String, _ meaning: String) {
      self.name = name
      self.value = value
      self.unit = unit
      self.meaning = meaning
    }
  }

  /// A column of a table: a quantity as the law has it.
  struct Quantity: Sendable {
    /// As JSON and headings have it, such as `position`.
    var name: String
    /// As the header of a recording has it.
    var column: String
    var unit: String
    var value: @Sendable (Double) -> Double
  }

  /// How a quantity becomes the progress of an animation.
  struct Easing: Sendable {
    /// Behind the name where a curve has several; empty otherwise.
    var suffix = ""
    /// The values in pt for which 0 and 1 stand, with words for them.
    var zero: (value: Double, meaning: String)
    var one: (value: Double, meaning: String)
    /// In pt at a time in s.
    var value: @Sendable (Double) -> Double
  }

  /// What the curve is a function of, and where it is of interest.
  struct Domain: Sendable {
    /// As JSON has it: time, travel or offset.
    var name = "time"
    /// As the header of a recording has it.
    var column = "t_s"
    var unit = "s"
    var start = 0.0
    var end: Double
    /// What happens at the end.
    var endMeaning: String
    /// Where a slope jumps, in order.
    var breaks: [Double] = []
    /// Where it is from the end on: a number or the name of a constant; nil for the position at the end.
    var rest: String?
    /// The largest size of the second derivative between those, from a place on.
    var curvature: @Sendable (Double) -> Double
    /// The largest size of a slope where breaks are too many to be listed: from the last one on.
    var unlistedSlope = 0.0
    /// A curve of steps is read at multiples of this; 0 for one without.
    var step = 0.0

    /// Whether it is a time, so that the curve is a motion.
    var isTime: Bool { name == "time" }
  }

  /// What a platform has of its own for the law.
  enum Idiom: Sendable {
    case none
    /// A spring with the state in which it begins, by mass.
    case spring(Spring, mass: Double)
    /// A viscous glide and the speed below which it ends.
    case glide(Deceleration, stopSpeed: Double?)
  }

  /// The law, as the commands name it.
  public var law: String { source.key }
  /// The name for types and functions unless another one is given.
  public let defaultName: CodeName
  /// One line: what the curve is.
  let title: String
  /// The formula of the law.
  let formula: String
  let constants: [Constant]
  let functions: [CurveFunction]
  let domain: Domain
  let quantities: [Quantity]
  let easings: [Easing]
  let idiom: Idiom
  private let source: PredictedLaw

  /// The parts in which laws describe themselves.
  struct Parts: Sendable {
    var name: String
    var title: String
    /// Where that of the law leaves something out.
    var formula: String?
    var constants: [Constant]
    var functions: [CurveFunction]
    var domain: Domain
    var quantities: [Quantity]
    var easings: [Easing] = []
    var idiom = Idiom.none
  }

  /// The curve of a law.
  ///
  /// - Parameters:
  ///   - law: the law.
  ///   - motion: its curve.
  ///   - isDiscrete: whether velocity is summed over whole milliseconds.
  ///   - mass: of a spring, for platforms that ask for it.
  public init(
    _ law: PredictedLaw, _ motion: ConstantMotion, isDiscrete: Bool = false, mass: Double = 1
  ) throws(ExportError) {
    let parts =
      switch motion {
      case .glide(let glide, let stop, let epsilon):
        try Parts(glide, stopSpeed: stop, epsilon: epsilon)
      case .coast(let glide, let epsilon): try Parts(resisted: glide, epsilon: epsilon)
      case .bounce(let spring, let settle):
        try Parts(spring, settle: settle, isBounce: true, mass: mass)
      case .spring(let spring, let settle):
        try Parts(spring, settle: settle, isBounce: false, mass: mass)
      case .fling(let fling, let settle, let epsilon):
        try Parts(fling, settle: settle, epsilon: epsilon)
      case .transfer(let handover, let stop, let epsilon):
        try Parts(handover, stopSpeed: stop, epsilon: epsilon)
      case .rubberBand(let band, let travel): Parts(band, travel: travel)
      case .fall(let fall, let height): try Parts(fall, height: height)
      case .collision(let collision, let rebounds): try Parts(collision, rebounds: rebounds)
      case .stretch(let header, let offset): Parts(header, offset: offset)
      }
    source = law
    formula = parts.formula ?? law.formula(isDiscrete: isDiscrete)
    defaultName = CodeName(known: parts.name)
    title = parts.title
    constants = parts.constants
    functions = parts.functions
    domain = parts.domain
    quantities = parts.quantities
    easings = parts.easings
    idiom = parts.idiom
    guard constants.allSatisfy({ $0.value.isFinite }), domain.end > domain.start,
      domain.end.isFinite
    else {
      throw ExportError("The curve has no end, or none that numbers hold: check the constants.")
    }
    // Points within a tolerance of such a curve would be without number.
    let largest = FitOptions.largestHeld
    let places = (0...8).map { domain.start + (domain.end - domain.start) * Double($0) / 8 }
    guard
      places.allSatisfy({ place in
        place.magnitude <= largest && quantities.allSatisfy { $0.value(place).magnitude <= largest }
      })
    else {
      throw ExportError("The curve goes further than 1e12 pt, pt/s or s: check the constants.")
    }
  }

  /// Whether a name is one of its constants or functions, which types of some languages cannot share.
  public func hasMember(_ name: CodeName) -> Bool {
    constants.contains { $0.name == name.text } || functions.contains { $0.name == name.text }
  }

  /// Those that a user calls.
  var publicFunctions: [CurveFunction] { functions.filter { !$0.isHelper } }
}

/// Why a curve cannot be exported, in one sentence.
public struct ExportError: Error, Sendable, Hashable {
  /// One sentence, with a full stop.
  public var message: String

  init(_ message: String) { self.message = message }
}
