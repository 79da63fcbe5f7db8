/// The hash of the content of a recording.
///
/// Each 64-bit word w is added as h = rotl(h + w x p2, 31) x p1, and the result is mixed by xor-shifts and
/// multiplications: the round and the avalanche of xxHash64. Strings are added as their UTF-8 bytes, eight at a time,
/// and their length. The algorithm does not change between versions.
public struct ContentHash: Sendable, Hashable {
  private var state: UInt64 = 0x27D4_EB2F_1656_67C5

  /// The hash of empty content.
  public init() {}

  /// Adds a word.
  @inline(__always)
  public mutating func combine(_ word: UInt64) {
    let mixed = state &+ word &* 0xC2B2_AE3D_27D4_EB4F
    state = (mixed << 31 | mixed >> 33) &* 0x9E37_79B1_85EB_CA87
  }

  /// Adds the bits of a number; -0 and 0 differ.
  @inline(__always)
  public mutating func combine(_ number: Double) { combine(number.bitPattern) }

  /// Adds a string.
  public mutating func combine(_ text: String) {
    var word: UInt64 = 0
    var count: UInt64 = 0
    for byte in text.utf8 {
      word = word << 8 | UInt64(byte)
      count += 1
      if count % 8 == 0 {
        combine(word)
        word = 0
      }
    }
    combine(word)
    combine(count)
  }

  /// The hash so far.
  public var value: UInt64 {
    var h = state
    h = (h ^ h >> 33) &* 0xC2B2_AE3D_27D4_EB4F
    h = (h ^ h >> 29) &* 0x1656_67B1_9E37_79F9
    return h ^ h >> 32
  }

  /// A hash of the metadata and the used columns.
  package init(metadata: Metadata, columns: [Column]) {
    for entry in metadata.entries {
      combine(entry.key)
      combine(entry.value)
    }
    for column in columns where column.isUsed && column.role?.isText == false {
      combine(column.role?.rawValue ?? "")
      combine(column.axis.rawValue)
      combine(column.unit?.rawValue ?? "")
    }
  }

  /// The hash of a recording after it is written in this project's format and read again.
  package static func hash(of trace: Trace) -> UInt64 {
    var hash = ContentHash(metadata: trace.metadata, columns: trace.columns)
    for index in trace.times.indices {
      if trace.timing.isRecorded { hash.combine(trace.times[index]) }
      for channel in trace.channels where index < channel.values.count {
        hash.combine(channel.values[index])
      }
    }
    return hash.value
  }
}
