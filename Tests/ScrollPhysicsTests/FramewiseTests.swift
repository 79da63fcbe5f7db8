import RealModule
import ScrollPhysics
import TestSupport
import Testing

struct FramewiseTests {
  static let oracle = OracleTable("engines.csv")
  static let pastryKit = FramewiseBounce(
    .pastryKit, from: MotionState(position: 0, velocity: 2400))

  @Test(arguments: [
    ("pastrykit", FramewiseBounce.Constants.pastryKit), ("impetus", .impetus),
  ])
  func `frames match the table`(name: String, constants: FramewiseBounce.Constants) {
    var worst = Worst()
    for (x, reference) in Self.oracle.values(of: name) {
      let bounce = FramewiseBounce(constants, from: MotionState(position: x[0], velocity: x[1]))
      let position = bounce.state(frame: Int(x[2])).position
      // A few roundings per frame, of movements up to 50 pt.
      worst.note(position, reference, tolerance: 1e-13 * (x[0].magnitude + 100), "\(x)")
      worst.note(
        bounce.position(at: x[2] / 60), position, tolerance: 1e-300, "at its time \(x)")
      worst.note(
        bounce.positions(count: Int(x[2]) + 1).last ?? .nan, position, tolerance: 1e-300,
        "in a row \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `the first frames by hand`() {
    // Outward by 40 per frame; then 0.95 x 40 - 0.03 x 40 = 36.8; back by 0.08 of the overscroll.
    let places = Self.pastryKit.positions(count: 3)
    #expect(places[0] == 0)
    #expect((places[1] - 40).magnitude < 1e-13)
    #expect((places[2] - 76.8).magnitude < 1e-13)
    let held = FramewiseBounce(.pastryKit, from: MotionState(position: 100, velocity: -480))
    #expect((held.state(frame: 1).position - 92).magnitude < 1e-13)
    #expect((held.state(frame: 2).position - 84.64).magnitude < 1e-13)
    #expect((held.state(frame: 1).velocity + 0.08 * 92 * 60).magnitude < 1e-11)
    // impetus applies friction first: 0.92 x 8 = 7.36; on the way back 0.11 (s + 2.5), then friction.
    let other = FramewiseBounce(.impetus, from: MotionState(position: 100, velocity: -480))
    #expect((other.state(frame: 1).position - 92.64).magnitude < 1e-13)
    #expect(
      (other.state(frame: 2).position - (92.64 - 0.92 * 0.11 * 95.14)).magnitude < 1e-13)
  }

  @Test func `between frames the last one is held`() {
    let bounce = Self.pastryKit
    #expect(bounce.position(at: 4.999 / 60) == bounce.state(frame: 4).position)
    #expect(bounce.position(at: 5.0 / 60) == bounce.state(frame: 5).position)
    #expect(bounce.position(at: 5.0 / 60 - 1e-12) == bounce.state(frame: 5).position)
    #expect(bounce.position(at: -1) == 0)
    #expect(bounce.velocity(at: 0) == 2400)
    #expect(bounce.frame(at: 0.5) == 30)
  }

  @Test func `PastryKit returns at 5 per s and never crosses, impetus passes the edge`() throws {
    #expect((FramewiseBounce.Constants.pastryKit.returnRate - 5.0029).magnitude < 0.0001)
    #expect((FramewiseBounce.Constants.impetus.returnRate - 6.4016).magnitude < 0.0001)
    let places = Self.pastryKit.positions(count: 300)
    let furthest = try #require(Self.pastryKit.furthestFrame)
    #expect(furthest.position == places.max())
    #expect(places[furthest.frame] == furthest.position)
    #expect(places.allSatisfy { $0 >= 0 })
    // From then on each frame follows the rule.
    for frame in furthest.frame + 3..<150 {
      #expect((places[frame + 1] / places[frame] - 0.92).magnitude < 1e-12)
    }
    let settled = try #require(Self.pastryKit.settleFrame(threshold: 0.5))
    #expect(places[settled] < 0.5)
    #expect(places[settled - 1] >= 0.5)
    #expect(Self.pastryKit.settleFrame(threshold: 0) == nil)
    let last = FramewiseBounce(.impetus, from: MotionState(position: 60, velocity: 0))
      .state(frame: 600)
    #expect(last.position < 0)
    #expect(last.position > -0.3)
    #expect(last.velocity == 0)
    // A motion that never turns has no furthest frame.
    let endless = FramewiseBounce(
      FramewiseBounce.Constants(friction: 1, outward: 0, inward: 0.1),
      from: MotionState(position: 0, velocity: 60))
    #expect(endless.furthestFrame == nil)
  }

  @Test func `SmoothDamp matches the table`() {
    var worst = Worst()
    for (x, reference) in Self.oracle.values(of: "smooth_damp") {
      let damp = SmoothDamp(smoothTime: 0.1, from: MotionState(position: x[0], velocity: x[1]))
      worst.note(
        damp.state(frame: Int(x[2])).position, reference,
        tolerance: 1e-13 * (x[0].magnitude + x[1].magnitude / 60 + 1), "\(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `SmoothDamp is nearly a critical bounce of 2 over its time`() {
    let damp = SmoothDamp(smoothTime: 0.1, from: MotionState(position: 0, velocity: 2400))
    let bounce = damp.criticalBounce
    #expect(bounce.decayRate == 20)
    // 0.0173 % a step.
    let excess = Double.exp(1.0 / 3) / (1 + 1.0 / 3 + 0.48 / 9 + 0.235 / 27)
    #expect((excess - 1.000173).magnitude < 1e-6)
    for frame in 1...40 {
      let exact = bounce.position(at: Double(frame) / 60)
      let ratio = damp.state(frame: frame).position / exact
      #expect((ratio - Double.pow(excess, frame)).magnitude < 1e-12)
    }
    // With small steps E converges to the exponential.
    let fine = SmoothDamp(
      smoothTime: 0.1, from: MotionState(position: 50, velocity: -300), frameDuration: 1e-5)
    #expect((fine.position(at: 0.2) / fine.criticalBounce.position(at: 0.2) - 1).magnitude < 1e-4)
  }

  @Test func `SmoothDamp ends at the target instead of crossing it`() {
    // So fast inward that a critically damped bounce would cross the target.
    let damp = SmoothDamp(smoothTime: 0.1, from: MotionState(position: 60, velocity: -4000))
    let frame = damp.positions(count: 60).firstIndex(of: 0) ?? 60
    #expect(frame > 0 && frame < 10)
    #expect(damp.state(frame: frame) == MotionState(position: 0, velocity: 0))
    #expect(damp.state(frame: 1000) == MotionState(position: 0, velocity: 0))
    #expect(damp.criticalBounce.position(at: 0.1) < 0)
  }
}
