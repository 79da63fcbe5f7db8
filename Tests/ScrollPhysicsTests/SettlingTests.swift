import RealModule
import ScrollPhysics
import TestSupport
import Testing

struct SettlingTests {
  @Test func `the settle time from the crossing matches both tables`() {
    var worst = Worst()
    for name in ["bounce_law.csv", "special_functions.csv"] {
      for (x, value) in OracleTable(name).values(of: "settle_time") {
        let bounce = CriticalBounce(amplitude: x[0], decayRate: x[1])
        let s = x[1] * value
        // s - ln s = u: two roundings of the ratio change u by 2 ulps of 1 and s by s / (s - 1) times that, which is
        // unbounded where the threshold equals the maximum.
        let tolerance = (3 * Double.ulpOfOne / (s - 1) + 2 * Double.ulpOfOne) * value
        worst.note(
          bounce.settleTime(threshold: x[2]) ?? .nan, value, tolerance: tolerance, "\(name) \(x)")
      }
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `the settle time of any a and b matches the table`() {
    var worst = Worst()
    for (x, value) in OracleTable("bounce_law.csv").values(of: "linear_settle_time") {
      let bounce = CriticalBounce(decayRate: x[2], displacement: x[0], slope: x[1])
      guard let time = bounce.settleTime(threshold: x[3]) else {
        // No motion.
        #expect(x[0] == 0 && x[1] == 0 && value == 0)
        continue
      }
      // The table starts at t = 0; its value is 0 when the motion is below the threshold from there on.
      guard value > 0 else {
        #expect(time <= 0)
        continue
      }
      // A few ulps of the exponent, as a time.
      worst.note(time, value, tolerance: 1e-15 * (1 + value), "\(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  /// The last crossing of the threshold, by bisection on the parts on which |y| is monotonic.
  static func slowSettleTime(_ bounce: CriticalBounce, _ threshold: Double) -> Double {
    func above(_ time: Double) -> Bool {
      // Compare logarithms, since e^(-delta t) may overflow long before the crossing.
      let line = bounce.displacement.addingProduct(bounce.slope, time).magnitude
      return Double.log(line) - bounce.decayRate * time >= Double.log(threshold)
    }
    let crossing = -bounce.displacement / bounce.slope
    let furthest = crossing + 1 / bounce.decayRate
    var low: Double
    var high: Double
    if above(furthest) {
      (low, high) = (furthest, furthest + 1 / bounce.decayRate)
      while above(high) { high = furthest + 2 * (high - furthest) }
    } else {
      (low, high) = (crossing - 1 / bounce.decayRate, crossing)
      while !above(low) { low = crossing + 2 * (low - crossing) }
    }
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if above(middle) { low = middle } else { high = middle }
    }
    return low
  }

  @Test func `random motions settle where bisection says`() {
    let seed: UInt64 = 20_210_719
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var worst = Worst()
    for _ in 0..<3000 {
      let delta = random.uniform(2...30)
      let bounce = CriticalBounce(
        decayRate: delta, displacement: random.uniform(-300...300),
        slope: random.uniform(-1...1) * Double.pow(10, random.uniform(-3...4)))
      let threshold = Double.pow(10, random.uniform(-4...2))
      let slow = Self.slowSettleTime(bounce, threshold)
      let line = bounce.displacement + bounce.slope * slow
      // The rounding of ln|y| over its derivative b / (a + b t) - delta, which is near zero at the maximum;
      // the bisection has the same rounding.
      let slope = (bounce.slope / line - delta).magnitude
      let sizes =
        4 + delta * slow.magnitude
        + (bounce.displacement.magnitude + (bounce.slope * slow).magnitude) / line.magnitude
      // phi is rounded, and tau - phi has the same error.
      let phase = (bounce.displacement / bounce.slope).magnitude
      let tolerance = 4e-16 * (sizes / slope + (slow.magnitude + min(phase, 9 / delta)))
      worst.note(
        bounce.settleTime(threshold: threshold) ?? .nan, slow, tolerance: 2 * tolerance,
        "\(bounce), threshold \(threshold)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `a threshold at the furthest point is reached there`() throws {
    let bounce = CriticalBounce(amplitude: 1000, decayRate: 10.9)
    let furthest = try #require(bounce.furthest)
    let time = try #require(bounce.settleTime(threshold: furthest * (1 - 1e-15)))
    // A double root: the square root of a few ulps, times 1/delta.
    #expect((time - 1 / 10.9).magnitude < 1e-7)
  }

  @Test(arguments: [1 + 1e-14, 1.01, 2, 1e3, 1e12])
  func `above the furthest point the last time lies before the crossing`(factor: Double) throws {
    for amplitude in [1000.0, -1000] {
      let bounce = CriticalBounce(amplitude: amplitude, decayRate: 10.9, phase: 0.02)
      let threshold = try #require(bounce.furthest).magnitude * factor
      let time = try #require(bounce.settleTime(threshold: threshold))
      #expect(time < -0.02)
      // At the threshold on the other side of the edge, to a few ulps times the exponent.
      let y = bounce.position(at: time)
      #expect((y / threshold + (amplitude < 0 ? -1 : 1)).magnitude < 1e-14 * (1 + 10.9 * -time))
    }
  }

  @Test(arguments: [0x1p-1060, 1e-300, 1e-30, 1e30, 1e300, 1.7e308])
  func `a threshold of any size is reached`(threshold: Double) throws {
    let bounce = CriticalBounce(amplitude: 1000, decayRate: 10.9)
    let time = try #require(bounce.settleTime(threshold: threshold))
    // ln|y| as a sum of two terms that do not overflow; a few ulps of 700. 2^-1060 is subnormal but exact.
    let logarithm = Double.log(1000 * time.magnitude) - 10.9 * time
    #expect((logarithm - Double.log(threshold)).magnitude < 1e-12)
  }

  @Test(arguments: [0, -0.5, .nan, -.infinity])
  func `a threshold that is not positive is never an end`(threshold: Double) {
    let bounce = CriticalBounce(amplitude: 1000, decayRate: 10.9)
    #expect(bounce.settleTime(threshold: threshold) == nil)
  }

  @Test(arguments: [0, -10.9, .nan])
  func `a motion that does not decay never ends`(delta: Double) {
    let bounce = CriticalBounce(decayRate: delta, displacement: 10, slope: 100)
    #expect(bounce.settleTime() == nil)
  }

  @Test func `a motion that is nothing never was at the threshold`() {
    let bounce = CriticalBounce(decayRate: 10.9, displacement: 0, slope: 0)
    #expect(bounce.settleTime() == nil)
    #expect(bounce.settleTime(threshold: .leastNonzeroMagnitude) == nil)
  }

  @Test func `the threshold of recordings is half a point`() {
    let bounce = CriticalBounce(amplitude: 986.497, decayRate: 10.9)
    #expect(CriticalBounce.observedSettleThreshold == 0.5)
    #expect(bounce.settleTime() == bounce.settleTime(threshold: 0.5))
  }
}
