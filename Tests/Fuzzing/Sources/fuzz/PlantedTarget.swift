#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A fault put in on purpose: reads the byte behind its memory where the input says "fit".
///
/// A fuzzer that finds nothing here is not alive.
struct PlantedTarget: FuzzTarget {
  mutating func run(_ input: consuming Input) {
    let bytes = input.bytes
    guard bytes.count >= 3, bytes[0] == UInt8(ascii: "f"), bytes[1] == UInt8(ascii: "i"),
      bytes[2] == UInt8(ascii: "t")
    else { return }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    // By a call that the sanitizer watches: in a debug build it sees no loads of the standard library.
    var behind: UInt8 = 0
    memcpy(&behind, copy.baseAddress! + copy.count, 1)
    // Nowhere: so that an optimiser does not leave out a byte that nobody asks for.
    write(-1, &behind, 1)
  }
}
