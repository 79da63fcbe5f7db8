import CurveFitting
import RealModule
import TestSupport
import Testing

struct FeasibleRegionTests {
  private static let axes = (SIMD2(1.0, 0), SIMD2(0, 1.0))

  /// A misfit with its derivatives, by differences; without them where the law ends.
  private static func sloped(
    _ value: @escaping (SIMD2<Double>) -> Double?
  ) -> (SIMD2<Double>) -> FeasibleRegion.Misfit? {
    { point in
      func slope(_ way: SIMD2<Double>) -> Double {
        guard let after = value(point + way), let before = value(point - way) else { return 0 }
        return (after - before) / 2e-6
      }
      return value(point).map {
        FeasibleRegion.Misfit(
          value: $0, slope: SIMD2(slope(SIMD2(1e-6, 0)), slope(SIMD2(0, 1e-6))))
      }
    }
  }

  /// A misfit whose level lines are ellipses, rotated by 30 degrees about (3, -2), with half axes 2 and 0.5 at M = 1.
  private static func ellipse(_ point: SIMD2<Double>) -> Double {
    let (x, y) = (point.x - 3, point.y + 2)
    let (cos, sin) = (0.75.squareRoot(), 0.5)
    let (along, across) = (cos * x + sin * y, cos * y - sin * x)
    return (along * along / 4 + across * across / 0.25).squareRoot()
  }

  /// A misfit whose level lines are squares on a corner about (1, 2): the maximum of four planes, as from four samples.
  private static func square(_ point: SIMD2<Double>) -> Double {
    max((point.x - 1 + (point.y - 2)).magnitude, (point.x - 1 - (point.y - 2)).magnitude)
  }

  @Test(arguments: [
    (SIMD2(1.0, 0), SIMD2(0, 1.0)), (SIMD2(1.5, 0.9), SIMD2(-0.3, 0.5)),
    (SIMD2(0.02, 0), SIMD2(0, 0.03)), (SIMD2(20.0, 0), SIMD2(0, 20.0)),
  ])
  func `an ellipse is found from axes of any size`(
    first: SIMD2<Double>, second: SIMD2<Double>
  ) throws {
    let region = try #require(
      FeasibleRegion(
        start: SIMD2(3.4, -1.9), axes: (first, second), misfit: Self.sloped(Self.ellipse)))
    #expect(!region.isOpen && region.border.count == 64)
    // The search may stop at any point well inside.
    #expect(region.smallestMisfit < 0.5)
    #expect((Self.ellipse(region.lowest) - region.smallestMisfit).magnitude < 1e-12)
    for point in region.border {
      let misfit = Self.ellipse(point)
      #expect(misfit <= 1 && misfit > 1 - 1e-6)
    }
    // sqrt((2 cos 30)^2 + (0.5 sin 30)^2), and the same with sine and cosine exchanged.
    let (wide, high) = (3.0625.squareRoot(), 1.1875.squareRoot())
    let x = try #require(region.bounds(of: { $0.x }, misfit: Self.sloped(Self.ellipse)))
    #expect((x.lowerBound - (3 - wide)).magnitude < 1e-6)
    #expect((x.upperBound - (3 + wide)).magnitude < 1e-6)
    let y = try #require(region.bounds(of: { $0.y }, misfit: Self.sloped(Self.ellipse)))
    #expect((y.lowerBound - (-2 - high)).magnitude < 1e-6)
    #expect((y.upperBound - (-2 + high)).magnitude < 1e-6)
  }

  @Test func `the corners of a square are reached`() throws {
    // The axes are not aligned with the square, so that no search direction meets a corner.
    let region = try #require(
      FeasibleRegion(
        start: SIMD2(1.2, 2.3), axes: (SIMD2(0.9, 0.31), SIMD2(-0.17, 0.6)),
        misfit: Self.sloped(Self.square)))
    let x = try #require(region.bounds(of: { $0.x }, misfit: Self.sloped(Self.square)))
    #expect(x.lowerBound >= 0 && x.lowerBound < 2e-6, "\(x)")
    #expect(x.upperBound <= 2 && x.upperBound > 2 - 2e-6, "\(x)")
    let y = try #require(region.bounds(of: { $0.y }, misfit: Self.sloped(Self.square)))
    #expect(y.lowerBound >= 1 && y.lowerBound < 1 + 2e-6, "\(y)")
    #expect(y.upperBound <= 3 && y.upperBound > 3 - 2e-6, "\(y)")
    // M is flat along a side, so any point of the side is valid.
    let sum = try #require(region.bounds(of: { $0.x + $0.y }, misfit: Self.sloped(Self.square)))
    #expect((sum.lowerBound - 2).magnitude < 1e-6 && (sum.upperBound - 4).magnitude < 1e-6)
  }

  @Test func `corners of a region that is slightly bent are found, and its lowest side`() throws {
    let misfit = Self.sloped { max($0.x.magnitude, ($0.y - 0.1 * $0.x * $0.x).magnitude) }
    let region = try #require(
      FeasibleRegion(
        start: SIMD2(0.3, 0.2), axes: (SIMD2(0.9, 0.31), SIMD2(-0.17, 0.6)), misfit: misfit))
    let y = try #require(region.bounds(of: { $0.y }, misfit: misfit))
    #expect((y.lowerBound + 1).magnitude < 1e-6 && (y.upperBound - 1.1).magnitude < 1e-6, "\(y)")
    let x = try #require(region.bounds(of: { $0.x }, misfit: misfit))
    #expect((x.lowerBound + 1).magnitude < 1e-6 && (x.upperBound - 1).magnitude < 1e-6, "\(x)")
  }

  @Test func `where edges are nearly straight few evaluations find the border and its corners`()
    throws
  {
    var calls = 0
    let sloped = Self.sloped(Self.square)
    func misfit(_ point: SIMD2<Double>) -> FeasibleRegion.Misfit? {
      calls += 1
      return sloped(point)
    }
    let axes = (SIMD2(0.9, 0.31), SIMD2(-0.17, 0.6))
    let empty = FeasibleRegion(
      start: SIMD2(1.2, 2.3), axes: axes, directions: 0, misfit: misfit)
    let lowest = calls
    let region = try #require(
      FeasibleRegion(start: SIMD2(1.2, 2.3), axes: axes, misfit: misfit))
    #expect(empty?.lowest == region.lowest)
    #expect(calls - 2 * lowest < 80, "\(calls - 2 * lowest) for 64 directions")
    calls = 0
    #expect(region.bounds(of: { 3 * $0.x + $0.y }, misfit: misfit) != nil)
    #expect(calls < 16, "\(calls) for two corners")
  }

  @Test func `the end of a bent region is found behind the bend`() throws {
    // A neighbourhood of a parabola, one unit long on both sides and 0.1 high: no straight line leads to its ends.
    func banana(_ point: SIMD2<Double>) -> Double {
      max((point.x - 0.5).magnitude, (point.y - point.x * point.x).magnitude / 0.05)
    }
    let region = try #require(
      FeasibleRegion(
        start: SIMD2(0.2, 0.1), axes: (SIMD2(0.3, 0), SIMD2(0, 0.1)),
        misfit: Self.sloped(banana)))
    #expect(region.border.allSatisfy { $0.x < 1.2 })
    let x = try #require(region.bounds(of: { $0.x }, misfit: Self.sloped(banana)))
    #expect((x.lowerBound + 0.5).magnitude < 1e-3 && (x.upperBound - 1.5).magnitude < 1e-3, "\(x)")
    let y = try #require(region.bounds(of: { $0.y }, misfit: Self.sloped(banana)))
    // At a sharp corner behind a bend, an accuracy of a thousandth is enough.
    #expect((y.lowerBound + 0.05).magnitude < 1e-3 && (y.upperBound - 2.3).magnitude < 3e-3, "\(y)")
  }

  @Test func `what no pair allows is empty, and how far from it is said`() throws {
    let region = try #require(
      FeasibleRegion(
        start: SIMD2(0.3, 0.9), axes: Self.axes, misfit: Self.sloped { 1.25 + Self.square($0) }))
    #expect(region.border.isEmpty && !region.isOpen)
    #expect((region.smallestMisfit - 1.25).magnitude < 1e-6)
    #expect((region.lowest.x - 1).magnitude < 1e-5 && (region.lowest.y - 2).magnitude < 1e-5)
    #expect(region.bounds(of: { $0.x }, misfit: Self.sloped { 1.25 + Self.square($0) }) == nil)
  }

  @Test func `a start outside finds its way in`() throws {
    let region = try #require(
      FeasibleRegion(
        start: SIMD2(7, 4), axes: (SIMD2(0.5, 0), SIMD2(0, 0.5)),
        misfit: Self.sloped(Self.ellipse)))
    #expect(region.smallestMisfit < 1 && region.border.count == 64)
  }

  @Test func `a region without end in one direction is open`() throws {
    func strip(_ point: SIMD2<Double>) -> Double { (point.y - 1).magnitude }
    let region = try #require(
      FeasibleRegion(start: SIMD2(0, 1.1), axes: Self.axes, misfit: Self.sloped(strip)))
    #expect(region.isOpen)
  }

  @Test func `where the law ends the region ends`() throws {
    // The law does not exist at x <= 2.5.
    let misfit = Self.sloped { $0.x > 2.5 ? Self.ellipse($0) : nil }
    let region = try #require(
      FeasibleRegion(start: SIMD2(3.2, -2), axes: Self.axes, misfit: misfit))
    #expect(!region.isOpen)
    let x = try #require(region.bounds(of: { $0.x }, misfit: misfit))
    #expect(x.lowerBound > 2.5 && x.lowerBound < 2.5 + 1e-6)
    #expect(FeasibleRegion(start: SIMD2(0, 0), axes: Self.axes, misfit: misfit) == nil)
  }
}
