/// An error whose place in the file is still to be found: a field of the row being read.
struct Fault: Error {
  var code: TraceError.Code
  /// The field's number from 0; nil for the row as a whole.
  var field: Int?
  var message: String
  var help: String
}

enum Text {
  /// The text of bytes; nil when they are not UTF-8.
  static func utf8(_ bytes: some Collection<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
  }

  /// Text that stays in one line: line ends and bytes 0 become spaces.
  static func oneLine(_ text: String) -> String {
    func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0 }
    guard text.utf8.contains(where: isEnd) else { return text }
    return String(decoding: text.utf8.map { isEnd($0) ? 0x20 : $0 }, as: UTF8.self)
  }

  /// Bytes without the white space and line ends around them.
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
  /// `withUnsafeBytes` for typed errors.
  @inline(__always)
  func withBytes<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try withUnsafeBufferPointer { buffer throws(Failure) in
      try body(UnsafeRawBufferPointer(buffer))
    }
  }
}
