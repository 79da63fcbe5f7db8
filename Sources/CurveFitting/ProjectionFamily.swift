/// Curves that are linear in all but one parameter theta.
///
/// curve(x) = sum_k beta_k g_k(x; theta). The coefficients beta are solved for at each theta (variable
/// projection, Golub & Pereyra 1973), so that searches and intervals run over theta alone. Those take
/// any family; for the families of this module they are compiled anew, so that no call to a family goes
/// through a table of methods.
public protocol ProjectionFamily: Sendable {
  /// Number of linear coefficients, 1 to 3.
  var linearCount: Int { get }

  /// The columns g_k at one abscissa, in the order of the coefficients; unused lanes are 0.
  func columns(at x: Double, theta: Double) -> SIMD4<Double>

  /// The columns at each of many abscissae. The default asks for one after the other.
  func columns(at abscissae: [Double], theta: Double) -> [SIMD4<Double>]

  /// d(curve)/d(theta) at one abscissa for given coefficients.
  func slope(at x: Double, theta: Double, coefficients: SIMD4<Double>) -> Double

  /// The curve at one abscissa.
  func value(at x: Double, theta: Double, coefficients: SIMD4<Double>) -> Double

  /// The least-squares objective and its two derivatives, from one pass over the observations; nil
  /// where the columns are numerically dependent or not finite.
  func objective(_ observations: Observations, theta: Double) -> ProjectedObjective?

  /// A theta near the minimum, without iteration; nil when the data determine none that is positive
  /// and finite.
  func start(_ observations: Observations) -> Double?
}

extension ProjectionFamily {
  /// The columns at one abscissa after the other.
  public func columns(at abscissae: [Double], theta: Double) -> [SIMD4<Double>] {
    abscissae.map { columns(at: $0, theta: theta) }
  }
}
