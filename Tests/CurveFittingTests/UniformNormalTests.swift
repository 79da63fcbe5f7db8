import CurveFitting
import Testing

struct UniformNormalTests {
  @Test func `the limits are the uniform and the normal distribution`() {
    #expect(Distribution.uniformNormalTail(0.25, uniform: 1, normal: 0) == 0.75)
    #expect(Distribution.uniformNormalTail(-2, uniform: 1, normal: 0) == 0)
    #expect(
      abs(Distribution.uniformNormalTail(1.959963984540054, uniform: 0, normal: 1) - 0.05) < 1e-12)
    #expect(
      abs(Distribution.uniformNormalQuantile(twoSided: 0.05, uniform: 2, normal: 0) - 1.9) < 1e-9)
    #expect(Distribution.uniformNormalQuantile(twoSided: 0.05, uniform: 0, normal: 0) == 0)
    #expect(Distribution.uniformNormalQuantile(twoSided: 1, uniform: 1, normal: 1).isNaN)
  }

  @Test(arguments: [(0.3, 0.1), (1.0, 1.0), (0.01, 1.0), (5.0, 0.2)])
  func `the tail is the mean of the normal tail over the uniform part`(u: Double, s: Double) {
    for t in [0.1, 0.5, 1.0, 2.0, 4.0] {
      // Midpoint rule with 20 000 cells: accurate to 1e-8 for these widths.
      var sum = 0.0
      let count = 20_000
      for cell in 0..<count {
        let shift = u * (2 * (Double(cell) + 0.5) / Double(count) - 1)
        let above = Distribution.normalTwoSidedTail((t - shift) / s) / 2
        sum += t >= shift ? above : 1 - above
      }
      let expected = 2 * sum / Double(count)
      let found = Distribution.uniformNormalTail(t, uniform: u, normal: s)
      #expect(abs(found - min(1, expected)) < 1e-7, "\(t)")
    }
    let quantile = Distribution.uniformNormalQuantile(twoSided: 0.05, uniform: u, normal: s)
    #expect(
      abs(Distribution.uniformNormalTail(quantile, uniform: u, normal: s) - 0.05) < 1e-10)
  }
}
