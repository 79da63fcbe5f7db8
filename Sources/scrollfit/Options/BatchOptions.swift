internal import ScrollFormats

import ArgumentParser
import CurveFitting
import ScrollBatch
import ScrollFitting
import ScrollReport
import ScrollTraces

/// The recordings of a batch, and the options of their fits.
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
    name: [.customShort("j", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp("Recordings fitted side by side. (default: one a core)", valueName: "n"))
  var jobs: Int?

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs must be a number from 1 to 1024.")
    }
    try OutputOptions.checkStandardInput(named)
    for (index, key) in groupBy.enumerated() {
      guard !key.isEmpty else { throw ValidationError("--group-by '' names no metadata key.") }
      if groupBy[..<index].contains(where: { $0.lowercased() == key.lowercased() }) {
        throw ValidationError("--group-by names '\(key)' twice.")
      }
    }
  }

  /// Whether any option is set that affects how recordings are read or fitted.
  var fitsAreSet: Bool {
    law != nil || restOffset || loss != .linear || times.edge != nil
      || times.stamps.stamps != .auto || samples.reading != ReadingOptions() || samples.axis != nil
      || jobs != nil
  }

  /// Refuses a run without inputs.
  func checkPaths() throws {
    guard !path.isEmpty || filesFrom != nil else {
      throw ValidationError("Name at least one folder or file; - is standard input.")
    }
  }

  /// The files and folders in the arguments, and the list file.
  var named: [String] { path + [filesFrom].compactMap { $0 } }

  /// Whether an input is standard input, a pipe or a device, so that a read may block for ever. An interrupt must then
  /// end the process immediately, because it does not end the read.
  var mayWait: Bool { named.contains { $0 == "-" || TraceFolder.kind($0) == .other } }

  var threads: Int { jobs ?? Threads.processors }

  var options: FitOptions {
    var options = FitOptions()
    options.loss = loss.value
    options.restOffset = restOffset
    times.apply(to: &options)
    return options
  }

  /// The settings for each recording.
  ///
  /// - Parameter variant: a further property that results depend on; empty for none.
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

  /// The hash of everything that a result depends on except the recording; the version is included.
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
    // Only if given, so that results of earlier versions keep their hash.
    if samples.log { hash.combine("log") }
    if let unit = samples.offsetUnit { hash.combine("offset " + unit.rawValue) }
    for condition in samples.where {
      hash.combine("where")
      hash.combine(condition.column)
      hash.combine(condition.value)
    }
    if !variant.isEmpty { hash.combine(variant) }
    return hash.value
  }

  // MARK: - Walking

  /// The file name extensions of recordings in a folder.
  static let recordings = [".csv"]

  /// The same, with the extensions of the recordings in a reference.
  ///
  /// - Parameter reference: the reference; nil for none.
  static func endings(of reference: Reference?) -> [String] {
    (reference?.sortedTraces ?? []).reduce(into: recordings) { endings, trace in
      guard let point = trace.name.path.lastIndex(of: "."),
        !trace.name.path[point...].contains("/")
      else { return }
      let ending = trace.name.path[point...].lowercased()
      if !endings.contains(ending) { endings.append(ending) }
    }
  }

  /// Refuses outputs that are among the files to read, under any path, before any of them is read.
  ///
  /// Only existing files can be inputs: without an existing output no folder is searched.
  ///
  /// - Parameters:
  ///   - outputs: the files that the run writes.
  ///   - endings: the file name extensions that are read in a folder.
  /// - Returns: the content of the list file, if that can be read only once.
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

/// A law given by its key.
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
