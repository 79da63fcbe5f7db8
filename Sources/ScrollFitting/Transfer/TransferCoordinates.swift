internal import CurveFitting
internal import RealModule

/// The arrangement of the two glides of a transfer in a recording.
struct TransferShape: Sendable, Hashable {
  /// Whether the inner view moves first and transfers its velocity to the outer one.
  var isInnerFirst = false
  /// A time between the last sample of the first view and the first of the second, in s from the first sample.
  var split = 0.0
  /// +1, or -1 where the second view's offset has the opposite direction.
  var sign = 1.0
}

/// Two glides as one curve over time: before `split` the offset of the first view, after it
/// that of the second.
///
/// - First, with k1: x(t) = E - v (e^(k1 (T - t)) - 1) / k1, which reaches the edge E at T with the velocity v.
/// - Second, with k2: y(t) = Y + w (1 - e^(-k2 (t - T))) / k2, w = s v m1 / m2.
///
/// With mu = m_outer / m_inner, w = s v mu where the outer view moves first, else s v / mu. The curve is regular in
/// all six coordinates (mu, v, k_outer, k_inner, T, Y); with a common rate, k_outer = k_inner is one coordinate.
struct TransferCoordinates: ParameterCoordinates {
  /// The mass ratio mu.
  var massRatio: Double
  /// v in pt/s, signed.
  var restVelocity: Double
  /// k_outer in 1/s.
  var outerRate: Double
  /// k_inner in 1/s.
  var innerRate: Double
  /// T in s from the first sample.
  var time: Double
  /// Y in pt.
  var position: Double
  /// E in pt.
  var edge: Double
  var shape: TransferShape
  var free: FreeParameters
  /// Whether both views have a common rate.
  var sharesRate: Bool

  static let allKeys = [
    "mass_ratio", "rest_velocity", "k_outer", "k_inner", "handover_time", "start_offset",
  ]

  var allKeys: [String] { Self.allKeys }

  /// With a common rate, that of the inner view follows the outer one's.
  var parameters: ParameterVector {
    get { ParameterVector(massRatio, restVelocity, outerRate, innerRate, time, position, 0, 0) }
    set {
      (massRatio, restVelocity) = (newValue[0], newValue[1])
      (outerRate, innerRate) = (newValue[2], sharesRate ? newValue[2] : newValue[3])
      (time, position) = (newValue[4], newValue[5])
    }
  }

  var sizes: ParameterVector {
    let speed = max(restVelocity.magnitude, 1e-6)
    return ParameterVector(
      max(massRatio, 1e-6), speed, max(outerRate, 1e-6), max(innerRate, 1e-6),
      1 / max(outerRate, 1e-6), speed / max(outerRate, 1e-6), 0, 0)
  }

  var isValid: Bool { massRatio > 0 && outerRate > 0 && innerRate > 0 && restVelocity != 0 }

  var firstRate: Double { shape.isInnerFirst ? innerRate : outerRate }
  var secondRate: Double { shape.isInnerFirst ? outerRate : innerRate }

  /// The velocity ratio w / v.
  private var share: Double { shape.sign * (shape.isInnerFirst ? 1 / massRatio : massRatio) }

  /// w, the initial velocity of the second view, in pt/s.
  var receivedVelocity: Double { restVelocity * share }

  func value(at time: Double) -> Double {
    time < shape.split
      ? edge - restVelocity * Double.expMinusOne(firstRate * (self.time - time)) / firstRate
      : position - receivedVelocity * Double.expMinusOne(secondRate * (self.time - time))
        / secondRate
  }

  func speed(at time: Double) -> Double {
    time < shape.split
      ? (restVelocity * Double.exp(firstRate * (self.time - time))).magnitude
      : (receivedVelocity * Double.exp(secondRate * (self.time - time))).magnitude
  }

  func jacobianRow(at time: Double) -> ParameterVector {
    let left = self.time - time
    let isFirst = time < shape.split
    let rate = isFirst ? firstRate : secondRate
    let growth = Double.exp(rate * left)
    // (e^(k left) - 1) / k and its derivative by k.
    let path = Double.expMinusOne(rate * left) / rate
    let pathByRate = (left * growth - path) / rate
    var row = ParameterVector.zero
    let rateLane = isFirst == shape.isInnerFirst ? 3 : 2
    if isFirst {
      row[1] = -path
      row[rateLane] = -restVelocity * pathByRate
      row[4] = -restVelocity * growth
    } else {
      let share = share
      row[0] =
        -restVelocity * path * (shape.isInnerFirst ? -share / massRatio : share / massRatio)
      row[1] = -share * path
      row[rateLane] = -receivedVelocity * pathByRate
      row[4] = -receivedVelocity * growth
      row[5] = 1
    }
    if sharesRate {
      row[2] += row[3]
      row[3] = 0
    }
    return free.packed(row)
  }
}

/// Fits a transfer by Gauss-Newton iterations from the separate fits of its two glides.
struct TransferSolver: LawSolver {
  var coordinates: TransferCoordinates
  var outcome = SolverOutcome(startSource: "integral")
  var nonlinear: Double { coordinates.massRatio }

  init?(_ observations: Observations, options: FitOptions, near: TransferCoordinates?) {
    guard let begin = options.transferStart, begin.isValid else { return nil }
    coordinates = begin
    outcome.start = begin.free[0] ? begin.massRatio : nil
    minimise(observations)
  }
}
