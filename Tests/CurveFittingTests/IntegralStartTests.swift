import CurveFitting
import RealModule
import TestSupport
import Testing

struct IntegralStartTests {
  @Test(arguments: [30, 45, 60, 90])
  func `the start lies within three limits of the truth`(count: Int) throws {
    // The Cramer-Rao limit for C = 1000, delta = 10.9, 60 Hz, 1/3 pt, from the crossing on.
    let limits = OracleTable("cramer_rao.csv").rows.filter {
      $0[0] == "1000" && $0[1] == "10.9" && $0[2] == "0" && $0[3] == "60"
        && $0[4] == "\(count)" && $0[5] == "1/3 pt rounding"
    }
    let row = try #require(limits.first)
    let limit = try #require(Double(row[8]))
    let seed: UInt64 = 333
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var squares = 0.0
    var within = 0
    let rounds = 1000
    for _ in 0..<rounds {
      let bounce = Simulated(
        amplitude: 1000 + random.uniform(-10...10), decayRate: 10.9,
        phase: random.uniform(0...1 / 60), rate: 60, count: count, scale: 3, using: &random)
      let start = try #require(IntegralStart.estimate(.bounce, bounce.observations))
      let error = (start - 10.9) / limit
      squares += error * error
      if error.magnitude <= 3 { within += 1 }
    }
    let rms = (squares / Double(rounds)).squareRoot()
    #expect(rms < 3, "rms \(rms) limits, \(within) of \(rounds) within three")
  }

  @Test func `the start of an exact curve errs only by the trapezoid rule`() throws {
    for (family, coefficients) in [
      (ExponentialFamily.bounce, SIMD4(5, 800, 0, 0.0)),
      (ExponentialFamily(degree: 1, constant: true), SIMD4(5, 800, 3, 0)),
      (ExponentialFamily(degree: 0, constant: false), SIMD4(300, 0, 0, 0)),
      (ExponentialFamily(degree: 0, constant: true), SIMD4(300, -40, 0, 0)),
      (ExponentialFamily(degree: 0, constant: false, line: true), SIMD4(300, -150, 0, 0)),
      (ExponentialFamily(degree: 0, constant: true, line: true), SIMD4(300, -150, 30, 0)),
    ] {
      var last = Double.infinity
      for rate in [60.0, 240, 960] {
        let times = (0...Int(rate)).map { Double($0) / rate }
        let data = Observations(
          abscissae: times,
          values: times.map { family.value(at: $0, theta: 8, coefficients: coefficients) })
        let start = try #require(IntegralStart.estimate(family, data))
        let error = (start - 8).magnitude
        // The rule is of second order: a quarter of the step gives a sixteenth of the error.
        #expect(error < last / 12, "\(family), \(rate) Hz: \(start)")
        last = error
      }
      #expect(last < 1e-3)
    }
  }

  @Test func `units change the start in proportion`() throws {
    let times = (0..<50).map { frame -> Double in Double(frame) / 60 + 0.002 * Double(frame % 3) }
    let values = times.map { time -> Double in
      let fading = Double.exp(-9 * time)
      return (200 + 100 * time) * fading
    }
    for family in SlowFit.families {
      let plain = try #require(
        IntegralStart.estimate(family, Observations(abscissae: times, values: values)))
      for factor in [0x1p-300, 0x1p-20, 0x1p20, 0x1p300] {
        // Scaling by powers of two keeps all digits.
        #expect(
          IntegralStart.estimate(
            family, Observations(abscissae: times, values: values.map { factor * $0 })) == plain)
        #expect(
          IntegralStart.estimate(
            family, Observations(abscissae: times.map { factor * $0 }, values: values))
            == plain / factor)
      }
    }
  }

  @Test func `degenerate data have no start`() {
    let times = (0..<40).map { Double($0) / 60 }
    for family in SlowFit.families {
      func start(_ x: [Double], _ curve: (Double) -> Double) -> Double? {
        IntegralStart.estimate(family, Observations(abscissae: x, values: x.map(curve)))
      }
      #expect(start([], { $0 }) == nil)
      #expect(start([0, 0.1, 0.2], { 1 - $0 }) == nil)
      #expect(start([0.1, 0.1, 0.1, 0.1], { $0 }) == nil)
      #expect(start([0, 0, 0, 1, 1, 1], { $0 }) == nil || family.linearCount == 1)
      #expect(start(times, { _ in 0 }) == nil)
      #expect(start(times, { _ in .nan }) == nil)
      #expect(start(times, { _ in .infinity }) == nil)
      #expect(start(times, { _ in 1e200 }) == nil)
      #expect(start(times, { _ in 1e-200 }) == nil)
      // A growing curve has a negative rate.
      #expect(start(times, { Double.exp(5 * $0) }) == nil)
      // A rate of 0: the result is nil, or the rounding of the cube root of 1e-16.
      #expect((start(times, { _ in 40 }) ?? 0) < 1e-3)
    }
  }
}
