internal import RealModule

extension Linearisation {
  /// By how much the rounding of a smooth curve changes the variance of a quantity beside errors that are
  /// independent of each other.
  ///
  /// Rounding errors follow from the curve: where neighbouring samples lie at nearly the same place
  /// between two steps of the grid they have nearly the same error. Over all places at which the grid
  /// may lie, the error of a linear estimate sum a_n e_n has the variance
  /// V = q^2 sum_(m >= 1) |sum_n a_n exp(2 pi i m y_n / q)|^2 / (2 pi^2 m^2), from the Fourier series of the
  /// sawtooth (Bennett 1948; Widrow & Kollar 2008). For independent errors it would be q^2 / 12 sum a_n^2.
  /// Gaussian noise of standard deviation s before the rounding damps harmonic m by exp(-4 pi^2 m^2 s^2 / q^2).
  ///
  /// - Parameters:
  ///   - gradient: of the quantity by the parameters.
  ///   - turns: exp(2 pi i y_n / q), as `turns(of:quantum:)` gives them.
  ///   - weights: those of the fit, or empty.
  ///   - quantum: q.
  ///   - noise: s.
  /// - Returns: V - q^2 / 12 sum a_n^2, of either sign, and q^2 / 12 sum a_n^2. V is cut off after 12 harmonics,
  ///   without which it is 5 % too small where all errors are one. For samples at random places the first
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
      // Four samples at a time, as each harmonic waits for the one before; sums are added up in order.
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

  /// The same for a curve given by its fitted values, in any origin.
  public func roundingExcess(
    along gradient: ParameterVector, curve: [Double], weights: [Double], quantum: Double,
    noise: Double
  ) -> (excess: Double, independent: Double) {
    roundingExcess(
      along: gradient, turns: Self.turns(of: curve, quantum: quantum), weights: weights,
      quantum: quantum, noise: noise)
  }

  /// By how much rounding changes the variance of a quantity where the curve is slow, over the variance
  /// of independent errors of all samples: the same sum, of pairs within each of some stretches alone.
  ///
  /// Of samples that lie anywhere between two steps the excess is chance. Where a curve moves by less
  /// than half a step from sample to sample it is not: errors run through the sawtooth one after the
  /// other, and cancel over each step that is crossed.
  ///
  /// - Parameters:
  ///   - gradient: of the quantity by the parameters.
  ///   - stretches: of samples, as `slowStretches(of:quantum:)` gives them.
  ///   - turns: exp(2 pi i y_n / q), as `turns(of:quantum:)` gives them.
  ///   - weights: those of the fit, or empty.
  ///   - quantum: q.
  ///   - noise: s.
  /// - Returns: -1 or more, but for the harmonics cut off; 0 without stretches.
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

  /// By how much an error of 1 in one sample changes a quantity at most: max |a_n|.
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

  /// The stretches of two samples and more along which a curve moves by less than half a step of a grid from each
  /// to the next.
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

  /// Where the values of a curve lie between two steps of a grid, as exp(2 pi i y / q): its cosine and sine.
  public static func turns(of curve: [Double], quantum: Double) -> [SIMD2<Double>] {
    curve.map {
      let cycles = $0 / quantum
      let angle = 2 * Double.pi * (cycles - cycles.rounded())
      return SIMD2(Double.cos(angle), Double.sin(angle))
    }
  }
}
