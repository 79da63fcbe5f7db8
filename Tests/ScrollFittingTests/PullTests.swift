import RealModule
import ScrollFitting
import ScrollTraces
import Testing

/// Content that a finger pulls beyond an edge, where it slows down as glides do.
struct PullTests {
  /// Rests at an edge, is pulled beyond it at a constant speed of the finger, is held, and returns.
  ///
  /// - Parameter resisted: the overscroll in pt of the finger's way in pt.
  private func motions(_ resisted: (Double) -> Double) throws -> [IdentifiedMotion] {
    var values = [Double](repeating: 0, count: 20)
    values += (1...32).map { -resisted(6.4 * Double($0)).rounded() }
    let end = -values[values.count - 1]
    values += [Double](repeating: -end, count: 20)
    values += (1...60).map { row -> Double in
      let t = 11 * Double(row) / 60
      return -(end * (1 + t) * Double.exp(-t)).rounded()
    }
    let rows = values.enumerated().map { "\(Double($0.offset) / 60),\($0.element)\n" }
    var parser = TraceParser(path: "pull.csv")
    try Array(("# edge_top: 0\nt_s,offset_y_pt\n" + rows.joined()).utf8).withUnsafeBytes {
      try parser.feed($0)
    }
    try parser.finish()
    return Identification(try #require(parser.takeTraces().first)).motions
  }

  @Test func `no glide is sure where a finger pulls, and the return is`() throws {
    for resistance in [100.0, 150, 200, 300] {
      let curves: [(Double) -> Double] = [
        { 2 * resistance * ((1 + $0 / resistance).squareRoot() - 1) },
        { $0 / (1 + 0.55 * $0 / resistance) * 0.55 },
      ]
      for curve in curves {
        let motions = try motions(curve)
        let pulls = motions.filter { $0.window.lowerBound < 0.8 }
        #expect(pulls.allSatisfy { $0.laws.confidence == .open || $0.laws.confidence == .none })
        #expect(motions.contains { $0.laws.law.key == "critical-from-rest" })
      }
    }
  }
}
