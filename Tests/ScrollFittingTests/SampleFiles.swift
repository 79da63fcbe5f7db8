import ScrollTraces
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files of the repository, found from where this source lies.
enum Repository {
  static let root: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }()

  /// A recording of a real engine by its name, from the root.
  static func engineRecording(_ name: String) -> String {
    let sample = "SampleTraces/engines/\(name).csv"
    return access("\(root)/\(sample)", R_OK) == 0
      ? sample : "Tests/Engines/Recordings/\(name).csv"
  }

  /// The lines of a text file.
  static func lines(_ path: String) throws -> [String] {
    let file = try #require(fopen("\(root)/\(path)", "r"), "\(path) can be opened")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&piece, 1, piece.count, file), count > 0 {
      bytes += piece[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  static func trace(_ name: String) throws -> Trace {
    try #require(
      try TraceReader().traces(path: "\(root)/SampleTraces/\(name).csv").first)
  }
}
