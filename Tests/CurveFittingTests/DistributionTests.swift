import CurveFitting
import RealModule
import TestSupport
import Testing

/// The distribution functions compared with tables of 40 digits.
struct DistributionTests {
  static let table = OracleTable("special_functions.csv")

  @Test func `Student's tails match the table`() {
    var worst = Worst()
    for (x, value) in Self.table.values(of: "student_t_two_sided") {
      worst.note(
        Distribution.studentTwoSidedTail(x[0], degrees: x[1]), value, tolerance: 1e-12 * value,
        "P(|T| > \(x[0])) of \(x[1])")
    }
    for (x, value) in Self.table.values(of: "student_t_cdf") {
      let tail = Distribution.studentTwoSidedTail(x[0], degrees: x[1]) / 2
      worst.note(
        x[0] > 0 ? 1 - tail : tail, value, tolerance: 1e-12 * value, "P(T < \(x[0])) of \(x[1])")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `Student's quantiles match the table`() {
    var worst = Worst()
    for (x, value) in Self.table.values(of: "student_t_quantile") {
      worst.note(
        Distribution.studentQuantile(twoSided: x[0], degrees: x[1]), value,
        tolerance: 1e-12 * value, "\(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `the F tail matches the table`() {
    var worst = Worst()
    for (x, value) in Self.table.values(of: "f_upper_tail") {
      worst.note(
        Distribution.fTail(x[0], x[1], x[2]), value, tolerance: 1e-12 * value, "F \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `the chi-square tail matches the table`() {
    var worst = Worst()
    for (x, value) in Self.table.values(of: "chi_square_upper_tail") {
      worst.note(
        Distribution.chiSquareTail(x[0], degrees: x[1]), value, tolerance: 1e-12 * value,
        "chi-square \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `the normal tail matches the table`() {
    var worst = Worst()
    for (x, value) in Self.table.values(of: "normal_upper_tail") {
      let tail = Distribution.normalTwoSidedTail(x[0]) / 2
      // z / sqrt 2 is rounded; the relative change of the tail is z^2 times that.
      let tolerance = (1 + x[0] * x[0]) * 4e-16
      let upper = x[0] < 0 ? 1 - tail : tail
      worst.note(upper, value, tolerance: tolerance * value, "normal \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `the incomplete beta function matches the table`() {
    var worst = Worst()
    for (x, value) in Self.table.values(of: "incomplete_beta") {
      worst.note(
        Distribution.incompleteBeta(x[0], x[1], x[2]), value, tolerance: 1e-12 * value, "I \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `the incomplete gamma function matches the table`() {
    var worst = Worst()
    for (x, value) in Self.table.values(of: "incomplete_gamma_q") {
      worst.note(
        Distribution.incompleteGammaTail(x[0], x[1]), value, tolerance: 1e-12 * value, "Q \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `quantile and tail undo each other`() {
    let seed: UInt64 = 26_051
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var worst = Worst()
    for _ in 0..<500 {
      let degrees = Double.pow(10, random.uniform(-0.3...5))
      let alpha = Double.pow(10, random.uniform(-12...0)) * 0.999
      let t = Distribution.studentQuantile(twoSided: alpha, degrees: degrees)
      let back = Distribution.studentTwoSidedTail(t, degrees: degrees)
      worst.note(back, alpha, tolerance: 1e-11 * alpha, "\(alpha), \(degrees)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `one degree of freedom is Cauchy, two has a closed form`() {
    for alpha in [0.5, 0.1, 0.05, 0.01, 1e-6] {
      // tan(pi/2 - x) = 1 / tan x.
      let cauchy = 1 / Double.tan(.pi * alpha / 2)
      #expect(
        (Distribution.studentQuantile(twoSided: alpha, degrees: 1) / cauchy - 1).magnitude < 1e-12)
      let p = 1 - alpha
      let two = p * (2 / (1 - p * p)).squareRoot()
      // 1 - p^2 loses the digits of alpha.
      let tolerance = 1e-12 + 4e-16 / alpha
      #expect(
        (Distribution.studentQuantile(twoSided: alpha, degrees: 2) / two - 1).magnitude < tolerance)
    }
  }

  @Test(arguments: [
    (0.0, 5.0), (1, 5), (-0.1, 5), (1.1, 5), (.nan, 5), (0.05, 0), (0.05, -1), (0.05, .nan),
  ])
  func `there is no quantile of nonsense`(alpha: Double, degrees: Double) {
    #expect(Distribution.studentQuantile(twoSided: alpha, degrees: degrees).isNaN)
  }

  @Test func `the ends of every range are exact`() {
    #expect(Distribution.studentTwoSidedTail(0, degrees: 7) == 1)
    #expect(Distribution.studentTwoSidedTail(.infinity, degrees: 7) == 0)
    #expect(Distribution.studentTwoSidedTail(-.infinity, degrees: 7) == 0)
    #expect(Distribution.fTail(0, 3, 7) == 1)
    #expect(Distribution.fTail(.infinity, 3, 7) == 0)
    #expect(Distribution.chiSquareTail(0, degrees: 3) == 1)
    #expect(Distribution.chiSquareTail(.infinity, degrees: 3) == 0)
    #expect(Distribution.normalTwoSidedTail(0) == 1)
    #expect(Distribution.normalTwoSidedTail(.infinity) == 0)
    #expect(Distribution.incompleteBeta(0, 2, 3) == 0)
    #expect(Distribution.incompleteBeta(1, 2, 3) == 1)
  }

  @Test func `not a number stays not a number`() {
    #expect(Distribution.studentTwoSidedTail(.nan, degrees: 7).isNaN)
    #expect(Distribution.fTail(.nan, 3, 7).isNaN)
    #expect(Distribution.chiSquareTail(.nan, degrees: 3).isNaN)
    #expect(Distribution.normalTwoSidedTail(.nan).isNaN)
    #expect(Distribution.incompleteBeta(-0.1, 2, 3).isNaN)
    #expect(Distribution.incompleteBeta(1.1, 2, 3).isNaN)
  }
}
