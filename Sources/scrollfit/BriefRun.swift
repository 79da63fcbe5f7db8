import ScrollFitting
import ScrollReport
import ScrollTraces

/// Fits recordings side by side and writes a brief line of each, in their order, as they come.
///
/// With one thread everything is done where it is read. With several, each works with memory of its own on some files,
/// or some recordings of one, at a time; they share the order in which lines go out and nothing else.
final class BriefRun {
  /// What a worker gets.
  private enum Job: Sendable {
    case files([String])
    case traces([Trace])
    case failure(TraceError)
  }

  /// What comes of it.
  private struct Lines: Sendable {
    var bytes: [UInt8]
    var count: Int
    var failures: [BriefWorker.Failure]
    var status: ExitStatus
  }

  /// Files, or recordings, that a worker gets at once.
  private static let together = 32

  private let own: BriefWorker
  private let workers: OrderedWorkers<Job, Lines>?
  private let take: (UnsafeRawBufferPointer, Int, [BriefWorker.Failure], ExitStatus) throws -> Void
  private var files: [String] = []
  private var traces: [Trace] = []

  /// - Parameters:
  ///   - count: how many threads fit.
  ///   - take: gets bytes of whole lines, how many recordings they are of, those that gave nothing and the worst
  ///     status, one at a time and in order.
  init(
    _ settings: BatchRun.Settings, count: Int,
    take: @escaping (UnsafeRawBufferPointer, Int, [BriefWorker.Failure], ExitStatus) throws -> Void
  ) {
    own = BriefWorker(settings)
    self.take = take
    guard count > 1 else {
      workers = nil
      return
    }
    let pool = WorkerPool { BriefWorker(settings) }
    workers = OrderedWorkers(
      count: count, window: 4 * count + 4,
      work: { job in pool.with { Self.lines(of: job, $0) } },
      emit: { lines in
        try lines.bytes.withUnsafeBytes { try take($0, lines.count, lines.failures, lines.status) }
      })
  }

  private static func lines(of job: Job, _ worker: BriefWorker) -> Lines {
    defer { worker.clear() }
    switch job {
    case .files(let paths):
      for path in paths {
        do {
          try worker.add(path: path) {}
        } catch {
          // A worker throws nothing else than what `pause` throws.
          worker.add(TraceError(.readFailed, path: path, message: "reading failed: \(error)"))
        }
      }
    case .traces(let traces): for trace in traces { worker.add(trace) }
    case .failure(let error): worker.add(error)
    }
    return Lines(
      bytes: Array(worker.bytes), count: worker.count, failures: worker.failures,
      status: worker.status)
  }

  /// Takes a file, as what ``TraceFolder`` says it is; `-` is standard input.
  func add(_ path: String, _ kind: TraceFolder.Kind) throws {
    guard let workers else {
      try own.add(path: path) { try flush() }
      return try flush(unless: kind)
    }
    if case .file(let size) = kind, size <= BatchRun.smallFile {
      files.append(path)
      return files.count == Self.together ? try submitFiles() : ()
    }
    try submitFiles()
    do {
      try own.read(
        path: path, pause: { try submitTraces() },
        fault: {
          try submitTraces()
          try workers.submit(.failure($0))
        }
      ) { trace in
        traces.append(trace)
        if traces.count == Self.together || trace.count > 4096 { try submitTraces() }
      }
      try submitTraces()
    } catch let error as TraceError {
      try submitTraces()
      try workers.submit(.failure(error))
    }
  }

  /// Takes what stands in the way of a recording.
  func add(_ error: TraceError) throws {
    guard let workers else {
      own.add(error)
      return try flush()
    }
    try submitFiles()
    try workers.submit(.failure(error))
  }

  /// Waits until everything is handed over.
  func finish() throws {
    guard let workers else { return try flush() }
    try submitFiles()
    try workers.finish()
  }

  private func submitFiles() throws {
    guard !files.isEmpty else { return }
    // What was handed over is the worker's: nothing here looks at it again.
    let submitted = files
    files = []
    try workers?.submit(.files(submitted))
  }

  private func submitTraces() throws {
    guard !traces.isEmpty else { return }
    let submitted = traces
    traces = []
    try workers?.submit(.traces(submitted))
  }

  /// Lines of small files wait for those of others.
  private func flush(unless kind: TraceFolder.Kind) throws {
    if case .file(let size) = kind, size <= BatchRun.smallFile, own.bytes.count < 1 << 16,
      own.failures.isEmpty
    {
      return
    }
    try flush()
  }

  private func flush() throws {
    guard own.count > 0 else { return }
    defer { own.clear() }
    try take(own.bytes, own.count, own.failures, own.status)
  }
}
