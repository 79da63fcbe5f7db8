import ScrollPhysics
import TestSupport
import Testing

struct RubberBandTests {
  static let oracle = OracleTable("deceleration.csv")

  @Test func `both ways and the slope match the table`() {
    var worst = Worst()
    for (x, reference) in Self.oracle.values(of: "band") {
      let band = RubberBand(coefficient: x[0], dimension: x[1])
      worst.note(
        band.overscroll(travel: x[2]), reference, tolerance: 6e-16 * reference.magnitude, "s \(x)")
    }
    for (x, reference) in Self.oracle.values(of: "band_slope") {
      let band = RubberBand(coefficient: x[0], dimension: x[1])
      // The square of a quotient; a subnormal result has fewer digits.
      worst.note(
        band.slope(travel: x[2]), reference,
        tolerance: 1.4e-15 * reference + 2 * Double.leastNonzeroMagnitude, "ds/dx \(x)")
    }
    for (x, reference) in Self.oracle.values(of: "band_travel") {
      let band = RubberBand(coefficient: x[0], dimension: x[1])
      worst.note(
        band.travel(overscroll: x[2]) ?? .nan, reference, tolerance: 1e-15 * reference.magnitude,
        "x \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `c at the edge, half the size at d over c, never the size`() {
    let band = RubberBand(coefficient: 0.5, dimension: 800)
    #expect(band.overscroll(travel: 1600) == 400)
    #expect(band.overscroll(travel: -1600) == -400)
    #expect(band.overscroll(travel: .infinity) == 800)
    #expect(band.overscroll(travel: -.infinity) == -800)
    #expect(band.slope(travel: 0) == 0.5)
    #expect(band.slope(travel: 1600) == 0.125)
    #expect(band.travel(overscroll: 400) == 1600)
    #expect(band.travel(overscroll: 800) == nil)
    #expect(band.travel(overscroll: -801) == nil)
    #expect(band.travel(overscroll: .nan) == nil)
  }
}
