import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// One constant of many recordings in constant memory, against the pool that keeps them all.
@Suite struct ConstantPoolTests {
  /// A recording's delta: its error, and perhaps the noise that its working error rests on.
  private func constant(
    _ value: Double, error: Double, working: Double? = nil, noise: NoiseLevel? = nil
  ) -> TraceConstant {
    var estimate = Estimate(key: "delta", value: value, unit: "1/s")
    estimate.standardError = error
    estimate.classicalError = working ?? error
    estimate.intervalDegrees = 40
    return TraceConstant(law: "bounce", estimate: estimate, gestures: 1, noise: noise)
  }

  private func source(_ index: Int) -> BatchSource {
    BatchSource(path: "\(index).csv", trace: nil, line: 1)
  }

  private func pooled(_ constants: [TraceConstant]) -> PooledConstant {
    var pool = ConstantPool(law: "bounce", key: "delta")
    for (index, constant) in constants.enumerated() { pool.add(constant, of: source(index)) }
    return pool.pooled()
  }

  @Test func `an edge is a spring where as many recordings are, also those that differ`() {
    func pooled(_ law: String, _ key: String, _ values: [Double]) -> PooledConstant {
      var pool = ConstantPool(law: law, key: key)
      for (index, value) in values.enumerated() {
        pool.add(constant(value, error: 0.01), of: source(index))
      }
      return pool.pooled()
    }
    let omega = pooled("spring", "omega", [11, 11.01, 10.99, 11, 20])
    let zeta = pooled("spring", "zeta", [0.7, 0.7, 0.7, 0.7, 0.7])
    #expect(omega.count == 4 && omega.outliers.count == 1)
    func edge(bounces count: Int) -> Engine.Edge? {
      let delta = pooled("bounce", "delta", [Double](repeating: 10.93, count: count))
      return ScrollFeel([omega, zeta, delta]) { $0.estimate.value }.edge
    }
    let delta = Engine.Edge.spring(SpringConstants(decayRate: 10.93))
    #expect(edge(bounces: 6) == delta && edge(bounces: 5) != delta && edge(bounces: 5) != nil)
  }

  @Test func `a rate on which recordings disagree by its own size is not felt`() {
    func glide(_ rates: [Double]) -> Engine.Glide? {
      var pool = ConstantPool(law: "decelerate", key: "k")
      for (index, rate) in rates.enumerated() {
        pool.add(constant(rate, error: 0.01), of: source(index))
      }
      return ScrollFeel([pool.pooled()]) { $0.estimate.value }.glide
    }
    #expect(glide([2, 6.3, 2.01, 6.29]) == nil)
    #expect(glide([2, 2.02, 2.01, 1.99]) != nil)
  }

  private func draw(_ count: Int, spread: Double = 0, random: inout RandomSource) -> [TraceConstant]
  {
    (0..<count).map { _ in
      // Recordings of different length: errors over a decade.
      let error = 0.005 * (1 + 9 * random.uniform())
      return constant(
        10.93 + spread * random.normal() + error * random.normal(), error: error)
    }
  }

  /// Mean, error and Q term by term, the weights 1 / (s^2 + tau^2).
  private func slowMean(
    _ constants: [TraceConstant], between tau: Double = 0
  ) -> (value: Double, error: Double, q: Double) {
    let values = constants.map { $0.estimate.value! }
    let variances = constants.map { $0.estimate.standardError! * $0.estimate.standardError! }
    let weights = variances.map { 1 / ($0 + tau * tau) }
    let total = weights.reduce(0, +)
    let mean = zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 } / total
    var squares = 0.0
    var expected = 0.0
    var variance = 0.0
    for index in values.indices {
      let (w, x, s) = (weights[index], values[index], variances[index])
      squares += w * (x - mean) * (x - mean)
      expected += s * w * (1 - w / total)
      variance += w * w * (s + tau * tau) / (total * total)
    }
    let degrees = Double(values.count - 1)
    return (mean, variance.squareRoot(), degrees * squares / expected)
  }

  @Test(arguments: [1, 2, 12, 512])
  func `up to 512 recordings are pooled as if all were kept`(count: Int) throws {
    var random = RandomSource(seed: UInt64(count))
    let constants = draw(count, random: &random)
    let slow = slowMean(constants)
    let pool = pooled(constants)
    #expect(pool.count == count)
    #expect(abs(pool.estimate.value! - slow.value) < 1e-12)
    #expect(abs(pool.estimate.standardError! / slow.error - 1) < 1e-10)
    #expect((pool.q == nil) == (count == 1))
    if let q = pool.q { #expect(abs(q - slow.q) < 1e-8 * q) }
  }

  @Test(arguments: [0, 0.02])
  func `thousands are pooled in bins as all of them would be`(spread: Double) throws {
    var random = RandomSource(seed: 7)
    let constants = draw(6000, spread: spread, random: &random)
    let pool = pooled(constants)
    #expect(pool.count == 6000)
    #expect(pool.isHeterogeneous == (spread > 0))
    // Where they scatter, the weights are those of error and scatter together.
    let slow = slowMean(constants, between: spread)
    #expect(abs(pool.estimate.value! - slow.value) < 0.1 * slow.error)
    // In one case s^2 makes the error, in the other the scatter itself.
    #expect(abs(pool.estimate.standardError! / slow.error - 1) < (spread > 0 ? 0.05 : 0.01))
    #expect(abs(pool.spread! - spread) < 0.001)
  }

  @Test func `recordings off the others are named and left out, few and many`() {
    var random = RandomSource(seed: 3)
    for count in [5, 40, 3000] {
      var constants = draw(count, random: &random)
      let place = count / 2
      constants[place] = constant(11.4, error: 0.01)
      let pool = pooled(constants)
      #expect(pool.outliers.map(\.source.path) == ["\(place).csv"])
      #expect(pool.count == count - 1)
      #expect(abs(pool.estimate.value! - 10.93) < 5 * pool.estimate.standardError!)
    }
  }

  @Test func `of a thousand folders without cause few have a recording off the others`() {
    var random = RandomSource(seed: 4)
    var named = 0
    for _ in 0..<1000 {
      named += pooled(draw(12, random: &random)).outliers.isEmpty ? 0 : 1
    }
    #expect(named <= 2)
  }

  @Test func `four recordings are too few to say which is off`() {
    let values = [10.93, 10.93, 10.931, 12]
    let pool = pooled(values.map { constant($0, error: 0.01) })
    #expect(pool.outliers.isEmpty)
    #expect(pool.isHeterogeneous)
  }

  @Test func `recordings with one rounding are weighted by the noise of all of them`() throws {
    // Equal designs: one recording's residuals happened to be small, which says nothing of its value.
    func noise(_ size: Double) -> NoiseLevel {
      var level = NoiseLevel(floor: 0.0962)
      level.add(size: size, degrees: 40)
      return level
    }
    let lucky = constant(10.93, error: 0.005, working: 0.005, noise: noise(0.05))
    let usual = constant(10.94, error: 0.01, working: 0.01, noise: noise(0.1))
    let pool = pooled([lucky, usual])
    #expect(abs(pool.estimate.value! - 10.935) < 1e-9)
    // Without a known noise each is weighted by its own.
    let own = pooled([
      constant(10.93, error: 0.005, working: 0.005), constant(10.94, error: 0.01, working: 0.01),
    ])
    #expect(abs(own.estimate.value! - 10.932) < 1e-9)
  }

  @Test func `recordings with two roundings are weighted by the noise of each`() {
    func recorded(_ value: Double, error: Double, floor: Double, noise: Double) -> TraceConstant {
      var level = NoiseLevel(floor: floor)
      level.add(size: noise, degrees: 40)
      return constant(value, error: error, working: error, noise: level)
    }
    // The same design at twice the noise: a quarter of the weight.
    let pool = pooled([
      recorded(10.93, error: 0.01, floor: 0.0962, noise: 0.1),
      recorded(10.94, error: 0.02, floor: 0.1443, noise: 0.2),
    ])
    #expect(abs(pool.estimate.value! - 10.932) < 1e-9)
  }

  @Test func `what cannot be compared is counted with its reason`() {
    var pool = ConstantPool(law: "bounce", key: "delta")
    var none = Estimate(key: "delta", value: nil, unit: "1/s", reason: "outliers (W403)")
    none.reason = "outliers (W403)"
    for index in 0..<3 {
      pool.add(TraceConstant(law: "bounce", estimate: none, gestures: 1), of: source(index))
    }
    let pooled = pool.pooled()
    #expect(pooled.estimate.value == nil)
    #expect(pooled.leftOut == [.init(reason: "outliers (W403)", count: 3)])
  }

  @Test func `groups beyond the limit count as one`() {
    var summary = BatchSummary(groupedBy: ["device"])
    for index in 0..<(BatchSummary.groupLimit + 5) {
      var record = BatchRecord(source: source(index), contentHash: UInt64(index))
      record.metadata["device"] = "d\(index)"
      record.constants = [constant(10.93, error: 0.01)]
      summary.add(record)
    }
    let groups = summary.grouped()
    #expect(groups.count == BatchSummary.groupLimit + 1)
    #expect(groups.first { $0.values == [BatchSummary.otherGroups] }?.count == 5)
  }
}
