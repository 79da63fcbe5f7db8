internal import ScrollFormats

import ArgumentParser
import ScrollBatch
import ScrollFitting
import ScrollReport
import ScrollTraces

struct Batch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Fits folders of recordings: one result each, and what they say together.",
    usage: "scrollfit batch [<options>] <path> ...",
    discussion: """
      Reads every .csv file of a folder and of its folders, files of any form, or a
      stream of many recordings (a column trace tells them apart), fits each by its
      own law, and pools the constants that belong to the scroll view: with the
      scatter between recordings, those that lie off the others, and those that
      failed.

      The law of a recording is what its metadata name as law; a column height
      means a stretch, inner_y a transfer, a table bounces or decelerations; all
      else is split into phases as 'scrollfit fit' does.

      Ctrl-C ends a run after the recordings under way, with exit code 130; with
      --resume it goes on where it was.

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
    if let resume, OutputOptions.ending(of: resume) == "csv" {
      throw ValidationError(
        "--resume '\(resume)' would be taken for a recording: let its name end in .ndjson.")
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
    try ExitStatus.run { progress, status in
      guard !brief else { return status = try runBrief(progress) }
      let sinks = BatchSinks(output, groupedBy: input.groupBy, progress: progress)
      defer { status.worsen(to: sinks.status) }
      let listed = try refuseOutputs()
      try sinks.open()
      status = try results ? merge(sinks, listed) : fit(sinks, listed)
    }
  }

  /// The file name extensions that are read in folders.
  private var endings: [String] {
    results ? [".ndjson", ".jsonl", ".json"] : BatchOptions.recordings
  }

  /// Refuses outputs that are also inputs.
  ///
  /// - Returns: the content of the list file, if that can be read only once.
  private func refuseOutputs() throws -> PathList.Content? {
    try input.refuse(outputs: output.export + [resume].compactMap { $0 }, endings: endings)
  }

  /// Writes compact result lines as they are computed.
  private func runBrief(_ progress: Progress) throws -> ExitStatus {
    let output = StandardOutput(progress)
    var settings = input.settings(needsLine: true, variant: feasible ? "brief feasible" : "brief")
    settings.options.detail = feasible ? [.profile, .feasibleSet] : .profile
    var count = 0
    if !input.mayWait { Interrupt.listen() }
    let status = try input.fit(brief: settings, progress: progress) {
      // Wrapping sums are vectorised.
      for byte in $0 { count &+= byte == UInt8(ascii: "\n") ? 1 : 0 }
      try output.write($0, isAlone: true)
    }
    if status == .interrupted { reportInterrupt(after: count) }
    progress.clear(forOutput: false)
    return status
  }

  private func fit(_ sinks: BatchSinks, _ listed: PathList.Content?) throws -> ExitStatus {
    var settings = input.settings(needsLine: output.needsLine || resume != nil)
    settings.options.detail = settings.needsLine ? .report : output.detail
    var log: ResultLog?
    var status = ExitStatus.done
    func report(_ error: any Error) throws {
      sinks.progress.clear(forOutput: false)
      status.worsen(to: try ExitStatus.report(error))
    }
    do {
      log = try resume.map { try ResultLog(path: $0, settings: settings.hash) { try? report($0) } }
    } catch {
      // Nothing was fitted: machine-readable outputs contain the reason, and files are not replaced.
      try report(error)
      if let failure = ReadingFailure(error) { try sinks.add(failure) }
      try sinks.finish(keepsFiles: true)
      return status
    }
    settings.log = log
    sinks.keepsResults = log != nil
    var count = 0
    if !input.mayWait { Interrupt.listen() }
    let worst = try input.fit(settings, progress: sinks.progress, listed: listed) { outcome in
      count += 1
      do {
        try log?.add(outcome.line, of: outcome.record.source, at: outcome.offset)
      } catch {
        // Complete the other outputs.
        log = nil
        sinks.keepsResults = false
        try report(error)
      }
      try sinks.add(outcome.record, line: outcome.line)
    }
    status.worsen(to: worst)
    let kept: Int
    do {
      // All lines are in the log; only their order may still change. An interrupted run must not replace files with a
      // part of the results.
      try sinks.finish(keepsFiles: worst == .interrupted)
      kept = try log?.finish() ?? 0
    } catch {
      throw BatchOptions.Interruption(cause: error, status: status)
    }
    if worst == .interrupted { reportInterrupt(after: count) }
    if kept > 0, let resume {
      StandardStream.report(
        "note: \(escapedForTerminal(resume)) keeps \(PooledText.count(kept, "result")) of other recordings"
      )
    }
    return status
  }

  /// Reports how far the run came, and the command that resumes it.
  private func reportInterrupt(after count: Int) {
    let arguments = FileName.arguments.dropFirst().map(PrintedText.argument)
    let done = "interrupted after \(PooledText.count(count, "recording"))"
    if let resume {
      StandardStream.report(
        "\(done), whose results are in \(escapedForTerminal(resume)); continue it with:\n  "
          + (["scrollfit"] + arguments).joined(separator: " "))
    } else if !brief {
      StandardStream.report(
        "\(done); with --resume FILE an interrupted run can be continued:\n  "
          + (["scrollfit", "batch", "--resume", "results.ndjson"] + arguments.dropFirst())
          .joined(separator: " "))
    } else {
      StandardStream.report("\(done); --brief keeps no results to continue from")
    }
  }

  /// Merges existing results.
  private func merge(_ sinks: BatchSinks, _ listed: PathList.Content?) throws -> ExitStatus {
    var status = ExitStatus.done
    var seen = SeenResults()
    func add(_ failure: ReadingFailure) throws {
      try sinks.add(failure)
      sinks.progress.add(failed: true)
    }
    let reports = FailureReports(sinks.progress)
    func report(_ error: ResultFileError) throws {
      let failure = ReadingFailure(error)
      reports.add(failure, ExitStatus(error))
      try add(failure)
    }
    var settings: Set<UInt64> = []
    do {
      try input.list(endings: endings).eachFile(
        listed: listed,
        fault: {
          status.worsen(to: BatchOptions.report($0, sinks.progress))
          try add(ReadingFailure($0))
        }
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
          try report(error)
        }
      }
      reports.finish()
      status.worsen(to: reports.status)
      try sinks.finish()
    } catch {
      status.worsen(to: reports.status)
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

/// The recordings of the results read so far, to detect duplicates.
private struct SeenResults {
  private var seen: Set<UInt64> = []
  private(set) var duplicates = 0

  /// Adds a recording; returns whether it is new.
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
