internal import ScrollFormats

import ScrollReport

/// A file that a run writes beside standard output.
///
/// When it cannot be written, that is reported once, the file keeps what it held, and the run goes on: the other
/// outputs are completed.
final class SideFile {
  private var file: OutputFile?
  private let progress: Progress?
  /// The status that writing leaves with.
  private(set) var status = ExitStatus.done

  /// Opens a file, before the work starts.
  init(path: String, progress: Progress? = nil) throws {
    file = try OutputFile(path: path)
    self.progress = progress
  }

  /// Whether it can still be written.
  var isOpen: Bool { file != nil }

  /// Adds text.
  func write(_ text: String) { attempt { try $0.write(text) } }

  /// Completes the file and gives it its name.
  func commit() {
    attempt { try $0.commit() }
    file = nil
  }

  /// Completes the file if there is anything in it; else it keeps what it held.
  func commitContent() { if file?.hasContent == true { commit() } }

  private func attempt(_ body: (OutputFile) throws -> Void) {
    guard let file else { return }
    do {
      try body(file)
    } catch {
      self.file = nil
      progress?.clear(forOutput: false)
      status.worsen(to: ExitStatus(error))
      guard let error = error as? OutputError else { return }
      FitCommandRunner.report(error.path, error.message, help: error.help)
    }
  }
}
