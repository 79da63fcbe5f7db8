internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

extension CollisionCoordinates {
  static let startSource = "reversals"

  /// Start values from parabolas through consecutive flights, which sign changes of the velocity separate.
  ///
  /// Two consecutive parabolas meet at a contact; their velocities there give e, and earlier contacts follow from
  /// the law. For short rebounds another start uses the parabola before the first contact and the height of the
  /// first rebound only.
  static func starts(_ observations: Observations, options: FitOptions) -> [CollisionCoordinates] {
    let values = observations.values
    let times = observations.abscissae
    guard let low = values.min(), let high = values.max(), high > low else { return [] }
    // Rounding by q alone gives a noise of 0.29 q.
    let turn = max(10 * SampledChannel.noise(values, times: times), 1e-6 * (high - low))
    let parts = MonotoneParts.find(values, turn: turn, in: values.indices)
    var result: [CollisionCoordinates] = []
    for direction in [1.0, -1] {
      if let gravity = options.fixed["g"], gravity * direction < 0 { continue }
      // The samples next to contacts: the motion follows gravity before them and opposes it after.
      let turns = parts.dropLast().filter {
        direction * (values[$0.upperBound - 1] - values[$0.lowerBound]) > 0
      }.map { $0.upperBound - 1 }
      guard let first = turns.first else { continue }
      let bounds = [-1] + turns + [values.count]
      let flights = bounds.indices.dropLast().map { index -> Parabola? in
        let inside = (bounds[index] + 1)..<bounds[index + 1]
        guard inside.count >= 4,
          let found = Parabola(times: times[inside], values: values[inside]),
          found.fall.gravity * direction > 0
        else { return nil }
        return found
      }
      for (number, (before, after)) in zip(flights, flights.dropFirst()).enumerated() {
        guard result.count < 8, let before, let after,
          let start = between(
            before, after, contact: number + 1, near: times[turns[number]])
        else { continue }
        result.append(start)
      }
      if let fall = flights[0],
        let start = byHeight(
          fall, floor: values[first], after: Array(values[(first + 1)..<bounds[2]]),
          direction: direction)
      {
        result.append(start)
      }
    }
    let free = FreeParameters(allKeys, held: options.fixed)
    let isHeld = options.fixed["t1"] != nil || options.fixed["v1"] != nil
    let starts = result.map { start in
      var start = start
      start.free = free
      if !isHeld { start.countFromFirst() }
      for (index, key) in allKeys.enumerated() {
        if let value = options.fixed[key] { start.parameters[index] = value }
      }
      return start
    }
    // Starts with the wrong direction or wrong contacts lead to false minima: discard those with large sums.
    let sums = starts.map { $0.isValid ? $0.sumOfSquares(observations) : .infinity }
    let least = sums.min() ?? 0
    return zip(starts, sums).filter { $1 <= 100 * least }.ordered(by: \.1).prefix(4).map(\.0)
  }

  /// Renumbers the contacts so that number 1 is the first in the window.
  ///
  /// The curve does not depend on whether earlier, unrecorded contacts are counted.
  private mutating func countFromFirst() {
    var count = 0
    while contactTime < 0, isValid, count < 1000 {
      contactTime += arch * elasticity
      velocity *= elasticity
      count += 1
    }
  }

  /// The law whose n-th contact is the intersection of two parabolas; nil when they do not intersect.
  private static func between(
    _ before: Parabola, _ after: Parabola, contact number: Int, near time: Double
  ) -> CollisionCoordinates? {
    // gap + slope t + bend t^2 / 2 = 0, with t counted from the sample next to the contact.
    let gap = before.position(at: time) - after.position(at: time)
    let slope = before.velocity(at: time) - after.velocity(at: time)
    let bend = before.fall.gravity - after.fall.gravity
    let root = slope * slope - 2 * bend * gap
    guard slope != 0, root >= 0 else { return nil }
    // The root near 0, in the form without cancellation.
    let contact = time - 2 * gap / (slope + (slope < 0 ? -1 : 1) * root.squareRoot())
    let arriving = before.velocity(at: contact)
    let elasticity = -after.velocity(at: contact) / arriving
    guard elasticity > 0.005, elasticity < 1.5 else { return nil }
    let gravity =
      before.count > after.count ? before.fall.gravity : after.fall.gravity
    var result = CollisionCoordinates(
      elasticity: elasticity, gravity: gravity, floor: before.position(at: contact),
      contactTime: contact, velocity: arriving / Double.pow(elasticity, number - 1))
    result.contactTime = 2 * contact - result.contactTime(number)
    return result
  }

  /// The law from a fall and the height of its rebound.
  private static func byHeight(
    _ fall: Parabola, floor: Double, after values: [Double], direction: Double
  ) -> CollisionCoordinates? {
    guard let highest = values.map({ direction * (floor - $0) }).max(), highest > 0 else {
      return nil
    }
    let start = fall.fall
    guard let time = start.time(falling: start.direction * (floor - start.position)) else {
      return nil
    }
    let velocity = start.velocity(at: time)
    guard velocity * direction > 0 else { return nil }
    return CollisionCoordinates(
      elasticity: min(
        1, (2 * start.gravity.magnitude * highest).squareRoot() / velocity.magnitude),
      gravity: start.gravity, floor: floor, contactTime: fall.origin + time, velocity: velocity)
  }
}
