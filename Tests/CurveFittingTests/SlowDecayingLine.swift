import CurveFitting
import RealModule
import TestSupport

#if arch(x86_64) || arch(i386)
  /// The precision of the reference computations: eleven bits more than double.
  typealias Extended = Float80
#else
  typealias Extended = Double
#endif

/// The fit of (a + b x) e^(-theta x) by direct sums in extended precision.
struct SlowDecayingLine {
  var x: [Extended]
  var y: [Extended]

  /// Maximum relative difference of `DecayingLineKernel` from these numbers.
  static var tolerance: Double {
    #if arch(x86_64) || arch(i386)
      1e-12
    #else
      // In double precision these sums have rounding errors of their own, which Gram-Schmidt multiplies by a
      // condition of up to some hundreds.
      1e-10
    #endif
  }

  init(_ times: [Double], _ values: [Double]) {
    x = times.map { Extended($0) }
    y = values.map { Extended($0) }
  }

  /// The best coefficients at a theta, and derivatives from the sum of squares S(theta, a, b).
  struct Point {
    var theta: Extended
    var displacement: Extended
    var slope: Extended
    var sumOfSquares: Extended
    /// dR/dtheta and d2R/dtheta2 of R(theta) = min over a, b of S.
    var gradient: Extended
    var curvature: Extended
    var decays: [Extended]
    var residuals: [Extended]
  }

  /// R'' = S_tt - S_tb (S_bb)^-1 S_bt, with the columns E and (x - centre) E, which are orthogonal.
  func point(_ theta: Extended) -> Point {
    let decays = x.map { Extended.exp(-theta * $0) }
    var weight: Extended = 0
    var moment: Extended = 0
    for n in x.indices {
      weight += decays[n] * decays[n]
      moment += decays[n] * decays[n] * x[n]
    }
    let centre = moment / weight
    var spread: Extended = 0
    var alongFirst: Extended = 0
    var alongSecond: Extended = 0
    for n in x.indices {
      let second = (x[n] - centre) * decays[n]
      spread += second * second
      alongFirst += y[n] * decays[n]
      alongSecond += y[n] * second
    }
    let b = alongSecond / spread
    let a = alongFirst / weight - centre * b
    var residuals: [Extended] = []
    residuals.reserveCapacity(x.count)
    var sum: Extended = 0
    var gradient: Extended = 0
    var byTheta: Extended = 0
    var byFirst: Extended = 0
    var bySecond: Extended = 0
    for n in x.indices {
      let line = a + b * x[n]
      let r = y[n] - line * decays[n]
      let first = -x[n] * line * decays[n]
      let second = (x[n] - centre) * decays[n]
      residuals.append(r)
      sum += r * r
      gradient -= 2 * r * first
      byTheta += 2 * (first * first - r * x[n] * x[n] * line * decays[n])
      byFirst += 2 * (first * decays[n] + r * x[n] * decays[n])
      bySecond += 2 * (first * second + r * x[n] * second)
    }
    let curvature = byTheta - byFirst * byFirst / (2 * weight) - bySecond * bySecond / (2 * spread)
    return Point(
      theta: theta, displacement: a, slope: b, sumOfSquares: sum, gradient: gradient,
      curvature: curvature, decays: decays, residuals: residuals)
  }

  /// The stationary point near a theta, by Newton's method; nil when twelve steps do not reach it.
  func stationary(near theta: Double) -> Point? {
    var point = point(Extended(theta))
    for _ in 0..<12 {
      let change = -point.gradient / point.curvature
      guard change.isFinite, change.magnitude < point.theta / 2 else { return nil }
      // The next step would be below the last digit of a double; the gradient is only rounding.
      if change.magnitude <= 1e-16 * point.theta { return point }
      point = self.point(point.theta + change)
    }
    return nil
  }

  /// The theta at which R has the value `target`, near a given theta, by Newton's method.
  func crossing(_ target: Extended, near theta: Double) -> Extended {
    var theta = Extended(theta)
    for _ in 0..<4 {
      let point = point(theta)
      let change = (target - point.sumOfSquares) / point.gradient
      theta += change
      if change.magnitude <= 1e-15 * theta { break }
    }
    return theta
  }
}

/// The tangent plane of a curve by Gram-Schmidt, and the error statistics from it.
struct SlowTangents {
  var q: [[Extended]] = []
  var residuals: [Extended]
  /// Largest over smallest diagonal element of R with columns of unit length.
  var condition: Extended

  init(_ line: SlowDecayingLine, _ point: SlowDecayingLine.Point) {
    let x = line.x
    let (a, b) = (point.displacement, point.slope)
    let columns = [
      point.decays, x.indices.map { x[$0] * point.decays[$0] },
      x.indices.map { -x[$0] * (a + b * x[$0]) * point.decays[$0] },
    ]
    var independence: [Extended] = []
    for column in columns {
      let rest = Self.freed(column, of: q)
      let norm = Self.dot(rest, rest).squareRoot()
      independence.append(norm / Self.dot(column, column).squareRoot())
      q.append(rest.map { $0 / norm })
    }
    condition = independence.max()! / independence.min()!
    residuals = point.residuals
  }

  static func dot(_ a: [Extended], _ b: [Extended]) -> Extended {
    var sum: Extended = 0
    for n in a.indices { sum += a[n] * b[n] }
    return sum
  }

  /// A column minus its projections on unit columns, subtracted twice.
  static func freed(_ column: [Extended], of q: [[Extended]]) -> [Extended] {
    var rest = column
    for _ in 0..<2 {
      for unit in q {
        let product = dot(unit, rest)
        for n in rest.indices { rest[n] -= product * unit[n] }
      }
    }
    return rest
  }

  /// r'c and c'c of a further column after projection on the three.
  func score(_ column: [Extended]) -> (product: Extended, size: Extended) {
    let rest = Self.freed(column, of: q)
    return (Self.dot(residuals, rest), Self.dot(rest, rest))
  }
}

/// Errors of many quantities, with the worst case of each.
struct Agreement {
  private var worst: [String: Worst] = [:]

  /// Notes a value with a given reference and tolerance.
  mutating func note(
    _ quantity: String, _ value: Double, _ reference: Extended, within tolerance: Extended,
    _ label: @autoclosure () -> String
  ) {
    let size = Double((Extended(value) - reference) / tolerance)
    worst[quantity, default: Worst()].note(
      value.isFinite ? size : .infinity, "\(label()): \(value), not \(reference)")
  }

  /// Notes a value with a relative tolerance.
  mutating func note(
    _ quantity: String, _ value: Double, _ reference: Extended,
    relative tolerance: Double = SlowDecayingLine.tolerance, _ label: @autoclosure () -> String
  ) {
    note(
      quantity, value, reference, within: Extended(tolerance) * reference.magnitude, label())
  }

  /// The quantities with their worst cases.
  var results: [(quantity: String, worst: Worst)] {
    worst.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

/// A motion (displacement and speed for one amplitude), sampled with or without rounding.
struct DecayingLineSet {
  var times: [Double]
  var values: [Double]
  /// The step of a uniform grid; nil for other time stamps.
  var step: Double?
  /// Values per unit; 0 without rounding.
  var scale: Double
  var theta: Double

  /// Amplitude 600...2400, theta 9...13, a phase of up to one frame, 45 to 120 frames at 60 Hz.
  ///
  /// Three of four sets are rounded to thirds; the others have three sines of at most 0.2 each instead. Every second
  /// set is on a grid; the others have time stamps with errors up to 2 ms.
  init(using random: inout SplitMix64) {
    self.init(count: [45, 60, 90, 120].randomElement(using: &random)!, using: &random)
  }

  init(
    count: Int, rate: Double = 60, theta: ClosedRange<Double> = 9...13,
    using random: inout SplitMix64
  ) {
    let isUniform = Bool.random(using: &random)
    let isRounded = Int.random(in: 0..<4, using: &random) > 0
    let amplitude = random.uniform(600...2400)
    let phase = random.uniform(0...1 / rate)
    let theta = random.uniform(theta)
    step = isUniform ? 1 / rate : nil
    scale = isRounded ? 3 : 0
    self.theta = theta
    times = (0..<count).map {
      let time = Double($0) / rate
      if isUniform { return Double($0) * (1 / rate) }
      return $0 == 0 ? 0 : time + random.uniform(-0.12 / rate...0.12 / rate)
    }
    let waves = (0..<3).map { _ in
      (
        height: random.uniform(0...0.2), rate: random.uniform(10...150),
        start: random.uniform(0...6)
      )
    }
    values = times.map { time in
      let tau = time + phase
      let y = amplitude * tau * Double.exp(-theta * tau)
      if isRounded { return (y * 3).rounded(.toNearestOrEven) / 3 }
      return waves.reduce(y) { $0 + $1.height * Double.cos($1.rate * time + $1.start) }
    }
  }

  init(times: [Double], values: [Double], step: Double?) {
    (self.times, self.values, self.step) = (times, values, step)
    (scale, theta) = (0, .nan)
  }

  var count: Int { times.count }
  var slow: SlowDecayingLine { SlowDecayingLine(times, values) }
}

extension DecayingLineKernel {
  /// Writes a set into the kernel and selects it.
  mutating func take(_ set: DecayingLineSet) {
    reserve(set.count)
    for index in 0..<set.count {
      abscissae[index] = set.times[index]
      values[index] = set.values[index]
      exactValues[index] = set.values[index]
    }
    use(set.count, uniformStep: set.step)
  }
}
