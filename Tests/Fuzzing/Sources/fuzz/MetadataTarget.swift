@testable import ScrollFitting
@testable import ScrollRecordings
@testable import ScrollTraces

/// Any comment lines above a good recording.
struct MetadataTarget: FuzzTarget {
  /// The most lines and bytes that comments may have.
  private static let mostLines = 9_000
  private static let mostBytes = 900_000

  mutating func run(_ input: consuming Input) {
    // One in 256, whatever it is a mutation of: as many lines as are allowed, where time that grows with their square
    // would show.
    let isLong = Self.hash(input.rest) & 0xFF == 0
    let pieces = PieceSizes(&input)
    let lines = input.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    var times = 1
    if isLong {
      let bytes = input.rest.count + 3 * lines.count
      times = max(1, min(Self.mostLines / lines.count, Self.mostBytes / bytes))
    }
    var head: [UInt8] = []
    for line in lines {
      for _ in 0..<times { head += Array("# ".utf8) + line + [0x0A] }
    }
    let file = head + Array("t_s,offset_y_pt\n0,-1\n0.25,-2.5\n0.5,0\n".utf8)
    let whole = Reading(file, .whole, ReadingOptions())
    whole.expectSame(Reading(file, isLong ? .whole : pieces, ReadingOptions()), "in pieces")
    guard case .success(let trace)? = whole.results.first else {
      guard case .failure(let error)? = whole.results.first else { broken("nothing was read") }
      // Whatever stands in a comment, the rows are good.
      let codes: [TraceError.Code] = [
        .badMetadata, .metadataTooLarge, .notUTF8, .nulByte, .mixedLineEnds, .empty, .utf16,
      ]
      expect(codes.contains(error.code) || file.contains(0x0D), "\(error)")
      return
    }
    if !file.contains(0x0D), !file.contains(0) {
      expect(trace.count == 3, "\(trace.count) samples")
      kept(head, trace.metadata)
    }
    look(at: trace.metadata)
    _ = TraceLaw(trace)

    guard !isLong else { return }
    let written = TraceWriter().bytes(of: trace)
    guard let copy = Reading(written, .whole, ReadingOptions()).traces.first else {
      broken("a copy cannot be read: \(String(decoding: written, as: UTF8.self))")
    }
    expect(TraceWriter().bytes(of: copy) == written, "a second copy differs")
    expect(copy.metadata.entries.count == trace.metadata.entries.count, "entries are lost")
  }

  /// FNV-1a, folded.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 14_695_981_039_346_656_037
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
    return hash ^ (hash >> 32)
  }

  /// Every plain line `# key: value` is an entry, known or not.
  private func kept(_ head: [UInt8], _ metadata: Metadata) {
    var entries = metadata.entries[...]
    var isOdd = false
    for line in head.split(separator: 0x0A) {
      guard let colon = line.firstIndex(of: 0x3A), colon + 1 < line.endIndex,
        line[colon + 1] == 0x20
      else { continue }
      let key = line[line.startIndex + 2..<colon]
      guard !key.isEmpty, key.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x5F }) else {
        continue
      }
      let name = String(decoding: key, as: UTF8.self)
      isOdd = true
      guard let index = entries.firstIndex(where: { $0.key == name }) else {
        broken("the key '\(name)' is lost")
      }
      entries = entries[(index + 1)...]
    }
    expect(!isOdd || !metadata.entries.isEmpty, "no entries")
  }

  private func look(at metadata: Metadata) {
    let positive = [
      metadata.scale, metadata.refreshRate, metadata.interval, metadata.boundsHeight,
      metadata.boundsWidth,
    ]
    expect(
      positive.allSatisfy { $0.map { $0 > 0 && $0.isFinite } ?? true }, "\(positive) in \(metadata)"
    )
    let edges = [metadata.edgeTop, metadata.edgeBottom, metadata.edgeLeft, metadata.edgeRight]
    expect(edges.allSatisfy { $0?.isFinite ?? true }, "\(edges) in \(metadata)")
    for text in [
      metadata.device, metadata.os, metadata.source, metadata.license, metadata.what, metadata.note,
    ] {
      expect(text?.utf8.contains(0x0A) != true, "a value of two lines")
    }
    for entry in metadata.entries.prefix(20) {
      guard let first = metadata[entry.key] else { broken("no value of '\(entry.key)'") }
      var copy = metadata
      copy[entry.key] = first
      expect(copy == metadata, "setting '\(entry.key)' to its value changes something")
      copy[entry.key] = nil
      expect(copy[entry.key] == nil, "'\(entry.key)' cannot be removed")
    }
  }
}
