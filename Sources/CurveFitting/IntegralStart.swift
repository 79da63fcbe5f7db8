internal import RealModule

/// A start value for theta without iteration, from the integral equation of the curve (Jacquelin 2009).
///
/// y = (a + b x) e^(-theta x) satisfies y = A + B x - 2 theta I1 - theta^2 I2 with the running integrals
/// I1 of y and I2 of I1 (trapezoid rule). Projecting out (1, x) leaves |u + 2 theta v + theta^2 w|^2,
/// whose minimum is a root of a cubic. For degree 0 the equation is y = A + B x - theta I1, and theta
/// is a quotient. A constant, a line or both in the curve add x^2 to the projected-out functions:
/// b e^(-theta x) + l x + c satisfies y = A + (l + theta c) x + theta l x^2 / 2 - theta I1.
public enum IntegralStart {
  /// The start value; nil if the data give none that is positive and finite.
  public static func estimate(_ family: ExponentialFamily, _ observations: Observations) -> Double?
  {
    let x = observations.abscissae
    let y = observations.values
    guard x.count >= 4, let span = x.last.map({ $0 - x[0] }), span > 0 else { return nil }

    // Scaling the abscissae to the span keeps the powers comparable.
    let powers = family.constant || family.line ? 2 : 1
    var yy = SIMD4<Double>.zero
    var ii = SIMD4<Double>.zero
    let isProjected = withUnsafeTemporaryAllocation(of: SIMD4<Double>.self, capacity: x.count) {
      rows in
      var first = 0.0
      var second = 0.0
      for index in x.indices {
        if index > 0 {
          let step = (x[index] - x[index - 1]) / span
          let next = first + step * (y[index] + y[index - 1]) / 2
          second += step * (first + next) / 2
          first = next
        }
        rows.initializeElement(at: index, to: SIMD4(y[index], first, second, 0))
      }
      guard projectOut(powers: powers, from: rows, at: x, span: span) else { return false }
      for row in rows {
        yy += row[0] * row
        ii += SIMD4(row[1] * row[1], row[1] * row[2], row[2] * row[2], 0)
      }
      return true
    }
    guard isProjected else { return nil }
    let scaled: Double?
    if family.degree == 0 {
      scaled = ii[0] > 0 ? -yy[1] / ii[0] : nil
    } else {
      // F' / 4 for F = |u + 2 theta v + theta^2 w|^2.
      scaled = bestRoot(
        c0: yy[1], c1: 2 * ii[0] + yy[2], c2: 3 * ii[1], c3: ii[2],
        objective: { theta in
          2 * theta * (2 * yy[1] + theta * yy[2])
            + theta * theta * (4 * ii[0] + theta * (4 * ii[1] + theta * ii[2]))
        })
    }
    guard let scaled, scaled > 0, scaled.isFinite else { return nil }
    return scaled / span
  }

  /// Removes 1, x, ..., x^powers from all lanes by Gram-Schmidt, repeated once for orthogonality to rounding.
  private static func projectOut(
    powers: Int, from rows: UnsafeMutableBufferPointer<SIMD4<Double>>, at x: [Double], span: Double
  ) -> Bool {
    let count = x.count
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: (powers + 1) * count) {
      memory in
      guard let basis = memory.baseAddress else { return false }
      for power in 0...powers {
        let column = basis + power * count
        for index in 0..<count {
          let place = 2 * (x[index] - x[0]) / span - 1
          (column + index).initialize(to: power == 0 ? 1 : power == 1 ? place : place * place)
        }
        for _ in 0..<2 {
          for lower in 0..<power {
            let earlier = basis + lower * count
            var product = 0.0
            for index in 0..<count { product += column[index] * earlier[index] }
            for index in 0..<count { column[index] -= product * earlier[index] }
          }
        }
        var norm = 0.0
        for index in 0..<count { norm += column[index] * column[index] }
        guard norm > 1e-20 * Double(count) else { return false }
        let scale = 1 / norm.squareRoot()
        for index in 0..<count { column[index] *= scale }
      }
      for power in 0...powers {
        let column = basis + power * count
        var product = SIMD4<Double>.zero
        for index in 0..<count { product += column[index] * rows[index] }
        for index in 0..<count { rows[index] -= column[index] * product }
      }
      return true
    }
  }

  /// The positive root of c0 + c1 t + c2 t^2 + c3 t^3 with the smallest objective.
  private static func bestRoot(
    c0: Double, c1: Double, c2: Double, c3: Double, objective: (Double) -> Double
  ) -> Double? {
    guard c3 > 0 else { return nil }
    // Depressed cubic s^3 + p s + q with t = s - m.
    let a = c2 / c3
    let b = c1 / c3
    let c = c0 / c3
    let m = a / 3
    let p = b - a * m
    let q = c + m * (2 * m * m - b)
    let discriminant = q * q / 4 + p * p * p / 27
    var roots: [Double] = []
    if discriminant >= 0 {
      let root = discriminant.squareRoot()
      // The cube root without cancellation; the other one follows from their product.
      let large = Double.root(q > 0 ? -q / 2 - root : -q / 2 + root, 3)
      roots.append(large == 0 ? -m : large - p / (3 * large) - m)
    } else {
      let radius = 2 * (-p / 3).squareRoot()
      let angle = Double.acos(max(-1, min(1, 3 * q / (p * radius)))) / 3
      for k in 0..<3 {
        roots.append(radius * Double.cos(angle - 2 * Double.pi * Double(k) / 3) - m)
      }
    }
    return roots.filter { $0 > 0 }.min { objective($0) < objective($1) }
  }
}
