import CurveFitting
import ScrollFitting
import ScrollPhysics
import Testing

/// What a constant beside its reference comes out as.
@Suite struct VerdictTests {
  @Test func `constants of a rule per frame are felt as its edge`() {
    let factors = ["friction": 0.92, "outward": 0.04, "inward": 0.11]
    let framewise = ScrollFeel { law, key in law == "framewise" ? factors[key] : nil }
    #expect(
      framewise.edge
        == .framewise(
          FramewiseBounce.Constants(
            friction: 0.92, outward: 0.04, inward: 0.11, frameDuration: 1.0 / 60)))
    let steps = ["d": 0.25, "c": 2.0]
    let stepped = ScrollFeel { law, key in law == "stepped-return" ? steps[key] : nil }
    #expect(stepped.edge == .stepped(.kivy))
  }

  /// A scroll view with a rate, and a stopping speed where one is known.
  private func glide(_ rate: Double, stop: Double?) -> ScrollFeel {
    let constants = ["k": rate, "stop_velocity": stop]
    return ScrollFeel { law, key in law == "decelerate" ? constants[key] ?? nil : nil }
  }

  @Test func `where one stopping speed of two glides is known, both end by it`() throws {
    for (a, b) in [(10.0, nil), (nil, 10.0)] as [(Double?, Double?)] {
      let felt = ScrollFeel.consequences(glide(2, stop: a), glide(2, stop: b))
      #expect(felt.count == 6 && felt.allSatisfy { $0.first == $0.second })
      #expect(felt.contains { ($0.first - 995).magnitude < 1e-9 })
    }
    // Both rules are known, or none.
    let known = ScrollFeel.consequences(glide(2, stop: 10), glide(2, stop: 20))
    #expect(
      known.contains { ($0.first - 995).magnitude < 1e-9 && ($0.second - 990).magnitude < 1e-9 })
    let none = ScrollFeel.consequences(glide(2, stop: nil), glide(2, stop: nil))
    #expect(none.contains { ($0.first - 1000).magnitude < 1e-9 })
  }

  @Test func `an engine keeps its own ending, and what stands beside it takes it`() throws {
    let stops = ScrollFeel(try #require(Engines.engine("uikit")))
    let rate = try #require(stops.glide?.rate?.perSecond)
    let beside = ScrollFeel.consequences(glide(rate, stop: nil), stops)
    #expect(beside.count == 6 && beside.allSatisfy { ($0.first - $0.second).magnitude < 1e-9 })
    #expect(beside.contains { ($0.second - 1990 / rate).magnitude < 1e-9 })
    // No rule of compose-decay is known.
    let open = ScrollFeel(try #require(Engines.engine("compose-decay")))
    let other = ScrollFeel.consequences(glide(4.2, stop: 10), open)
    #expect(other.count == 6 && other.allSatisfy { ($0.first - $0.second).magnitude < 1e-9 })
    #expect(other.contains { ($0.second - 2000 / 4.2).magnitude < 1e-9 })
  }

  @Test func `glides by several laws are compared with one of the same law, or not at all`() throws
  {
    let mixed = ScrollFeel { law, key in
      switch (law, key) {
      case ("decelerate", "k"): 6.3
      case ("constant-deceleration", "deceleration"): 1500
      default: nil
      }
    }
    let qt = ScrollFeel(try #require(Engines.engine("qt-flickable")))
    let felt = ScrollFeel.consequences(mixed, qt)
    #expect(felt.count == 6 && felt.allSatisfy { ($0.first - $0.second).magnitude < 1e-9 })
    let android = ScrollFeel(try #require(Engines.engine("android")))
    #expect(ScrollFeel.consequences(mixed, android).isEmpty)
    #expect(ScrollFeel.motions(mixed, android).isEmpty)
  }

  /// A comparison of 10 + `difference` with 10.
  private func comparison(
    _ difference: Double, _ error: Double = 0, _ degrees: Double? = nil, reference: Double = 0,
    _ referenceDegrees: Double? = nil, band: Double, count: Int = 1
  ) -> Comparison {
    Comparison(
      value: 10 + difference, standardError: error, degrees: degrees, count: count,
      to: ReferenceConstant(
        law: "bounce", key: "delta", unit: "1/s", value: 10, standardError: reference,
        degrees: referenceDegrees), band: band)
  }

  // Quantiles from scipy.stats: 1.959964 and 2.575829 of the normal distribution at 5 % and 1 %, 3.363635 at
  // 1 % / 13; 2.570582 and 4.032143 of Student's t with 5 degrees of freedom.
  @Test(
    arguments: [
      // Exact values: only the band counts, and 10.05 - 10 is 0.05 but for rounding.
      (0.05, 0, nil, 0.05, 1, Verdict.Kind.pass), (-0.05, 0, nil, 0.05, 1, .pass),
      (0.050_001, 0, nil, 0.05, 1, .fail), (0, 0, nil, 0, 1, .pass), (1e-9, 0, nil, 0, 1, .fail),
      (0, 0.1, nil, 0.195_997, 1, .pass), (0, 0.1, nil, 0.195_996, 1, .unsure),
      (-0.1, 0.1, nil, 0.295_997, 1, .pass), (0.1, 0.1, nil, 0.295_996, 1, .unsure),
      (0.257_584, 0.1, nil, 0, 1, .fail), (0.257_582, 0.1, nil, 0, 1, .unsure),
      (0.357_584, 0.1, nil, 0.1, 1, .fail), (0.357_582, 0.1, nil, 0.1, 1, .unsure),
      (0.336_365, 0.1, nil, 0, 13, .fail), (0.336_362, 0.1, nil, 0, 13, .unsure),
      (0, 0.1, 5, 0.257_059, 1, .pass), (0, 0.1, 5, 0.257_058, 1, .unsure),
      (-0.403_215, 0.1, 5, 0, 1, .fail), (-0.403_214, 0.1, 5, 0, 1, .unsure),
    ] as [(Double, Double, Double?, Double, Int, Verdict.Kind)])
  func `a constant passes or fails where its interval lies`(
    _ difference: Double, _ error: Double, _ degrees: Double?, _ band: Double, _ judged: Int,
    _ kind: Verdict.Kind
  ) {
    let comparison = comparison(difference, error, degrees, band: band)
    #expect(comparison.verdict(among: judged).kind == kind)
    #expect(comparison.passes == (kind == .pass))
  }

  @Test func `errors of value and reference add up with Welch's degrees of freedom`() {
    let both = comparison(0, 3, 10, reference: 4, 20, band: 1)
    #expect(both.combinedError == 5)
    // 625 / (81/10 + 256/20)
    #expect((both.combinedDegrees - 29.904306220095695).magnitude < 1e-12)
    #expect(comparison(0, 3, 10, band: 1).combinedDegrees == 10)
    #expect(comparison(0, 0, nil, reference: 4, 20, band: 1).combinedDegrees == 20)
    #expect(comparison(0, 3, nil, reference: 4, nil, band: 1).combinedDegrees == .infinity)
    // Errors whose fourth powers underflow.
    let small = comparison(0, 3e-120, 10, reference: 4e-120, 20, band: 1)
    #expect((small.combinedDegrees - 29.904306220095695).magnitude < 1e-12)
  }

  @Test func `more constants make a failure harder, not a pass`() {
    let far = comparison(0.3, 0.1, 40, band: 0)
    #expect(far.verdict(among: 1).kind == .fail)
    #expect(far.verdict(among: 13).kind == .unsure)
    let near = comparison(0, 0.1, 40, band: 0.21)
    #expect(near.verdict(among: 1).kind == .pass)
    #expect(near.verdict(among: 1_000_000).kind == .pass)
  }

  /// What `more` recordings would do, written out.
  private func decides(_ more: Int, _ c: Comparison, _ judged: Int) -> Bool {
    let growth = Double(c.count + more) / Double(c.count)
    let own = c.standardError * c.standardError / growth
    let rest = c.referenceError * c.referenceError
    let error = (own + rest).squareRoot()
    let degrees =
      (own + rest) * (own + rest)
      / (own * own / (c.degrees * growth) + rest * rest / c.referenceDegrees)
    let t = Distribution.studentQuantile(twoSided: 0.05, degrees: min(degrees, 1e7))
    let far = Distribution.studentQuantile(
      twoSided: 0.01 / Double(judged), degrees: min(degrees, 1e7))
    let distance = c.difference.magnitude
    return distance + t * error <= c.band || distance - far * error > c.band
  }

  @Test(arguments: [(1, 1), (3, 13), (12, 40)])
  func `the number of recordings that would decide it is the smallest`(_ count: Int, _ judged: Int)
  {
    var found = 0
    for step in 0..<40 {
      let comparison = comparison(
        0.05 * Double(step % 8), 0.1 + 0.01 * Double(step), 8, reference: 0.005 * Double(step % 3),
        30, band: 0.12, count: count)
      let verdict = comparison.verdict(among: judged)
      guard verdict.kind == .unsure else { continue }
      guard let more = verdict.moreTraces else { continue }
      found += 1
      #expect((0..<more).allSatisfy { !decides($0, comparison, judged) })
      #expect(decides(more, comparison, judged))
      #expect(verdict.message?.hasPrefix("\(more) more recording") == true)
    }
    #expect(found > 20)
  }

  @Test func `where no number of recordings decides it the verdict says why`() {
    let reference = comparison(0.05, 0.1, 40, reference: 0.1, 40, band: 0.1).verdict(among: 1)
    #expect(reference.kind == .unsure && reference.moreTraces == nil)
    #expect(reference.message?.contains("the error of the reference is too large") == true)
    // A precise reference is not to blame for recordings that are not.
    let rough = comparison(0.095, 0.1, 40, reference: 0.01, 40, band: 0.1).verdict(among: 1)
    #expect(rough.kind == .unsure && rough.moreTraces == nil)
    #expect(rough.message?.hasPrefix("the recordings are too imprecise") == true)
    let near = comparison(0.09, 0.01, 40, reference: 0.02, 40, band: 0.1).verdict(among: 1)
    #expect(near.message?.hasSuffix("a reference of more recordings would decide it") == true)
    let edge = comparison(0.1, 0.1, 40, band: 0.1).verdict(among: 1)
    #expect(edge.kind == .unsure && edge.moreTraces == nil)
    #expect(edge.message?.contains("at the edge") == true)
    let far = comparison(0, 1, 40, band: 1e-4).verdict(among: 1)
    #expect(far.kind == .unsure && far.moreTraces == nil)
    #expect(far.message == "more than a million more recordings like these would decide it")
  }

  @Test func `recordings that disagree are to be grouped`() throws {
    var reference = Reference(kind: .file, name: "r.json")
    reference.pooled = [.init(values: [], constants: [RecordSource.delta(10.5, 0.3)])]
    var check = Check(reference)
    var summary = BatchSummary()
    for (index, delta) in [10, 11, 10.01, 11.01, 9.99, 10.99].enumerated() {
      let record = RecordSource.bounce("\(index).csv", delta)
      check.add(record)
      summary.add(record)
    }
    let result = check.finish(summary.grouped(), scope: [""])
    let pooled = try #require(result.entries.first { $0.source == nil })
    #expect(pooled.verdict.kind == .unsure)
    #expect(pooled.verdict.message?.contains("--group-by") == true)
  }

  // MARK: - What is felt of recordings that disagree

  /// A recording with a spring, and the critically damped bounce nearest to it.
  private func edge(_ path: String, omega: Double, zeta: Double) -> BatchRecord {
    var record = RecordSource.bounce(path, 10.93)
    let constants = [
      RecordSource.estimate("omega", omega, 0.01),
      RecordSource.estimate("zeta", zeta, 0.001, unit: ""),
    ]
    record.fits.append(RecordSource.fit("spring", constants))
    for constant in constants {
      record.constants.append(TraceConstant(law: "spring", estimate: constant, gestures: 1))
    }
    return record
  }

  private func summary(_ records: [BatchRecord]) -> BatchSummary {
    var summary = BatchSummary()
    for record in records { summary.add(record) }
    return summary
  }

  @Test func `a spring on which recordings disagree is not felt as a bounce`() throws {
    let (own, weak) = (edge("a.csv", omega: 10.95, zeta: 1), edge("b.csv", omega: 9.5, zeta: 0.63))
    let group = try #require(summary([own, weak]).grouped().first)
    #expect(ScrollFeel(group).edge == nil)
    #expect(ScrollFeel.doubtful(group.pools).map(\.name) == ["spring.omega", "spring.zeta"])
    let alone = try #require(summary([weak]).grouped().first)
    let spring = SpringConstants(angularFrequency: 9.5, dampingRatio: 0.63)
    #expect(ScrollFeel(alone).edge == .spring(spring))
    #expect(ScrollFeel.doubtful(alone.pools).isEmpty)
  }

  @Test func `a recording that fails is felt by its own constants`() throws {
    let reference = Reference(try #require(Engines.engine("uikit")), usesSprings: true)
    let records = [
      edge("a.csv", omega: 10.9545, zeta: 1.00416), edge("b.csv", omega: 9.5, zeta: 0.63),
    ]
    var check = Check(reference)
    for record in records { check.add(record) }
    let result = check.finish(summary(records).grouped(), scope: [""])
    #expect(result.felt.map(\.source.path) == ["b.csv"])
    let felt = try #require(result.felt.first)
    let consequences = ScrollFeel.consequences(felt.reference, felt.recording)
    let furthest = try #require(consequences.first { $0.start == "2000 pt/s at the edge" })
    #expect((furthest.first - 67).magnitude < 0.1)
    #expect(furthest.second > 100)
    #expect(felt.recording.with([.glide]).edge == nil)
  }
}
