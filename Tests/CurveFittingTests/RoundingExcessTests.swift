import CurveFitting
import RealModule
import TestSupport
import Testing

/// The variance that rounding adds, compared with simulated recordings at random positions of the grid.
struct RoundingExcessTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var curve: @Sendable (Double) -> Double
    /// Derivatives of the curve by its parameters.
    var row: @Sendable (Double) -> ParameterVector
    var parameters: Int
    var rate = 60.0
    var count = 60
    var noise = 0.0
    var isWeighted = false
    var testDescription: String { name }
  }

  static let quantum = 1.0 / 3

  static func line(_ slope: Double) -> (
    @Sendable (Double) -> Double, @Sendable (Double) -> ParameterVector
  ) {
    ({ 7 + slope * $0 }, { ParameterVector(1, $0, 0, 0) })
  }

  static func decay(_ speed: Double, _ k: Double) -> (
    @Sendable (Double) -> Double, @Sendable (Double) -> ParameterVector
  ) {
    (
      { speed * (1 - Double.exp(-k * $0)) / k },
      { t in
        let e = Double.exp(-k * t)
        return ParameterVector((1 - e) / k, 1, speed * (t * e - (1 - e) / k) / k, 0)
      }
    )
  }

  static let cases: [Case] = {
    var result: [Case] = []
    for isWeighted in [false, true] {
      for noise in [0, 0.1, 0.25] {
        let label = "\(noise == 0 ? "" : ", noise \(noise) q")\(isWeighted ? ", weighted" : "")"
        for (name, law, parameters) in [
          ("a fast glide", decay(3000, 2), 3), ("a slow glide", decay(12, 4), 3),
          ("a slow line", line(1), 2), ("a line of a step in three frames", line(60.0 / 9), 2),
          ("a line of a step a frame", line(20), 2),
        ] {
          result.append(
            Case(
              name: name + label, curve: law.0, row: law.1, parameters: parameters,
              noise: noise * quantum, isWeighted: isWeighted))
        }
      }
    }
    return result
  }()

  /// The response of the linear estimator to an error of 1 in each sample: its weights a.
  static func influence(
    _ rows: [ParameterVector], _ weights: [Double], _ parameters: Int, _ gradient: ParameterVector
  ) throws -> [Double] {
    try rows.indices.map { sample in
      let linear = try #require(
        Linearisation(
          jacobian: rows, residuals: rows.indices.map { $0 == sample ? 1 : 0 }, weights: weights,
          parameterCount: parameters))
      return (linear.remainingStep * gradient).sum()
    }
  }

  @Test(arguments: cases)
  func `the variance of estimates from rounded curves is that of the formula`(_ item: Case) throws {
    let seed: UInt64 = 1948
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    let q = Self.quantum
    let times = (0..<item.count).map { Double($0) / item.rate }
    let curve = times.map(item.curve)
    let rows = times.map(item.row)
    let weights = item.isWeighted ? times.map { _ in random.uniform(0.1...2) } : []
    let linear = try #require(
      Linearisation(
        jacobian: rows, residuals: curve.map { _ in 0 }, weights: weights,
        parameterCount: item.parameters))
    for lane in 0..<item.parameters {
      var gradient = ParameterVector.zero
      gradient[lane] = 1
      let a = try Self.influence(rows, weights, item.parameters, gradient)
      let independent = q * q / 12 * a.reduce(0) { $0 + $1 * $1 }

      // The grid is shifted by a random part of a step, one per stratum; then Gaussian noise and rounding.
      let rounds = 40_000
      var sum = 0.0
      var squares = 0.0
      for round in 0..<rounds {
        let shift = q * (Double(round) + random.uniform(0...1)) / Double(rounds)
        var error = 0.0
        for index in curve.indices {
          let noise = item.noise > 0 ? item.noise * random.normal() : 0
          let place = curve[index] + shift
          let recorded = ((place + noise) / q).rounded() * q
          error += a[index] * (recorded - place)
        }
        sum += error * error
        squares += error * error * error * error
      }
      let mean = sum / Double(rounds)
      let scatter = ((squares / Double(rounds) - mean * mean) / Double(rounds)).squareRoot()
      // Without the variance of the noise itself.
      let drawn = mean - independent - item.noise * item.noise * a.reduce(0) { $0 + $1 * $1 }

      // The harmonics that the formula omits.
      var tail = 0.0
      if item.noise == 0 {
        for m in 13...3000 {
          var real = 0.0
          var imaginary = 0.0
          for index in curve.indices {
            let angle = 2 * Double.pi * Double(m) * (curve[index] / q).remainder(dividingBy: 1)
            real += a[index] * Double.cos(angle)
            imaginary += a[index] * Double.sin(angle)
          }
          tail += (real * real + imaginary * imaginary) / Double(m * m)
        }
        // Both sums from 13 to 3000.
        let inverse = (13...3000).reduce(0.0) { $0 + 1 / Double($1 * $1) }
        tail = q * q / (2 * .pi * .pi) * (tail - inverse * 12 / (q * q) * independent)
      }
      let excess = linear.roundingExcess(
        along: gradient, curve: curve, weights: weights, quantum: q, noise: item.noise
      ).excess
      // Five standard errors of the simulation (78 comparisons), and the harmonics above 3000.
      #expect(
        (drawn - excess - tail).magnitude <= 5 * scatter + 1e-3 * (independent + excess.magnitude),
        "parameter \(lane)")
    }
  }

  /// The excess relative to the variance of independent errors, without noise.
  static func ratio(
    _ law: (@Sendable (Double) -> Double, @Sendable (Double) -> ParameterVector), _ parameters: Int,
    along gradient: ParameterVector
  ) throws -> Double {
    let times = (0..<60).map { Double($0) / 60 }
    let rows = times.map(law.1)
    let linear = try #require(
      Linearisation(
        jacobian: rows, residuals: rows.map { _ in 0 }, weights: [], parameterCount: parameters))
    let independent = quantum * quantum / 12 * linear.unitCovariance.variance(along: gradient)
    return linear.roundingExcess(
      along: gradient, curve: times.map(law.0), weights: [], quantum: quantum, noise: 0
    ).excess
      / independent
  }

  @Test func `fast curves have no excess on the average`() throws {
    let seed: UInt64 = 2008
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    for lane in 0..<3 {
      var gradient = ParameterVector.zero
      gradient[lane] = 1
      var sum = 0.0
      for _ in 0..<1000 {
        sum += try Self.ratio(
          Self.decay(random.uniform(3000...6000), random.uniform(1...2.5)), 3, along: gradient)
      }
      // For samples at random positions between two steps the power of harmonic m has a standard deviation equal to its
      // mean, and the ratio one of (sum 36 / (pi m)^4)^(1/2) = 0.63: five standard errors of the mean of 1000.
      #expect((sum / 1000).magnitude < 5 * 0.63 / 1000.0.squareRoot(), "parameter \(lane)")
    }
  }

  @Test func `slow curves have many times the variance of independent errors`() throws {
    // A constant: all errors are equal, so the mean of 60 has the variance of one sample, minus the omitted harmonics.
    let constant = try Self.ratio(
      ({ _ in 7.1 }, { _ in ParameterVector(1, 0, 0, 0) }), 1, along: ParameterVector(1, 0, 0, 0))
    let kept = (1...12).reduce(0.0) { $0 + 6 / (Double.pi * Double.pi * Double($1 * $1)) }
    #expect((constant - 59 * kept).magnitude < 1e-9)
    #expect(kept > 0.95 && kept < 0.96)
    // The middle of a line that rises by 0.3 steps: the first harmonic keeps
    // (sin(0.3 pi) / 0.3 pi)^2 = 0.737, times 6 / pi^2.
    #expect(
      try Self.ratio(Self.line(0.1), 2, along: ParameterVector(1, 59.0 / 120, 0, 0)) > 59 * 0.44)
  }

  /// A bounce of 1000 pt/s at 120 Hz on pixels of 1 pt; its end is slow.
  static let bounce:
    (curve: @Sendable (Double) -> Double, row: @Sendable (Double) -> ParameterVector) = (
      { t in 1000 * t * Double.exp(-11 * t) },
      { t in
        let e = Double.exp(-11 * t)
        return ParameterVector(e, t * e, -1000 * t * t * e, 0)
      }
    )

  @Test(arguments: [0, 0.1])
  func `errors of slow samples cancel as the formula for them says`(noise: Double) throws {
    let seed: UInt64 = 1977
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    let q = 1.0
    let times = (0..<80).map { Double($0) / 120 }
    let curve = times.map(Self.bounce.curve)
    let rows = times.map(Self.bounce.row)
    let linear = try #require(
      Linearisation(
        jacobian: rows, residuals: curve.map { _ in 0 }, weights: [], parameterCount: 3))
    let stretches = Linearisation.slowStretches(of: curve, quantum: q)
    // Around the maximum, and at the end.
    #expect(stretches.count == 2)
    for lane in 0..<3 {
      var gradient = ParameterVector.zero
      gradient[lane] = 1
      let a = try Self.influence(rows, [], 3, gradient)
      var sum = 0.0
      var squares = 0.0
      let rounds = 40_000
      for _ in 0..<rounds {
        // Each segment has its own grid position: only pairs within a segment count.
        var power = 0.0
        for stretch in stretches {
          let shift = random.uniform(0...q)
          var error = 0.0
          for index in stretch {
            let place = curve[index] + shift
            let blur = noise > 0 ? noise * random.normal() : 0
            error += a[index] * (((place + blur) / q).rounded() * q - place)
          }
          power += error * error
        }
        sum += power
        squares += power * power
      }
      let mean = sum / Double(rounds)
      let scatter = ((squares / Double(rounds) - mean * mean) / Double(rounds)).squareRoot()
      let slow = stretches.joined().reduce(0) { $0 + a[$1] * a[$1] }
      let all = a.reduce(0) { $0 + $1 * $1 }
      let expected = (mean - slow * (q * q / 12 + noise * noise)) / (all * q * q / 12)
      let found = linear.roundingForms(
        curve: curve, stretches: stretches, weights: [], quantum: q, noise: noise
      ).slow.relativeExcess(linear.direction(of: gradient))
      // Five standard errors of the simulation, and a twentieth of the share of slow samples for the omitted harmonics.
      let allowed = 5 * scatter / (all * q * q / 12) + 0.05 * slow / all
      #expect((found - expected).magnitude <= allowed, "parameter \(lane)")
      #expect(found < -0.015, "parameter \(lane)")
    }
  }

  @Test func `a curve is slow where it moves by less than half a step`() {
    let curve = [0, 10, 10.4, 10.8, 20, 20.5, 30, 30.1]
    #expect(Linearisation.slowStretches(of: curve, quantum: 1) == [1..<4, 6..<8])
    #expect(Linearisation.slowStretches(of: curve, quantum: 0.5) == [6..<8])
    #expect(Linearisation.slowStretches(of: curve, quantum: 100) == [0..<8])
    #expect(Linearisation.slowStretches(of: [1], quantum: 1).isEmpty)
    #expect(Linearisation.slowStretches(of: [], quantum: 1).isEmpty)
    #expect(Linearisation.slowStretches(of: [.nan, 1, 1], quantum: 1) == [1..<3])
  }

  @Test func `the place of the curve's origin does not matter`() throws {
    let law = Self.decay(40, 3)
    let times = (0..<60).map { Double($0) / 60 }
    let linear = try #require(
      Linearisation(
        jacobian: times.map(law.1), residuals: times.map { _ in 0 }, weights: [],
        parameterCount: 3))
    func excess(_ shift: Double) -> Double {
      linear.roundingExcess(
        along: ParameterVector(0, 0, 1, 0), curve: times.map { law.0($0) + shift }, weights: [],
        quantum: Self.quantum, noise: 0
      ).excess
    }
    let plain = excess(0)
    // 12 harmonics of angles that have lost 1e4 / 1e16 of a cycle.
    for shift in [0.1, -64, 3000.05] {
      #expect((excess(shift) / plain - 1).magnitude < 1e-8)
    }
  }
}

extension Linearisation {
  /// What rounding adds to the variance of one quantity, and the variance by independent errors.
  fileprivate func roundingExcess(
    along gradient: ParameterVector, curve: [Double], weights: [Double], quantum: Double,
    noise: Double
  ) -> (excess: Double, independent: Double) {
    let form = roundingForms(
      curve: curve, stretches: [], weights: weights, quantum: quantum, noise: noise
    ).all
    let z = direction(of: gradient)
    return (form.excess(z), form.independent(z))
  }
}
