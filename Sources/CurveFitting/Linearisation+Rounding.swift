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
  ///   - curve: the fitted values, in any origin.
  ///   - weights: those of the fit, or empty.
  ///   - quantum: q.
  ///   - noise: s.
  /// - Returns: V - q^2 / 12 sum a_n^2, of either sign, and q^2 / 12 sum a_n^2. V is cut off after 12 harmonics,
  ///   without which it is 5 % too small where all errors are one. For samples at random places the first
  ///   scatters about 0 by 0.63 times the second, sqrt(sum m^-4) / sum m^-2.
  public func roundingExcess(
    along gradient: SIMD4<Double>, curve: [Double], weights: [Double], quantum: Double,
    noise: Double
  ) -> (excess: Double, independent: Double) {
    var z = SIMD4<Double>.zero
    for row in 0..<parameterCount { z += gradient[row] * inverse[row] }
    let harmonics = 12
    var real = [Double](repeating: 0, count: harmonics)
    var imaginary = real
    var square = 0.0
    for (index, q) in orthogonalRows.enumerated() {
      var a = (q * z).sum()
      if !weights.isEmpty { a *= weights[index].squareRoot() }
      square += a * a
      let cycles = curve[index] / quantum
      let angle = 2 * Double.pi * (cycles - cycles.rounded())
      let stepReal = Double.cos(angle)
      let stepImaginary = Double.sin(angle)
      var x = a
      var y = 0.0
      for m in 0..<harmonics {
        (x, y) = (x * stepReal - y * stepImaginary, x * stepImaginary + y * stepReal)
        real[m] += x
        imaginary[m] += y
      }
    }
    var excess = 0.0
    let ratio = 2 * Double.pi * noise / quantum
    for m in 0..<harmonics {
      let order = Double(m + 1)
      let power = real[m] * real[m] + imaginary[m] * imaginary[m]
      excess +=
        Double.exp(-ratio * ratio * order * order) * (power - square) / (order * order)
    }
    return (
      quantum * quantum * excess / (2 * Double.pi * Double.pi), quantum * quantum * square / 12
    )
  }
}
