package import ScrollPhysics

/// The curve of a law with its constants, in one description for all formats.
///
/// The source languages print the formulas. Sampled values, in easings and tables, are computed by the laws
/// themselves.
public struct ExportedCurve: Sendable {
  package struct Constant: Sendable {
    /// The name, in camel case.
    package var name: String
    package var value: Double
    /// The unit; empty for none.
    package var unit: String
    package var meaning: String

    init(_ name: String, _ value: Double, _ unit: String, _ meaning: String) {
      self.name = name
      self.value = value
      self.unit = unit
      self.meaning = meaning
    }
  }

  /// A quantity of the law: a column of a table.
  package struct Quantity: Sendable {
    /// The name in JSON and headings, such as `position`.
    package var name: String
    /// The column name in a recording.
    var column: String
    package var unit: String
    package var value: @Sendable (Double) -> Double
  }

  /// The conversion of a quantity to the progress of an animation.
  package struct Easing: Sendable {
    /// Suffix of the name if a curve has several easings; otherwise empty.
    var suffix = ""
    /// The values in pt at progress 0 and 1, with descriptions.
    var zero: (value: Double, meaning: String)
    var one: (value: Double, meaning: String)
    /// The value in pt at a time in s.
    package var value: @Sendable (Double) -> Double
    /// The exact curve in CSS, such as a cubic-bezier(); nil if CSS has none.
    var exact: String?
  }

  /// The independent variable of the curve and its range.
  package struct Domain: Sendable {
    /// The name in JSON: time, travel or offset.
    package var name = "time"
    /// The column name in a recording.
    var column = "t_s"
    package var unit = "s"
    package var start = 0.0
    package var end: Double
    package var endMeaning: String
    /// Positions at which a slope is discontinuous, ascending.
    var breaks: [Double] = []
    /// The value after the end: a number or the name of a constant; nil for the position at the end.
    var rest: String?
    /// An upper bound of the second derivative between breaks, from a position on.
    var curvature: @Sendable (Double) -> Double
    /// An upper bound of the slope after the last break, if there are too many breaks to list.
    var unlistedSlope = 0.0
    /// A curve of steps is evaluated at multiples of this; 0 for a continuous curve.
    var step = 0.0
    /// The unit of the steps.
    var stepMeaning = "milliseconds"

    /// Whether the variable is time, so that the curve is a motion.
    var isTime: Bool { name == "time" }
  }

  /// The form in which a platform supports the law itself.
  package enum Idiom: Sendable {
    case none
    /// A spring with its initial state, and its mass.
    case spring(Spring, mass: Double)
    /// A viscous deceleration and the speed below which it ends.
    case glide(Deceleration, stopSpeed: Double?)
  }

  /// The law, as named by the commands.
  public let law: String
  /// The default name for types and functions.
  public let defaultName: CodeName
  /// A title of one line.
  package let title: String
  package let formula: String
  package let constants: [Constant]
  let functions: [CurveFunction]
  package let domain: Domain
  package let quantities: [Quantity]
  let easings: [Easing]
  let idiom: Idiom

  /// The parts of the description that each law provides.
  package struct Parts: Sendable {
    package var name: String
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

  /// - Parameters:
  ///   - parts: the parts that the law provides.
  ///   - law: the law, as named by the commands.
  ///   - formula: the formula if the parts have none.
  ///   - largest: the maximum magnitude of positions and values.
  package init(_ parts: Parts, law: String, formula text: String, largest: Double)
    throws(ExportError)
  {
    self.law = law
    formula = parts.formula ?? text
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
      throw ExportError("The curve never ends, or its values overflow: check the constants.")
    }
    // Otherwise the number of points within a tolerance could be unlimited.
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

  package init(_ message: String) { self.message = message }
}
