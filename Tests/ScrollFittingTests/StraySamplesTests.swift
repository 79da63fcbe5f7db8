import CurveFitting
import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Glitches of a recorder on a fast motion, which must not cut it in two.
struct StraySamplesTests {
  private static let times = (0..<60).map { Double($0) / 60 }

  private static func rounded(_ values: [Double]) -> [Double] {
    values.map { ($0 * 3).rounded() / 3 }
  }

  /// At 3000 pt/s, 50 pt a frame: a stray value of 20 pt does not even turn it back.
  private static let glide: [Double] = {
    let law = Deceleration(position: 100, velocity: 3000, rate: 4)
    return rounded(times.map { law.position(at: $0) })
  }()

  private func replaced(_ values: [Double], noise: Double = 0) -> [Double] {
    StraySamples.replaced(times: Self.times, values: values, quantum: 1 / 3.0, noise: noise)
  }

  @Test(arguments: [
    [20: 17.0], [3: -9], [56: 5], [20: 17, 21: -8], [20: 17, 21: 17], [20: 12, 22: 15],
    [20: -13, 23: 10], [8: 20, 30: -20, 50: 20],
  ])
  func `stray values go onto the motion, and only they`(strays: [Int: Double]) {
    var values = Self.glide
    for (index, error) in strays { values[index] += error }
    let found = replaced(values)
    for index in values.indices {
      let miss = (found[index] - Self.glide[index]).magnitude
      #expect(miss <= (strays[index] == nil ? 0 : 0.7), "sample \(index)")
    }
  }

  @Test func `corners of a motion are no stray values`() {
    let corners: [(Double) -> Double] = [
      // Stopped by a touch, released from rest, thrown back by a wall, falling onto a floor.
      { min(3000 * $0, 1500) },
      { max(0, 3000 * ($0 - 0.41)) },
      { 1200 - (2500 * ($0 - 0.507)).magnitude },
      { min(600, 1500 * $0 * $0) },
      // A jump, and two: as a view that is set to another place.
      { $0 < 0.5 ? 200 : 900 },
      { $0 < 0.4 || $0 > 0.55 ? 200 : 900 },
    ]
    for (number, corner) in corners.enumerated() {
      let values = Self.rounded(Self.times.map(corner))
      #expect(replaced(values) == values, "corner \(number)")
    }
  }

  @Test func `what is stray all over stays as it is`() {
    var random = RandomSource(seed: 71)
    let values = Self.glide.map { $0 + (random.uniform() < 0.5 ? random.uniform(-20, 20) : 0) }
    #expect(replaced(values, noise: 8) == values)
    // Every third one, which no noise explains.
    let often = Self.glide.indices.map { Self.glide[$0] + ($0 % 3 == 0 ? 20 : 0) }
    #expect(replaced(often) == often)
    let noisy = Self.glide.map { $0 + 2 * random.normal() }
    #expect(replaced(noisy, noise: 2) == noisy)
    // Repeated stamps have no cubic.
    #expect(
      StraySamples.replaced(
        times: [Double](repeating: 0, count: 60), values: noisy, quantum: 0, noise: 0) == noisy)
    #expect(StraySamples.replaced(times: [0, 1], values: [0, 9], quantum: 1, noise: 0) == [0, 9])
  }

  /// One value in twenty is off by up to 20 pt.
  @Test(arguments: [1.0, 3], [60.0, 120])
  func `a glide and a fall with stray values are one each`(scale: Double, rate: Double) throws {
    var random = RandomSource(seed: 72)
    var recorder = Recorder()
    recorder.scale = scale
    recorder.rate = rate
    recorder.outlierRate = 0.05
    var options = FitOptions()
    options.loss = .tukey
    var (glides, falls, inside) = (0, 0, 0)
    for _ in 0..<40 {
      let law = Deceleration(
        position: random.uniform(0, 1), velocity: random.uniform(1000, 4000),
        rate: random.uniform(2, 6))
      let end = law.duration(stopSpeed: 10)
      recorder.setDuration(end + 0.4)
      let glide = recorder.record(random: &random) { law.position(at: min($0, end)) }
      if let fits = try? DecelerationLaw.fit(glide, axis: .y, options: options), fits.count == 1,
        fits[0].search.converged
      {
        glides += 1
        // The distance from the first sample used to the rest, by both as recorded.
        let start = try #require(fits[0].window).lowerBound
        let distance = law.position(at: end) - law.position(at: start)
        inside += fits[0]["distance"]?.interval?.contains(distance) == true ? 1 : 0
      }
      let fall = try #require(
        Collision(
          FreeFall(velocity: 0, gravity: random.uniform(600, 2400)), floor: 500, elasticity: 0))
      recorder.setDuration(fall.restTime + 0.6)
      let drop = recorder.record([.offset(of: fall, from: 0.3, after: 0.2)], random: &random)
      if let fits = try? GravityLaw.fit(drop, axis: .y, options: options), fits.count == 1,
        fits[0].search.converged
      {
        falls += 1
      }
    }
    #expect(glides >= 30)
    #expect(falls >= 32)
    // 95 % of 30 or more, less three deviations of the binomial law.
    #expect(Double(inside) >= 0.83 * Double(glides))
  }

  /// One value in twenty is off by up to 20 pt.
  @Test func `where stray samples reject a law the warning says that they do`() throws {
    var random = RandomSource(seed: 73)
    var recorder = Recorder()
    recorder.outlierRate = 0.05
    recorder.setDuration(1)
    var options = FitOptions()
    options.loss = .tukey
    var rejected = 0
    for _ in 0..<40 {
      let law = CriticalBounce(
        amplitude: random.uniform(800, 4000), decayRate: random.uniform(9, 13), phase: 0.005)
      let trace = recorder.record(law, edge: -88, random: &random)
      let fit = try #require(try BounceLaw.fit(trace, axis: .y, options: options).first)
      guard let warning = fit.warnings.first(where: { $0.code == .lawRejected }),
        fit.warnings.contains(where: { $0.code == .outliers })
      else { continue }
      rejected += 1
      #expect(warning.remedy.hasPrefix("the samples of W403 do this"))
    }
    #expect(rejected >= 25)
  }
}
