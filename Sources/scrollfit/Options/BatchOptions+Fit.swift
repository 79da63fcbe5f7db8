internal import ScrollFormats

import ScrollBatch
import ScrollFitting
import ScrollReport
import ScrollTraces

extension BatchOptions {
  /// Fits every recording, and passes results on in order; failures go to standard error.
  ///
  /// - Parameters:
  ///   - listed: the content of the list file, if it was read before.
  ///   - endings: the file name extensions that are read in a folder.
  ///   - visiting: is called for each named file and folder.
  ///   - isFault: whether a recording without results counts as a failure.
  /// - Returns: the worst status of a recording.
  func fit(
    _ settings: RunSettings, progress: Progress, listed: PathList.Content?,
    endings: [String] = Self.recordings, visiting: (String) -> Void = { _ in },
    isFault: @escaping (BatchRecord) -> Bool = { _ in true },
    _ take: @escaping (Outcome) throws -> Void
  ) throws -> ExitStatus {
    let failures = FailureReports(progress, paths: path)
    let run = RecordingRun(
      settings.reading, count: threads, make: { OutcomeWorker(settings) }
    ) { outcomes in
      for outcome in outcomes {
        let record = outcome.record
        if let failure = record.failure, isFault(record) {
          failures.add(
            record.source, failure, outcome.error.map { ExitStatus($0) } ?? .badData)
        }
        try take(outcome)
        progress.add(failed: record.failure != nil)
        try Interrupt.check()
      }
    }
    return try fit(
      run, failures, progress: progress, listed: listed, endings: endings, visiting: visiting)
  }

  /// Fits every recording, and passes compact result lines on in order; failures go to standard error.
  ///
  /// - Returns: the worst status of a recording.
  func fit(
    brief settings: RunSettings, progress: Progress,
    _ take: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws -> ExitStatus {
    let failures = FailureReports(progress, paths: path)
    let run = RecordingRun(
      settings.reading, count: threads, make: { LineWorker(settings) }
    ) { lines in
      for found in lines.failures {
        failures.add(found.source, found.failure, ExitStatus(found.error))
      }
      try lines.bytes.withUnsafeBytes { try take($0) }
      for index in 0..<lines.count { progress.add(failed: index < lines.failures.count) }
      try Interrupt.check()
    }
    return try fit(
      run, failures, progress: progress, listed: nil, endings: Self.recordings
    ) { _ in }
  }

  private func fit<Worker>(
    _ run: RecordingRun<Worker>, _ failures: FailureReports, progress: Progress,
    listed: PathList.Content?, endings: [String], visiting: (String) -> Void
  ) throws -> ExitStatus {
    countAll(for: progress, endings: endings)
    defer { failures.finish() }
    do {
      do {
        try list(endings: endings).eachFile(
          listed: listed, fault: { try run.add($0) }, visiting: visiting,
          passingOver: { failures.passOver($0, endings: endings) }
        ) {
          try run.add($0, $1)
        }
      } catch {
        // Results in progress are passed on first.
        try? run.finish()
        throw error
      }
      try run.finish()
    } catch Interrupt.requested {
      return .interrupted
    } catch {
      throw Interruption(cause: error, status: failures.status)
    }
    return failures.status
  }

  /// Counts the files in advance if the progress display needs the total.
  private func countAll(for progress: Progress, endings: [String]) {
    guard progress.wantsTotal, filesFrom == nil, !path.contains("-") else { return }
    var total = 0
    try? list(endings: endings).eachFile(fault: { _ in }) { _, _ in total += 1 }
    progress.total = total
  }

  /// The error that ended a run, and the worst status of a recording until then.
  struct Interruption: Error {
    var cause: any Error
    var status: ExitStatus
  }

  /// Reports an error about a path.
  static func report(_ error: TraceError, _ progress: Progress) -> ExitStatus {
    progress.clear(forOutput: false)
    FitCommandRunner.report(error.location, error.message, help: error.help)
    return ExitStatus(error)
  }
}
