/// A buffer of JSON lines with reusable memory.
///
/// It is a faster `JSONWriter` for millions of lines, with numbers rounded to ten significant digits.
package struct LineBuffer: ~Copyable {
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The number of bytes.
  package private(set) var count = 0

  package init(capacity: Int = 1 << 17) {
    self.capacity = capacity
    bytes = .allocate(capacity: capacity)
  }

  deinit { bytes.deallocate() }

  /// The bytes, valid until the next change.
  package var contents: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: bytes, count: count)
  }

  package mutating func removeAll() { count = 0 }

  /// Reserves room for `more` bytes.
  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(more) }
  }

  private mutating func grow(_ more: Int) {
    capacity = max(2 * capacity, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = larger
  }

  @inline(__always)
  package mutating func append(_ text: StaticString) {
    let size = text.utf8CodeUnitCount
    reserve(size)
    (bytes + count).update(from: text.utf8Start, count: size)
    count += size
  }

  package mutating func append(_ more: [UInt8]) {
    more.withUnsafeBytes { append($0) }
  }

  @inline(__always)
  package mutating func append(_ more: UnsafeRawBufferPointer) {
    reserve(more.count)
    if let base = more.baseAddress {
      UnsafeMutableRawPointer(bytes + count).copyMemory(from: base, byteCount: more.count)
    }
    count += more.count
  }

  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    bytes[count] = byte
    count += 1
  }

  // MARK: - Values

  /// A string in quotes; null for nil.
  package mutating func string(_ text: String?) {
    guard let text else { return append("null") }
    guard !plainString(text) else { return }
    // Escaping is implemented only in `JSONWriter`.
    var writer = JSONWriter(isPretty: false)
    writer.value(text)
    append(writer.bytes)
  }

  /// Appends a string in quotes if it is ASCII without characters to escape; otherwise appends nothing and returns
  /// false.
  mutating func plainString(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { utf8 in
      let isPlain = utf8.allSatisfy {
        $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
          && $0 != UInt8(ascii: "<")
      }
      guard isPlain else { return false }
      reserve(utf8.count + 2)
      append(UInt8(ascii: "\""))
      append(UnsafeRawBufferPointer(utf8))
      append(UInt8(ascii: "\""))
      return true
    }
  }

  /// Appends 16 hexadecimal digits in quotes.
  package mutating func hex(_ value: UInt64) {
    reserve(18)
    bytes[count] = UInt8(ascii: "\"")
    for place in 0..<16 {
      let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * place)) & 15
      bytes[count + 1 + place] = digit < 10 ? 48 + digit : 87 + digit
    }
    bytes[count + 17] = UInt8(ascii: "\"")
    count += 18
  }

  package mutating func integer(_ value: Int) {
    reserve(24)
    if value < 0 { append(UInt8(ascii: "-")) }
    digits(UInt64(value.magnitude))
  }

  /// Appends a number rounded to ten significant digits, without trailing zeros; null if it is nil or not finite.
  package mutating func number(_ value: Double?) {
    guard let value, value.isFinite else { return append("null") }
    reserve(40)
    let size = value.magnitude
    guard size >= 1e-5, size < 1e15 else { return rare(value) }
    // The decimal exponent estimated from the binary one, which is at most one too small.
    var exponent = (Int(size.exponent) * 1233) >> 12
    if exponent < 14, size >= Self.power(exponent + 1) { exponent += 1 }
    if size < Self.power(exponent) { exponent -= 1 }
    let shift = 9 - exponent
    let scaled = shift >= 0 ? size * Self.power(shift) : size / Self.power(-shift)
    var whole = UInt64(scaled.rounded())
    if whole >= 10_000_000_000 {
      whole /= 10
      exponent += 1
    }
    if value < 0 {
      bytes[count] = UInt8(ascii: "-")
      count += 1
    }
    place(whole, exponent: exponent)
  }

  /// Appends ten digits, the first with the value 10^exponent, without trailing zeros after the point.
  @inline(__always)
  private mutating func place(_ whole: UInt64, exponent: Int) {
    // The digits and a point are written at the end of the buffer; unused bytes are overwritten later.
    let start = bytes + count
    let front: Int
    if exponent < 0 {
      start[0] = 48
      start[1] = UInt8(ascii: ".")
      for place in 2..<max(2, 1 - exponent) { start[place] = 48 }
      front = 1 - exponent
    } else {
      front = 0
    }
    let digits = start + front
    let high = UInt32(truncatingIfNeeded: whole / 100_000_000)
    let low = UInt32(truncatingIfNeeded: whole % 100_000_000)
    let upper = low / 10_000
    let lower = low % 10_000
    pair(high, digits)
    pair(upper / 100, digits + 2)
    pair(upper % 100, digits + 4)
    pair(lower / 100, digits + 6)
    pair(lower % 100, digits + 8)
    var last = 9
    while last > 0, digits[last] == 48 { last -= 1 }
    guard exponent >= 0 else {
      count += front + last + 1
      return
    }
    guard last > exponent else {
      // A large number has zeros after its ten digits.
      for place in 10..<max(10, exponent + 1) { digits[place] = 48 }
      count += exponent + 1
      return
    }
    var place = last
    while place > exponent {
      digits[place + 1] = digits[place]
      place -= 1
    }
    digits[exponent + 1] = UInt8(ascii: ".")
    count += last + 2
  }

  /// Writes two digits.
  @inline(__always)
  private func pair(_ value: UInt32, _ target: UnsafeMutablePointer<UInt8>) {
    // value / 10 for value < 100.
    let ten = (value &* 103) >> 10
    target[0] = 48 + UInt8(truncatingIfNeeded: ten)
    target[1] = 48 + UInt8(truncatingIfNeeded: value &- 10 &* ten)
  }

  private mutating func digits(_ value: UInt64) {
    var rest = value
    var size = 1
    var limit: UInt64 = 10
    while size < 19, rest >= limit {
      size += 1
      limit &*= 10
    }
    if rest >= 10_000_000_000_000_000_000 { size = 20 }
    var position = count + size
    count = position
    while rest >= 100 {
      // Two digits per division.
      let pair = UInt8(truncatingIfNeeded: rest % 100)
      rest /= 100
      position -= 2
      let ten = pair / 10
      bytes[position] = 48 + ten
      bytes[position + 1] = 48 + (pair - 10 * ten)
    }
    let pair = UInt8(truncatingIfNeeded: rest)
    let ten = pair / 10
    bytes[position - 1] = 48 + (pair - 10 * ten)
    if ten > 0 { bytes[position - 2] = 48 + ten }
  }

  /// Appends zero, or a very small or very large number with an exponent.
  ///
  /// Rounds the shortest digits that read back to the same value; slower, but correct for subnormal numbers too.
  private mutating func rare(_ value: Double) {
    guard value != 0 else { return append("0") }
    var whole: UInt64 = 0
    var exponent = 0
    var isFraction = false
    var rest = "\(value.magnitude)".utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"):
        exponent += Int(Substring(rest)) ?? 0
        rest = rest.suffix(0)
      default:
        whole = 10 * whole + UInt64(byte - UInt8(ascii: "0"))
        exponent -= isFraction ? 1 : 0
      }
    }
    var unit: UInt64 = 1
    while whole / unit >= 10_000_000_000 {
      unit *= 10
      exponent += 1
    }
    whole = (whole + unit / 2) / unit
    var places = 0
    var first = whole
    while first >= 10 {
      first /= 10
      places += 1
    }
    exponent += places
    // If rounded up, the largest numbers would be infinite.
    if exponent == 308, whole == 1_797_693_135 { whole -= 1 }
    if value < 0 { append(UInt8(ascii: "-")) }
    // Room for the digits, the point and the exponent.
    reserve(40)
    if places > 9 { whole /= 10 }
    for _ in min(places, 9)..<9 { whole *= 10 }
    place(whole, exponent: 0)
    append(UInt8(ascii: "e"))
    integer(exponent)
  }

  /// 10^exponent for exponents from -6 to 22.
  private static func power(_ exponent: Int) -> Double {
    powers.withUnsafeBufferPointer { $0[exponent + 6] }
  }

  private static let powers: [Double] = [
    1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10,
    1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
