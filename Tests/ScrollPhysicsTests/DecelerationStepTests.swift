import ScrollPhysics
import Testing

struct DecelerationStepTests {
  @Test(arguments: [2.002, 10.05, 0.1])
  func `steps of any length add up to the closed form`(rate: Double) {
    let start = MotionState(position: -88, velocity: 2345)
    let motion = Deceleration(position: -88, velocity: 2345, rate: rate)
    var state = start
    var time = 0.0
    for index in 0..<300 {
      let h = 0.001 * Double(index % 7 + 1)
      state = Deceleration.step(state, by: h, rate: rate)
      time += h
      // 300 steps with a few roundings each.
      #expect((state.position - motion.position(at: time)).magnitude < 1e-10 * 2345)
      #expect((state.velocity - motion.velocity(at: time)).magnitude < 1e-10 * 2345)
    }
    #expect(Deceleration.step(start, by: 0, rate: rate) == start)
  }

  @Test func `steps with friction stop where the closed form stops`() {
    let motion = Deceleration(position: 5, velocity: -900, rate: 2, coulomb: 700)
    var state = MotionState(position: 5, velocity: -900)
    for frame in 1...120 {
      state = Deceleration.step(state, by: 1.0 / 60, rate: 2, coulomb: 700)
      let time = Double(frame) / 60
      #expect((state.position - motion.position(at: time)).magnitude < 1e-9)
      #expect((state.velocity - motion.velocity(at: time)).magnitude < 1e-9)
    }
    #expect(state.velocity == 0)
    #expect((state.position - motion.limitOffset).magnitude < 1e-9)
  }
}
