/// Curves that are linear in all parameters but one, theta.
///
/// curve(x) = sum_k beta_k g_k(x; theta). The coefficients beta are solved for at each theta (variable
/// projection, Golub & Pereyra 1973), so searches and intervals run over theta alone. These are generic over the
/// family; they are specialised for the families of this module, which avoids dynamic dispatch.
public protocol ProjectionFamily: Sendable {
  /// Number of linear coefficients, 1 to 3.
  var linearCount: Int { get }

  /// The columns g_k at one abscissa, in the order of the coefficients; unused lanes are 0.
  func columns(at x: Double, theta: Double) -> SIMD4<Double>

  /// The columns at many abscissae. The default implementation calls `columns(at:theta:)` for each.
  func columns(at abscissae: [Double], theta: Double) -> [SIMD4<Double>]

  /// d(curve)/d(theta) at one abscissa for given coefficients.
  func slope(at x: Double, theta: Double, coefficients: SIMD4<Double>) -> Double

  /// The curve at one abscissa.
  func value(at x: Double, theta: Double, coefficients: SIMD4<Double>) -> Double

  /// The least-squares objective and its two derivatives, from one pass over the observations; nil if the columns are
  /// numerically dependent or non-finite.
  func objective(_ observations: Observations, theta: Double) -> ProjectedObjective?

  /// The objectives at many theta, for a scan. If that is faster, exponentials are accurate to only 2 units in the last
  /// place.
  func objectives(_ observations: Observations, at thetas: [Double]) -> [ProjectedObjective?]

  /// Whether the objective has only one minimum if the values are exactly a curve of the family.
  var hasOneMinimum: Bool { get }

  /// A theta near the minimum, without iteration; nil if the data give no positive and finite one.
  func start(_ observations: Observations) -> Double?

  /// A theta from which a search converges fast, if that is cheaper to compute than `start`.
  func roughStart(_ observations: Observations) -> Double?
}

extension ProjectionFamily {
  /// False: the objective may have other minima.
  public var hasOneMinimum: Bool { false }

  /// `start`.
  public func roughStart(_ observations: Observations) -> Double? { start(observations) }

  /// The columns, computed for each abscissa in turn.
  public func columns(at abscissae: [Double], theta: Double) -> [SIMD4<Double>] {
    abscissae.map { columns(at: $0, theta: theta) }
  }

  /// The objectives, each from a separate pass.
  public func objectives(
    _ observations: Observations, at thetas: [Double]
  ) -> [ProjectedObjective?] {
    thetas.map { objective(observations, theta: $0) }
  }
}
