import ScrollFitting
import Testing

/// References made of recordings, new and in place of older ones.
@Suite struct ReferenceBuilderTests {
  private typealias Source = RecordSource

  private func built(
    _ records: [BatchRecord], keeping old: Reference? = nil, scope: [String] = [""],
    keys: [String] = []
  ) -> Reference {
    var builder = ReferenceBuilder(name: "r.json", groupedBy: keys, keeping: old)
    var summary = BatchSummary(groupedBy: keys)
    for record in records {
      builder.add(record)
      summary.add(record)
    }
    return builder.finish(summary.grouped(), scope: scope)
  }

  @Test func `values are rounded to a hundredth of their errors and checked as passing`() throws {
    let records = [
      Source.bounce("a.csv", 10.931_234_567, 0.012_345_6), Source.bounce("b.csv", 10.925, 0.01),
    ]
    let reference = built(records)
    let constant = try #require(reference.traces[TraceName(path: "a.csv")]?.first)
    #expect(constant.value == 10.9312 && constant.standardError == 0.0123)
    #expect(constant.degrees == 45 && constant.unit == "1/s" && constant.count == nil)
    let pooled = try #require(reference.pooled.first?.constants.first)
    #expect(pooled.count == 2 && pooled.name == "bounce.delta")
    var check = Check(reference, rules: [ToleranceRule("5%")].compactMap { $0 })
    for record in records { check.add(record) }
    var summary = BatchSummary()
    for record in records { summary.add(record) }
    #expect(check.finish(summary.grouped(), scope: [""]).counts == [.pass: 3])
  }

  @Test(arguments: [
    (10.931_234_567, 0.000_1, 10.9312), (-10.931_25, 0.000_12, -10.9313), (1234.5, 100, 1200),
    (1.5, 0, 1.5), (0.3, 1e-20, 0.3), (0.123_456, 0.001, 0.123), (5, 1e300, 5),
  ])
  func `a number is rounded to the power of ten below a unit`(
    _ value: Double, _ unit: Double, _ expected: Double
  ) {
    #expect(ReferenceConstant.rounded(value, to: unit) == expected)
  }

  @Test func `notes, tolerances and constants added by hand survive`() throws {
    var old = built([Source.bounce("a.csv", 10)])
    let name = TraceName(path: "a.csv")
    old.note = "ours"
    old.tolerances["bounce.delta"] = Tolerance(relative: 0.01)
    old.traces[name]?[0].tolerance = Tolerance(absolute: 1)
    old.traces[name]?[0].note = "of 2026"
    old.traces[name]?.append(
      ReferenceConstant(law: "bounce", key: "C", unit: "pt/s", value: 1, note: "hand"))
    let gone = ReferenceConstant(law: "decelerate", key: "v0", unit: "pt/s", value: 5)
    old.traces[name]?.append(gone)
    old.traces[name]?.append(
      ReferenceConstant(law: "decelerate", key: "k", unit: "1/s", value: 2))
    old.pooled[0].constants[0].tolerance = Tolerance(absolute: 3)
    let new = built([Source.bounce("a.csv", 11)], keeping: old)
    #expect(new.note == "ours" && new.tolerances == old.tolerances)
    let constants = try #require(new.traces[name])
    // k, which every recording with a deceleration tells, is gone with it; v0 is what someone wants to have.
    #expect(constants.map(\.name) == ["bounce.C", "bounce.delta", "decelerate.v0"])
    #expect(constants[0].value == 900 && constants[0].note == "hand")
    #expect(constants[1].value == 11 && constants[1].tolerance == Tolerance(absolute: 1))
    #expect(constants[1].note == "of 2026" && constants[2] == gone)
    #expect(new.pooled[0].constants[0].tolerance == Tolerance(absolute: 3))
    #expect(new.pooled[0].constants[0].value == 11)
  }

  @Test func `recordings outside the scope stay, and those gone from it do not`() {
    let old = built([Source.bounce("t/a.csv", 10), Source.bounce("u/b.csv", 10)])
    let new = built([Source.bounce("t/c.csv", 12)], keeping: old, scope: ["t"])
    #expect(new.sortedTraces.map(\.name.path) == ["t/c.csv", "u/b.csv"])
    // What is pooled rests on both, as they are now.
    #expect(new.pooled.first?.constants.first?.value == 11)
    #expect(new.pooled.first?.constants.first?.count == 2)
    let whole = built([Source.bounce("t/c.csv", 12)], keeping: old)
    #expect(whole.sortedTraces.map(\.name.path) == ["t/c.csv"])
    #expect(whole.pooled.first?.constants.first?.value == 12)
  }

  @Test func `a copy under another name takes the place of the old name with what people wrote`()
    throws
  {
    var old = built([Source.bounce("t/a.csv", 10), Source.bounce("t/b.csv", 11)])
    old.traces[TraceName(path: "t/a.csv")]?[0].note = "as agreed"
    let new = built(
      [Source.bounce("u/a.csv", 10), Source.bounce("u/c.csv", 12)], keeping: old, scope: ["u"])
    #expect(new.sortedTraces.map(\.name.path) == ["t/b.csv", "u/a.csv", "u/c.csv"])
    #expect(new.traces[TraceName(path: "u/a.csv")]?[0].note == "as agreed")
    #expect(new.pooled.first?.constants.first?.count == 3)
  }

  @Test func `what no single recording keeps stays pooled when only some are measured again`() {
    var old = built([Source.bounce("t/a.csv", 10), Source.bounce("u/b.csv", 10)])
    let stop = ReferenceConstant(
      law: "decelerate", key: "stop_velocity", unit: "pt/s", value: 10, standardError: 0.1)
    old.pooled[0].constants.append(stop)
    let new = built([Source.bounce("t/a.csv", 12)], keeping: old, scope: ["t"])
    #expect(new.pooled.first?.constants.last == stop)
    #expect(new.pooled.first?.constants.first?.name == "bounce.delta")
    // Where all are measured again and none tells it, it is gone.
    let whole = built([Source.bounce("t/a.csv", 12), Source.bounce("u/b.csv", 12)], keeping: old)
    #expect(whole.pooled.first?.constants.map(\.name) == ["bounce.delta"])
  }

  @Test func `a recording that fails keeps what it had`() {
    let old = built([
      Source.bounce("a.csv", 10, trace: "1"), Source.bounce("a.csv", 10, trace: "2"),
      Source.bounce("b.csv", 10),
    ])
    let new = built([Source.failed("a.csv"), Source.failed("b.csv")], keeping: old)
    #expect(new.traces == old.traces)
    let one = built([Source.failed("a.csv", trace: "1")], keeping: old)
    #expect(one.sortedTraces.map(\.name) == [TraceName(path: "a.csv", trace: "1")])
  }

  @Test func `what is kept of a recording that fails counts in the pooled constants`() throws {
    let old = built([
      Source.bounce("a.csv", 10.1), Source.bounce("b.csv", 10.3), Source.bounce("c.csv", 10.2),
    ])
    let again = [Source.bounce("a.csv", 10.1), Source.bounce("c.csv", 10.2)]
    let failed = built(again + [Source.failed("b.csv")], keeping: old)
    let unnamed = built(again, keeping: old, scope: ["a.csv", "c.csv"])
    let pooled = try #require(failed.pooled.first?.constants.first)
    #expect(pooled.count == 3 && failed.pooled == unnamed.pooled)
    #expect(failed.traces.count == 3)
  }

  @Test func `exact values are kept as they are`() {
    var exact = Source.bounce("a.csv", 10.123_456_789, nil, reason: Estimate.exactReason)
    exact.constants[0].estimate.value = nil
    let constant = built([exact]).traces[TraceName(path: "a.csv")]?.first
    #expect(constant?.value == 10.123_456_789 && constant?.standardError == nil)
    let unknown = Source.bounce("b.csv", 10, nil, reason: "no degrees of freedom")
    #expect(built([unknown]).traces.isEmpty)
  }
}
