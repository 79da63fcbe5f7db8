import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Simulated springs: intervals that hold, a test of critical damping that rejects it as often as it says,
/// regions that contain the truth.
struct SpringAccuracyTests {
  /// Recordings a cell.
  static let count = 300

  struct Cell: CustomTestStringConvertible {
    var name: String
    var zeta: ClosedRange<Double>
    var scale: Double
    var seed: UInt64
    var isRestKnown = true
    var testDescription: String { "\(name), \(Int(scale))x" }

    var recorder: Recorder {
      var recorder = Recorder()
      recorder.scale = scale
      // Until the longest of them is within a pixel of its rest.
      recorder.setDuration(3)
      return recorder
    }

    static let all: [Cell] = [2.0, 3].flatMap { scale in
      [
        Cell(name: "under", zeta: 0.3...0.8, scale: scale, seed: 601),
        Cell(name: "near", zeta: 0.95...1.05, scale: scale, seed: 602),
        Cell(name: "critical", zeta: 1...1, scale: scale, seed: 603),
        Cell(name: "over", zeta: 1.15...1.8, scale: scale, seed: 604),
        Cell(
          name: "under, rest fitted", zeta: 0.3...0.8, scale: scale, seed: 605,
          isRestKnown: false),
      ]
    }
  }

  @Test(arguments: Cell.all)
  func `95 % intervals hold, regions contain the truth`(_ cell: Cell) {
    let study = SpringStudy(
      cell.recorder, zeta: cell.zeta, count: Self.count, seed: cell.seed,
      isRestKnown: cell.isRestKnown)
    print("\(cell.testDescription), seed \(cell.seed): \(study.summary)")
    #expect(study.unfitted == 0)
    // 95 % less three standard errors of a share of 300, 1.26 % each.
    let least = 0.912
    for key in SpringStudy.keys {
      #expect(study.coverage(key) >= least, "\(key)")
      // Few samples bear a and b, the steep first ones: the sum of a few rounding errors has shorter tails
      // than t, and HC3 allows for the worst.
      if key != "a", key != "b" { #expect(study.coverage(key) <= 0.988, "\(key)") }
      // Four standard errors of a mean of 300.
      #expect(study.bias(key).magnitude < 0.24, "\(key)")
    }
    // Rounding is the only error, and bounded. Where times are weighted by chance no bound is stated.
    #expect(Double(study.regions) >= 0.975 * Double(study.traces))
    #expect(study.regionsWithoutTruth == 0)
    let share = Double(study.rejected) / Double(study.traces)
    if cell.zeta == 1...1 {
      // 5 % and three standard errors; never is not 5 % either.
      #expect(share <= 0.088 && share > 0.01)
    } else if !cell.zeta.contains(1) {
      #expect(share > 0.95)
    }
  }

  @Test func `one bounce of 1000 pt per second knows zeta to 0.0025`() throws {
    var random = RandomSource(seed: 606)
    var recorder = Recorder()
    recorder.setDuration(1.5)
    let constants = SpringConstants(decayRate: 10.93)
    let count = 1000
    var errors = 0.0
    var sum = 0.0
    var squares = 0.0
    for _ in 0..<count {
      let begun = Spring(constants, edgeVelocity: 1000).state(at: random.uniform(0, 1.0 / 60))
      let trace = recorder.record(
        [.offset(of: Spring(constants, from: begun), edge: -88)],
        metadata: Metadata([.init("edge_top", "-88")]), random: &random)
      let fit = try #require(try SpringLaw.fit(trace, axis: .y, options: FitOptions()).first)
      errors += try #require(fit["zeta"]?.standardError)
      let error = try #require(fit["zeta"]?.value) - 1
      sum += error
      squares += error * error
    }
    let mean = errors / Double(count)
    let scatter = (squares / Double(count)).squareRoot()
    print(
      "zeta of a bounce, seed 606: standard error \(mean), scatter \(scatter), bias \(sum / Double(count))"
    )
    #expect((mean / 0.0025 - 1).magnitude < 0.1)
    // The scatter of 1000 is known to 2.2 %.
    #expect((scatter / 0.0025 - 1).magnitude < 0.1)
    #expect((sum / Double(count)).magnitude < 4 * scatter / Double(count).squareRoot())
  }
}
