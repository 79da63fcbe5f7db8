internal import RealModule

extension Linearisation {
  /// The variance that rounding of a smooth curve adds to any quantity, compared with independent errors.
  ///
  /// Rounding errors follow from the curve: neighbouring samples at nearly the same position between two grid steps
  /// have nearly the same error. Averaged over all positions of the grid, the error of a linear estimate
  /// sum a_n e_n has the variance
  /// V = q^2 sum_(m >= 1) |sum_n a_n exp(2 pi i m y_n / q)|^2 / (2 pi^2 m^2), from the Fourier series of the
  /// sawtooth (Bennett 1948; Widrow & Kollar 2008). Independent errors would give q^2 / 12 sum a_n^2.
  /// Gaussian noise of standard deviation s before the rounding damps harmonic m by exp(-4 pi^2 m^2 s^2 / q^2).
  /// As a = Q z is linear in the direction z of the quantity, V - q^2 / 12 sum a_n^2 is a quadratic form of z.
  public struct RoundingForm: Sendable {
    private let q: Double
    /// sum_m e^(...) / m^2 (|sum_n q_n exp(2 pi i m y_n / q)|^2 - sum q_n q_n'), as rows.
    fileprivate var form: [ParameterVector]
    /// sum q_n q_n', times the weights.
    fileprivate let all: [ParameterVector]

    fileprivate init(quantum: Double, all: [ParameterVector]) {
      q = quantum
      self.all = all
      form = [ParameterVector](repeating: .zero, count: all.count)
    }

    fileprivate static func value(_ form: [ParameterVector], _ z: ParameterVector) -> Double {
      var sum = 0.0
      for row in form.indices { sum += z[row] * (form[row] * z).sum() }
      return sum
    }

    /// V - q^2 / 12 sum a_n^2, of either sign. V is truncated after 12 harmonics, and is therefore 5 % too small if all
    /// errors are equal.
    public func excess(_ direction: ParameterVector) -> Double {
      q * q * Self.value(form, direction) / (2 * Double.pi * Double.pi)
    }

    /// q^2 / 12 sum a_n^2. For samples at random positions the excess scatters about 0 by 0.63 times this,
    /// sqrt(sum m^-4) / sum m^-2.
    public func independent(_ direction: ParameterVector) -> Double {
      q * q * Self.value(all, direction) / 12
    }

    /// The excess over the variance of independent errors; 0 if that is 0.
    public func relativeExcess(_ direction: ParameterVector) -> Double {
      let independent = independent(direction)
      return independent > 0 ? excess(direction) / independent : 0
    }
  }

  /// The variance that rounding adds through all samples, and through pairs of samples within one slow segment.
  ///
  /// For samples at random positions between two grid steps the excess is random. It is systematic if the curve moves
  /// by less than half a step per sample: successive errors then run through the sawtooth, and cancel over each grid
  /// step that the curve crosses. `slow` is relative to the variance of independent errors of all samples, at least -1
  /// apart from the truncated harmonics.
  ///
  /// - Parameters:
  ///   - curve: the fitted values, relative to any origin.
  ///   - stretches: the slow segments, from `slowStretches(of:quantum:)`.
  ///   - weights: the weights of the fit, or empty.
  ///   - quantum: q.
  ///   - noise: s.
  public func roundingForms(
    curve: [Double], stretches: [Range<Int>], weights: [Double], quantum: Double, noise: Double
  ) -> (all: RoundingForm, slow: RoundingForm) {
    let blank = RoundingForm(quantum: quantum, all: gramOfWeighted(weights))
    var (all, slow) = (blank, blank)
    let damping = 2 * Double.pi * noise / quantum
    _ = withColumns { columns, _ in
      HarmonicSums.withMemory(
        parameterCount, HarmonicSums.Part.parts(of: count, slow: stretches)
      ) { sums in
        sums.take(
          of: columns, blockCount: blockCount, curve: curve, quantum: quantum, weights: weights)
        sums.add(to: &all.form, slow: &slow.form, damping: damping)
      }
    }
    return (all, slow)
  }

  /// sum q_n q_n' times the weights; the identity for unit weights.
  private func gramOfWeighted(_ weights: [Double]) -> [ParameterVector] {
    var rows = [ParameterVector](repeating: .zero, count: parameterCount)
    guard !weights.isEmpty else {
      for lane in 0..<parameterCount { rows[lane][lane] = 1 }
      return rows
    }
    for index in 0..<count {
      let row = orthogonalRow(index)
      for lane in 0..<parameterCount { rows[lane] += weights[index] * row[lane] * row }
    }
    return rows
  }

  /// The maximum change of a quantity by an error of 1 in one sample: max |a_n|.
  public func largestInfluence(along gradient: ParameterVector, weights: [Double]) -> Double {
    let z = direction(of: gradient)
    var largest = Block.zero
    _ = withColumns { columns, _ in
      for index in 0..<blockCount {
        var a = influence(columns, z, index)
        for lane in 0..<4 where 4 * index + lane < weights.count {
          a[lane] *= weights[4 * index + lane].squareRoot()
        }
        largest = largest.replacing(with: a, where: a .> largest)
        largest = largest.replacing(with: -a, where: -a .> largest)
      }
    }
    return largest.max()
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
}
