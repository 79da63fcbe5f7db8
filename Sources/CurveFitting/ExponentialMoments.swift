internal import RealModule

/// The sums from which the projected objective of an `ExponentialFamily` and its two derivatives follow.
///
/// With E = e^(-theta x): `linear[j]` = sum w y x^j E, `gram[j]` = sum w x^j E^2, `plain[j]` = sum w x^j E.
/// Differentiation by theta raises j by one and multiplies by -1 (-2 in `gram`), so one pass gives all sums.
/// A column x uses plain[1] for its product with E, and three sums of its own that do not depend on theta.
struct ExponentialMoments {
  var linear = SIMD4<Double>.zero
  var plain = SIMD4<Double>.zero
  var gram = SIMD8<Double>.zero
  var weightSum = 0.0
  var valueSum = 0.0
  var squareSum = 0.0
  /// sum w x, sum w x^2 and sum w x y; 0 unless `addLine` was called.
  var line = SIMD3<Double>.zero

  /// One pass: one multiplication per sample on a uniform grid, else one exponential per sample.
  ///
  /// - Parameter family: the family that the sums are for; sums that it does not need stay 0.
  init(_ observations: Observations, theta: Double, shift: Double, for family: ExponentialFamily) {
    // A loop of its own for each choice: what it does not need is not compiled into it.
    let sums =
      switch (family.constant || family.line, family.degree == 1) {
      case (false, false): Sums(observations, theta, shift, hasPlain: false, hasFourth: false)
      case (false, true): Sums(observations, theta, shift, hasPlain: false, hasFourth: true)
      case (true, false): Sums(observations, theta, shift, hasPlain: true, hasFourth: false)
      case (true, true): Sums(observations, theta, shift, hasPlain: true, hasFourth: true)
      }
    linear = sums.linear
    plain = sums.plain
    gram.lowHalf = sums.gram
    gram[4] = sums.fourthGram
    weightSum = sums.weight
    valueSum = sums.value
    squareSum = sums.square
  }

  /// All sums 0.
  init() {}

  /// Adds the sums that do not depend on theta.
  mutating func addConstants(_ observations: Observations) {
    observations.withElements { _, y, w in
      for index in 0..<y.count {
        let weight = w.isEmpty ? 1 : w[index]
        weightSum += weight
        valueSum += weight * y[index]
        squareSum += weight * y[index] * y[index]
      }
    }
  }

  /// Adds the sums that a column x needs. A separate pass, since few families have such a column.
  mutating func addLine(_ observations: Observations) {
    observations.withElements { x, y, w in
      for index in 0..<x.count {
        let weighted = (w.isEmpty ? 1 : w[index]) * x[index]
        line += weighted * SIMD3(1, x[index], y[index])
      }
    }
  }

  /// These sums and those of degree 0 on an unweighted grid, by Horner's scheme from the last sample backwards.
  ///
  /// With rho = e^(-theta step) and H_j = sum C(n, j) rho^(n - j) a_n, which is d^j / drho^j / j! of sum rho^n a_n:
  /// sum n rho^n a_n = rho H_1, sum n^2 rho^n a_n = 2 rho^2 H_2 + rho H_1.
  func onGrid(_ values: [Double], theta: Double, step: Double) -> ExponentialMoments {
    let rho = Double.exp(-theta * step)
    // For y E, E and E^2 at once.
    let ratio = SIMD4(rho, rho, rho * rho, 0)
    var (zeroth, first, second) = (SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero)
    values.withUnsafeBufferPointer { values in
      var index = values.count - 1
      while index >= 0 {
        second = second * ratio + first
        first = first * ratio + zeroth
        zeroth = zeroth * ratio + SIMD4(values[index], 1, 1, 0)
        index -= 1
      }
    }
    let once = step * ratio * first
    let twice = step * (2 * step * ratio * ratio * second + once)
    var result = self
    result.linear = SIMD4(zeroth[0], once[0], twice[0], 0)
    result.plain = SIMD4(zeroth[1], once[1], twice[1], 0)
    result.gram.lowHalf = SIMD4(zeroth[2], once[2], twice[2], 0)
    return result
  }

  /// The same at two thetas. Each sum depends on the previous one, so two in parallel take hardly longer than one.
  func onGrid(
    _ values: [Double], theta: SIMD2<Double>, step: Double
  ) -> (ExponentialMoments, ExponentialMoments) {
    let rho = SIMD2(Double.exp(-theta[0] * step), Double.exp(-theta[1] * step))
    let square = rho * rho
    // For y E, E and E^2.
    var (linear, plain, gram) = (Horner(), Horner(), Horner())
    values.withUnsafeBufferPointer { values in
      var index = values.count - 1
      while index >= 0 {
        linear.add(SIMD2(repeating: values[index]), rho)
        plain.add(.one, rho)
        gram.add(.one, square)
        index -= 1
      }
    }
    let (y, e, g) = (linear.sums(rho, step), plain.sums(rho, step), gram.sums(square, step))
    var result = (self, self)
    (result.0.linear, result.1.linear) = y
    (result.0.plain, result.1.plain) = e
    (result.0.gram.lowHalf, result.1.gram.lowHalf) = g
    return result
  }

  /// H_0, H_1 and H_2 at two rho.
  private struct Horner {
    private var zeroth = SIMD2<Double>.zero
    private var first = SIMD2<Double>.zero
    private var second = SIMD2<Double>.zero

    /// Adds the coefficient a_n that precedes those added so far.
    @inline(__always)
    mutating func add(_ value: SIMD2<Double>, _ rho: SIMD2<Double>) {
      second = second * rho + first
      first = first * rho + zeroth
      zeroth = zeroth * rho + value
    }

    /// sum x^j rho^n a_n with x = n step.
    func sums(_ rho: SIMD2<Double>, _ step: Double) -> (SIMD4<Double>, SIMD4<Double>) {
      let once = step * rho * first
      let twice = step * (2 * step * rho * rho * second + once)
      return (SIMD4(zeroth[0], once[0], twice[0], 0), SIMD4(zeroth[1], once[1], twice[1], 0))
    }
  }

  /// All sums but those of `line`, while they are accumulated.
  private struct Sums {
    var linear = SIMD4<Double>.zero
    var plain = SIMD4<Double>.zero
    var gram = SIMD4<Double>.zero
    var fourthGram = 0.0
    var weight = 0.0
    var value = 0.0
    var square = 0.0

    @inline(__always)
    init(
      _ observations: Observations, _ theta: Double, _ shift: Double, hasPlain: Bool,
      hasFourth: Bool
    ) {
      let uniform = observations.uniformStep
      let ratio = uniform.map { Double.exp(-theta * $0) } ?? 0
      observations.withElements { x, y, weights in
        var decay = 0.0
        for index in 0..<x.count {
          // On a grid, a new exponential every 64 samples limits the accumulated rounding of the recurrence.
          if uniform == nil || index & 63 == 0 {
            decay = Double.exp(-theta * (x[index] + shift))
          }
          add(
            x: x[index] + shift, y: y[index], weight: weights.isEmpty ? 1 : weights[index],
            decay: decay, hasPlain: hasPlain, hasFourth: hasFourth)
          decay *= ratio
        }
      }
    }

    @inline(__always)
    private mutating func add(
      x: Double, y: Double, weight: Double, decay: Double, hasPlain: Bool, hasFourth: Bool
    ) {
      let weighted = weight * decay
      let square = x * x
      let powers = SIMD4(1, x, square, square * x)
      linear += (weighted * y) * powers
      if hasPlain { plain += weighted * powers }
      let gramWeight = weighted * decay
      gram += gramWeight * powers
      if hasFourth { fourthGram += gramWeight * square * square }
      self.weight += weight
      value += weight * y
      self.square += weight * y * y
    }
  }

  /// The sums at two thetas, without shift, with both in one vector. Sums that a family does not need stay 0.
  ///
  /// On an unweighted grid the sums without values are geometric series; their closed form is used if it loses no
  /// digits.
  ///
  /// - Parameter base: the sums that do not depend on theta.
  static func pair(
    _ observations: Observations, _ theta: SIMD2<Double>, _ family: ExponentialFamily,
    base: ExponentialMoments
  ) -> (ExponentialMoments, ExponentialMoments) {
    let isLinear = family.degree == 1
    if let step = observations.uniformStep, observations.weights.isEmpty,
      var first = base.series(theta[0], step, observations.count, family),
      var second = base.series(theta[1], step, observations.count, family)
    {
      let p =
        isLinear
        ? products(observations, theta, step, isLinear: true)
        : products(observations, theta, step, isLinear: false)
      (first.linear, second.linear) = (p.vector(0), p.vector(1))
      return (first, second)
    }
    return family.constant
      ? pair(observations, theta, hasPlain: true, isLinear: isLinear, base: base)
      : pair(observations, theta, hasPlain: false, isLinear: isLinear, base: base)
  }

  /// These sums and those of a grid that do not depend on the values; nil if the series would lose digits.
  private func series(
    _ theta: Double, _ step: Double, _ count: Int, _ family: ExponentialFamily
  ) -> ExponentialMoments? {
    func gram(_ theta: Double) -> GeometricGram? {
      GeometricGram(
        GridExponentials(theta: theta, step: step, count: count), step: step, count: count)
    }
    guard let square = gram(theta) else { return nil }
    var result = self
    result.gram.lowHalf = square.sums
    result.gram[4] = square.fourth
    guard family.constant else { return result }
    // E is E^2 at half of theta.
    guard let plain = gram(theta / 2) else { return nil }
    result.plain = plain.sums
    return result
  }

  /// sum y x^j E on a grid.
  @inline(__always)
  private static func products(
    _ observations: Observations, _ theta: SIMD2<Double>, _ step: Double, isLinear: Bool
  ) -> Powers {
    var p = Powers()
    let ratio = SIMD2(Double.exp(-theta[0] * step), Double.exp(-theta[1] * step))
    observations.withElements { x, y, _ in
      var decay = SIMD2<Double>.zero
      for index in 0..<x.count {
        let time = x[index]
        if index & 63 == 0 {
          decay = SIMD2(Double.exp(-theta[0] * time), Double.exp(-theta[1] * time))
        }
        p.add(decay * y[index], time, time * time, toThird: isLinear, toFourth: false)
        decay *= ratio
      }
    }
    return p
  }

  @inline(__always)
  private static func pair(
    _ observations: Observations, _ theta: SIMD2<Double>, hasPlain: Bool, isLinear: Bool,
    base: ExponentialMoments
  ) -> (ExponentialMoments, ExponentialMoments) {
    let step = observations.uniformStep
    let ratio = step.map { SIMD2(Double.exp(-theta[0] * $0), Double.exp(-theta[1] * $0)) } ?? .zero
    var p = Powers()
    var e = Powers()
    var g = Powers()
    observations.withElements { x, y, w in
      var decay = SIMD2<Double>.zero
      // The exponentials of two samples.
      var both = SIMD4<Double>.zero
      for index in 0..<x.count {
        let time = x[index]
        if step == nil {
          if index & 1 == 0 {
            let next = x[min(index + 1, x.count - 1)]
            both = VectorExponential.clamped(
              SIMD4(lowHalf: -time * theta, highHalf: -next * theta))
          }
          decay = index & 1 == 0 ? both.lowHalf : both.highHalf
        } else if index & 63 == 0 {
          decay = SIMD2(Double.exp(-theta[0] * time), Double.exp(-theta[1] * time))
        }
        let weighted = w.isEmpty ? decay : w[index] * decay
        let square = time * time
        p.add(weighted * y[index], time, square, toThird: isLinear, toFourth: false)
        if hasPlain { e.add(weighted, time, square, toThird: isLinear, toFourth: false) }
        g.add(weighted * decay, time, square, toThird: isLinear, toFourth: isLinear)
        decay *= ratio
      }
    }
    var result = (base, base)
    (result.0.linear, result.1.linear) = (p.vector(0), p.vector(1))
    (result.0.plain, result.1.plain) = (e.vector(0), e.vector(1))
    (result.0.gram.lowHalf, result.1.gram.lowHalf) = (g.vector(0), g.vector(1))
    (result.0.gram[4], result.1.gram[4]) = (g.fourth[0], g.fourth[1])
    return result
  }

  /// sum f, f x, ... f x^4 of two functions f.
  private struct Powers {
    var zeroth = SIMD2<Double>.zero
    var first = SIMD2<Double>.zero
    var second = SIMD2<Double>.zero
    var third = SIMD2<Double>.zero
    var fourth = SIMD2<Double>.zero

    @inline(__always)
    mutating func add(
      _ f: SIMD2<Double>, _ x: Double, _ square: Double, toThird: Bool, toFourth: Bool
    ) {
      zeroth += f
      first += f * x
      second += f * square
      if toThird { third += f * (square * x) }
      if toFourth { fourth += f * square * square }
    }

    func vector(_ lane: Int) -> SIMD4<Double> {
      SIMD4(zeroth[lane], first[lane], second[lane], third[lane])
    }
  }
}
