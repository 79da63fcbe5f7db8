internal import CurveFitting
/// One reported quantity: its value and its gradient in the coordinates of the linearisation.
struct FitQuantity {
  var key: String
  var unit: String
  var value: Double?
  var gradient: ParameterVector?
  var isFixed = false
  /// Why the value is missing.
  var reason: String?
  /// A variance in addition to that of the fit, such as the rounding of a rest position.
  var extraVariance = 0.0
  /// The maximum of one uniform error that is part of that variance, such as a rounding error; 0 for none.
  var uniformBound = 0.0

  /// The reason for a missing value or error that was not requested.
  static let notAsked = "not asked for"
}

/// The reported quantities of a law.
struct FitQuantities {
  /// The law's parameters, in its order.
  var parameters: [FitQuantity]
  var derived: [FitQuantity]
  /// Key of the nonlinear parameter, which the search varies.
  var nonlinear: String
  /// The user's start value.
  var userStart: Double?
  /// The pairs of parameters whose correlations the law's own warnings need. Nil means all pairs, and is set for laws
  /// whose warnings need intervals too.
  var judgedPairs: [(first: String, second: String)]?

  /// Whether the law's own warnings need the correlation of two parameters.
  func judges(pair: (first: String, second: String)) -> Bool {
    judgedPairs?.contains { $0 == pair } ?? true
  }

  /// States the values only, for searches that do not end at a minimum.
  func stateWithoutErrors(into fit: inout Fit, reason: String) {
    func estimate(_ quantity: FitQuantity) -> Estimate {
      var result = Estimate(
        key: quantity.key, value: quantity.value, unit: quantity.unit, reason: quantity.reason)
      if result.reason == nil { result.reason = reason }
      return result
    }
    fit.parameters = parameters.map(estimate)
    fit.derived = derived.map(estimate)
  }
}

extension MovableCoordinates {
  func parameter(_ key: String, _ unit: String, _ value: Double) -> FitQuantity {
    parameter(key, unit, value, among: keys)
  }

  /// The same with known ``keys``.
  private func parameter(
    _ key: String, _ unit: String, _ value: Double, among keys: [String]
  ) -> FitQuantity {
    let lane = keys.firstIndex(of: key)
    return FitQuantity(
      key: key, unit: unit, value: value, gradient: lane.map(Self.unit), isFixed: lane == nil)
  }

  func parameters(of law: LawDescription) -> [FitQuantity] {
    let keys = keys
    return zip(law.parameters, quoted).map { parameter($0.key, $0.unit, $1, among: keys) }
  }

  /// A quantity derived from the parameters.
  ///
  /// - Parameter missing: why it has no value, if it has none.
  func derived(
    _ key: String, _ unit: String, missing: String? = nil, _ value: (Self) -> Double?
  ) -> FitQuantity {
    let number = value(self).flatMap { $0.isFinite ? $0 : nil }
    return FitQuantity(
      key: key, unit: unit, value: number, gradient: number == nil ? nil : gradient { value($0) },
      isFixed: number != nil && count == 0,
      reason: number == nil ? missing ?? "not a finite number" : nil)
  }
}
