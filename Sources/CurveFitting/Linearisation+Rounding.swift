internal import RealModule

extension Linearisation {
  /// The change of a quantity's variance that rounding of a smooth curve causes, compared with independent errors.
  ///
  /// Rounding errors follow from the curve: neighbouring samples at nearly the same position between two grid steps
  /// have nearly the same error. Averaged over all positions of the grid, the error of a linear estimate
  /// sum a_n e_n has the variance
  /// V = q^2 sum_(m >= 1) |sum_n a_n exp(2 pi i m y_n / q)|^2 / (2 pi^2 m^2), from the Fourier series of the
  /// sawtooth (Bennett 1948; Widrow & Kollar 2008). Independent errors would give q^2 / 12 sum a_n^2.
  /// Gaussian noise of standard deviation s before the rounding damps harmonic m by exp(-4 pi^2 m^2 s^2 / q^2).
  ///
  /// - Parameters:
  ///   - gradient: derivatives of the quantity by the parameters.
  ///   - turns: exp(2 pi i y_n / q), from `turns(of:quantum:)`.
  ///   - weights: the weights of the fit, or empty.
  ///   - quantum: q.
  ///   - noise: s.
  /// - Returns: V - q^2 / 12 sum a_n^2, of either sign, and q^2 / 12 sum a_n^2. V is truncated after 12 harmonics;
  ///   it is then 5 % too small where all errors are equal. For samples at random positions the first number
  ///   scatters about 0 by 0.63 times the second, sqrt(sum m^-4) / sum m^-2.
  public func roundingExcess(
    along gradient: ParameterVector, turns: [SIMD2<Double>], weights: [Double], quantum: Double,
    noise: Double
  ) -> (excess: Double, independent: Double) {
    var z = ParameterVector.zero
    for row in 0..<parameterCount { z += gradient[row] * inverse[row] }
    let harmonics = 12
    var square = 0.0
    var excess = 0.0
    let ratio = 2 * Double.pi * noise / quantum
    withUnsafeTemporaryAllocation(of: SIMD2<Double>.self, capacity: harmonics) { sums in
      sums.initialize(repeating: .zero)
      // Four samples at a time: each harmonic depends on the one before. The order of summation stays that of samples.
      for first in stride(from: 0, to: count, by: 4) {
        var a = SIMD4<Double>.zero
        var stepReal = SIMD4<Double>.zero
        var stepImaginary = SIMD4<Double>.zero
        for lane in 0..<min(4, count - first) {
          let index = first + lane
          var share = (orthogonalRows[index] * z).sum()
          if !weights.isEmpty { share *= weights[index].squareRoot() }
          square += share * share
          a[lane] = share
          stepReal[lane] = turns[index].x
          stepImaginary[lane] = turns[index].y
        }
        var x = a
        var y = SIMD4<Double>.zero
        for m in 0..<harmonics {
          (x, y) = (x * stepReal - y * stepImaginary, x * stepImaginary + y * stepReal)
          sums[m] =
            sums[m] + SIMD2(x[0], y[0]) + SIMD2(x[1], y[1]) + SIMD2(x[2], y[2]) + SIMD2(x[3], y[3])
        }
      }
      for m in 0..<harmonics {
        let order = Double(m + 1)
        let power = sums[m].x * sums[m].x + sums[m].y * sums[m].y
        excess +=
          Double.exp(-ratio * ratio * order * order) * (power - square) / (order * order)
      }
    }
    return (
      quantum * quantum * excess / (2 * Double.pi * Double.pi), quantum * quantum * square / 12
    )
  }

  /// The same for a curve given by its fitted values, from any origin.
  public func roundingExcess(
    along gradient: ParameterVector, curve: [Double], weights: [Double], quantum: Double,
    noise: Double
  ) -> (excess: Double, independent: Double) {
    roundingExcess(
      along: gradient, turns: Self.turns(of: curve, quantum: quantum), weights: weights,
      quantum: quantum, noise: noise)
  }

  /// The relative change of a quantity's variance by rounding where the curve is slow: the sum of `roundingExcess`,
  /// restricted to pairs of samples in the same slow segment, over the variance of independent errors of all samples.
  ///
  /// For samples at random positions between two grid steps the excess is random. It is systematic where a curve moves
  /// by less than half a step from sample to sample: successive errors run through the sawtooth, and cancel over
  /// each grid step that the curve crosses.
  ///
  /// - Parameters:
  ///   - gradient: derivatives of the quantity by the parameters.
  ///   - stretches: the slow segments, from `slowStretches(of:quantum:)`.
  ///   - turns: exp(2 pi i y_n / q), from `turns(of:quantum:)`.
  ///   - weights: the weights of the fit, or empty.
  ///   - quantum: q.
  ///   - noise: s.
  /// - Returns: at least -1, apart from the truncated harmonics; 0 without slow segments.
  public func slowExcess(
    along gradient: ParameterVector, stretches: [Range<Int>], turns: [SIMD2<Double>],
    weights: [Double], quantum: Double, noise: Double
  ) -> Double {
    guard !stretches.isEmpty else { return 0 }
    var z = ParameterVector.zero
    for row in 0..<parameterCount { z += gradient[row] * inverse[row] }
    func influence(_ index: Int) -> Double {
      let share = (orthogonalRows[index] * z).sum()
      return weights.isEmpty ? share : share * weights[index].squareRoot()
    }
    let ratio = 2 * Double.pi * noise / quantum
    var excess = 0.0
    withUnsafeTemporaryAllocation(of: SIMD2<Double>.self, capacity: 12) { sums in
      for stretch in stretches {
        sums.initialize(repeating: .zero)
        var square = 0.0
        for index in stretch {
          let a = influence(index)
          square += a * a
          let turn = turns[index]
          var power = SIMD2(a, 0)
          for m in 0..<12 {
            power = SIMD2(
              power.x * turn.x - power.y * turn.y, power.x * turn.y + power.y * turn.x)
            sums[m] += power
          }
        }
        for m in 0..<12 {
          let order = Double(m + 1)
          excess +=
            Double.exp(-ratio * ratio * order * order) * ((sums[m] * sums[m]).sum() - square)
            / (order * order)
        }
      }
    }
    var all = 0.0
    for index in 0..<count {
      let a = influence(index)
      all += a * a
    }
    return all > 0 ? 6 / (Double.pi * Double.pi) * excess / all : 0
  }

  /// The maximum change of a quantity by an error of 1 in one sample: max |a_n|.
  public func largestInfluence(along gradient: ParameterVector, weights: [Double]) -> Double {
    var z = ParameterVector.zero
    for row in 0..<parameterCount { z += gradient[row] * inverse[row] }
    var largest = 0.0
    for index in 0..<count {
      var share = (orthogonalRows[index] * z).sum().magnitude
      if !weights.isEmpty { share *= weights[index].squareRoot() }
      largest = max(largest, share)
    }
    return largest
  }

  /// The segments of at least two samples in which a curve moves by less than half a grid step from each sample to
  /// the next.
  public static func slowStretches(of curve: [Double], quantum: Double) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    var start = 0
    for index in 1..<max(curve.count, 1)
    where !((curve[index] - curve[index - 1]).magnitude < quantum / 2) {
      if index - start > 1 { stretches.append(start..<index) }
      start = index
    }
    if curve.count - start > 1 { stretches.append(start..<curve.count) }
    return stretches
  }

  /// The position of each curve value within a grid step, as exp(2 pi i y / q): cosine and sine.
  public static func turns(of curve: [Double], quantum: Double) -> [SIMD2<Double>] {
    curve.map {
      let cycles = $0 / quantum
      let angle = 2 * Double.pi * (cycles - cycles.rounded())
      return SIMD2(Double.cos(angle), Double.sin(angle))
    }
  }
}
