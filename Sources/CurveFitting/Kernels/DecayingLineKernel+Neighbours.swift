/// Serial statistics of the residuals, for Durbin-Watson and the runs test.
extension DecayingLineKernel {
  /// The sums and counts that both tests need.
  struct Neighbours: Sendable {
    /// sum (r_n - r_(n-1))^2.
    var squares: Double
    /// Number of negative residuals, and number of residuals that are 0.
    var minus, zeros: Int
    /// Number of runs of one sign; residuals of 0 are skipped.
    var runs: Int
  }

  /// One pass over pairs of consecutive residuals.
  func neighbours() -> Neighbours {
    let scalar = scalars(.residuals)
    let r = UnsafeRawPointer(scalar)
    var sum = Block.zero
    // Signs and sign changes, as 0 and 1.
    var minus = SIMD4<UInt64>.zero
    var changes = SIMD4<UInt64>.zero
    var zeros = SIMD4<Int64>.zero
    var index = 1
    while index + 4 <= count {
      let here = r.loadUnaligned(fromByteOffset: 8 * index, as: Block.self)
      let before = r.loadUnaligned(fromByteOffset: 8 * (index - 1), as: Block.self)
      let step = here - before
      sum += step * step
      let bits = unsafeBitCast(here, to: SIMD4<UInt64>.self)
      minus &+= bits &>> 63
      changes &+= (bits ^ unsafeBitCast(before, to: SIMD4<UInt64>.self)) &>> 63
      zeros &-= unsafeBitCast(here .== 0, to: SIMD4<Int64>.self)
      index += 4
    }
    var result = Neighbours(
      squares: sum.sum(), minus: Int(minus.wrappedSum()), zeros: Int(zeros.wrappedSum()),
      runs: Int(changes.wrappedSum()) + 1)
    if scalar[0] == 0 { result.zeros += 1 } else if scalar[0] < 0 { result.minus += 1 }
    while index < count {
      let (here, before) = (scalar[index], scalar[index - 1])
      result.squares += (here - before) * (here - before)
      result.minus += here.sign == .minus ? 1 : 0
      result.runs += here.sign == before.sign ? 0 : 1
      result.zeros += here == 0 ? 1 : 0
      index += 1
    }
    guard result.zeros > 0 else { return result }
    // The sign bit of 0 was counted above; count again and skip residuals of 0.
    result.minus = 0
    result.runs = 0
    var last = 0.0
    for index in 0..<count where scalar[index] != 0 {
      if scalar[index] < 0 { result.minus += 1 }
      if scalar[index] * last <= 0 { result.runs += 1 }
      last = scalar[index] < 0 ? -1 : 1
    }
    return result
  }
}
