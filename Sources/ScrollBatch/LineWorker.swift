internal import ScrollFormats

package import ScrollFitting
internal import ScrollReport
package import ScrollTraces

/// Compact result lines of several recordings.
package struct BriefLines: Sendable {
  /// A recording without results.
  package struct Failure: Sendable {
    package var source: BatchSource
    /// The failure as stored in results.
    package var failure: RecordedFailure
    package var error: any Error
  }

  package var bytes: [UInt8]
  /// The number of recordings.
  package var count: Int
  /// The recordings without results.
  package var failures: [Failure]
}

/// Fits recordings and keeps a compact result line of each.
package final class LineWorker: RecordingWorker {
  private let settings: RunSettings
  private let memory: FitMemory
  private var reading: TraceReading
  private var lines: CompactResultWriter
  private var failures: [BriefLines.Failure] = []
  package private(set) var count = 0

  package init(_ settings: RunSettings) {
    self.settings = settings
    memory = FitMemory(settings.options)
    reading = TraceReading(options: settings.reading)
    lines = CompactResultWriter(settings: settings.hash)
  }

  package static var filesTogether: Int { 32 }
  package var isFull: Bool { lines.buffer.count >= 1 << 16 || !failures.isEmpty }

  package func take() -> BriefLines {
    defer {
      lines.buffer.removeAll()
      failures = []
      count = 0
    }
    return BriefLines(bytes: Array(lines.buffer.contents), count: count, failures: failures)
  }

  package func add(path: String, pause: () throws -> Void) throws {
    do {
      try reading.read(path: path, pause: pause, fault: { add($0) }) { trace in
        add(trace)
        if lines.buffer.count >= 1 << 16 { try pause() }
      }
    } catch let error as TraceError {
      add(error)
    }
  }

  package func add(_ trace: Trace) {
    count += 1
    if let (fit, facts) = memory.plain(trace, by: settings.law, axis: settings.axis) {
      return lines.append(fit, facts: facts, of: trace)
    }
    let result = TraceResult(
      trace, by: settings.law, axis: settings.axis, options: settings.options, memory: memory)
    lines.append(result)
    if let failure = result.failure { note(BatchRecord(result), failure) }
  }

  package func add(_ error: TraceError) {
    count += 1
    let failure = ReadingFailure(error)
    lines.append(failure, settings: settings.hash)
    note(BatchRecord(failure), error)
  }

  private func note(_ record: BatchRecord, _ error: any Error) {
    guard let failure = record.failure else { return }
    failures.append(
      BriefLines.Failure(source: record.source, failure: failure, error: error))
  }
}
