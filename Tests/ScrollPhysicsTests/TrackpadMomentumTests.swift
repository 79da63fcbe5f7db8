import RealModule
import ScrollPhysics
import Testing

struct TrackpadMomentumTests {
  /// v and x after 0.25 s, by the W function and by quadrature with 30 digits (mpmath).
  @Test(arguments: [
    (500.0, 111.782580996792593760624130375, 64.9493449599272693607830199223),
    (9000, 4374.05366961982678400665475957, 1656.20447344302862668135043619),
  ])
  func `speed and distance match the table`(speed: Double, velocity: Double, distance: Double) {
    for sign in [1.0, -1] {
      let momentum = TrackpadMomentum(position: 7, velocity: sign * speed)
      // W is exact to some units in the last place, and raised to 1 / p.
      #expect((momentum.velocity(at: 0.25) - sign * velocity).magnitude < 1e-13 * velocity)
      #expect((momentum.position(at: 0.25) - 7 - sign * distance).magnitude < 1e-12 * distance)
    }
  }

  @Test(arguments: [0.001, 1, 300, 6091, 20_000, 1e6])
  func `it obeys v' = -k0 v / (1 + (v / v1)^p)`(speed: Double) {
    let momentum = TrackpadMomentum(velocity: speed)
    for time in [0.0, 0.1, 0.7, 3] {
      let step = 1e-5
      let (before, after) = (momentum.velocity(at: time - step), momentum.velocity(at: time + step))
      let velocity = momentum.velocity(at: time)
      let expected =
        -TrackpadMomentum.macOS.rate * velocity
        / (1 + Double.pow(velocity / TrackpadMomentum.macOS.referenceSpeed, 1.49))
      // A central difference: k^3 h^2 / 6, and rounding over h.
      #expect(((after - before) / (2 * step) - expected).magnitude < 1e-7 * speed)
      let moved = momentum.position(at: time + step) - momentum.position(at: time - step)
      #expect((moved / (2 * step) - velocity).magnitude < 1e-7 * speed)
    }
  }

  @Test(arguments: [50.0, 3000, 15_000])
  func `time and speed are inverted`(speed: Double) throws {
    let momentum = TrackpadMomentum(position: -3, velocity: -speed)
    for part in [0.0, 0.01, 0.5, 0.99] {
      let distance = part * momentum.limitDistance
      let time = try #require(momentum.time(after: distance))
      #expect(
        (momentum.position(at: time) + 3 + distance).magnitude < 1e-12 * momentum.limitDistance)
      let left = try #require(momentum.speed(after: distance))
      #expect((momentum.velocity(at: time) + left).magnitude < 1e-11 * speed)
      #expect((try #require(momentum.time(speed: left)) - time).magnitude < 1e-11)
    }
    #expect(momentum.time(after: -1) == nil)
    #expect(momentum.time(after: 1.01 * momentum.limitDistance) == nil)
    #expect(momentum.speed(after: 1.01 * momentum.limitDistance) == nil)
    #expect(momentum.time(speed: 0) == nil && momentum.time(speed: 1.01 * speed) == nil)
  }

  @Test func `with an infinite v1 it is viscous`() {
    let momentum = TrackpadMomentum(velocity: 900, rate: 4, referenceSpeed: .infinity)
    let viscous = Deceleration(velocity: 900, rate: 4)
    for time in [0.05, 0.5, 2] {
      #expect((momentum.velocity(at: time) - viscous.velocity(at: time)).magnitude < 1e-10)
      #expect((momentum.position(at: time) - viscous.position(at: time)).magnitude < 1e-10)
    }
  }

  @Test(arguments: [200.0, 8000])
  func `slopes are the differences`(speed: Double) {
    func momentum(_ change: (inout TrackpadMomentum) -> Void) -> TrackpadMomentum {
      var result = TrackpadMomentum(velocity: speed)
      change(&result)
      return result
    }
    func check(
      _ slope: KeyPath<TrackpadMomentum.Slopes, Double>,
      _ parameter: WritableKeyPath<TrackpadMomentum, Double>
    ) {
      for time in [0.05, 0.4, 1.2] {
        let found = TrackpadMomentum(velocity: speed).slopes(at: time)
        let step = 1e-5 * TrackpadMomentum(velocity: speed)[keyPath: parameter]
        let (above, below) = (
          momentum { $0[keyPath: parameter] += step }, momentum { $0[keyPath: parameter] -= step }
        )
        let size = speed / TrackpadMomentum(velocity: speed)[keyPath: parameter]
        let bySpeed = (above.velocity(at: time) - below.velocity(at: time)) / (2 * step)
        let byDistance = (above.position(at: time) - below.position(at: time)) / (2 * step)
        // A central difference of a relative step of 1e-5.
        #expect((found.speed[keyPath: slope] - bySpeed).magnitude < 1e-8 * size)
        #expect((found.distance[keyPath: slope] - byDistance).magnitude < 1e-8 * size)
      }
    }
    check(\.velocity, \.velocity)
    check(\.rate, \.rate)
    check(\.referenceSpeed, \.referenceSpeed)
    check(\.exponent, \.exponent)
  }
}
