import ScrollFitting
import ScrollFormats
import ScrollReport
import ScrollTraces

/// What a run over many recordings says on standard error: the first failures of each kind at once, and of the others at
/// the end how many there are.
///
/// Only the one that hands outcomes over touches it, until all are.
final class FailureReports {
  /// How many failures of one kind are reported one by one.
  static let limit = 3

  /// The worst status of a recording.
  private(set) var status = ExitStatus.done
  /// Files of folders that may be recordings and were not read, and how the names of those end that were.
  private var passedOver: (files: TraceFolder.PassedOver, endings: [String])?
  private let progress: Progress
  private var counts: [String: Int] = [:]

  init(_ progress: Progress) { self.progress = progress }

  /// Takes a recording that gave nothing.
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

  /// Takes what folders hold beside.
  ///
  /// - Parameters:
  ///   - files: what may be recordings and was not read.
  ///   - endings: how the names of files end that were read.
  func passOver(_ files: TraceFolder.PassedOver, endings: [String]) {
    passedOver = (files, endings)
  }

  /// Says what was left out.
  func finish() {
    progress.clear(forOutput: false)
    let more = counts.filter { $0.value > Self.limit }.sorted { $0.key < $1.key }
    for (code, count) in more {
      StandardStream.report(
        "and \(PooledText.count(count - Self.limit, "more failure")) of the kind '\(code)', \(count) in all; 'scrollfit batch --format ndjson' lists them"
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
