/// The step s that minimises |f - M s| subject to |D s| <= radius, from a factored M.
///
/// With R S^-1 P' D^-1 = U Sigma V' and b = U'Q'f the step is D^-1 V diag(sigma_i b_i / (sigma_i^2 +
/// lambda)) (More 1978). One-sided Jacobi rotations (Hestenes 1958) compute the singular values, so a further
/// radius costs only a small multiple of p operations.
package struct TrustRegionStep: Sendable {
  private let count: Int
  /// U Sigma by columns.
  private var left: [Double]
  /// V by columns.
  private var right: [Double]
  /// Singular values.
  package private(set) var sigma: [Double]
  /// U'Q'f; 0 if the singular value is zero to rounding.
  private var b: [Double]
  /// The step's coordinates along V: sigma_i b_i / (sigma_i^2 + lambda).
  private var coordinates: [Double]

  /// The step D^-1 V coordinates.
  package private(set) var step: [Double]
  /// |D s|.
  package private(set) var length = 0.0
  /// lambda; 0 for an undamped Gauss-Newton step.
  package private(set) var damping = 0.0
  /// |f|^2 - |f - M s|^2.
  package private(set) var predictedReduction = 0.0

  /// A zero step of `count` parameters.
  package init(count: Int) {
    self.count = count
    left = [Double](repeating: 0, count: count * count)
    right = left
    sigma = [Double](repeating: 0, count: count)
    b = sigma
    coordinates = sigma
    step = sigma
  }

  /// Length of the part of f in the column space of M.
  package var tangent: Double { b.reduce(0) { $0 + $1 * $1 }.squareRoot() }

  /// Largest over smallest singular value; infinite if the rank is below `count`.
  package var condition: Double {
    guard let largest = sigma.max(), let smallest = sigma.min() else { return 1 }
    return smallest > 0 ? largest / smallest : .infinity
  }

  /// Loads a factored M.
  ///
  /// - Parameters:
  ///   - factor: the factorisation of M.
  ///   - rotated: Q'f.
  ///   - scale: the diagonal of D, all elements above 0.
  package mutating func load(_ factor: HouseholderQR, rotated: [Double], scale: [Double]) {
    for index in left.indices {
      left[index] = 0
      right[index] = 0
    }
    for position in 0..<count {
      let column = factor.order[position]
      let stretch = factor.scales[column] * scale[column]
      for row in 0..<min(position + 1, factor.rank) {
        left[column * count + row] = factor.upper(row, position) / stretch
      }
      right[position * count + position] = 1
    }
    orthogonalise()
    var largest = 0.0
    for column in 0..<count {
      var square = 0.0
      var product = 0.0
      for row in 0..<count {
        let element = left[column * count + row]
        square += element * element
        product += element * rotated[row]
      }
      sigma[column] = square.squareRoot()
      b[column] = sigma[column] > 0 ? product / sigma[column] : 0
      largest = max(largest, sigma[column])
    }
    for column in 0..<count where sigma[column] <= Double(count) * largest.ulp { b[column] = 0 }
  }

  /// Rotates pairs of columns until all are orthogonal (one-sided Jacobi).
  private mutating func orthogonalise() {
    for _ in 0..<60 {
      var rotated = false
      for first in 0..<count {
        for second in first + 1..<max(first + 1, count) {
          var alpha = 0.0
          var beta = 0.0
          var gamma = 0.0
          for row in 0..<count {
            let x = left[first * count + row]
            let y = left[second * count + row]
            alpha += x * x
            beta += y * y
            gamma += x * y
          }
          guard gamma.magnitude > 1e-15 * (alpha * beta).squareRoot() else { continue }
          rotated = true
          let zeta = (beta - alpha) / (2 * gamma)
          let tangent =
            (zeta < 0 ? -1.0 : 1.0) / (zeta.magnitude + (1 + zeta * zeta).squareRoot())
          let cosine = 1 / (1 + tangent * tangent).squareRoot()
          let sine = cosine * tangent
          for row in 0..<count {
            rotate(&left, first * count + row, second * count + row, cosine, sine)
            rotate(&right, first * count + row, second * count + row, cosine, sine)
          }
        }
      }
      if !rotated { return }
    }
  }

  private func rotate(
    _ elements: inout [Double], _ i: Int, _ j: Int, _ cosine: Double, _ sine: Double
  ) {
    let x = elements[i]
    let y = elements[j]
    elements[i] = cosine * x - sine * y
    elements[j] = sine * x + cosine * y
  }

  /// Computes the step within a radius.
  package mutating func solve(radius: Double, scale: [Double]) {
    damping = 0
    var slope = fill()
    // Newton's method on 1 / |Ds| - 1 / radius: iterates that start on the left stay on the left. A tenth of the
    // radius is accurate enough for a trust region.
    for _ in 0..<30 where length > 1.1 * radius {
      let increment = length / radius * (length - radius) * length / slope
      // If the slope overflows, use a damping at which no coordinate is longer than the radius.
      damping =
        increment > 0 && increment.isFinite
        ? damping + increment : max(2 * damping, longestProduct / radius)
      slope = fill()
    }
    predictedReduction = 0
    for index in 0..<count {
      let part = sigma[index] * coordinates[index]
      predictedReduction += part * (2 * b[index] - part)
    }
    for row in 0..<count {
      var sum = 0.0
      for column in 0..<count { sum += right[column * count + row] * coordinates[column] }
      step[row] = sum / scale[row]
    }
  }

  /// The largest sigma_i |b_i|.
  private var longestProduct: Double {
    zip(sigma, b).reduce(0) { max($0, $1.0 * $1.1.magnitude) }
  }

  /// Computes coordinates and length at the present damping; returns sum of coordinate^2 / (sigma^2 + lambda).
  private mutating func fill() -> Double {
    var square = 0.0
    var slope = 0.0
    for index in 0..<count {
      guard b[index] != 0 else {
        coordinates[index] = 0
        continue
      }
      let denominator = sigma[index] * sigma[index] + damping
      let coordinate = sigma[index] * b[index] / denominator
      coordinates[index] = coordinate
      square += coordinate * coordinate
      slope += coordinate * coordinate / denominator
    }
    length = square.squareRoot()
    return slope
  }
}
