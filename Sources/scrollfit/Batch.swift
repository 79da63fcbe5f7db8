import ArgumentParser
import ScrollFitting
import ScrollReport
import ScrollTraces

struct Batch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Fits folders of recordings: one result each, and what they say together.",
    usage: "scrollfit batch [<options>] <path> ...",
    discussion: """
      Reads every .csv file of a folder and of its folders, files, or a stream of
      many recordings (a column trace tells them apart), fits each by its own law,
      and pools the constants that belong to the scroll view: with the scatter
      between recordings, those that lie off the others, and those that failed.

      The law of a recording is what its metadata name as law; a column height
      means a stretch, inner_y a transfer, a table bounces or decelerations; all
      else is split into phases as 'scrollfit fit' does.

      Examples:
        scrollfit batch SampleTraces
        scrollfit batch --group-by device --format markdown recordings/
        scrollfit batch --resume results.ndjson recordings/
        scrollfit batch --format ndjson - < stream.csv
        scrollfit batch --brief --format ndjson recordings/
        scrollfit batch --results results-1.ndjson results-2.ndjson
      """)

  @OptionGroup var input: BatchOptions

  @Flag(help: "The paths are results of earlier runs, ndjson or JSON: nothing is fitted again.")
  var results = false

  @Option(
    help: ArgumentHelp(
      "Keep results in this file, and skip what it holds: a run that was killed goes on.",
      valueName: "file"),
    completion: .file(extensions: ["ndjson"]))
  var resume: String?

  @Flag(
    help:
      """
      Write lines with the constants, their errors and the tests of the residuals alone, to ten digits: many times \
      as fast. With --format ndjson.
      """)
  var brief = false

  @Flag(help: "With --brief: also find all delta that rounding allows.")
  var feasible = false

  @OptionGroup(title: "Output") var output: BatchOutputOptions

  func validate() throws {
    try input.checkPaths()
    if results, resume != nil {
      throw ValidationError("--results reads what is there: it takes no --resume.")
    }
    if results, input.fitsAreSet {
      throw ValidationError(
        "--results fits nothing: options of reading and fitting have no effect.")
    }
    if brief {
      guard output.format == .ndjson, output.export.isEmpty, !output.summaryOnly else {
        throw ValidationError("--brief writes lines: it needs --format ndjson, and no --export.")
      }
      guard !results, resume == nil, input.groupBy.isEmpty else {
        throw ValidationError(
          "--brief takes no --results, --resume or --group-by: read its lines with --results.")
      }
    } else if feasible {
      throw ValidationError("--feasible needs --brief; full results have the interval.")
    }
    let outputs = output.export + [resume].compactMap { $0 }
    try OutputOptions.check(
      outputs: outputs, inputs: input.path,
      input: results ? "a result to read" : "a recording to read")
    try OutputOptions.check(
      outputs: outputs, inputs: [input.filesFrom].compactMap { $0 }, input: "the list of files")
  }

  func run() throws {
    let progress = Progress()
    guard !brief else { return try runBrief(progress) }
    let sinks = BatchSinks(output, groupedBy: input.groupBy, progress: progress)
    var status = ExitStatus.done
    do {
      try sinks.open()
      sinks.keepsResults = resume != nil
      status = try results ? merge(sinks) : fit(sinks)
    } catch {
      progress.clear(forOutput: false)
      status.worsen(to: try BatchOptions.report(error))
    }
    status.worsen(to: sinks.status)
    try status.leave()
  }

  /// Writes brief lines as they come.
  private func runBrief(_ progress: Progress) throws {
    let output = StandardOutput(progress)
    var status = ExitStatus.done
    do {
      let settings = BriefWorker.Settings(
        batch: input.settings(needsLine: true, variant: feasible ? "brief feasible" : "brief"),
        findsFeasible: feasible)
      status = try input.fit(settings, progress: progress) { try output.write($0, isAlone: true) }
    } catch {
      progress.clear(forOutput: false)
      status.worsen(to: try BatchOptions.report(error))
    }
    progress.clear(forOutput: false)
    try status.leave()
  }

  private func fit(_ sinks: BatchSinks) throws -> ExitStatus {
    var settings = input.settings(needsLine: output.needsLine || resume != nil)
    let log = try resume.map { try ResultLog(path: $0, settings: settings.hash) }
    settings.log = log
    let outputs = output.export + [resume].compactMap { $0 }
    let status = try input.fit(settings, progress: sinks.progress, outputs: outputs) { outcome in
      try log?.add(outcome.line, of: outcome.record.source, at: outcome.offset)
      try sinks.add(outcome.record, line: outcome.line)
    }
    let kept: Int
    do {
      // All lines are in the file; only their order may still change.
      try sinks.finish()
      kept = try log?.finish() ?? 0
    } catch {
      throw BatchOptions.Interruption(cause: error, status: status)
    }
    if kept > 0, let resume {
      StandardStream.report(
        "note: \(terminalSafe(resume)) keeps \(PooledText.count(kept, "result")) of other recordings"
      )
    }
    return status
  }

  /// Adds up results that are there.
  private func merge(_ sinks: BatchSinks) throws -> ExitStatus {
    var status = ExitStatus.done
    var seen = SeenResults()
    func report(_ error: ResultFileError) {
      sinks.progress.clear(forOutput: false)
      LawRun.report(error.location, error.message, help: error.help)
      status.worsen(to: ExitStatus(error))
    }
    var settings: Set<UInt64> = []
    do {
      try input.eachFile(
        endings: [".ndjson", ".jsonl", ".json"], outputs: output.export,
        fault: { status.worsen(to: BatchOptions.report($0, sinks.progress)) }
      ) { path, _ in
        do {
          try ResultLines.read(path: path, fault: report) { line in
            if let hash = line.settings { settings.insert(hash) }
            guard seen.insert(line.record) else { return }
            if line.record.failure != nil { status.worsen(to: .badData) }
            try sinks.add(line.record, line: line.text)
            sinks.progress.add(failed: line.record.failure != nil)
          }
        } catch let error as ResultFileError {
          report(error)
        }
      }
      try sinks.finish()
    } catch {
      throw BatchOptions.Interruption(cause: error, status: status)
    }
    if seen.duplicates > 0 {
      StandardStream.report(
        "note: \(PooledText.count(seen.duplicates, "result")) came more than once and count once")
    }
    if settings.count > 1 {
      StandardStream.report(
        "note: these results were made with \(settings.count) different settings or versions")
    }
    return status
  }
}

/// The recordings of results that were read, to tell those that come again.
private struct SeenResults {
  private var seen: Set<UInt64> = []
  private(set) var duplicates = 0

  /// Whether the recording is a new one.
  mutating func insert(_ record: BatchRecord) -> Bool {
    var hash = ContentHash()
    hash.combine(record.source.path)
    hash.combine(record.source.trace ?? "")
    hash.combine(UInt64(record.source.line))
    hash.combine(record.contentHash ?? 0)
    hash.combine(record.failure?.message ?? "")
    guard seen.insert(hash.value).inserted else {
      duplicates += 1
      return false
    }
    return true
  }
}

extension BatchOptions {
  /// Fits everything, and hands what it gives over in order; failures go to standard error.
  ///
  /// - Parameters:
  ///   - outputs: the files that the run writes.
  ///   - visiting: gets each of the files and folders that were named.
  /// - Returns: the worst status of a recording.
  func fit(
    _ settings: BatchRun.Settings, progress: Progress, outputs: [String],
    visiting: (String) -> Void = { _ in },
    _ take: @escaping (BatchRun.Outcome) throws -> Void
  ) throws -> ExitStatus {
    countAll(for: progress)
    let worst = Worst()
    let run = BatchRun(settings, count: threads) { outcome in
      let record = outcome.record
      if let failure = record.failure {
        worst.status.worsen(to: outcome.status)
        progress.clear(forOutput: false)
        Self.report(record.source, failure)
      }
      try take(outcome)
      progress.add(failed: record.failure != nil)
    }
    do {
      try eachFile(outputs: outputs, fault: { try run.add($0) }, visiting: visiting) {
        path, kind in
        try run.add(path, kind)
      }
    } catch {
      // What is under way is handed over first.
      try? run.finish()
      throw Interruption(cause: error, status: worst.status)
    }
    return try worst.after { try run.finish() }
  }

  /// Fits everything, and hands lines over in order; failures go to standard error.
  ///
  /// - Returns: the worst status of a recording.
  func fit(
    _ settings: BriefWorker.Settings, progress: Progress,
    _ take: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws -> ExitStatus {
    countAll(for: progress)
    let worst = Worst()
    let run = BriefRun(settings, count: threads) { bytes, count, failures, status in
      worst.status.worsen(to: status)
      for found in failures {
        progress.clear(forOutput: false)
        Self.report(found.source, found.failure)
      }
      try take(bytes)
      for index in 0..<count { progress.add(failed: index < failures.count) }
    }
    do {
      try eachFile(fault: { try run.add($0) }) { path, kind in try run.add(path, kind) }
    } catch {
      // What is under way is handed over first.
      try? run.finish()
      throw Interruption(cause: error, status: worst.status)
    }
    return try worst.after { try run.finish() }
  }

  /// Counts the files beforehand, where it pays.
  private func countAll(for progress: Progress) {
    guard progress.wantsTotal, filesFrom == nil, !path.contains("-") else { return }
    var total = 0
    try? eachFile(fault: { _ in }) { _, _ in total += 1 }
    progress.total = total
  }

  /// What ended a run, and the worst status of a recording until then.
  struct Interruption: Error {
    var cause: any Error
    var status: ExitStatus
  }

  /// Only the one that hands outcomes over touches it, until all are.
  private final class Worst {
    var status = ExitStatus.done

    /// The status after the last of them.
    func after(_ finish: () throws -> Void) throws -> ExitStatus {
      do { try finish() } catch { throw Interruption(cause: error, status: status) }
      return status
    }
  }

  private static func report(_ source: BatchSource, _ failure: RecordedFailure) {
    let place = [failure.line, failure.column].compactMap { $0.map { ":\($0)" } }.joined()
    let path = TraceError.location(of: source.path) + place
    let name = source.trace.map { " (\($0))" } ?? ""
    LawRun.report(path + name, failure.message, help: failure.help)
  }

  /// Reports what stands in the way of a path.
  static func report(_ error: TraceError, _ progress: Progress) -> ExitStatus {
    progress.clear(forOutput: false)
    LawRun.report(error.location, error.message, help: error.help)
    return ExitStatus(error)
  }

  /// Reports what ended a run.
  ///
  /// - Returns: the status to leave with.
  static func report(_ error: any Error) throws -> ExitStatus {
    switch error {
    case let error as Interruption:
      var status = error.status
      status.worsen(to: try report(error.cause))
      return status
    case let error as OutputError:
      if error.kind != .closedPipe { LawRun.report(error.path, error.message, help: error.help) }
    case let error as ResultFileError:
      LawRun.report(error.location, error.message, help: error.help)
    case let error as TraceError:
      LawRun.report(error.location, error.message, help: error.help)
    default: throw error
    }
    return ExitStatus(error)
  }
}
