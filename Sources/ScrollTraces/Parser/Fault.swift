/// An error in a field of the current row, before its position in the file is known.
struct Fault: Error {
  var code: TraceError.Code
  /// The field's index; nil for the whole row.
  var field: Int?
  var message: String
  var help: String
  /// Whether the help is the same for all such faults, and the rows may tell more.
  var isGeneral = false
}

enum Text {
  /// The text of bytes; nil if they are not UTF-8.
  static func utf8(_ bytes: some Collection<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
  }

  /// Text on one line: line ends and bytes 0 become spaces.
  static func oneLine(_ text: String) -> String {
    func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0 }
    guard text.utf8.contains(where: isEnd) else { return text }
    return String(decoding: text.utf8.map { isEnd($0) ? 0x20 : $0 }, as: UTF8.self)
  }

  /// The bytes of a file without the byte order mark of UTF-8.
  static func withoutMark(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return bytes.starts(with: mark) ? UnsafeRawBufferPointer(rebasing: bytes[3...]) : bytes
  }

  /// Bytes without surrounding white space and line ends.
  static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    func isBlank(_ byte: UInt8) -> Bool {
      byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
    }
    var start = 0
    var end = bytes.count
    while start < end, isBlank(bytes[start]) { start += 1 }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
  }
}

extension [UInt8] {
  /// `withUnsafeBytes` with typed throws.
  @inline(__always)
  func withBytes<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try withUnsafeBufferPointer { buffer throws(Failure) in
      try body(UnsafeRawBufferPointer(buffer))
    }
  }
}
