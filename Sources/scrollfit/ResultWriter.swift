import ScrollFitting
import ScrollReport

/// Everything a run writes: files opened before the work starts, then standard output.
///
/// Standard output comes last: when its reader leaves early, the files are complete all the same.
final class ResultWriter {
  private struct Sink {
    var renderer: any ResultRenderer
    var file: OutputFile?
  }

  private var sinks: [Sink] = []
  private var residualFile: OutputFile?
  private let residualTable = FitTables.Residuals()
  private var pathFile: OutputFile?
  private let pathTable: FitTables.SearchPath?
  private var isReaderGone = false
  private var failure: OutputError?

  /// - Parameter law: the law of the search path; nil where there are several, and no such file.
  init(
    _ output: OutputOptions, options: FitOptions, law: LawDescription?, showsDetails: Bool = false
  ) throws {
    pathTable = law.map { FitTables.SearchPath($0) }
    for path in output.export {
      let export = try OutputOptions.export(to: path)
      sinks.append(
        Sink(
          renderer: output.renderer(export, options: options, showsDetails: showsDetails),
          file: try OutputFile(path: path)))
    }
    residualFile = try output.residuals.map { try OutputFile(path: $0) }
    pathFile = try output.searchPath.map { try OutputFile(path: $0) }
    sinks.append(
      Sink(
        renderer: output.renderer(
          output.format, style: output.style, options: options, showsDetails: showsDetails,
          plot: output.drawing.terminalPlot(output.look)),
        file: nil))
    output.drawing.explain()
    for index in sinks.indices { try write(sinks[index].renderer.begin(), to: index) }
    try residualFile?.write(residualTable.begin())
    if let pathTable { try pathFile?.write(pathTable.begin()) }
  }

  func add(_ result: TraceResult) throws {
    for index in sinks.indices { try write(sinks[index].renderer.add(result), to: index) }
    try residualFile?.write(residualTable.add(result))
    if let pathTable { try pathFile?.write(pathTable.add(result)) }
  }

  func add(_ failure: ReadingFailure) throws {
    for index in sinks.indices { try write(sinks[index].renderer.add(failure), to: index) }
  }

  /// Writes what stands at the end, and gives the files their names.
  func finish() throws {
    for index in sinks.indices { try write(sinks[index].renderer.end(), to: index) }
    // A file for which there is nothing to say keeps what it held.
    for sink in sinks { if let file = sink.file, file.hasContent { try file.commit() } }
    try residualFile?.commit()
    try pathFile?.commit()
    if let failure { throw failure }
  }

  private func write(_ text: String, to index: Int) throws {
    if let file = sinks[index].file { return try file.write(text) }
    guard !isReaderGone else { return }
    do {
      try StandardStream.write(text)
    } catch {
      // The files are completed all the same; what went wrong here is thrown at the end.
      if error.kind != .closedPipe { failure = error }
      isReaderGone = true
    }
  }
}
