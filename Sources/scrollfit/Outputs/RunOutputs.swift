import ScrollReport

/// The outputs of a run over many recordings, each with its renderer: files, which are opened before the work starts,
/// and standard output.
final class RunOutputs<Renderer> {
  private var sinks: [(renderer: Renderer, file: SideFile?)] = []
  private let progress: Progress
  private let output: StandardOutput

  init(_ progress: Progress) {
    self.progress = progress
    output = StandardOutput(progress)
  }

  var status: ExitStatus {
    var status = output.status
    for sink in sinks { if let file = sink.file { status.worsen(to: file.status) } }
    return status
  }

  /// Adds an output: a file, which is opened, or standard output if there is no path.
  func add(_ renderer: Renderer, path: String? = nil) throws {
    sinks.append((renderer, try path.map { try SideFile(path: $0, progress: progress) }))
  }

  /// Writes text to each output; `text` is called with each renderer.
  ///
  /// - Parameter isOnly: whether an error of standard output ends the run if no file is open.
  func write(isOnly: Bool = false, _ text: (inout Renderer) -> String) throws {
    for index in sinks.indices {
      let text = text(&sinks[index].renderer)
      if let file = sinks[index].file {
        file.write(text)
      } else {
        try output.write(
          text, isAlone: isOnly && !sinks.contains { $0.file?.isOpen == true })
      }
    }
  }

  /// Moves the files into place.
  func commit() { for sink in sinks { sink.file?.commit() } }

  /// Moves the files with content into place; the others keep their old content.
  func commitContent() { for sink in sinks { sink.file?.commitContent() } }
}
