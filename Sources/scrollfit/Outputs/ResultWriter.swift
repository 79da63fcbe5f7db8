import ScrollFitting
import ScrollReport

/// All outputs of a command that fits: the results, and tables of their samples and searches.
final class ResultWriter {
  private let outputs = RunOutputs<any ResultRenderer>(Progress())
  private let residualFile: SideFile?
  private let residualTable = FitTables.Residuals()
  private let pathFile: SideFile?
  private let pathTable: FitTables.SearchPath?

  /// - Parameter law: the law of the search path; nil if there are several laws, and therefore no such file.
  init(
    _ output: OutputOptions, options: FitOptions, law: LawDescription?
  ) throws {
    pathTable = law.map { FitTables.SearchPath($0) }
    for path in output.export {
      try outputs.add(
        output.renderer(OutputOptions.export(to: path), options: options), path: path)
    }
    residualFile = try output.residuals.map { try SideFile(path: $0) }
    pathFile = try output.searchPath.map { try SideFile(path: $0) }
    try outputs.add(
      output.renderer(
        output.format, style: output.style, options: options,
        plot: output.drawing.terminalPlot(output.look)))
    output.drawing.explain()
    try outputs.write { $0.begin() }
    residualFile?.write(residualTable.begin())
    if let pathTable { pathFile?.write(pathTable.begin()) }
  }

  func add(_ result: TraceResult) throws {
    try outputs.write { $0.add(result) }
    residualFile?.write(residualTable.add(result))
    if let pathTable { pathFile?.write(pathTable.add(result)) }
  }

  func add(_ failure: ReadingFailure) throws { try outputs.write { $0.add(failure) } }

  /// Writes the end of each output, and moves the files into place.
  ///
  /// - Returns: the exit status of writing.
  func finish() throws -> ExitStatus {
    try outputs.write { $0.end() }
    outputs.commitContent()
    var status = outputs.status
    for file in [residualFile, pathFile] {
      file?.commit()
      if let file { status.worsen(to: file.status) }
    }
    return status
  }
}
