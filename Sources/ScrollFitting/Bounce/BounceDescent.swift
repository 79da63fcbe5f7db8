internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// The sum of squares of a bounce for the coordinate search, over C, delta, phi and the constant.
///
/// For a given delta the curve is linear in (a, b, constant), so a move of C, phi or the constant changes the sum by -2
/// (da P0 + db P1 + dc S) + a quadratic form in the moments of E = e^(-delta t): O(1). A move of delta by h multiplies
/// the curve by e^(-h (t + phi)): O(n), with expm1. All changes are computed from differences of the curve times
/// residuals, never from differences of sums.
struct BounceDescent: DescentObjective {
  let observations: Observations
  /// The indices of the parameters that may move, of C, delta, phi and rest.
  private let axes: [Int]
  private(set) var amplitude: Double
  private(set) var decayRate: Double
  private(set) var phase: Double
  private(set) var restOffset: Double
  private(set) var sum = 0.0

  // Moments at the current delta: G_j = sum w t^j E^2, H_j = sum w t^j E, W = sum w, and of the residuals: P_j = sum w
  // r t^j E, S = sum w r.
  private var gram = SIMD4<Double>.zero
  private var plain = SIMD2<Double>.zero
  private var weightSum = 0.0
  private var residualMoments = SIMD2<Double>.zero
  private var residualSum = 0.0

  /// - Parameter free: which of C, delta, phi and the constant may move, in this order.
  init(_ observations: Observations, start: ParameterVector, free: [Bool]) {
    self.observations = observations
    axes = free.indices.filter { free[$0] }
    amplitude = start[0]
    decayRate = start[1]
    phase = start[2]
    restOffset = start[3]
    refresh()
    sum = residualSquares()
  }

  var dimension: Int { axes.count }

  /// All four of C, delta, phi and the constant.
  var coordinates: ParameterVector { ParameterVector(amplitude, decayRate, phase, restOffset) }

  var point: ParameterVector {
    var result = ParameterVector.zero
    for (lane, axis) in axes.enumerated() { result[lane] = coordinates[axis] }
    return result
  }

  /// The size of each free coordinate, for the relative step: |C|, delta, 1/delta for phi, and the furthest overscroll
  /// for the constant.
  func scale() -> ParameterVector { scale(at: point) }

  /// The same at any values of the free coordinates; fixed ones keep their current values.
  func scale(at point: ParameterVector) -> ParameterVector {
    var full = coordinates
    for (lane, axis) in axes.enumerated() { full[axis] = point[lane] }
    let delta = max(full[1].magnitude, 1e-6)
    let sizes = ParameterVector(
      max(full[0].magnitude, 1e-6), delta, max(1 / delta, full[2].magnitude),
      max(full[0].magnitude / (delta * 2.718), 1e-6))
    var result = ParameterVector.zero
    for (lane, axis) in axes.enumerated() { result[lane] = sizes[axis] }
    return result
  }

  /// a and b of y = (a + b t) e^(-delta t).
  private func line(_ amplitude: Double, _ phase: Double) -> (a: Double, b: Double) {
    let b = amplitude * Double.exp(-decayRate * phase)
    return (b * phase, b)
  }

  mutating func change(axis lane: Int, by step: Double) -> Double {
    let now = line(amplitude, phase)
    switch axes[lane] {
    case 0:
      let next = line(amplitude + step, phase)
      return linearChange(next.a - now.a, next.b - now.b)
    case 1: return decayRateChange(step)
    case 2:
      let next = line(amplitude, phase + step)
      // b' - b = b (e^(-delta h) - 1), a' - a = phi' b' - phi b.
      let db = now.b * Double.expMinusOne(-decayRate * step)
      return linearChange(phase * db + step * next.b, db)
    default: return -2 * step * residualSum + step * step * weightSum
    }
  }

  private func linearChange(_ da: Double, _ db: Double) -> Double {
    let square = da * da * gram[0] + 2 * da * db * gram[1] + db * db * gram[2]
    return square - 2 * (da * residualMoments[0] + db * residualMoments[1])
  }

  private func decayRateChange(_ step: Double) -> Double {
    let now = line(amplitude, phase)
    let uniform = observations.uniformStep
    let ratio = uniform.map { Double.exp(-decayRate * $0) } ?? 0
    var decay = 1.0
    var cross = 0.0
    var square = 0.0
    for index in 0..<observations.count {
      let time = observations.abscissae[index]
      if uniform == nil || index & 63 == 0 { decay = Double.exp(-decayRate * time) }
      let curve = (now.a + now.b * time) * decay
      let difference = curve * Double.expMinusOne(-step * (time + phase))
      let weighted = observations.weight(index) * difference
      cross += weighted * (observations.values[index] - curve - restOffset)
      square += weighted * difference
      decay *= ratio
    }
    return square - 2 * cross
  }

  mutating func move(axis lane: Int, by step: Double) {
    sum += change(axis: lane, by: step)
    switch axes[lane] {
    case 1:
      decayRate += step
      refresh()
      return
    case 3:
      restOffset += step
      residualMoments -= step * plain
      residualSum -= step * weightSum
      return
    default: break
    }
    let before = line(amplitude, phase)
    if axes[lane] == 0 { amplitude += step } else { phase += step }
    let after = line(amplitude, phase)
    let da = after.a - before.a
    let db = after.b - before.b
    residualMoments -= SIMD2(da * gram[0] + db * gram[1], da * gram[1] + db * gram[2])
    residualSum -= da * plain[0] + db * plain[1]
  }

  /// Recomputes all moments at the current point. O(n).
  mutating func refresh() {
    let now = line(amplitude, phase)
    gram = .zero
    plain = .zero
    weightSum = 0
    residualMoments = .zero
    residualSum = 0
    for index in 0..<observations.count {
      let time = observations.abscissae[index]
      let weight = observations.weight(index)
      let decay = Double.exp(-decayRate * time)
      let residual = observations.values[index] - (now.a + now.b * time) * decay - restOffset
      let weighted = weight * decay
      gram += (weighted * decay) * SIMD4(1, time, time * time, 0)
      plain += weighted * SIMD2(1, time)
      weightSum += weight
      residualMoments += (weighted * residual) * SIMD2(1, time)
      residualSum += weight * residual
    }
  }

  /// The sum of squares from the data. Only the start needs it. Later sums add up the changes, so that the path
  /// decreases monotonically even for steps below rounding.
  private func residualSquares() -> Double {
    let now = line(amplitude, phase)
    var total = 0.0
    for index in 0..<observations.count {
      let time = observations.abscissae[index]
      let curve = (now.a + now.b * time) * Double.exp(-decayRate * time) + restOffset
      let residual = observations.values[index] - curve
      total += observations.weight(index) * residual * residual
    }
    return total
  }
}
