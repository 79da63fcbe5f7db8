internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// The reported quantities of a spring.
struct SpringQuantities {
  let coordinates: SpringCoordinates
  let options: FitOptions
  /// Whether the rest position is an edge that the content crossed.
  let hasEdge: Bool
  /// Whether kappa differs significantly from 0, so that each pole has its own error.
  let isSplit: Bool
  /// The last time of the window, in s.
  let span: Double
  /// Added to the constant for reports, in pt.
  let origin: Double

  var all: FitQuantities {
    FitQuantities(
      parameters: parameters, derived: derived, nonlinear: "kappa",
      userStart: options.start.map { $0[1] }, judgedPairs: [])
  }

  private var parameters: [FitQuantity] {
    zip(coordinates.allKeys, ["1/s", "1/s^2", "pt", "pt/s", "pt"]).compactMap { key, unit in
      let index = coordinates.allKeys.firstIndex(of: key) ?? 0
      guard key != "rest_offset" || coordinates.free[4] else { return nil }
      let isFixed = options.fixed[key] != nil
      let value = coordinates.quoted[index] + (key == "rest_offset" ? origin : 0)
      return FitQuantity(
        key: key, unit: unit, value: value,
        gradient: isFixed ? nil : coordinates.gradient(of: key), isFixed: isFixed)
    }
  }

  /// Derived quantities whose errors are needed for pools and warnings.
  private static let judged = ["zeta", "omega"]

  private func derived(
    _ key: String, _ unit: String, reason: String? = nil,
    _ value: @escaping (SpringCoordinates) -> Double?
  ) -> FitQuantity {
    let number = value(coordinates).flatMap { $0.isFinite ? $0 : nil }
    if number != nil, !options.detail.contains(.derived), !Self.judged.contains(key) {
      return FitQuantity(key: key, unit: unit, value: number, reason: FitQuantity.notAsked)
    }
    return FitQuantity(
      key: key, unit: unit, value: number,
      gradient: number == nil ? nil : coordinates.gradient(of: value),
      reason: number == nil ? reason : nil)
  }

  private var derived: [FitQuantity] {
    var result = [
      derived("zeta", "") { $0.constants.dampingRatio },
      derived("omega", "1/s") { $0.constants.angularFrequency },
      derived("frequency", "Hz") { $0.constants.angularFrequency / (2 * .pi) },
      derived("response", "s") { $0.constants.response },
      derived("stiffness_per_mass", "1/s^2") { $0.constants.stiffnessPerMass },
      derived("damping_per_mass", "1/s") { $0.constants.dampingPerMass },
    ]
    result += [
      pole("pole_1") { $0.kappa < 0 ? -$0.constants.slowRate : -$0.decayRate },
      pole("pole_2") {
        $0.kappa < 0 ? -$0.constants.stiffnessPerMass / $0.constants.slowRate : -$0.decayRate
      },
      pole("pole_imaginary") { $0.kappa > 0 ? $0.kappa.squareRoot() : 0 },
    ]
    if hasEdge {
      let reason = "the curve does not cross the edge within a second before the first sample"
      result += [
        derived("phi", "s", reason: reason, Self.phase),
        derived("edge_velocity", "pt/s", reason: reason) { spring in
          Self.phase(spring).map { spring.motion.velocity(at: -$0) }
        },
      ]
    }
    let threshold = options.settleThreshold
    result += [
      derived("max_overscroll", "pt") { $0.motion.furthest.position },
      timeToMax,
      derived("settle_time", "s", reason: "it does not come to rest") {
        $0.motion.settleTime(threshold: threshold)
      },
    ]
    result.append(
      FitQuantity(key: "ring_count", unit: "", value: Double(turns), reason: Estimate.countReason))
    return result
  }

  /// The time of the furthest point; without an error if that is the first sample.
  private var timeToMax: FitQuantity {
    var result = derived("time_to_max", "s") { $0.motion.furthest.time }
    if result.value == 0 {
      result.gradient = nil
      result.reason = "it is furthest at the first sample used"
    }
    return result
  }

  /// A pole. Near critical damping the two poles cannot be distinguished, so they have no errors.
  private func pole(
    _ key: String, _ value: @escaping (SpringCoordinates) -> Double?
  ) -> FitQuantity {
    var result = derived(key, "1/s", value)
    let isFixed = !coordinates.free[1] && !coordinates.free[0]
    if !isSplit, !isFixed {
      result.gradient = nil
      result.reason = "within the errors the two poles are one"
    }
    if key == "pole_imaginary", coordinates.kappa <= 0 {
      result = FitQuantity(key: key, unit: "1/s", value: nil, reason: "it does not ring")
    }
    return result
  }

  /// The time since the curve crossed its rest position, at most one second before the window; nil if there is none.
  private static func phase(_ spring: SpringCoordinates) -> Double? {
    let motion = spring.motion
    guard spring.displacement != 0 else { return 0 }
    // Goes back in steps well below half a period, then bisects.
    let step = min(0.02, (spring.constants.halfPeriod ?? 1) / 8)
    var high = 0.0
    let sign: Double = spring.displacement < 0 ? -1 : 1
    func isBeyond(_ time: Double) -> Bool { sign * motion.position(at: time) > 0 }
    while high > -1 {
      var low = high - step
      if !isBeyond(low) {
        for _ in 0..<60 {
          let middle = (low + high) / 2
          if isBeyond(middle) { high = middle } else { low = middle }
        }
        return -high
      }
      high = low
    }
    return nil
  }

  /// Number of turning points within the window with |y| of at least the settle threshold.
  private var turns: Int {
    let motion = coordinates.motion
    var count = 0
    guard var time = motion.timeOfTurn else { return 0 }
    while time <= span, motion.position(at: time).magnitude >= options.settleThreshold, count < 1000
    {
      count += 1
      guard let half = coordinates.constants.halfPeriod else { break }
      time += half
    }
    return count
  }
}
