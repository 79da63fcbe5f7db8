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
  init(_ observations: Observations, theta: Double, shift: Double) {
    let start = Double.exp(-theta * shift)
    let uniform = observations.uniformStep
    let ratio = uniform.map { Double.exp(-theta * $0) } ?? 0
    observations.abscissae.withUnsafeBufferPointer { x in
      observations.values.withUnsafeBufferPointer { y in
        observations.weights.withUnsafeBufferPointer { w in
          var decay = start
          // A local copy of the sums stays in registers.
          var sums = Sums()
          for index in 0..<x.count {
            if uniform == nil {
              decay = Double.exp(-theta * (x[index] + shift))
            } else if index & 63 == 0 {
              // A new exponential every 64 samples limits the accumulated rounding of the recurrence.
              decay = Double.exp(-theta * (x[index] + shift))
            }
            sums.add(
              x: x[index] + shift, y: y[index], weight: w.isEmpty ? 1 : w[index], decay: decay)
            decay *= ratio
          }
          linear = sums.linear
          plain = sums.plain
          gram.lowHalf = sums.gram
          gram[4] = sums.fourthGram
          weightSum = sums.weight
          valueSum = sums.value
          squareSum = sums.square
        }
      }
    }
  }

  /// Adds the sums that a column x needs. A separate pass, since few families have such a column.
  mutating func addLine(_ observations: Observations) {
    observations.abscissae.withUnsafeBufferPointer { x in
      observations.values.withUnsafeBufferPointer { y in
        observations.weights.withUnsafeBufferPointer { w in
          for index in 0..<x.count {
            let weighted = (w.isEmpty ? 1 : w[index]) * x[index]
            line += weighted * SIMD3(1, x[index], y[index])
          }
        }
      }
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
    mutating func add(x: Double, y: Double, weight: Double, decay: Double) {
      let weighted = weight * decay
      let square = x * x
      let powers = SIMD4(1, x, square, square * x)
      linear += (weighted * y) * powers
      plain += weighted * powers
      let gramWeight = weighted * decay
      gram += gramWeight * powers
      fourthGram += gramWeight * square * square
      self.weight += weight
      value += weight * y
      self.square += weight * y * y
    }
  }
}
