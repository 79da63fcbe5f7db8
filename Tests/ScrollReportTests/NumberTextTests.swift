import ScrollFormats
import ScrollReport
import Testing

@Suite struct NumberTextTests {
  @Test(
    arguments: [
      (0, 2, "0.00"), (1, 0, "1"), (2.5, 0, "3"), (-2.5, 0, "-3"), (0.005, 2, "0.01"),
      (-0.001, 2, "0.00"), (-0.009, 2, "-0.01"), (999.9996, 3, "1000.000"),
      (1e15, 0, "1000000000000000"),
      (1e16, 0, "1e+16"), (.nan, 2, "-"), (-.infinity, 2, "-"), (0.1, -3, "0"), (12.5, 1, "12.5"),
    ] as [(Double, Int, String)])
  func `a number has the decimals that are asked for, and no negative zero`(
    value: Double, decimals: Int, expected: String
  ) {
    #expect(NumberText.fixed(value, decimals: decimals) == expected)
  }

  @Test(
    arguments: [
      (0.0129, 2, "0.013"), (9.96, 2, "10"), (99.5, 2, "100"), (0.0996, 2, "0.10"),
      (1234.5, 2, "1235"),
      (0, 3, "0.00"), (2.246e-12, 3, "2.25e-12"), (-9.996e-12, 3, "-1.00e-11"), (1e9, 3, "1.00e9"),
      (123_456_789_012, 3, "1.23e11"), (1.5e300, 3, "1.50e300"), (-5.004e-300, 3, "-5.00e-300"),
      (1e-9, 2, "1.0e-9"), (0.000012, 2, "0.000012"), (1.3e-7, 2, "1.3e-7"),
      (.infinity, 2, "-"),
    ] as [(Double, Int, String)])
  func `a number has the significant digits that are asked for`(
    value: Double, digits: Int, expected: String
  ) {
    #expect(NumberText.significant(value, digits: digits) == expected)
  }

  @Test(
    arguments: [
      (16.666666, 5, "16.667"), (60, 6, "60"), (0.5, 6, "0.5"), (-64, 6, "-64"), (100, 3, "100"),
      (0.30000000000000004, 6, "0.3"), (2.5e-12, 3, "2.5e-12"), (1e-9, 1, "1e-9"),
    ] as [(Double, Int, String)])
  func `a short number has no zeros at its end`(value: Double, digits: Int, expected: String) {
    #expect(NumberText.short(value, digits: digits) == expected)
  }

  @Test(
    arguments: [
      (0.0129, 10.9, 3), (0.0099, 10.9, 4), (0.00996, 10.9, 3), (7.7, 4301, 1), (77, 4301, 0),
      (1e-20, 1, 12), (nil, 10.9, 4), (0, 10.9, 4), (.nan, 0.00925, 8), (nil, 0, 5),
    ] as [(Double?, Double, Int)])
  func `a value is printed to two digits of its error, or to six of its own`(
    error: Double?, value: Double, expected: Int
  ) {
    #expect(NumberText.decimals(forError: error, value: value) == expected)
  }
}
