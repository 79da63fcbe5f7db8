public import ScrollRecordings

/// Writes recordings in this project's format: `# key: value` lines, a header, and rows of numbers in s, pt and pt/s,
/// each terminated by a line feed.
///
/// With the shortest number style the file reads back as the same recording: values, metadata, names, phases and
/// content hash.
public struct TraceWriter: Sendable {
  /// The format of numbers.
  public enum NumberStyle: Sendable, Hashable {
    /// The fewest digits that read back as the same double.
    case shortest
    /// This many decimals, correctly rounded, at most 30.
    case fixed(decimals: Int)
  }

  /// The format of stamps.
  public var timeStyle: NumberStyle

  /// The format of all other numbers.
  public var valueStyle: NumberStyle

  /// Creates a writer.
  public init(timeStyle: NumberStyle = .shortest, valueStyle: NumberStyle = .shortest) {
    self.timeStyle = timeStyle
    self.valueStyle = valueStyle
  }

  /// The file of one recording.
  public func bytes(of trace: Trace) -> [UInt8] { bytes(of: [trace]) }

  /// The file of several recordings, distinguished by a column `trace`, with the metadata of the first.
  ///
  /// - Precondition: they have the same channels, at least one, and successive recordings have different names; see
  ///   `canShareFile`.
  public func bytes(of traces: [Trace]) -> [UInt8] {
    var bytes: [UInt8] = []
    write(traces) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Whether recordings can be read back from one file: they have the same channels, and successive names differ.
  public static func canShareFile(_ traces: [Trace]) -> Bool {
    guard let first = traces.first, !first.channels.isEmpty else { return false }
    return traces.allSatisfy { $0.layout == first.layout }
      && zip(traces, traces.dropFirst()).allSatisfy { ($0.name ?? "") != ($1.name ?? "") }
  }

  /// Writes the file of several recordings in pieces of about 64 KiB; an error that `sink` throws ends it.
  public func write<Failure: Error>(
    _ traces: [Trace], to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(TraceWriter.canShareFile(traces), "recordings that no file can hold")
    guard let first = traces.first else { return }
    var bytes: [UInt8] = []
    appendMetadata(first.metadata, to: &bytes)
    let hasNames = traces.count > 1 || first.name != nil
    appendHeader(first, hasNames: hasNames, to: &bytes)
    for trace in traces {
      let rows = trace.channels.reduce(trace.count) { min($0, $1.values.count) }
      let prefix = hasNames ? TraceWriter.field(trace.name ?? "") : nil
      var phases = (trace.phases ?? [])[...]
      let gaps = FrameGaps(trace)
      for row in 0..<rows {
        for _ in 0..<gaps.lostFrames(before: row) {
          appendLostRow(trace, prefix: prefix, to: &bytes)
        }
        while let phase = phases.first, row >= phase.range.upperBound { phases.removeFirst() }
        appendRow(
          trace, row, prefix: prefix, phase: phases.first.map { TraceWriter.field($0.label) } ?? [],
          to: &bytes)
        guard bytes.count >= 1 << 16 else { continue }
        try bytes.withBytes(sink)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    try bytes.withBytes(sink)
  }

  private func appendMetadata(_ metadata: Metadata, to bytes: inout [UInt8]) {
    for entry in metadata.entries {
      bytes.append(contentsOf: "# \(Text.oneLine(entry.key)): ".utf8)
      bytes.append(contentsOf: Text.oneLine(entry.value).utf8)
      bytes.append(0x0A)
    }
    for comment in metadata.comments {
      bytes.append(contentsOf: "# \(Text.oneLine(comment))\n".utf8)
    }
  }

  private func appendHeader(_ trace: Trace, hasNames: Bool, to bytes: inout [UInt8]) {
    var names: [String] = []
    if hasNames { names.append(Column.standardName(.trace, axis: .y)) }
    if trace.timing.isRecorded { names.append(Column.standardName(.time, axis: .y)) }
    names += trace.channels.map { Column.standardName($0.role, axis: $0.axis) }
    if trace.phases != nil { names.append(Column.standardName(.phase, axis: .y)) }
    bytes.append(contentsOf: names.joined(separator: ",").utf8)
    bytes.append(0x0A)
  }

  private func appendRow(
    _ trace: Trace, _ row: Int, prefix: [UInt8]?, phase: [UInt8], to bytes: inout [UInt8]
  ) {
    if let prefix {
      bytes.append(contentsOf: prefix)
      bytes.append(UInt8(ascii: ","))
    }
    if trace.timing.isRecorded {
      append(trace.times[row], timeStyle, to: &bytes)
      bytes.append(UInt8(ascii: ","))
    }
    for channel in trace.channels {
      append(channel.values[row], valueStyle, to: &bytes)
      bytes.append(UInt8(ascii: ","))
    }
    if trace.phases != nil {
      bytes.append(contentsOf: phase)
    } else {
      bytes.removeLast()
    }
    bytes.append(0x0A)
  }

  /// A row without values, for a lost frame in a recording without stamps.
  private func appendLostRow(_ trace: Trace, prefix: [UInt8]?, to bytes: inout [UInt8]) {
    let fields =
      [prefix].compactMap { $0 } + trace.channels.map { _ in Array("\"\"".utf8) }
      + (trace.phases == nil ? [] : [[]])
    bytes.append(contentsOf: fields.joined(separator: [UInt8(ascii: ",")]))
    bytes.append(0x0A)
  }

  private func append(_ value: Double, _ style: NumberStyle, to bytes: inout [UInt8]) {
    switch style {
    case .shortest: NumberText.appendShortest(value, to: &bytes)
    case .fixed(let decimals): NumberText.appendFixed(value, decimals: decimals, to: &bytes)
    }
  }

  /// A label as a field, always in quotes: otherwise it could be read as a comment, lose surrounding spaces, or be
  /// split. A byte 0 becomes a space, because text has none.
  private static func field(_ label: String) -> [UInt8] {
    var bytes = [UInt8(ascii: "\"")]
    for byte in label.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte == 0 ? 0x20 : byte)
    }
    return bytes + [UInt8(ascii: "\"")]
  }
}

/// The lost frames in a recording without stamps.
private struct FrameGaps {
  private let times: [Double]
  private let interval: Double?

  init(_ trace: Trace) {
    times = trace.times
    interval =
      if case .assumed(let interval, _) = trace.timing, !trace.isTable { interval } else { nil }
  }

  /// The number of lost frames between a sample and the previous one.
  func lostFrames(before row: Int) -> Int {
    guard let interval, row > 0 else { return 0 }
    let frames = (times[row] / interval).rounded() - (times[row - 1] / interval).rounded()
    return max(Int(frames) - 1, 0)
  }
}

extension Trace {
  /// The columns that recordings in one file must share.
  fileprivate var layout: [String] {
    (timing.isRecorded ? ["t"] : []) + channels.map { "\($0.role.rawValue) \($0.axis.rawValue)" }
      + (phases == nil ? [] : ["phase"])
  }
}
