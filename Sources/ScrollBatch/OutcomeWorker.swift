package import ScrollFitting
internal import ScrollReport
package import ScrollTraces

package struct Outcome: Sendable {
  /// The compact record, for summaries.
  package var record: BatchRecord
  /// The result as a line of JSON; empty if it is not needed.
  package var line: String
  /// The whole result, if it is kept.
  package var result: TraceResult?
  /// The offset of the line in the log that it was read from.
  package var offset: Int?
  /// The error of a recording without results; nil also if the error is in a line of the log.
  package var error: (any Error)?
}

/// Fits recordings and keeps their outcomes.
package final class OutcomeWorker: RecordingWorker {
  private let settings: RunSettings
  private let memory: FitMemory
  private var reading: TraceReading
  private var outcomes: [Outcome] = []
  private var start = ContinuousClock.now

  package init(_ settings: RunSettings) {
    self.settings = settings
    memory = FitMemory(settings.options)
    reading = TraceReading(options: settings.reading)
  }

  /// One, so that each file is passed on before the next one: the log of an interrupted run needs that.
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
      // A report page contains the same as 'scrollfit FILE'.
      result.identifyUnfitted(trace, axis: settings.axis, options: settings.options)
      result.recognizeEngine(trace, axis: settings.axis, options: settings.options)
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

  /// The time since the recording was started, in s.
  private var seconds: Double {
    let time = ContinuousClock.now - start
    return Double(time.components.seconds) + 1e-18 * Double(time.components.attoseconds)
  }
}
