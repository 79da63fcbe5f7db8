extension BatchRecord {
  /// A constant of the recording, or why it has none that could be compared.
  enum ReferenceLookup: Sendable {
    /// A value; with an error, or exact.
    case value(Estimate)
    /// The law was fitted and tells no value.
    case withheld(String)
    /// It cannot be said which value is meant, or how well it is known.
    case unusable(String, Estimate?)
    /// There is none.
    case none(String)
  }

  /// What the recording says of a quantity: of one that gestures share the value of all of them, of another that
  /// of its only fit.
  func told(law: String, key: String) -> ReferenceLookup {
    let own = fits.filter { $0.law == law }
    let shared = constants.first { $0.law == law && $0.key == key }?.estimate
    if let shared {
      if shared.value != nil { return told(shared) }
      // Exact values cannot be weighted, but one alone need not be.
      if own.count == 1, let only = own[0][key], only.isExact { return .value(only) }
      return .withheld(shared.reason ?? "the recording tells no \(key)")
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

  /// Why there is no fit of a law.
  private func withoutFit(of law: String) -> String {
    if isStill, let failure { return failure.message }
    let others = toldLaws.joined(separator: ", ")
    return "the recording has no fit of the law \(law)"
      + (others.isEmpty ? "" : "; it follows \(others)")
  }

  private func told(_ estimate: Estimate) -> ReferenceLookup {
    if estimate.isFixed { return .unusable("\(estimate.key) is held, not fitted", estimate) }
    if estimate.standardError != nil || estimate.isExact || estimate.isCount {
      return .value(estimate)
    }
    let reason = estimate.reason.map { ": \($0)" } ?? ""
    return .unusable("no error is known\(reason)", estimate)
  }
}
