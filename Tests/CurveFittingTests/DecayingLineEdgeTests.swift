import CurveFitting
import RealModule
import TestSupport
import Testing

/// The kernel far from a minimum, on samples without a curve, on large sets, and on several sets in turn.
struct DecayingLineEdgeTests {
  // MARK: - Starts

  @Test func `the start is within three per cent on motions that settle`() {
    let seed: UInt64 = 4_300
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var kernel = DecayingLineKernel()
    var worst = Worst()
    for round in 0..<5000 {
      let set = DecayingLineSet(using: &random)
      kernel.take(set)
      // Settled: the last five values are below a pixel.
      guard set.values.suffix(5).allSatisfy({ $0.magnitude < 1 }) else { continue }
      worst.note(
        kernel.start() ?? .nan, set.theta, tolerance: 0.03 * set.theta, "round \(round)")
    }
    #expect(worst.error <= 1, "\(worst)")
    #expect(worst.count > 3500, "\(worst)")
  }

  @Test func `what is found from any start is a stationary point with a positive curvature`() {
    let seed: UInt64 = 4_301
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var kernel = DecayingLineKernel()
    var worst = Worst()
    var (near, missed) = (0, 0)
    for round in 0..<150 {
      let set = DecayingLineSet(using: &random)
      kernel.take(set)
      let slow = set.slow
      for index in 0...60 {
        let start = 0.5 * Double.pow(200, Double(index) / 60)
        let isNear = (start / set.theta - 1).magnitude < 0.1
        guard let found = kernel.minimum(from: start) else {
          if isNear { missed += 1 }
          continue
        }
        if isNear { near += 1 }
        let point = slow.point(Extended(found.theta))
        if point.curvature <= 0 || found.curvature <= 0 {
          worst.note(.infinity, "round \(round) from \(start): \(found)")
        }
        // Rounding of y'y over the curvature, which is small at a false minimum.
        worst.note(
          Double(point.gradient / (point.curvature * point.theta)), 0, tolerance: 1e-11,
          "round \(round) from \(start): \(found)")
      }
    }
    #expect(worst.error <= 1, "\(worst)")
    // From starts within a tenth of the true theta the kernel always converges to it.
    #expect(missed == 0 && near > 150)
  }

  @Test func `starts that are none lead nowhere`() {
    var random = SplitMix64(seed: 4_302)
    var kernel = DecayingLineKernel()
    for _ in 0..<4 {
      kernel.take(DecayingLineSet(using: &random))
      for start in [0, -0.0, -5, 1e-300, 1e5, 1e300, .infinity, -.infinity, .nan] as [Double] {
        let found = kernel.minimum(from: start)
        #expect(found == nil, "\(start)")
      }
    }
  }

  @Test func `a rise that is none has no profile`() throws {
    var random = SplitMix64(seed: 4_308)
    var kernel = DecayingLineKernel()
    let set = DecayingLineSet(using: &random)
    kernel.take(set)
    let found = kernel.minimum(from: set.theta)
    let minimum = try #require(found)
    for rise in [0, -1, .infinity, .nan] as [Double] {
      let profile = kernel.profile(of: minimum, rise: rise)
      #expect(profile == nil, "\(rise)")
    }
  }

  // MARK: - Samples without a curve

  /// Values by index, of a set of `count`.
  static let shapes: [(name: String, value: @Sendable (Int) -> Double)] = [
    ("zeros", { _ in 0 }), ("a constant", { _ in 7 }), ("a rise", { Double($0) }),
    ("a fall", { -Double($0) }), ("turns", { $0 % 2 == 0 ? 1 : -1 }),
    ("a first sample", { $0 == 0 ? 1 : 0 }), ("a second sample", { $0 == 1 ? 1 : 0 }),
    ("a third sample", { $0 == 2 ? 5 : 0 }), ("huge numbers", { _ in 1e300 }),
    ("the largest number", { _ in .greatestFiniteMagnitude }),
    ("huge turns", { $0 % 2 == 0 ? 1e300 : -1e300 }), ("tiny numbers", { _ in 1e-300 }),
    ("a growth", { Double.exp(0.2 * Double($0)) }), ("a decay", { Double.exp(-0.2 * Double($0)) }),
    ("a bounce", { (100 * Double($0) * Double.exp(-0.2 * Double($0))).rounded() / 3 }),
    ("an infinity", { $0 == 3 ? .infinity : 1 }), ("what is no number", { $0 == 3 ? .nan : 1 }),
    ("an exact bounce", { 100 * Double($0) * Double.exp(-0.2 * Double($0)) }),
    ("a bounce down", { -100 * Double($0) * Double.exp(-0.2 * Double($0)) }),
  ]

  /// Abscissae by index, and the step where they are a grid.
  static let grids: [(name: String, time: @Sendable (Int) -> Double, step: Double?)] = [
    ("a grid", { Double($0) * (1.0 / 60) }, 1.0 / 60),
    ("stamps", { Double($0) / 60 + ($0 % 3 == 1 ? 0.001 : 0) }, nil),
    ("pairs", { Double($0 / 2) / 60 }, nil), ("one time", { _ in 0 }, nil),
    ("seconds", { Double($0) }, 1), ("tiny steps", { Double($0) * 1e-9 }, 1e-9),
    ("hours", { 3600 * Double($0) }, nil),
  ]

  /// Calls every method, and checks that a reported minimum is one.
  static func ask(
    _ kernel: inout DecayingLineKernel, _ set: DecayingLineSet, starts: [Double],
    _ label: @autoclosure () -> String, in worst: inout Worst
  ) {
    kernel.take(set)
    let start = kernel.start()
    if let start, !(start > 0 && start.isFinite) { worst.note(.infinity, "\(label()): \(start)") }
    for start in starts + [start].compactMap({ $0 }) {
      guard let minimum = kernel.minimum(from: start) else { continue }
      let point = set.slow.point(Extended(minimum.theta))
      // An error of 1e-9 in theta changes R by 1e-18.
      let error = Double(point.gradient / (point.curvature * point.theta))
      worst.note(
        point.curvature > 0 ? error : .infinity, 0, tolerance: 1e-9,
        "\(label()) from \(start): \(minimum)")
      guard let geometry = kernel.geometry(of: minimum) else { continue }
      _ = geometry.runsProbability
      _ = kernel.profile(of: geometry.minimum, rise: 4 * geometry.variance)
      _ = kernel.scores(geometry)
      if let point = kernel.feasiblePoint(of: minimum, bound: 0.1) {
        _ = kernel.feasibleInterval(from: point, bound: 0.1, reach: 0.1)
      }
    }
  }

  @Test func `samples that show no curve do no harm`() {
    var kernel = DecayingLineKernel(capacity: 0)
    var worst = Worst()
    for (shape, value) in Self.shapes {
      for (grid, time, step) in Self.grids {
        for count in [1, 2, 3, 4, 5, 7, 8, 9, 10, 45, 64] {
          let set = DecayingLineSet(
            times: (0..<count).map(time), values: (0..<count).map(value), step: step)
          Self.ask(
            &kernel, set, starts: [0.1, 1, 10, 100], "\(count) of \(shape) on \(grid)",
            in: &worst)
        }
      }
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `no samples are no curve`() throws {
    var random = SplitMix64(seed: 4_307)
    let set = DecayingLineSet(using: &random)
    var kernel = DecayingLineKernel()
    kernel.take(set)
    let before = kernel.minimum(from: set.theta)
    kernel.use(0, uniformStep: nil)
    let found = kernel.minimum(from: 10)
    #expect(found == nil)
    #expect(kernel.start() == nil)
    kernel.use(0, uniformStep: 1)
    let again = kernel.minimum(from: 10)
    #expect(again == nil)
    let nothing = try #require(before)
    let point = kernel.feasiblePoint(of: nothing, bound: 1)
    #expect(point == nil)
    let geometry = kernel.geometry(of: nothing)
    #expect(geometry == nil)
  }

  @Test func `values of any size have the same minimum or none`() {
    var random = SplitMix64(seed: 4_303)
    var kernel = DecayingLineKernel()
    var worst = Worst()
    var found = 0
    for round in 0..<6 {
      let plain = DecayingLineSet(using: &random)
      let slow = plain.slow.stationary(near: plain.theta)
      for exponent in stride(from: -1070, through: 1010, by: 5) {
        var set = plain
        for index in set.values.indices {
          // Scaling by a power of two is exact down to the smallest normal number.
          set.values[index] = Double(
            sign: .plus, exponent: exponent, significand: set.values[index])
        }
        kernel.take(set)
        for start in [0.9 * set.theta, 1.1 * set.theta] {
          guard let minimum = kernel.minimum(from: start), let slow else { continue }
          found += 1
          worst.note(
            Double((Extended(minimum.theta) - slow.theta) / slow.theta), 0, tolerance: 1e-12,
            "round \(round), 2^\(exponent) from \(start)")
        }
      }
    }
    #expect(worst.error <= 1, "\(worst)")
    // The kernel must work at least for scale factors from 2^-380 to 2^380.
    #expect(found >= 6 * 2 * 150, "\(found)")
  }

  // MARK: - Long sets

  @Test(arguments: [60.0, 120, 240, 1000])
  func `four thousand samples are as exact as forty`(rate: Double) {
    let seed: UInt64 = 4_304
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var kernel = DecayingLineKernel()
    var agreement = Agreement()
    for round in 0..<6 {
      var set = DecayingLineSet(count: 4096, rate: rate, theta: 9...10, using: &random)
      if round % 2 == 0 {
        set.step = 1 / rate
        for index in set.times.indices { set.times[index] = Double(index) * (1 / rate) }
        set.values = set.times.map {
          (90 * (1 + 25 * $0) * Double.exp(-set.theta * $0) * 3).rounded() / 3
        }
      }
      kernel.take(set)
      guard let raw = kernel.minimum(from: set.theta), let geometry = kernel.geometry(of: raw),
        let truth = set.slow.stationary(near: set.theta)
      else {
        agreement.note("minimum", .infinity, 0, "round \(round)")
        continue
      }
      let found = geometry.minimum
      agreement.note("theta", found.theta, truth.theta, "round \(round)")
      agreement.note("slope", found.slope, truth.slope, "round \(round)")
      agreement.note("sum of squares", found.sumOfSquares, truth.sumOfSquares, "round \(round)")
      let condition = SlowTangents(set.slow, truth).condition
      agreement.note("condition", geometry.condition, condition, "round \(round)")
      let rise = 4 * geometry.variance
      guard let profile = kernel.profile(of: found, rise: rise) else {
        agreement.note("profile", .infinity, 0, "round \(round)")
        continue
      }
      for end in [profile.lower, profile.upper] {
        let expected = set.slow.crossing(truth.sumOfSquares + Extended(rise), near: end)
        agreement.note("profile", end, expected, "round \(round)")
      }
    }
    for (quantity, worst) in agreement.results {
      #expect(worst.error <= 1, "\(quantity): \(worst)")
    }
  }

  @Test(arguments: [true, false])
  func `the residuals of a long slow motion are exact to the last`(isUniform: Bool) throws {
    let seed: UInt64 = 4_309
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var kernel = DecayingLineKernel()
    var worst = Worst()
    for round in 0..<8 {
      // 4096 samples in which the motion decays only to a tenth.
      let theta = random.uniform(0.5...1)
      let times = (0..<4096).map { Double($0) * 0.001 }
      let values = times.map { (1 + 3 * $0) * Double.exp(-theta * $0) + random.uniform(0...0.01) }
      let set = DecayingLineSet(times: times, values: values, step: isUniform ? 0.001 : nil)
      kernel.take(set)
      let found = kernel.minimum(from: theta)
      let minimum = try #require(found)
      for n in 0..<4096 {
        let x = Extended(times[n])
        let curve =
          (Extended(minimum.displacement) + Extended(minimum.slope) * x)
          * Extended.exp(-Extended(minimum.theta) * x)
        // 32 roundings of the recurrence, and those of its first exponentials.
        worst.note(
          Double(Extended(kernel.residuals[n]) - (Extended(values[n]) - curve)), 0,
          tolerance: 40 * 0x1p-53 * Double(curve), "round \(round), sample \(n)")
      }
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `where exponentials would leave the numbers nothing is said`() {
    let seed: UInt64 = 4_310
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var kernel = DecayingLineKernel()
    for _ in 0..<20 {
      // theta x exceeds 700 at the end.
      let set = DecayingLineSet(count: 4096, theta: 10.3...13, using: &random)
      kernel.take(set)
      let found = kernel.minimum(from: set.theta)
      #expect(found == nil, "\(set.theta)")
    }
  }

  // MARK: - One set after the other

  /// The bits of all results of the kernel for a set.
  static func everything(_ kernel: inout DecayingLineKernel, _ set: DecayingLineSet) -> [UInt64] {
    kernel.take(set)
    return everything(&kernel, from: set.theta)
  }

  static func everything(_ kernel: inout DecayingLineKernel, from theta: Double) -> [UInt64] {
    var result: [Double] = [kernel.start() ?? -1]
    guard let minimum = kernel.minimum(from: theta) else { return result.map(\.bitPattern) }
    result += [minimum.theta, minimum.displacement, minimum.slope, minimum.sumOfSquares]
    for index in 0..<kernel.count { result.append(kernel.residuals[index]) }
    result += kernel.curve()
    let point = kernel.feasiblePoint(of: minimum, bound: 0.2)
    result.append(point?.theta ?? -1)
    if let point {
      let interval = kernel.feasibleInterval(from: point, bound: 0.2, reach: 0.1)
      result += [interval?.lowerBound ?? -1, interval?.upperBound ?? -1]
    }
    // The search for feasible theta has overwritten the exponentials.
    guard let minimum = kernel.minimum(from: theta), let geometry = kernel.geometry(of: minimum)
    else { return result.map(\.bitPattern) }
    let best = geometry.minimum
    result += [best.theta, best.displacement, best.slope, best.sumOfSquares, geometry.condition]
    result += [
      geometry.durbinWatson ?? -1, geometry.largestResidual, geometry.runsProbability ?? -1,
    ]
    let scores = kernel.scores(geometry)
    result += [
      scores.constant.product, scores.constant.size, scores.damping.product, scores.damping.size,
    ]
    let profile = kernel.profile(of: best, rise: 4 * geometry.variance)
    result += [profile?.lower ?? -1, profile?.upper ?? -1]
    return result.map(\.bitPattern)
  }

  /// Fills the memory of `count` samples and of the padding with NaN.
  static func spoil(_ kernel: inout DecayingLineKernel, _ count: Int) {
    kernel.reserve(count)
    for index in 0..<count + 4 {
      kernel.abscissae[index] = .nan
      kernel.values[index] = .nan
      kernel.exactValues[index] = .nan
    }
  }

  @Test func `a kernel that has seen other sets says what a new one says`() {
    let seed: UInt64 = 4_305
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var kernel = DecayingLineKernel(capacity: 8)
    var (differing, told) = (0, 0)
    for _ in 0..<800 {
      let isLong = Int.random(in: 0..<10, using: &random) == 0
      let count = Int.random(in: isLong ? 200...1500 : 8...130, using: &random)
      let set = DecayingLineSet(count: count, using: &random)
      var fresh = DecayingLineKernel(capacity: count)
      Self.spoil(&kernel, count)
      let expected = Self.everything(&fresh, set)
      if Self.everything(&kernel, set) != expected { differing += 1 }
      if expected.count > 20 { told += 1 }
    }
    #expect(differing == 0)
    #expect(told > 600, "\(told)")
  }

  @Test func `samples behind those in use do not matter`() {
    var random = SplitMix64(seed: 4_306)
    for _ in 0..<200 {
      let set = DecayingLineSet(using: &random)
      let used = Int.random(in: 40...set.count, using: &random)
      var kernel = DecayingLineKernel()
      kernel.take(set)
      kernel.use(used, uniformStep: set.step)
      var short = set
      short.times.removeLast(set.count - used)
      short.values.removeLast(set.count - used)
      var fresh = DecayingLineKernel()
      let expected = Self.everything(&fresh, short)
      let found = Self.everything(&kernel, from: set.theta)
      #expect(found == expected)
      #expect(kernel.count == used)
    }
  }
}
