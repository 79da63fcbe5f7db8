#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Formats numbers independently of the locale.
enum NumberText {
  /// Appends the fewest digits that read back as the same double: `-60`, `0.1`, `1e-07`.
  static func appendShortest(_ value: Double, to bytes: inout [UInt8]) {
    let text = value.description
    bytes.append(contentsOf: text.hasSuffix(".0") ? text.utf8.dropLast(2) : text.utf8[...])
  }

  /// Appends a correctly rounded number with this many decimals, at most 30.
  static func appendFixed(_ value: Double, decimals: Int, to bytes: inout [UInt8]) {
    let decimals = min(max(decimals, 0), 30)
    // 309 digits, sign, point and the terminating 0.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 320 + decimals) { buffer in
      let count = withVaList([Int32(decimals), value]) {
        vsnprintf(buffer.baseAddress, buffer.count, "%.*f", $0)
      }
      // Any byte that is neither a digit nor a sign belongs to the locale's decimal separator.
      var isInPoint = false
      for byte in buffer.prefix(Int(count)).lazy.map({ UInt8(bitPattern: $0) }) {
        let isDigit = (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
        if !isDigit, !isInPoint { bytes.append(UInt8(ascii: ".")) }
        if isDigit { bytes.append(byte) }
        isInPoint = !isDigit
      }
    }
  }
}
