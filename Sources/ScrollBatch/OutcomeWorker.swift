package import ScrollFitting
internal import ScrollReport
package import ScrollTraces

/// What one recording gave.
package struct Outcome: Sendable {
  /// What summaries are made of.
  package var record: BatchRecord
  /// Its result on a line; empty unless it is needed.
  package var line: String
  /// The whole result, where it is kept.
  package var result: TraceResult?
  /// Where the line lies in the log it was taken from.
  package var offset: Int?
  /// Why it gave nothing; nil too where a line of the log says so.
  package var error: (any Error)?
}

/// Fits recordings, and keeps what each gave.
package final class OutcomeWorker: RecordingWorker {
  private let settings: RunSettings
  private let memory: FitMemory
  private var reading: TraceReading
  private var outcomes: [Outcome] = []
  private var start = ContinuousClock.now

  /// A worker of a run.
  package init(_ settings: RunSettings) {
    self.settings = settings
    memory = FitMemory(settings.options)
    reading = TraceReading(options: settings.reading)
  }

  /// Each goes out before the next is named, as the log of an interrupted run needs.
  package static var filesTogether: Int { 1 }
  package var count: Int { outcomes.count }
  package var isFull: Bool { outcomes.count >= 16 }

  package func take() -> [Outcome] {
    defer { outcomes = [] }
    return outcomes
  }

  package func add(path: String, pause: () throws -> Void) throws {
    start = .now
    do {
      try reading.read(path: path, pause: pause, fault: { keep($0) }) { trace in
        keep(trace)
        if isFull { try pause() }
      }
    } catch let error as TraceError {
      keep(error)
    }
  }

  package func add(_ trace: Trace) {
    start = .now
    keep(trace)
  }

  package func add(_ error: TraceError) {
    start = .now
    keep(error)
  }

  private func keep(_ trace: Trace) {
    let source = BatchSource(path: trace.path, trace: trace.name, line: trace.line)
    if let line = settings.log?.line(of: source, contentHash: trace.contentHash) {
      return keep(Outcome(record: line.record, line: line.text, offset: line.offset))
    }
    var result = TraceResult(
      trace, by: settings.law, axis: settings.axis, addsSprings: settings.addsSprings,
      options: settings.options, memory: memory)
    var outcome = Outcome(
      record: BatchRecord(result),
      line: settings.needsLine ? ResultLine.text(result, settings: settings.hash) : "")
    outcome.error = result.failure
    if settings.keepsResults {
      // A page says what 'scrollfit FILE' says.
      result.identifyUnfitted(trace, axis: settings.axis, options: settings.options)
      outcome.result = result
    }
    outcome.record.seconds = seconds
    keep(outcome)
  }

  private func keep(_ error: TraceError) {
    let failure = ReadingFailure(error)
    var outcome = Outcome(
      record: BatchRecord(failure),
      line: settings.needsLine ? ResultLine.text(failure, settings: settings.hash) : "")
    outcome.error = error
    outcome.record.seconds = seconds
    keep(outcome)
  }

  private func keep(_ outcome: Outcome) {
    outcomes.append(outcome)
    start = .now
  }

  /// The time since the recording was begun, in s.
  private var seconds: Double {
    let time = ContinuousClock.now - start
    return Double(time.components.seconds) + 1e-18 * Double(time.components.attoseconds)
  }
}
