package import ScrollTraces

/// Reads and fits recordings with memory of its own, and keeps what they gave until it is taken; one thread uses it at
/// a time.
package protocol RecordingWorker: AnyObject, SendableMetatype {
  /// What some recordings gave.
  associatedtype Output: Sendable

  /// Small files that it gets at once; more than one wait for each other where their names come slowly.
  static var filesTogether: Int { get }
  /// How many recordings it keeps something of.
  var count: Int { get }
  /// Whether so much is kept that it should be taken.
  var isFull: Bool { get }
  /// Reads a file and fits its recordings; `pause` is called before a read that may wait, and when it is full.
  func add(path: String, pause: () throws -> Void) throws
  /// Fits a recording.
  func add(_ trace: Trace)
  /// Takes what stands in the way of a recording.
  func add(_ error: TraceError)
  /// What was kept, which it forgets.
  func take() -> Output
}

/// Fits recordings side by side and hands what they give over in their order, in constant memory.
///
/// With one thread everything is done where it is read. With several, each works with a worker of its own on some
/// small files, or some recordings of a large one, at a time; large files, standard input and pipes are read here.
package final class RecordingRun<Worker: RecordingWorker> {
  /// What a worker gets.
  private enum Job: Sendable {
    case files([String])
    case traces([Trace])
    case failure(TraceError)
  }

  /// Larger files are read here, a piece at a time: they may hold many recordings, whose results wait in memory
  /// together where a worker makes them.
  private static var smallFile: Int { 1 << 16 }
  /// Recordings of one file that a worker gets at once.
  private static var together: Int { 16 }
  /// Samples that weigh as much as a small file.
  private static var weightSamples: Int { 8192 }

  private let own: Worker
  private let reading: ReadingOptions
  private let workers: OrderedWorkers<Job, Worker.Output>?
  private let take: (Worker.Output) throws -> Void
  private var files: [String] = []
  private var traces: [Trace] = []

  /// - Parameters:
  ///   - reading: how the workers read.
  ///   - count: how many threads fit.
  ///   - make: makes a worker, on any thread.
  ///   - take: gets what recordings gave, one at a time and in order.
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
      // A worker throws nothing else than what `pause` throws.
      worker.add(TraceError(.readFailed, path: path, message: "reading failed: \(error)"))
    }
  }

  /// Takes a file, as what ``TraceFolder`` says it is; `-` is standard input.
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

  /// Takes what stands in the way of a recording.
  package func add(_ error: TraceError) throws {
    guard let workers else {
      own.add(error)
      return try flush()
    }
    try submitFiles()
    try workers.submit(.failure(error))
  }

  /// Waits until everything is handed over.
  package func finish() throws {
    guard let workers else { return try flush() }
    try submitFiles()
    try workers.finish()
  }

  private func submitFiles() throws {
    guard !files.isEmpty else { return }
    // What was handed over is the worker's: nothing here looks at it again.
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
