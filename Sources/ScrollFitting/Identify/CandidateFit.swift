internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// A law fitted to a motion, for comparison with other laws.
public struct CandidateFit: Sendable, Hashable {
  /// The law.
  public var law: CandidateLaw
  /// Number of fitted parameters, without the residual scale.
  public var parameterCount: Int
  /// The constants of the law: key, value and unit.
  public var constants: [Constant]
  /// Sum of squared residuals in pt^2, with the weights of the motion's samples.
  public var sumOfSquares: Double
  /// Root mean square of the residuals in pt.
  public var rms: Double
  /// The largest residual in pt.
  public var max: Double
  /// AICc as in ``Criteria``, with a residual variance of at least 0.6 times that of rounding, noise and timing errors.
  public var aicc = Double.infinity
  /// BIC with the same lower bound.
  public var bic = Double.infinity
  /// Akaike weight among all candidates of the motion, from AICc.
  public var aiccWeight = 0.0
  /// The same weight from BIC.
  public var bicWeight = 0.0
  /// Whether the residuals are no larger than rounding, noise and timing errors cause.
  public var follows = false

  /// Whether size, maximum and order of the residuals all agree with the law.
  let isClean: Bool
  /// Values minus curve, in pt.
  let residuals: [Double]

  /// A residual variance below this share of that of rounding, noise and timing errors carries no information about the
  /// law.
  static let leastShare = 0.6

  /// A constant of a law.
  public struct Constant: Sendable, Hashable {
    /// Its key, as in the law's own report.
    public var key: String
    /// Its value.
    public var value: Double
    /// Its unit.
    public var unit: String
    /// Its standard error by the jackknife; nil if a command computes it, or for too few samples.
    public var standardError: Double?
  }

  /// - Parameter curve: the fitted values.
  init(
    _ law: CandidateLaw, parameters: Int, constants: [(String, Double, String)],
    curve: [Double], window: MotionWindow
  ) {
    self.law = law
    parameterCount = parameters
    self.constants = constants.map { Constant(key: $0.0, value: $0.1, unit: $0.2) }
    let residuals = zip(window.values, curve).map { $0 - $1 }
    self.residuals = residuals
    let n = Double(window.count)
    let squares = window.weightedSquares(residuals)
    sumOfSquares = squares
    rms = (residuals.reduce(0) { $0 + $1 * $1 } / n).squareRoot()
    max = residuals.reduce(0) { Swift.max($0, $1.magnitude) }
    // Exact data leave only arithmetic rounding, which does not rank laws. Nor do residuals far below the rounding of
    // the values.
    let least =
      n
      * Swift.max(
        1e-18 * (1 + window.extent * window.extent), Self.leastShare * window.weightedVariance)
    let sum = Swift.max(squares, least)
    aicc =
      InformationCriteria.aicc(sumOfSquares: sum, count: window.count, parameters: parameters)
      ?? .infinity
    bic =
      InformationCriteria.bic(sumOfSquares: sum, count: window.count, parameters: parameters)
      ?? .infinity
    let degrees = Swift.max(n - Double(parameters), 1)
    follows = window.allows(squares, degrees: degrees)
    isClean = window.isClean(residuals, squares: squares, degrees: degrees)
  }

  /// Whether the law moves content from one rest to another: an ease, or an overdamped spring. The last turns of one that
  /// oscillates may be too small to see.
  var movesFromRest: Bool { law.easing != nil || law == .spring && (self["zeta"] ?? 0) > 1 }

  /// The part of its way that an ease has done at a time in s; nil for other laws.
  func done(at time: Double) -> Double? {
    guard let easing = law.easing, let duration = self["T"], duration > 0, let start = self["t0"]
    else { return nil }
    return easing.value(at: (time - start) / duration)
  }

  /// The value of a constant.
  public subscript(key: String) -> Double? { constants.first { $0.key == key }?.value }
}
