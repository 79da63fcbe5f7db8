internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// The reported quantities of a bounce: C, delta, phi, and derived quantities.
enum BounceQuantities {
  /// The reason why there is no C or phi.
  private static func missing(_ coordinates: BounceCoordinates) -> String {
    coordinates.bounce.phase == nil
      ? "b = 0: the motion never crosses the edge" : "C is beyond the range of numbers"
  }

  static func all(_ coordinates: BounceCoordinates, options: FitOptions) -> FitQuantities {
    FitQuantities(
      parameters: parameters(coordinates, options: options),
      derived: derived(coordinates, options: options), nonlinear: "delta",
      userStart: options.start.map { $0[1] }, judgedPairs: [("C", "phi")])
  }

  private static func parameters(
    _ coordinates: BounceCoordinates, options: FitOptions
  ) -> [FitQuantity] {
    let bounce = coordinates.bounce
    var result = [
      FitQuantity(
        key: "C", unit: "pt/s", value: options.fixed["C"] ?? bounce.amplitude,
        gradient: coordinates.amplitudeGradient, isFixed: options.fixed["C"] != nil,
        reason: missing(coordinates)),
      FitQuantity(
        key: "delta", unit: "1/s", value: bounce.decayRate,
        gradient: coordinates.decayRateGradient, isFixed: options.fixed["delta"] != nil),
      FitQuantity(
        key: "phi", unit: "s", value: options.fixed["phi"] ?? bounce.phase,
        gradient: coordinates.phaseGradient, isFixed: options.fixed["phi"] != nil,
        reason: missing(coordinates)),
    ]
    for index in result.indices where result[index].value != nil { result[index].reason = nil }
    if coordinates.isFree.restOffset {
      result.append(
        FitQuantity(
          key: "rest_offset", unit: "pt", value: coordinates.restOffset,
          gradient: coordinates.restOffsetGradient))
    }
    return result
  }

  private static func derived(
    _ coordinates: BounceCoordinates, options: FitOptions
  ) -> [FitQuantity] {
    let bounce = coordinates.bounce
    let delta = bounce.decayRate
    let byRate = coordinates.decayRateGradient
    let amplitude = bounce.amplitude
    let byAmplitude = coordinates.amplitudeGradient
    var furthest: ParameterVector?
    if let amplitude, let byAmplitude {
      furthest = (byAmplitude - amplitude / delta * byRate) / (delta * Double.exp(1))
    }
    var settle: Double?
    var settleGradient: ParameterVector?
    if let amplitude, let byAmplitude, let phase = bounce.phase,
      (bounce.furthest ?? 0).magnitude > options.settleThreshold,
      let time = bounce.settleTime(threshold: options.settleThreshold)
    {
      let tau = time + phase
      settle = tau
      // ln C + ln tau - delta tau = ln epsilon, differentiated.
      settleGradient = (tau * byRate - byAmplitude / amplitude) / (1 / tau - delta)
    }
    let small = "the furthest point stays below \(Printed.short(options.settleThreshold)) pt"
    var result = [
      FitQuantity(
        key: "edge_velocity", unit: "pt/s", value: amplitude, gradient: byAmplitude,
        reason: amplitude == nil ? missing(coordinates) : nil),
      FitQuantity(
        key: "max_overscroll", unit: "pt",
        value: amplitude.flatMap { _ in bounce.furthest.map { $0 + coordinates.restOffset } },
        gradient: furthest.map { $0 + coordinates.restOffsetGradient },
        reason: amplitude == nil ? missing(coordinates) : nil),
      FitQuantity(
        key: "time_to_max", unit: "s", value: 1 / delta, gradient: -byRate / (delta * delta)),
      FitQuantity(
        key: "settle_time", unit: "s", value: settle, gradient: settleGradient,
        reason: settle == nil ? (amplitude == nil ? missing(coordinates) : small) : nil),
      FitQuantity(
        key: "stiffness_per_mass", unit: "1/s^2", value: bounce.stiffnessPerMass,
        gradient: 2 * delta * byRate),
      FitQuantity(
        key: "damping_per_mass", unit: "1/s", value: bounce.dampingPerMass, gradient: 2 * byRate),
    ]
    // With a fixed parameter, all errors are stated.
    if !options.detail.contains(.derived), coordinates.count >= 3 {
      for index in result.indices where result[index].value != nil {
        result[index].gradient = nil
        result[index].reason = FitQuantity.notAsked
      }
    }
    return result
  }
}
