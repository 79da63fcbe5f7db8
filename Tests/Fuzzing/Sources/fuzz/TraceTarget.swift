@testable import ScrollRecordings
@testable import ScrollTraces
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a file gives, in order: its recordings, and what was wrong.
struct Reading {
  var results: [Result<Trace, TraceError>] = []

  /// Reads bytes in pieces.
  init(_ bytes: [UInt8], _ pieces: PieceSizes, _ options: ReadingOptions) {
    var parser = TraceParser(path: "trace.csv", options: options)
    var pieces = pieces
    do throws(TraceError) {
      try pieces.split(bytes) { piece throws(TraceError) in
        let result = Result { () throws(TraceError) in try parser.feed(piece) }
        results += parser.takeResults()
        try result.get()
      }
      let result = Result { () throws(TraceError) in try parser.finish() }
      results += parser.takeResults()
      try result.get()
    } catch {
      results.append(.failure(error))
    }
  }

  var traces: [Trace] { results.compactMap { try? $0.get() } }

  /// Ends the program unless another reading gave the same, every bit of every number.
  func expectSame(_ other: Reading, _ what: String) {
    expect(
      results.count == other.results.count,
      "\(what): \(results.count) results, then \(other.results.count)")
    for (first, second) in zip(results, other.results) {
      switch (first, second) {
      case (.success(let a), .success(let b)):
        expect(a == b && a.hasBits(of: b), "\(what):\n\(a)\n\(b)")
      case (.failure(let a), .failure(let b)):
        expect(a == b, "\(what):\n\(a) | \(a.help)\n\(b) | \(b.help)")
      default: broken("\(what):\n\(first)\n\(second)")
      }
    }
  }
}

extension [Double] {
  /// Whether these are the same numbers, their signs of zero included.
  func hasBits(of other: [Double]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.bitPattern == $1.bitPattern }
  }
}

extension Trace {
  /// Whether all numbers are the same, their signs of zero included.
  func hasBits(of other: Trace) -> Bool {
    times.hasBits(of: other.times) && channels.count == other.channels.count
      && zip(channels, other.channels).allSatisfy { $0.values.hasBits(of: $1.values) }
  }
}

/// Any bytes as a file: the same result in pieces of any size, numbers that are finite, and a copy that reads
/// back the same.
struct TraceTarget: FuzzTarget {
  /// Readers that go on from file to file, as a worker does: what one file leaves behind would show in the next.
  private final class Workers {
    var plain = TraceReading()
    var readingOn: TraceReading
    let descriptor: FileDescriptor

    init() {
      var options = ReadingOptions()
      options.readsOnAfterFaults = true
      readingOn = TraceReading(options: options)
      // A file without a name.
      var name = Array("/tmp/fuzz-trace-XXXXXX".utf8CString)
      descriptor = FileDescriptor(rawValue: mkstemp(&name))
      unlink(name)
    }

    func read(_ bytes: [UInt8], readsOn: Bool) -> Reading {
      var reading = Reading([], .whole, ReadingOptions())
      reading.results = []
      do {
        try descriptor.resize(to: 0)
        try bytes.withUnsafeBytes { _ = try descriptor.writeAll(toAbsoluteOffset: 0, $0) }
        try descriptor.seek(offset: 0, from: .start)
        let fault: (TraceError) throws -> Void = { reading.results.append(.failure($0)) }
        let body: (Trace) throws -> Void = { reading.results.append(.success($0)) }
        if readsOn {
          try readingOn.read(from: descriptor, path: "trace.csv", fault: fault, body)
        } else {
          try plain.read(from: descriptor, path: "trace.csv", body)
        }
      } catch let error as TraceError {
        reading.results.append(.failure(error))
      } catch {
        broken("\(error)")
      }
      return reading
    }
  }

  private let workers = Workers()

  mutating func run(_ input: consuming Input) {
    let selector = input.byte()
    var options = ReadingOptions()
    options.readsOnAfterFaults = selector & 1 == 1
    if selector & 0x80 != 0 { Self.choose(&options, selector) }
    let pieces = PieceSizes(&input)
    let bytes = input.bytes
    let whole = Reading(bytes, .whole, options)
    whole.expectSame(Reading(bytes, pieces, options), "in pieces")
    if selector & 0x80 == 0 {
      whole.expectSame(
        workers.read(bytes, readsOn: options.readsOnAfterFaults), "by a reader of many files")
    }
    for result in whole.results {
      switch result {
      case .success(let trace): check(trace, options)
      case .failure(let error):
        expect(!error.message.isEmpty && !error.message.contains("\n"), "\(error)")
        expect((error.line ?? 1) > 0 && (error.column ?? 1) > 0, "\(error)")
      }
    }
  }

  private static func choose(_ options: inout ReadingOptions, _ selector: UInt8) {
    if selector & 2 != 0 { options.delimiter = .semicolon }
    if selector & 4 != 0 { options.timeUnit = .milliseconds }
    if selector & 8 != 0 { options.scale = 3 }
    if selector & 16 != 0 { options.interval = 0.01 }
    if selector & 32 != 0 { options.from = 0.02 }
    if selector & 64 != 0 { options.to = 1 }
    // Rather than nothing changed.
    if selector & 0x7E == 0 { options.isLog = true }
    if selector & 0x7E == 2 { options.conditions = [RowCondition(column: "y", value: "1")] }
  }

  private func check(_ trace: Trace, _ options: ReadingOptions) {
    expect(trace.count > 0, "a recording without samples")
    expect(trace.times.allSatisfy(\.isFinite), "times that are not finite")
    expect(zip(trace.times, trace.times.dropFirst()).allSatisfy { $0 <= $1 }, "time goes back")
    for channel in trace.channels {
      expect(channel.values.count == trace.count, "a channel of another length")
      expect(channel.values.allSatisfy(\.isFinite), "values that are not finite")
    }
    if let phases = trace.phases {
      expect(phases.first?.range.lowerBound == 0, "phases that do not start")
      expect(phases.last?.range.upperBound == trace.count, "phases that do not end")
    }
    _ = SamplingFacts(trace)

    let written = TraceWriter().bytes(of: trace)
    var again = ReadingOptions()
    again.interval = options.interval
    let reading = Reading(written, .whole, again)
    guard let copy = reading.traces.first, reading.results.count == 1 else {
      broken(
        "what was written gives \(reading.results)\n\(String(decoding: written, as: UTF8.self))")
    }
    // Rows of a recording without stamps are counted from 0.
    let isShifted = !trace.timing.isRecorded && options.from != nil
    expect(isShifted || trace.times.hasBits(of: copy.times), "times \(trace.times) \(copy.times)")
    expect(
      trace.channels.map(\.role) == copy.channels.map(\.role)
        && trace.channels.map(\.axis) == copy.channels.map(\.axis)
        && zip(trace.channels, copy.channels).allSatisfy { $0.values.hasBits(of: $1.values) },
      "values \(trace.channels) \(copy.channels)")
    expect(
      trace.phases == copy.phases || trace.phases?.contains { $0.label.utf8.contains(0) } == true,
      "phases \(trace.phases as Any) \(copy.phases as Any)")
    expect(trace.name == copy.name, "name \(trace.name as Any) \(copy.name as Any)")
    expect(
      Self.plain(trace.metadata) == Self.plain(copy.metadata),
      "metadata \(trace.metadata) \(copy.metadata)")
    let second = TraceWriter().bytes(of: copy)
    expect(second == written, "a second copy differs")
  }

  /// Metadata as they are written: control characters become spaces.
  private static func plain(_ metadata: Metadata) -> [String] {
    func plain(_ text: String) -> String {
      var bytes = text.utf8.map { $0 < 0x20 ? 0x20 : $0 }[...]
      while bytes.first == 0x20 { bytes.removeFirst() }
      while bytes.last == 0x20 { bytes.removeLast() }
      return String(decoding: bytes, as: UTF8.self)
    }
    return metadata.entries.map { plain($0.key) + ": " + plain($0.value) }
      + metadata.comments.map(plain)
  }
}
