import ScrollFitting
import ScrollPhysics
import ScrollTraces
import Testing

/// Records of recordings, without recordings.
struct RecordSource {
  static func estimate(
    _ key: String, _ value: Double?, _ error: Double?, unit: String = "1/s", reason: String? = nil
  ) -> Estimate {
    var estimate = Estimate(key: key, value: value, unit: unit, reason: reason)
    estimate.standardError = error
    estimate.classicalError = error
    estimate.intervalDegrees = error.map { _ in 45 }
    return estimate
  }

  static func fit(_ law: String, _ parameters: [Estimate]) -> RecordedFit {
    RecordedFit(
      law: law, axis: .y, window: nil, samples: 50, rms: nil, floor: nil, isConverged: true,
      parameters: parameters, derived: [])
  }

  /// A content that no other recording has.
  private static func hash(_ path: String, _ trace: String?) -> UInt64 {
    var hash = ContentHash()
    hash.combine(path)
    hash.combine(trace ?? "")
    return hash.value
  }

  /// A bounce with delta and C.
  static func bounce(
    _ path: String, _ delta: Double?, _ error: Double? = 0.01, trace: String? = nil,
    reason: String? = nil
  ) -> BatchRecord {
    var record = BatchRecord(
      source: BatchSource(path: path, trace: trace, line: 1),
      contentHash: hash(path, trace))
    let delta = estimate("delta", delta, error, reason: reason)
    record.fits = [fit("bounce", [estimate("C", 900, 1, unit: "pt/s"), delta])]
    record.constants = [TraceConstant(law: "bounce", estimate: delta, gestures: 1)]
    return record
  }

  static func failed(_ path: String, trace: String? = nil) -> BatchRecord {
    var record = BatchRecord(
      source: BatchSource(path: path, trace: trace, line: 3), contentHash: nil)
    record.failure = RecordedFailure(
      code: "not_a_number", message: "'abc' is not a number", help: "mend it", line: 3, column: 2)
    return record
  }

  static func delta(_ value: Double, _ error: Double? = 0.001) -> ReferenceConstant {
    ReferenceConstant(
      law: "bounce", key: "delta", unit: "1/s", value: value, standardError: error,
      degrees: error.map { _ in 100 })
  }
}

/// Recordings compared with references and engines.
@Suite struct CheckTests {
  private typealias Source = RecordSource

  /// A reference file with a pool and some recordings.
  private func reference(
    _ traces: [TraceName: [ReferenceConstant]], pooled: Double? = nil
  ) -> Reference {
    var reference = Reference(kind: .file, name: "r.json")
    reference.traces = traces
    if let pooled { reference.pooled = [.init(values: [], constants: [Source.delta(pooled)])] }
    return reference
  }

  private func check(
    _ reference: Reference, _ records: [BatchRecord], only: [String] = [], keys: [String] = [],
    scope: [String] = [""], keepsPassing: Bool = false
  ) -> CheckResult {
    var check = Check(reference, only: only.map(GlobPattern.init), keepsPassing: keepsPassing)
    var summary = BatchSummary(groupedBy: keys)
    for record in records {
      check.add(record)
      summary.add(record)
    }
    return check.finish(summary.grouped(), by: keys, scope: scope)
  }

  /// `kind path law.key`, `*` for a pool.
  private func lines(_ result: CheckResult) -> [String] {
    result.entries.map {
      "\($0.verdict.kind.rawValue) \($0.source?.path ?? "*") \($0.law).\($0.key)"
    }
  }

  @Test func `each recording and the pool are compared with their own references`() throws {
    let reference = reference(
      [
        TraceName(path: "a.csv"): [Source.delta(10)], TraceName(path: "b.csv"): [Source.delta(11)],
      ], pooled: 10)
    let records = [Source.bounce("./a.csv", 10), Source.bounce("b.csv", 10)]
    let result = check(reference, records)
    #expect(lines(result) == ["fail b.csv bounce.delta", "pass * bounce.delta"])
    #expect(result.counts == [.fail: 1, .pass: 2] && result.judged == 3)
    #expect(result.isFailed())
    let fail = try #require(result.entries.first)
    #expect(fail.difference == -1 && fail.relativeDifference == -1.0 / 11)
    #expect(fail.band == 0.055 && fail.fitted?.value == 10 && fail.unit == "1/s")
    let all = check(reference, records, keepsPassing: true)
    #expect(all.entries.count == 3 && all.counts == result.counts)
  }

  @Test func `entries are sorted by verdict, pools first, then as they came`() {
    let reference = reference(
      [
        TraceName(path: "z.csv"): [Source.delta(20)], TraceName(path: "b.csv"): [Source.delta(20)],
        TraceName(path: "gone.csv"): [Source.delta(10)],
        TraceName(path: "u.csv"): [Source.delta(10)],
      ], pooled: 20)
    let result = check(
      reference,
      [
        Source.bounce("z.csv", 10), Source.failed("x.csv"), Source.bounce("u.csv", 10.05, 0.05),
        Source.bounce("b.csv", 10), Source.bounce("n.csv", 10),
      ], keepsPassing: true)
    #expect(
      lines(result) == [
        "fail * bounce.delta", "fail z.csv bounce.delta", "fail b.csv bounce.delta",
        "error x.csv .", "missing gone.csv bounce.delta", "unsure u.csv bounce.delta",
        "new n.csv bounce.delta",
      ])
    #expect(result.entries[3].verdict.message == "'abc' is not a number")
  }

  @Test func `how many constants there are decides what fails`() {
    // 3.2 errors off, at a tolerance of 0: beyond 2.7 of one constant, within 3.6 of 13.
    let off = Source.bounce("off.csv", 10.032, 0.01)
    let exact = Source.delta(10, nil)
    func result(_ count: Int) -> CheckResult {
      var reference = reference([TraceName(path: "off.csv"): [exact]])
      reference.tolerances["bounce.delta"] = Tolerance(absolute: 0)
      let others = (0..<count).map { "\($0).csv" }
      for path in others { reference.traces[TraceName(path: path)] = [exact] }
      return check(reference, [off] + others.map { Source.bounce($0, 10, 0.01) })
    }
    #expect(result(0).count(.fail) == 1)
    #expect(result(12).count(.fail) == 0 && result(12).judged == 13)
    #expect(!result(12).isFailed() && result(12).isFailed(strict: true))
  }

  @Test func `a pool that leaves out recordings that are off is unsure, and names the first`()
    throws
  {
    let records =
      [10, 10.001, 9.999, 10.002, 9.998].enumerated().map { Source.bounce("\($0).csv", $1) }
      + [Source.bounce("off.csv", 11)]
    let result = check(reference([:], pooled: 10), records)
    let pool = try #require(result.entries.first { $0.source == nil })
    #expect(pool.count == 5)
    #expect(
      pool.verdict
        == Verdict(
          .unsure,
          message: "1 of 6 recordings is off and left out of this value: off.csv by +10 %"))
    #expect(!result.isFailed() && result.isFailed(strict: true))
    // Inside the tolerance it is off by nothing that matters, and so beside its own value in the reference.
    var wide = reference([:], pooled: 10)
    wide.tolerances["bounce.delta"] = Tolerance(absolute: 2)
    #expect(!check(wide, records).isFailed(strict: true))
    let known = reference([TraceName(path: "off.csv"): [Source.delta(11, 0.01)]], pooled: 10)
    #expect(!check(known, records).isFailed(strict: true))
    #expect(!check(reference([:], pooled: 10), Array(records.dropLast())).isFailed(strict: true))
  }

  @Test func `new constants never fail`() {
    let result = check(reference([:]), [Source.bounce("a.csv", 10)])
    // Strictly, a check must compare something.
    #expect(result.counts == [.new: 2] && !result.isFailed() && result.isFailed(strict: true))
    #expect(result.isEmpty)
    #expect(lines(result) == ["new * bounce.delta"])
  }

  @Test(arguments: [
    ([""], 2), (["t"], 1), (["t/a.csv"], 1), (["u"], 0), (["u", "b.csv"], 1),
  ])
  func `a recording that is gone is missing only in the scope`(_ scope: [String], _ count: Int) {
    let reference = reference([
      TraceName(path: "t/a.csv"): [Source.delta(10)], TraceName(path: "b.csv"): [Source.delta(10)],
    ])
    let result = check(reference, [], scope: scope)
    #expect(result.count(.missing) == count && result.isFailed() == (count > 0))
  }

  @Test func `a pooled constant is missing only when all recordings of the reference are in scope`()
  {
    let pooled = reference([TraceName(path: "t/a.csv"): [Source.delta(10)]], pooled: 10)
    #expect(lines(check(pooled, [], scope: ["u"])) == [])
    #expect(
      lines(check(pooled, [], scope: ["t"])) == [
        "missing * bounce.delta", "missing t/a.csv bounce.delta",
      ])
    #expect(lines(check(reference([:], pooled: 10), [], scope: ["u"])).count == 1)
    // In a part of the recordings there may be none that tells it.
    let silent = [Source.bounce("u/b.csv", nil, nil, reason: "starts late")]
    #expect(check(pooled, silent, scope: ["u"]).count(.missing) == 0)
    #expect(check(reference([:], pooled: 10), silent, scope: ["u"]).count(.missing) == 1)
  }

  /// The reference of three recordings in `ref`, compared with others in `run`.
  private func moved(_ records: [BatchRecord], isFolder: Bool = true) -> CheckResult {
    let reference = reference(
      [
        TraceName(path: "ref/a/1.csv"): [Source.delta(10)],
        TraceName(path: "ref/b/1.csv"): [Source.delta(20)],
        TraceName(path: "ref/2.csv"): [Source.delta(30)],
      ])
    var check = Check(
      reference,
      moved: MovedRecordings(reference, asked: ["run"], isFolder: isFolder))
    for record in records { check.add(record) }
    return check.finish([], scope: ["run"])
  }

  @Test func `recordings in another folder are known by the longest end of their path`() {
    let result = moved([
      Source.bounce("run/a/1.csv", 10), Source.bounce("run/b/1.csv", 21),
      Source.bounce("run/2.csv", 30),
    ])
    #expect(result.counts == [.pass: 2, .fail: 1] && result.isMoved)
    #expect(lines(result) == ["fail run/b/1.csv bounce.delta"])
  }

  @Test func `in another folder, an ambiguous name is new and what is not there missing`() {
    let result = moved([Source.bounce("run/1.csv", 10), Source.bounce("run/2.csv", 30)])
    #expect(result.counts == [.pass: 1, .new: 1, .missing: 2])
    // A file alone, and a folder with no name in common, are not the reference's folder.
    #expect(moved([Source.bounce("run/2.csv", 30)], isFolder: false).counts == [.pass: 1])
    let others = moved([Source.bounce("run/3.csv", 30)])
    #expect(others.counts == [.new: 1] && !others.isMoved && others.isEmpty)
  }

  @Test func `with one of the reference's recordings in the run, paths decide alone`() {
    let reference = reference([TraceName(path: "a/1.csv"): [Source.delta(10)]])
    #expect(MovedRecordings(reference, asked: ["a", "b"], isFolder: true) == nil)
    #expect(MovedRecordings(reference, asked: ["b"], isFolder: true) != nil)
  }

  @Test func `a recording that cannot be read is an error, not missing`() {
    let reference = reference([
      TraceName(path: "a.csv", trace: "1"): [Source.delta(10)],
      TraceName(path: "a.csv", trace: "2"): [Source.delta(10)],
      TraceName(path: "b.csv"): [Source.delta(10)],
    ])
    let result = check(reference, [Source.failed("a.csv"), Source.failed("b.csv")])
    #expect(result.counts == [.error: 2] && !result.isFailed())
    let one = check(reference, [Source.failed("a.csv", trace: "1"), Source.failed("b.csv")])
    #expect(one.counts == [.error: 2, .missing: 1])
  }

  @Test func `constants written by hand are compared with the only fit of their law`() {
    let c = { (law: String, key: String, value: Double) in
      ReferenceConstant(law: law, key: key, unit: "pt/s", value: value)
    }
    let reference = reference([
      TraceName(path: "a.csv"): [
        c("bounce", "C", 902), c("bounce", "edge_velocity", 900), c("decelerate", "v0", 900),
      ]
    ])
    var record = Source.bounce("a.csv", 10)
    let result = check(reference, [record], keepsPassing: true)
    #expect(
      lines(result) == [
        "missing a.csv bounce.edge_velocity", "missing a.csv decelerate.v0", "new * bounce.delta",
        "new a.csv bounce.delta", "pass a.csv bounce.C",
      ])
    record.fits.append(record.fits[0])
    let twice = check(reference, [record])
    #expect(twice.counts[.error] == 2)
    #expect(
      twice.entries.first?.verdict.message
        == "the recording has 2 fits of the law bounce: C is not one number")
  }

  @Test func `a value without an error is judged only where the data are exact`() {
    var exact = Source.bounce("a.csv", 10.02, nil, reason: Estimate.exactReason)
    exact.constants[0].estimate.value = nil
    let reference = reference([TraceName(path: "a.csv"): [Source.delta(10, nil)]])
    #expect(check(reference, [exact]).counts == [.pass: 1])
    exact.fits.append(exact.fits[0])
    #expect(check(reference, [exact]).counts == [.missing: 1])
    let unknown = Source.bounce("a.csv", 10, nil, reason: "no degrees of freedom")
    let result = check(reference, [unknown])
    #expect(result.counts == [.error: 1])
    #expect(
      result.entries.first?.verdict.message == "it has no standard error: no degrees of freedom")
  }

  @Test func `a value that was held tells nothing`() {
    var record = Source.bounce("a.csv", 10, nil, reason: "fixed")
    record.constants = []
    record.fits[0].parameters[1].isFixed = true
    let result = check(reference([TraceName(path: "a.csv"): [Source.delta(10)]]), [record])
    #expect(result.entries.first?.verdict.message == "delta is fixed, not fitted")
    #expect(result.counts == [.error: 1])
  }

  @Test func `another unit is an error`() {
    var other = Source.delta(10)
    other.unit = ""
    let result = check(
      reference([TraceName(path: "a.csv"): [other]]), [Source.bounce("a.csv", 10)])
    #expect(result.count(.error) == 1)
    #expect(
      result.entries.first?.verdict.message == "the reference has it in no unit, the fit in 1/s")
  }

  @Test(arguments: [
    (["delta"], 3), (["bounce.*"], 3), (["a.csv"], 1), (["*.csv"], 2), (["decelerate.*"], 0),
    (["b.csv", "delta"], 3), (["Delta"], 0),
  ])
  func `patterns choose constants by name and recordings by path`(_ only: [String], _ count: Int) {
    let reference = reference(
      [
        TraceName(path: "a.csv"): [Source.delta(10)], TraceName(path: "b.csv"): [Source.delta(10)],
      ], pooled: 10)
    let result = check(
      reference, [Source.bounce("a.csv", 10), Source.bounce("b.csv", 10)], only: only)
    #expect(result.judged == count)
    #expect(check(reference, [], only: only).count(.missing) == count)
  }

  @Test func `groups are compared with the references of their values`() {
    var reference = Reference(kind: .file, name: "r.json")
    reference.groupKeys = ["device"]
    reference.pooled = [
      .init(values: ["phone"], constants: [Source.delta(10)]),
      .init(values: ["tablet"], constants: [Source.delta(12)]),
      .init(values: [nil], constants: [Source.delta(10)]),
    ]
    func record(_ path: String, _ delta: Double, _ device: String) -> BatchRecord {
      var record = Source.bounce(path, delta)
      record.metadata["device"] = device
      return record
    }
    let records = [record("a", 10, "phone"), record("b", 10, "tablet"), record("c", 10, "watch")]
    let result = check(reference, records, keys: ["device"])
    #expect(
      result.entries.map { "\($0.verdict.kind.rawValue) \($0.group.map { $0 ?? "-" })" } == [
        #"fail ["tablet"]"#, #"missing ["-"]"#, #"new ["watch"]"#, #"pass ["phone"]"#,
      ])
    let apart = check(reference, records)
    #expect(apart.counts == [.new: 4])
    #expect(
      apart.entries.first?.verdict.message == "the reference groups recordings by device")
  }

  // MARK: Engines

  @Test(arguments: [
    ("uikit-critical", false, ["bounce.delta", "decelerate.k", "rubber-band.c"]),
    ("uikit", false, ["spring.omega", "spring.zeta", "decelerate.k", "rubber-band.c"]),
    (
      "uikit-critical", true,
      ["bounce.delta", "spring.omega", "spring.zeta", "decelerate.k", "rubber-band.c"]
    ),
    ("flutter-ios", false, ["spring.omega", "spring.zeta", "decelerate.k", "rubber-band.c"]),
    ("flutter-macos", false, ["spring.omega", "spring.zeta", "rubber-band.c"]),
    ("unity", false, ["bounce.delta", "decelerate.k", "rubber-band.c"]),
    ("gtk", false, ["bounce.delta", "decelerate.k", "eased-cubic.duration"]),
    ("android", false, ["android-spline.friction", "tween-viscous-fluid.duration"]),
    ("webkit-macos", false, ["bounce.delta"]), ("react-native", false, ["decelerate.k"]),
  ])
  func `an engine is the constants that a fit can tell`(
    _ key: String, _ usesSprings: Bool, _ names: [String]
  ) throws {
    let engine = try #require(Engines.engine(key))
    let reference = Reference(engine, usesSprings: usesSprings)
    #expect(reference.everywhere.map(\.name) == names)
    #expect(reference.kind == .engine && reference.name == key)
    #expect(engine.needsSprings == key.hasPrefix("flutter") || key == "uikit")
    for constant in reference.everywhere {
      let law = try #require(Laws.description(constant.law))
      #expect(law.shared.contains { $0.key == constant.key })
      #expect(law.quantity(constant.key)?.unit == constant.unit)
      #expect(constant.standardError == nil)
    }
  }

  @Test func `an engine's constants have the values of its source`() throws {
    func value(_ engine: String, _ name: String) throws -> Double? {
      Reference(try #require(Engines.engine(engine)), usesSprings: true).everywhere
        .first { $0.name == name }?.value
    }
    #expect(try value("uikit-critical", "bounce.delta") == 10.93)
    #expect(try value("uikit", "rubber-band.c") == 0.55)
    #expect(try value("react-native", "decelerate.k") == 2)
    #expect(try value("gtk", "bounce.delta") == 10)
    #expect(try value("unity", "bounce.delta") == 20)
    #expect(try value("uikit-critical", "spring.zeta") == 1)
    #expect(try value("uikit", "spring.omega") == 120.0.squareRoot())
    // sqrt(100 / 0.5) and 1.1
    let omega = try #require(try value("flutter-ios", "spring.omega"))
    #expect((omega - 14.142135623730951).magnitude < 1e-14)
    let zeta = try #require(try value("flutter-ios", "spring.zeta"))
    #expect((zeta - 1.1).magnitude < 1e-15)
  }

  @Test func `an engine holds for every recording and every pool, and is never missing`() throws {
    let reference = Reference(try #require(Engines.engine("uikit-critical")))
    let good = [Source.bounce("a.csv", 10.93), Source.bounce("b.csv", 10.94)]
    #expect(check(reference, good).counts == [.pass: 3])
    #expect(check(reference, []).counts == [:])
    // The pool of one recording is that recording.
    #expect(check(reference, [good[0]]).counts == [.pass: 1])
    #expect(check(reference, [Source.bounce("a.csv", 20)]).counts == [.fail: 1])
    let silent = check(reference, [Source.bounce("a.csv", nil, nil, reason: "starts late")])
    #expect(silent.counts == [.unsure: 1] && silent.judged == 0 && silent.isEmpty)
    #expect(silent.entries.first?.verdict.message == "starts late")
  }

  @Test
  func `springs are new to an engine whose edge is critically damped unless they are asked for`()
    throws
  {
    let engine = try #require(Engines.engine("uikit-critical"))
    var record = BatchRecord(
      source: BatchSource(path: "a.csv", trace: nil, line: 1), contentHash: 1)
    let omega = Source.estimate("omega", 10.93, 0.01)
    record.fits = [Source.fit("spring", [omega])]
    record.constants = [TraceConstant(law: "spring", estimate: omega, gestures: 1)]
    #expect(check(Reference(engine), [record]).counts == [.new: 1])
    #expect(check(Reference(engine, usesSprings: true), [record]).counts == [.pass: 1])
  }
}
