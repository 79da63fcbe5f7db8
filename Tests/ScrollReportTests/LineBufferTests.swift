import ScrollFormats
import ScrollReport
import Testing

/// The writer of many lines against the writer of one, and numbers against decimals rounded by hand.
@Suite struct LineBufferTests {
  private func text(
    capacity: Int = 1 << 10, _ write: (inout LineBuffer) -> Void
  ) throws -> String {
    var buffer = LineBuffer(capacity: capacity)
    write(&buffer)
    return try #require(String(validating: buffer.contents, as: UTF8.self))
  }

  private func number(_ value: Double) throws -> String { try text { $0.number(value) } }

  /// A number as digits, the first of which counts 10^exponent; rounded, halves up.
  private struct Decimal {
    var digits: [Int] = []
    var exponent = 0

    /// Reads a JSON number or what Swift prints.
    init(_ text: String) {
      let parts = text.drop { $0 == "-" }.split(separator: "e")
      let halves = parts[0].split(separator: ".", omittingEmptySubsequences: false)
      digits = halves.joined().compactMap(\.wholeNumberValue)
      exponent = halves[0].count - 1 + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
      while digits.count > 1, digits[0] == 0 {
        digits.removeFirst()
        exponent -= 1
      }
      trim()
    }

    private mutating func trim() {
      while digits.count > 1, digits.last == 0 { digits.removeLast() }
    }

    func rounded(to count: Int) -> Decimal {
      guard digits.count > count else { return self }
      var result = self
      result.digits = Array(digits[..<count])
      if digits[count] >= 5 {
        var index = count - 1
        while index >= 0, result.digits[index] == 9 {
          result.digits[index] = 0
          index -= 1
        }
        if index >= 0 {
          result.digits[index] += 1
        } else {
          result.digits.insert(1, at: 0)
          result.exponent += 1
        }
      }
      result.trim()
      return result
    }

    /// Whether the digits behind the tenth are next to one half, where a product may turn the rounding.
    var isHalf: Bool {
      let rest = digits.dropFirst(10)
      guard let first = rest.first else { return false }
      let others = rest.dropFirst().prefix(4)
      return (first == 5 && others.allSatisfy { $0 == 0 })
        || (first == 4 && others.count == 4 && others.allSatisfy { $0 == 9 })
    }
  }

  /// Expects ten digits at most, the nearest ones.
  private func check(_ value: Double) throws {
    let text = try number(value)
    let node = try JSONNode(Array(text.utf8))
    let read = try #require(node.number)
    let found = Decimal(text)
    #expect(found.digits.count <= 10, "\(value) is \(text)")
    #expect((text.first == "-") == (value < 0), "\(value) is \(text)")
    let expected = Decimal("\(value)")
    if expected.isHalf {
      // In units of the tenth digit; a product of 10^10 has an error of a millionth of them.
      var unit = value.magnitude
      for _ in 0..<9 { unit /= 10 }
      #expect((read - value).magnitude <= 0.500001 * unit, "\(value) is \(text)")
    } else {
      let rounded = expected.rounded(to: 10)
      #expect(
        found.digits == rounded.digits && found.exponent == rounded.exponent,
        "\(value) is \(text)")
    }
  }

  @Test func `a hundred thousand numbers of any size have the nearest ten digits`() throws {
    var random = SystemRandomNumberGenerator()
    let seed = random.next()
    var state = seed
    func uniform() -> Double {
      // SplitMix64.
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return Double((bits ^ (bits >> 31)) >> 11) * 0x1p-53
    }
    print("seed \(seed)")
    for _ in 0..<100_000 {
      var value = 1 + 9 * uniform()
      let exponent = Int(30 * uniform()) - 12
      for _ in 0..<exponent.magnitude { value = exponent < 0 ? value / 10 : value * 10 }
      try check(uniform() < 0.5 ? value : -value)
    }
  }

  @Test func `powers of ten and their neighbours have the nearest digits`() throws {
    var power = 1e-323
    while power < 1e308 {
      for value in [power, power.nextUp, power.nextDown, 9.9999999994 * power, 2.5 * power]
      where value > 0 && value.isFinite {
        try check(value)
        try check(-value)
      }
      power = Double("1e\(Decimal("\(power)").exponent + 1)") ?? .infinity
    }
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (-3, "-3"), (100, "100"), (1e9, "1000000000"),
      (12_345_678_901, "12345678900"), (999_999_999_950, "1000000000000"),
      (999_999_999_949, "999999999900"), (9.9999999995, "10"), (9.9999999994, "9.999999999"),
      (0.99999999995, "1"), (-0.000099999999996, "-0.0001"), (0.1, "0.1"),
      (1.0 / 3, "0.3333333333"),
      (2.0 / 3, "0.6666666667"), (10.925558890643947, "10.92555889"), (0.00001, "0.00001"),
      (0.0000123456789012, "0.0000123456789"), (123456.5, "123456.5"),
      (999_999_999_999_999.9, "1000000000000000"), (1e15, "1e15"), (1.25e15, "1.25e15"),
      (1234567890123456, "1.23456789e15"), (9.9999999996e-6, "1e-5"), (1.5e300, "1.5e300"),
      (-2.5e-308, "-2.5e-308"), (5e-324, "5e-324"), (1.2345678901234e-9, "1.23456789e-9"),
      (.greatestFiniteMagnitude, "1.797693134e308"), (.nan, "null"), (.infinity, "null"),
      (-.infinity, "null"),
    ] as [(Double, String)])
  func `a number is written so`(value: Double, expected: String) throws {
    #expect(try number(value) == expected)
  }

  @Test func `no number is null`() throws { #expect(try text { $0.number(nil) } == "null") }

  @Test(arguments: [0, 1, -1, 9, 10, 99, 100, 101, 999, 1000, -12345, Int.max, Int.min])
  func `a whole number has all its digits`(value: Int) throws {
    #expect(try text { $0.integer(value) } == "\(value)")
  }

  @Test func `every power of ten and what is next to it has all its digits`() throws {
    var power = 1
    for _ in 0..<18 {
      power *= 10
      for value in [power - 1, power, power + 1, -power] {
        #expect(try text { $0.integer(value) } == "\(value)")
      }
    }
  }

  @Test(arguments: [0, 1, 0x0123_4567_89AB_CDEF, .max] as [UInt64])
  func `a hash has sixteen digits`(value: UInt64) throws {
    let digits = String(value, radix: 16)
    #expect(
      try text { $0.hex(value) }
        == "\"\(String(repeating: "0", count: 16 - digits.count))\(digits)\"")
  }

  @Test func `strings are those of the writer of JSON, whatever is in them`() throws {
    var strings = ["", "a", "a\r\n\"b\"\\</script>", "é漢👍🏽", String(repeating: "x", count: 5000)]
    strings += (0..<0x3000).compactMap(Unicode.Scalar.init).map { "a\($0)b" }
    strings += [0xFFFD, 0xFFFF, 0x1F600, 0x10FFFF].compactMap(Unicode.Scalar.init).map { "\($0)" }
    for string in strings {
      var writer = JSONWriter(isPretty: false)
      writer.value(string)
      #expect(try text { $0.string(string) } == writer.text)
    }
    #expect(try text { $0.string(nil) } == "null")
  }

  @Test(arguments: [0, 1, 2, 3, 7, 16, 41, 1000])
  func `a buffer grows from any capacity`(capacity: Int) throws {
    func write(_ buffer: inout LineBuffer) {
      for number in 0..<200 {
        buffer.append("{\"key\":")
        buffer.number(Double(number) / 7)
        buffer.append(UInt8(ascii: ","))
        buffer.integer(-number)
        buffer.string(String(repeating: "é", count: number))
        buffer.string(String(repeating: "e", count: number))
        buffer.append(Array("}\n".utf8))
        buffer.append([])
        buffer.hex(UInt64(number))
        buffer.number(1e-300)
        buffer.number(nil)
      }
    }
    let expected = try text(capacity: 1 << 20, write)
    #expect(try text(capacity: capacity, write) == expected)
    #expect(expected.utf8.count > 60_000)
  }

  @Test func `what is taken away leaves nothing`() throws {
    #expect(
      try text { buffer in
        buffer.string("before")
        buffer.removeAll()
        buffer.number(2)
      } == "2")
  }
}
