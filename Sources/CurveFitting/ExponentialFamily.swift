internal import RealModule

/// Curves (beta_0 + beta_1 x + ...) e^(-theta x) [+ beta_line x] [+ beta_c]: linear in all parameters but theta.
///
/// Degree 1 without a constant is the critically damped bounce. Degree 0 with a constant is viscous deceleration;
/// with a line and a constant it is viscous deceleration with Coulomb friction. The order of the linear
/// coefficients is beta_0, (beta_1), (beta_line), (beta_c).
public struct ExponentialFamily: ProjectionFamily, Hashable {
  /// Degree of the polynomial before the exponential, 0 or 1.
  public var degree: Int
  /// Whether a constant is added.
  public var constant: Bool
  /// Whether a multiple of x is added, with degree 0 only.
  public var line: Bool
  /// A fixed shift s of a degree-1 polynomial without free intercept: beta (x + s) e^(-theta (x + s)).
  public var fixedShift: Double?

  /// Creates a family.
  ///
  /// - Parameters:
  ///   - degree: 0 or 1.
  ///   - constant: whether a constant column is added.
  ///   - line: with degree 0, whether a column x is added between the exponential and the constant.
  ///   - fixedShift: with degree 1, replaces the two polynomial columns by the single column
  ///     (x + s) e^(-theta (x + s)).
  public init(degree: Int, constant: Bool, line: Bool = false, fixedShift: Double? = nil) {
    precondition(degree == 0 || degree == 1, "degree 0 or 1")
    precondition(fixedShift == nil || degree == 1, "a shift needs degree 1")
    precondition(!line || degree == 0, "a line needs degree 0")
    self.degree = degree
    self.constant = constant
    self.line = line
    self.fixedShift = fixedShift
  }

  /// Number of linear coefficients.
  public var linearCount: Int {
    (fixedShift == nil ? degree + 1 : 1) + (line ? 1 : 0) + (constant ? 1 : 0)
  }

  /// True for degree 0 without a line: the difference of two such curves is a sum of 1, e^(-theta x) and e^(-theta' x),
  /// which changes sign at most twice. At another minimum it would be orthogonal to 1, e^(-theta x) and x e^(-theta x),
  /// and would change sign three times (Karlin & Studden 1966, on Chebyshev systems). A bounce has false minima.
  public var hasOneMinimum: Bool { degree == 0 && !line }

  /// The columns at one abscissa, in the order of the coefficients; unused lanes are 0.
  public func columns(at x: Double, theta: Double) -> SIMD4<Double> {
    columns(at: x, decay: decay(at: x, theta: theta))
  }

  /// d(curve)/d(theta) at one abscissa for given coefficients.
  public func slope(at x: Double, theta: Double, coefficients: SIMD4<Double>) -> Double {
    let shifted = x + (fixedShift ?? 0)
    return -shifted * decay(at: x, theta: theta) * polynomial(at: x, coefficients)
  }

  /// The curve at one abscissa.
  public func value(at x: Double, theta: Double, coefficients: SIMD4<Double>) -> Double {
    var curve = polynomial(at: x, coefficients) * decay(at: x, theta: theta)
    if line { curve += coefficients[1] * x }
    return constant ? curve + coefficients[linearCount - 1] : curve
  }

  /// The objective from one pass: some multiplications per sample on a uniform grid, else one exponential per sample.
  public func objective(_ observations: Observations, theta: Double) -> ProjectedObjective? {
    if let step = gridStep(observations) {
      var base = ExponentialMoments()
      base.addConstants(observations)
      let sums = base.onGrid(observations.values, theta: theta, step: step)
      return ProjectedObjective(theta: theta, ProjectedSystem(self, sums))
    }
    var sums = ExponentialMoments(
      observations, theta: theta, shift: fixedShift ?? 0, for: self)
    if line { sums.addLine(observations) }
    return ProjectedObjective(theta: theta, ProjectedSystem(self, sums))
  }

  /// The objectives at many theta, two from each pass.
  public func objectives(
    _ observations: Observations, at thetas: [Double]
  ) -> [ProjectedObjective?] {
    guard !line, fixedShift == nil else {
      return thetas.map { objective(observations, theta: $0) }
    }
    var base = ExponentialMoments()
    base.addConstants(observations)
    let step = gridStep(observations)
    var result: [ProjectedObjective?] = []
    result.reserveCapacity(thetas.count)
    for first in stride(from: 0, to: thetas.count, by: 2) {
      let second = min(first + 1, thetas.count - 1)
      let theta = SIMD2(thetas[first], thetas[second])
      let sums =
        step.map { base.onGrid(observations.values, theta: theta, step: $0) }
        ?? ExponentialMoments.pair(observations, theta, self, base: base)
      result.append(ProjectedObjective(theta: theta[0], ProjectedSystem(self, sums.0)))
      if second > first {
        result.append(ProjectedObjective(theta: theta[1], ProjectedSystem(self, sums.1)))
      }
    }
    return result
  }

  /// The step of an unweighted grid on which Horner's scheme computes the sums for e^(-theta x) alone; else nil.
  private func gridStep(_ observations: Observations) -> Double? {
    degree == 0 && !line && observations.weights.isEmpty ? observations.uniformStep : nil
  }

  /// The start value of `IntegralStart`; the abscissae must ascend.
  public func start(_ observations: Observations) -> Double? {
    IntegralStart.estimate(self, observations)
  }

  /// On a grid, with a constant: from the sums over three thirds of the samples, whose successive differences have the
  /// ratio e^(-theta x) for x a third of the span. Otherwise `start`.
  public func roughStart(_ observations: Observations) -> Double? {
    guard constant, let step = gridStep(observations), observations.count >= 6 else {
      return start(observations)
    }
    let third = observations.count / 3
    func sum(_ part: Int) -> Double {
      observations.values[part * third..<(part + 1) * third].reduce(0, +)
    }
    let middle = sum(1)
    let theta = -Double.log((middle - sum(2)) / (sum(0) - middle)) / (Double(third) * step)
    return theta > 0 && theta.isFinite ? theta : nil
  }

  func decay(at x: Double, theta: Double) -> Double {
    Double.exp(-theta * (x + (fixedShift ?? 0)))
  }

  func columns(at x: Double, decay: Double) -> SIMD4<Double> {
    var result = SIMD4<Double>.zero
    if let fixedShift {
      result[0] = (x + fixedShift) * decay
    } else {
      result[0] = decay
      if degree == 1 { result[1] = x * decay }
    }
    if line { result[1] = x }
    // Constant lane indices: a computed index would go through memory.
    if constant {
      if linearCount == 2 { result[1] = 1 } else { result[2] = 1 }
    }
    return result
  }

  func polynomial(at x: Double, _ coefficients: SIMD4<Double>) -> Double {
    if let fixedShift { return coefficients[0] * (x + fixedShift) }
    return degree == 1 ? coefficients[0] + coefficients[1] * x : coefficients[0]
  }
}
