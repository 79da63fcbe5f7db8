extension Linearisation {
  /// Sums over the observations from which the degrees of freedom and the excess of the HC3 variances of all quantities
  /// follow, as ``hc3DegreesOfFreedom(along:excessKurtosis:)`` and ``hc3Excess(along:)`` state them, without a pass for each.
  ///
  /// With a = Q z, f = 1 - h and the products P_u = q_i q_j: a^2 = sum c_u P_u, c_u = z_i z_j, twice that where i and j
  /// differ. All sums are forms of c: of sum P_u / f, sum P_u P_v / f^2 and sum P_u P_v (2 f - 1) / f^4.
  public struct HC3Moments: Sendable {
    private typealias Products = SIMD16<Double>

    private let degreesOfFreedom: Int
    /// i and j of each product.
    private let pairs: [(Int, Int)]
    private var lifted = Products.zero
    private var outer: [Products]
    private var own: [Products]

    /// Nil for more than four parameters, of which there are so many products that single passes are faster.
    public init?(_ linear: Linearisation) {
      let parameterCount = linear.parameterCount
      guard parameterCount <= 4 else { return nil }
      degreesOfFreedom = linear.degreesOfFreedom
      pairs = (0..<parameterCount).flatMap { i in (0...i).map { (i, $0) } }
      outer = [Products](repeating: .zero, count: pairs.count)
      own = outer
      let count = linear.blockCount
      _ = linear.withColumns { columns, free in
        withUnsafeTemporaryAllocation(of: Block.self, capacity: 3 * pairs.count * count) { memory in
          guard let products = memory.baseAddress else { return }
          fill(products, columns, free, count)
        }
      }
    }

    private mutating func fill(
      _ products: UnsafeMutablePointer<Block>, _ columns: UnsafePointer<Block>,
      _ free: UnsafePointer<Block>, _ count: Int
    ) {
      let size = pairs.count * count
      for (u, pair) in pairs.enumerated() {
        let (first, second) = (columns + pair.0 * count, columns + pair.1 * count)
        let own = products + u * count
        var sum = Block.zero
        for index in 0..<count {
          // Observations that alone determine a parameter are skipped.
          let inverse = (1 / free[index]).replacing(with: 0, where: free[index] .<= 1e-10)
          let square = inverse * inverse
          let product = first[index] * second[index]
          sum += product * inverse
          (own + index).initialize(to: product)
          (own + size + index).initialize(to: product * square)
          (own + 2 * size + index).initialize(
            to: product * square * square * (2 * free[index] - 1))
        }
        lifted[u] = sum.sum()
      }
      for u in pairs.indices {
        let first = products + size + u * count
        for v in 0...u {
          let second = products + v * count
          var (outer, own) = (Block.zero, Block.zero)
          for index in 0..<count {
            outer += first[index] * second[index]
            own += first[size + index] * second[index]
          }
          self.outer[u][v] = outer.sum()
          self.outer[v][u] = self.outer[u][v]
          self.own[u][v] = own.sum()
          self.own[v][u] = self.own[u][v]
        }
      }
    }

    /// The effective degrees of freedom for errors without excess kurtosis, and the factor by which HC3 overstates.
    ///
    /// - Parameter z: the direction of the quantity, ``Linearisation/direction(of:)``.
    public func statistics(along z: ParameterVector) -> (degrees: Double, excess: Double) {
      var c = Products.zero
      var weights = Products.zero
      for (u, pair) in pairs.enumerated() {
        weights[u] = pair.0 == pair.1 ? 1 : 2
        c[u] = weights[u] * z[pair.0] * z[pair.1]
      }
      var sums = Products.zero
      var single = Products.zero
      for u in pairs.indices {
        sums += c[u] * outer[u]
        single += c[u] * own[u]
      }
      let variance = 2 * ((single * c).sum() + (weights * sums * sums).sum())
      let trace = (c * lifted).sum()
      let plain = (z * z).sum()
      return (
        variance > 0 ? 2 * trace * trace / variance : Double(degreesOfFreedom),
        plain > 0 ? trace / plain : 1
      )
    }
  }
}
