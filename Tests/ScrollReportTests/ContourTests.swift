import ScrollReport
import Testing

@Suite struct ContourTests {
  /// x^2 + y^2 about the middle of a grid of 41 nodes a side.
  private let bowl = (0..<41).flatMap { row in
    (0..<41).map { column in
      let (x, y) = (Double(column) - 20, Double(row) - 20)
      return x * x + y * y
    }
  }

  @Test func `a contour of a bowl is one closed ring of the right size`() throws {
    for radius in [3.0, 10.5, 17.2] {
      let lines = Contour.lines(bowl, columns: 41, at: radius * radius)
      #expect(lines.count == 1)
      let ring = try #require(lines.first)
      #expect(ring.count > 8)
      let (first, last) = (try #require(ring.first), try #require(ring.last))
      #expect(first.x == last.x && first.y == last.y)
      for point in ring {
        let (x, y) = (point.x - 20, point.y - 20)
        let distance = (x * x + y * y).squareRoot()
        // Between two nodes the logarithm is taken for straight.
        #expect((distance - radius).magnitude < 0.1, "\(distance) of \(radius)")
      }
    }
  }

  @Test func `a contour that leaves the grid ends at its border`() throws {
    let slope = (0..<20).flatMap { row in (0..<30).map { Double($0) + 0.5 * Double(row) } }
    let lines = Contour.lines(slope, columns: 30, at: 15.25)
    #expect(lines.count == 1)
    let line = try #require(lines.first)
    for end in [line.first, line.last] {
      let end = try #require(end)
      #expect(end.x == 0 || end.y == 0 || end.x == 29 || end.y == 19)
    }
    for point in line { #expect((point.x + 0.5 * point.y - 15.25).magnitude < 0.02) }
  }

  @Test func `two hills have two rings, and no level outside the values has a line`() {
    let hills = (0..<30).flatMap { row in
      (0..<60).map { column -> Double in
        func hill(_ x: Double) -> Double {
          let (dx, dy) = (Double(column) - x, Double(row) - 15)
          return 100 / (1 + dx * dx + dy * dy)
        }
        return hill(15) + hill(45)
      }
    }
    #expect(Contour.lines(hills, columns: 60, at: 10).count == 2)
    #expect(Contour.lines(hills, columns: 60, at: 1000).isEmpty)
    #expect(Contour.lines(hills, columns: 60, at: 1e-9).isEmpty)
  }
}
