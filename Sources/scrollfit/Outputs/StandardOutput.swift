internal import ScrollFormats

import ScrollReport

/// Standard output of a run over many recordings; the other outputs are completed even if its reader leaves.
final class StandardOutput {
  private let progress: Progress
  private var isReaderGone = false
  private(set) var status = ExitStatus.done

  init(_ progress: Progress) { self.progress = progress }

  /// Writes text. After an error nothing more is written, and the run continues.
  ///
  /// - Parameter isAlone: whether there is no other output; the error is then thrown.
  func write(_ text: String, isAlone: Bool = false) throws {
    var text = text
    try text.withUTF8 { try write(UnsafeRawBufferPointer($0), isAlone: isAlone) }
  }

  /// Writes bytes, with the same error handling.
  func write(_ bytes: UnsafeRawBufferPointer, isAlone: Bool = false) throws {
    guard !bytes.isEmpty, !isReaderGone else { return }
    progress.clear(forOutput: true)
    do {
      try StandardStream.write(bytes)
    } catch {
      isReaderGone = true
      if isAlone { throw error }
      status.worsen(to: ExitStatus(error))
      if error.kind != .closedPipe {
        FitCommandRunner.report(error.path, error.message, help: error.help)
      }
    }
  }
}
