/// The search of a separable fit over its nonlinear parameters, with all its buffers.
///
/// o and the columns G are multiplied by sqrt(w), and G = Q R by Householder reflections. The projected
/// residuals are the last n - rank elements of Q'(y - o); they give the sum of squares and its derivatives.
/// Multiplication by Q is not needed, since it preserves lengths and angles.
struct SeparableSearch {
  // Not generic: one dynamic call per evaluation costs nothing, and the rest is compiled once.
  private let model: any SeparableModel
  let values: [Double]
  /// sqrt(w), or empty.
  let roots: [Double]
  private let options: SeparableFit.Options
  private(set) var evaluations = 0
  private(set) var iterations = 0

  private(set) var matrices: SeparableMatrices
  private var writtenPoint: [Double]
  private var isWritten = false
  private var basis: HouseholderQR
  /// Q'(y - o); its first `rank` elements are set to 0 once they gave the coefficients.
  private var projected: [Double]
  /// The coefficients at the point evaluated last, which may be a rejected trial.
  private var coefficients: [Double]
  private(set) var sumOfSquares = Double.infinity
  private(set) var theta: [Double]
  /// The coefficients at `theta`.
  private(set) var acceptedCoefficients: [Double]

  /// -d(projected residuals)/d(theta), then factored.
  private var tangents: HouseholderQR
  private var rotated: [Double]
  private var products: [Double]
  private var top: [Double]
  private var step: TrustRegionStep
  /// D: the maximum length so far of each column of the tangents.
  private var scale: [Double]
  private var trial: [Double]

  /// - Parameter roots: square roots of the weights, or empty.
  init(
    _ model: any SeparableModel, values: [Double], roots: [Double], options: SeparableFit.Options
  ) {
    let n = model.rowCount
    let p = model.nonlinearCount
    let m = model.linearCount
    self.model = model
    self.values = values
    self.roots = roots
    self.options = options
    matrices = SeparableMatrices(model)
    basis = HouseholderQR(rowCount: n, columnCount: m)
    projected = [Double](repeating: 0, count: n)
    coefficients = [Double](repeating: 0, count: m)
    acceptedCoefficients = coefficients
    theta = [Double](repeating: 0, count: p)
    writtenPoint = theta
    tangents = HouseholderQR(rowCount: n, columnCount: p)
    rotated = projected
    products = coefficients
    top = coefficients
    step = TrustRegionStep(count: p)
    scale = theta
    trial = theta
  }

  /// Searches from a start; nil if the model is not finite there.
  mutating func run(from start: [Double]) -> SeparableFit.Ending? {
    guard var sum = evaluate(at: start) else { return nil }
    theta = start
    accept(sum)
    guard !theta.isEmpty else { return .gradientVanishes }
    var radius = 0.0
    while true {
      guard sumOfSquares > 0 else { return .exact }
      if options.known.contains(where: { $0.attracts(theta, sumOfSquares: sumOfSquares) }) {
        return .known
      }
      guard linearise() else { return .noStepImproves }
      if iterations == 0 {
        let length = scaledLength
        radius = options.firstRadius * (length > 0 ? length : 1)
      }
      if step.tangent <= options.gradientTolerance * sumOfSquares.squareRoot() {
        return .gradientVanishes
      }
      if iterations >= options.maximumIterations { return .budget }
      var trials = 0
      while true {
        // The radius falls by a factor of 4 each time: 600 trials cover the whole range of doubles.
        trials += 1
        guard trials <= 600 else { return .noStepImproves }
        step.solve(radius: radius, scale: scale)
        for index in theta.indices { trial[index] = theta[index] + step.step[index] }
        // A NaN length also ends the search.
        guard step.length > options.stepTolerance * scaledLength, trial != theta else {
          return .noStepImproves
        }
        if step.predictedReduction < options.reductionTolerance * sumOfSquares {
          return .noStepImproves
        }
        let found = evaluate(at: trial)
        sum = found ?? .infinity
        let ratio = (sumOfSquares - sum) / step.predictedReduction
        if !(ratio >= 0.25) {
          radius = 0.25 * step.length
        } else if ratio > 0.75 || step.damping == 0 {
          radius = 2 * step.length
        }
        if ratio > 1e-4 { break }
        // Smaller changes of the sum are rounding.
        if found != nil, step.predictedReduction <= 1e-15 * sumOfSquares { return .noStepImproves }
      }
      swap(&theta, &trial)
      accept(sum)
      iterations += 1
    }
  }

  private mutating func accept(_ sum: Double) {
    sumOfSquares = sum
    for index in coefficients.indices { acceptedCoefficients[index] = coefficients[index] }
  }

  /// |D theta|.
  private var scaledLength: Double {
    var square = 0.0
    for index in theta.indices {
      square += scale[index] * theta[index] * (scale[index] * theta[index])
    }
    return square.squareRoot()
  }

  /// Evaluates the model unless it was last evaluated at this point; false when its numbers are not finite.
  mutating func write(at theta: [Double]) -> Bool {
    if isWritten, theta == writtenPoint { return true }
    evaluations += 1
    isWritten = model.evaluate(at: theta, into: &matrices) && matrices.isFinite
    for index in theta.indices { writtenPoint[index] = theta[index] }
    return isWritten
  }

  /// The projected sum of squares; also stores the coefficients and the projected residuals. Nil outside the
  /// model's range.
  private mutating func evaluate(at theta: [Double]) -> Double? {
    guard write(at: theta) else { return nil }
    let n = values.count
    for index in matrices.columns.indices { basis.elements[index] = matrices.columns[index] }
    if !roots.isEmpty {
      for column in 0..<coefficients.count {
        for row in 0..<n { basis.elements[column * n + row] *= roots[row] }
      }
    }
    guard basis.factor(tolerance: Self.rankTolerance(rowCount: n)) else { return nil }
    for row in 0..<n {
      let rest = matrices.offset.isEmpty ? values[row] : values[row] - matrices.offset[row]
      projected[row] = roots.isEmpty ? rest : rest * roots[row]
    }
    basis.applyTransposed(to: &projected)
    basis.solve(projected, into: &coefficients)
    for row in 0..<basis.rank { projected[row] = 0 }
    let sum = dot(projected, projected, count: n)
    return sum.isFinite && coefficients.allSatisfy(\.isFinite) ? sum : nil
  }

  /// Relative length below which the remainder of a column, after projection on the others, counts as rounding.
  static func rankTolerance(rowCount: Int) -> Double { 1e-15 * Double(max(10, rowCount)) }

  /// Computes and factors the tangents at the point evaluated last; false when they overflow.
  private mutating func linearise() -> Bool {
    let n = values.count
    let rank = basis.rank
    for parameter in theta.indices {
      matrices.slope(by: parameter, coefficients: coefficients, roots: roots, into: &rotated)
      basis.applyTransposed(to: &rotated)
      for row in 0..<rank { rotated[row] = 0 }
      for row in 0..<n { tangents.elements[parameter * n + row] = rotated[row] }
    }
    if options.projection == .full { addResidualTerm() }
    for parameter in theta.indices {
      let square = tangents.elements.withUnsafeBufferPointer { elements in
        elements.baseAddress.map { dot($0 + parameter * n, $0 + parameter * n, count: n) } ?? 0
      }
      scale[parameter] = max(scale[parameter], square.squareRoot())
      if scale[parameter] == 0 { scale[parameter] = .leastNormalMagnitude }
    }
    guard tangents.factor(tolerance: 0), scale.allSatisfy(\.isFinite) else { return false }
    for row in 0..<n { rotated[row] = projected[row] }
    tangents.applyTransposed(to: &rotated)
    step.load(tangents, rotated: rotated, scale: scale)
    return true
  }

  /// Adds the term that Kaufman omits: R^-T P'S (dG/dtheta_j)' r in the rows of the column space.
  private mutating func addResidualTerm() {
    let n = values.count
    let m = coefficients.count
    // r times sqrt(w) once more, since the slopes are not weighted.
    for row in 0..<n { rotated[row] = projected[row] }
    basis.apply(to: &rotated)
    for row in roots.indices { rotated[row] *= roots[row] }
    for parameter in theta.indices {
      for column in 0..<m {
        let start = (parameter * m + column) * n
        var sum = 0.0
        for row in 0..<n { sum += matrices.slopes[start + row] * rotated[row] }
        products[column] = sum
      }
      basis.solveTransposed(products, into: &top)
      for row in 0..<basis.rank { tangents.elements[parameter * n + row] = top[row] }
    }
  }
}
