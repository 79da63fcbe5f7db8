internal import CurveFitting
internal import RealModule

/// The outcome of a check for one constant.
public struct Verdict: Sendable, Hashable {
  /// The kinds, the worst first.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Outside the tolerance, errors included.
    case fail
    /// It could not be judged.
    case error
    /// The reference has it, the recordings no longer do.
    case missing
    /// The errors are too large for a decision.
    case unsure
    /// The reference does not have it.
    case new
    /// Inside the tolerance, errors included.
    case pass
  }

  /// The kind.
  public var kind: Kind
  /// The number of further similar recordings that would decide it; nil if it is decided, or if no number up to
  /// ``Comparison/mostRecordings`` decides it.
  public var moreTraces: Int?
  /// The reason, or what would decide it: one sentence without a full stop; nil if the numbers are sufficient.
  public var message: String?

  /// A verdict.
  public init(_ kind: Kind, moreTraces: Int? = nil, message: String? = nil) {
    self.kind = kind
    self.moreTraces = moreTraces
    self.message = message
  }
}

/// A constant and its reference, both with errors, and the band in which their difference may lie.
///
/// theta has a standard error u with nu degrees of freedom, the reference theta_0 an error u_0 with nu_0. By Welch
/// (1947) and Satterthwaite (1946), s = sqrt(u^2 + u_0^2) has **s^4 / (u^4 / nu + u_0^4 / nu_0)** degrees of freedom.
/// With Student's t at these:
///
/// - pass if |theta - theta_0| + t(5 %) s <= tau,
/// - fail if |theta - theta_0| - T s > tau, T = t(1 % / m) for m constants judged together,
/// - unsure otherwise.
///
/// T is stricter than t(5 %): twelve recordings and their pool are at least thirteen constants, and with 5 % for each,
/// half of all unchanged folders would fail. With Bonferroni's 1 % / m, at most one unchanged run in a hundred fails,
/// for any number of constants. A pass needs no correction: a wrong pass occurs only beyond the tolerance, with 5 %
/// probability per constant.
///
/// Differences from tau within the rounding of doubles are ignored.
public struct Comparison: Sendable, Hashable {
  /// theta - theta_0.
  public let difference: Double
  /// tau, half the band around the reference.
  public let band: Double
  /// u; 0 for an exact value.
  public let standardError: Double
  /// nu.
  public let degrees: Double
  /// u_0; 0 for an exact value.
  public let referenceError: Double
  /// nu_0.
  public let referenceDegrees: Double
  /// Number of recordings on which theta is based, at least 1.
  public let count: Int
  /// The possible rounding error of the difference.
  private let rounding: Double

  /// The two-sided probability of a value outside the interval that must lie inside the band to pass.
  public static let passLevel = 0.05
  /// The probability of any false failure among all constants of a run.
  public static let failLevel = 0.01
  /// The largest number of further recordings that is reported.
  public static let mostRecordings = 1_000_000
  /// At this many degrees of freedom Student's t equals the normal distribution to seven digits.
  private static let mostDegrees = 1e7

  /// Creates a comparison; nil degrees of freedom stand for a known error.
  public init(
    value: Double, standardError: Double, degrees: Double?, count: Int = 1,
    to reference: ReferenceConstant, band: Double
  ) {
    difference = value - reference.value
    self.band = band
    self.standardError = standardError
    self.degrees = degrees ?? .infinity
    referenceError = reference.standardError ?? 0
    referenceDegrees = reference.degrees ?? .infinity
    self.count = max(1, count)
    rounding = 4 * max(value.magnitude, reference.value.magnitude).ulp
  }

  /// s = sqrt(u^2 + u_0^2).
  public var combinedError: Double { combined(with: 0).error }
  /// The degrees of freedom of s; infinite for known errors.
  public var combinedDegrees: Double { combined(with: 0).degrees }

  /// s and its degrees of freedom after `more` similar recordings: u^2 decreases by n / (n + more), and the degrees of
  /// freedom of u increase by the inverse.
  private func combined(with more: Int) -> (error: Double, degrees: Double) {
    let growth = (Double(count) + Double(more)) / Double(count)
    let own = standardError / growth.squareRoot()
    let error = Double.hypot(own, referenceError)
    guard error > 0 else { return (0, .infinity) }
    // Uses fractions of s^2, as fourth powers of small errors underflow.
    let part = own / error * (own / error)
    let rest = referenceError / error * (referenceError / error)
    return (error, 1 / (part * part / (degrees * growth) + rest * rest / referenceDegrees))
  }

  /// The kind of verdict among `judged` constants with `more` recordings; nil for infinitely many.
  private func kind(among judged: Int, with more: Int?) -> Verdict.Kind {
    let (error, degrees) = more.map(combined) ?? (referenceError, referenceDegrees)
    func reach(_ level: Double) -> Double {
      guard error > 0 else { return 0 }
      return error
        * Distribution.studentQuantile(twoSided: level, degrees: min(degrees, Self.mostDegrees))
    }
    let distance = difference.magnitude
    guard distance > band + rounding else {
      return distance + reach(Self.passLevel) <= band + rounding ? .pass : .unsure
    }
    let level = Self.failLevel / Double(max(1, judged))
    return distance - reach(level) > band + rounding ? .fail : .unsure
  }

  /// Whether it passes; this does not depend on the number of constants judged.
  public var passes: Bool { kind(among: 1, with: 0) == .pass }

  /// The verdict among `judged` constants that are judged together, including this one.
  ///
  /// An unsure verdict takes about forty quantiles to find the number of recordings that would decide it.
  public func verdict(among judged: Int) -> Verdict {
    let kind = kind(among: judged, with: 0)
    guard kind == .unsure else { return Verdict(kind) }
    let (more, reason) = remedy(among: judged)
    return Verdict(.unsure, moreTraces: more, message: reason)
  }

  /// The reason why the error of the reference leaves it unsure even with exact recordings.
  private var limit: String {
    let alone =
      referenceError
      * Distribution.studentQuantile(
        twoSided: Self.passLevel, degrees: min(referenceDegrees, Self.mostDegrees))
    guard alone <= band || standardError == 0 else {
      return
        "the error of the reference is too large to decide it: record the reference with more recordings"
    }
    // More recordings also change the difference, within its present error.
    return standardError > referenceError
      ? "the recordings are too imprecise, and the difference is close to the tolerance: record more of them"
      : "the difference is close to the tolerance: a reference of more recordings would decide it"
  }

  /// The number of recordings that would decide it, or the reason why no number does.
  private func remedy(among judged: Int) -> (more: Int?, reason: String) {
    func isUnsure(_ more: Int?) -> Bool { kind(among: judged, with: more) == .unsure }
    var low = 0
    var high = 1
    while high < Self.mostRecordings, isUnsure(high) {
      low = high
      high = min(2 * high, Self.mostRecordings)
    }
    if isUnsure(high) {
      if (difference.magnitude - band).magnitude <= rounding + 1e-9 * band {
        return (
          nil, "the difference is at the edge of the tolerance: no number of recordings decides it"
        )
      }
      if isUnsure(nil) { return (nil, limit) }
      return (nil, "more than a million more recordings like these would decide it")
    }
    while high - low > 1 {
      let middle = (low + high) / 2
      if isUnsure(middle) { low = middle } else { high = middle }
    }
    return (
      high,
      high == 1
        ? "1 more recording like these would decide it"
        : "\(high) more recordings like these would decide it"
    )
  }
}
