internal import ScrollRecordings

/// A label, such as the name of a recording, in reusable memory.
struct LabelBuffer {
  private let bytes: UnsafeMutableRawPointer
  private(set) var count = 0

  init() { bytes = .allocate(byteCount: Limit.labelBytes, alignment: 8) }

  func deallocate() { bytes.deallocate() }

  var content: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: count) }

  func equals(_ label: LabelBuffer) -> Bool { equals(label.bytes, label.count) }

  /// Sets a label of at most `Limit.labelBytes`.
  mutating func set(_ label: UnsafeRawBufferPointer) {
    count = label.count
    if let base = label.baseAddress { bytes.copyMemory(from: base, byteCount: count) }
  }

  /// Sets `momentum` for true or 1, `drag` for false or 0, and any other label unchanged.
  mutating func setMomentum(_ value: UnsafeRawBufferPointer) {
    func isOne(of names: StaticString...) -> Bool {
      names.contains { name in
        name.utf8CodeUnitCount == value.count
          && zip(name.withUTF8Buffer { Array($0) }, value).allSatisfy {
            $0 == $1 | 0x20 || $0 == $1
          }
      }
    }
    let label: StaticString? =
      isOne(of: "true", "1") ? "momentum" : isOne(of: "false", "0") ? "drag" : nil
    guard let label else { return set(value) }
    label.withUTF8Buffer { set(UnsafeRawBufferPointer($0)) }
  }

  mutating func clear() { count = 0 }

  func text() throws(Fault) -> String {
    if let text = Text.utf8(content) { return text }
    throw Fault(
      code: .notUTF8, field: nil,
      message: "the label \(PrintedText.quoted(content)) is not UTF-8",
      help: "save the file as UTF-8")
  }

  /// Whether the content equals a label. Not a call to `memcmp`: labels are short, and the call would cost more.
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
