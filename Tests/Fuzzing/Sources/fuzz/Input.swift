/// The bytes of one input, taken from the front; at the end come zeros.
struct Input {
  private(set) var rest: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

  var isEmpty: Bool { rest.isEmpty }

  /// The next byte.
  mutating func byte() -> UInt8 {
    guard let first = rest.first else { return 0 }
    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
    return first
  }

  /// A number below `bound`, at most 256.
  mutating func below(_ bound: Int) -> Int { Int(byte()) % bound }

  /// One of a list.
  mutating func choice<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

  /// Whether a chance of one in `bound` comes true; 0 is no.
  mutating func chance(_ bound: Int) -> Bool { below(bound) == bound - 1 }

  /// The next 64 bits.
  mutating func word() -> UInt64 {
    var word: UInt64 = 0
    for _ in 0..<8 { word = word << 8 | UInt64(byte()) }
    return word
  }

  /// Any double but NaN and the infinities, half of them of moderate size.
  mutating func finite() -> Double {
    switch below(4) {
    case 0: return Double(Int16(truncatingIfNeeded: Int(byte()) << 8 | Int(byte()))) / 8
    case 1: return Double(Int8(bitPattern: byte())) / 3
    case 2:
      return choice([
        0, -0.0, 1, -1, 0.5, 1e-300, 1e300, -1e300, 1e308, -1e308, 5e-324, 2.2250738585072014e-308,
        1e15, 1e16, -1e9, 1e-9, 1e100, 1e-100, 1.7976931348623157e308, -1.7976931348623157e308,
      ])
    default:
      let value = Double(bitPattern: word())
      return value.isFinite ? value : 1
    }
  }

  /// Everything that is left.
  var bytes: [UInt8] { Array(rest) }
}

/// The sizes of the pieces that a file comes in, over and over.
struct PieceSizes {
  private var sizes: [Int]
  private var index = 0

  /// One piece.
  static var whole: PieceSizes { PieceSizes(sizes: [Int.max]) }

  private init(sizes: [Int]) { self.sizes = sizes }

  /// Three bytes of the input: from 1 to 192 bytes, above that 1 KiB and more.
  init(_ input: inout Input) {
    sizes = (0..<3).map { _ in
      let byte = Int(input.byte())
      return byte < 192 ? byte + 1 : (byte - 191) << 10
    }
  }

  /// Calls `body` with each piece, a copy that ends where its memory does: reading on is found.
  mutating func split<Failure: Error>(
    _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var start = 0
    while start < bytes.count {
      let count = min(sizes[index % sizes.count], bytes.count - start)
      index += 1
      let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
      defer { piece.deallocate() }
      bytes.withUnsafeBytes {
        piece.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count]))
      }
      try body(UnsafeRawBufferPointer(piece))
      start += count
    }
  }
}
