public import ScrollFitting
internal import ScrollPhysics

/// The curve of a law with its constants, in one description for all formats.
///
/// The source languages print the formulas. Sampled values, in easings and tables, are computed by the laws
/// themselves.
public struct ExportedCurve: Sendable {
  struct Constant: Sendable {
    /// The name, in camel case.
    var name: String
    var value: Double
    /// The unit; empty for none.
    var unit: String
    var meaning: String

    init(_ name: String, _ value: Double, _ unit: String, _ meaning: String) {
      self.name = name
      self.value = value
      self.unit = unit
      self.meaning = meaning
    }
  }

  /// A quantity of the law: a column of a table.
  struct Quantity: Sendable {
    /// The name in JSON and headings, such as `position`.
    var name: String
    /// The column name in a recording.
    var column: String
    var unit: String
    var value: @Sendable (Double) -> Double
  }

  /// The conversion of a quantity to the progress of an animation.
  struct Easing: Sendable {
    /// Suffix of the name if a curve has several easings; otherwise empty.
    var suffix = ""
    /// The values in pt at progress 0 and 1, with descriptions.
    var zero: (value: Double, meaning: String)
    var one: (value: Double, meaning: String)
    /// The value in pt at a time in s.
    var value: @Sendable (Double) -> Double
    /// The curve itself as CSS has it, such as a cubic-bezier(); nil where CSS has none.
    var exact: String?
  }

  /// The independent variable of the curve and its range.
  struct Domain: Sendable {
    /// The name in JSON: time, travel or offset.
    var name = "time"
    /// The column name in a recording.
    var column = "t_s"
    var unit = "s"
    var start = 0.0
    var end: Double
    /// What happens at the end.
    var endMeaning: String
    /// Positions at which a slope is discontinuous, ascending.
    var breaks: [Double] = []
    /// The value after the end: a number or the name of a constant; nil for the position at the end.
    var rest: String?
    /// An upper bound of the second derivative between breaks, from a position on.
    var curvature: @Sendable (Double) -> Double
    /// An upper bound of the slope after the last break, where there are too many breaks to list.
    var unlistedSlope = 0.0
    /// A curve of steps is evaluated at multiples of this; 0 for a continuous curve.
    var step = 0.0
    /// What the steps are.
    var stepMeaning = "milliseconds"

    /// Whether the variable is time, so that the curve is a motion.
    var isTime: Bool { name == "time" }
  }

  /// The form in which a platform supports the law itself.
  enum Idiom: Sendable {
    case none
    /// A spring with its initial state, and its mass.
    case spring(Spring, mass: Double)
    /// A viscous glide and the speed below which it ends.
    case glide(Deceleration, stopSpeed: Double?)
  }

  /// The law, as the commands name it.
  public var law: String { source.key }
  /// The name for types and functions unless another one is given.
  public let defaultName: CodeName
  /// A title of one line.
  let title: String
  let formula: String
  let constants: [Constant]
  let functions: [CurveFunction]
  let domain: Domain
  let quantities: [Quantity]
  let easings: [Easing]
  let idiom: Idiom
  private let source: PredictedLaw

  /// The parts of the description that each law provides.
  struct Parts: Sendable {
    var name: String
    var title: String
    /// A more complete formula than that of the law; nil if that is complete.
    var formula: String?
    var constants: [Constant]
    var functions: [CurveFunction]
    var domain: Domain
    var quantities: [Quantity]
    var easings: [Easing] = []
    var idiom = Idiom.none
  }

  /// Creates the curve of a law.
  ///
  /// - Parameters:
  ///   - law: the law.
  ///   - motion: the motion with its constants.
  ///   - isDiscrete: whether the velocity is summed over whole milliseconds.
  ///   - mass: mass of a spring, for platforms that require it.
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
      case .engine(let motion, let isReturn, let threshold):
        try Parts(motion, isReturn: isReturn, threshold: threshold)
      case .drag(let drag, let dimension, let travel):
        Parts(drag, dimension: dimension, travel: travel)
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
    // Otherwise the number of points within a tolerance could be unlimited.
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

  /// Whether a name is one of the constants or functions; in some languages the type cannot have the same name.
  public func hasMember(_ name: CodeName) -> Bool {
    constants.contains { $0.name == name.text } || functions.contains { $0.name == name.text }
  }

  /// The functions that a user calls.
  var publicFunctions: [CurveFunction] { functions.filter { !$0.isHelper } }
}

/// Why a curve cannot be exported.
public struct ExportError: Error, Sendable, Hashable {
  /// One sentence with a full stop.
  public var message: String

  init(_ message: String) { self.message = message }
}
