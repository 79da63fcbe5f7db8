internal import CurveFitting
internal import RealModule

/// A spring of round numbers inside the set that rounding allows, or next to it, and what it explains.
///
/// Round is what takes few decimal digits: 120 takes two, 22.5 three. Constants that people chose are
/// round as a rule, so the roundest pair of a small region is a guess at them; `chance` says how much it is
/// worth.
public struct RoundSpring: Sendable, Hashable {
  /// omega^2 in 1/s^2.
  public var stiffnessPerMass: Double
  /// 2 delta in 1/s.
  public var dampingPerMass: Double
  /// Decimal digits of both numbers together.
  public var digits: Int
  /// The worst residual of the best curve over what rounding allows, the largest of all recordings: at most 1
  /// where it explains every sample.
  public var misfit: Double
  /// How often a region of this size and place comes as near to a pair of as few digits, where numbers mean
  /// nothing: the expected number of such pairs in it, as a probability.
  public var chance: Double
  /// What it says of each recording, in their order.
  public var recordings: [Recording]
  /// The frame intervals, as multiples of the nominal one, with which it explains every recording without stamps,
  /// those with stamps as they are; nil where there are none, or where it was not asked for.
  public var clock: ClosedRange<Double>?

  /// One recording.
  public struct Recording: Sendable, Hashable {
    /// The worst residual of the best curve in pt.
    public var error: Double
    /// The largest error of rounding in pt.
    public var bound: Double
    /// The frame intervals, as multiples of the nominal one, with which it explains every sample; nil for none,
    /// for recorded stamps, or where it was not asked for.
    public var clock: ClosedRange<Double>?
    /// The nominal frame interval in s where frames have no stamps.
    public var interval: Double?

    /// Whether some curve reproduces every sample to the pixel.
    public var isExplained: Bool { error <= bound * (1 + 1e-9) }
  }

  /// Whether it explains every sample of every recording.
  public var explainsAll: Bool { recordings.allSatisfy(\.isExplained) }
}

extension RoundSpring {
  /// How far a display's clock is taken to lie off its nominal rate where the interval is free: 0.1 %.
  static let largestClockError = 1e-3
  /// A pair is next to the region where it misses by at most a tenth of what rounding allows.
  private static let nearest = 1.1
  /// More digits than a recording determines say nothing.
  private static let mostDigits = 8
  /// Pairs tried for one number of digits.
  private static let mostPairs = 1000

  /// The roundest pair in a region, after the roundest next to it where that takes fewer digits.
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

  /// Where round pairs are looked for: the box around the region, as much larger as what is next to it.
  private struct Box {
    var stiffness: ClosedRange<Double>
    var damping: ClosedRange<Double>
    /// The area of the region, or with a free interval of what it sweeps, in 1/s^3.
    var area: Double
    var smallestMisfit: Double

    init?(_ region: FeasiblePairs, _ fitsInterval: Bool) {
      guard let k = region["stiffness_per_mass"], let c = region["damping_per_mass"],
        let zeta = region["zeta"],
        let (kLow, kHigh) = k.ends, let (cLow, cHigh) = c.ends, let (zLow, zHigh) = zeta.ends
      else { return nil }
      smallestMisfit = region.smallestMisfit
      let swept = fitsInterval ? RoundSpring.largestClockError : 0
      // The misfit grows about evenly from its lowest point.
      let room = min(10, (RoundSpring.nearest - smallestMisfit) / (1 - smallestMisfit)) - 1
      let kRoom = room * (kHigh - kLow) + 2 * swept * kHigh
      let cRoom = room * (cHigh - cLow) + swept * cHigh
      stiffness = max(kLow - kRoom, 1e-9 * kLow)...(kHigh + kRoom)
      damping = max(cLow - cRoom, 1e-9 * cLow)...(cHigh + cRoom)
      if fitsInterval {
        // dk dc = 2 sqrt(k) dk dzeta, over the box around what the clocks sweep.
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

    /// Numbers of at most so many digits are so far apart.
    private static func step(_ range: ClosedRange<Double>, _ digits: Int) -> Double {
      Double.pow(10, Double.log10(range.upperBound).rounded(.down) + 1 - Double(digits))
    }

    private static func numbers(_ range: ClosedRange<Double>, _ digits: Int) -> [Double] {
      let step = step(range, digits)
      let (first, last) = (
        (range.lowerBound / step).rounded(.up), (range.upperBound / step).rounded(.down)
      )
      guard first <= last, last - first < 1000 else { return [] }
      // Through the reciprocal where the step is a fraction: 2201 / 100 is the double nearest to 22.01.
      return stride(from: first, through: last, by: 1).map {
        step < 1 ? $0 / (1 / step).rounded() : $0 * step.rounded()
      }
    }

    /// Pairs of so many digits together or fewer.
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

    /// 1 - e^(-expected pairs of so many digits or fewer in the region that reaches to a misfit).
    func chance(digits: Int, misfit: Double) -> Double {
      var density = 0.0
      for first in 1..<digits {
        // Those that take `first` digits and no fewer.
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
  /// Both ends; nil where one is open.
  fileprivate var ends: (Double, Double)? {
    guard let lower, let upper else { return nil }
    return (lower, upper)
  }
}

extension FeasiblePairs {
  /// The worst residual of each recording's best curve over what rounding allows, for stiffness and damping per
  /// mass.
  func misfits(_ point: SIMD2<Double>) -> [Double] {
    evidence.map { $0.misfit(point, clock: 1) }
  }

  /// The largest of them with the frame interval, common to all recordings without stamps, that makes it smallest.
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
  /// The misfit of a spring where frames come `clock` times as far apart as their times say: that of the spring
  /// with clock delta and clock^2 kappa at those times.
  fileprivate func misfit(_ point: SIMD2<Double>, clock: Double) -> Double {
    let delta = point.y / 2
    let kappa = point.x.addingProduct(-delta, delta)
    var columns = [SIMD4<Double>](repeating: .zero, count: abscissae.count)
    var reference: [Int]?
    return misfit(
      SIMD2(clock * delta, clock * clock * kappa), columns: &columns, reference: &reference)
      ?? .infinity
  }

  /// The frame intervals, as multiples of the nominal one, with which a spring explains every sample; nil for none,
  /// and for recorded stamps.
  fileprivate func clock(_ point: SIMD2<Double>) -> ClosedRange<Double>? {
    guard assumedInterval != nil else { return nil }
    func value(_ clock: Double) -> Double { misfit(point, clock: clock) }
    // Along this way delta grows in proportion: the region is about so wide.
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

/// The lowest point of a function with one minimum, by a grid and golden sections between its neighbours.
private func lowest(
  in range: ClosedRange<Double>, _ value: (Double) -> Double
) -> (place: Double, value: Double) {
  let count = 48
  let step = (range.upperBound - range.lowerBound) / Double(count)
  var best = (place: range.lowerBound, value: Double.infinity)
  func look(_ place: Double) -> Double {
    let found = value(place)
    if found < best.value { best = (place, found) }
    return found
  }
  for index in 0...count { _ = look(range.lowerBound + Double(index) * step) }
  var (low, high) = (
    max(range.lowerBound, best.place - step), min(range.upperBound, best.place + step)
  )
  let ratio = (5.0.squareRoot() - 1) / 2
  var (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
  var (atLeft, atRight) = (look(left), look(right))
  for _ in 0..<30 {
    if atLeft < atRight {
      high = right
      (right, atRight) = (left, atLeft)
      left = high - ratio * (high - low)
      atLeft = look(left)
    } else {
      low = left
      (left, atLeft) = (right, atRight)
      right = low + ratio * (high - low)
      atRight = look(right)
    }
  }
  return best
}
