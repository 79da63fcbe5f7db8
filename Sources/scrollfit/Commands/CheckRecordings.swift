internal import ScrollFormats

import ArgumentParser
import ScrollBatch
import ScrollFitting
import ScrollPhysics
import ScrollReport
import ScrollTraces

struct CheckRecordings: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Compares recordings with reference constants: a verdict for CI.",
    usage: "scrollfit check [<options>] <path> ...",
    discussion: """
      Fits folders and files as 'scrollfit batch' does, and compares what belongs
      to the scroll view, of each recording and of all together, with a reference:
      pass where the constant lies inside its tolerance, error included, fail where
      it lies outside, error included, else unsure, with how many more recordings
      would decide. New is what the reference does not have, missing what the
      recordings no longer have, error what could not be judged.

      Exits 1 when a constant fails or is missing; with --strict also when one is
      unsure, but for one recording where all together pass; 65 when nothing was
      compared, and when a file is no recording: then the verdicts of the others
      stand all the same, and 65 is left with before 1.
      Recordings are known by their paths from the reference's folder; in another
      folder, by the ends of these. Without --reference, scrollfit.reference.json
      is looked for here and in the folders above.

      Examples:
        scrollfit check --reference uikit SampleTraces/uiscrollview-*.csv
        scrollfit check --update recordings/
        scrollfit check --strict recordings/
        scrollfit check --tolerance delta=1% --reference flutter-ios recordings/
        scrollfit check --reference last-release.json recordings/
        scrollfit check --format junit --export summary.md recordings/
      """)

  @OptionGroup var input: BatchOptions

  @OptionGroup(title: "Reference") var against: ReferenceOptions

  @Option(
    help: ArgumentHelp(
      "Compare only these constants or recordings: bounce.*, delta, flings/*.csv. Repeatable.",
      valueName: "glob"))
  var only: [String] = []

  @Flag(
    help: ArgumentHelp(
      """
      Fail when a constant is too uncertain to judge, unless it is that of one recording and all together pass; \
      and when nothing was compared.
      """))
  var strict = false

  @Flag(help: "Exit 0 although constants are outside their tolerances.")
  var exitZero = false

  @Flag(help: "List the constants of recordings that pass or are new, too.")
  var listPassing = false

  @Flag(help: "List everything, each constant with its standard error and 95 % interval.")
  var details = false

  @Flag(help: "Write what was measured into the reference file; never where CI is set.")
  var update = false

  @OptionGroup(title: "Output") var output: CheckOutputOptions

  func validate() throws {
    try input.checkPaths()
    try checkReference()
    if update, !only.isEmpty {
      throw ValidationError("--update takes everything into the reference: it takes no --only.")
    }
    if update, strict || exitZero || listPassing || details || !against.tolerance.isEmpty {
      throw ValidationError(
        "--update compares nothing: it takes no --strict, --exit-zero, --list-passing, --details or --tolerance."
      )
    }
    if update, !output.export.isEmpty || output.format != .text {
      throw ValidationError("--update compares nothing: it takes no --format and no --export.")
    }
    let ci = ProcessEnvironment.variable("CI")?.lowercased() ?? ""
    if update, !["", "false", "0", "no", "off"].contains(ci) {
      throw ValidationError(
        "--update never runs where CI is set: it would accept whatever was recorded.")
    }
    if let only = only.first(where: \.isEmpty) {
      throw ValidationError("--only '\(only)' matches nothing.")
    }
    try OutputOptions.check(
      outputs: output.export, inputs: input.named + against.named, input: "read by this run")
  }

  /// Refuses a reference in front of the recordings.
  private func checkReference() throws {
    guard against.reference == nil, input.path.count > 1, let first = input.path.first,
      isReference(first)
    else { return }
    let words = CommandLine.arguments.dropFirst().map(PrintedText.argument)
    let name = PrintedText.argument(first)
    let command = words.map { $0 == name ? "--reference \(name)" : $0 }.joined(separator: " ")
    throw ValidationError(
      "\(escapedForTerminal(first)) is no recording; a reference has an option: scrollfit \(command)"
    )
  }

  /// Whether a path is that of a reference, of one that is to be written, or the name of an engine.
  private func isReference(_ path: String) -> Bool {
    let isFile = path.lowercased().hasSuffix(".json")
    guard TraceFolder.kind(path) == nil else {
      return isFile && (try? ReferenceFile.readAny(path: path, groupedBy: [])) != nil
    }
    if isFile { return update }
    return (try? EngineOptions.engine(path, in: against.known.engines())) != nil
  }

  func run() throws {
    try ExitStatus.run { $1 = try update ? write($0) : compare($0) }
  }

  // MARK: - Comparing

  private func compare(_ progress: Progress) throws -> ExitStatus {
    let loaded = try against.load(for: input)
    let reference = loaded.reference
    if let file = loaded.file {
      try OutputOptions.check(outputs: output.export, inputs: [file], input: "the reference")
    }
    let paths = loaded.paths
    let moved = input.moved(from: reference, paths)
    var check = loaded.check(
      input, rules: against.tolerance, only: only.map { GlobPattern($0) }, moved: moved,
      keepsPassing: listPassing || details || output.listsPassing)
    let endings = BatchOptions.endings(of: reference)
    let listed = try input.refuse(outputs: output.export, endings: endings)
    let sinks = try CheckSinks(output, progress: progress)
    var summary = BatchSummary(groupedBy: loaded.groupKeys(for: input))
    var seconds: [BatchSource: Double] = [:]
    var scope: [String] = []
    var settings = input.settings(needsLine: output.needsLine, addsSprings: loaded.addsSprings)
    if !output.needsLine { settings.options.detail = .derived }
    var status = try input.fit(
      settings, progress: progress, listed: listed, endings: endings,
      visiting: { scope.append($0) }, isFault: { !reference.judges($0) }
    ) { outcome in
      let record = outcome.record
      check.add(record)
      summary.add(record)
      if output.needsTimes { seconds[record.source] = record.seconds }
      try sinks.add(record, line: outcome.line)
    }
    progress.clear(forOutput: false)
    summary.reportUnknownKeys()
    let result = check.finish(
      summary.grouped(), by: summary.keys, scope: scope.map(paths.relative))
    var report = CheckReport(
      result, reference: reference, summary: summary, isStrict: strict,
      update: updateCommand(reference, isMoved: moved != nil), seconds: seconds)
    report.listsPassing = listPassing || details
    report.showsDetails = details
    if report.isFailed, !exitZero { status.worsen(to: .outside) }
    if result.count(.error) > 0 || result.isEmpty && !report.isFailed {
      status.worsen(to: .badData)
    }
    try sinks.finish(report)
    // A pattern that matches nothing, such as a typing error, would make a check that cannot fail.
    if let pattern = result.unmatched.first {
      let near = NearWords.near(pattern, Self.names(reference, summary)).map(escapedForTerminal)
      throw ValidationError(
        "--only '\(pattern)' matches no constant and no recording."
          + NearWords.sentence(near))
    }
    status.worsen(to: sinks.status)
    return status
  }

  /// Suggestions for a pattern of `--only`: the constants of both sides, and the files of the reference.
  private static func names(_ reference: Reference, _ summary: BatchSummary) -> [String] {
    let constants =
      reference.constants.map { ($0.law, $0.key) }
      + summary.grouped().flatMap(\.pools).map { ($0.law, $0.estimate.key) }
    let files = reference.sortedTraces.compactMap { $0.name.path.split(separator: "/").last }
    return (constants.map(\.1) + constants.map { "\($0.0).\($0.1)" } + files.map(String.init))
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  // MARK: - Updating

  private func write(_ progress: Progress) throws -> ExitStatus {
    let file =
      against.reference ?? ReferenceOptions.findDefault() ?? ReferenceOptions.defaultName
    guard ReferenceOptions.namesFile(file) else {
      throw ValidationError(
        "--update cannot change the engine '\(file)': name a file with --reference.")
    }
    try OutputOptions.check(
      outputs: [file], inputs: input.named + against.known.files, input: "read by this run")
    let old = try old(file)
    let endings = BatchOptions.endings(of: old)
    let listed = try input.refuse(outputs: [file], endings: endings)
    let target = try OutputFile(path: file)
    let paths = ReferenceOptions.paths(of: file)
    let keys = input.groupBy.isEmpty ? old?.groupKeys ?? [] : input.groupBy
    var summary = BatchSummary(groupedBy: keys)
    var scope: [String] = []
    var builder = ReferenceBuilder(name: file, groupedBy: keys, paths: paths, keeping: old)
    var isListRead = true
    let status = try input.fit(
      input.settings(needsLine: false), progress: progress, listed: listed,
      endings: endings, visiting: { scope.append(paths.relative($0)) }
    ) { outcome in
      if outcome.record.failure != nil, outcome.record.source.path == input.filesFrom {
        isListRead = false
      }
      builder.add(outcome.record)
      summary.add(outcome.record)
    }
    progress.clear(forOutput: false)
    summary.reportUnknownKeys()
    reportUnwatched(builder.unwatched, paths)
    reportAmbiguous(builder.ambiguous)
    reportCopies(builder.copies(scope: scope))
    let new = builder.finish(summary.grouped(), scope: scope)
    guard isListRead, summary.fitted > 0, !new.traces.isEmpty else {
      FitCommandRunner.report(
        file,
        "\(isListRead ? "nothing was measured" : "the list was not read to its end"): the reference stays as it is",
        help: "look at the recordings: \(TypedCommand.line("batch", paths: input.path))")
      return status == .done ? .badData : status
    }
    let dropped = Set(old.map(Self.names) ?? []).subtracting(Self.names(new)).sorted()
    if !dropped.isEmpty {
      StandardStream.report(
        "note: no recording of the reference tells \(dropped.joined(separator: ", ")) any more: nothing compares it from now on"
      )
    }
    let text = ReferenceFile.text(new)
    try target.write(text)
    try target.commit()
    let isSame = old.map { ReferenceFile.text($0) == text } ?? false
    try StandardStream.write(
      "\(escapedForTerminal(file)): \(PooledText.count(new.traces.count, "recording")), "
        + PooledText.count(new.pooled.reduce(0) { $0 + $1.constants.count }, "pooled constant")
        + (isSame ? "; nothing has changed" : "") + "\n")
    return status
  }

  /// The reference to update; nil if there is none yet.
  private func old(_ file: String) throws -> Reference? {
    guard TraceFolder.kind(file) != nil else { return nil }
    let old = try ReferenceFile.readAny(path: file)
    guard old.kind == .file else {
      throw ResultFileError(
        kind: .invalidReference, path: file, line: nil, column: nil,
        message: "these are results, not a reference: --update would replace them",
        help: "name another file with --reference")
    }
    if !old.traces.isEmpty, input.moved(from: old, ReferenceOptions.paths(of: file)) != nil {
      StandardStream.report(
        "note: none of the \(PooledText.count(old.traces.count, "recording")) of the reference lies there: those that are not copies of new ones are kept beside these"
      )
    }
    return old
  }

  /// The pooled constants of a reference, as `law.key`.
  private static func names(_ reference: Reference) -> [String] {
    reference.pooled.flatMap { $0.constants.map { "\($0.law).\($0.key)" } }
  }

  /// The command that would accept the measured constants; nil for a reference that it cannot write correctly.
  private func updateCommand(_ reference: Reference, isMoved: Bool) -> String? {
    // Recordings of another folder would be added to those of the reference.
    guard reference.kind == .file, !isMoved else { return nil }
    // Constants without errors were required by people, not measured.
    let constants = reference.pooled.flatMap(\.constants) + reference.traces.values.joined()
    guard !constants.contains(where: { $0.standardError == nil }) else { return nil }
    return Self.updateCommand
  }

  /// The command line of this run with `--update` in place of the options that it does not take.
  static var updateCommand: String {
    var words = ["scrollfit", "check", "--update"]
    var rest = FileName.arguments.dropFirst(2)
    let flags: Set<String> = [
      "--strict", "--exit-zero", "--list-passing", "--details", "--update",
    ]
    let valued: Set<String> = ["--tolerance", "--only", "--format", "--export", "--color"]
    while let word = rest.popFirst() {
      let name = String(word.prefix { $0 != "=" })
      if flags.contains(word) { continue }
      if valued.contains(name) {
        if !word.contains("=") { rest = rest.dropFirst() }
        continue
      }
      words.append(word)
    }
    return words.map(PrintedText.argument).joined(separator: " ")
  }
}

/// The outputs of a check and their style.
struct CheckOutputOptions: ParsableArguments {
  @Option(help: "Format of the verdicts.")
  var format: CheckFormat = .text

  @Option(
    help: ArgumentHelp(
      """
      Also write the verdicts to a file; its ending says the format: .txt, .json, .ndjson, .csv, .md, or \
      .xml for JUnit. Repeatable.
      """),
    completion: .file())
  var export: [String] = []

  @OptionGroup var look: StyleOptions

  func validate() throws {
    for path in export { _ = try CheckFormat.format(of: path) }
  }

  private var formats: [CheckFormat] {
    [format] + export.compactMap { try? CheckFormat.format(of: $0) }
  }

  /// Whether some output contains result lines.
  var needsLine: Bool { formats.contains(.json) }
  /// Whether some output lists passing constants.
  var listsPassing: Bool { formats.contains { $0.listsPassing } }
  /// Whether some output reports the times of recordings.
  var needsTimes: Bool { formats.contains(.junit) }
}
