import RealModule
import ScrollPhysics
import TestSupport
import Testing

struct EasingTests {
  static let oracle = OracleTable("engines.csv")
  static let eases: [Easing] = [
    .quadratic, .cubic, .quartic, .quintic, .sine, .circular, .exponential,
  ]

  @Test func `values and slopes match the table`() {
    var worst = Worst()
    for (x, reference) in Self.oracle.values(of: "ease") {
      // 1 - (1 - u)^n is a difference from 1.
      worst.note(Self.eases[Int(x[0])].value(at: x[1]), reference, tolerance: 2e-16 * 2, "\(x)")
    }
    for (x, reference) in Self.oracle.values(of: "ease_slope") {
      worst.note(
        Self.eases[Int(x[0])].slope(at: x[1]), reference, tolerance: 2e-15 * reference, "' \(x)")
    }
    for (x, reference) in Self.oracle.values(of: "bezier") {
      let ease = Easing.bezier(x1: x[0], y1: x[1], x2: x[2], y2: x[3])
      // The curve parameter is rounded where x may be flat.
      worst.note(ease.value(at: x[4]), reference, tolerance: 2e-15, "\(x)")
    }
    for (x, reference) in Self.oracle.values(of: "bezier_slope") {
      let ease = Easing.bezier(x1: x[0], y1: x[1], x2: x[2], y2: x[3])
      worst.note(ease.slope(at: x[4]), reference, tolerance: 1e-13 * (1 + reference), "' \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  /// Android's way to compute it, in double precision.
  @Test func `the viscous fluid is that of Android's Scroller`() {
    func fluid(_ u: Double) -> Double {
      let x = 8 * u
      guard x >= 1 else { return x - (1 - Double.exp(-x)) }
      let start = Double.exp(-1)
      return start + (1 - Double.exp(1 - x)) * (1 - start)
    }
    for step in 1..<1000 {
      let u = Double(step) / 1000
      let value = Easing.viscousFluid.value(at: u)
      #expect((value - fluid(u) / fluid(1)).magnitude < 1e-15)
      let slope = (fluid(u + 1e-5) - fluid(u - 1e-5)) / 2e-5 / fluid(1)
      #expect((Easing.viscousFluid.slope(at: u) - slope).magnitude < 1e-4 * (1 + slope))
    }
  }

  @Test func `points in a row are those found one by one, in any order`() {
    let curves: [Easing] = [
      .bezier(x1: 0.4, y1: 0.1, x2: 0.2, y2: 1.1), .bezier(x1: 1, y1: 0, x2: 0, y2: 1),
      .bezier(x1: 0, y1: 0, x2: 0.58, y2: 1), .bezier(x1: 0.2, y1: 0.9, x2: 0.55, y2: 1), .cubic,
    ]
    let even = (-3...63).map { Double($0) / 60 }
    let odd = [0.9, 0.1, 0.1, 0.1000001, 1.2, 0.5, -1, 1e-9, 0.999999, 0.3]
    for curve in curves {
      for parts in [even, odd, even.reversed()] {
        var points = Easing.Points(curve)
        for u in parts {
          let (next, one) = (points.next(at: u), curve.point(at: u))
          // x of the second curve is flat in the middle: s and the slope have fewer digits there.
          let digits = 1e-14 * (1 + one.slope * one.slope)
          #expect((next.value - one.value).magnitude <= digits, "\(curve) \(u)")
          #expect((next.parameter - one.parameter).magnitude <= digits, "\(curve) \(u)")
          #expect((next.slope - one.slope).magnitude <= 10 * digits * (1 + one.slope))
        }
      }
    }
  }

  @Test func `a point has the value and the slope, and a Bezier curve its parameter`() {
    let bezier = Easing.bezier(x1: 0.4, y1: 0.1, x2: 0.2, y2: 1.1)
    for easing in Easing.named.map(\.easing) + [bezier] {
      for u in [0.01, 0.2, 0.5, 0.77, 0.999] {
        let point = easing.point(at: u)
        #expect(point.value == easing.value(at: u) && point.slope == easing.slope(at: u))
      }
      #expect(easing.point(at: -0.1).value == 0 && easing.point(at: 0).slope == 0)
      #expect(easing.point(at: 1).value == 1 && easing.point(at: 1.5).slope == 0)
    }
    for u in [0.01, 0.2, 0.5, 0.77, 0.999] {
      let s = bezier.point(at: u).parameter
      let x = 3 * 0.4 * s * (1 - s) * (1 - s) + 3 * 0.2 * s * s * (1 - s) + s * s * s
      // Rounding of the four terms.
      #expect((x - u).magnitude < 1e-15)
      // A control point moves the curve at the same u by finite differences.
      let h = 1e-6
      let value = { (dx1: Double, dy2: Double) in
        Easing.bezier(x1: 0.4 + dx1, y1: 0.1, x2: 0.2, y2: 1.1 + dy2).value(at: u)
      }
      let slope = bezier.point(at: u).slope
      let byX1 = (value(h, 0) - value(-h, 0)) / (2 * h)
      #expect((byX1 + 3 * s * (1 - s) * (1 - s) * slope).magnitude < 1e-7)
      let byY2 = (value(0, h) - value(0, -h)) / (2 * h)
      #expect((byY2 - 3 * s * s * (1 - s)).magnitude < 1e-7)
    }
  }

  @Test func `eases begin at 0, end at 1 and rise`() {
    for ease in Self.eases + [.bezier(x1: 0.1, y1: 0.57, x2: 0.1, y2: 1)] {
      #expect(ease.value(at: 0) == 0)
      #expect(ease.value(at: 1) == 1)
      #expect(ease.value(at: -1) == 0)
      #expect(ease.value(at: .infinity) == 1)
      #expect(ease.slope(at: 1) == 0)
      #expect(ease.slope(at: -0.1) == 0)
      var last = 0.0
      for step in 1...1000 {
        let value = ease.value(at: Double(step) / 1000)
        #expect(value > last, "\(ease) at \(step)")
        last = value
      }
    }
    #expect(Easing.circular.slope(at: 0) == .infinity)
    #expect(Easing.quadratic.slope(at: 0) == 2)
    #expect((Easing.exponential.value(at: 1.0.nextDown) - (1 - 1.0 / 1024)).magnitude < 1e-15)
    #expect(Easing.bezier(x1: 0.1, y1: 0.57, x2: 0.1, y2: 1).slope(at: 0) == 0.57 / 0.1)
  }

  @Test func `a return takes its time whatever the distance`() {
    let tween = Tween(position: 90, distance: -90, duration: 0.6, easing: .circular)
    #expect(tween.position(at: 0) == 90)
    #expect(tween.position(at: -1) == 90)
    #expect((tween.position(at: 0.3) - 90 * (1 - 0.75.squareRoot())).magnitude < 1e-13)
    #expect(tween.position(at: 0.6) == 0)
    #expect(tween.velocity(at: 0) == -.infinity)
    #expect(tween.velocity(at: 0.6) == 0)
    #expect(tween.velocity(at: -0.1) == 0)
    let even = Tween(position: -80, distance: 80, duration: 0.5, easing: .quadratic)
    #expect(even.velocity(at: 0) == 320)
    #expect(even.position(at: 0.25) == -20)
    let nothing = Tween(distance: 0, duration: 0.5, easing: .circular)
    #expect(nothing.velocity(at: 0) == 0)
  }

  @Test func `it has settled when nothing is left beyond a distance`() {
    // 500 (1 - u)^3 = 0.5 at u = 0.9.
    let cubic = Tween(distance: -500, duration: 0.4, easing: .cubic)
    #expect((cubic.settleTime(within: 0.5) - 0.36).magnitude < 1e-9)
    // It goes past its end, and comes back.
    let back = Tween(distance: 500, duration: 1, easing: .back)
    #expect((back.position(at: back.settleTime(within: 0.5)) - 500.5).magnitude < 1e-6)
    #expect(Tween(distance: 0.1, duration: 1, easing: .sine).settleTime(within: 0.5) == 0)
  }
}

struct ElasticBounceTests {
  @Test func `the published form, with the speed outward`() {
    let bounce = ElasticBounce(displacement: 40, velocity: 900)
    for time in [0.0, 0.02, 0.1, 0.5] {
      let expected = (40 + 900 * time * 0.31) * Double.exp(-time * 20 / 1.6)
      #expect((bounce.position(at: time) - expected).magnitude < 1e-13)
      let h = 1e-6
      let slope = (bounce.position(at: time + h) - bounce.position(at: time - h)) / (2 * h)
      #expect((bounce.velocity(at: time) - slope).magnitude < 1e-5)
    }
    #expect(bounce.constants.decayRate == 12.5)
    // It does not start with the release velocity but with A v0 - 12.5 s0.
    #expect((bounce.velocity(at: 0) - (279 - 500)).magnitude < 1e-12)
    #expect(ElasticBounce.Constants.macOS.stretch(travel: 300) == 15)
    #expect(
      (ElasticBounce.Constants.chromiumAndroid.decayRate - 20 / 1.1).magnitude < 1e-14)
  }

  @Test func `whole pixels, halves towards 0`() {
    for (place, shown) in [(2.4, 2.0), (2.5, 2), (2.51, 3), (0.5, 0), (-0.5, 0), (-1.6, -2)] {
      #expect(ElasticBounce(displacement: place, velocity: 0).roundedPosition(at: 0) == shown)
    }
  }
}
