/// Plain lines that can be passed to libcsv in blocks: each is one row, whose fields are the bytes between delimiters.
enum UnquotedLines {
  /// The maximum number of bytes in a block: no field in it exceeds libcsv's buffer.
  static let largestBlock = RowLexer.bufferSize

  /// The number of bytes of the plain lines at the start of `bytes`: neither blank nor comments, and without quotes,
  /// white space, other line ends and control characters.
  static func prefix(of bytes: UnsafeRawBufferPointer, delimiter: UInt8) -> Int {
    guard let base = bytes.baseAddress, let first = bytes.first, first > lastSpecial else {
      return 0
    }
    let count = min(bytes.count, largestBlock)
    var end = 0
    while end < count {
      // The byte after the chunk is examined too.
      if end & (stretch - 1) == 0 {
        while end + stretch < count, isPlain(base + end, delimiter) { end += stretch }
      }
      let byte = bytes[end]
      if byte == 0x0A {
        let next = end + 1 < bytes.count ? bytes[end + 1] : 0xFF
        if next <= lastSpecial { return end + 1 }
      } else if byte == UInt8(ascii: "\"") || (byte <= 0x20 && byte != delimiter) {
        break
      }
      end += 1
    }
    while end > 0, bytes[end - 1] != 0x0A { end -= 1 }
    return end
  }

  /// The range of a line.
  static func line(_ number: Int, of bytes: UnsafeRawBufferPointer) -> Range<Int> {
    var start = 0
    var end = 0
    for _ in 0...number {
      start = end
      end = (bytes[start...].firstIndex(of: 0x0A) ?? bytes.count - 1) + 1
    }
    return start..<end
  }

  /// The start of a comment; quotes, white space, line ends and control characters are below it.
  private static let lastSpecial = UInt8(ascii: "#")

  /// The number of bytes that are examined without a branch.
  private static let stretch = 128

  /// Whether a chunk contains no byte up to `lastSpecial` except delimiters and single line feeds.
  @inline(__always)
  private static func isPlain(_ base: UnsafeRawPointer, _ delimiter: UInt8) -> Bool {
    typealias Bytes = SIMD16<UInt8>
    let lineFeed = Bytes(repeating: 0x0A)
    let delimiters = Bytes(repeating: delimiter)
    let last = Bytes(repeating: lastSpecial)
    var special = SIMDMask<SIMD16<Int8>>(repeating: false)
    for offset in stride(from: 0, to: stretch, by: 16) {
      let bytes = base.loadUnaligned(fromByteOffset: offset, as: Bytes.self)
      let next = base.loadUnaligned(fromByteOffset: offset + 1, as: Bytes.self)
      let ends = bytes .== lineFeed
      special .|= (bytes .<= last) .& .!(ends .| (bytes .== delimiters))
      special .|= ends .& (next .== lineFeed)
    }
    return unsafeBitCast(special, to: SIMD2<UInt64>.self) == .zero
  }
}
