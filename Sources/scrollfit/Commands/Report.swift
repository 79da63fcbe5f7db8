internal import ScrollFormats

import ArgumentParser
import ScrollBatch
import ScrollFitting
import ScrollReport
import ScrollTraces

struct Report: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Makes one page of HTML from recordings: plots, constants, verdicts.",
    usage: "scrollfit report [<options>] <path> ... --output <file>",
    discussion: """
      Fits folders and files as 'scrollfit batch' does and writes a page that needs
      no network and no other file: one sentence and one large chart, what a person
      feels, all recordings with the worst first, the constants they share, and of
      each recording its samples, curve and residuals, its constants, its warnings
      with their meaning, and how all was found. A small script adds values on hover
      and zoom; the page is whole without it. With a reference also verdicts, as
      'scrollfit check' gives them, and the curves that the reference would make;
      they do not change the exit code.

      Examples:
        scrollfit report SampleTraces --output report.html
        scrollfit report SampleTraces --reference uikit --output report.html
        scrollfit report --limit 20 --title "iOS 26 beta" recordings/ -o beta.html
      """)

  @OptionGroup var input: BatchOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The page to write; its name ends in .html.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var output: String

  @Option(help: "What the page is called. (default: the paths)")
  var title: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many recordings have plots of their own: the worst.", valueName: "n"))
  var limit = 100

  @OptionGroup(title: "Reference") var against: ReferenceOptions

  func validate() throws {
    try input.checkPaths()
    guard ["html", "htm"].contains(OutputOptions.ending(of: output)) else {
      throw ValidationError("--output '\(output)' must end in .html.")
    }
    if let title, title.allSatisfy(\.isWhitespace) {
      throw ValidationError("--title '\(title)' names nothing.")
    }
    guard limit >= 0 else { throw ValidationError("--limit must be 0 or more.") }
    guard against.reference != nil || (against.tolerance.isEmpty && against.known.files.isEmpty)
    else {
      throw ValidationError("--tolerance and --engines need --reference: nothing is compared.")
    }
    try OutputOptions.check(
      outputs: [output], inputs: input.named + against.named, input: "read by this run")
  }

  func run() throws {
    try ExitStatus.run { $1 = try write($0) }
  }

  private func write(_ progress: Progress) throws -> ExitStatus {
    let loaded = try against.reference.map { _ in try against.load(for: input) }
    if let file = loaded?.file {
      try OutputOptions.check(outputs: [output], inputs: [file], input: "the reference")
    }
    let endings = BatchOptions.endings(of: loaded?.reference)
    let listed = try input.refuse(outputs: [output], endings: endings)
    let target = try OutputFile(path: output)
    let keys = loaded?.groupKeys(for: input) ?? input.groupBy
    let paths = loaded?.paths ?? PathBase()
    var settings = input.settings(
      needsLine: true, addsSprings: loaded?.addsSprings ?? false)
    settings.options.keepsOffsets = true
    settings.keepsResults = true
    let reference = loaded?.reference
    let moved = reference.flatMap { input.moved(from: $0, paths) }
    var page = ReportPage(
      title: title ?? heading, version: Scrollfit.version, limit: limit, groupedBy: keys,
      options: settings.options
    ) { source, metadata in
      reference?.expected(of: source, metadata: metadata, paths: paths, moved: moved) ?? []
    }
    var summary = BatchSummary(groupedBy: keys)
    var check = loaded.map {
      $0.check(input, rules: against.tolerance, moved: moved, keepsPassing: true)
    }
    var scope: [String] = []
    let status = try input.fit(
      settings, progress: progress, listed: listed, endings: endings,
      visiting: { scope.append($0) }
    ) { outcome in
      check?.add(outcome.record)
      summary.add(outcome.record)
      page.add(outcome.record, result: outcome.result, line: outcome.line)
    }
    progress.clear(forOutput: false)
    summary.reportUnknownKeys()
    var verdicts: CheckReport?
    if let found = check, let reference {
      verdicts = CheckReport(
        found.finish(summary.grouped(), by: keys, scope: scope.map(paths.relative)),
        reference: reference, summary: summary, isStrict: false, update: nil)
    }
    try page.write(summary, check: verdicts) { try target.write($0) }
    try target.commit()
    try StandardStream.write(
      "\(escapedForTerminal(output)): \(PooledText.count(summary.recordings, "recording")), "
        + "\(PooledText.count(summary.convergedFits, "fit"))\n")
    return status
  }

  private var heading: String {
    "scrollfit report: "
      + input.path.prefix(5).map { $0 == "-" ? "standard input" : $0 }.joined(separator: ", ")
      + (input.path.count > 5 ? " and \(input.path.count - 5) more" : "")
  }
}
