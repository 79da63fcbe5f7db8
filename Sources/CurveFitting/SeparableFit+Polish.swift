extension SeparableFit {
  /// Gauss-Newton steps in all parameters while they make residuals and tangent plane more orthogonal; then
  /// computes the statistics of the end point.
  mutating func polish(_ search: inout SeparableSearch, options: Options) {
    let searched = ending
    let n = search.values.count
    let p = search.theta.count
    let count = p + search.acceptedCoefficients.count
    var state = search.theta + search.acceptedCoefficients
    var best = Double.infinity
    var jacobian = HouseholderQR(rowCount: n, columnCount: count)
    var bestJacobian = jacobian
    var plain = [Double](repeating: 0, count: n)
    var lost = plain
    var rotated = plain
    var step = [Double](repeating: 0, count: count)
    var theta = search.theta
    var coefficients = search.acceptedCoefficients
    for round in 0...max(0, options.maximumPolish) {
      for index in 0..<p { theta[index] = state[index] }
      for index in p..<count { coefficients[index - p] = state[index] }
      guard search.write(at: theta) else { break }
      let floor = Self.compensatedResiduals(
        search, coefficients: coefficients, sum: &plain, error: &lost)
      for row in 0..<n {
        plain[row] += lost[row]
        rotated[row] = plain[row] * (search.roots.isEmpty ? 1 : search.roots[row])
      }
      let (factored, square) = Self.factor(
        &jacobian, search, coefficients: coefficients, rotated: &rotated, column: &lost)
      if round == 0 { take(theta, coefficients, plain, square) }
      guard factored else { break }
      var tangent = 0.0
      for row in 0..<jacobian.rank { tangent += rotated[row] * rotated[row] }
      tangent = tangent.squareRoot()
      // A flat curve, as where all columns underflow, is orthogonal too but no better: the sum must not grow beyond
      // rounding.
      let limit = sumOfSquares.squareRoot() + floor
      guard tangent < best, square <= limit * limit * (1 + 1e-10) else { break }
      best = tangent
      take(theta, coefficients, plain, square)
      orthogonality = square > 0 ? tangent / square.squareRoot() : 0
      converged = orthogonality <= 1e-6 || tangent <= 16 * floor
      ending =
        square.squareRoot() <= floor
        ? .exact : orthogonality <= options.gradientTolerance ? .gradientVanishes : searched
      rank = jacobian.rank
      swap(&jacobian, &bestJacobian)
      if round > 0 { iterations += 1 }
      // The estimates are then within 1e-13 sqrt(n - p) standard deviations of the minimum.
      if orthogonality <= 1e-13 { break }
      bestJacobian.solve(rotated, into: &step)
      let before = state
      for index in 0..<count { state[index] += step[index] }
      if state == before { break }
    }
    describe(bestJacobian)
    evaluations = search.evaluations
  }

  /// Takes a point of the search and its residuals.
  private mutating func take(
    _ theta: [Double], _ coefficients: [Double], _ residuals: [Double], _ square: Double
  ) {
    nonlinear = theta
    self.coefficients = coefficients
    self.residuals = residuals
    sumOfSquares = square
  }

  /// y - o - sum of beta_k g_k as sum + error, in twice the working precision (Ogita, Rump & Oishi 2005).
  ///
  /// - Returns: the length of the weighted residuals that rounding of the terms alone causes.
  private static func compensatedResiduals(
    _ search: SeparableSearch, coefficients: [Double], sum: inout [Double],
    error: inout [Double]
  ) -> Double {
    let n = search.values.count
    var size = 0.0
    func root(_ row: Int) -> Double { search.roots.isEmpty ? 1 : search.roots[row] }
    for row in 0..<n {
      sum[row] = search.values[row]
      error[row] = 0
      let part = sum[row] * root(row)
      size += part * part
    }
    func subtract(_ part: Double, _ rest: Double, _ row: Int) {
      let old = sum[row]
      let new = old - part
      let back = new - old
      sum[row] = new
      error[row] += (old - (new - back)) - (part + back) - rest
      let weighted = part * root(row)
      size += weighted * weighted
    }
    for row in search.matrices.offset.indices { subtract(search.matrices.offset[row], 0, row) }
    for column in coefficients.indices {
      let factor = coefficients[column]
      for row in 0..<n {
        let element = search.matrices[row, column]
        let product = factor * element
        subtract(product, (-product).addingProduct(factor, element), row)
      }
    }
    return size.squareRoot() * Double.ulpOfOne
  }

  /// Factors the Jacobian by all parameters and applies Q' to the weighted residuals.
  ///
  /// - Returns: whether the Jacobian is finite, and the sum of squares.
  private static func factor(
    _ jacobian: inout HouseholderQR, _ search: SeparableSearch, coefficients: [Double],
    rotated: inout [Double], column: inout [Double]
  ) -> (Bool, Double) {
    let n = rotated.count
    let p = search.theta.count
    for parameter in 0..<p {
      search.matrices.slope(
        by: parameter, coefficients: coefficients, roots: search.roots, into: &column)
      for row in 0..<n { jacobian.elements[parameter * n + row] = column[row] }
    }
    for k in coefficients.indices {
      for row in 0..<n {
        jacobian.elements[(p + k) * n + row] =
          search.matrices[row, k] * (search.roots.isEmpty ? 1 : search.roots[row])
      }
    }
    let tolerance = SeparableSearch.rankTolerance(rowCount: n)
    guard jacobian.factor(tolerance: tolerance) else {
      return (false, dot(rotated, rotated, count: n))
    }
    let square = dot(rotated, rotated, count: n)
    jacobian.applyTransposed(to: &rotated)
    return (square.isFinite, square)
  }

  /// Computes the condition and R^-1 R^-T from the factored Jacobian.
  private mutating func describe(_ jacobian: HouseholderQR) {
    let count = jacobian.columnCount
    unitCovariance = []
    condition = .infinity
    guard jacobian.rank == count else { return }
    var lengths = [Double](repeating: 0, count: count)
    for position in 0..<count {
      var square = 0.0
      for row in 0...position {
        square += jacobian.upper(row, position) * jacobian.upper(row, position)
      }
      let column = jacobian.order[position]
      lengths[column] = square.squareRoot() / jacobian.scales[column]
    }
    var unit = TrustRegionStep(count: count)
    unit.load(jacobian, rotated: lengths, scale: lengths)
    condition = unit.condition
    // R^-1 by columns: S P R^-1 e_k.
    var inverse = [Double](repeating: 0, count: count * count)
    var right = [Double](repeating: 0, count: count)
    var solution = right
    for k in 0..<count {
      right[k] = 1
      jacobian.solve(right, into: &solution)
      right[k] = 0
      for row in 0..<count { inverse[row * count + k] = solution[row] }
    }
    unitCovariance = [Double](repeating: 0, count: count * count)
    for row in 0..<count {
      for column in 0..<count {
        var sum = 0.0
        for k in 0..<count { sum += inverse[row * count + k] * inverse[column * count + k] }
        unitCovariance[row * count + column] = sum
      }
    }
    // If the curve diverged, variances of its coefficients can overflow.
    if !unitCovariance.allSatisfy(\.isFinite) { unitCovariance = [] }
  }
}
