#if canImport(System)
  package import System
#else
  package import SystemPackage
#endif

/// The names of files as text that keeps every byte, also of names that are not UTF-8.
///
/// A name is a row of bytes to the system, and mostly UTF-8. Each byte b that is not part of UTF-8 becomes the
/// character U+EF00 + b of Unicode's private area, U+EF80 to U+EFFF, and so does each byte of such a character that
/// stands in a name already: two names are never one text, and the bytes come back as they were. It is the range that
/// OPTU-16 of MirOS has for the same purpose. In messages such a character appears as `\xff`.
package enum FileName {
  /// The text of a name, or of a path.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !isMarked(text) { return text }
    var scalars = String.UnicodeScalarView()
    var rest = Array(bytes)[...]
    while let first = rest.first {
      if let scalar = scalar(rest.prefix(length(first))), !marks.contains(scalar.value) {
        scalars.append(scalar)
        rest = rest.dropFirst(length(first))
      } else {
        scalars.append(mark(first))
        rest = rest.dropFirst()
      }
    }
    return String(scalars)
  }

  /// The text of a name that ends in a byte 0.
  package static func text(_ name: UnsafePointer<CChar>) -> String {
    var count = 0
    while name[count] != 0 { count += 1 }
    return text(UnsafeRawBufferPointer(start: name, count: count))
  }

  /// The bytes of a name whose text this is.
  package static func bytes(_ text: String) -> [UInt8] {
    guard isMarked(text) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      byte(of: scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// Calls `body` with the bytes and a byte 0 after them, as the system takes names.
  package static func withCString<Result>(
    _ text: String, _ body: (UnsafePointer<CChar>) throws -> Result
  ) rethrows -> Result {
    guard isMarked(text) else { return try text.withCString(body) }
    return try (bytes(text).map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
      // It holds the byte 0 at least.
      try body($0.baseAddress.unsafelyUnwrapped)
    }
  }

  /// What the process was called with, its own name first.
  package static var arguments: [String] {
    (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0].map { text($0) } }
  }

  /// A path as it is opened.
  package static func path(_ text: String) -> FilePath {
    withCString(text) { FilePath(platformString: $0) }
  }

  /// The byte that a character stands for; nil for all others.
  static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    marks.contains(scalar.value) ? UInt8(truncatingIfNeeded: scalar.value) : nil
  }

  private static let marks: ClosedRange<UInt32> = 0xEF80...0xEFFF

  private static func mark(_ byte: UInt8) -> Unicode.Scalar {
    // Only bytes from 0x80 on are no UTF-8 of their own.
    Unicode.Scalar(0xEF00 | UInt32(byte)) ?? "\u{FFFD}"
  }

  /// Whether some character stands for a byte: in UTF-8 they all begin with this one.
  private static func isMarked(_ text: String) -> Bool {
    text.utf8.contains(0xEE) && text.unicodeScalars.contains { marks.contains($0.value) }
  }

  /// How long a character is that begins with a byte.
  private static func length(_ first: UInt8) -> Int {
    switch first {
    case 0xC0..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0...: 4
    default: 1
    }
  }

  private static func scalar(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
  }
}
