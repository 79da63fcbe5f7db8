import CurveFitting
import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Which samples at the start of a glide are left out, against every fit solved anew by a scan.
struct LeadingSamplesTests {
  /// The rule written out, without any linearisation.
  struct SlowRule {
    var times: [Double]
    var values: [Double]
    var floor: Double

    /// The samples from `first` on: sum of squares, residuals, and how far the sample `tested` lies off.
    func fitted(from first: Int, tested: Int) -> (sum: Double, residuals: [Double], miss: Double)? {
      let start = times[first]
      let observations = Observations(
        abscissae: times[first...].map { $0 - start }, values: Array(values[first...]))
      let span = observations.abscissae.last!
      let family = ExponentialFamily(degree: 0, constant: true)
      let search = ProjectedSearch(
        family, observations,
        range: .init(
          lower: min(0.2, 0.05 / span), upper: max(60, 60 / span), count: 40,
          limits: (min(0.2, 0.05 / span) / 10)...max(600, 600 / span)))
      guard search.ending == .converged, let best = search.best else { return nil }
      func residual(_ time: Double, _ value: Double) -> Double {
        value - family.value(at: time, theta: best.theta, coefficients: best.coefficients)
      }
      let residuals = zip(observations.abscissae, observations.values).map(residual)
      return (
        residuals.reduce(0) { $0 + $1 * $1 }, residuals,
        residual(times[tested] - start, values[tested]).magnitude
      )
    }

    var count: Int {
      var dropped = 0
      search: while dropped < times.count / 3,
        let whole = fitted(from: dropped, tested: dropped)
      {
        for block in [1, 2, 3, 5, 8, 12] where times.count - dropped - block >= 7 {
          guard let rest = fitted(from: dropped + block, tested: dropped) else { continue }
          let next = rest.residuals.prefix(8)
          let scatter = (next.reduce(0) { $0 + $1 * $1 } / Double(next.count)).squareRoot()
          let degrees = Double(rest.residuals.count - 3)
          let ratio =
            (whole.sum - rest.sum) / Double(block) / max(rest.sum / degrees, floor * floor)
          let level = dropped == 0 && block == 1 ? 0.05 : 0.001
          if rest.miss > (block == 1 ? 2.5 : 4) * max(scatter, floor), ratio > 0,
            Distribution.fTail(ratio, Double(block), degrees) < level
          {
            dropped += 1
            continue search
          }
        }
        break
      }
      return dropped
    }
  }

  @Test func `the quick rule decides as the slow one`() {
    var random = RandomSource(seed: 401)
    var counts: [Int: Int] = [:]
    for index in 0..<800 {
      var recorder = Recorder()
      recorder.scale = [3, 2, 1][index % 3]
      recorder.rate = index % 2 == 0 ? 60 : 120
      recorder.noise = index % 5 == 0 ? 0.3 : 0
      recorder.sampleJitter = index % 7 == 0 ? 1e-3 : 0
      let rate = 1.5 * Double.exp(random.uniform() * Double.log(5))
      let speed = 400 * Double.exp(random.uniform() * Double.log(10))
      let glide = Deceleration(
        position: 0, velocity: speed, rate: rate)
      let end = glide.duration(stopSpeed: 10)
      recorder.setDuration(min(end, 2))
      // The finger holds the content for a part of a frame, or for up to six frames at a speed of its own.
      let held = index % 4 == 0 ? 0 : random.uniform(0, index % 4 == 1 ? 1 : 6) / recorder.rate
      let dragged = speed * random.uniform(0.3, 1.2)
      let trace = recorder.record(random: &random) { time in
        time < held ? dragged * (time - held) : glide.position(at: time - held)
      }
      let values = trace.channels[0].values
      let floor = 1 / recorder.scale / 12.0.squareRoot()
      let slow = SlowRule(times: trace.times, values: values, floor: floor).count
      let quick = LeadingGlideSamples.count(
        times: trace.times, values: values, floor: floor, options: FitOptions())
      #expect(quick == slow, "recording \(index)")
      counts[slow, default: 0] += 1
    }
    // The recordings try both answers, and more than one sample.
    #expect((counts[0] ?? 0) > 30)
    #expect(counts.filter { $0.key > 0 }.values.reduce(0, +) > 30)
    #expect(counts.filter { $0.key > 2 }.values.reduce(0, +) > 10)
  }

  @Test func `what the user holds is not saved by leaving out what contradicts it`() throws {
    let times = (0..<60).map { Double($0) / 60 }
    var values = times.map { (-900 * Double.expMinusOne(-2 * $0)).rounded() / 3 }
    values[0] -= 40
    let trace = Trace(
      times: times, timing: .stamps(column: "t_s"),
      channels: [Channel(.offset, axis: .y, values: values)])
    var options = FitOptions()
    func leading() throws -> Int? {
      try DecelerationLaw.fit(trace, axis: .y, options: options).first?.samples.leading
    }
    #expect(try leading() == 1)
    options.fixed["x0"] = 0
    #expect(try leading() == 0)
  }
}
