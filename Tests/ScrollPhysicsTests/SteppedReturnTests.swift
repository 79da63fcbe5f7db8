import ScrollPhysics
import Testing

@Suite struct SteppedReturnTests {
  @Test func `frames of a pull that is let go move as Kivy computes them`() {
    // kivy/effects/dampedscroll.py by hand: 100 pt beyond, at rest, frames of 0.0125 s.
    let bounce = SteppedReturn(.kivy, from: MotionState(position: 100, velocity: 0))
    let positions = bounce.positions(at: [0, 0.0125, 0.025])
    // v = -2 * 100; s = 100 - 200 * 0.0125 / 1.5.
    let first = 100 - 200 * 0.0125 / 1.5
    // Friction 0.05 dt / 0.017 and damping 0.25 of the velocity, then the spring at the new place.
    let velocity = -200 + 200 * (0.05 * 0.0125 / 0.017 + 0.25) - 2 * first
    let second = first + velocity * 0.0125 / (1 + first / 200)
    for (found, expected) in zip(positions, [100, first, second]) {
      #expect((found - expected).magnitude < 1e-12)
    }
  }

  @Test func `content that comes back over the edge stops there, and small steps are the last`() {
    let fast = SteppedReturn(.kivy, from: MotionState(position: 5, velocity: -4000))
    #expect(fast.positions(at: [0, 1.0 / 60, 2.0 / 60]) == [5, 0, 0])
    let slow = SteppedReturn(.kivy, from: MotionState(position: 0.4, velocity: -3))
    let end = slow.positions(at: (0..<20).map { Double($0) / 60 })
    // In the dead zone nothing pulls it to the edge: one step of 0.0475 pt is below 0.1 pt.
    #expect(end[1] < 0.4 && end[1] > 0.3 && Set(end[1...]).count == 1)
    #expect(fast.positions(at: []).isEmpty)
  }
}
