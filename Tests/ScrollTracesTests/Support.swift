import ScrollTraces
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a file gives: its recordings, and the error that ended it.
struct Reading: Equatable {
  var traces: [Trace] = []
  var error: TraceError?
}

func read(_ bytes: [UInt8], pieces: Int, _ options: ReadingOptions) -> Reading {
  var reading = Reading()
  var parser = TraceParser(path: "trace.csv", options: options)
  do throws(TraceError) {
    var start = 0
    while start < bytes.count {
      let end = min(start + pieces, bytes.count)
      // A copy of each piece: reading past its end is then caught by the address sanitizer.
      let piece = Array(bytes[start..<end])
      let result = piece.withUnsafeBytes { bytes in
        Result { () throws(TraceError) in try parser.feed(bytes) }
      }
      reading.traces += parser.takeTraces()
      try result.get()
      start = end
    }
    let result = Result { () throws(TraceError) in try parser.finish() }
    reading.traces += parser.takeTraces()
    try result.get()
  } catch {
    reading.error = error
  }
  return reading
}

/// Reads in pieces of 1, 2, 3 and 65536 bytes, which must give the same.
func read(
  _ bytes: [UInt8], _ options: ReadingOptions = ReadingOptions(),
  sourceLocation: SourceLocation = #_sourceLocation
) -> Reading {
  let whole = read(bytes, pieces: 1 << 16, options)
  for pieces in [1, 2, 3] {
    #expect(
      read(bytes, pieces: pieces, options) == whole, "in pieces of \(pieces)",
      sourceLocation: sourceLocation)
  }
  return whole
}

func read(
  _ text: String, _ options: ReadingOptions = ReadingOptions(),
  sourceLocation: SourceLocation = #_sourceLocation
) -> Reading {
  read(Array(text.utf8), options, sourceLocation: sourceLocation)
}

/// A file in SampleTraces.
func samplePath(_ name: String, file: String = #filePath) -> String {
  file.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    + "/SampleTraces/" + name
}

func contents(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "rb") else { return [] }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { return bytes }
    bytes += buffer[..<count]
  }
}

/// SplitMix64: the same numbers on every machine.
struct Random: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) {
    state = seed
    print("seed \(seed)")
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// Normally distributed, by Box and Muller.
  mutating func normal() -> Double {
    let u = Double.random(in: Double.leastNonzeroMagnitude...1, using: &self)
    return (-2 * log(u)).squareRoot() * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
  }
}
