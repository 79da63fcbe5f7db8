extension BatchRecord {
  /// A constant of the recording, or the reason why there is none to compare.
  enum ReferenceLookup: Sendable {
    /// A value with an error, or an exact one.
    case value(Estimate)
    /// The law was fitted, but determines no value.
    case withheld(String)
    /// It is unknown which value is meant, or how precise it is.
    case unusable(String, Estimate?)
    case none(String)
  }

  /// The recording's value of a quantity: the pooled value if gestures share the quantity, otherwise that of the only
  /// fit.
  func told(law: String, key: String) -> ReferenceLookup {
    let own = fits.filter { $0.law == law }
    let shared = constants.first { $0.law == law && $0.key == key }?.estimate
    if let shared {
      if shared.value != nil { return told(shared) }
      // Exact values cannot be weighted, but a single one needs no weight.
      if own.count == 1, let only = own[0][key], only.isExact { return .value(only) }
      return .withheld(shared.reason ?? "the recording does not determine \(key)")
    }
    guard let first = own.first else { return .none(withoutFit(of: law)) }
    guard own.count == 1 else {
      return .unusable(
        "the recording has \(own.count) fits of the law \(law): \(key) is not one number", nil)
    }
    guard let estimate = first[key] else { return .none("the fit has no \(key)") }
    guard estimate.value != nil else { return .none(estimate.reason ?? "the fit has no \(key)") }
    return told(estimate)
  }

  /// The reason why there is no fit of a law.
  private func withoutFit(of law: String) -> String {
    if isStill, let failure { return failure.message }
    let told = toldLaws
    let others = (told + identified.sure.filter { !told.contains($0) }).joined(separator: ", ")
    return "the recording has no fit of the law \(law)"
      + (others.isEmpty ? "" : "; it follows \(others)")
  }

  private func told(_ estimate: Estimate) -> ReferenceLookup {
    if estimate.isFixed { return .unusable("\(estimate.key) is fixed, not fitted", estimate) }
    if estimate.standardError != nil || estimate.isExact || estimate.isCount {
      return .value(estimate)
    }
    let reason = estimate.reason.map { ": \($0)" } ?? ""
    return .unusable("it has no standard error\(reason)", estimate)
  }
}
