import ScrollFitting
import ScrollReport
import ScrollTraces

/// Reads and fits recordings with memory of its own, and keeps their lines until somebody takes them.
final class BriefWorker {
  /// A recording that gave nothing.
  struct Failure: Sendable {
    var source: BatchSource
    var failure: RecordedFailure
  }

  private let settings: BatchRun.Settings
  private let memory: FitMemory
  private var reading: TraceReading
  private var lines: CompactResultWriter
  /// How many recordings the lines are of.
  private(set) var count = 0
  private(set) var failures: [Failure] = []
  private(set) var status = ExitStatus.done

  init(_ settings: BatchRun.Settings) {
    self.settings = settings
    memory = FitMemory(settings.options)
    reading = TraceReading(options: settings.reading)
    lines = CompactResultWriter(settings: settings.hash)
  }

  /// The lines since the last `clear`.
  var bytes: UnsafeRawBufferPointer { lines.buffer.contents }

  /// Forgets the lines and failures that were taken.
  func clear() {
    lines.buffer.removeAll()
    failures = []
    count = 0
    status = .done
  }

  /// Reads a file and fits its recordings.
  ///
  /// - Parameters:
  ///   - pause: called before a read that may wait, and when there are many lines.
  func add(path: String, pause: () throws -> Void) throws {
    do {
      try reading.read(path: path, pause: pause, fault: { add($0) }) { trace in
        add(trace)
        if bytes.count >= Self.manyBytes { try pause() }
      }
    } catch let error as TraceError {
      add(error)
    }
  }

  /// Reads a file and hands its recordings over as they are.
  func read(
    path: String, pause: () throws -> Void, fault: (TraceError) throws -> Void,
    _ body: (Trace) throws -> Void
  ) throws {
    try reading.read(path: path, pause: pause, fault: fault, body)
  }

  private static let manyBytes = 1 << 16

  /// Fits a recording.
  func add(_ trace: Trace) {
    count += 1
    if let (fit, facts) = memory.plain(trace, by: settings.law, axis: settings.axis) {
      return lines.append(fit, facts: facts, of: trace)
    }
    let result = TraceResult(
      trace, by: settings.law, axis: settings.axis, options: settings.options, memory: memory)
    lines.append(result)
    guard let failure = result.failure else { return }
    status.worsen(to: ExitStatus(failure))
    note(BatchRecord(result))
  }

  /// Takes what stands in the way of a recording.
  func add(_ error: TraceError) {
    count += 1
    let failure = ReadingFailure(error)
    lines.append(failure, settings: settings.hash)
    status.worsen(to: ExitStatus(error))
    note(BatchRecord(failure))
  }

  private func note(_ record: BatchRecord) {
    guard let failure = record.failure else { return }
    failures.append(Failure(source: record.source, failure: failure))
  }
}
