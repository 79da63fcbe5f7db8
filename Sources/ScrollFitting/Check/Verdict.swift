internal import CurveFitting
internal import RealModule

/// What became of one constant in a check.
public struct Verdict: Sendable, Hashable {
  /// The kinds, the worst first.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Outside the tolerance, errors included.
    case fail
    /// It cannot be judged.
    case error
    /// The reference has it, the recordings no more.
    case missing
    /// The errors are too large to say.
    case unsure
    /// The reference does not have it.
    case new
    /// Inside the tolerance, errors included.
    case pass
  }

  /// The kind.
  public var kind: Kind
  /// How many more recordings of this kind would decide it; nil where it is decided, or where no number does or
  /// none below ``Comparison/mostRecordings``.
  public var moreTraces: Int?
  /// Why, or what would decide it: one sentence without a full stop; nil where the numbers say it all.
  public var message: String?

  /// A verdict.
  public init(_ kind: Kind, moreTraces: Int? = nil, message: String? = nil) {
    self.kind = kind
    self.moreTraces = moreTraces
    self.message = message
  }
}

/// A constant beside its reference: both with their errors, and the band in which the difference may lie.
///
/// theta has a standard error u with nu degrees of freedom, the reference theta_0 an error u_0 with nu_0. Then
/// s = sqrt(u^2 + u_0^2) has, by Welch (1947) and Satterthwaite (1946),
/// **s^4 / (u^4 / nu + u_0^4 / nu_0)** degrees of freedom, and with Student's t at those:
///
/// - pass when |theta - theta_0| + t(5 %) s <= tau,
/// - fail when |theta - theta_0| - T s > tau, T = t(1 % / m) for m constants judged together,
/// - unsure otherwise.
///
/// T is not t(5 %): twelve recordings and their pool are thirteen constants and more, and a twentieth of each
/// would fail half of all folders in which nothing has changed. Bonferroni's 1 % / m fails no more than one run in
/// a hundred without cause, however many constants it has. A pass needs no such care: what passes wrongly does so
/// only beyond the tolerance, and there 95 % holds for each.
///
/// Differences from tau by the rounding of doubles do not count.
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
  /// The recordings that theta rests on, 1 or more.
  public let count: Int
  /// What arithmetic alone may make of the difference.
  private let rounding: Double

  /// The probability, two-sided, of a constant beyond the interval that has to lie inside the band to pass.
  public static let passLevel = 0.05
  /// The probability of any failure without cause among all constants of a run.
  public static let failLevel = 0.01
  /// More recordings than this are not counted.
  public static let mostRecordings = 1_000_000
  /// Beyond so many degrees of freedom Student's t is the normal distribution to seven digits.
  private static let mostDegrees = 1e7

  /// A comparison; degrees of freedom that are nil are those of an error that is known.
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
  /// The degrees of freedom of s, infinite for errors that are known.
  public var combinedDegrees: Double { combined(with: 0).degrees }

  /// s and its degrees of freedom after `more` recordings like those that there are: u^2 shrinks by n / (n + more),
  /// and what tells u grows as much.
  private func combined(with more: Int) -> (error: Double, degrees: Double) {
    let growth = (Double(count) + Double(more)) / Double(count)
    let own = standardError / growth.squareRoot()
    let error = Double.hypot(own, referenceError)
    guard error > 0 else { return (0, .infinity) }
    // By parts of s^2: fourth powers of small errors underflow.
    let part = own / error * (own / error)
    let rest = referenceError / error * (referenceError / error)
    return (error, 1 / (part * part / (degrees * growth) + rest * rest / referenceDegrees))
  }

  /// The kind of verdict among `judged` constants, were there `more` recordings; nil for as many as one likes.
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

  /// Whether it passes, which does not depend on how many are judged.
  public var passes: Bool { kind(among: 1, with: 0) == .pass }

  /// The verdict among so many constants that are judged together, this one included.
  ///
  /// One that is unsure takes some forty quantiles to say what would decide it.
  public func verdict(among judged: Int) -> Verdict {
    let kind = kind(among: judged, with: 0)
    guard kind == .unsure else { return Verdict(kind) }
    let (more, reason) = remedy(among: judged)
    return Verdict(.unsure, moreTraces: more, message: reason)
  }

  /// What stands in the way where the error of the reference would leave it unsure even with exact recordings.
  private var limit: String {
    let alone =
      referenceError
      * Distribution.studentQuantile(
        twoSided: Self.passLevel, degrees: min(referenceDegrees, Self.mostDegrees))
    guard alone <= band || standardError == 0 else {
      return
        "the error of the reference is too large to decide it: record the reference with more recordings"
    }
    // More recordings move the difference, too, which is known no better than they tell it.
    return standardError > referenceError
      ? "the recordings tell it too roughly to decide it, and the difference is near the edge of the tolerance: record more of them"
      : "the difference is near the edge of the tolerance: a reference of more recordings would decide it"
  }

  /// What would decide it: so many recordings, or why no number does.
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
