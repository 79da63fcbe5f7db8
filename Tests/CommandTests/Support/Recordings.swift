#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Bounces of known constants, as a phone would record them.
enum Recordings {
  /// y = C (t + phi) e^(-delta (t + phi)), in pt.
  static func bounce(
    _ time: Double, speed: Double = 1000, decayRate: Double = 10.9, phase: Double = 0.01
  ) -> Double {
    let tau = time + phase
    return speed * tau * exp(-decayRate * tau)
  }

  /// e^(-rate t).
  static func decay(_ time: Double, rate: Double) -> Double { exp(-rate * time) }

  /// To the nearest pixel of a 3x screen, in pt.
  static func rounded(_ value: Double) -> Double { (value * 3).rounded() / 3 }

  /// A number with four decimals, as recorders print.
  static func printed(_ value: Double, decimals: Int = 4) -> String {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((value.magnitude * Double(scale)).rounded())
    let digits = String(scaled % scale)
    return (value < 0 && scaled > 0 ? "-" : "") + "\(scaled / scale)."
      + String(repeating: "0", count: decimals - digits.count) + digits
  }

  static func stamp(_ frame: Int, rate: Double = 60) -> String {
    printed(Double(frame) / rate, decimals: 6)
  }

  /// 60 frames at 60 Hz beyond the top edge at 0 on a 3x screen: lines of stamp and offset.
  static func rows(
    frames: some Sequence<Int> = 0..<60, separator: String = ",", speed: Double = 1000,
    edge: Double = 0, sign: Double = -1, prefix: String = ""
  ) -> [String] {
    frames.map { frame in
      let value = edge + sign * rounded(bounce(Double(frame) / 60, speed: speed))
      return prefix + stamp(frame) + separator + printed(value)
    }
  }

  /// The usual recording.
  static func plain(frames: some Sequence<Int> = 0..<60) -> String {
    file("# edge_top: 0", "t_s,offset_y_pt", rows(frames: frames))
  }

  static func file(_ head: String..., lineEnd: String = "\n") -> String {
    head.map { $0 + lineEnd }.joined()
  }

  static func file(_ first: String, _ second: String, _ rows: [String]) -> String {
    ([first, second] + rows).joined(separator: "\n") + "\n"
  }

  static func file(_ header: String, _ rows: [String]) -> String {
    ([header] + rows).joined(separator: "\n") + "\n"
  }
}
