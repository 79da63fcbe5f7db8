import RealModule
import ScrollPhysics
import Testing

/// A glide and the bounce at its end.
struct FlingTests {
  static let constants = SpringConstants(decayRate: 10.93)

  @Test func `what is left at the edge bounces`() throws {
    for sign in [1.0, -1] {
      let glide = Deceleration(position: 50, velocity: sign * 2000, rate: 2)
      let fling = Fling(glide, edge: 50 + sign * 400, constants: Self.constants)
      // v - k x = 1200 after ln(2000 / 1200) / 2.
      #expect(fling.edgeSpeed == 1200)
      let time = try #require(fling.timeOfEdge)
      #expect((time - Double.log(2000 / 1200.0) / 2).magnitude < 1e-15)
      #expect(fling.restOffset == 50 + sign * 400)
      let furthest = try #require(fling.furthest)
      // v / (delta e), at 1 / delta after the edge.
      #expect((furthest.position - 1200 / (10.93 * Double.exp(1))).magnitude < 1e-13)
      #expect((furthest.time - time - 1 / 10.93).magnitude < 1e-15)
      let settle = try #require(CriticalBounce(amplitude: 1200, decayRate: 10.93).settleTime())
      #expect((try #require(fling.duration()) - time - settle).magnitude < 1e-13)
      // Position and velocity are continuous at the edge; beyond it, outward is the direction of the glide.
      for shift in [-1e-9, 1e-9] {
        #expect((fling.position(at: time + shift) - 50 - sign * 400).magnitude < 2e-6)
        #expect((fling.velocity(at: time + shift) - sign * 1200).magnitude < 1e-4)
      }
      #expect(
        (fling.position(at: furthest.time) - 50 - sign * (400 + furthest.position)).magnitude
          < 1e-12)
    }
  }

  @Test func `what stops before the edge does not bounce`() throws {
    let glide = Deceleration(velocity: 1000, rate: 2)
    let limit = Fling(glide, edge: 501, constants: Self.constants)
    #expect(limit.bounce == nil && limit.timeOfEdge == nil && limit.edgeSpeed == nil)
    #expect(limit.furthest == nil)
    #expect(limit.restOffset == 500)
    #expect(limit.duration() == glide.duration(within: 0.1))
    // With a stopping speed of 10 pt/s it ends 5 pt before its limit: it does not reach 497 pt but reaches 494 pt.
    let stopped = Fling(glide, edge: 497, constants: Self.constants, stopSpeed: 10)
    #expect(stopped.bounce == nil)
    #expect(stopped.restOffset == 495)
    #expect(stopped.duration() == Double.log(100) / 2)
    #expect((stopped.position(at: 60) - 495).magnitude < 1e-12)
    #expect(stopped.velocity(at: 60) == 0)
    let met = Fling(glide, edge: 494, constants: Self.constants, stopSpeed: 10)
    #expect((try #require(met.edgeSpeed) - 12).magnitude < 1e-12)
    #expect(met.restOffset == 494)
  }

  @Test func `a release at the edge or beyond it bounces at once`() throws {
    for (offset, beyond) in [(300.0, 0.0), (340, 40)] {
      let fling = Fling(
        Deceleration(position: offset, velocity: 900, rate: 2), edge: 300,
        constants: Self.constants)
      #expect(fling.timeOfEdge == 0)
      #expect(fling.edgeSpeed == 900)
      #expect(fling.position(at: 0) == offset)
      let bounce = Spring(
        Self.constants, from: MotionState(position: beyond, velocity: 900))
      #expect(fling.furthest?.position == bounce.furthest.position)
    }
  }

  @Test func `the discrete form bounces from its first millisecond beyond the edge`() throws {
    let glide = Deceleration(velocity: 2000, rate: 2, form: .discrete)
    let fling = Fling(glide, edge: 400, constants: Self.constants)
    let time = try #require(fling.timeOfEdge)
    #expect((time * 1000).rounded() == time * 1000)
    #expect(glide.position(at: time) >= 400)
    #expect(glide.position(at: time - 0.001) < 400)
    let bounce = try #require(fling.bounce)
    #expect((bounce.displacement - (glide.position(at: time) - 400)).magnitude < 1e-12)
    #expect(fling.edgeSpeed == glide.velocity(at: time))
    #expect((fling.position(at: time) - glide.position(at: time)).magnitude < 1e-12)
  }

  @Test func `a release at rest before the edge stays there`() {
    let fling = Fling(
      Deceleration(position: 10, velocity: 0, rate: 2), edge: 100, constants: Self.constants)
    #expect(fling.restOffset == 10)
    #expect(fling.duration() == 0)
    #expect(fling.position(at: 5) == 10)
  }

  @Test func `a spring that never rests has no end`() {
    let fling = Fling(
      Deceleration(velocity: 2000, rate: 2), edge: 400,
      constants: SpringConstants(decayRate: 0, kappa: 100))
    #expect(fling.duration() == nil)
    #expect(fling.edgeSpeed == 1200)
  }
}
