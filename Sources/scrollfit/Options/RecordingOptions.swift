import ArgumentParser
import ScrollFitting
public import ScrollSimulation

/// How a simulated motion is recorded, including recording errors.
struct RecordingOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "Seed of all random numbers, a whole number from 0.")
  var seed: UInt64 = 1

  @Option(
    help: "Frames per second. (default: 60, or those of a law that is computed frame by frame)")
  var rate: Double?

  @Option(help: "Seconds to record. (default: until a while after the motion)")
  var duration: Double?

  @Option(help: "Start the recording so many seconds after the motion began.")
  var late = 0.0

  @Option(help: "Pixels in a point.")
  var scale = 3.0

  @Option(help: "How values are put on pixels; truncate is towards 0.")
  var rounding: Recorder.Rounding = .nearest

  @Option(help: "Noise before rounding, standard deviation in pt.")
  var noise = 0.0

  @Option(help: "Error of the stamps about their frames, standard deviation in ms.")
  var stampJitter = 0.0

  @Option(help: "Error of the moments at which values are taken, standard deviation in ms.")
  var sampleJitter = 0.0

  @Option(help: "Probability that a frame is lost, 0 to 1.")
  var drop = 0.0

  @Option(help: "Probability that a value is off by up to 20 pt, 0 to 1.")
  var outliers = 0.0

  @Flag(help: "Leave out frames that repeat the one before.")
  var changesOnly = false

  @Flag(help: "Write no times.")
  var noStamps = false

  func validate() throws {
    try Self.check("--rate", rate ?? Self.standard.rate, in: 0.1...100_000)
    try Self.check(scale: scale)
    try Self.check("--drop", drop, in: 0...1)
    try Self.check("--outliers", outliers, in: 0...1)
    for (name, value) in [
      ("--noise", noise), ("--stamp-jitter", stampJitter), ("--sample-jitter", sampleJitter),
      ("--late", late),
    ] {
      guard value >= 0, value.isFinite else {
        throw ValidationError("\(name) must be 0 or more.")
      }
    }
    if let duration, !(duration > 0 && duration.isFinite) {
      throw ValidationError("--duration must be a positive number of seconds.")
    }
  }

  /// Refuses a scale that no screen has.
  static func check(scale: Double) throws { try check("--scale", scale, in: 0.1...100) }

  private static func check(
    _ name: String, _ value: Double, in range: ClosedRange<Double>
  ) throws {
    guard range.contains(value) else {
      let low = LawConstants.short(range.lowerBound)
      throw ValidationError(
        "\(name) must be from \(low) to \(LawConstants.short(range.upperBound)).")
    }
  }

  /// A recorder for a motion with this recommended duration in s.
  func recorder(until end: Double) throws -> Recorder {
    let rate = rate ?? Self.standard.rate
    var recorder = Recorder()
    recorder.rate = rate
    recorder.startTime = late
    recorder.scale = scale
    recorder.rounding = rounding
    recorder.noise = noise
    recorder.hasStamps = !noStamps
    recorder.stampJitter = stampJitter / 1000
    recorder.sampleJitter = sampleJitter / 1000
    recorder.dropRate = drop
    recorder.logsChangesOnly = changesOnly
    recorder.outlierRate = outliers
    let length = duration ?? max(end - late, 0)
    guard length * rate < 2_000_000 else {
      throw ValidationError(
        "That is more than 2000000 samples, the most a recording may have: give a shorter --duration."
      )
    }
    recorder.setDuration(length)
    return recorder
  }

  /// The options that differ from their defaults as command line arguments; the seed is always included.
  var arguments: [String] {
    let standard = Self.standard
    func number(_ name: String, _ value: Double, _ usual: Double) -> [String] {
      value == usual ? [] : [name, LawConstants.short(value)]
    }
    return ["--seed", "\(seed)"] + number("--rate", rate ?? standard.rate, standard.rate)
      + (duration.map { ["--duration", LawConstants.short($0)] } ?? [])
      + number("--late", late, standard.late) + number("--scale", scale, standard.scale)
      + (rounding == standard.rounding ? [] : ["--rounding", rounding.rawValue])
      + number("--noise", noise, standard.noise)
      + number("--stamp-jitter", stampJitter, standard.stampJitter)
      + number("--sample-jitter", sampleJitter, standard.sampleJitter)
      + number("--drop", drop, standard.drop) + number("--outliers", outliers, standard.outliers)
      + (changesOnly ? ["--changes-only"] : []) + (noStamps ? ["--no-stamps"] : [])
  }

  static let standard = (
    rate: 60.0, late: 0.0, scale: 3.0, rounding: Recorder.Rounding.nearest, noise: 0.0,
    stampJitter: 0.0, sampleJitter: 0.0, drop: 0.0, outliers: 0.0
  )
}

extension Recorder.Rounding: Choice {}
