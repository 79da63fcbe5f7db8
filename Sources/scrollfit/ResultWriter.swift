internal import ScrollFormats

import ScrollFitting
import ScrollReport

/// All outputs of a run: files, which are opened before the work starts, and standard output.
///
/// If one output cannot be written, or the reader of standard output leaves early, the others are still completed.
final class ResultWriter {
  private struct Sink {
    var renderer: any ResultRenderer
    var file: SideFile?
  }

  private var sinks: [Sink] = []
  private let residualFile: SideFile?
  private let residualTable = FitTables.Residuals()
  private let pathFile: SideFile?
  private let pathTable: FitTables.SearchPath?
  private var isReaderGone = false
  private var failure: OutputError?

  /// - Parameter law: the law of the search path; nil if there are several laws, and therefore no such file.
  init(
    _ output: OutputOptions, options: FitOptions, law: LawDescription?
  ) throws {
    pathTable = law.map { FitTables.SearchPath($0) }
    for path in output.export {
      let export = try OutputOptions.export(to: path)
      sinks.append(
        Sink(
          renderer: output.renderer(export, options: options),
          file: try SideFile(path: path)))
    }
    residualFile = try output.residuals.map { try SideFile(path: $0) }
    pathFile = try output.searchPath.map { try SideFile(path: $0) }
    sinks.append(
      Sink(
        renderer: output.renderer(
          output.format, style: output.style, options: options,
          plot: output.drawing.terminalPlot(output.look)),
        file: nil))
    output.drawing.explain()
    for index in sinks.indices { write(sinks[index].renderer.begin(), to: index) }
    residualFile?.write(residualTable.begin())
    if let pathTable { pathFile?.write(pathTable.begin()) }
  }

  func add(_ result: TraceResult) {
    for index in sinks.indices { write(sinks[index].renderer.add(result), to: index) }
    residualFile?.write(residualTable.add(result))
    if let pathTable { pathFile?.write(pathTable.add(result)) }
  }

  func add(_ failure: ReadingFailure) {
    for index in sinks.indices { write(sinks[index].renderer.add(failure), to: index) }
  }

  /// Writes the end of each output, and moves the files into place.
  ///
  /// - Returns: the exit status of writing.
  func finish() -> ExitStatus {
    for index in sinks.indices { write(sinks[index].renderer.end(), to: index) }
    // A file without new content keeps its old content.
    for sink in sinks { sink.file?.commitContent() }
    residualFile?.commit()
    pathFile?.commit()
    var status = ExitStatus.done
    for file in sinks.map(\.file) + [residualFile, pathFile] {
      if let file { status.worsen(to: file.status) }
    }
    if let failure {
      FitCommandRunner.report(failure.path, failure.message, help: failure.help)
      status.worsen(to: ExitStatus(failure))
    }
    return status
  }

  private func write(_ text: String, to index: Int) {
    if let file = sinks[index].file { return file.write(text) }
    guard !isReaderGone else { return }
    do throws(OutputError) {
      try StandardStream.write(text)
    } catch {
      // The files are still completed; the error is reported at the end.
      if error.kind != .closedPipe { failure = error }
      isReaderGone = true
    }
  }
}
