/// Least squares for a curve that is linear in some of its parameters.
///
/// Minimises sum of w (y - o(theta) - sum of beta_k g_k(theta))^2. The coefficients beta are projected
/// out (Golub & Pereyra 1973). Levenberg-Marquardt steps in a trust region with column scaling (More 1978) search
/// over theta. Gauss-Newton steps in all parameters, with residuals in twice the working precision, then compute
/// the last digits of the estimates. J'J is never formed, since that would lose half the digits. Cost: one
/// evaluation of the model per step and about 2 n (p + m)^2 operations for p nonlinear and m linear parameters.
public struct SeparableFit: Sendable {
  /// The derivative of the projected residuals that the search uses.
  public enum Projection: Sendable, Hashable {
    /// Without the term that vanishes with the residuals (Kaufman 1975): cheaper, about as many steps.
    case kaufman
    /// All terms (Golub & Pereyra 1973).
    case full
  }

  /// Options of the search.
  public struct Options: Sendable, Hashable {
    /// The derivative used; default `kaufman`.
    public var projection = Projection.kaufman
    /// Maximum number of accepted steps of the search.
    public var maximumIterations = 500
    /// Initial trust radius divided by |D theta|.
    public var firstRadius = 1.0
    /// The search ends when the cosine between residuals and tangent plane (Bates & Watts) is below this value. The
    /// polish continues from there.
    public var gradientTolerance = 1e-9
    /// The search ends when steps shorter than this fraction of theta do not improve.
    public var stepTolerance = 1e-15
    /// The search ends when the linearised model predicts that the next step reduces the sum of squares by less than this
    /// share of it. Without it, a search that approaches the border of the model's range takes many small steps.
    public var reductionTolerance = 0.0
    /// Maximum number of Gauss-Newton steps of the polish, which ends earlier when steps stop improving.
    public var maximumPolish = 60
    /// Whether the end is refined and statistics are computed. Without it only the parameters, coefficients, sum of
    /// squares, ending and counts of the search are set.
    public var isDescribed = true
    /// Known minima: a search that would find one again ends early.
    public var known: [KnownMinimum] = []

    /// The default options.
    public init() {}
  }

  /// A minimum of an earlier search.
  public struct KnownMinimum: Sendable, Hashable {
    /// The nonlinear parameters.
    public var nonlinear: [Double]
    /// The distances within which a search leads to this minimum, one per parameter.
    public var radii: [Double]
    /// Sum of w r^2. A search with a lower sum continues.
    public var sumOfSquares: Double

    /// A minimum.
    public init(nonlinear: [Double], radii: [Double], sumOfSquares: Double) {
      self.nonlinear = nonlinear
      self.radii = radii
      self.sumOfSquares = sumOfSquares
    }

    /// Whether a search at a point leads to this minimum.
    func attracts(_ theta: [Double], sumOfSquares sum: Double) -> Bool {
      sum >= sumOfSquares
        && theta.indices.allSatisfy { (theta[$0] - nonlinear[$0]).magnitude < radii[$0] }
    }
  }

  /// How a fit ended; the raw value describes it.
  public enum Ending: String, Sendable, Hashable {
    /// Residuals and tangent plane are orthogonal.
    case gradientVanishes = "gradient is zero to rounding"
    /// The residuals are zero to rounding.
    case exact = "residuals are zero to rounding"
    /// The sum of squares agrees with that of neighbouring points, to all digits or to `reductionTolerance`.
    case noStepImproves = "no step improves"
    /// The search reached a known minimum.
    case known = "a known minimum"
    /// The search reached `maximumIterations`.
    case budget = "the budget was used up"
    /// Fewer rows with a weight above 0 than parameters: nothing was fitted.
    case tooFewRows = "fewer rows than parameters"
    /// A value or weight is not finite, or a weight is negative: nothing was fitted.
    case unusableData = "a value or weight is not finite, or a weight is negative"
    /// The model has no finite curve at the start: nothing was fitted.
    case unusableStart = "the model is not finite at the start"
  }

  /// The nonlinear parameters theta.
  public internal(set) var nonlinear: [Double]
  /// The linear coefficients beta; empty if nothing was fitted.
  public internal(set) var coefficients: [Double] = []
  /// Sum of w r^2; NaN if nothing was fitted.
  public internal(set) var sumOfSquares = Double.nan
  /// Values minus curve, unweighted; empty if nothing was fitted.
  public internal(set) var residuals: [Double] = []
  /// Number of rows with a weight above 0 minus the number of all parameters.
  public internal(set) var degreesOfFreedom = 0
  /// Number of accepted steps of search and polish.
  public internal(set) var iterations = 0
  /// Number of evaluations of the model.
  public internal(set) var evaluations = 0
  /// Whether residuals and tangent plane are orthogonal to 1e-6 at the end, or the residuals are rounding only.
  ///
  /// With a `rank` below the number of parameters this does not cover the undetermined parameters.
  public internal(set) var converged = false
  /// How the search ended.
  public internal(set) var ending: Ending
  /// Cosine of the angle between residuals and tangent plane (Bates & Watts): 0 at a minimum.
  public internal(set) var orthogonality = Double.nan
  /// Number of parameters that the data determine, to rounding; fewer than all when columns are dependent.
  public internal(set) var rank = 0
  /// Largest over smallest singular value of the Jacobian with columns of unit length; infinite if `rank` is
  /// below the number of parameters.
  public internal(set) var condition = Double.nan
  /// (J'WJ)^-1 by rows, nonlinear parameters first; empty if `rank` is below the number of parameters or an
  /// element overflows.
  public internal(set) var unitCovariance: [Double] = []

  /// Fits a model.
  ///
  /// - Parameters:
  ///   - model: the curve.
  ///   - values: the data, one per row.
  ///   - weights: weights w >= 0 of the squared residuals, or empty if all are 1.
  ///   - start: start values of the nonlinear parameters.
  ///   - options: options of the search.
  /// - Precondition: the counts agree with the model's.
  public init(
    _ model: any SeparableModel, values: [Double], weights: [Double] = [], start: [Double],
    options: Options = Options()
  ) {
    precondition(values.count == model.rowCount, "one value a row")
    precondition(weights.isEmpty || weights.count == values.count, "one weight a value")
    precondition(start.count == model.nonlinearCount, "one start a nonlinear parameter")
    nonlinear = start
    guard values.allSatisfy(\.isFinite), weights.allSatisfy({ $0 >= 0 && $0.isFinite }) else {
      ending = .unusableData
      return
    }
    let rows = weights.isEmpty ? values.count : weights.count { $0 > 0 }
    degreesOfFreedom = rows - model.nonlinearCount - model.linearCount
    guard degreesOfFreedom >= 0 else {
      ending = .tooFewRows
      return
    }
    var search = SeparableSearch(
      model, values: values, roots: weights.map { $0.squareRoot() }, options: options)
    guard let ending = search.run(from: start) else {
      self.ending = .unusableStart
      evaluations = search.evaluations
      return
    }
    self.ending = ending
    iterations = search.iterations
    evaluations = search.evaluations
    guard options.isDescribed, ending != .known else {
      nonlinear = search.theta
      coefficients = search.acceptedCoefficients
      sumOfSquares = search.sumOfSquares
      converged = ending == .gradientVanishes || ending == .exact
      return
    }
    polish(&search, options: options)
  }

  /// Description of how the fit ended.
  public var reason: String { ending.rawValue }

  /// Number of all parameters.
  public var parameterCount: Int { nonlinear.count + coefficients.count }

  /// s^2 = sum of w r^2 / (n - p); NaN without degrees of freedom.
  public var variance: Double {
    degreesOfFreedom > 0 ? sumOfSquares / Double(degreesOfFreedom) : .nan
  }

  /// Covariance s^2 (J'WJ)^-1 of two parameters, nonlinear ones first; nil if it cannot be estimated.
  ///
  /// Valid when all weighted residuals have the same variance and the curve is close to linear in its
  /// parameters within a few standard deviations.
  public func covariance(_ first: Int, _ second: Int) -> Double? {
    guard !unitCovariance.isEmpty, degreesOfFreedom > 0 else { return nil }
    return variance * unitCovariance[first * parameterCount + second]
  }

  /// Standard deviations of all parameters, nonlinear ones first; nil if they cannot be estimated: without
  /// degrees of freedom, or where the data do not determine all parameters.
  public var standardDeviations: [Double]? {
    guard !unitCovariance.isEmpty, degreesOfFreedom > 0 else { return nil }
    return (0..<parameterCount).map {
      variance.squareRoot() * unitCovariance[$0 * (parameterCount + 1)].squareRoot()
    }
  }
}
