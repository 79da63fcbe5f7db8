internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// A damped spring in coordinates that are regular at every damping: (delta, kappa, a, b, rest).
///
/// y = e^(-delta t) [a c(t) + b s(t)] + rest, with c and s as in `DampedOscillation`.
struct SpringCoordinates: MovableCoordinates {
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
  /// Which of delta, kappa and the constant are free; a and b always are.
  var isFree: (decayRate: Bool, kappa: Bool, rest: Bool)

  var allKeys: [String] { ["delta", "kappa", "a", "b", "rest_offset"] }

  var keys: [String] {
    var result: [String] = []
    if isFree.decayRate { result.append("delta") }
    if isFree.kappa { result.append("kappa") }
    result += ["a", "b"]
    if isFree.rest { result.append("rest_offset") }
    return result
  }

  var count: Int {
    (isFree.decayRate ? 1 : 0) + (isFree.kappa ? 1 : 0) + 2 + (isFree.rest ? 1 : 0)
  }

  private func packed(
    _ decayRate: Double, _ kappa: Double, _ a: Double, _ b: Double, _ rest: Double
  ) -> ParameterVector {
    var result = ParameterVector.zero
    var lane = 0
    func take(_ free: Bool, _ value: Double) {
      guard free else { return }
      result[lane] = value
      lane += 1
    }
    take(isFree.decayRate, decayRate)
    take(isFree.kappa, kappa)
    take(true, a)
    take(true, b)
    take(isFree.rest, rest)
    return result
  }

  var lanes: ParameterVector { packed(decayRate, kappa, displacement, slope, rest) }

  var scales: ParameterVector {
    let rate = max(constants.stiffnessPerMass.magnitude.squareRoot(), decayRate.magnitude, 1e-6)
    let size = max(displacement.magnitude, slope.magnitude / rate, 1e-6)
    return packed(rate, rate * rate, size, size * rate, size)
  }

  var quoted: [Double] { [decayRate, kappa, displacement, slope, rest] }

  /// Damped, and pulled back: delta above 0 and omega^2 above 0.
  var isValid: Bool { decayRate > 0 && kappa.addingProduct(decayRate, decayRate) > 0 }

  func moved(by step: ParameterVector) -> SpringCoordinates {
    var result = self
    var lane = 0
    func take(_ free: Bool, _ value: inout Double) {
      guard free else { return }
      value += step[lane]
      lane += 1
    }
    take(isFree.decayRate, &result.decayRate)
    take(isFree.kappa, &result.kappa)
    take(true, &result.displacement)
    take(true, &result.slope)
    take(isFree.rest, &result.rest)
    return result
  }

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
    return packed(
      -time * (displacement * c + slope * s), displacement * byKappa.c + slope * byKappa.s, c, s, 1)
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

  /// The spring.
  var constants: SpringConstants { SpringConstants(decayRate: decayRate, kappa: kappa) }

  /// The same motion as a law of physics, about its place of rest.
  var motion: Spring { Spring(constants, displacement: displacement, slope: slope) }
}
