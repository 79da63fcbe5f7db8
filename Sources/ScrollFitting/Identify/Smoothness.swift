internal import RealModule

/// How far samples are from a smooth curve over some times.
struct Smoothness {
  typealias Sample = (index: Int, time: Double)

  let values: [Double]
  private var squares: [Double] = []

  init(_ values: [Double]) { self.values = values }

  /// The rms residual of samples about the cubic through two neighbours on each side, in pt, relative to that of errors of
  /// 1 pt. The largest tenth does not count: motions have kinks. Infinite if it is not below a limit.
  mutating func roughness(over samples: [Sample], below limit: Double) -> Double {
    // If more than a fifth of the squares are ten times as large, the mean of the lowest 90 % is too.
    let (large, mostLarge) = (10 * limit * limit, samples.count / 5)
    var largeCount = 0
    squares.removeAll(keepingCapacity: true)
    for index in samples.indices.dropFirst(2).dropLast(2) {
      squares.append(square(index, samples))
      if squares[squares.count - 1] > large {
        largeCount += 1
        if largeCount > mostLarge { return .infinity }
      }
    }
    guard !squares.isEmpty else { return .infinity }
    squares.sort()
    let used = squares.prefix(max(1, 9 * squares.count / 10))
    let found = (used.reduce(0, +) / Double(used.count)).squareRoot()
    return found < limit ? found : .infinity
  }

  /// The mean logarithm of these residuals with a floor: each sample on the curve lowers it, however far the others are.
  func usual(over samples: [Sample], floor: Double) -> Double {
    let least = max(floor * floor, .leastNormalMagnitude)
    return samples.indices.dropFirst(2).dropLast(2).reduce(0) {
      $0 + .log(square($1, samples) + least)
    } / Double(samples.count)
  }

  private func square(_ index: Int, _ samples: [Sample]) -> Double {
    let time = samples[index].time
    let times = SIMD4(
      samples[index - 2].time, samples[index - 1].time, samples[index + 1].time,
      samples[index + 2].time)
    var (residual, gain) = (values[samples[index].index], 1.0)
    for one in 0..<4 {
      var weight = 1.0
      for other in 0..<4 where other != one {
        weight *= (time - times[other]) / (times[one] - times[other])
      }
      residual -= weight * values[samples[index + (one < 2 ? one - 2 : one - 1)].index]
      gain += weight * weight
    }
    return residual * residual / gain
  }
}
