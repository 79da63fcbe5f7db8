package import ScrollTraces

/// Reads and fits recordings with its own memory, and keeps the outputs until they are taken. Only one thread uses it
/// at a time.
package protocol RecordingWorker: AnyObject, SendableMetatype {
  associatedtype Output: Sendable

  /// The number of small files that it receives at once; more than one delay each other if their names arrive slowly.
  static var filesTogether: Int { get }
  /// The number of recordings with an output.
  var count: Int { get }
  /// Whether the output is large enough to be taken.
  var isFull: Bool { get }
  /// Reads a file and fits its recordings; `pause` is called before a read that may block, and when the output is full.
  func add(path: String, pause: () throws -> Void) throws
  func add(_ trace: Trace)
  func add(_ error: TraceError)
  /// Returns the output and removes it.
  func take() -> Output
}

/// Fits recordings in parallel and passes their outputs on in order, in constant memory.
///
/// With one thread all work is done by the caller. With several, each thread uses its own worker for some small files
/// at a time, or for some recordings of a large file. Large files, standard input and pipes are read by the caller.
package final class RecordingRun<Worker: RecordingWorker> {
  private enum Job: Sendable {
    case files([String])
    case traces([Trace])
    case failure(TraceError)
  }

  /// Maximum size in bytes of a file that a worker reads. The caller reads larger files in pieces: they may contain
  /// many recordings, whose outputs a worker would keep in memory together.
  private static var smallFile: Int { 1 << 16 }
  /// Number of recordings of one file in a job.
  private static var together: Int { 16 }
  /// Number of samples with the same weight as a small file.
  private static var weightSamples: Int { 8192 }

  private let own: Worker
  private let reading: ReadingOptions
  private let workers: OrderedWorkers<Job, Worker.Output>?
  private let take: (Worker.Output) throws -> Void
  private var files: [String] = []
  private var traces: [Trace] = []

  /// - Parameters:
  ///   - reading: the reading options of the workers.
  ///   - count: the number of threads.
  ///   - make: creates a worker, on any thread.
  ///   - take: receives the outputs, one at a time and in order.
  package init(
    _ reading: ReadingOptions, count: Int, make: @escaping () -> Worker,
    take: @escaping (Worker.Output) throws -> Void
  ) {
    own = make()
    self.reading = reading
    self.take = take
    guard count > 1 else {
      workers = nil
      return
    }
    let pool = WorkerPool(make)
    workers = OrderedWorkers(
      count: count, window: 2 * Self.together * (count + 1),
      work: { job in pool.with { Self.output(of: job, $0) } }, emit: take)
  }

  private static func output(of job: Job, _ worker: Worker) -> Worker.Output {
    switch job {
    case .files(let paths): for path in paths { addAll(of: path, to: worker) }
    case .traces(let traces): for trace in traces { worker.add(trace) }
    case .failure(let error): worker.add(error)
    }
    return worker.take()
  }

  private static func addAll(of path: String, to worker: Worker) {
    do {
      try worker.add(path: path) {}
    } catch {
      // A worker throws only errors of `pause`.
      worker.add(TraceError(.readFailed, path: path, message: "reading failed: \(error)"))
    }
  }

  /// Adds a file of the kind that ``TraceFolder`` determined; `-` is standard input.
  package func add(_ path: String, _ kind: TraceFolder.Kind) throws {
    let isSmall = if case .file(let size) = kind { size <= Self.smallFile } else { false }
    guard let workers else {
      try own.add(path: path) { try flush() }
      let waits = isSmall && Worker.filesTogether > 1 && !own.isFull
      return try waits ? () : flush()
    }
    if isSmall {
      files.append(path)
      return files.count == Worker.filesTogether ? try submitFiles() : ()
    }
    try submitFiles()
    do {
      var reader = TraceReading(options: reading)
      try reader.read(
        path: path, pause: { try submitTraces() },
        fault: {
          try submitTraces()
          try workers.submit(.failure($0))
        }
      ) { trace in
        traces.append(trace)
        if traces.count == Self.together || trace.count > Self.weightSamples / 2 {
          try submitTraces()
        }
      }
      try submitTraces()
    } catch let error as TraceError {
      try submitTraces()
      try workers.submit(.failure(error))
    }
  }

  package func add(_ error: TraceError) throws {
    guard let workers else {
      own.add(error)
      return try flush()
    }
    try submitFiles()
    try workers.submit(.failure(error))
  }

  /// Waits until all outputs are passed on.
  package func finish() throws {
    guard let workers else { return try flush() }
    try submitFiles()
    try workers.finish()
  }

  private func submitFiles() throws {
    guard !files.isEmpty else { return }
    // The job owns the submitted list.
    let submitted = files
    files = []
    try workers?.submit(.files(submitted), weight: submitted.count)
  }

  private func submitTraces() throws {
    guard !traces.isEmpty else { return }
    let submitted = traces
    traces = []
    let samples = submitted.reduce(0) { $0 + $1.count }
    try workers?.submit(.traces(submitted), weight: submitted.count + samples / Self.weightSamples)
  }

  private func flush() throws {
    guard own.count > 0 else { return }
    try take(own.take())
  }
}
