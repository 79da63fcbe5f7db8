extension Linearisation {
  /// Statistics of the HC3 variance of a quantity.
  public struct HC3Statistics: Sendable {
    /// ``Linearisation/hc3DegreesOfFreedom(along:excessKurtosis:)`` for errors without excess kurtosis.
    public var degrees: Double
    /// The factor by which HC3 overstates the variance of a quantity when all errors have the same variance:
    /// E V_HC3 / V = (sum a^2 / (1 - h)) / sum a^2.
    public var excess: Double
  }

  /// Sums over the observations that give the statistics of any quantity without another pass.
  ///
  /// With a = Q z, f = 1 - h and the products P = (q_1^2, q_2 q_1, q_2^2): a^2 = c'P, c = (z_1^2, 2 z_1 z_2, z_2^2).
  /// All statistics are linear or quadratic forms of c with sum P / f, sum P P' / f^2 and sum P P' (2 f - 1) / f^4.
  public struct HC3Moments: Sendable {
    private let degreesOfFreedom: Int
    private var lifted = SIMD4<Double>.zero
    private var outer = SmallRows()
    private var own = SmallRows()

    /// Nil for more than two parameters: these have so many products that separate passes are faster.
    public init?(_ linear: Linearisation) {
      guard linear.parameterCount <= 2 else { return nil }
      degreesOfFreedom = linear.degreesOfFreedom
      let count = linear.blockCount
      let second = linear.parameterCount == 2 ? count : 0
      _ = linear.withColumns { columns, free in
        var sums = (Block.zero, Block.zero, Block.zero)
        // Five products of two elements of P, q_1^4 to q_2^4.
        var outer = (Block.zero, Block.zero, Block.zero, Block.zero, Block.zero)
        var own = outer
        for index in 0..<count {
          let free = free[index]
          // Observations that alone determine a parameter are skipped.
          let inverse = (1 / free).replacing(with: 0, where: free .<= 1e-10)
          let (a, b) = (columns[index], second > 0 ? columns[second + index] : .zero)
          let (aa, ab, bb) = (a * a, a * b, b * b)
          sums.0 += aa * inverse
          sums.1 += ab * inverse
          sums.2 += bb * inverse
          let square = inverse * inverse
          let weight = square * square * (2 * free - 1)
          outer.0 += aa * aa * square
          outer.1 += aa * ab * square
          outer.2 += aa * bb * square
          outer.3 += ab * bb * square
          outer.4 += bb * bb * square
          own.0 += aa * aa * weight
          own.1 += aa * ab * weight
          own.2 += aa * bb * weight
          own.3 += ab * bb * weight
          own.4 += bb * bb * weight
        }
        func rows(_ sums: (Block, Block, Block, Block, Block)) -> SmallRows {
          let (a, b, c) = (sums.0.sum(), sums.1.sum(), sums.2.sum())
          let (d, e) = (sums.3.sum(), sums.4.sum())
          var rows = SmallRows()
          (rows[0], rows[1], rows[2]) = (SIMD4(a, b, c, 0), SIMD4(b, c, d, 0), SIMD4(c, d, e, 0))
          return rows
        }
        lifted = SIMD4(sums.0.sum(), sums.1.sum(), sums.2.sum(), 0)
        self.outer = rows(outer)
        self.own = rows(own)
      }
    }

    /// The statistics of a quantity.
    ///
    /// - Parameter z: its direction, ``Linearisation/direction(of:)``.
    public func statistics(along z: ParameterVector) -> HC3Statistics {
      let c = SIMD4(z[0] * z[0], 2 * z[0] * z[1], z[1] * z[1], 0)
      let sums = c[0] * outer[0] + c[1] * outer[1] + c[2] * outer[2]
      let single = c[0] * own[0] + c[1] * own[1] + c[2] * own[2]
      return HC3Statistics(
        trace: (c * lifted).sum(), own: (single * c).sum(),
        square: (SIMD4(1, 2, 1, 0) * sums * sums).sum(), plain: (z * z).sum(),
        degreesOfFreedom: degreesOfFreedom)
    }
  }

  /// The statistics of a quantity by one pass over the observations.
  public func hc3Statistics(along gradient: ParameterVector) -> HC3Statistics {
    let z = direction(of: gradient)
    let sums = hc3Sums(along: z)
    return HC3Statistics(
      trace: sums.trace, own: sums.own, square: sums.square, plain: (z * z).sum(),
      degreesOfFreedom: degreesOfFreedom)
  }
}

extension Linearisation.HC3Statistics {
  /// - Parameters:
  ///   - trace: sum of a^2 / (1 - h).
  ///   - own: sum of d^2 (2 (1 - h) - 1), d = a^2 / (1 - h)^2.
  ///   - square: the squared Frobenius norm of sum d q q'.
  ///   - plain: sum of a^2.
  fileprivate init(
    trace: Double, own: Double, square: Double, plain: Double, degreesOfFreedom: Int
  ) {
    let variance = 2 * (own + square)
    degrees = variance > 0 ? 2 * trace * trace / variance : Double(degreesOfFreedom)
    excess = plain > 0 ? trace / plain : 1
  }
}
