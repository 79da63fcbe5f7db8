import CurveFitting
import RealModule
import TestSupport
import Testing

struct StudentQuantilesTests {
  @Test(arguments: [0.32, 0.05, 0.01, 0.001])
  func `the table gives the quantiles of the distribution`(level: Double) {
    let seed: UInt64 = 5_200
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    let table = StudentQuantiles(twoSided: level)
    var worst = Worst()
    func note(_ degrees: Double) {
      let expected = Distribution.studentQuantile(twoSided: level, degrees: degrees)
      worst.note(
        table.quantile(degrees: degrees), expected, tolerance: 1e-12 * expected,
        "\(degrees) degrees")
    }
    for _ in 0..<3000 { note(0.3 * Double.pow(1e6 / 0.3, random.uniform(0...1))) }
    // The ends of the pieces and their neighbours.
    for power in 0..<8 {
      let degrees = Double(1 << power)
      for value in [degrees.nextDown, degrees, degrees.nextUp] { note(value) }
    }
    note(1e12)
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `infinitely many degrees give the normal quantile`() {
    // The 97.5 % point of the normal distribution.
    let found = StudentQuantiles(twoSided: 0.05).quantile(degrees: .infinity)
    #expect((found - 1.959963984540054).magnitude <= 2e-12)
  }

  @Test func `what are no degrees give no quantile`() {
    let table = StudentQuantiles(twoSided: 0.05)
    for degrees in [0, -1, -.infinity, .nan] as [Double] {
      #expect(table.quantile(degrees: degrees).isNaN, "\(degrees)")
    }
  }
}
