import ScrollFitting
import ScrollReport
import ScrollTraces

/// Reads and fits recordings with memory of its own, and keeps their lines until somebody takes them.
final class BriefWorker {
  /// What is done with a recording.
  struct Settings: Sendable {
    var batch: BatchRun.Settings
    /// Whether lines hold the feasible interval.
    var findsFeasible: Bool
  }

  /// A recording that gave nothing.
  struct Failure: Sendable {
    var source: BatchSource
    var failure: RecordedFailure
  }

  private let settings: Settings
  private let isBounce: Bool
  private var fitter: PlainBounceFitter?
  private var reading: TraceReading
  private var lines: CompactResultWriter
  /// How many recordings the lines are of.
  private(set) var count = 0
  private(set) var failures: [Failure] = []
  private(set) var status = ExitStatus.done

  init(_ settings: Settings) {
    self.settings = settings
    let batch = settings.batch
    isBounce = batch.law.map { $0 == BounceLaw.self } ?? false
    // Another law leaves nothing to the short way.
    fitter =
      batch.law == nil || isBounce
      ? PlainBounceFitter(
        options: batch.options, axis: batch.axis, findsFeasible: settings.findsFeasible) : nil
    reading = TraceReading(options: batch.reading)
    lines = CompactResultWriter(settings: batch.hash)
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
    if let plain = fitter?.fit(trace, isBounce: isBounce) {
      lines.append(plain, of: trace)
      return
    }
    let result = TraceResult(
      trace, by: settings.batch.law, axis: settings.batch.axis, options: settings.batch.options)
    lines.append(result, findsFeasible: settings.findsFeasible)
    guard let failure = result.failure else { return }
    status.worsen(to: ExitStatus(failure))
    note(BatchRecord(result))
  }

  /// Takes what stands in the way of a recording.
  func add(_ error: TraceError) {
    count += 1
    let failure = ReadingFailure(error)
    lines.append(failure, settings: settings.batch.hash)
    status.worsen(to: ExitStatus(error))
    note(BatchRecord(failure))
  }

  private func note(_ record: BatchRecord) {
    guard let failure = record.failure else { return }
    failures.append(Failure(source: record.source, failure: failure))
  }
}
