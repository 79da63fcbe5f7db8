public import ArgumentParser
public import ScrollFitting
internal import ScrollFormats
import ScrollPhysics
import ScrollReport
import ScrollTraces

struct ReferenceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A reference file, results of an earlier run, or the name of a known engine.",
      valueName: "file|name"),
    completion: EngineOptions.completion(endings: [".json", ".jsonl", ".ndjson"]))
  var reference: String?

  @OptionGroup var known: EngineOptions

  @Option(
    help: ArgumentHelp(
      """
      By how much constants may differ: 1% of the reference, or 0.02 in its unit; delta=1% for one. \
      Repeatable, the last that is about a constant counts. (default: the reference's, or 0.5%)
      """, valueName: "[name=]value"))
  var tolerance: [ToleranceRule] = []

  func validate() throws {
    for rule in tolerance {
      guard let pattern = rule.pattern else {
        // A single distance cannot apply to pt, 1/s and s at once.
        guard rule.tolerance.absolute == nil else {
          throw ValidationError(
            "An absolute --tolerance needs a constant: delta=0.02; use 1% for all."
          )
        }
        continue
      }
      guard !Self.isKnown(pattern) else { continue }
      let near = NearWords.near(pattern.text, Self.keys)
      throw ValidationError(
        "--tolerance \(pattern.text)=: no law has such a constant"
          + (near.isEmpty ? "" : ", near it: \(near.joined(separator: ", "))")
          + "; 'scrollfit laws' lists them.")
    }
  }

  /// The keys of all constants without duplicates.
  private static var keys: [String] {
    Laws.descriptions.flatMap { $0.parameters.map(\.key) + $0.derived.map(\.key) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Whether a pattern matches a constant of some law.
  private static func isKnown(_ pattern: GlobPattern) -> Bool {
    Laws.descriptions.contains { description in
      (description.parameters + description.derived).contains {
        pattern.matches(law: description.key, key: $0.key)
      } || description.shared.contains { pattern.matches(law: description.key, key: $0.key) }
    }
  }

  struct Loaded {
    var reference: Reference
    /// Its file; nil for an engine.
    var file: String?
    /// Whether bounces must also be fitted as springs for the comparison.
    var addsSprings = false

    /// The folder that paths in the reference are relative to.
    var paths: PathBase { file.map(ReferenceOptions.paths) ?? PathBase() }

    /// A check of the recordings that a run reads.
    ///
    /// - Parameters:
    ///   - input: the run.
    ///   - rules: the tolerances of the command line.
    ///   - only: the constants to compare; all if empty.
    ///   - moved: matches recordings in other folders than those of the reference.
    ///   - keepsPassing: whether constants of recordings that pass or are new are listed too.
    func check(
      _ input: BatchOptions, rules: [ToleranceRule], only: [GlobPattern] = [],
      moved: MovedRecordings?, keepsPassing: Bool
    ) -> Check {
      Check(
        reference, rules: rules, only: only, paths: paths, moved: moved,
        keepsPassing: keepsPassing, isTold: input.law != nil || input.times.edge != nil)
    }

    /// The grouping keys: those of the command line, else those of the reference.
    func groupKeys(for input: BatchOptions) -> [String] {
      input.groupBy.isEmpty ? reference.groupKeys : input.groupBy
    }
  }

  var named: [String] { [reference].compactMap { $0 } + known.files }

  /// The given reference, or else the default file in this folder or above.
  func load(for input: BatchOptions) throws -> Loaded {
    let loaded = try find(for: input)
    let reference = loaded.reference
    guard
      reference.kind != .file || input.groupBy.isEmpty || reference.pooled.isEmpty
        || input.groupBy == reference.groupKeys
    else {
      let keys = reference.groupKeys.map { "--group-by \($0)" }.joined(separator: " ")
      throw ValidationError(
        "The reference was made \(keys.isEmpty ? "without --group-by" : "with \(keys)"): "
          + "other groups cannot be compared with it.")
    }
    return loaded
  }

  private func find(for input: BatchOptions) throws -> Loaded {
    func read(_ file: String) throws -> Loaded {
      Loaded(
        reference: try ReferenceFile.readAny(path: file, groupedBy: input.groupBy), file: file)
    }
    guard let reference else {
      guard let file = Self.findDefault() else {
        throw ResultFileError(
          kind: .missingInput, path: Self.defaultName, line: nil, column: nil,
          message: "no such file here or in the folders above",
          help: "write one: \(updateCommand(for: input)); or name an engine: --reference uikit")
      }
      return try read(file)
    }
    let engines = try known.engines()
    guard !Self.namesFile(reference) else { return try read(reference) }
    let engine = try EngineOptions.engine(reference, in: engines)
    guard input.law?.key != BounceLaw.description.key || !engine.needsSprings else {
      throw ValidationError(
        "The edge of '\(engine.key)' is a spring that is not critically damped: leave out --law, or use --law spring."
      )
    }
    return Loaded(
      reference: Reference(engine, usesSprings: input.law?.key == SpringLaw.description.key),
      addsSprings: engine.needsSprings && input.law == nil)
  }

  /// The command that writes a reference of the recordings of a run.
  private func updateCommand(for input: BatchOptions) -> String {
    let isCheck = CommandLine.arguments.dropFirst().first == CheckRecordings._commandName
    return isCheck
      ? CheckRecordings.updateCommand
      : TypedCommand.line("check --update", paths: input.path)
  }

  /// Whether a reference is a file: engine names have no dots and slashes.
  static func namesFile(_ name: String) -> Bool {
    name.contains("/") || name.contains(".")
  }

  static let defaultName = "scrollfit.reference.json"

  /// The default reference file in the working folder or the nearest folder above it.
  static func findDefault() -> String? {
    if case .file = TraceFolder.kind(defaultName) { return defaultName }
    var names = ProcessEnvironment.workingFolder.split(separator: "/")
    var up = ""
    while !names.isEmpty {
      names.removeLast()
      up += "../"
      if case .file = TraceFolder.kind(up + defaultName) { return up + defaultName }
    }
    return nil
  }

  /// The folder that paths in a reference file are relative to: its own.
  static func paths(of file: String) -> PathBase {
    let folder =
      file.lastIndex(of: "/").map { String(file[..<$0]) }.map { $0.isEmpty ? "/" : $0 } ?? "."
    return PathBase(folder: folder, workingFolder: ProcessEnvironment.workingFolder)
  }
}

extension BatchOptions {
  /// Matches recordings that are in other folders than those of the reference; nil for a list, which names its
  /// recordings.
  ///
  /// - Parameters:
  ///   - reference: the reference.
  ///   - paths: the folder that its paths are relative to.
  func moved(from reference: Reference, _ paths: PathBase) -> MovedRecordings? {
    guard filesFrom == nil, reference.kind != .engine else { return nil }
    return MovedRecordings(
      reference, asked: path.map(paths.relative),
      isFolder: path.contains { TraceFolder.kind($0) == .folder })
  }
}

extension ToleranceRule: ExpressibleByArgument {
  /// A rule from its text.
  public init?(argument: String) { self.init(argument) }
}
