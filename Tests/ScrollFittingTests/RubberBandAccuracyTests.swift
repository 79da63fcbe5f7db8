import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Simulated pulls with known constants: c uniform from 0.3 to 0.8, d from 400 to 1000 pt, a finger that moves
/// unevenly up to once or twice d.
struct RubberBandAccuracyTests {
  struct Cell: CustomTestStringConvertible {
    var name: String
    var seed: UInt64
    var scale = 3.0
    var noise = 0.0
    var isDimensionHeld = false
    var isFingerRounded = false
    var axis = Axis.y
    var testDescription: String { name }

    static let all: [Cell] = [
      Cell(name: "1/3 pt", seed: 301),
      Cell(name: "1/2 pt, d held, along x", seed: 302, scale: 2, isDimensionHeld: true, axis: .x),
      Cell(name: "0.3 pt of noise", seed: 303, noise: 0.3),
      Cell(name: "1/3 pt, finger rounded too", seed: 304, isFingerRounded: true),
    ]
  }

  @Test(arguments: Cell.all)
  func `a rubber band is recovered without bias, 95 % intervals hold`(_ cell: Cell) throws {
    var random = RandomSource(seed: cell.seed)
    var recovery = Recovery()
    for _ in 0..<2000 {
      let band = RubberBand(
        coefficient: random.uniform(0.3, 0.8), dimension: random.uniform(400, 1000))
      let furthest = band.dimension * random.uniform(1, 2)
      var finger: [Double] = []
      var overscroll: [Double] = []
      for frame in 0..<60 {
        // Unevenly outward: finger positions are those of a hand.
        var travel =
          furthest * (Double(frame) + random.uniform()) / 60
        var value = band.overscroll(travel: travel) + cell.noise * random.normal()
        value = (value * cell.scale).rounded() / cell.scale
        if cell.isFingerRounded { travel = (travel * cell.scale).rounded() / cell.scale }
        finger.append(travel)
        overscroll.append(value)
      }
      var entries = [Metadata.Entry("scale", "\(cell.scale)")]
      if cell.isDimensionHeld { entries.append(.init("bounds_width", "\(band.dimension)")) }
      let trace = Trace(
        metadata: Metadata(entries), times: finger.indices.map { Double($0) / 60 },
        channels: [
          Channel(.finger, axis: cell.axis, values: finger),
          Channel(.overscroll, axis: cell.axis, values: overscroll),
        ])
      guard
        let fits = try? RubberBandLaw.fit(trace, axis: cell.axis, options: FitOptions()),
        fits.count == 1, fits[0].search.converged
      else {
        recovery.unfitted += 1
        continue
      }
      var truths = ["c": band.coefficient, "half_travel": band.dimension / band.coefficient]
      if !cell.isDimensionHeld { truths["d"] = band.dimension }
      recovery.add(fits[0], truths: truths)
      if cell.isDimensionHeld, cell.noise == 0, !cell.isFingerRounded {
        #expect(fits[0]["c"]?.feasible?.contains(band.coefficient) == true)
      }
    }
    print("\(cell.name), seed \(cell.seed): \(recovery.summary)")
    #expect(recovery.unfitted == 0)
    for key in ["c"] + (cell.isDimensionHeld ? [] : ["d"]) {
      #expect(recovery[key].count == 2000, "\(key)")
      #expect((0.935...0.965).contains(recovery[key].coverage), "\(key)")
      #expect(recovery[key].bias.magnitude < 0.1, "\(key)")
    }
  }
}
