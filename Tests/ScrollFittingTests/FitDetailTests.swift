import ScrollFitting
import ScrollSimulation
import ScrollTraces
import Testing

/// What a caller does not ask for is not computed, and changes nothing of what it asked for.
@Suite struct FitDetailTests {
  /// A summary looks for no minimum that cannot be there, and ends no search that is sure of its own.
  @Test(arguments: SimulatedLaw.all.map(\.key), [RecordingCell.Fault.clean, .samples, .dropped])
  func `a summary comes to the minimum of a report whatever was recorded`(
    law: String, fault: RecordingCell.Fault
  ) throws {
    let seed: UInt64 = 356
    print("seed \(seed)")
    var random = RandomSource(seed: seed)
    let simulated = try #require(SimulatedLaw.all.first { $0.key == law })
    for scale in [1.0, 2, 3, 3, 3, 3] {
      let recorder = RecordingCell(scale: scale, rate: 60, fault: fault).recorder
      let trace = simulated.draw(recorder, &random).trace
      func result(_ detail: FitDetail) -> TraceResult {
        var options = FitOptions()
        options.detail = detail
        return TraceResult(trace, law: simulated.law, axis: nil, options: options)
      }
      let (summary, whole) = (result(.constants), result(.report))
      #expect(Self.codes(summary) == Self.codes(whole))
      try #require(summary.fits.count == whole.fits.count)
      for (one, other) in zip(summary.fits, whole.fits) where other.search.converged {
        for (short, long) in zip(one.parameters, other.parameters) {
          guard let value = short.value, let expected = long.value,
            let error = long.standardError
          else { continue }
          // What a search leaves is a small part of what the samples do.
          #expect((value - expected).magnitude <= 1e-4 * error, "\(long.key)")
          #expect(((short.standardError ?? 0) / error - 1).magnitude <= 1e-4, "\(long.key)")
        }
      }
    }
  }

  /// Recordings and their laws; without one they are split.
  private static let names: [String: String] = [
    "uiscrollview-bounce-2x": "bounce", "uiscrollview-bounce-3x": "",
    "uiscrollview-deceleration-3x": "decelerate", "uiscrollview-rubber-band-3x": "rubber-band",
    "simulated-gravity": "gravity", "simulated-collision": "collision",
    "simulated-resistance": "resistance", "simulated-spring": "spring",
  ]

  private static func results(_ name: String, _ detail: FitDetail) throws -> TraceResult {
    var options = FitOptions()
    options.detail = detail
    return TraceResult(
      try Repository.trace(name), by: names[name].flatMap(Laws.law), axis: nil, options: options)
  }

  private static func codes(_ result: TraceResult) -> [String] {
    (result.warnings + result.fits.flatMap(\.warnings)).map(\.code.rawValue)
  }

  @Test(arguments: names.keys.sorted())
  func `a report without feasible sets has the same constants and warnings`(_ name: String) throws {
    let whole = try Self.results(name, .report)
    let short = try Self.results(name, .report.subtracting(.feasibleSet))
    func messages(_ result: TraceResult) -> [String] {
      (result.warnings + result.fits.flatMap(\.warnings)).map(\.message)
    }
    #expect(messages(short) == messages(whole) && short.constants() == whole.constants())
    for (one, other) in zip(short.fits, whole.fits) {
      #expect(one.region == nil)
      if Self.names[name] == "spring" { #expect(other.region != nil) }
      #expect(one.feasibility?.isEmpty == other.feasibility?.isEmpty)
      #expect(one.parameters.map(\.profile) == other.parameters.map(\.profile))
    }
  }

  @Test(arguments: names.keys.sorted())
  func `a table of constants has all digits of a report`(_ name: String) throws {
    let whole = try Self.results(name, .report)
    let table = try Self.results(name, .derived)
    #expect(Self.codes(table) == Self.codes(whole))
    #expect(table.constants() == whole.constants())
    try #require(table.fits.count == whole.fits.count && !whole.fits.isEmpty)
    for (one, other) in zip(table.fits, whole.fits) {
      for (short, long) in zip(one.parameters + one.derived, other.parameters + other.derived) {
        var expected = long
        expected.profile = nil
        expected.feasible = nil
        #expect(short == expected, "\(long.key)")
      }
      #expect(one.parameters.allSatisfy { $0.profile == nil && $0.feasible == nil })
      #expect(one.feasibility?.isEmpty == other.feasibility?.isEmpty)
      #expect(one.feasibility?.interval == nil)
    }
  }

  @Test(arguments: names.keys.sorted())
  func `a summary has the constants, their errors and the warnings of a report`(
    _ name: String
  ) throws {
    let whole = try Self.results(name, .report)
    let summary = try Self.results(name, .constants)
    #expect(Self.codes(summary) == Self.codes(whole))
    let pairs = zip(summary.constants(), whole.constants())
    try #require(summary.constants().count == whole.constants().count)
    for (one, other) in pairs {
      #expect(one.law == other.law && one.key == other.key && one.gestures == other.gestures)
      for (short, long) in [
        (one.estimate.value, other.estimate.value),
        (one.estimate.standardError, other.estimate.standardError),
        (one.estimate.classicalError, other.estimate.classicalError),
        (one.estimate.intervalDegrees, other.estimate.intervalDegrees),
        (one.noise?.size, other.noise?.size),
      ] {
        guard let short, let long else {
          #expect(short == long)
          continue
        }
        #expect((short - long).magnitude <= 1e-8 * long.magnitude, "\(one.name)")
      }
    }
    // Brief lines.
    let brief = try Self.results(name, .profile)
    #expect(Self.codes(brief) == Self.codes(whole))
    for (one, other) in zip(brief.constants(), whole.constants()) {
      guard let short = one.estimate.value, let long = other.estimate.value else { continue }
      #expect((short - long).magnitude <= 1e-8 * long.magnitude, "\(one.name)")
    }
    // Of a recording that was split the joints rest on errors of what follows.
    guard let law = Self.names[name], ["bounce", "decelerate", "resistance"].contains(law) else {
      return
    }
    let time = try #require(summary.fits[0][law == "bounce" ? "time_to_max" : "time_constant"])
    #expect(time.value != nil && time.standardError == nil && time.reason != nil)
  }
}
