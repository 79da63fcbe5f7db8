import CurveFitting
import RealModule
import TestSupport
import Testing

struct ResidualTestsTests {
  @Test(
    arguments: [
      ([1.0, -1, 1, -1], 3.0), ([1, 1, 1, 1], 0), ([1, 2, 3], 2 / 14.0), ([0, 3, 0], 2), ([5], 0),
    ] as [([Double], Double)])
  func `Durbin-Watson is the sum of squared differences over the sum of squares`(
    residuals: [Double], value: Double
  ) {
    #expect(ResidualTests.durbinWatson(residuals) == value)
  }

  @Test func `without residuals there is no Durbin-Watson`() {
    #expect(ResidualTests.durbinWatson([]) == nil)
    #expect(ResidualTests.durbinWatson([0, 0, 0]) == nil)
  }

  /// Computed by hand: plus, minus, runs, mean 2 n1 n2 / n + 1, variance (m - 1)(m - 2) / (n - 1), and
  /// z = (|runs - m| - 1/2) / sd.
  @Test(arguments: [
    // 5 + 5 in 10 runs: m = 6, variance 20/9, z = 3.5 / 1.490712 = 2.347871; p = 0.018881.
    ("+-+-+-+-+-", 0.018881),
    // 5 + 5 in 2 runs: the same distance below the mean.
    ("+++++-----", 0.018881),
    // 6 + 4 in 6 runs: m = 5.8, closer than the correction of 1/2.
    ("++-++--++-", 1.0),
    // 3 + 2 in 5 runs: m = 3.4, variance 2.4 * 1.4 / 4 = 0.84, z = 1.1 / 0.916515 = 1.200198.
    ("+-+-+", 0.230062),
    // Zeros are skipped: the same result.
    ("0+0-+00-+0", 0.230062),
    // 2 + 2 in 2 runs: m = 3, variance 2/3, z = 0.5 / 0.816497 = 0.612372.
    ("++--", 0.540291),
  ])
  func `the runs test agrees with hand-computed tables`(signs: String, expected: Double) throws {
    let residuals = signs.map { $0 == "+" ? 0.5 : $0 == "-" ? -2.0 : 0 }
    let probability = try #require(ResidualTests.runsProbability(residuals))
    // The expected numbers have six decimals.
    #expect((probability - expected).magnitude < 1e-6)
  }

  @Test(arguments: ["", "+", "+++++", "+-", "+++++-", "-+++++", "0000", "++0-"])
  func `fewer than two of either sign say nothing`(signs: String) {
    let residuals = signs.map { $0 == "+" ? 1.0 : $0 == "-" ? -1.0 : 0 }
    #expect(ResidualTests.runsProbability(residuals) == nil)
  }

  @Test func `independent residuals fail the runs test as often as they should`() throws {
    let seed: UInt64 = 77
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    let rounds = 4000
    var failed = 0
    for _ in 0..<rounds {
      let residuals = (0..<90).map { _ in random.uniform(-1...1) }
      if try #require(ResidualTests.runsProbability(residuals)) < 0.05 { failed += 1 }
    }
    // The test with correction is conservative: 3 to 5 % of 4000, with three standard deviations of 14.
    #expect(failed > 80 && failed < 240, "\(failed) of \(rounds)")
  }
}

struct InformationCriteriaTests {
  @Test func `both criteria follow their formulas`() throws {
    // n = 20, RSS = 5, p = 3: K = 4, n ln(1/4) = -27.72588722239781.
    let aicc = try #require(
      InformationCriteria.aicc(sumOfSquares: 5, count: 20, parameters: 3))
    // + 8 + 2 * 4 * 5 / 15.
    #expect((aicc - (-27.72588722239781 + 8 + 40 / 15.0)).magnitude < 1e-13)
    let bic = try #require(InformationCriteria.bic(sumOfSquares: 5, count: 20, parameters: 3))
    // + 4 ln 20 = 11.982929094215963.
    #expect((bic - (-27.72588722239781 + 11.982929094215963)).magnitude < 1e-13)
    // With weights: minus the sum of their logarithms.
    let corrected = try #require(
      InformationCriteria.aicc(sumOfSquares: 5, count: 20, parameters: 3, sumOfLogWeights: -2.5))
    #expect((corrected - aicc - 2.5).magnitude < 1e-13)
    let weighted = try #require(
      InformationCriteria.bic(sumOfSquares: 5, count: 20, parameters: 3, sumOfLogWeights: -2.5))
    #expect((weighted - bic - 2.5).magnitude < 1e-13)
  }

  @Test func `exact data and few samples have no criterion`() {
    #expect(InformationCriteria.aicc(sumOfSquares: 0, count: 20, parameters: 3) == nil)
    #expect(InformationCriteria.bic(sumOfSquares: 0, count: 20, parameters: 3) == nil)
    // n = K + 1.
    #expect(InformationCriteria.aicc(sumOfSquares: 1, count: 5, parameters: 3) == nil)
    #expect(InformationCriteria.aicc(sumOfSquares: 1, count: 6, parameters: 3) != nil)
    #expect(InformationCriteria.bic(sumOfSquares: 1, count: 0, parameters: 3) == nil)
    #expect(InformationCriteria.bic(sumOfSquares: .nan, count: 9, parameters: 3) == nil)
  }

  @Test func `the corrected criterion tends to Akaike's`() throws {
    let n = 1_000_000
    let aicc = try #require(InformationCriteria.aicc(sumOfSquares: 7, count: n, parameters: 3))
    let plain = Double(n) * Double.log(7 / Double(n)) + 8
    // 2 K (K + 1) / n, and the rounding of 1e7.
    #expect((aicc - plain).magnitude < 1e-4)
  }
}
