import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

struct RandomSourceTests {
  @Test func `SplitMix64 with seed 1234567 gives its published sequence`() {
    // The test vector of the reference implementation.
    var random = RandomSource(seed: 1_234_567)
    let first = (0..<5).map { _ in random.next() }
    #expect(
      first == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func `uniform and normal numbers have their mean and variance`() {
    var random = RandomSource(seed: 7)
    var uniform = (sum: 0.0, squares: 0.0)
    var normal = (sum: 0.0, squares: 0.0)
    let count = 200_000
    for _ in 0..<count {
      let u = random.uniform()
      #expect(u >= 0 && u < 1)
      uniform.sum += u
      uniform.squares += (u - 0.5) * (u - 0.5)
      let z = random.normal()
      normal.sum += z
      normal.squares += z * z
    }
    // Five standard errors of the mean of 200 000.
    let n = Double(count)
    #expect((uniform.sum / n - 0.5).magnitude < 5 * 0.2887 / n.squareRoot())
    #expect((uniform.squares / n - 1.0 / 12).magnitude < 5 * 0.0745 / n.squareRoot())
    #expect((normal.sum / n).magnitude < 5 / n.squareRoot())
    #expect((normal.squares / n - 1).magnitude < 5 * 1.4142 / n.squareRoot())
  }
}

struct RecorderTests {
  private let bounce = CriticalBounce(amplitude: 1000, decayRate: 10.9, phase: 0.005)

  @Test func `a recorder without faults rounds the law to its grid and nothing else`() {
    var recorder = Recorder()
    recorder.frameCount = 50
    var random = RandomSource(seed: 1)
    let trace = recorder.record(bounce, edge: -88, random: &random)
    #expect(trace.count == 50)
    #expect(trace.metadata.edgeTop == -88)
    #expect(trace.metadata.scale == 3)
    for (time, value) in zip(trace.times, trace.channels[0].values) {
      #expect((value - (-88 - bounce.position(at: time))).magnitude <= 1.0 / 6 + 1e-12)
      #expect((value * 3 - (value * 3).rounded()).magnitude < 1e-9)
    }
  }

  @Test func `equal seeds give equal recordings, and other seeds others`() {
    var recorder = Recorder()
    recorder.noise = 0.3
    recorder.stampJitter = 1e-3
    recorder.dropRate = 0.1
    func record(_ seed: UInt64) -> Trace {
      var random = RandomSource(seed: seed)
      return recorder.record(bounce, random: &random)
    }
    #expect(record(5) == record(5))
    #expect(record(5) != record(6))
  }

  @Test func `frames are dropped and outliers made at their rates`() {
    var recorder = Recorder()
    recorder.frameCount = 20_000
    recorder.dropRate = 0.1
    recorder.outlierRate = 0.05
    recorder.scale = 0
    var random = RandomSource(seed: 2)
    let trace = recorder.record(random: &random) { _ in 0 }
    let dropped = Double(20_000 - trace.count) / 20_000
    // Five standard errors of a proportion.
    #expect((dropped - 0.1).magnitude < 5 * (0.09 / 20_000).squareRoot())
    let outliers = Double(trace.channels[0].values.filter { $0 != 0 }.count) / Double(trace.count)
    #expect((outliers - 0.05).magnitude < 5 * (0.0475 / 18_000).squareRoot())
  }

  @Test func `a log of changes holds no value twice in a row, and stamps never run backwards`() {
    var recorder = Recorder()
    recorder.frameCount = 120
    recorder.logsChangesOnly = true
    recorder.stampJitter = 0.02
    var random = RandomSource(seed: 4)
    let trace = recorder.record(bounce, random: &random)
    let values = trace.channels[0].values
    #expect(values.count < 120)
    for (earlier, later) in zip(values, values.dropFirst()) { #expect(earlier != later) }
    for (earlier, later) in zip(trace.times, trace.times.dropFirst()) { #expect(later >= earlier) }
  }
}
