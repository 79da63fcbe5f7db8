/// File names as text without loss of any byte, including names that are not UTF-8.
///
/// For the system a name is a sequence of bytes, usually UTF-8. Each byte b that is not valid UTF-8 is converted to the
/// character U+EF00 + b of Unicode's private area, U+EF80 to U+EFFF. The bytes of such a character that is already part
/// of a name are converted too, so different names have different texts and the conversion is reversible. OPTU-16 of
/// MirOS uses the same range for the same purpose. Messages print such a character as `\xff`.
package enum FileName {
  /// The text of a name or path.
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

  /// The text of a null-terminated name.
  package static func text(_ name: UnsafePointer<CChar>) -> String {
    var count = 0
    while name[count] != 0 { count += 1 }
    return text(UnsafeRawBufferPointer(start: name, count: count))
  }

  /// The bytes of a name from its text.
  package static func bytes(_ text: String) -> [UInt8] {
    guard isMarked(text) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      byte(of: scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// Calls `body` with the null-terminated bytes of a name, for system calls.
  package static func withCString<Result>(
    _ text: String, _ body: (UnsafePointer<CChar>) throws -> Result
  ) rethrows -> Result {
    guard isMarked(text) else { return try text.withCString(body) }
    return try (bytes(text).map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
      // Never empty: it contains the byte 0.
      try body($0.baseAddress.unsafelyUnwrapped)
    }
  }

  /// The arguments of the process, including its own name first.
  package static var arguments: [String] {
    (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0].map { text($0) } }
  }

  /// The byte that a character represents; nil for other characters.
  static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    marks.contains(scalar.value) ? UInt8(truncatingIfNeeded: scalar.value) : nil
  }

  private static let marks: ClosedRange<UInt32> = 0xEF80...0xEFFF

  private static func mark(_ byte: UInt8) -> Unicode.Scalar {
    // Bytes below 0x80 are valid UTF-8.
    Unicode.Scalar(0xEF00 | UInt32(byte)) ?? "\u{FFFD}"
  }

  /// Whether some character represents a byte; in UTF-8 all of these begin with 0xEE.
  private static func isMarked(_ text: String) -> Bool {
    text.utf8.contains(0xEE) && text.unicodeScalars.contains { marks.contains($0.value) }
  }

  /// The length of a UTF-8 character from its first byte.
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
