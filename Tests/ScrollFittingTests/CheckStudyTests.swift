import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Folders of simulated bounces, checked against the reference of another folder.
@Suite struct CheckStudyTests {
  /// The records of a folder of recordings with one delta, and their summary.
  private struct Folder {
    var records: [BatchRecord] = []
    var summary = BatchSummary()

    init(_ count: Int, delta: Double, random: inout RandomSource) {
      let recorder = Recorder()
      for index in 0..<count {
        let bounce = CriticalBounce(
          amplitude: random.uniform(600, 2400), decayRate: delta,
          phase: random.uniform(0, 1 / recorder.rate))
        var trace = recorder.record(bounce, edge: -88, random: &random)
        trace.path = "flings/\(index).csv"
        let record = BatchRecord(
          TraceResult(trace, law: BounceLaw.self, axis: .y, options: FitOptions()))
        records.append(record)
        summary.add(record)
      }
    }

    var reference: Reference {
      var builder = ReferenceBuilder(name: "reference.json")
      for record in records { builder.add(record) }
      return builder.finish(summary.grouped())
    }

    func check(_ reference: Reference, tolerance: String? = nil) -> CheckResult {
      var check = Check(
        reference, rules: tolerance.flatMap { ToleranceRule($0) }.map { [$0] } ?? [])
      for record in records { check.add(record) }
      return check.finish(summary.grouped(), scope: [""])
    }
  }

  @Test func `without drift no more than one folder in a hundred fails, at any tolerance`() {
    var random = RandomSource(seed: 20)
    var failed = ["0%": 0, "0.1%": 0, "0.5%": 0]
    var passed = 0
    for _ in 0..<1000 {
      let before = Folder(12, delta: 10.93, random: &random)
      let after = Folder(12, delta: 10.93, random: &random)
      let reference = before.reference
      for tolerance in failed.keys where after.check(reference, tolerance: tolerance).isFailed() {
        failed[tolerance, default: 0] += 1
      }
      let result = after.check(reference)
      #expect(!result.isFailed())
      // Twelve recordings and what they say together.
      #expect(result.judged == 13)
      if result.entries.contains(where: { $0.source == nil && $0.verdict.kind == .pass }) {
        passed += 1
      }
    }
    #expect(failed["0%"]! <= 10)
    #expect(failed["0.1%"]! <= 10)
    #expect(failed["0.5%"] == 0)
    // Twelve recordings tell delta to 0.03 %: half a per cent is never in doubt.
    #expect(passed == 1000)
  }

  @Test func `a drift of one per cent fails`() {
    var random = RandomSource(seed: 21)
    for _ in 0..<100 {
      let reference = Folder(12, delta: 10.93, random: &random).reference
      for drift in [0.99, 1.01] {
        let result = Folder(12, delta: drift * 10.93, random: &random).check(reference)
        let pooled = result.entries.filter { $0.source == nil }
        #expect(pooled.map(\.verdict.kind) == [.fail])
      }
    }
  }

  @Test
  func
    `a tolerance finer than the recordings can tell leaves it unsure, and more recordings decide`()
  {
    var random = RandomSource(seed: 22)
    var decided = 0
    for _ in 0..<20 {
      let reference = Folder(400, delta: 10.93, random: &random).reference
      let folder = Folder(12, delta: 10.93, random: &random)
      let result = folder.check(reference, tolerance: "0.03%")
      let pooled = result.entries.filter { $0.source == nil }
      #expect(pooled.map(\.verdict.kind) == [.unsure])
      guard let more = pooled.first?.verdict.moreTraces else { continue }
      // The estimate rests on where the value lies by chance: with twice as many the odds are good.
      let larger = Folder(min(12 + 2 * more, 1000), delta: 10.93, random: &random)
      let again = larger.check(reference, tolerance: "0.03%")
      if again.entries.contains(where: { $0.source == nil && $0.verdict.kind == .pass }) {
        decided += 1
      }
    }
    #expect(decided >= 10)
  }
}
