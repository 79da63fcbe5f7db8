#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Something that gets any bytes, and ends the program where a promise is broken.
protocol FuzzTarget {
  /// Takes one input.
  mutating func run(_ input: consuming Input)
}

/// The targets by their names.
enum FuzzTargets {
  static let all: [String: @Sendable () -> any FuzzTarget] = [
    "trace": { TraceTarget() },
    "number": { NumberTarget() },
    "metadata": { MetadataTarget() },
    "json": { JSONTarget() },
    "fit": { FitTarget() },
    "planted": { PlantedTarget() },
  ]

  /// The target of this run; libFuzzer calls it from one thread.
  nonisolated(unsafe) static var current: any FuzzTarget = PlantedTarget()
}

/// Writes a line to standard error.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// Ends the program with what is broken; libFuzzer keeps the input.
func broken(_ message: String) -> Never {
  say("BROKEN: \(message)")
  abort()
}

/// Ends the program unless a promise is kept.
@inline(__always)
func expect(_ isKept: Bool, _ message: @autoclosure () -> String) {
  guard isKept else { broken(message()) }
}
