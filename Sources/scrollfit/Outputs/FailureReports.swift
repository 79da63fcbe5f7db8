import ScrollFitting
import ScrollFormats
import ScrollReport
import ScrollTraces

/// The messages of a batch on standard error: the first failures of each kind immediately, and the number of the others
/// at the end.
///
/// Only the thread that passes results on uses it until the run ends.
final class FailureReports {
  /// The number of failures of one kind that are reported individually.
  static let limit = 3

  /// The worst status of a recording.
  private(set) var status = ExitStatus.done
  /// Files in folders that may be recordings but were not read, and the extensions that were read.
  private var passedOver: (files: TraceFolder.PassedOver, endings: [String])?
  private let progress: Progress
  private var counts: [String: Int] = [:]

  /// The command that lists every failure.
  private let command: String

  /// - Parameter paths: the files and folders that are read; many are not repeated.
  init(_ progress: Progress, paths: [String] = []) {
    self.progress = progress
    let words = "batch --format ndjson"
    command = paths.count == 1 ? TypedCommand.quoted(words, path: paths[0]) : "'scrollfit \(words)'"
  }

  /// Adds a recording without results.
  func add(_ source: BatchSource, _ failure: RecordedFailure, _ status: ExitStatus) {
    self.status.worsen(to: status)
    counts[failure.code, default: 0] += 1
    guard counts[failure.code] ?? 0 <= Self.limit else { return }
    progress.clear(forOutput: false)
    let place = [failure.line, failure.column].compactMap { $0.map { ":\($0)" } }.joined()
    let name = source.trace.map { " (\($0))" } ?? ""
    FitCommandRunner.report(
      TraceError.location(of: source.path) + place + name, failure.message, help: failure.help)
  }

  /// Adds a file, or a line of one, that could not be read.
  func add(_ failure: ReadingFailure, _ status: ExitStatus) {
    let source = BatchSource(
      path: failure.path, trace: failure.trace, line: failure.failure.line ?? 0)
    add(source, failure.failure, status)
  }

  /// Adds files in folders that were not read.
  ///
  /// - Parameters:
  ///   - files: files that may be recordings.
  ///   - endings: the file name extensions that were read.
  func passOver(_ files: TraceFolder.PassedOver, endings: [String]) {
    passedOver = (files, endings)
  }

  /// Reports what was omitted so far.
  func finish() {
    progress.clear(forOutput: false)
    let more = counts.filter { $0.value > Self.limit }.sorted { $0.key < $1.key }
    for (code, count) in more {
      StandardStream.report(
        "and \(PooledText.count(count - Self.limit, "more failure")) of the kind '\(code)', \(count) in all; \(command) lists them"
      )
    }
    guard let (files, endings) = passedOver, let first = files.first else { return }
    let read = endings.joined(separator: " and ") + (endings.count == 1 ? " is" : " are")
    let name = escapedForTerminal(first)
    StandardStream.report(
      files.count == 1
        ? "note: '\(name)' was not read: of folders only \(read); name the file if it is a recording"
        : "note: \(files.count) files such as '\(name)' were not read: of folders only \(read); name those that are recordings, as with *.jsonl"
    )
  }
}
