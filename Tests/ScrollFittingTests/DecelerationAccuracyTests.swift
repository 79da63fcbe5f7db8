import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Simulated glides with known constants, fitted as a user would.
///
/// |v0| is drawn log-uniformly from 400 to 5000 pt/s with either sign, k log-uniformly from 1.5 to 10,
/// x0 uniformly, stops at 10 pt/s; each glide is followed by rest.
struct DecelerationAccuracyTests {
  struct Cell: CustomTestStringConvertible {
    var name: String
    var seed: UInt64
    var scale = 3.0
    var noise = 0.0
    var rate = 60.0
    var stop = 10.0
    var coulomb = false
    var axis = Axis.y
    var count = 2000
    var testDescription: String { name }

    static let all: [Cell] = [
      Cell(name: "1/3 pt, 60 Hz", seed: 201),
      Cell(name: "1/2 pt, 60 Hz, along x", seed: 202, scale: 2, axis: .x),
      Cell(name: "0.3 pt of noise, 60 Hz", seed: 203, noise: 0.3),
      // x0 holds 94.6 % here (of 16 000): 2000 would too often show less than the 93.5 that are asked for.
      Cell(name: "1/3 pt, 120 Hz", seed: 204, rate: 120, count: 4000),
      Cell(name: "1/3 pt, 60 Hz, no stop", seed: 205, stop: 0),
      Cell(name: "1/3 pt, 60 Hz, with friction", seed: 206, coulomb: true),
    ]
  }

  @Test(arguments: Cell.all)
  func `deceleration is recovered without bias, 95 % intervals hold`(_ cell: Cell) throws {
    var random = RandomSource(seed: cell.seed)
    var recovery = Recovery()
    var recorder = Recorder()
    recorder.scale = cell.scale
    recorder.noise = cell.noise
    recorder.rate = cell.rate
    var options = FitOptions()
    options.coulomb = cell.coulomb
    for _ in 0..<cell.count {
      let speed = 400 * Double.exp(random.uniform() * Double.log(12.5))
      let rate = 1.5 * Double.exp(random.uniform() * Double.log(10 / 1.5))
      let glide = Deceleration(
        position: random.uniform(0, 3000),
        velocity: random.uniform() < 0.5 ? -speed : speed, rate: rate,
        coulomb: cell.coulomb ? random.uniform(50, 400) : 0)
      let end =
        cell.stop > 0 ? glide.duration(stopSpeed: cell.stop) : glide.duration(within: 0.01)
      recorder.frameCount = Int((end + 0.5) * recorder.rate)
      let trace = recorder.record(axis: cell.axis, random: &random) {
        glide.position(at: min($0, end))
      }
      guard let fits = try? DecelerationLaw.fit(trace, axis: cell.axis, options: options),
        fits.count == 1, fits[0].search.converged
      else {
        recovery.unfitted += 1
        continue
      }
      let fit = fits[0]
      let begun = fit.window!.lowerBound
      var truths = [
        "k": rate, "v0": glide.velocity(at: begun), "x0": glide.position(at: begun),
        "deceleration_rate": DecelerationRate(perSecond: rate).perMillisecond,
        "limit_offset": glide.limitOffset,
      ]
      if cell.coulomb { truths["coulomb"] = glide.coulomb }
      if cell.stop > 0 {
        truths["stop_velocity"] = cell.stop
        truths["distance"] = (glide.position(at: end) - glide.position(at: begun)).magnitude
        truths["duration"] = end - begun
      }
      recovery.add(fit, truths: truths)
    }
    print("\(cell.name), seed \(cell.seed): \(recovery.summary)")
    // Noise of a pixel cuts one glide of these in two.
    #expect(recovery.unfitted <= (cell.noise > 0 ? 1 : 0))
    for key in ["k", "v0", "x0"] + (cell.coulomb ? ["coulomb"] : []) {
      #expect(recovery[key].count == cell.count - recovery.unfitted, "\(key)")
      // With friction as a fourth parameter v0 and x0 hang on so few samples that theirs hold 92 to 93 %.
      let least = cell.coulomb && key.hasSuffix("0") ? 0.915 : 0.935
      #expect((least...0.965).contains(recovery[key].coverage), "\(key)")
      #expect(recovery[key].bias.magnitude < 0.1, "\(key)")
    }
  }
}
