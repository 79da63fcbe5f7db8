import RealModule
import ScrollPhysics
import Testing

@Suite struct FlingCurveTests {
  // MARK: - Android's spline

  @Test func `the spline passes through its parametric points`() {
    // Both coordinates by their definition, for z between the nodes too; between nodes S is straight.
    for step in 1..<200 {
      let z = Double(step) / 200
      let time = 3 * z * (1 - z) * ((1 - z) * 0.175 + z * 0.35) + z * z * z
      let way = 3 * z * (1 - z) * ((1 - z) * 0.5 + z) + z * z * z
      #expect((SplineFling.part(time) - way).magnitude < 2e-4, "z = \(z)")
    }
    #expect(SplineFling.part(-1) == 0 && SplineFling.part(0) == 0)
    #expect(SplineFling.part(1) == 1 && SplineFling.part(2) == 1)
  }

  @Test func `a release of 5000 dp a second goes as far and as long as Android's formula says`() {
    let rate = Double.log(0.78) / Double.log(0.9)
    let level = Double.log(0.35 * 5000 / (0.015 * 9.80665 * 39.37 * 160 * 0.84))
    let fling = SplineFling(position: 10, velocity: -5000)
    #expect((fling.duration - Double.exp(level / (rate - 1))).magnitude < 1e-9)
    let way = 0.015 * 9.80665 * 39.37 * 160 * 0.84 * Double.exp(rate * level / (rate - 1))
    #expect((fling.distance + way).magnitude < 1e-6)
    #expect(fling.position(at: -1) == 10)
    #expect((fling.position(at: 9) - 10 + way).magnitude < 1e-6)
    #expect(SplineFling(velocity: 0).position(at: 1) == 0)
  }

  // MARK: - Chromium's fling

  @Test func `Chromium's fling starts with the speed of the finger`() {
    for velocity in [400.0, -3000, 4600, 9000] {
      let fling = BezierFling(position: 5, velocity: velocity)
      let step = 1e-7
      #expect(
        ((fling.position(at: step) - 5) / step / velocity - 1).magnitude < 1e-4, "\(velocity)")
      #expect((fling.velocity / velocity - 1).magnitude < 1e-12)
      #expect(fling.position(at: 3) == 5 + fling.distance)
    }
    let fling = BezierFling(velocity: 2300)
    #expect(fling.duration == 1)
    #expect((fling.distance - 2300 * 2300 / 5291.3).magnitude < 1e-9)
    guard case .bezier(0.2, let y1, 0.55, 1) = fling.easing else {
      Issue.record("another curve: \(fling.easing)")
      return
    }
    // The value that recordings of Chrome 156 give.
    #expect((y1 - 0.4601).magnitude < 1e-4)
  }

  @Test func `a fling that a view shortens keeps its slope until that is too steep`() {
    let steep = BezierFling(distance: 100, duration: 1, slope: 8)
    #expect(steep.easing == .bezier(x1: 0.125, y1: 1, x2: 0.55, y2: 1))
    #expect(BezierFling(distance: 100, duration: 0, slope: 2).position(at: 0) == 100)
  }

  // MARK: - Eases

  private static let eases: [Easing] = [
    .quadratic, .cubic, .sine, .cosine, .quadraticExponential, .iScroll, .smootherstep, .back,
    .inOut(.quadratic), .inOut(.quartic), .inOut(.circular),
    .bezier(x1: 0.4, y1: 0, x2: 0, y2: 1), .bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1),
  ]

  @Test(arguments: eases) func `an ease runs from 0 to 1 with the slope of its values`(ease: Easing)
  {
    #expect(ease.value(at: 0) == 0 && ease.value(at: 1) == 1)
    for u in [0.03, 0.2, 0.26, 0.5, 0.77, 0.97] {
      let step = 1e-6
      let slope = (ease.value(at: u + step) - ease.value(at: u - step)) / (2 * step)
      // Where two halves meet the difference is that of neither.
      if u == 0.5, case .inOut = ease { continue }
      #expect((ease.slope(at: u) - slope).magnitude < 1e-5 * max(1, slope.magnitude), "u = \(u)")
    }
  }

  @Test func `an ease in and out is symmetric about half of the time and of the way`() {
    for ease in [Easing.inOut(.cubic), .inOut(.exponential), .smootherstep, .cosine] {
      for u in [0.01, 0.1, 0.3, 0.5] {
        #expect((ease.value(at: u) + ease.value(at: 1 - u) - 1).magnitude < 1e-14, "u = \(u)")
      }
    }
    #expect(Easing.inOut(.cubic).value(at: 0.25) == 4.0 / 64)
    #expect(Easing.inOut(.quartic).value(at: 0.25) == 8.0 / 256)
  }

  @Test func `half of the way in a quarter of the time, then an exponential`() {
    #expect(Easing.quadraticExponential.value(at: 0.25) == 0.5)
    let late = Easing.quadraticExponential.value(at: 0.625)
    #expect((late - (0.5 + 1.001 * (1 - Double.exp2(-5)) / 2)).magnitude < 1e-12)
    #expect((Easing.cosine.value(at: 0.25) - (1 - Double.cos(.pi / 4)) / 2).magnitude < 1e-15)
  }

  @Test func `a Bezier curve is found to the last digits, as by bisection`() {
    for (x1, y1, x2, y2) in [(0.4, 0.0, 0.0, 1.0), (0.0, 0.0, 0.58, 1.0), (0.9, 0.2, 0.1, 0.9)] {
      let ease = Easing.bezier(x1: x1, y1: y1, x2: x2, y2: y2)
      func coordinate(_ a: Double, _ b: Double, _ s: Double) -> Double {
        3 * a * s * (1 - s) * (1 - s) + 3 * b * s * s * (1 - s) + s * s * s
      }
      for step in 1..<100 {
        let u = Double(step) / 100
        var (low, high) = (0.0, 1.0)
        for _ in 0..<200 {
          let middle = (low + high) / 2
          if coordinate(x1, x2, middle) < u { low = middle } else { high = middle }
        }
        #expect((ease.value(at: u) - coordinate(y1, y2, high)).magnitude < 1e-12, "u = \(u)")
      }
    }
  }

  // MARK: - Steps

  @Test func `a stepped glide takes its friction at every recorded frame`() {
    let glide = Engine.Glide.stepped(DecelerationRate(perSecond: 3))
    let times = [0, 0.016, 0.033, 0.05, 0.1]
    let way = glide.distances(speed: 1000, at: times)
    var (speed, x) = (1000.0, 0.0)
    for index in 1..<times.count {
      let step = times[index] - times[index - 1]
      speed -= 3 * speed * step
      x += speed * step
      #expect((way[index] - x).magnitude < 1e-12)
    }
    #expect(way[0] == 0)
  }

  @Test func `growing friction takes the time since the release at every recorded frame`() {
    let glide = Engine.Glide.growingFriction(growth: 0.5)
    let times = [0, 0.016, 0.033, 0.05, 0.1]
    let way = glide.distances(speed: 1000, at: times)
    var (speed, x) = (1000.0, 0.0)
    for index in 1..<times.count {
      speed *= Double.exp(-0.5 * times[index])
      x += speed * (times[index] - times[index - 1])
      #expect((way[index] - x).magnitude < 1e-12)
    }
    #expect(way[0] == 0)
  }

  @Test(arguments: [60.0, 120])
  func `at even frames growing friction is the loop of Reanimated`(rate: Double) {
    let state = MotionState(position: 40, velocity: -1800)
    let motion = Engine.Glide.growingFriction(growth: 0.2, ending: .speed(.points(1)))
      .motion(from: state, frameRate: rate)
    var (x, v, frame) = (40.0, -1800.0, 0.0)
    while v.magnitude >= 1 {
      #expect((motion.position(at: frame / rate) - x).magnitude < 1e-10, "frame \(frame)")
      #expect((motion.velocity(at: frame / rate) - v).magnitude < 1e-10, "frame \(frame)")
      frame += 1
      v *= Double.exp(-0.2 * frame / rate)
      x += v / rate
    }
    #expect((motion.end - frame / rate).magnitude < 1e-12)
    #expect((motion.restPosition - x).magnitude < 1e-10)
    // Between two frames the last one is held.
    #expect(motion.position(at: 10.6 / rate) == motion.position(at: 10 / rate))
    #expect(motion.curve.limit < x && motion.curve.limit > x - 1)
  }

  @Test func `a friction that hardly grows takes no longer to sum, and sums as the loop does`() {
    // Below c h = 1e-6 the sum is an integral.
    for growth in [5e-5, 6.1e-5] {
      let glide = GrowingFrictionGlide(velocity: 600, growth: growth)
      var (x, v) = (0.0, 600.0)
      for frame in 1...6000 {
        v *= Double.exp(-growth * Double(frame) / 60)
        x += v / 60
        guard frame % 400 == 1 else { continue }
        let found = glide.position(at: Double(frame) / 60)
        #expect((found - x).magnitude < 1e-11 * x, "c = \(growth), frame \(frame)")
      }
    }
    let slow = GrowingFrictionGlide(velocity: 600, growth: 1e-300)
    #expect((slow.position(at: 3600) - 600 * 3600).magnitude < 1e-5)
    #expect(slow.limitOffset > 1e150 && slow.limitOffset.isFinite)
  }
}
