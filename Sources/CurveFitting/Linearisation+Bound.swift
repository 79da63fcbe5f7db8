extension Linearisation {
  /// A step of the parameters after which the linearised curve keeps every residual within a bound. Nil if none is
  /// found, which does not mean that there is none.
  ///
  /// Lawson's iteration (1961) for the smallest maximum |residual|: repeated least squares, with weights multiplied by
  /// a power of the residuals each time. It stops as soon as the bound is met, usually after four rounds. Only for fits
  /// without weights.
  ///
  /// - Parameters:
  ///   - residuals: the n residuals, observed - fitted, before the step.
  ///   - bound: the maximum magnitude of a residual.
  public func step(keeping residuals: [Double], within bound: Double) -> ParameterVector? {
    precondition(residuals.count == count, "one residual an observation")
    return withUnsafeTemporaryAllocation(of: Block.self, capacity: 3 * blockCount) { memory in
      guard let weights = memory.baseAddress else { return nil }
      let values = weights + blockCount
      let sizes = values + blockCount
      weights.initialize(repeating: .zero, count: 3 * blockCount)
      for index in 0..<count {
        weights[index / 4][index % 4] = 1
        values[index / 4][index % 4] = residuals[index]
      }
      return withColumns { columns, _ in
        for _ in 0..<Self.mostRounds {
          guard let z = weightedSolution(columns, weights, values) else { return nil }
          var largest = Block.zero
          for index in 0..<blockCount {
            let miss = values[index] - influence(columns, z, index)
            let size = miss.replacing(with: -miss, where: miss .< 0)
            largest = largest.replacing(with: size, where: size .> largest)
            sizes[index] = size
          }
          let worst = largest.max()
          guard worst > bound else { return applyInverse(to: z) }
          let scale = 1 / worst
          for index in 0..<blockCount {
            // |miss|^1.5: faster than Lawson's power of 1, and still stable.
            let size = scale * sizes[index]
            weights[index] *= size * size.squareRoot()
          }
        }
        return nil
      } ?? nil
    }
  }

  private static var mostRounds: Int { 24 }

  /// The z that minimises sum w (v - Q z)^2; nil if the columns are dependent under these weights.
  @inline(__always)
  private func weightedSolution(
    _ columns: UnsafePointer<Block>, _ weights: UnsafePointer<Block>,
    _ values: UnsafePointer<Block>
  ) -> ParameterVector? {
    withRows { matrix in
      var right = ParameterVector.zero
      for row in 0..<parameterCount {
        let first = columns + row * blockCount
        // Two columns and the values at a time, which share one weighted product.
        for column in stride(from: 0, through: row, by: 2) {
          let second = columns + column * blockCount
          let third = columns + min(column + 1, row) * blockCount
          var product = Block.zero
          var sum = Block.zero
          var next = Block.zero
          for index in 0..<blockCount {
            let weighted = weights[index] * first[index]
            product += weighted * values[index]
            sum += weighted * second[index]
            next += weighted * third[index]
          }
          right[row] = product.sum()
          matrix[row][column] = sum.sum()
          matrix[column][row] = matrix[row][column]
          if column < row {
            matrix[row][column + 1] = next.sum()
            matrix[column + 1][row] = matrix[row][column + 1]
          }
        }
      }
      return Self.solve(matrix, right, least: 1e-12 * matrix[0][0])
    }
  }
}
