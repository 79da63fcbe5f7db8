/// An error whose place in the file is still to be found: a field of the row being read.
struct Fault: Error {
  var code: TraceError.Code
  /// The field's number from 0; nil for the row as a whole.
  var field: Int?
  var message: String
  var help: String
}

/// The bounds that keep memory bounded whatever the file is.
enum Limit {
  static let rowBytes = 1 << 20
  static let labelBytes = 1 << 10
  static let columns = 4096
  static let metadataLineBytes = 1 << 16
  static let metadataLines = 10_000
  static let metadataBytes = 1 << 20
  static let samples = 2_000_000
  static let phases = 100_000
  static let restSamples = 1024
}

enum Text {
  /// The text of bytes; nil when they are not UTF-8.
  static func utf8(_ bytes: some Collection<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
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
