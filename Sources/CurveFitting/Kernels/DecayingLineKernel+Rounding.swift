internal import RealModule

/// The contribution of rounding to variances, as defined in `Linearisation.roundingExcess`.
extension DecayingLineKernel {
  /// The form B of sum_m |sum_n a_n e^(2 pi i m y_n / q)|^2 e^(-(2 pi m s / q)^2) / m^2 = z'Bz over the first twelve
  /// harmonics with a_n = q_n . z, and the sum of the weights e^(...) / m^2.
  public struct RoundingForm: Sendable {
    private let form: LowerTriangle
    private let weight: Double

    init(_ form: LowerTriangle, weight: Double) {
      self.form = form
      self.weight = weight
    }

    /// Ratio of `excess` to `independent` of `Linearisation.roundingExcess`, for a quantity.
    public func relativeExcess(_ z: SIMD3<Double>) -> Double {
      6 / (Double.pi * Double.pi) * (form.form(z) / (z * z).sum() - weight)
    }
  }

  /// The form of `Linearisation.slowExcess` in double precision; nil where the curve is nowhere slow.
  ///
  /// - Parameters:
  ///   - quantum: q.
  ///   - noise: s, the standard deviation of noise before the rounding.
  public func slowForm(quantum: Double, noise: Double) -> RoundingForm? {
    let y = UnsafePointer(scalars(.values))
    let r = residuals
    let first = UnsafePointer(scalars(.first))
    let second = UnsafePointer(scalars(.second))
    let third = UnsafePointer(scalars(.third))
    let ratio = 2 * Double.pi * noise / quantum
    var form = LowerTriangle(m00: 0, m10: 0, m11: 0, m20: 0, m21: 0, m22: 0)
    var isSlow = false
    var start = 0
    for end in 1..<max(count + 1, 1) {
      if end < count, ((y[end] - r[end]) - (y[end - 1] - r[end - 1])).magnitude < quantum / 2 {
        continue
      }
      defer { start = end }
      guard end - start > 1 else { continue }
      isSlow = true
      withUnsafeTemporaryAllocation(of: Block.self, capacity: 24) { sums in
        sums.initialize(repeating: .zero)
        var squares = LowerTriangle(m00: 0, m10: 0, m11: 0, m20: 0, m21: 0, m22: 0)
        for index in start..<end {
          let q = Block(first[index], second[index], third[index], 0)
          squares.add(q, 1)
          let cycles = (y[index] - r[index]) / quantum
          let angle = 2 * Double.pi * (cycles - cycles.rounded())
          let (c, s) = (Double.cos(angle), Double.sin(angle))
          var x = q
          var i = Block.zero
          for m in 0..<12 {
            (x, i) = (x * c - i * s, x * s + i * c)
            sums[2 * m] += x
            sums[2 * m + 1] += i
          }
        }
        for m in 0..<12 {
          let order = Double(m + 1)
          let weight =
            (noise > 0 ? Double.exp(-ratio * ratio * order * order) : 1) / (order * order)
          form.add(sums[2 * m], weight)
          form.add(sums[2 * m + 1], weight)
          form.add(squares, -weight)
        }
      }
    }
    return isSlow ? RoundingForm(form, weight: 0) : nil
  }

  /// `Linearisation.largestInfluence` of a quantity.
  public func largestInfluence(_ z: SIMD3<Double>) -> Double {
    let (first, second, third) = (row(.first), row(.second), row(.third))
    var largest = Block.zero
    for index in 0..<blockCount {
      let a: Block = first[index] * z[0] + second[index] * z[1] + third[index] * z[2]
      largest = pointwiseMax(largest, pointwiseMax(a, -a))
    }
    return largest.max()
  }

  private func singles(_ row: Row) -> UnsafeMutablePointer<SIMD4<Float>> {
    UnsafeMutableRawPointer(self.row(row)).assumingMemoryBound(to: SIMD4<Float>.self)
  }

  /// The form in single precision, to about 2e-6 of the variance: enough to decide that no correction is needed.
  ///
  /// It overwrites the leverages, so compute degrees of freedom before.
  ///
  /// - Parameters:
  ///   - quantum: q.
  ///   - noise: s, the standard deviation of noise before the rounding.
  public mutating func roundingForm(quantum: Double, noise: Double) -> RoundingForm {
    let y = row(.values)
    let r = row(.residuals)
    // Rows of single-precision numbers; two fit in one row of the memory.
    let capacity = rowCapacity
    let f = singles(.lift)
    let g = f + capacity
    let h = singles(.contrast)
    let cosines = h + capacity
    let sines = singles(.misses)
    let reals = sines + capacity
    let imaginaries = singles(.scratch)
    let inverse = 1 / quantum
    let first = row(.first)
    let second = row(.second)
    let third = row(.third)
    for index in 0..<blockCount {
      let cycles: Block = (y[index] - r[index]) * inverse
      // Adding 1.5 * 2^52 rounds to an integer.
      let turn: Block = cycles - ((cycles + 0x1.8p52) - 0x1.8p52)
      let (cosine, sine) = VectorExponential.turn(SIMD4<Float>(turn))
      cosines[index] = cosine
      sines[index] = sine
      reals[index] = SIMD4(repeating: 1)
      imaginaries[index] = .zero
      f[index] = SIMD4(first[index])
      g[index] = SIMD4(second[index])
      h[index] = SIMD4(third[index])
    }
    let ratio = 2 * Double.pi * noise * inverse
    var form = LowerTriangle(m00: 0, m10: 0, m11: 0, m20: 0, m21: 0, m22: 0)
    var total = 0.0
    for m in 1...12 {
      var x0 = SIMD4<Float>.zero
      var x1 = SIMD4<Float>.zero
      var x2 = SIMD4<Float>.zero
      var y0 = SIMD4<Float>.zero
      var y1 = SIMD4<Float>.zero
      var y2 = SIMD4<Float>.zero
      for index in 0..<blockCount {
        let (c, s) = (cosines[index], sines[index])
        let (x, y) = (reals[index], imaginaries[index])
        let real = x * c - y * s
        let imaginary = x * s + y * c
        reals[index] = real
        imaginaries[index] = imaginary
        x0 += f[index] * real
        y0 += f[index] * imaginary
        x1 += g[index] * real
        y1 += g[index] * imaginary
        x2 += h[index] * real
        y2 += h[index] * imaginary
      }
      let order = Double(m)
      let weight =
        (noise > 0 ? Double.exp(-ratio * ratio * order * order) : 1) / (order * order)
      let x = SIMD4(Double(x0.sum()), Double(x1.sum()), Double(x2.sum()), 0)
      let y = SIMD4(Double(y0.sum()), Double(y1.sum()), Double(y2.sum()), 0)
      form.add(x, weight)
      form.add(y, weight)
      total += weight
    }
    return RoundingForm(form, weight: total)
  }
}
