import ScrollTraces
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct DecimalNumberTests {
  @Test(
    arguments: [
      ("0", 0.0, 0), ("-0", -0.0, 0), ("+1", 1, 0), ("1.", 1, 0), (".5", 0.5, 1), ("-.5", -0.5, 1),
      (" 1.5 ", 1.5, 1), ("\t2\t", 2, 0), ("-123.6666", -123.6666, 4), ("408.0", 408, 1),
      ("1e3", 1000, nil), ("1E-3", 0.001, nil), ("1.5e+2", 150, nil),
      ("0.1234567890123456", 0.1234567890123456, nil), ("0.123456789012345", 0.123456789012345, 15),
      ("9007199254740993", 9_007_199_254_740_992, 0),
      ("9007199254740993.0000000000000001", 9_007_199_254_740_994, nil),
      ("1.7976931348623157e308", .greatestFiniteMagnitude, nil),
      ("4.9406564584124654e-324", .leastNonzeroMagnitude, nil), ("2.4703282292062327e-324", 0, nil),
      ("1e-400", 0, nil), ("-1e400", -.infinity, nil), ("0e999999999999999999999", 0, nil),
      ("0.000000000000000000000000000001", 1e-30, nil),
      ("\u{2212}1.5e\u{2212}3", -0.0015, nil),
      ("1769.1348623157e\u{2212}308", 1769.1348623157e-308, nil),
      ("18446744073709551616", 18_446_744_073_709_551_616, 0),
      ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown, nil),
    ] as [(String, Double, Int?)])
  func `numbers are read to the bit, with the digits after their point`(
    text: String, value: Double, digits: Int?
  ) throws {
    let number = try #require(DecimalNumber(text))
    #expect(number.value.bitPattern == value.bitPattern)
    #expect(number.fractionDigits == digits)
  }

  @Test(arguments: [
    "", " ", ".", "-", "+", "e5", "1e", "1e+", "1e5.5", "--1", "+-1", "1 2", "1_000", "1,5", "0x10",
    "0x1p3", "nan", "NaN", "inf", "-Infinity", "1f", "١", "1\u{00A0}", "1\n", "abc", "1.2.3",
  ])
  func `what is no decimal number is refused`(text: String) {
    #expect(DecimalNumber(text) == nil)
  }

  @Test func `a million random decimals agree with strtod to the bit`() {
    var random = Random(seed: 20_260_101)
    var failures: [String] = []
    for _ in 0..<1_000_000 {
      let text = randomDecimal(&random)
      guard let number = DecimalNumber(text) else {
        failures.append(text)
        continue
      }
      if number.value.bitPattern != strtod(text, nil).bitPattern { failures.append(text) }
    }
    #expect(failures.prefix(10) == [])
  }

  /// Up to 19 digits and small exponents most of the time, near ties, and anything at times.
  private func randomDecimal(_ random: inout Random) -> String {
    var text = Bool.random(using: &random) ? "-" : ""
    switch Int.random(in: 0..<8, using: &random) {
    case 0: text += "\(Double(bitPattern: random.next() & 0x7FEF_FFFF_FFFF_FFFF))"
    case 1: text += "\(Double.random(in: 0..<1e4, using: &random))"
    case 2:
      // Halfway between two doubles.
      let odd = (random.next() >> 10 | 1) | 1 << 53
      text += "\(odd)"
      if Bool.random(using: &random) { text += ".0" }
      if Bool.random(using: &random) { text += "1" }
    case 3:
      text += digits(Int.random(in: 15...40, using: &random), &random) + "."
      text += digits(Int.random(in: 0...20, using: &random), &random)
      text += "e\(Int.random(in: -340...320, using: &random))"
    case 4:
      text += "0." + String(repeating: "0", count: Int.random(in: 0...30, using: &random))
      text += digits(Int.random(in: 1...19, using: &random), &random)
    case 5:
      text += digits(Int.random(in: 1...19, using: &random), &random)
      text += "e\(Int.random(in: -30...30, using: &random))"
    default:
      text += digits(Int.random(in: 1...10, using: &random), &random) + "."
      text += digits(Int.random(in: 0...12, using: &random), &random)
    }
    return text
  }

  private func digits(_ count: Int, _ random: inout Random) -> String {
    String(unsafeUninitializedCapacity: count) { bytes in
      // No sequence and no closure for each digit: tests are not optimised.
      var index = 0
      while index < count {
        bytes[index] = UInt8(ascii: "0") + UInt8(random.next(upperBound: 10 as UInt))
        index += 1
      }
      return count
    }
  }
}
