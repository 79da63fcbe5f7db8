import ScrollFitting
import ScrollPhysics
import ScrollTraces
import Testing

/// Recordings in which x and y have values in different rows: each axis is fitted from its own.
struct OwnRowsTests {
  private static let glide = Deceleration(position: 30, velocity: 1500, rate: 2)
  private static let other = Deceleration(velocity: -800, rate: 3)

  /// Rows at 60 Hz, with x and y where they are asked for.
  private func trace(
    _ header: String = "t_s,x,y", count: Int = 150, x: (Int) -> Bool, y: (Int) -> Bool
  ) throws -> Trace {
    let rows = (0..<count).map { row in
      let time = Double(row) / 60
      let cells = [
        x(row) ? "\(Self.other.position(at: time))" : "",
        y(row) ? "\(Self.glide.position(at: time))" : "",
      ]
      return "\(time),\(cells[0]),\(cells[1])"
    }
    let text = header + "\n" + rows.joined(separator: "\n") + "\n"
    var parser = TraceParser(path: "own.csv")
    try Array(text.utf8).withUnsafeBytes { try parser.feed($0) }
    try parser.finish()
    return try #require(parser.takeTraces().first)
  }

  private func check(_ fits: [Fit], x: Int?, y: Int?) {
    let found = fits.map { ($0.axis, $0["k"]?.value ?? .nan, $0.samples.used) }
    let expected = [(Axis.y, 2.0, y), (.x, 3.0, x)].filter { $0.2 != nil }
    #expect(found.map(\.0) == expected.map(\.0))
    for (found, expected) in zip(found, expected) {
      #expect((found.1 - expected.1).magnitude < 1e-6, "\(found)")
      #expect(found.2 >= (expected.2 ?? 0) - 1, "\(found)")
    }
  }

  @Test func `axes in alternate rows are both fitted`() throws {
    let trace = try trace(x: { $0 % 2 == 0 }, y: { $0 % 2 == 1 })
    let law = TraceResult(trace, law: DecelerationLaw.self, axis: nil, options: FitOptions())
    check(law.fits, x: 75, y: 75)
    let split = TraceResult(splitting: trace, axis: nil, options: FitOptions())
    check(split.fits, x: 75, y: 75)
    #expect(split.phases.map(\.axis) == [.y, .x] && split.phases.map(\.fit) == [0, 1])
    #expect(split.warnings.contains { $0.code == .rowsLost })
    let named = Identification(trace)
    #expect(named.motions.count == 2)
  }

  @Test func `a sparse axis takes no row from the other`() throws {
    let trace = try trace(x: { $0 % 20 == 0 }, y: { _ in true })
    check(
      TraceResult(trace, law: DecelerationLaw.self, axis: .y, options: FitOptions()).fits, x: nil,
      y: 150)
    let split = TraceResult(splitting: trace, axis: nil, options: FitOptions())
    check(split.fits.filter { $0.axis == .y }, x: nil, y: 150)
  }

  @Test func `a column beside the offset takes no row from it`() throws {
    let trace = try trace("t_s,inner_y,y", x: { $0 % 20 == 0 }, y: { $0 % 40 != 20 })
    let result = TraceResult(trace, law: DecelerationLaw.self, axis: nil, options: FitOptions())
    check(result.fits, x: nil, y: 146)
    #expect(
      result.warnings.first { $0.code == .rowsLost }?.message.hasPrefix(
        "142 rows have no inner along y, 4 rows have no offset along y") == true)
  }
}
