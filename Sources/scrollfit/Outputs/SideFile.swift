internal import ScrollFormats

import ScrollReport

/// A file that a run writes in addition to standard output.
///
/// If it cannot be written, that is reported once, the file keeps its old content, and the run continues with the other
/// outputs.
final class SideFile {
  private var file: OutputFile?
  private let progress: Progress?
  private(set) var status = ExitStatus.done

  /// Opens a file, before the work starts.
  init(path: String, progress: Progress? = nil) throws {
    file = try OutputFile(path: path)
    self.progress = progress
  }

  /// Whether it can still be written.
  var isOpen: Bool { file != nil }

  func write(_ text: String) { attempt { try $0.write(text) } }

  /// Completes the file and moves it into place.
  func commit() {
    attempt { try $0.commit() }
    file = nil
  }

  /// The same if anything was written; else the file keeps its old content.
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
