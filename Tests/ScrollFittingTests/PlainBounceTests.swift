import CurveFitting
import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// The short way through a plain recording says what the long way says, or nothing.
@Suite struct PlainBounceTests {
  /// A way to record a bounce, or something else.
  struct Kind: Sendable, CustomTestStringConvertible {
    var name: String
    /// How many are recorded.
    var count = 60
    /// The share of them that the short way has to take.
    var taken = 0.0...1.0
    var record: @Sendable (inout RandomSource) throws -> Trace
    var testDescription: String { name }

    init(
      _ name: String, count: Int = 60, taken: ClosedRange<Double> = 0...1,
      record: @escaping @Sendable (inout RandomSource) throws -> Trace
    ) {
      self.name = name
      self.count = count
      self.taken = taken
      self.record = record
    }
  }

  /// What is written and read again, as files are.
  private static func written(
    _ trace: Trace, _ style: TraceWriter, replacing parts: [(String, String)] = [],
    edit: (String) -> String = { $0 }
  ) throws -> Trace {
    var text = edit(String(decoding: style.bytes(of: trace), as: UTF8.self))
    for (old, new) in parts { text = text.replacing(old, with: new) }
    let bytes = Array(text.utf8)
    var parser = TraceParser(path: "simulated.csv")
    try bytes.withUnsafeBytes { try parser.feed($0) }
    try parser.finish()
    return parser.takeTraces()[0]
  }

  private static let printed = TraceWriter(timeStyle: .fixed(decimals: 6))

  private static func bounce(
    _ random: inout RandomSource, amplitude: ClosedRange<Double> = 500...4000,
    decayRate: ClosedRange<Double> = 9...13, rate: Double = 60
  ) -> CriticalBounce {
    let phase = random.uniform(0, 1 / rate)
    let share = random.uniform() * Double.log(amplitude.upperBound / amplitude.lowerBound)
    return CriticalBounce(
      amplitude: amplitude.lowerBound * Double.exp(share),
      decayRate: random.uniform(decayRate.lowerBound, decayRate.upperBound), phase: phase)
  }

  /// Bounces of a recorder, written with stamps to the microsecond.
  private static func bounces(
    _ name: String, count: Int = 60, taken: ClosedRange<Double> = 0...1,
    amplitude: ClosedRange<Double> = 500...4000, decayRate: ClosedRange<Double> = 9...13,
    edge: Double = -88, growsOutward: Bool = false, axis: Axis = .y, settle: Double = 0,
    frames: ClosedRange<Double> = 60...120, style: TraceWriter = printed,
    replacing parts: [(String, String)] = [],
    _ change: @escaping @Sendable (inout Recorder, inout RandomSource) -> Void = { _, _ in }
  ) -> Kind {
    Kind(name, count: count, taken: taken) { random in
      var recorder = Recorder()
      recorder.frameCount = Int(random.uniform(frames.lowerBound, frames.upperBound))
      change(&recorder, &random)
      let bounce = bounce(
        &random, amplitude: amplitude, decayRate: decayRate, rate: recorder.rate)
      let trace = recorder.record(
        bounce, edge: edge, offsetsGrowOutward: growsOutward, axis: axis, settleThreshold: settle,
        random: &random)
      return try written(trace, style, replacing: parts)
    }
  }

  /// An offset that is any function of time, beside the edge at the top.
  private static func motion(
    _ name: String, metadata: [(String, String)] = [("edge_top", "0")], frames: Int = 120,
    taken: ClosedRange<Double> = 0...1,
    _ offset: @escaping @Sendable (CriticalBounce, Double) -> Double
  ) -> Kind {
    Kind(name, taken: taken) { random in
      var recorder = Recorder()
      recorder.frameCount = frames
      let bounce = bounce(&random)
      let trace = recorder.record(
        metadata: Metadata(metadata.map { .init($0, $1) }), random: &random
      ) { -offset(bounce, $0) }
      return try written(trace, printed)
    }
  }

  /// A plain recording whose rows are changed before it is read.
  private static func edited(
    _ name: String, header: String = "t_s,offset_y_pt",
    _ edit: @escaping @Sendable (inout [String]) -> Void
  ) -> Kind {
    Kind(name, count: 20) { random in
      var recorder = Recorder()
      recorder.frameCount = 80
      let trace = recorder.record(bounce(&random), edge: -88, random: &random)
      return try written(trace, printed) { text in
        let lines = text.split(separator: "\n").map(String.init)
        let start = lines.firstIndex { !$0.hasPrefix("#") } ?? 0
        var rows = Array(lines[(start + 1)...])
        edit(&rows)
        return (lines[..<start] + [header] + rows).joined(separator: "\n") + "\n"
      }
    }
  }

  private static let most = 0.98...1.0
  /// What 98 of 100 recordings may come to by chance.
  private static let many = 0.95...1.0

  /// What the short way is for. Two per cent have a residual test, a correlation or a step towards another
  /// damping near the limit of a warning, and are left to the long way.
  static let plain: [Kind] = [
    bounces("3x", count: 400, taken: most),
    bounces("2x", count: 200, taken: most) { recorder, _ in recorder.scale = 2 },
    bounces("shortest stamps", count: 100, taken: many, style: TraceWriter()),
    bounces("bottom edge", count: 100, taken: many, edge: 1844, growsOutward: true),
    bounces("left edge", count: 100, taken: many, edge: 0, axis: .x),
    bounces("right edge, 2x", count: 100, taken: many, edge: 320.5, growsOutward: true, axis: .x) {
      recorder, _ in recorder.scale = 2
    },
    bounces("120 Hz", count: 100, taken: many, frames: 120...240) { recorder, _ in
      recorder.rate = 120
    },
    bounces("stamps 3 us off", count: 100, taken: many) { recorder, _ in
      recorder.stampJitter = 3e-6
    },
    bounces(
      "four decimals", count: 100, taken: many,
      style: TraceWriter(timeStyle: .fixed(decimals: 6), valueStyle: .fixed(decimals: 4))),
    bounces("ended below 0.5 pt", count: 100, taken: many, settle: 0.5),
  ]

  static let others: [Kind] = [
    bounces("1x") { recorder, _ in recorder.scale = 1 },
    bounces("stamps 0.2 ms off") { recorder, _ in recorder.stampJitter = 2e-4 },
    bounces("stamps 1 ms off") { recorder, _ in recorder.stampJitter = 1e-3 },
    bounces("stamps 3 ms off") { recorder, _ in recorder.stampJitter = 3e-3 },
    bounces("stamps far off the grid") { recorder, _ in recorder.stampJitter = 8e-3 },
    bounces("samples 1 ms off") { recorder, _ in recorder.sampleJitter = 1e-3 },
    bounces("noise of 0.05 pt", count: 100) { recorder, _ in recorder.noise = 0.05 },
    bounces("noise of 0.3 pt") { recorder, _ in recorder.noise = 0.3 },
    bounces("lost frames") { recorder, _ in recorder.dropRate = 0.05 },
    bounces("outliers") { recorder, _ in recorder.outlierRate = 0.05 },
    bounces("outliers of 2 pt") { recorder, _ in
      recorder.outlierRate = 0.03
      recorder.outlierSize = 2
    },
    bounces("changes only") { recorder, _ in recorder.logsChangesOnly = true },
    bounces("late starts", count: 100) { recorder, random in
      recorder.startTime = random.uniform(0.02, 0.3)
    },
    bounces("from inside") { recorder, random in recorder.startTime = -random.uniform(0, 0.1) },
    bounces("unsettled ends", count: 100, frames: 8...40),
    bounces("short", frames: 4...20),
    bounces("long", count: 10, frames: 1000...6000),
    bounces("stamps to the ms", style: TraceWriter(timeStyle: .fixed(decimals: 3))),
    bounces(
      "one decimal",
      style: TraceWriter(timeStyle: .fixed(decimals: 6), valueStyle: .fixed(decimals: 1))),
    bounces("decimals cut off", style: printed) { recorder, _ in recorder.rounding = .towardZero },
    bounces(
      "thirds cut off",
      style: TraceWriter(timeStyle: .fixed(decimals: 6), valueStyle: .fixed(decimals: 4)),
      replacing: [(".6667", ".6666")]),
    bounces("not rounded") { recorder, _ in recorder.rounding = .unrounded },
    bounces("without a scale", replacing: [("# scale: 3\n", "")]),
    bounces("of another scale", replacing: [("# scale: 3\n", "# scale: 2\n")]),
    bounces("without a rate", replacing: [("# refresh_hz: 60\n", "")]),
    bounces("without an edge", replacing: [("# edge_top: -88\n", "")]),
    bounces(
      "of an edge half a pixel off", replacing: [("edge_top: -88\n", "edge_top: -88.1667\n")]),
    bounces("of an edge a pixel off", replacing: [("edge_top: -88\n", "edge_top: -88.3333\n")]),
    bounces("of an edge inside", replacing: [("edge_top: -88\n", "edge_top: -80\n")]),
    bounces("of the other edge", replacing: [("edge_top: -88\n", "edge_bottom: -88\n")]),
    bounces(
      "of two edges", replacing: [("edge_top: -88\n", "edge_top: -88\n# edge_bottom: 900\n")]),
    bounces("overscroll", edge: 0, replacing: [("offset_y", "overscroll_y")]),
    bounces(
      "overscroll of an edge", edge: 0, growsOutward: true,
      replacing: [("offset_y", "overscroll_y")]),
    edited("as it is") { _ in },
    edited("a column of words beside it", header: "t_s,offset_y_pt,note") { rows in
      for index in rows.indices { rows[index] += ",x" }
    },
    edited("another offset beside it", header: "t_s,offset_y_pt,offset_x_pt") { rows in
      for index in rows.indices { rows[index] += ",0" }
    },
    edited("a finger beside it", header: "t_s,offset_y_pt,finger_y_pt") { rows in
      for index in rows.indices { rows[index] += ",\(index)" }
    },
    edited("phases", header: "t_s,offset_y_pt,phase") { rows in
      for index in rows.indices { rows[index] += index < 4 ? ",drag" : ",bounce" }
    },
    edited("no stamps", header: "offset_y_pt") { rows in
      for index in rows.indices { rows[index] = String(rows[index].split(separator: ",")[1]) }
    },
    edited("a row twice") { $0.insert($0[10], at: 10) },
    edited("a stamp twice") { rows in
      rows[11] = rows[10].split(separator: ",")[0] + "," + rows[11].split(separator: ",")[1]
    },
    edited("a row lost") { $0.remove(at: 10) },
    edited("a row lost at the start") { $0.removeFirst() },
    edited("a value off by a pixel") { rows in
      rows[9] = rows[9].split(separator: ",")[0] + "," + rows[10].split(separator: ",")[1]
    },
    edited("every second row") { rows in
      rows = rows.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    },
    edited("a table", header: "edge_velocity,max_overscroll") { rows in
      rows = (1...20).map { "\(100 * $0),\(Double(100 * $0) / 29.7)" }
    },
    bounces("pixels", edge: 0, replacing: [("offset_y_pt", "offset_y_px")]),
    bounces("low", count: 100, amplitude: 20...500),
    bounces("high", amplitude: 4000...40_000),
    bounces("slow and fast", count: 100, decayRate: 2...60),
    bounces("30 Hz", frames: 25...60) { recorder, _ in recorder.rate = 30 },
    bounces("next to the limits", count: 300, amplitude: 300...6000, frames: 30...150) {
      recorder, random in
      recorder.scale = random.uniform() < 0.5 ? 2 : 3
      recorder.noise = random.uniform() < 0.5 ? 0 : 0.03 * random.uniform()
      recorder.stampJitter = random.uniform() < 0.5 ? 0 : 3e-5 * random.uniform()
      recorder.startTime = random.uniform() < 0.5 ? 0 : random.uniform(-0.01, 0.06)
    },
    bounces("a little of everything", count: 200, amplitude: 100...8000, frames: 20...200) {
      recorder, random in
      recorder.scale = random.uniform() < 0.5 ? 2 : 3
      recorder.noise = 0.1 * random.uniform()
      recorder.stampJitter = 2e-5 * random.uniform()
      recorder.startTime = random.uniform(-0.02, 0.1)
      recorder.dropRate = random.uniform() < 0.3 ? 0.01 : 0
    },
    motion("at rest before") { $1 < 0.3 ? 0 : $0.position(at: $1 - 0.3) },
    motion("from inside at a speed") { $1 < 0.1 ? 1000 * ($1 - 0.1) : $0.position(at: $1 - 0.1) },
    motion("two bounces", frames: 180) { $0.position(at: $1 < 1.2 ? $1 : $1 - 1.2) },
    motion("two bounces soon", frames: 120) { $0.position(at: $1 < 0.6 ? $1 : $1 - 0.6) },
    motion("a small bounce behind", frames: 180) {
      $1 < 1.5 ? $0.position(at: $1) : 0.004 * $0.position(at: $1 - 1.5)
    },
    motion("two edges", metadata: [("edge_top", "0"), ("edge_bottom", "30")]) {
      $0.position(at: $1)
    },
    motion("moves on") { $0.position(at: $1) - ($1 < 1 ? 0 : 300 * ($1 - 1)) },
    motion("moves on by a pixel") { $0.position(at: $1) - ($1 < 1 ? 0 : 0.34) },
    motion("moves on outwards") { $0.position(at: $1) + ($1 < 1 ? 0 : 0.67) },
    motion("a spring below critical", taken: 0...0) {
      let rate = $0.decayRate
      return 2000 * Double.exp(-rate * $1) * Double.sin(rate * $1 + 0.1) / rate
    },
    motion("a spring near critical") {
      let (rate, slow) = ($0.decayRate, 0.2 * $0.decayRate)
      return 2000 * Double.exp(-rate * $1) * Double.sin(slow * ($1 + 0.01)) / slow
    },
    motion("a deceleration", taken: 0...0) { 900 * Double.exp(-2 * $1) + 0 * $0.decayRate },
    motion("a line", taken: 0...0) { 30 * $1 + 0 * $0.decayRate },
    motion("nothing at all", taken: 0...0) { 0 * $1 * $0.decayRate },
  ]

  /// Options of the fits that memory serves.
  private static func options(_ detail: FitDetail = [.profile, .feasibleSet]) -> FitOptions {
    var options = FitOptions()
    options.detail = detail
    return options
  }

  /// The numbers of both, by name, with what they are compared to where they are next to nothing.
  private static func numbers(
    _ plain: (fit: Fit, facts: SamplingFacts), _ result: TraceResult, _ fit: Fit
  ) throws -> [(name: String, plain: Double?, whole: Double?, scale: Double)] {
    let facts = try #require(result.sampling)
    let short = plain.fit
    var numbers: [(String, Double?, Double?, Double)] = [
      ("start", short.window?.lowerBound, fit.window?.lowerBound, 0),
      ("end", short.window?.upperBound, fit.window?.upperBound, 0),
      ("origin", short.series.origin, fit.series.origin, 0),
      ("samples", Double(plain.facts.sampleCount), Double(facts.sampleCount), 0),
      ("used", Double(short.samples.used), Double(fit.samples.used), 0),
      ("trimmed", Double(short.samples.trimmed), Double(fit.samples.trimmed), 0),
      ("stretch", Double(short.samples.stretch), Double(fit.samples.stretch), 0),
      ("rate", plain.facts.refreshRate, facts.refreshRate, 0),
      ("quantum", plain.facts.quantum?.value, facts.quantum?.value, 0),
      ("degrees", Double(short.degreesOfFreedom), Double(fit.degreesOfFreedom), 0),
      ("rms", short.residual.rms, fit.residual.rms, 0),
      ("largest", short.residual.max, fit.residual.max, 0),
      ("floor", short.residual.floor, fit.residual.floor, 0),
      ("Durbin-Watson", short.residual.durbinWatson, fit.residual.durbinWatson, 0),
      ("runs", short.residual.runsProbability, fit.residual.runsProbability, 0),
      ("limit", short.limit?.standardDeviation, fit.limit?.standardDeviation, 0),
      ("profile, lower", short["delta"]?.profile?.lower, fit["delta"]?.profile?.lower, 0),
      ("profile, upper", short["delta"]?.profile?.upper, fit["delta"]?.profile?.upper, 0),
      ("feasible, lower", short["delta"]?.feasible?.lower, fit["delta"]?.feasible?.lower, 0),
      ("feasible, upper", short["delta"]?.feasible?.upper, fit["delta"]?.feasible?.upper, 0),
    ]
    #expect(short.parameters.map(\.key) == ["C", "delta", "phi"])
    for constant in short.parameters {
      let estimate = try #require(fit[constant.key])
      let key = constant.key
      let width = 2 * (constant.intervalFactor ?? 0) * (constant.standardError ?? 0)
      numbers += [
        (key, constant.value, estimate.value, width),
        ("error of \(key)", constant.standardError, estimate.standardError, 0),
        ("degrees of \(key)", constant.intervalDegrees, estimate.intervalDegrees, 0),
        ("HC3 degrees of \(key)", constant.errorDegrees, estimate.errorDegrees, 0),
        ("lower \(key)", constant.interval?.lower, estimate.interval?.lower, width),
        ("upper \(key)", constant.interval?.upper, estimate.interval?.upper, width),
        ("HC3 of \(key)", constant.hc3Error, estimate.hc3Error, 0),
        ("classical \(key)", constant.classicalError, estimate.classicalError, 0),
      ]
      #expect(estimate.reason == nil && !estimate.isFixed)
    }
    let constants = result.constants()
    let pooled = TraceConstant(of: short, "delta", confidence: 0.95)
    try #require(constants.count == 1)
    #expect(constants[0].name == pooled.name && constants[0].gestures == pooled.gestures)
    let level = try #require(constants[0].noise)
    // Pools tell recordings of one rounding by it.
    #expect(level.floor == pooled.noise?.floor)
    numbers += [
      ("noise", pooled.noise?.size, level.size, 0),
      ("degrees of the noise", pooled.noise?.degrees, level.degrees, 0),
      ("pooled", pooled.estimate.value, constants[0].estimate.value, 0),
      ("error pooled", pooled.estimate.standardError, constants[0].estimate.standardError, 0),
      ("working error", pooled.estimate.classicalError, constants[0].estimate.classicalError, 0),
    ]
    return numbers
  }

  /// Whether both say the same of a recording that the short way takes.
  private static func agree(
    _ plain: (fit: Fit, facts: SamplingFacts), _ result: TraceResult, _ place: String
  ) throws {
    try #require(result.failure == nil && result.fits.count == 1, "\(place)")
    let fit = result.fits[0]
    #expect(fit.law == "bounce" && fit.axis == plain.fit.axis && fit.search.converged, "\(place)")
    for number in try numbers(plain, result, fit) {
      guard let one = number.plain, let other = number.whole else {
        #expect(number.plain == number.whole, "\(number.name) of \(place)")
        continue
      }
      // What the search's own certificate leaves.
      let scale = max(one.magnitude, other.magnitude, number.scale)
      #expect(
        (one - other).magnitude <= 1e-9 * scale,
        "\(number.name) of \(place): \(one) is not \(other)")
    }
    let warnings = result.warnings + fit.warnings
    #expect(
      warnings.map { "\($0.code.rawValue) \($0.message) \($0.remedy)" }
        == plain.fit.warnings.map { "\($0.code.rawValue) \($0.message) \($0.remedy)" },
      "\(place)")
  }

  @Test(arguments: plain + others)
  func `the short way says what the long way says`(_ kind: Kind) throws {
    var random = RandomSource(seed: 20)
    let memory = FitMemory(Self.options())
    var taken = 0
    for number in 0..<kind.count {
      let trace = try kind.record(&random)
      guard let plain = memory.plain(trace, by: BounceLaw.self, axis: nil) else { continue }
      taken += 1
      let result = TraceResult(trace, by: BounceLaw.self, axis: nil, options: FitOptions())
      try Self.agree(plain, result, "\(kind.name), seed 20, recording \(number)")
    }
    let share = Double(taken) / Double(kind.count)
    print("short way: \(kind.name): \(taken) of \(kind.count)")
    #expect(kind.taken.contains(share), "\(taken) of \(kind.count)")
  }

  @Test func `other intervals and an axis are as the long way has them`() throws {
    var options = FitOptions()
    options.confidence = 0.8
    var brief = options
    brief.detail = [.profile, .feasibleSet]
    let memory = FitMemory(brief)
    brief.detail = .constants
    let bare = FitMemory(brief)
    var random = RandomSource(seed: 21)
    for number in 0..<40 {
      let trace = try Self.plain[0].record(&random)
      #expect(memory.plain(trace, by: BounceLaw.self, axis: .x) == nil)
      guard let plain = memory.plain(trace, by: BounceLaw.self, axis: .y) else { continue }
      let result = TraceResult(trace, by: BounceLaw.self, axis: .y, options: options)
      try Self.agree(plain, result, "80 %, seed 21, recording \(number)")
      let other = try #require(bare.plain(trace, by: BounceLaw.self, axis: .y)?.fit["delta"])
      #expect(other.feasible == nil && other.profile == nil)
      #expect(other.value == plain.fit["delta"]?.value)
    }
  }

  @Test func `recordings before it leave no trace in a fit`() throws {
    let used = FitMemory(Self.options())
    var random = RandomSource(seed: 22)
    var taken = 0
    let kinds = Self.plain + Self.others.filter { $0.name != "long" }
    for number in 0..<3 * kinds.count {
      // From one length, edge, scale and fault to the next.
      let trace = try kinds[number * 7 % kinds.count].record(&random)
      let first = used.plain(trace, by: BounceLaw.self, axis: nil)
      let second = FitMemory(Self.options()).plain(trace, by: BounceLaw.self, axis: nil)
      #expect(first.map { "\($0)" } == second.map { "\($0)" }, "recording \(number)")
      taken += first == nil ? 0 : 1
    }
    #expect(taken > 30)
  }

  @Test(
    arguments: [
      ("bounce", false, true), ("Bounce", false, true), ("spring", false, false),
      ("bounces", false, false), (nil, false, false), ("spring", true, true), (nil, true, true),
    ] as [(String?, Bool, Bool)])
  func `a recording is a bounce by what it says or by what it is said to be`(
    name: String?, isBounce: Bool, isTaken: Bool
  ) throws {
    let memory = FitMemory(Self.options(.constants))
    var random = RandomSource(seed: 23)
    var trace = try Self.plain[1].record(&random)
    if let name { trace.metadata.entries.append(.init("law", name)) }
    let found = memory.plain(trace, by: isBounce ? BounceLaw.self : nil, axis: nil)
    #expect((found != nil) == isTaken)
    // A result with memory is that fit.
    let result = TraceResult(
      trace, by: isBounce ? BounceLaw.self : nil, axis: nil, options: Self.options(.constants),
      memory: memory)
    if let found {
      #expect(result.fits.map(\.parameters) == [found.fit.parameters])
      #expect(result.constants() == [TraceConstant(of: found.fit, "delta", confidence: 0.95)])
    }
  }

  /// Options that make another fit of a recording.
  private static let changes: [@Sendable (inout FitOptions) -> Void] = [
    { $0.method = .article }, { $0.start = [1000, 10, 0] }, { $0.recordsPath = true },
    { $0.loss = .huber }, { $0.loss = .tukey }, { $0.fixed = ["delta": 10] },
    { $0.restOffset = true }, { $0.keepsSettled = true }, { $0.stamps = .recorded },
    { $0.edge = 0 }, { $0.freed = ["d"] }, { $0.comparesSpring = true },
    { $0.detail.insert(.derived) }, { $0.detail.insert(.diagnostics) },
  ]

  @Test(arguments: changes.indices)
  func `options that ask for more leave everything to the long way`(_ index: Int) throws {
    var options = Self.options()
    var random = RandomSource(seed: 23)
    let trace = try Self.plain[1].record(&random)
    #expect(FitMemory(options).plain(trace, by: BounceLaw.self, axis: nil) != nil)
    Self.changes[index](&options)
    #expect(FitMemory(options).plain(trace, by: BounceLaw.self, axis: nil) == nil)
  }
}
