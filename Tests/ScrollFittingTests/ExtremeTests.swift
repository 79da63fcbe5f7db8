import ScrollFitting
import ScrollTraces
import Testing

/// Numbers that no recording has must end in a refusal or in finite numbers, never in a trap.
struct ExtremeTests {
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var times: [Double]
    var values: [Double]
    /// Beside the offsets.
    var finger: [Double]?
  }

  private static let bump: [Double] = [0, 5, 9, 7, 4, 2, 1, 0.5, 0.25, 0.1, 0, 0]
  private static let frames = bump.indices.map { Double($0) / 60 }
  /// Long enough for every law.
  private static let glide = (0..<40).map { frame -> Double in
    let age = Double(frame * frame) / 40
    return 400 - 400 / (1 + age)
  }
  private static let glideFrames = glide.indices.map { Double($0) / 60 }

  static let cases: [Case] = [
    Case(
      testDescription: "times from end to end of what a double holds",
      times: bump.indices.map { index -> Double in -1.7e308 + Double(index) * 3e307 }, values: bump),
    Case(
      testDescription: "frames 1e-300 s apart", times: bump.indices.map { Double($0) * 1e-300 },
      values: bump),
    Case(
      testDescription: "frames 1e-9 s apart", times: glide.indices.map { Double($0) * 1e-9 },
      values: glide),
    Case(
      testDescription: "frames 1e-4 s apart", times: glide.indices.map { Double($0) * 1e-4 },
      values: glide),
    Case(
      testDescription: "frames an hour apart", times: glide.indices.map { Double($0) * 3600 },
      values: glide),
    Case(
      testDescription: "frames 30 years apart", times: bump.indices.map { Double($0) * 1e9 },
      values: bump),
    Case(
      testDescription: "stamps at 1e300 s", times: glide.indices.map { 1e300 + Double($0) },
      values: glide),
    Case(testDescription: "all stamps equal", times: bump.map { _ in 1 }, values: bump),
    Case(testDescription: "offsets of 1e300 pt", times: frames, values: bump.map { $0 * 1e300 }),
    Case(
      testDescription: "offsets of 1e160 pt", times: glideFrames, values: glide.map { $0 * 1e160 }),
    Case(testDescription: "offsets of 1e9 pt", times: glideFrames, values: glide.map { $0 * 1e7 }),
    Case(testDescription: "denormal offsets", times: frames, values: bump.map { $0 * 1e-321 }),
    Case(
      testDescription: "offsets of 1e-160 pt", times: glideFrames, values: glide.map { $0 * 1e-162 }
    ),
    Case(
      testDescription: "offsets of 1e-9 pt", times: glideFrames, values: glide.map { $0 * 1e-11 }),
    Case(
      testDescription: "offsets from end to end of what a double holds", times: frames,
      values: bump.indices.map { $0 % 2 == 0 ? 1.7e308 : -1.7e308 }),
    Case(
      testDescription: "one outlier of 1e300 pt", times: glideFrames,
      values: glide.enumerated().map { $0 == 20 ? 1e300 : $1 }),
    Case(
      testDescription: "one outlier of 1e9 pt", times: glideFrames,
      values: glide.enumerated().map { $0 == 20 ? 1e9 : $1 }),
    Case(
      testDescription: "motions of 1e-310 pt far from 0", times: frames,
      values: bump.map { 300 + $0 * 1e-310 }),
    Case(testDescription: "constant", times: frames, values: bump.map { _ in 88 }),
    Case(testDescription: "three samples", times: [0, 1, 2], values: [0, 5, 3]),
    Case(testDescription: "two samples", times: [0, 1], values: [0, 5]),
    Case(testDescription: "one sample", times: [0], values: [5]),
    Case(
      testDescription: "a finger that comes down before where it left the edge", times: frames,
      values: bump.indices.map { -Double($0) },
      finger: [100] + bump.indices.dropLast().map { Double($0) }),
    Case(
      testDescription: "a finger of 1e299 pt", times: frames, values: bump.map { 100 * $0 },
      finger: bump.map { $0 * 1e299 }),
  ]

  /// What may not be said of any number.
  private func faults(_ estimate: Estimate) -> [String] {
    var found: [String] = []
    func check(_ isRight: Bool, _ fault: String) {
      if !isRight { found.append("\(estimate.key): \(fault): \(estimate)") }
    }
    check(estimate.value?.isFinite ?? (estimate.reason != nil), "no number, no reason")
    check(estimate.standardError.map { $0.isFinite && $0 > 0 } ?? true, "an error of 0")
    check(
      estimate.value == nil || estimate.standardError != nil || estimate.reason != nil
        || estimate.isFixed, "no error, no reason")
    check(estimate.interval == nil || estimate.standardError != nil, "an interval without an error")
    for interval in [estimate.interval, estimate.profile, estimate.feasible] {
      check(interval?.lower?.isFinite ?? true, "a lower end")
      check(interval?.upper?.isFinite ?? true, "an upper end")
    }
    if let value = estimate.value, let interval = estimate.interval {
      check(interval.contains(value), "outside its interval")
      check(interval.lower != interval.upper, "an interval of one number")
    }
    if let value = estimate.value, let error = estimate.standardError {
      check(error < 1e100 * max(1, value.magnitude), "an error that is no knowledge")
    }
    return found
  }

  @Test(arguments: cases, [0, 1e308, -88])
  func `nothing traps, and no number is NaN or infinite`(_ example: Case, _ edge: Double) {
    var trace = Trace(
      times: example.times, channels: [Channel(.offset, values: example.values)])
    // Columns that the other laws need.
    for role in [Role.finger, .height, .inner] {
      trace.channels.append(
        Channel(role, values: role == .finger ? example.finger ?? example.values : example.values))
    }
    for law in Laws.all {
      for method in FitOptions.Method.allCases where method != .article || law == BounceLaw.self {
        var options = FitOptions()
        options.method = method
        options.edge = edge
        let result = TraceResult(trace, law: law, axis: nil, options: options)
        let found = result.fits.flatMap { ($0.parameters + $0.derived).flatMap(faults) }
        #expect(found == [], "\(law.description.key)")
        #expect(!result.fits.isEmpty || result.failure != nil)
      }
    }
    var options = FitOptions()
    options.edge = edge
    let result = TraceResult(splitting: trace, axis: nil, options: options)
    #expect(result.fits.flatMap { ($0.parameters + $0.derived).flatMap(faults) } == [])
    #expect(!result.fits.isEmpty || result.failure != nil)
    let identification = Identification(trace, options: options)
    #expect(
      !identification.motions.isEmpty || identification.fromColumns != nil
        || identification.failure != nil)
  }

  @Test func `numbers beyond all motions are refused by one rule`() {
    func failure(_ times: [Double], _ values: [Double]) -> FitFailure? {
      TraceResult(
        Trace(times: times, channels: [Channel(.offset, values: values)]), law: BounceLaw.self,
        axis: nil, options: FitOptions()
      ).failure
    }
    #expect(failure(Self.frames, Self.bump.map { $0 * 1e12 })?.code == .outOfRange)
    #expect(failure(Self.frames, Self.bump.map { $0 * 1e11 })?.code == nil)
    #expect(failure(Self.frames.map { $0 * 1e-12 }, Self.bump)?.code == .outOfRange)
    #expect(failure(Self.frames.map { $0 * 1e13 }, Self.bump)?.code == .outOfRange)
    #expect(failure(Self.frames, Self.bump.map { $0 * 1e-14 })?.code == .noMotion)
    #expect(failure(Self.frames, Self.bump.map { $0 * 1e-9 })?.code == nil)
  }

  @Test func `constants and edges beyond all motions are refused by the same rule`() {
    func failure(_ change: (inout FitOptions) -> Void) -> FitFailure? {
      var options = FitOptions()
      change(&options)
      return TraceResult(
        Trace(times: Self.frames, channels: [Channel(.offset, values: Self.bump)]),
        law: BounceLaw.self, axis: nil, options: options
      ).failure
    }
    for value in [1.1e12, -1e308, .infinity, .nan] {
      let held = failure { $0.fixed = ["C": value, "delta": 10] }
      #expect(held?.code == .outOfRange && held?.message.hasPrefix("C is held") == true)
      let edge = failure { $0.edge = value }
      #expect(edge?.code == .outOfRange && edge?.message.hasPrefix("the edge is") == true)
    }
    #expect(failure { $0.fixed = ["C": 1e12] }?.code != .outOfRange)
    #expect(failure { $0.edge = -1e12 }?.code != .outOfRange)
  }
}
