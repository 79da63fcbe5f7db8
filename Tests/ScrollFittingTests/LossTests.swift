import ScrollFitting
import ScrollTraces
import Testing

/// Constants of the reference that recordings, which are there, do not tell.
@Suite struct LossTests {
  private typealias Source = RecordSource

  /// A bounce whose delta is left out of what recordings share, as for a warning.
  private func leftOut(_ path: String, _ delta: Double?, _ error: Double? = 0.01) -> BatchRecord {
    var record = Source.bounce(path, delta, error)
    record.constants[0].estimate = Source.estimate(
      "delta", nil, nil, reason: "the law does not describe it (W405)")
    return record
  }

  /// A recording in which something else moves; its file says where the edge is, or nothing.
  private func other(_ path: String, edge: String? = "0") -> BatchRecord {
    var record = Source.bounce(path, 10)
    if let edge { record.metadata.entries.append(Metadata.Entry("edge_top", edge)) }
    record.fits = [Source.fit("decelerate", [Source.estimate("k", 2, 0.01)])]
    record.constants = []
    return record
  }

  /// Recordings against a reference that has a delta of 10 of each, and of all together.
  private func check(
    _ records: [BatchRecord], error: Double? = 0.01, isTold: Bool = false
  ) -> CheckResult {
    var reference = Reference(kind: .file, name: "r.json")
    for record in records {
      reference.traces[TraceName(path: record.source.path)] = [Source.delta(10, error)]
    }
    reference.pooled = [.init(values: [], constants: [Source.delta(10, error)])]
    var check = Check(reference, isTold: isTold)
    var summary = BatchSummary()
    for record in records {
      check.add(record)
      summary.add(record)
    }
    return check.finish(summary.grouped(), scope: [""])
  }

  private func verdict(_ result: CheckResult, _ path: String?) -> Verdict? {
    result.entries.first { $0.source?.path == path }?.verdict
  }

  @Test func `a constant left out by one recording was not measured, and fails nothing`() throws {
    let result = check([leftOut("a.csv", 10.01), Source.bounce("b.csv", 10)])
    #expect(
      verdict(result, "a.csv")
        == Verdict(.unsure, message: "not measured: the law does not describe it (W405)"))
    #expect(result.counts == [.unsure: 1, .pass: 2])
    // All together pass, which is what counts.
    #expect(!result.isFailed() && !result.isFailed(strict: true))
  }

  @Test func `what no recording tells was not measured either, and strictly that fails`() {
    let result = check([leftOut("a.csv", 10.01)])
    #expect(result.counts == [.unsure: 2] && result.isEmpty)
    #expect(!result.isFailed() && result.isFailed(strict: true))
  }

  @Test func `a constant left out that is off is missing`() {
    let result = check([leftOut("a.csv", 12), Source.bounce("b.csv", 10)])
    #expect(verdict(result, "a.csv")?.kind == .missing)
    #expect(verdict(result, "a.csv")?.message == "the law does not describe it (W405)")
    #expect(result.isFailed())
  }

  @Test(arguments: [(2, false), (4, true), (12, true)])
  func `a constant that all recordings leave out is missing where chance does not do that`(
    _ count: Int, _ isMissing: Bool
  ) {
    let result = check((0..<count).map { leftOut("\($0).csv", 10) })
    #expect(result.isFailed() == isMissing)
    #expect(result.count(isMissing ? .missing : .unsure) == count + 1)
  }

  @Test(arguments: [(1, false), (3, false), (8, true)])
  func `of twelve recordings some may leave a constant out`(_ count: Int, _ isMissing: Bool) {
    let result = check(
      (0..<12).map { $0 < count ? leftOut("\($0).csv", 10) : Source.bounce("\($0).csv", 10) })
    #expect(result.isFailed() == isMissing)
  }

  @Test(arguments: [(0.1, true), (0.5, true), (0.6, false), (3, false)])
  func `a law that is gone is missing where it was clear`(_ error: Double, _ isMissing: Bool) {
    let result = check([other("a.csv")], error: error)
    #expect(result.isFailed() == isMissing)
    #expect(
      verdict(result, "a.csv")?.message
        == (isMissing ? "" : "not measured: ") + "the recording has no fit of the law bounce")
    // Of others the same law is told: that of this recording is gone all the same.
    let two = check([other("a.csv"), Source.bounce("b.csv", 10)], error: error)
    #expect(two.isFailed() == isMissing)
  }

  /// Where an edge is had to be told from the samples, which noise may prevent.
  @Test func `a law that is gone from one recording that says nothing was not measured`() {
    let result = check([other("a.csv", edge: nil), Source.bounce("b.csv", 10)])
    #expect(verdict(result, "a.csv")?.kind == .unsure && !result.isFailed())
    #expect(!check([other("a.csv", edge: nil)]).isFailed())
    // An option says it for all.
    #expect(check([other("a.csv", edge: nil)], isTold: true).isFailed())
  }

  @Test(arguments: [(2, false), (4, true), (12, true)])
  func `a law that is gone from all recordings is missing where chance does not do that`(
    _ count: Int, _ isMissing: Bool
  ) {
    #expect(check((0..<count).map { other("\($0).csv", edge: nil) }).isFailed() == isMissing)
  }

  /// A recording that was read, and follows no law now.
  private func nothing(
    _ path: String, _ code: FitFailure.Code, _ message: String = "no phase could be fitted"
  ) -> BatchRecord {
    var record = Source.bounce(path, 10)
    record.contentHash = 1
    record.fits = []
    record.constants = []
    record.failure = RecordedFailure(
      code: code.rawValue, message: message, help: "", line: 1, column: 1)
    return record
  }

  @Test func `a recording that follows no law any more is judged by what the reference has of it`()
  {
    let noisy = check([nothing("a.csv", .nothingToFit), Source.bounce("b.csv", 10)])
    #expect(noisy.counts == [.unsure: 1, .pass: 2])
    // Where nothing moves no noise hides a bounce.
    let still = check([nothing("a.csv", .noMotion), Source.bounce("b.csv", 10)])
    #expect(verdict(still, "a.csv")?.kind == .missing && still.isFailed())
  }

  @Test func `a recording in which nothing moves is missing, and that is said`() {
    let still = check([nothing("a.csv", .noMotion, "the offset never changes")])
    #expect(verdict(still, "a.csv") == Verdict(.missing, message: "the offset never changes"))
  }

  @Test func `a recording of another law than the reference has of it is missing`() {
    var spline = other("a.csv", edge: nil)
    spline.fits = []
    spline.constants = [
      TraceConstant(
        law: "android-spline", estimate: Source.estimate("friction", 0.015, 1e-5), gestures: 1)
    ]
    let result = check([spline, Source.bounce("b.csv", 10)])
    #expect(
      verdict(result, "a.csv")
        == Verdict(
          .missing, message: "the recording has no fit of the law bounce; it follows android-spline"
        ))
    #expect(result.isFailed())
    // Noise may make a spring of a bounce.
    var spring = other("a.csv", edge: nil)
    spring.constants = [
      TraceConstant(law: "spring", estimate: Source.estimate("omega", 10, 0.1), gestures: 1)
    ]
    #expect(!check([spring, Source.bounce("b.csv", 10)]).isFailed())
    // What was never clear may hide in noise.
    #expect(!check([spline, Source.bounce("b.csv", 10)], error: 0.6).isFailed())
  }

  @Test func `the constants of a law vanish together, beside any number of another law`() {
    let names = (0..<3).map { "fling-\($0).csv" }
    let bounces = (0..<12).map { Source.bounce("top-\($0).csv", 10) }
    var reference = Reference(kind: .file, name: "r.json")
    for name in names {
      reference.traces[TraceName(path: name)] = [
        ReferenceConstant(
          law: "decelerate", key: "k", unit: "1/s", value: 2, standardError: 0.001, degrees: 100)
      ]
    }
    for record in bounces {
      reference.traces[TraceName(path: record.source.path)] = [Source.delta(10)]
    }
    func result(_ count: Int) -> CheckResult {
      var check = Check(reference)
      for name in names.prefix(count) { check.add(nothing(name, .nothingToFit)) }
      for record in bounces { check.add(record) }
      return check.finish([], scope: Array(names.prefix(count)) + bounces.map(\.source.path))
    }
    #expect(result(3).count(.missing) == 3 && result(3).isFailed())
    // One in a hundred for each of two laws is too often.
    #expect(result(2).count(.unsure) == 2 && !result(2).isFailed())
  }

  @Test(arguments: [
    ("exponential-coulomb", true), ("eased-quintic", true), ("critical", false),
  ])
  func `a recording of which every motion surely follows another law is missing`(
    _ law: String, _ isMissing: Bool
  ) {
    var record = nothing("a.csv", .nothingToFit)
    record.failure = nil
    record.identified.sure = [law]
    let result = check([record, Source.bounce("b.csv", 10)])
    #expect(
      verdict(result, "a.csv")?.message == (isMissing ? "" : "not measured: ")
        + "the recording has no fit of the law bounce; it follows \(law)")
    #expect(result.isFailed() == isMissing)
  }

  @Test(arguments: [(10.3, false), (9.6, false), (12, true), (4, true)])
  func `a motion that does not follow its law any more is missing where it is far off`(
    _ delta: Double, _ isMissing: Bool
  ) {
    var wrong = leftOut("a.csv", delta, nil)
    wrong.warnings = [Warning.Code.wrongLaw.rawValue]
    let result = check([wrong, Source.bounce("b.csv", 10)])
    #expect(verdict(result, "a.csv")?.kind == (isMissing ? .missing : .unsure))
    #expect(result.isFailed() == isMissing)
  }

  @Test func `a recording of which reference and run have nothing fails nothing, and is listed`() {
    var reference = Reference(kind: .file, name: "r.json")
    reference.traces[TraceName(path: "b.csv")] = [Source.delta(10, 0.01)]
    var check = Check(reference)
    for record in [nothing("a.csv", .nothingToFit), Source.bounce("b.csv", 10)] {
      check.add(record)
    }
    let result = check.finish([], scope: [""])
    #expect(result.count(.error) == 0 && !result.isFailed())
    #expect(verdict(result, "a.csv") == Verdict(.new, message: "no phase could be fitted"))
    // A reference that knows no recordings judges each that comes.
    var everywhere = Reference(kind: .file, name: "r.json")
    everywhere.pooled = [.init(values: [], constants: [Source.delta(10, 0.01)])]
    var strict = Check(everywhere)
    strict.add(nothing("a.csv", .nothingToFit))
    #expect(strict.finish([], scope: [""]).count(.error) == 1)
  }

  @Test func `a constant without an error is required`() {
    #expect(check([leftOut("a.csv", 10)], error: nil).counts == [.missing: 2])
  }
}
