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
