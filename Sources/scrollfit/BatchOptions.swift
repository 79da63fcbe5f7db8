internal import ScrollFormats

import ArgumentParser
import CurveFitting
import ScrollBatch
import ScrollFitting
import ScrollReport
import ScrollTraces

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which recordings a run over many of them reads, and how it fits them.
struct BatchOptions: ParsableArguments {
  @Argument(
    help: "Folders, of which every .csv file is read, and files; - is standard input.",
    completion: .file())
  var path: [String] = []

  @Option(
    help: ArgumentHelp(
      "Also read the files and folders that a file names, one a line; - is standard input.",
      valueName: "file"),
    completion: .file())
  var filesFrom: String?

  @OptionGroup(title: "Input") var samples: SampleOptions

  @Option(
    help: ArgumentHelp(
      "Fit every recording with this law. (default: that of its metadata or columns, else by phases)",
      valueName: "law"))
  var law: LawName?

  @Flag(help: "Add a constant to bounces, for an edge or a rounding not quite known.")
  var restOffset = false

  @Option(help: "Loss of a residual: linear, huber or tukey; the last two resist outliers.")
  var loss: Loss = .linear

  @OptionGroup(title: "Fit") var times: TimeOptions

  @Option(
    name: .customLong("group-by"),
    help: ArgumentHelp(
      "Pool recordings with the same value of a metadata key, such as device. Repeatable.",
      valueName: "key"))
  var groupBy: [String] = []

  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp("Recordings fitted side by side. (default: one a core)", valueName: "n"))
  var jobs: Int?

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs must be a number from 1 to 1024.")
    }
    guard path.count(where: { $0 == "-" }) + (filesFrom == "-" ? 1 : 0) < 2 else {
      throw ValidationError("Standard input can be read only once.")
    }
    for (index, key) in groupBy.enumerated() {
      guard !key.isEmpty else { throw ValidationError("--group-by '' names no metadata key.") }
      if groupBy[..<index].contains(where: { $0.lowercased() == key.lowercased() }) {
        throw ValidationError("--group-by names '\(key)' twice.")
      }
    }
  }

  /// Whether anything is said of how recordings are read and fitted.
  var fitsAreSet: Bool {
    law != nil || restOffset || loss != .linear || times.edge != nil
      || times.stamps.stamps != .auto || samples.reading != ReadingOptions() || samples.axis != nil
      || jobs != nil
  }

  /// Refuses a run without anything to read.
  func checkPaths() throws {
    guard !path.isEmpty || filesFrom != nil else {
      throw ValidationError("Name at least one folder or file; - is standard input.")
    }
  }

  /// The files and folders that are named, and the list of them.
  var named: [String] { path + [filesFrom].compactMap { $0 } }

  /// Whether recordings or the names of files come from standard input, a pipe or a device, where a read may wait for ever:
  /// an interrupt ends the process there, as no read ends by it.
  var mayWait: Bool { named.contains { $0 == "-" || TraceFolder.kind($0) == .other } }

  /// How many threads fit.
  var threads: Int { jobs ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The options of all fits.
  var options: FitOptions {
    var options = FitOptions()
    options.loss = loss.value
    options.restOffset = restOffset
    times.apply(to: &options)
    return options
  }

  /// What is done with each recording.
  ///
  /// - Parameter variant: what else results differ by; empty for nothing.
  func settings(
    needsLine: Bool, addsSprings: Bool = false, variant: String = ""
  ) -> RunSettings {
    var reading = samples.reading
    reading.readsOnAfterFaults = true
    return RunSettings(
      reading: reading, law: law?.law, axis: samples.axis, addsSprings: addsSprings,
      options: options, needsLine: needsLine,
      hash: hash(addsSprings: addsSprings, variant: variant))
  }

  /// The hash of everything but the recording that a result depends on; another version may fit otherwise.
  private func hash(addsSprings: Bool, variant: String) -> UInt64 {
    func text<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "" }
    let parts = [
      Scrollfit.version, text(law?.key), "\(addsSprings)", "\(restOffset)", loss.rawValue,
      times.stamps.stamps.rawValue, text(times.edge), text(samples.axis?.rawValue),
      text(samples.time), text(samples.offset), text(samples.timeUnit?.rawValue),
      text(samples.scale), text(samples.interval?.value), text(samples.delimiter),
      text(samples.from),
      text(samples.to),
    ]
    var hash = ContentHash()
    for part in parts { hash.combine(part) }
    // Not where they are left out: results of before keep their hash.
    if samples.log { hash.combine("log") }
    for condition in samples.where {
      hash.combine("where")
      hash.combine(condition.column)
      hash.combine(condition.value)
    }
    if !variant.isEmpty { hash.combine(variant) }
    return hash.value
  }

  // MARK: - Walking

  /// How the names of recordings in a folder end.
  static let recordings = [".csv"]

  /// The same where a reference says which files are recordings: as theirs, too.
  ///
  /// - Parameter reference: what recordings are compared with; nil for nothing.
  static func endings(of reference: Reference?) -> [String] {
    (reference?.sortedTraces ?? []).reduce(into: recordings) { endings, trace in
      guard let point = trace.name.path.lastIndex(of: "."),
        !trace.name.path[point...].contains("/")
      else { return }
      let ending = trace.name.path[point...].lowercased()
      if !endings.contains(ending) { endings.append(ending) }
    }
  }

  /// Refuses outputs that are among the files to read, by whatever way these are reached, before any of them is read.
  ///
  /// Only what exists can be read: without such an output nothing is walked.
  ///
  /// - Parameters:
  ///   - outputs: the files that the run writes.
  ///   - endings: how the names of what is read in a folder end.
  /// - Returns: the paths of the list, where it can be read only once.
  func refuse(
    outputs: [String], endings: [String] = Self.recordings
  ) throws -> PathList.Content? {
    let outputs = outputs.filter { if case .file = TraceFolder.kind($0) { true } else { false } }
    guard !outputs.isEmpty else { return nil }
    var listed: PathList.Content?
    if let filesFrom, filesFrom == "-" || TraceFolder.kind(filesFrom) == .other {
      listed = PathList.content(of: filesFrom)
    }
    let identities = outputs.map { TraceFolder.Identity(of: $0) }
    try list(endings: endings).eachFile(listed: listed, fault: { _ in }) { path, _ in
      guard path != "-", let identity = TraceFolder.Identity(of: path),
        let index = identities.firstIndex(of: identity)
      else { return }
      throw ValidationError(
        "'\(escapedForTerminal(outputs[index]))' is a file to read: name another one to write.")
    }
    return listed
  }

  /// The files and folders to read, in order.
  func list(endings: [String] = Self.recordings) -> RecordingList {
    RecordingList(paths: path, listFile: filesFrom, endings: endings)
  }
}

/// A law by its key.
struct LawName: ExpressibleByArgument {
  var key: String
  var law: any Law.Type

  init?(argument: String) {
    guard let law = Laws.law(argument) else { return nil }
    self.law = law
    key = argument
  }

  static var allValueStrings: [String] { Laws.all.map { $0.description.key } }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  var defaultValueDescription: String { key }
}
