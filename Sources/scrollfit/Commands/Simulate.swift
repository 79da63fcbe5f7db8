internal import ScrollFormats

import ArgumentParser
import ScrollFitting
import ScrollPhysics
import ScrollReport
import ScrollSimulation
import ScrollTraces

struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Writes a recording of a law with known constants, noise and lost frames.",
    usage: "scrollfit simulate <law|engine> <name=value> ... [<options>]",
    discussion: """
      Examples:
        scrollfit simulate bounce C=2400 delta=10.93 --edge -88
        scrollfit simulate bounce C=2pt/ms delta=10.93 --noise 0.2 --drop 0.05
        scrollfit simulate decelerate v0=2000 d=0.998 --stamp-jitter 1
        scrollfit simulate rubber-band c=0.55 d=844 travel=400 step=15
        scrollfit simulate gravity g=1000 height=480 wait=0.2 --scale 2
        scrollfit simulate collision e=0.6 g=1000 height=480 --scale 2
        scrollfit simulate resistance r=2 v0=800
        scrollfit simulate stretch gain=1.2 intercept=200 pull=120 --scale 2
        scrollfit simulate transfer v0=2000 k=2.002 distance=500 m_outer=2 m_inner=1
        scrollfit simulate session gestures=8 --axis both --seed 3
        scrollfit simulate bounce C_x=900 C_y=2400 delta=10.93 --axis both
        scrollfit simulate uikit v0=3pt/ms
        scrollfit simulate session uikit gestures=8
        scrollfit simulate chromium v0=3000px/s
        scrollfit simulate iscroll y0=80 --edge 0

      \(LawArgument.help(SimulatedSubject.all))

      \(LawConstants.help(SimulatedSubject.allConstants))

      Plain numbers are in the unit shown; speeds may end in pt/ms, times in ms.
      With --axis, a name that ends in _x or _y gives that axis its own value.
      The first lines of the recording hold the constants, the seed and a command
      that writes it again.
      """)

  @Argument(
    help: """
      The law: \(SimulatedSubject.all.map(\.key).joined(separator: ", ")); or an engine, whose law \
      follows from the constants. A session is several gestures, told apart by phase.
      """, completion: .list(LawArgument.keys(of: SimulatedSubject.all)))
  var law: String

  @OptionGroup var given: GivenConstants

  @OptionGroup(title: "Motion") var motion: MotionOptions
  @OptionGroup(title: "Recording") var recording: RecordingOptions

  @Option(
    name: .shortAndLong,
    help: "Write to this file, whole or not at all. (default: standard output)",
    completion: .file())
  var output: String?

  func validate() throws {
    try given.known.check(outputs: output.map { $0 == "-" ? [] : [$0] } ?? [], inputs: [])
    if given.known.files.isEmpty {
      var random = RandomSource(seed: recording.seed)
      let subject = try subject(Engines.all)
      let motion = try simulatedMotion(subject, random: &random)
      _ = try subject.recording.recorder(until: motion.end)
    }
    guard output != "" else { throw ValidationError("--output needs the name of a file.") }
  }

  func run() throws {
    try ExitStatus.write(to: output) { try recorded(try subject(try given.known.engines())) }
  }

  /// A simulation: a law, its constants including those of an engine, and its placement.
  private struct Subject {
    var law: SimulatedSubject
    var engine: Engine?
    var constants: ConstantArguments
    var motion: MotionOptions
    var recording: RecordingOptions

    var rate: Double { recording.rate ?? RecordingOptions.standard.rate }
  }

  private func subject(_ engines: [Engine]) throws -> Subject {
    let named = try LawArgument(law, given.constants, among: SimulatedSubject.all, engines: engines)
    var motion = motion
    var recording = recording
    try motion.check(for: named.law)
    var own: EngineConstants?
    let constants = try ConstantArguments(
      named.constants, of: named.law.constants, suffixes: motion.axis.axes.map(\.rawValue)
    ) { given, words in
      guard let engine = named.engine else { return nil }
      own = try EngineConstants(
        engine, for: named.law.constants, given: given, words: words, scale: recording.scale,
        frameRate: recording.rate ?? RecordingOptions.standard.rate,
        takesParts: named.law.hasGestures)
      return own
    }
    if named.law.hasSettle { motion.settle = motion.settle ?? own?.settle }
    if case .law(let law) = named.law, law.hasFrames {
      recording.rate = recording.rate ?? constants.number("fps")
    }
    if named.law.hasGestures, case .perFrame(_, _, let frame, _) = named.engine?.glide {
      recording.rate = recording.rate ?? 1 / frame
    }
    return Subject(
      law: named.law, engine: named.engine, constants: constants, motion: motion,
      recording: recording)
  }

  /// The motion. A session draws its gestures first, so that recording errors do not change them.
  private func simulatedMotion(
    _ subject: Subject, random: inout RandomSource
  ) throws -> SimulatedRecording {
    try SimulatedRecording(
      subject.law, subject.constants, subject.motion, engine: subject.engine,
      pullDuration: recording.duration, rate: subject.rate, scale: subject.recording.scale,
      random: &random)
  }

  private func recorded(_ subject: Subject) throws -> String {
    let law = subject.law
    var random = RandomSource(seed: recording.seed)
    let motion = try simulatedMotion(subject, random: &random)
    let recorder = try subject.recording.recorder(until: motion.end)
    var metadata = Metadata([
      .init("what", "simulated \(law.key)"), .init("law", law.key),
      .init("constants", motion.constants.joined(separator: " ")),
      .init("seed", "\(recording.seed)"),
      .init("command", command(subject, usesEngine: motion.usesEngine)),
    ])
    let trace: Trace
    if let session = motion.session {
      trace = recorder.record(session, metadata: metadata, random: &random)
    } else {
      metadata.entries += motion.metadata
      trace = recorder.record(motion.quantities, metadata: metadata, random: &random)
    }
    guard trace.count > 0 else {
      throw ValidationError(
        "No frame is left: --drop \(LawConstants.short(recording.drop)) has lost them all.")
    }
    guard trace.channels.allSatisfy({ $0.values.allSatisfy { $0.magnitude <= 1e12 } }) else {
      throw ValidationError("The motion goes further than 1e12 pt: check the constants.")
    }
    // Six digits hide differences between C libraries; values off the pixel grid keep more.
    let style = TraceWriter.NumberStyle.fixed(decimals: recorder.isRounding ? 6 : 9)
    return String(
      decoding: TraceWriter(timeStyle: style, valueStyle: style).bytes(of: trace), as: UTF8.self)
  }

  /// The command that writes the same recording. Without `usesEngine` the constants replace the engine.
  private func command(_ subject: Subject, usesEngine: Bool) -> String {
    // The part of an engine is already replaced by its constants.
    let words = subject.constants.given.filter { !$0.isOfEngine }.map { "\($0.name)=\($0.printed)" }
    let engine = usesEngine ? subject.engine.map { [$0.key] } ?? [] : []
    return
      (["scrollfit", "simulate", subject.law.key] + engine + words + subject.motion.arguments
      + subject.recording.arguments).joined(separator: " ")
  }
}
