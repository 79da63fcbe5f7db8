import ScrollFitting
import ScrollPhysics
import ScrollTraces
import TestSupport
import Testing

/// Flings whose distance the view has limited, in samples of a browser.
struct LimitedFlingTests {
  /// Release speed in px/s and distance in px: slow ones, fast ones of the longest duration, and some close to where the
  /// duration stops growing, or where the first control point is highest.
  private static let flings = [
    (3325.0, 1542.0), (3875.0, 1543.0), (4560.0, 1440.0), (4610.0, 1541.0), (4980.0, 1541.0),
    (5400.0, 1541.0), (7200.0, 1800.0),
  ]

  /// - Parameters:
  ///   - started: how long before the first sample it was released, in s.
  ///   - count: the number of samples.
  private func motion(
    _ speed: Double, _ way: Double, started: Double, count: Int = 150
  ) throws -> IdentifiedMotion {
    let slope = speed * BezierFling.duration(speed: speed) / way
    let fling = try #require(BezierFling(velocity: speed, slope: slope))
    let rows = (0..<count).map { row -> String in
      let time = Double(row) / 60
      return "\(time),\(fling.position(at: time + started).rounded(.down))\n"
    }
    var parser = TraceParser(path: "fling.csv")
    try Array(("t_s,offset_y_pt\n" + rows.joined()).utf8).withUnsafeBytes { try parser.feed($0) }
    try parser.finish()
    let trace = try #require(parser.takeTraces().first)
    return try #require(Identification(trace).motions.first)
  }

  @Test func `flings are found, with their speeds`() throws {
    var open = 0
    for (speed, way) in Self.flings {
      for started in [0.004, 0.012, 0.029] {
        let motion = try motion(speed, way, started: started)
        #expect(motion.laws.law.key == "bezier-fling-bounded", "\(speed)")
        if motion.laws.confidence == .open { open += 1 }
        let found = try #require(motion.laws.answer?.constants.first { $0.key == "v0" })
        // The fastest flings are so close to their end at the first sample that it shows little of their speed.
        #expect(found.value.isClose(to: speed, speed < 4600 ? 0.01 : 0.06), "\(speed)")
        #expect(try #require(found.halfWidth) < 0.05 * speed, "\(speed)")
      }
    }
    // Chance makes a free shape fit better in one of a hundred.
    #expect(open <= 1)
  }

  @Test func `a fling that no view limits is named as such where the samples leave both open`()
    throws
  {
    for speed in stride(from: 900.0, to: 2100, by: 50) {
      let free = BezierFling(velocity: speed)
      let motion = try motion(speed, free.distance, started: 0.012)
      let laws = motion.laws
      let special = laws.tests.first {
        $0.special.key == "bezier-fling" && $0.general.key == "bezier-fling-bounded"
      }
      #expect(laws.law.key == "bezier-fling" || (special?.probability ?? 0) < 0.01, "\(speed)")
    }
  }

  @Test(arguments: [4000.0, 5000, 6500, 8000], [20, 35, 60])
  func `a fling that is caught follows its law, however fast it is`(speed: Double, count: Int)
    throws
  {
    let free = BezierFling(velocity: speed)
    let laws = try motion(speed, free.distance, started: 0.009, count: count).laws
    #expect(laws.candidates.first { $0.law.key == "bezier-fling" }?.follows == true)
  }
}
