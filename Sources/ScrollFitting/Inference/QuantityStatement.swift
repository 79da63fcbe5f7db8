/// Computes the estimates of quantities with their errors.
struct QuantityStatement {
  /// The errors of the fit; nil if there are none.
  let errors: FitErrors?
  /// The reason for missing errors.
  let missing: String?
  let confidence: Double
  /// If all parameters are fixed: the degrees of freedom of the scatter of the rows themselves.
  let scatterDegrees: Int?
  /// The key of the only quantity that gets an interval; nil for all.
  let onlyInterval: String?

  /// The reason for a value without error: it has no derivative at the fit, or its variance is not finite.
  private static let noError =
    "no finite derivative at the fit, so no error can be computed"

  /// The value of a quantity with its error and interval, or why it has none.
  func estimate(_ quantity: FitQuantity) -> Estimate {
    var result = Estimate(
      key: quantity.key, value: quantity.value, unit: quantity.unit, reason: quantity.reason)
    result.isFixed = quantity.isFixed
    guard result.value != nil else { return result }
    let asksInterval = onlyInterval.map { $0 == quantity.key } ?? true
    if quantity.isFixed {
      result.reason = "fixed"
    } else if let scatterDegrees, quantity.extraVariance > 0 {
      result.setErrors(
        variance: quantity.extraVariance, degrees: Double(scatterDegrees), confidence: confidence)
    } else if let gradient = quantity.gradient,
      errors?.state(
        &result, along: gradient, confidence: asksInterval ? confidence : nil,
        extra: quantity.extraVariance) != nil
    {
      if asksInterval, quantity.uniformBound > 0 {
        result.setInterval(uniform: quantity.uniformBound, confidence: confidence)
      }
    } else {
      result.reason = missing ?? quantity.reason
    }
    if result.standardError == nil, result.reason == nil, !result.isFixed {
      result.reason = Self.noError
    }
    return result
  }
}
