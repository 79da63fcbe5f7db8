import ScrollReport

/// What a run over many recordings writes to: files that are opened before the work starts, then standard output; each
/// with what makes its text.
final class RunOutputs<Renderer> {
  private var sinks: [(renderer: Renderer, file: SideFile?)] = []
  private let progress: Progress
  private let output: StandardOutput

  init(_ progress: Progress) {
    self.progress = progress
    output = StandardOutput(progress)
  }

  /// The status that writing leaves with.
  var status: ExitStatus {
    var status = output.status
    for sink in sinks { if let file = sink.file { status.worsen(to: file.status) } }
    return status
  }

  /// Opens a file; without a path what is made goes to standard output.
  func add(_ renderer: Renderer, path: String? = nil) throws {
    sinks.append((renderer, try path.map { try SideFile(path: $0, progress: progress) }))
  }

  /// Writes to each output what is made for it.
  ///
  /// - Parameter isOnly: whether a failure of standard output ends the run where no file is left.
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

  /// Gives the files their names.
  func commit() { for sink in sinks { sink.file?.commit() } }
}
