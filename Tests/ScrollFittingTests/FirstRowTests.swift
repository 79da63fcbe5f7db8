import CurveFitting
import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// A recorder's first row is often the offset at release, and no frame: every law leaves it out.
struct FirstRowTests {
  /// A real UIScrollView of a 3x screen, held still 177 pt beyond its top edge and let go: ms since
  /// `scrollViewWillEndDragging`, and offsets in pt; changes only (Cranpose, ios_fling_measurement.rs, Apache-2.0).
  static let heldRelease: [(Double, Double)] = [
    (0, -177), (16.235, -157.3333), (33.471, -138.6667), (49.541, -121.6667), (66.795, -106.3333),
    (83.471, -93), (100.122, -81), (116.477, -70.6667), (133.14, -61.3333), (150.131, -53.3333),
    (166.799, -46), (183.446, -40), (199.516, -34.3333), (216.769, -29.6667), (233.445, -25.6667),
    (249.503, -22), (266.76, -19), (283.421, -16.3333), (300.095, -14), (316.17, -12),
    (332.841, -10.3333), (349.72, -9), (366.76, -7.6667), (383.434, -6.6667), (400.098, -5.6667),
    (416.246, -4.6667), (433.447, -4), (449.933, -3.6667), (466.345, -3), (482.853, -2.6667),
    (499.651, -2.3333), (516.798, -2), (532.878, -1.6667), (549.539, -1.3333), (566.376, -1),
    (616.799, -0.6667), (666.808, -0.3333),
  ]

  private static func trace(_ rows: [(Double, Double)]) -> Trace {
    let metadata = Metadata([
      .init("scale", "3"), .init("refresh_hz", "60"), .init("edge_top", "0"),
    ])
    return Trace(
      metadata: metadata, times: rows.map { $0.0 / 1000 },
      channels: [Channel(.offset, axis: .y, values: rows.map(\.1))])
  }

  private static func fit(_ law: any Law.Type, _ trace: Trace) throws -> Fit {
    let fits = try law.fit(trace, axis: .y, options: FitOptions())
    try #require(fits.count == 1)
    return fits[0]
  }

  @Test(arguments: ["bounce", "spring"])
  func `the offset at release of a real bounce is left out`(_ key: String) throws {
    let law = try #require(Laws.law(key))
    let fit = try Self.fit(law, Self.trace(Self.heldRelease))
    #expect(fit.samples.leading == 1)
    #expect(fit.warnings.contains { $0.code == .startLeftOut })
    // Rounding to 1/3 pt leaves 0.096; with the first row the bounce is off by 0.196.
    #expect(fit.residual.rms <= 0.11)
    let whole = try Self.fit(law, Self.trace(Array(Self.heldRelease.dropFirst())))
    #expect(whole.samples.leading == 0)
    let key = key == "bounce" ? "delta" : "omega"
    let value = try #require(fit[key]?.value)
    // The same samples from the second row on, at times that are put on the frames of another first row.
    #expect(try abs(value - #require(whole[key]?.value)) < #require(fit[key]?.standardError))
  }

  @Test func `a phase of a whole recording loses its first row too`() throws {
    let found = TraceResult(
      splitting: Self.trace(Self.heldRelease), axis: nil, options: FitOptions())
    let fit = try #require(found.fits.first)
    #expect(fit.residual.rms <= 0.11)
  }

  @Test func `identify does not take the offset at release for another damping`() throws {
    let found = Identification(Self.trace(Self.heldRelease))
    let motion = try #require(found.motions.first)
    // Stiffness 120 and damping 22 have zeta 1.0042: the critical law is as good a name.
    #expect(["critical", "spring"].contains(motion.laws.law.key))
    let spring = try #require(motion.laws.candidates.first { $0.law.key == "spring" })
    #expect(try (#require(spring["zeta"]) - 1.0042).magnitude < 0.02)
  }

  /// Every law over time, its first row taken half a frame late.
  private static let motions: [(law: String, curve: @Sendable (Double, Double) -> Double)] = [
    ("bounce", { speed, t in -speed * (t + 0.01) * Double.exp(-10.9 * (t + 0.01)) }),
    (
      "spring",
      { speed, t in
        -speed / 8 * Double.exp(-6 * (t + 0.01)) * Double.sin(8 * (t + 0.01))
      }
    ),
    ("decelerate", { speed, t in -speed * Double.expMinusOne(-2 * t) / 2 }),
    ("resistance", { speed, t in -speed * Double.expMinusOne(-3 * t) / 3 }),
    ("gravity", { speed, t in speed * t + 1000 * t * t }),
  ]

  @Test(arguments: motions.map(\.law))
  func `a first row off its frame is left out, and a good one is not`(_ key: String) throws {
    let law = try #require(Laws.law(key))
    let curve = try #require(Self.motions.first { $0.law == key }).curve
    var random = RandomSource(seed: 309)
    var dropped = (late: 0, clean: 0)
    for _ in 0..<60 {
      let speed = 800 * Double.exp(random.uniform() * Double.log(4))
      for isLate in [false, true] {
        let rows = (0..<80).map { index -> (Double, Double) in
          let time = Double(index) / 60
          let value = curve(speed, index == 0 && isLate ? 0.5 / 60 : time)
          return (1000 * time, (3 * value).rounded() / 3)
        }
        // A glide or fall is found to begin at its greatest speed, behind the late row; a bounce and a spring drop it.
        let start = try #require(Self.fit(law, Self.trace(rows)).window?.lowerBound)
        if start > 0 { if isLate { dropped.late += 1 } else { dropped.clean += 1 } }
      }
    }
    // Half a frame is 7 to 27 pt, or 20 steps and more.
    #expect(dropped.late == 60)
    // Where rounding can be asked none goes; else 0.1 % or so.
    #expect(dropped.clean <= (["bounce", "decelerate", "resistance"].contains(key) ? 0 : 1))
  }
}
