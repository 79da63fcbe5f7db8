import CurveFitting
import RealModule
import TestSupport
import Testing

/// The kernel's feasible theta compared with `FeasibleInterval`.
struct DecayingLineFeasibleTests {
  /// Half a third, plus the rounding of thirds to doubles.
  static let bound = 0.5 / 3 * (1 + 1e-9)

  /// Both results; nil where there is no minimum.
  static func answers(
    _ kernel: inout DecayingLineKernel, _ set: DecayingLineSet, reach: Double = 0.05
  ) -> (point: Double?, interval: ClosedRange<Double>?, slow: ClosedRange<Double>?)? {
    kernel.take(set)
    guard let start = kernel.start(), let minimum = kernel.minimum(from: start) else { return nil }
    let point = kernel.feasiblePoint(of: minimum, bound: bound)
    let interval = point.flatMap {
      kernel.feasibleInterval(from: $0, bound: bound, reach: reach)
    }
    let slow = FeasibleInterval(
      .bounce, Observations(abscissae: set.times, values: set.values), bound: bound,
      start: minimum.theta, scale: 0.05, limits: 0.5...200)
    return (point?.theta, interval, slow?.interval)
  }

  static func compare(
    _ answers: (point: Double?, interval: ClosedRange<Double>?, slow: ClosedRange<Double>?),
    in worst: inout Worst, _ label: @autoclosure () -> String
  ) {
    guard let slow = answers.slow else {
      // No curve reproduces these samples after rounding, so no feasible point may be reported.
      if let point = answers.point { worst.note(.infinity, "\(label()): \(point) in nothing") }
      return
    }
    if let point = answers.point, !slow.contains(point) {
      // `FeasibleInterval` finds its ends to 1e-11 relative.
      let miss = max(slow.lowerBound - point, point - slow.upperBound)
      worst.note(miss / (1.2e-11 * point), "\(label()): \(point) outside \(slow)")
    }
    guard let interval = answers.interval else { return }
    // 1e-11 relative as above, plus the kernel's tolerance of 1e-12 of the bound.
    worst.note(
      interval.lowerBound, slow.lowerBound, tolerance: 1.2e-11 * slow.lowerBound,
      "lower end, \(label())")
    worst.note(
      interval.upperBound, slow.upperBound, tolerance: 1.2e-11 * slow.upperBound,
      "upper end, \(label())")
  }

  @Test func `the intervals of rounded motions are those of the exchange`() {
    let seed: UInt64 = 4_200
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var kernel = DecayingLineKernel()
    var worst = Worst()
    var (sets, found) = (0, 0)
    while sets < 2000 {
      let set = DecayingLineSet(using: &random)
      guard set.scale > 0, let answers = Self.answers(&kernel, set) else { continue }
      sets += 1
      if answers.interval != nil { found += 1 }
      Self.compare(answers, in: &worst, "set \(sets)")
      if let interval = answers.interval, !interval.contains(set.theta) {
        worst.note(.infinity, "set \(sets): \(set.theta) not in \(interval)")
      }
    }
    #expect(worst.error <= 1, "\(worst)")
    // The kernel may return nil, but only rarely.
    #expect(found >= 1960, "\(found)")
  }

  @Test func `the first reach does not matter`() {
    let seed: UInt64 = 4_201
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var kernel = DecayingLineKernel()
    var worst = Worst()
    var found = 0
    for round in 0..<100 {
      let set = DecayingLineSet(using: &random)
      guard set.scale > 0 else { continue }
      for reach in [1e-6, 1e-3, 0.3, 1.5] {
        guard let answers = Self.answers(&kernel, set, reach: reach) else { continue }
        if answers.interval != nil { found += 1 }
        Self.compare(answers, in: &worst, "round \(round), reach \(reach)")
      }
    }
    #expect(worst.error <= 1, "\(worst)")
    #expect(found > 250, "\(found)")
  }

  @Test func `samples that no rounded curve gives have no feasible theta`() {
    let seed: UInt64 = 4_202
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var kernel = DecayingLineKernel()
    var worst = Worst()
    var impossible = 0
    for round in 0..<1000 {
      var set = DecayingLineSet(using: &random)
      if set.scale > 0 {
        let index = Int.random(in: 0..<set.count, using: &random)
        set.values[index] += Double([-2, -1, 1, 2].randomElement(using: &random)!) / 3
      }
      guard let answers = Self.answers(&kernel, set) else { continue }
      if answers.slow == nil { impossible += 1 }
      Self.compare(answers, in: &worst, "round \(round)")
    }
    #expect(worst.error <= 1, "\(worst)")
    #expect(impossible > 800, "\(impossible)")
  }

  @Test func `a reach or a bound that is none gives nothing`() throws {
    var random = SplitMix64(seed: 4_203)
    var set = DecayingLineSet(using: &random)
    while set.scale == 0 { set = DecayingLineSet(using: &random) }
    var kernel = DecayingLineKernel()
    kernel.take(set)
    let found = kernel.minimum(from: set.theta)
    let minimum = try #require(found)
    let feasible = kernel.feasiblePoint(of: minimum, bound: Self.bound)
    let point = try #require(feasible)
    for reach in [0, -0.05, -.infinity, .infinity, .nan] as [Double] {
      let found = kernel.feasibleInterval(from: point, bound: Self.bound, reach: reach)
      #expect(found == nil, "\(reach)")
    }
    for bound in [0, -1, .nan] as [Double] {
      let found = kernel.feasiblePoint(of: minimum, bound: bound)
      #expect(found == nil, "\(bound)")
      let interval = kernel.feasibleInterval(from: point, bound: bound, reach: 0.05)
      #expect(interval == nil, "\(bound)")
    }
  }

  @Test func `a search that leaves the range of exponentials gives no false interval`() {
    let seed: UInt64 = 4_204
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var kernel = DecayingLineKernel()
    var worst = Worst()
    var found = 0
    for round in 0..<40 {
      // theta x reaches 655 to 700; the limit of the exponential is e^-708.
      let set = DecayingLineSet(count: 4096, theta: 9.6...10.24, using: &random)
      guard set.scale > 0 else { continue }
      for reach in [0.01, 0.4, 2] {
        guard let answers = Self.answers(&kernel, set, reach: reach) else { continue }
        if answers.interval != nil { found += 1 }
        Self.compare(answers, in: &worst, "round \(round), reach \(reach)")
      }
    }
    #expect(worst.error <= 1, "\(worst)")
    #expect(found > 0)
  }
}
