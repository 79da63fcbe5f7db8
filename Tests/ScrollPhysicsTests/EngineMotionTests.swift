import ScrollPhysics
import Testing

/// The curves that engines move along, and what ends them.
@Suite struct EngineMotionTests {
  static let curves: [EngineMotion.Curve] = [
    .deceleration(Deceleration(velocity: 3000, constant: 1000)),
    .superposed(SuperposedDeceleration(velocity: -3000, rate: 2, deceleration: 1400)),
    .powerLaw(PowerLawFling(velocity: 3000, friction: .android)),
    .tween(SplineFling(position: 5, velocity: -3000).tween),
    .tween(BezierFling(velocity: 3000).tween),
    .tween(Tween(distance: 700, duration: 0.4, easing: .inOut(.cubic))),
    .tween(Tween(distance: 700, duration: 0.4, easing: .bezier(x1: 0, y1: 0, x2: 0.58, y2: 1))),
    .momentum(TrackpadMomentum(velocity: 3000)),
    .spring(Spring(SpringConstants(decayRate: 10), edgeVelocity: 900)),
  ]

  @Test(arguments: curves)
  func `the velocity is the slope of the position`(_ curve: EngineMotion.Curve) {
    let motion = EngineMotion(curve)
    let h = 1e-6
    for time in [0.0201, 0.1003, 0.2507, 0.3391] {
      let slope = (motion.position(at: time + h) - motion.position(at: time - h)) / (2 * h)
      // Central differences: h^2 of the third derivative, and rounding of 1e-13 over h.
      #expect((slope - motion.velocity(at: time)).magnitude < 1e-3, "\(time)")
    }
  }

  @Test func `a curve that starts upright in both coordinates has the slope of its second point`() {
    // x1 = y1 = 0: dy/dx at 0 is y2 / x2.
    let easing = Easing.bezier(x1: 0, y1: 0, x2: 0.5, y2: 0.75)
    #expect(easing.slope(at: 0) == 1.5)
    #expect(Easing.bezier(x1: 0, y1: 0, x2: 0, y2: 0).slope(at: 0) == 1)
  }

  @Test func `a glide by frames is the sum of its frames`() {
    for slowsFirst in [false, true] {
      let glide = FrameGlide(
        position: 3, velocity: 1200, factor: 0.9, slowsFirst: slowsFirst, frameDuration: 0.02)
      var (position, velocity) = (3.0, 1200.0)
      for frame in 1...50 {
        if slowsFirst { velocity *= 0.9 }
        position += velocity * 0.02
        if !slowsFirst { velocity *= 0.9 }
        let time = Double(frame) * 0.02
        // Fifty roundings of numbers below 300.
        #expect((glide.position(at: time) - position).magnitude < 1e-11)
        #expect((glide.velocity(at: time) - velocity).magnitude < 1e-10)
        // Held until the next frame.
        #expect(glide.position(at: time + 0.019) == glide.position(at: time))
      }
      // v0 h / (1 - f), or f of it.
      #expect((glide.limitOffset - 3 - (slowsFirst ? 216 : 240)).magnitude < 1e-11)
    }
  }

  @Test func `an ending by speed, distance or way of a frame is where its rule begins to hold`() {
    let constant = EngineMotion.Curve.deceleration(Deceleration(velocity: 1000, constant: 500))
    let stop = EngineMotion(constant, ending: .speed(.pixels(60)), scale: 3)
    #expect((stop.end - (1000 - 20) / 500).magnitude < 1e-12)
    // (1000^2 - 20^2) / 1000.
    #expect((stop.restPosition - 999.6).magnitude < 1e-9)
    #expect(stop.velocity(at: stop.end) == 0)
    let near = EngineMotion(constant, ending: .distance(.points(0.25)))
    // a t^2 / 2 = 0.25 before the standstill at 2 s.
    #expect((near.end - (2 - 0.001.squareRoot())).magnitude < 1e-9)
    let frames = EngineMotion.Curve.frames(FrameGlide(velocity: 600, factor: 0.5))
    // The ways of frames: 10, 5, 2.5, 1.25, 0.625: the fifth is not made.
    let few = EngineMotion(frames, ending: .frame(.points(1)))
    #expect((few.end * 60).rounded() == 4)
    #expect((few.restPosition - 18.75).magnitude < 1e-12)
    #expect(EngineMotion(frames).end == .infinity)
    #expect((EngineMotion(frames).restPosition - 20).magnitude < 1e-12)
    // 20 - 20 / 2^n is within 0.1 from n = 8 on.
    #expect((EngineMotion(frames).duration(within: 0.1) * 60).rounded() == 8)
  }
}
