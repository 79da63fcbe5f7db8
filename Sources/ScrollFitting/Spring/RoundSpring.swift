internal import CurveFitting
internal import RealModule

/// A spring with round numbers that agrees with the rounding of recordings, or nearly does, and the samples it
/// explains.
///
/// A round number has few decimal digits: 120 has two, 22.5 three. Constants chosen by people are usually round, so the
/// roundest pair in a small region is a guess at them. `chance` is the significance of the guess.
public struct RoundSpring: Sendable, Hashable {
  /// omega^2 in 1/s^2.
  public var stiffnessPerMass: Double
  /// 2 delta in 1/s.
  public var dampingPerMass: Double
  /// Number of decimal digits of both numbers together.
  public var digits: Int
  /// The largest residual of the best curve relative to the largest rounding error, the maximum over all recordings; at
  /// most 1 if it explains every sample.
  public var misfit: Double
  /// The probability that a region of this size and position contains a pair with as few digits by chance.
  public var chance: Double
  /// The results for each recording, in their order.
  public var recordings: [Recording]
  /// The frame intervals, relative to the nominal one, with which it explains every recording, if recordings without
  /// stamps share an interval; nil if there are none, or if they were not searched.
  public var clock: ClosedRange<Double>?

  /// One recording.
  public struct Recording: Sendable, Hashable {
    /// The largest residual of the best curve, in pt.
    public var error: Double
    /// The largest rounding error, in pt.
    public var bound: Double
    /// The frame intervals, relative to the nominal one, with which it explains every sample; nil if there are none,
    /// for recorded stamps, or if they were not searched.
    public var clock: ClosedRange<Double>?
    /// The nominal frame interval in s if frames have no stamps.
    public var interval: Double?

    /// Whether some curve reproduces every sample to its rounding.
    public var isExplained: Bool { error <= bound * (1 + 1e-9) }
  }

  /// Whether it explains every sample of every recording.
  public var explainsAll: Bool { recordings.allSatisfy(\.isExplained) }

  /// The assumed largest relative deviation of a display's clock from its nominal rate, if the interval is free.
  static let largestClockError = 1e-3
  /// Pairs with a misfit up to this value count as close to the region.
  private static let nearest = 1.1
  /// Maximum number of digits: a recording does not determine more.
  private static let mostDigits = 8
  /// Maximum number of pairs tried for one number of digits.
  private static let mostPairs = 1000

  /// The roundest pair in a region, preceded by the roundest pair close to it if that has fewer digits.
  ///
  /// - Parameter fitsInterval: whether a common frame interval of the recordings without stamps is free.
  static func find(in region: FeasiblePairs, fitsInterval: Bool) -> [RoundSpring] {
    guard !region.isOpen, region.smallestMisfit < 1, let box = Box(region, fitsInterval) else {
      return []
    }
    var found: [RoundSpring] = []
    var seen: Set<SIMD2<Double>> = []
    for digits in 2...mostDigits {
      var best: RoundSpring?
      for point in box.pairs(digits: digits, most: mostPairs) where seen.insert(point).inserted {
        let misfit =
          fitsInterval ? region.misfitOfBestClock(point) : region.misfits(point).max() ?? .infinity
        guard misfit <= (found.isEmpty ? nearest : 1), misfit < best?.misfit ?? .infinity else {
          continue
        }
        best = RoundSpring(
          stiffnessPerMass: point.x, dampingPerMass: point.y, digits: digits, misfit: misfit,
          chance: box.chance(digits: digits, misfit: misfit), recordings: [])
      }
      guard var best else { continue }
      best.judge(region, fitsInterval: fitsInterval)
      found.append(best)
      if best.misfit <= 1 { break }
    }
    return found
  }

  private mutating func judge(_ region: FeasiblePairs, fitsInterval: Bool) {
    let point = SIMD2(stiffnessPerMass, dampingPerMass)
    let misfits = region.misfits(point)
    recordings = zip(region.evidence, misfits).map { evidence, misfit in
      Recording(
        error: misfit * evidence.bound, bound: evidence.bound,
        clock: fitsInterval ? evidence.clock(point) : nil, interval: evidence.assumedInterval)
    }
    guard fitsInterval else { return }
    let free = zip(region.evidence, recordings).filter { $0.0.assumedInterval != nil }
    guard !free.isEmpty else { return }
    let lower = free.map { $0.1.clock?.lowerBound ?? .infinity }.max() ?? .infinity
    let upper = free.map { $0.1.clock?.upperBound ?? -.infinity }.min() ?? -.infinity
    let others = zip(region.evidence, recordings).filter { $0.0.assumedInterval == nil }
    if lower <= upper, others.allSatisfy({ $0.1.isExplained }) { clock = lower...upper }
  }

  /// The search range of round pairs: the box around the region, enlarged to include pairs close to it.
  private struct Box {
    var stiffness: ClosedRange<Double>
    var damping: ClosedRange<Double>
    /// The area in 1/s^3 of the region; with a free interval, of the range it covers for all intervals.
    var area: Double
    var smallestMisfit: Double

    init?(_ region: FeasiblePairs, _ fitsInterval: Bool) {
      guard let k = region["stiffness_per_mass"], let c = region["damping_per_mass"],
        let zeta = region["zeta"],
        let (kLow, kHigh) = k.ends, let (cLow, cHigh) = c.ends, let (zLow, zHigh) = zeta.ends
      else { return nil }
      smallestMisfit = region.smallestMisfit
      let swept = fitsInterval ? RoundSpring.largestClockError : 0
      // The misfit grows approximately linearly from its minimum.
      let room = min(10, (RoundSpring.nearest - smallestMisfit) / (1 - smallestMisfit)) - 1
      let kRoom = room * (kHigh - kLow) + 2 * swept * kHigh
      let cRoom = room * (cHigh - cLow) + swept * cHigh
      stiffness = max(kLow - kRoom, 1e-9 * kLow)...(kHigh + kRoom)
      damping = max(cLow - cRoom, 1e-9 * cLow)...(cHigh + cRoom)
      if fitsInterval {
        // dk dc = 2 sqrt(k) dk dzeta, over the box around the range for all intervals.
        area = (zHigh - zLow) * 2 * kHigh.squareRoot() * (kHigh - kLow + 4 * swept * kHigh)
      } else {
        var twice = 0.0
        for (index, end) in region.border.enumerated() {
          let start = region.border[(index + region.border.count - 1) % region.border.count]
          twice += start.x * end.y - end.x * start.y
        }
        area = twice.magnitude / 2
      }
    }

    /// The distance between numbers of at most `digits` digits.
    private static func step(_ range: ClosedRange<Double>, _ digits: Int) -> Double {
      Double.pow(10, Double.log10(range.upperBound).rounded(.down) + 1 - Double(digits))
    }

    private static func numbers(_ range: ClosedRange<Double>, _ digits: Int) -> [Double] {
      let step = step(range, digits)
      let (first, last) = (
        (range.lowerBound / step).rounded(.up), (range.upperBound / step).rounded(.down)
      )
      guard first <= last, last - first < 1000 else { return [] }
      // Division by the reciprocal if the step is a fraction: 2201 / 100 is the double nearest to 22.01.
      return stride(from: first, through: last, by: 1).map {
        step < 1 ? $0 / (1 / step).rounded() : $0 * step.rounded()
      }
    }

    /// Pairs with at most `digits` digits together.
    func pairs(digits: Int, most: Int) -> [SIMD2<Double>] {
      var result: [SIMD2<Double>] = []
      for first in 1..<digits {
        let dampings = Self.numbers(damping, digits - first)
        for stiffness in Self.numbers(stiffness, first) {
          for damping in dampings where result.count < most {
            result.append(SIMD2(stiffness, damping))
          }
        }
      }
      return result
    }

    /// 1 - e^(-expected number of pairs with at most `digits` digits in the region up to a misfit).
    func chance(digits: Int, misfit: Double) -> Double {
      var density = 0.0
      for first in 1..<digits {
        // The pairs whose first number has exactly `first` digits.
        let fewer = first > 1 ? 1 / Self.step(stiffness, first - 1) : 0
        density +=
          (1 / Self.step(stiffness, first) - fewer) / Self.step(damping, digits - first)
      }
      let growth = (max(1, misfit) - smallestMisfit) / (1 - smallestMisfit)
      return -Double.expMinusOne(-density * area * growth * growth)
    }
  }
}

extension Interval {
  /// Both ends; nil if one is missing.
  fileprivate var ends: (Double, Double)? {
    guard let lower, let upper else { return nil }
    return (lower, upper)
  }
}

extension FeasiblePairs {
  /// The largest residual of each recording's best curve relative to its largest rounding error, for stiffness and
  /// damping per mass.
  func misfits(_ point: SIMD2<Double>) -> [Double] {
    evidence.map { $0.misfit(point, clock: 1) }
  }

  /// The maximum of the misfits, minimised over the common frame interval of all recordings without stamps.
  fileprivate func misfitOfBestClock(_ point: SIMD2<Double>) -> Double {
    let reach = RoundSpring.largestClockError
    return lowest(in: (1 - reach)...(1 + reach)) { clock in
      evidence.reduce(0) {
        max($0, $1.misfit(point, clock: $1.assumedInterval == nil ? 1 : clock))
      }
    }.value
  }
}

extension SpringEvidence {
  /// The misfit of a spring if the frame interval is `clock` times the recorded one: that of a spring with clock delta
  /// and clock^2 kappa at the recorded times.
  fileprivate func misfit(_ point: SIMD2<Double>, clock: Double) -> Double {
    let delta = point.y / 2
    let kappa = point.x.addingProduct(-delta, delta)
    var columns = [SIMD4<Double>](repeating: .zero, count: abscissae.count)
    var reference: [Int]?
    return misfit(
      SIMD2(clock * delta, clock * clock * kappa), columns: &columns, reference: &reference)?
      .value ?? .infinity
  }

  /// The frame intervals, relative to the nominal one, with which a spring explains every sample; nil if there are
  /// none, or for recorded stamps.
  fileprivate func clock(_ point: SIMD2<Double>) -> ClosedRange<Double>? {
    guard assumedInterval != nil else { return nil }
    func value(_ clock: Double) -> Double { misfit(point, clock: clock) }
    // delta is proportional to the interval, so the width of the region is known approximately.
    let middle = 2 * best.x / point.y
    let reach = min(0.5, 30 * (firstAxis.x / best.x).magnitude)
    let low = lowest(in: middle * (1 - reach)...(middle * (1 + reach)), value)
    guard low.value <= 1 else { return nil }
    func end(_ sign: Double) -> Double {
      var (inside, outside) = (low.place, low.place * (1 + sign * 1e-6))
      while value(outside) <= 1, (outside / low.place - 1).magnitude < 0.5 {
        inside = outside
        outside = low.place * (1 + 2 * (outside / low.place - 1))
      }
      for _ in 0..<40 {
        let next = (inside + outside) / 2
        if value(next) <= 1 { inside = next } else { outside = next }
      }
      return inside
    }
    return end(-1)...end(1)
  }
}

/// The minimum of a function over a range.
private func lowest(
  in range: ClosedRange<Double>, _ value: (Double) -> Double
) -> (place: Double, value: Double) {
  let step = (range.upperBound - range.lowerBound) / 48
  return GoldenSection.minimum(
    scanning: (0...48).map { range.lowerBound + Double($0) * step }, steps: 30, value)
}
