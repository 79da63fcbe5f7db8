import ScrollFitting
import ScrollReport
import ScrollTraces

/// Fits recordings side by side and hands what they give over in their order, in constant memory.
///
/// Small files are read and fitted by the workers; large ones, standard input and pipes are read here, and their
/// recordings are fitted as they come.
final class BatchRun {
  /// What is done with a recording, beside reading it.
  struct Settings: Sendable {
    var reading: ReadingOptions
    /// The law of every recording; nil for its own.
    var law: (any Law.Type)?
    var axis: Axis?
    /// Whether every bounce is fitted as a spring of any damping too.
    var addsSprings = false
    var options: FitOptions
    /// Whether the lines of results are needed.
    var needsLine: Bool
    /// The results that are there already.
    var log: ResultLog?
    /// The hash of everything but the recording that a result depends on.
    var hash: UInt64
    /// Whether outcomes have whole results.
    var keepsResults = false
  }

  /// What a worker gets.
  private enum Job: Sendable {
    case file(String)
    case trace(Trace)
    case failure(TraceError)
  }

  /// What one recording gave.
  struct Outcome: Sendable {
    var record: BatchRecord
    /// Its result on a line; empty unless it is needed.
    var line: String
    /// The whole result, where it is kept.
    var result: TraceResult?
    /// Where the line lies in the log it was taken from.
    var offset: Int?
    /// The status it leaves with.
    var status = ExitStatus.done
  }

  /// Larger files are read here, a piece at a time: they may hold many recordings, whose results wait in memory
  /// together where a worker makes them.
  static let smallFile = 1 << 16
  /// Samples that weigh as much as a small file.
  private static let weightSamples = 8192

  private let settings: Settings
  private let workers: OrderedWorkers<Job, [Outcome]>

  /// - Parameters:
  ///   - count: how many threads fit.
  ///   - take: gets each outcome, one at a time and in order.
  init(_ settings: Settings, count: Int, take: @escaping (Outcome) throws -> Void) {
    self.settings = settings
    let pool = WorkerPool { FitMemory(settings.options) }
    workers = OrderedWorkers(
      count: count, window: 16 * count + 16,
      work: { job in pool.with { Self.outcomes(of: job, settings, $0) } },
      emit: { for outcome in $0 { try take(outcome) } })
  }

  /// Takes a file, as what ``TraceFolder`` says it is; `-` is standard input.
  func add(_ path: String, _ kind: TraceFolder.Kind) throws {
    if case .file(let size) = kind, size <= Self.smallFile {
      return try workers.submit(.file(path))
    }
    do {
      try TraceReader(options: settings.reading).read(
        path: path, fault: { try workers.submit(.failure($0)) }
      ) { trace in
        try workers.submit(.trace(trace), weight: 1 + trace.count / Self.weightSamples)
      }
    } catch let error as TraceError {
      try workers.submit(.failure(error))
    }
  }

  /// Takes what stands in the way of a recording.
  func add(_ error: TraceError) throws { try workers.submit(.failure(error)) }

  /// Waits until everything is handed over.
  func finish() throws { try workers.finish() }

  // MARK: - In a worker

  private static func outcomes(
    of job: Job, _ settings: Settings, _ memory: FitMemory
  ) -> [Outcome] {
    let start = ContinuousClock.now
    switch job {
    case .failure(let error): return [outcome(of: error, settings, since: start)]
    case .trace(let trace): return [outcome(of: trace, settings, memory, since: start)]
    case .file(let path):
      var outcomes: [Outcome] = []
      var start = start
      do {
        try TraceReader(options: settings.reading).read(
          path: path, fault: { outcomes.append(outcome(of: $0, settings, since: start)) }
        ) { trace in
          outcomes.append(outcome(of: trace, settings, memory, since: start))
          start = .now
        }
      } catch let error as TraceError {
        outcomes.append(outcome(of: error, settings, since: start))
      } catch {
        // The reader throws nothing else.
        outcomes.append(
          outcome(
            of: TraceError(.readFailed, path: path, message: "reading failed: \(error)"), settings,
            since: start))
      }
      return outcomes
    }
  }

  private static func outcome(
    of trace: Trace, _ settings: Settings, _ memory: FitMemory,
    since start: ContinuousClock.Instant
  ) -> Outcome {
    let source = BatchSource(path: trace.path, trace: trace.name, line: trace.line)
    if let line = settings.log?.line(of: source, contentHash: trace.contentHash) {
      let status: ExitStatus = line.record.failure == nil ? .done : .badData
      return Outcome(record: line.record, line: line.text, offset: line.offset, status: status)
    }
    let result = TraceResult(
      trace, by: settings.law, axis: settings.axis, addsSprings: settings.addsSprings,
      options: settings.options, memory: memory)
    var outcome = Outcome(
      record: BatchRecord(result),
      line: settings.needsLine ? ResultLine.text(result, settings: settings.hash) : "")
    if let failure = result.failure { outcome.status = ExitStatus(failure) }
    if settings.keepsResults { outcome.result = result }
    outcome.record.seconds = seconds(since: start)
    return outcome
  }

  private static func outcome(
    of error: TraceError, _ settings: Settings, since start: ContinuousClock.Instant
  ) -> Outcome {
    let failure = ReadingFailure(error)
    var outcome = Outcome(
      record: BatchRecord(failure),
      line: settings.needsLine ? ResultLine.text(failure, settings: settings.hash) : "")
    outcome.status = ExitStatus(error)
    outcome.record.seconds = seconds(since: start)
    return outcome
  }

  private static func seconds(since start: ContinuousClock.Instant) -> Double {
    let time = ContinuousClock.now - start
    return Double(time.components.seconds) + 1e-18 * Double(time.components.attoseconds)
  }
}
