import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// The errors that a recorder adds to values and time stamps, compared with its settings.
struct FaultTests {
  private static let count = 40_000
  private static let n = Double(count)

  /// A recording of a motion at constant speed, without rounding.
  private func trace(
    speed: Double = 0, seed: UInt64 = 11, _ change: (inout Recorder) -> Void
  ) -> Trace {
    var recorder = Recorder()
    recorder.frameCount = Self.count
    recorder.rounding = .unrounded
    change(&recorder)
    var random = RandomSource(seed: seed)
    return recorder.record(random: &random) { speed * $0 }
  }

  private func moments(_ values: [Double]) -> (mean: Double, deviation: Double) {
    let mean = values.reduce(0, +) / Double(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (mean, (squares / Double(values.count)).squareRoot())
  }

  @Test func `noise has mean 0 and the deviation asked for`() {
    let (mean, deviation) = moments(trace { $0.noise = 0.4 }.channels[0].values)
    // Five standard errors: sd / sqrt(n) for a mean, sd / sqrt(2 n) for a standard deviation.
    #expect(mean.magnitude < 5 * 0.4 / Self.n.squareRoot())
    #expect((deviation - 0.4).magnitude < 5 * 0.4 / (2 * Self.n).squareRoot())
  }

  @Test func `stamps are off their frames by the jitter asked for, and values are not`() {
    let trace = trace(speed: 300) { $0.stampJitter = 0.001 }
    let errors = trace.times.enumerated().map { $1 - Double($0) / 60 }
    let (mean, deviation) = moments(errors)
    #expect(mean.magnitude < 5 * 0.001 / Self.n.squareRoot())
    #expect((deviation - 0.001).magnitude < 5 * 0.001 / (2 * Self.n).squareRoot())
    for (frame, value) in trace.channels[0].values.enumerated() {
      #expect(value == 300 * (Double(frame) / 60))
    }
  }

  @Test func `values are taken off their frames by the jitter asked for, and stamps are not`() {
    let trace = trace(speed: 1000) { $0.sampleJitter = 0.002 }
    let errors = zip(trace.times, trace.channels[0].values).map { $1 / 1000 - $0 }
    let (mean, deviation) = moments(errors)
    #expect(mean.magnitude < 5 * 0.002 / Self.n.squareRoot())
    #expect((deviation - 0.002).magnitude < 5 * 0.002 / (2 * Self.n).squareRoot())
    #expect(trace.times == (0..<Self.count).map { Double($0) / 60 })
  }

  @Test func `dropped frames are missing, and the others keep their stamps`() {
    let trace = trace(speed: 60) { $0.dropRate = 0.2 }
    let share = 1 - Double(trace.count) / Self.n
    // Five standard errors of a proportion.
    #expect((share - 0.2).magnitude < 5 * (0.16 / Self.n).squareRoot())
    #expect(
      zip(trace.times, trace.channels[0].values).allSatisfy { ($0 * 60 - $1).magnitude < 1e-9 })
  }

  @Test func `outliers are at most 20 pt off and spread evenly`() {
    let trace = trace { $0.outlierRate = 0.25 }
    let outliers = trace.channels[0].values.filter { $0 != 0 }
    #expect((Double(outliers.count) / Self.n - 0.25).magnitude < 5 * (0.1875 / Self.n).squareRoot())
    #expect(outliers.allSatisfy { $0.magnitude <= 20 })
    let (mean, deviation) = moments(outliers)
    let m = Double(outliers.count)
    // Uniform from -20 to 20: standard deviation 40 / sqrt(12), with a standard error of 0.447 sd / sqrt(m).
    let expected = 40 / 12.0.squareRoot()
    #expect(mean.magnitude < 5 * expected / m.squareRoot())
    #expect((deviation - expected).magnitude < 5 * 0.447 * expected / m.squareRoot())
  }

  @Test func `rounding is to the nearest pixel, towards zero, or none`() {
    var recorder = Recorder()
    recorder.frameCount = 200
    recorder.scale = 2
    func values(_ rounding: Recorder.Rounding) -> [Double] {
      recorder.rounding = rounding
      var random = RandomSource(seed: 1)
      return recorder.record(random: &random) { 31.7 * $0 - 50 }.channels[0].values
    }
    let exact = (0..<200).map { 31.7 * (Double($0) / 60) - 50 }
    #expect(values(.unrounded) == exact)
    for (value, truth) in zip(values(.nearest), exact) {
      #expect((value - truth).magnitude <= 0.25 && value * 2 == (value * 2).rounded())
    }
    for (value, truth) in zip(values(.towardZero), exact) {
      #expect(value.magnitude <= truth.magnitude && (value - truth).magnitude < 0.5)
      #expect(value * 2 == (value * 2).rounded())
    }
    #expect(values(.nearest) != values(.towardZero))
    // Recordings do not contain -0.
    #expect(values(.towardZero).allSatisfy { $0 != 0 || $0.sign == .plus })
  }

  @Test func `a recording without rounding claims no pixel grid`() {
    var recorder = Recorder()
    var random = RandomSource(seed: 1)
    #expect(recorder.record(random: &random) { $0 }.metadata.scale == 3)
    recorder.rounding = .unrounded
    #expect(recorder.record(random: &random) { $0 }.metadata.scale == nil)
  }

  @Test func `a late start shows the later motion from time 0 on`() {
    let bounce = CriticalBounce(amplitude: 1500, decayRate: 10.93)
    var recorder = Recorder()
    recorder.frameCount = 30
    recorder.startTime = 0.0125
    var random = RandomSource(seed: 1)
    let late = recorder.record(bounce, random: &random)
    recorder.startTime = 0
    let shifted = recorder.record(
      CriticalBounce(amplitude: 1500, decayRate: 10.93, phase: 0.0125), random: &random)
    #expect(late.times == shifted.times)
    #expect(late.channels == shifted.channels)
    #expect(late.channels[0].values[0] < -15)
  }

  @Test func `without stamps the file says how far frames are apart, lost ones or not`() {
    let trace = trace(speed: 60) {
      $0.hasStamps = false
      $0.dropRate = 0.5
      $0.rate = 120
    }
    #expect(trace.timing == .assumed(interval: 1.0 / 120, source: .metadata))
    #expect(trace.times[1000] == 1000.0 / 120)
    #expect(trace.channels[0].values[1000] > 900)
  }

  @Test func `a duration has a frame at both ends`() {
    var recorder = Recorder()
    for (duration, rate, frames) in [
      (0.7, 60.0, 43), (1, 120, 121), (0.1, 60, 7), (0, 60, 1), (0.99, 60, 60),
    ] {
      recorder.rate = rate
      recorder.setDuration(duration)
      #expect(recorder.frameCount == frames, "\(duration) s at \(rate) Hz")
    }
  }

  @Test func `numbers are drawn in the order that the documentation gives`() {
    var recorder = Recorder()
    recorder.frameCount = 50
    recorder.dropRate = 0.3
    recorder.stampJitter = 0.0004
    recorder.sampleJitter = 0.0007
    recorder.noise = 0.2
    recorder.outlierRate = 0.3
    recorder.rounding = .unrounded
    let quantities = [
      RecordedQuantity(.offset, axis: .x) { 100 * $0 },
      RecordedQuantity(.finger, axis: .x, isDisturbed: false) { 50 * $0 },
      RecordedQuantity(.offset, axis: .y) { -300 * $0 },
    ]
    var random = RandomSource(seed: 99)
    let trace = recorder.record(quantities, random: &random)
    var other = RandomSource(seed: 99)
    var row = 0
    for frame in 0..<50 {
      let time = Double(frame) / 60
      let isLost = other.uniform() < 0.3
      let stamp = time + 0.0004 * other.normal()
      let taken = time + 0.0007 * other.normal()
      func disturbed(_ value: Double) -> Double {
        var value = value + 0.2 * other.normal()
        if other.uniform() < 0.3 { value += other.uniform(-20, 20) }
        return value
      }
      let x = disturbed(100 * taken)
      let y = disturbed(-300 * taken)
      if isLost { continue }
      #expect(trace.times[row] == stamp)
      #expect(trace.channels.map { $0.values[row] } == [x, 50 * taken, y])
      row += 1
    }
    #expect(row == trace.count)
    #expect(random.next() == other.next())
  }

  @Test func `the numbers of a seed are those they always were`() {
    var random = RandomSource(seed: 1_234_567)
    // 6457827717110365317 and 3203168211198807973, shifted right by 11 and divided by 2^53.
    #expect(random.uniform() == Double(6_457_827_717_110_365_317 >> 11) / 9_007_199_254_740_992)
    #expect(random.uniform() == Double(3_203_168_211_198_807_973 >> 11) / 9_007_199_254_740_992)
    random = RandomSource(seed: 1_234_567)
    // sqrt(-2 ln(1 - 0.350079...)) cos(2 pi 0.173644...), to the digits on which all C libraries agree.
    #expect((random.normal() - 0.4284879007349291171733).magnitude < 1e-14)
  }

  @Test func `each axis has noise of its own, and one time`() {
    var recorder = Recorder()
    recorder.frameCount = Self.count
    recorder.rounding = .unrounded
    recorder.noise = 1
    var random = RandomSource(seed: 5)
    let trace = recorder.record(
      [RecordedQuantity(.offset, axis: .x) { _ in 0 }, RecordedQuantity(.offset) { _ in 0 }],
      random: &random)
    #expect(trace.axes(of: .offset) == [.x, .y])
    let products = zip(trace.channels[0].values, trace.channels[1].values).map { $0 * $1 }
    // Independent: the mean product is 0 with a standard error of 1 / sqrt(n).
    #expect(moments(products).mean.magnitude < 5 / Self.n.squareRoot())
    #expect((moments(trace.channels[1].values).deviation - 1).magnitude < 0.02)
  }

  @Test func `a log of changes keeps a frame in which either axis moved`() {
    var recorder = Recorder()
    recorder.frameCount = 10
    recorder.logsChangesOnly = true
    recorder.scale = 1
    recorder.rate = 1
    var random = RandomSource(seed: 5)
    let trace = recorder.record(
      [
        RecordedQuantity(.offset, axis: .x) { ($0 / 4).rounded(.down) },
        RecordedQuantity(.offset) { ($0 / 3).rounded(.down) },
      ], random: &random)
    #expect(trace.times == [0, 3, 4, 6, 8, 9])
  }
}

struct RecordedLawTests {
  @Test func `a deceleration is recorded until the system stops it, and then rests`() {
    let motion = Deceleration(position: 300, velocity: -2000, rate: 2.002)
    var recorder = Recorder()
    recorder.setDuration(3)
    var random = RandomSource(seed: 1)
    let trace = recorder.record(motion, stopSpeed: 10, random: &random)
    // D = (v0 - 10) / k, T = ln(v0 / 10) / k = 2.6465 s.
    let rest = 300 - 1990 / 2.002
    for (time, value) in zip(trace.times, trace.channels[0].values) {
      let truth = time < 2.6465 ? motion.position(at: time) : rest
      #expect((value - truth).magnitude <= 1.0 / 6 + 1e-9)
    }
    #expect(motion.end(stopSpeed: 10) == motion.duration(stopSpeed: 10))
    #expect(motion.end(stopSpeed: 0) == .infinity)
    #expect(motion.end(stopSpeed: 10, stopDistance: 100) == motion.duration(within: 100))
  }

  @Test func `a pull is recorded as finger and overscroll that obey the rubber band`() {
    let band = RubberBand(coefficient: 0.55, dimension: 844)
    var recorder = Recorder()
    recorder.setDuration(1)
    recorder.rounding = .unrounded
    var random = RandomSource(seed: 1)
    let trace = recorder.record(band, travel: 400, axis: .x, random: &random)
    #expect(trace.metadata.boundsWidth == 844)
    #expect(trace.channels.map(\.role) == [.finger, .overscroll])
    #expect(trace.axes(of: .finger) == [.x])
    let finger = trace.channels[0].values
    #expect(finger.first == 0 && finger.last == 400)
    for (x, s) in zip(finger, trace.channels[1].values) {
      // s = d c x / (c x + d)
      #expect((s - 844 * 0.55 * x / (0.55 * x + 844)).magnitude < 1e-12 * 844)
    }
    let held = recorder.record(band, travel: 400, over: 0.5, random: &random)
    #expect(held.channels[0].values[15] == 200)
    #expect(held.channels[0].values[30...].allSatisfy { $0 == 400 })
  }

  @Test func `noise disturbs the overscroll and leaves the finger where it is`() {
    let band = RubberBand(coefficient: 0.55, dimension: 844)
    var recorder = Recorder()
    recorder.noise = 2
    recorder.rounding = .unrounded
    var random = RandomSource(seed: 1)
    let trace = recorder.record(band, travel: 59, random: &random)
    for (frame, finger) in trace.channels[0].values.enumerated() {
      #expect((finger - Double(frame)).magnitude < 1e-12 * 60)
    }
    #expect(trace.channels[1].values[0] != 0)
  }
}
