import ScrollFitting
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

  /// A recording in which something else moves.
  private func other(_ path: String) -> BatchRecord {
    var record = Source.bounce(path, 10)
    record.fits = [Source.fit("decelerate", [Source.estimate("k", 2, 0.01)])]
    record.constants = []
    return record
  }

  /// Recordings against a reference that has a delta of 10 of each, and of all together.
  private func check(_ records: [BatchRecord], error: Double? = 0.01) -> CheckResult {
    var reference = Reference(kind: .file, name: "r.json")
    for record in records {
      reference.traces[TraceName(path: record.source.path)] = [Source.delta(10, error)]
    }
    reference.pooled = [.init(values: [], constants: [Source.delta(10, error)])]
    var check = Check(reference)
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
    #expect(result.counts == [.unsure: 2])
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

  @Test func `a constant without an error is required`() {
    #expect(check([leftOut("a.csv", 10)], error: nil).counts == [.missing: 2])
  }
}
