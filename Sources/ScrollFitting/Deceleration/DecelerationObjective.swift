internal import CurveFitting
internal import ScrollPhysics

extension DecelerationLaw: MappedLaw {
  static func objective(of fit: Fit) -> (any MappedObjective)? {
    DecelerationObjective(fit, rateKey: "k")
  }
}

extension ResistanceLaw: MappedLaw {
  static func objective(of fit: Fit) -> (any MappedObjective)? {
    DecelerationObjective(fit, rateKey: "r")
  }
}

/// The sum of squares of a glide over (k, v0) at the best x0; for a given k it is a parabola in v0.
struct DecelerationObjective: MappedObjective {
  let keys: (first: String, second: String)
  let isFirstOuter = true
  let eliminated = ["x0"]
  let search: String
  private let observations: Observations
  private let coordinates: DecelerationCoordinates

  /// Nil with friction or a fixed parameter.
  init?(_ fit: Fit, rateKey: String) {
    guard fit["coulomb"] == nil, let origin = fit.series.observed.first,
      fit.parameters.prefix(3).allSatisfy({ $0.value != nil && !$0.isFixed })
    else { return nil }
    keys = (rateKey, "v0")
    observations = fit.observations(from: origin)
    coordinates = DecelerationCoordinates(
      rate: 1, velocity: 0, position: 0, coulomb: 0, direction: 1,
      form: fit.form == "discrete" ? .discrete : .continuous, origin: origin,
      free: .first(3))
    search = "from (1, 0, the first offset) by steps of 0.01 1/s, 1 pt/s and 1 pt"
  }

  func section(at rate: Double) -> (Double) -> Double {
    var motion = coordinates
    motion.velocity = 1
    // A rate near 0 stands for the limit, a straight line.
    motion.rate = max(rate, 1e-6)
    var sums = (weight: 0.0, value: 0.0, curve: 0.0)
    for index in 0..<observations.count {
      let weight = observations.weight(index)
      sums.weight += weight
      sums.value += weight * observations.values[index]
      sums.curve += weight * motion.value(at: observations.abscissae[index])
    }
    let mean = (value: sums.value / sums.weight, curve: sums.curve / sums.weight)
    var squares = (value: 0.0, cross: 0.0, curve: 0.0)
    for index in 0..<observations.count {
      let weight = observations.weight(index)
      let value = observations.values[index] - mean.value
      let curve = motion.value(at: observations.abscissae[index]) - mean.curve
      squares.value += weight * value * value
      squares.cross += weight * value * curve
      squares.curve += weight * curve * curve
    }
    return { velocity in
      squares.value - 2 * velocity * squares.cross + velocity * velocity * squares.curve
    }
  }

  func walk(budget: Int) -> ObjectiveWalk {
    walk(
      CurveDescent(coordinates, observations), steps: ParameterVector(0.01, 1, 1), lanes: (0, 1),
      budget: budget)
  }
}
