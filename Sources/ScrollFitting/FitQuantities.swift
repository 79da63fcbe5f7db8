/// One quoted quantity: its value and its gradient in the coordinates of the linearisation.
struct FitQuantity {
  var key: String
  var unit: String
  var value: Double?
  var gradient: SIMD4<Double>?
  var isFixed = false
  /// Why the value is missing.
  var reason: String?
  /// A variance beside that of the fit, such as the rounding of a place of rest.
  var extraVariance = 0.0
}

/// What a law quotes.
struct FitQuantities {
  /// The law's parameters, in its order.
  var parameters: [FitQuantity]
  /// What follows from them.
  var derived: [FitQuantity]
  /// Key of the parameter that is searched for, not solved for.
  var nonlinear: String
  /// Where the user started it.
  var userStart: Double?

  /// The values alone: for searches that do not end at a minimum.
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
