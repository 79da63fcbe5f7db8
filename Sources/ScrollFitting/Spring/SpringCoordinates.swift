internal import CurveFitting
internal import ScrollPhysics

/// A damped spring in coordinates that are regular at every damping: (delta, kappa, a, b, rest).
///
/// y = e^(-delta t) [a c(t) + b s(t)] + rest, with c and s as in `DampedOscillation`.
struct SpringCoordinates: ParameterCoordinates {
  /// delta in 1/s.
  var decayRate: Double
  /// kappa in 1/s^2.
  var kappa: Double
  /// a = y(0) - rest in pt.
  var displacement: Double
  /// b = v(0) + delta a in pt/s.
  var slope: Double
  /// The constant in pt.
  var rest: Double
  /// delta, kappa and the constant may be fixed; a and b are always free.
  var free: FreeParameters

  static let allKeys = ["delta", "kappa", "a", "b", "rest_offset"]
  var allKeys: [String] { Self.allKeys }

  var parameters: ParameterVector {
    get { ParameterVector(decayRate, kappa, displacement, slope, rest, 0, 0, 0) }
    set {
      (decayRate, kappa, displacement) = (newValue[0], newValue[1], newValue[2])
      (slope, rest) = (newValue[3], newValue[4])
    }
  }

  var sizes: ParameterVector {
    let rate = max(constants.stiffnessPerMass.magnitude.squareRoot(), decayRate.magnitude, 1e-6)
    let size = max(displacement.magnitude, slope.magnitude / rate, 1e-6)
    return ParameterVector(rate, rate * rate, size, size * rate, size, 0, 0, 0)
  }

  /// Damped, and pulled back: delta above 0 and omega^2 above 0.
  var isValid: Bool { decayRate > 0 && kappa.addingProduct(decayRate, decayRate) > 0 }

  private var curves: DampedOscillation {
    DampedOscillation(decayRate: decayRate, kappa: kappa)
  }

  func value(at time: Double) -> Double {
    let (c, s) = curves.curves(at: time)
    return (displacement * c).addingProduct(slope, s) + rest
  }

  func speed(at time: Double) -> Double { motion.velocity(at: time).magnitude }

  func jacobianRow(at time: Double) -> ParameterVector {
    let (c, s) = curves.curves(at: time)
    return row(at: time, SIMD2(c, s), curves)
  }

  private func row(
    at time: Double, _ value: SIMD2<Double>, _ curves: DampedOscillation
  ) -> ParameterVector {
    let (c, s) = (value.x, value.y)
    let byKappa = curves.slopesByKappa(at: time, (c, s))
    return free.packed(
      ParameterVector(
        -time * (displacement * c + slope * s), displacement * byKappa.c + slope * byKappa.s, c, s,
        1, 0, 0, 0))
  }

  func curve(_ observations: Observations) -> [Double] {
    curves.curves(at: observations.abscissae, uniformStep: observations.uniformStep).map {
      (displacement * $0.x).addingProduct(slope, $0.y) + rest
    }
  }

  func tangents(_ observations: Observations) -> (curve: [Double], rows: [ParameterVector]) {
    let curves = curves
    let times = observations.abscissae
    let values = curves.curves(at: times, uniformStep: observations.uniformStep)
    return (
      values.map { (displacement * $0.x).addingProduct(slope, $0.y) + rest },
      times.indices.map { row(at: times[$0], values[$0], curves) }
    )
  }

  var constants: SpringConstants { SpringConstants(decayRate: decayRate, kappa: kappa) }

  /// The motion about its rest position as a physical law.
  var motion: Spring { Spring(constants, displacement: displacement, slope: slope) }
}
