internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// The coordinates in which a bounce is linearised, and the gradients of all reported quantities.
///
/// Free (C, phi) are linearised as (a, b), which is regular everywhere; a fixed C or phi needs the natural coordinates.
struct BounceCoordinates: SteppedCoordinates {
  /// The bounce, including a and b.
  var bounce: CriticalBounce
  /// The constant added to the bounce; 0 if there is none.
  var restOffset: Double
  /// Which of C, delta, phi and the rest offset are free.
  var isFree: (amplitude: Bool, decayRate: Bool, phase: Bool, restOffset: Bool)

  /// Whether the coordinates are (a, b, delta, rest) rather than (C, delta, phi, rest).
  var isRegular: Bool { isFree.amplitude && isFree.phase }

  /// Lanes of the free coordinates, in order.
  private var lanes: (first: Int?, decayRate: Int?, second: Int?, rest: Int?) {
    var next = 0
    func take(_ free: Bool) -> Int? {
      guard free else { return nil }
      next += 1
      return next - 1
    }
    return (
      take(isFree.amplitude), take(isFree.decayRate), take(isFree.phase), take(isFree.restOffset)
    )
  }

  /// Number of free coordinates.
  var count: Int {
    (isFree.amplitude ? 1 : 0) + (isFree.decayRate ? 1 : 0) + (isFree.phase ? 1 : 0)
      + (isFree.restOffset ? 1 : 0)
  }

  /// The curve with its constant at time t.
  func value(at time: Double) -> Double { bounce.position(at: time) + restOffset }

  /// d(curve)/d(coordinate) at time t.
  func jacobianRow(at time: Double) -> ParameterVector {
    let lanes = lanes
    let decay = Double.exp(-bounce.decayRate * time)
    let line = bounce.displacement + bounce.slope * time
    var row = ParameterVector.zero
    if isRegular {
      if let lane = lanes.first { row[lane] = decay }
      if let lane = lanes.second { row[lane] = time * decay }
      if let lane = lanes.decayRate { row[lane] = -time * line * decay }
    } else {
      // y = C tau e^(-delta tau): b e^(-delta t) is C e^(-delta tau).
      let phase = bounce.phase ?? 0
      let tau = time + phase
      let shifted = Double.exp(-bounce.decayRate * tau)
      if let lane = lanes.first { row[lane] = tau * shifted }
      if let lane = lanes.decayRate { row[lane] = -tau * line * decay }
      if let lane = lanes.second { row[lane] = bounce.slope * decay * (1 - bounce.decayRate * tau) }
    }
    if let lane = lanes.rest { row[lane] = 1 }
    return row
  }

  func curve(_ observations: Observations) -> [Double] {
    var curve = observations.decays(bounce.decayRate)
    for index in curve.indices {
      let line = bounce.displacement + bounce.slope * observations.abscissae[index]
      curve[index] = line * curve[index] + restOffset
    }
    return curve
  }

  /// Uses one exponential per sample if all but the constant is free.
  func tangents(_ observations: Observations) -> (curve: [Double], rows: [ParameterVector]) {
    let times = observations.abscissae
    guard isRegular, isFree.decayRate else {
      return (curve(observations), times.map { jacobianRow(at: $0) })
    }
    let rest = isFree.restOffset ? 1.0 : 0
    var curve = observations.decays(bounce.decayRate)
    let rows = times.indices.map { index in
      let (time, decay) = (times[index], curve[index])
      let line = bounce.displacement + bounce.slope * time
      curve[index] = line * decay + restOffset
      return ParameterVector(decay, -time * line * decay, time * decay, rest)
    }
    return (curve, rows)
  }

  var decayRateGradient: ParameterVector { unit(lanes.decayRate) }
  var restOffsetGradient: ParameterVector { unit(lanes.rest) }

  /// Gradient of phi = a / b.
  var phaseGradient: ParameterVector? {
    guard let phase = bounce.phase else { return nil }
    guard isRegular else { return unit(lanes.second) }
    var result = ParameterVector.zero
    if let lane = lanes.first { result[lane] = 1 / bounce.slope }
    if let lane = lanes.second { result[lane] = -phase / bounce.slope }
    return result
  }

  /// Gradient of C = b e^(delta a / b).
  var amplitudeGradient: ParameterVector? {
    guard let phase = bounce.phase, let amplitude = bounce.amplitude else { return nil }
    guard isRegular else { return unit(lanes.first) }
    let growth = amplitude / bounce.slope
    var result = ParameterVector.zero
    if let lane = lanes.first { result[lane] = growth * bounce.decayRate }
    if let lane = lanes.second { result[lane] = growth * (1 - bounce.decayRate * phase) }
    if let lane = lanes.decayRate { result[lane] = amplitude * phase }
    return result
  }

  private func unit(_ lane: Int?) -> ParameterVector {
    var result = ParameterVector.zero
    if let lane { result[lane] = 1 }
    return result
  }

  /// The coordinates after a step in the free lanes.
  func moved(by step: ParameterVector) -> BounceCoordinates {
    let lanes = lanes
    var result = self
    let delta = bounce.decayRate + (lanes.decayRate.map { step[$0] } ?? 0)
    if isRegular {
      result.bounce = CriticalBounce(
        decayRate: delta,
        displacement: bounce.displacement + (lanes.first.map { step[$0] } ?? 0),
        slope: bounce.slope + (lanes.second.map { step[$0] } ?? 0))
    } else {
      result.bounce = CriticalBounce(
        amplitude: (bounce.amplitude ?? 0) + (lanes.first.map { step[$0] } ?? 0),
        decayRate: delta, phase: (bounce.phase ?? 0) + (lanes.second.map { step[$0] } ?? 0))
    }
    result.restOffset += lanes.rest.map { step[$0] } ?? 0
    return result
  }

  var isValid: Bool { bounce.decayRate > 0 }

  func speed(at time: Double) -> Double { bounce.velocity(at: time).magnitude }
}
