internal import RealModule

/// Fits (a + b x) e^(-theta x), the curve of `ExponentialFamily(degree: 1)`, to many sets of samples in turn.
///
/// It reuses its memory and allocates only when a set is larger than all earlier ones. A pass handles four samples
/// at a time. On a uniform grid a recurrence gives the exponentials, and a geometric series in closed form gives
/// the Gram matrix; on other time stamps both are computed sample by sample. Abscissae are seconds: 0 first,
/// ascending, below 1000.
///
/// The results agree with `ProjectedSearch`, `Linearisation` and `ProfileInterval` to 1e-12 relative when the samples
/// determine the curve well. Otherwise methods return nil; use those types then.
public struct DecayingLineKernel: ~Copyable {
  /// A minimum of the sum of squares.
  public struct Minimum: Sendable, Hashable {
    /// The decay rate in 1/s.
    public var theta: Double
    /// The coefficient of e^(-theta x).
    public var displacement: Double
    /// The coefficient of x e^(-theta x).
    public var slope: Double
    /// The residual sum of squares.
    public var sumOfSquares: Double
    /// The second derivative of the projected objective.
    public var curvature: Double
    /// Number of passes over the samples.
    public var passes: Int
  }

  private var memory: UnsafeMutablePointer<Block>
  private var capacity: Int
  /// The rows of the memory, `capacity` blocks each.
  enum Row: Int, CaseIterable {
    case abscissae, values, exact, decay, residuals, misses, first, second, third
  }

  /// Number of samples in the present set.
  public private(set) var count = 0
  /// The step of a uniform grid; 0 for other time stamps.
  private(set) var step = 0.0
  private(set) var blockCount = 0
  /// Number of zeros after the samples that fill the last block.
  private(set) var padding = 0
  /// 1 for the samples of the last block, 0 for its padding.
  private(set) var mask = Block(repeating: 1)
  /// The theta of the exponentials in memory; NaN if there are none.
  private(set) var decayTheta = Double.nan
  private(set) var last = 0.0

  /// Creates a kernel with memory for `capacity` samples.
  public init(capacity: Int = 128) {
    self.capacity = (max(capacity, 16) + 3) / 4 + 1
    memory = .allocate(capacity: self.capacity * Row.allCases.count)
    memory.initialize(repeating: .zero, count: self.capacity * Row.allCases.count)
  }

  deinit { memory.deallocate() }

  /// Makes room for a set of samples; the previous contents are lost.
  public mutating func reserve(_ samples: Int) {
    let needed = (samples + 3) / 4 + 1
    guard needed > capacity else { return }
    memory.deallocate()
    capacity = 2 * needed
    memory = .allocate(capacity: capacity * Row.allCases.count)
    memory.initialize(repeating: .zero, count: capacity * Row.allCases.count)
  }

  @inline(__always)
  func row(_ row: Row) -> UnsafeMutablePointer<Block> { memory + row.rawValue * capacity }

  /// Buffer for the abscissae, of the size given to `reserve`; needed for a uniform grid too. Written by the caller.
  public var abscissae: UnsafeMutablePointer<Double> { scalars(.abscissae) }
  /// Buffer for the values. Written by the caller.
  public var values: UnsafeMutablePointer<Double> { scalars(.values) }
  /// The residuals of the last minimum.
  public var residuals: UnsafePointer<Double> { UnsafePointer(scalars(.residuals)) }

  func scalars(_ row: Row) -> UnsafeMutablePointer<Double> {
    UnsafeMutableRawPointer(self.row(row)).assumingMemoryBound(to: Double.self)
  }

  /// Selects the first `count` samples written as the set to fit.
  ///
  /// Up to three values after them are overwritten with zeros to fill the last block.
  ///
  /// - Parameters:
  ///   - count: the number of samples.
  ///   - step: h when the abscissae are the grid 0, h, 2h, ...; nil otherwise.
  /// - Precondition: there is room for `count` samples.
  public mutating func use(_ count: Int, uniformStep step: Double?) {
    precondition((0...4 * capacity).contains(count), "room for the samples")
    self.count = count
    self.step = step ?? 0
    blockCount = (count + 3) / 4
    padding = 4 * blockCount - count
    let x = abscissae
    let y = values
    for index in count..<4 * blockCount {
      x[index] = 0
      y[index] = 0
    }
    mask = Block(repeating: 1)
    for lane in 4 - padding..<4 { mask[lane] = 0 }
    last = count > 0 ? x[count - 1] : 0
    decayTheta = .nan
  }

  // MARK: - Passes

  /// Number of blocks after which the recurrence starts anew: it accumulates at most 30 roundings.
  static let run = 30

  /// sum y x^j E for j = 0 ... 4 and sum x^j E^2 for j = 0 ... 5, E = e^(-theta x).
  @inline(__always)
  private func moments(_ theta: Double) -> Moments {
    if step > 0 {
      let seed = GridExponentials(theta: theta, step: step, count: count)
      if let gram = GeometricGram(seed, step: step, count: count) {
        let (p, p4) = products(theta, seed)
        return Moments(p: p, p4: p4, g: gram.sums, g4: gram.fourth, g5: gram.fifth)
      }
    }
    return fullMoments(theta)
  }

  /// sum y x^j E on a uniform grid.
  @inline(__always)
  private func products(
    _ theta: Double, _ seed: GridExponentials
  ) -> (SIMD4<Double>, fourth: Double) {
    let x = row(.abscissae)
    let y = row(.values)
    let ratio = seed.ratio
    var sums = PowerSums()
    var e = seed.first
    var index = 0
    while index < blockCount {
      if index > 0 { e = seed.block(index, theta: theta, step: step) }
      let end = min(blockCount, index + Self.run)
      while index < end {
        sums.add(y[index] * e, x[index])
        e *= ratio
        index += 1
      }
    }
    return (sums.cubic, sums.fourth)
  }

  private func fullMoments(_ theta: Double) -> Moments {
    let x = row(.abscissae)
    let y = row(.values)
    var products = PowerSums()
    var squares = PowerSums()
    for index in 0..<blockCount {
      let t = x[index]
      let e = VectorExponential.exp(-theta * t)
      products.add(y[index] * e, t)
      squares.add(e * e, t)
    }
    // Each padding zero adds e^0 = 1.
    let gram = squares.cubic - SIMD4(Double(padding), 0, 0, 0)
    return Moments(
      p: products.cubic, p4: products.fourth, g: gram, g4: squares.fourth, g5: squares.fifth)
  }

  // MARK: - The minimum

  /// A start value of theta, without iteration, for a motion that settles within the samples.
  ///
  /// With M_k = integral of y x^k e^(-s x), u = 1/(theta + s): M0 = a u + b u^2, M1 = a u^2 + 2 b u^3 and
  /// M2 = 2 a u^3 + 6 b u^4, so 2 M0 u^2 - 4 M1 u + M2 = 0. The integrals use the trapezoid rule with its
  /// first correction at x = 0 (Euler & Maclaurin). s = 8 / span suppresses the errors of the settled samples.
  ///
  /// - Returns: nil if the equation has no positive root; use `IntegralStart` then.
  public func start() -> Double? {
    guard count >= 8, last > 0 else { return nil }
    let s = 8 / last
    let y = values
    let x = abscissae
    var m: SIMD4<Double>
    let h: Double
    if step > 0 {
      h = step
      m = step * products(s, GridExponentials(theta: s, step: step, count: count)).0
    } else {
      h = x[1]
      m = .zero
      var before = 0.0
      let stamps = row(.abscissae)
      for block in 0..<blockCount {
        let decay = VectorExponential.exp(-s * stamps[block])
        for lane in 0..<min(4, count - 4 * block) {
          let index = 4 * block + lane
          let time = x[index]
          let after = index + 1 < count ? x[index + 1] : time
          let term = y[index] * decay[lane] * (after - before) / 2
          before = time
          m += term * SIMD4(1, time, time * time, 0)
        }
      }
      // The general branch counts the first sample by half; add that half here.
      m[0] += h * y[0] / 2
    }
    let rise = (4 * y[1] - 3 * y[0] - y[2]) / (2 * h)
    m[0] += h * h / 12 * (rise - s * y[0]) - h * y[0] / 2
    m[1] += h * h / 12 * y[0]
    let root = m[1] * m[1] - m[0] * m[2] / 2
    guard root >= 0 else { return nil }
    // The other root belongs to a motion that crosses the edge again.
    let theta = m[0] / (m[1] - (m[0] < 0 ? -1 : 1) * root.squareRoot()) - s
    return theta > 0 && theta.isFinite ? theta : nil
  }

  /// The minimum near a start, by Halley's method on the derivative of the projected objective (Golub & Pereyra 1973).
  ///
  /// A step of relative size s leaves an error of the order of s^3, so after a step below 1e-7 only rounding is left.
  /// The last pass computes the residuals; `geometry(of:)` then corrects all three parameters once more.
  ///
  /// - Returns: nil if a step is uphill or larger than 40 %, which does not happen near a minimum.
  public mutating func minimum(from start: Double) -> Minimum? {
    var theta = start
    var passes = 0
    while passes < 12 {
      passes += 1
      guard isInRange(theta), let system = moments(theta).solved() else { return nil }
      // Where the squares of the values overflow or underflow, steps are meaningless.
      guard system.curvature > 1e-250, system.curvature < 1e250 else { return nil }
      let newton = -system.gradient / system.curvature
      guard newton.magnitude <= 0.4 * theta else { return nil }
      // Halley's step -2 R'R'' / (2 R''^2 - R'R'''), used where it is close to Newton's step.
      let bend = 1 + newton * system.third / (2 * system.curvature)
      let change = bend > 0.5 && bend < 2 ? newton / bend : newton
      theta += change
      guard newton.magnitude <= 1e-7 * theta else { continue }
      let coefficients =
        system.coefficients + change * (system.derivatives + change / 2 * system.bends)
      let found = Minimum(
        theta: theta, displacement: coefficients[0], slope: coefficients[1], sumOfSquares: 0,
        curvature: system.curvature + change * system.third, passes: passes + 1)
      return settled(found)
    }
    return nil
  }

  /// Whether the exponentials of all blocks stay above the underflow threshold.
  @inline(__always)
  func isInRange(_ theta: Double) -> Bool { theta > 0 && theta * (last + 4 * step) < 700 }

  /// Computes the exponentials and residuals of a curve, and their sum of squares.
  private mutating func settled(_ found: Minimum) -> Minimum {
    let x = row(.abscissae)
    let y = row(.values)
    let e = row(.decay)
    let r = row(.residuals)
    let a = found.displacement
    let b = found.slope
    fillDecays(found.theta)
    var squares = Block.zero
    for index in 0..<blockCount {
      let miss = y[index] - (a + b * x[index]) * e[index]
      r[index] = miss
      squares += miss * miss
    }
    var result = found
    result.sumOfSquares = squares.sum()
    return result
  }

  /// Computes the exponentials at a theta; 0 in the padding, so that curve and residual are 0 there.
  @inline(__always)
  mutating func fillDecays(_ theta: Double) {
    decayTheta = theta
    let x = row(.abscissae)
    let e = row(.decay)
    defer { e[blockCount - 1] *= mask }
    guard step > 0 else {
      for index in 0..<blockCount { e[index] = VectorExponential.exp(-theta * x[index]) }
      return
    }
    let seed = GridExponentials(theta: theta, step: step, count: count)
    var decay = seed.first
    var index = 0
    while index < blockCount {
      if index > 0 { decay = seed.block(index, theta: theta, step: step) }
      let end = min(blockCount, index + Self.run)
      while index < end {
        e[index] = decay
        decay *= seed.ratio
        index += 1
      }
    }
  }
}
