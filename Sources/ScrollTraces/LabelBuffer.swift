/// A label, such as the name of a recording, in memory that is kept for the next one.
struct LabelBuffer {
  private let bytes: UnsafeMutableRawPointer
  private(set) var count = 0

  init() { bytes = .allocate(byteCount: Limit.labelBytes, alignment: 8) }

  func deallocate() { bytes.deallocate() }

  var content: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: count) }

  func equals(_ label: LabelBuffer) -> Bool { equals(label.bytes, label.count) }

  /// Takes a label of at most `Limit.labelBytes`.
  mutating func set(_ label: UnsafeRawBufferPointer) {
    count = label.count
    if let base = label.baseAddress { bytes.copyMemory(from: base, byteCount: count) }
  }

  mutating func clear() { count = 0 }

  func text() throws(Fault) -> String {
    if let text = Text.utf8(content) { return text }
    throw Fault(
      code: .notUTF8, field: nil,
      message: "the label \(PrintedText.quoted(content)) is not UTF-8",
      help: "save the file as UTF-8")
  }

  /// Whether it is this label; in place, since labels are short, and a call would cost more than they do.
  @inline(__always)
  func equals(_ label: UnsafeRawPointer?, _ labelCount: Int) -> Bool {
    guard labelCount == count else { return false }
    guard let other = label else { return true }
    var index = 0
    while index &+ 8 <= count {
      guard
        bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          == other.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      else { return false }
      index &+= 8
    }
    while index < count {
      guard
        bytes.load(fromByteOffset: index, as: UInt8.self)
          == other.load(fromByteOffset: index, as: UInt8.self)
      else { return false }
      index &+= 1
    }
    return true
  }
}
