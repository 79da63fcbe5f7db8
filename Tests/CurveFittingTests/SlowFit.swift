import TestSupport
import CurveFitting
import RealModule

/// The projected objective by direct computation: explicit columns, Gram-Schmidt (twice),
/// residuals sample by sample.
struct SlowFit {
  var coefficients: [Double]
  var residuals: [Double]
  var sumOfSquares: Double
  var gradient: Double
  /// y'y, the scale of rounding errors in sums.
  var squareSum: Double
  /// The smallest part of a unit column that the others do not explain.
  var independence: Double

  /// The exponential families, each with and without a constant.
  static let families = [
    ExponentialFamily(degree: 0, constant: false), ExponentialFamily(degree: 0, constant: true),
    ExponentialFamily(degree: 0, constant: false, line: true),
    ExponentialFamily(degree: 0, constant: true, line: true),
    ExponentialFamily(degree: 1, constant: false), ExponentialFamily(degree: 1, constant: true),
    ExponentialFamily(degree: 1, constant: false, fixedShift: 0.02),
    ExponentialFamily(degree: 1, constant: true, fixedShift: 0.02),
    ExponentialFamily(degree: 1, constant: false, fixedShift: 0),
    ExponentialFamily(degree: 1, constant: true, fixedShift: -0.07),
  ]

  /// The columns of a family, each a function of x.
  static func columns(_ family: ExponentialFamily, theta: Double) -> [(Double) -> Double] {
    var result: [(Double) -> Double] = []
    if let shift = family.fixedShift {
      result.append { ($0 + shift) * Double.exp(-theta * ($0 + shift)) }
    } else {
      result.append { Double.exp(-theta * $0) }
      if family.degree == 1 { result.append { $0 * Double.exp(-theta * $0) } }
    }
    if family.line { result.append { $0 } }
    if family.constant { result.append { _ in 1 } }
    return result
  }

  static func columns(_ family: HyperbolicFamily, theta: Double) -> [(Double) -> Double] {
    [{ $0 / ($0 + theta) }] + (family.constant ? [{ _ in 1 }] : [])
  }

  init(_ family: ExponentialFamily, _ observations: Observations, theta: Double) {
    self.init(Self.columns(family, theta: theta), observations) { x, beta in
      let shifted = x + (family.fixedShift ?? 0)
      let polynomial =
        family.fixedShift != nil
        ? beta[0] * shifted : beta[0] + (family.degree == 1 ? beta[1] * x : 0)
      return -shifted * Double.exp(-theta * shifted) * polynomial
    }
  }

  init(_ family: HyperbolicFamily, _ observations: Observations, theta: Double) {
    self.init(Self.columns(family, theta: theta), observations) { x, beta in
      -beta[0] * x / ((x + theta) * (x + theta))
    }
  }

  /// - Parameter slope: d(curve)/d(theta) at x for given coefficients.
  init(
    _ functions: [(Double) -> Double], _ observations: Observations,
    slope: (_ x: Double, _ coefficients: [Double]) -> Double
  ) {
    let x = observations.abscissae
    let n = x.count
    let roots = (0..<n).map { observations.weight($0).squareRoot() }
    let columns = functions.map { column in
      (0..<n).map { roots[$0] * column(x[$0]) }
    }
    let m = columns.count
    var q: [[Double]] = []
    var upper = [[Double]](repeating: [Double](repeating: 0, count: m), count: m)
    independence = 1
    for k in 0..<m {
      var column = columns[k]
      for _ in 0..<2 {
        for j in 0..<k {
          let product = Self.dot(q[j], column)
          upper[j][k] += product
          for i in 0..<n { column[i] -= product * q[j][i] }
        }
      }
      upper[k][k] = Self.dot(column, column).squareRoot()
      independence = min(
        independence, upper[k][k] / Self.dot(columns[k], columns[k]).squareRoot())
      q.append(column.map { $0 / upper[k][k] })
    }
    var rest = (0..<n).map { roots[$0] * observations.values[$0] }
    squareSum = Self.dot(rest, rest)
    var products: [Double] = []
    for k in 0..<m {
      let product = Self.dot(q[k], rest)
      products.append(product)
      for i in 0..<n { rest[i] -= product * q[k][i] }
    }
    coefficients = [Double](repeating: 0, count: m)
    for k in stride(from: m - 1, through: 0, by: -1) {
      var sum = products[k]
      for j in (k + 1)..<max(k + 1, m) { sum -= upper[k][j] * coefficients[j] }
      coefficients[k] = sum / upper[k][k]
    }
    residuals = rest
    sumOfSquares = Self.dot(rest, rest)
    // dR/dtheta = -2 sum w r d(curve)/d(theta): the change of the coefficients does not contribute.
    gradient = 0
    for i in 0..<n {
      gradient -= 2 * rest[i] * roots[i] * slope(x[i], coefficients)
    }
  }

  static func dot(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for index in a.indices { sum += a[index] * b[index] }
    return sum
  }
}

struct Simulated {
  var amplitude: Double
  var decayRate: Double
  var phase: Double
  var rate: Double
  var count: Int
  /// Pixels per point; 0 without rounding.
  var scale: Double
  var noise: Double
  var observations: Observations

  init(
    amplitude: Double, decayRate: Double, phase: Double, rate: Double, count: Int, scale: Double,
    noise: Double = 0, using random: inout SplitMix64
  ) {
    self.amplitude = amplitude
    self.decayRate = decayRate
    self.phase = phase
    self.rate = rate
    self.count = count
    self.scale = scale
    self.noise = noise
    let times = (0..<count).map { Double($0) / rate }
    var values: [Double] = []
    for time in times {
      let tau = time + phase
      var y = amplitude * tau * Double.exp(-decayRate * tau)
      if noise > 0 { y += noise * random.normal() }
      if scale > 0 { y = (y * scale).rounded(.toNearestOrEven) / scale }
      values.append(y)
    }
    observations = Observations(abscissae: times, values: values)
  }

  /// C log-uniform in 200...6000 pt/s, delta 6...16 1/s, phi within one frame, 40...120 samples at 60 or
  /// 120 Hz, rounded to 1/2 or 1/3 pt or with noise of 0.1 or 0.3 pt.
  init(using random: inout SplitMix64) {
    let kind = Int.random(in: 0..<4, using: &random)
    self.init(
      amplitude: 200 * Double.pow(30, random.uniform(0...1)), decayRate: random.uniform(6...16),
      phase: random.uniform(0...1 / 60), rate: Bool.random(using: &random) ? 60 : 120,
      count: Int.random(in: 40...120, using: &random), scale: kind == 0 ? 2 : kind == 1 ? 3 : 0,
      noise: kind == 2 ? 0.1 : kind == 3 ? 0.3 : 0, using: &random)
  }
}

extension ProjectionFamily where Self == ExponentialFamily {
  /// The critically damped bounce.
  static var bounce: ExponentialFamily { ExponentialFamily(degree: 1, constant: false) }
}

extension ProjectedSearch.Range {
  /// The range of decay rates of a bounce, in 1/s.
  static let bounce = ProjectedSearch.Range(lower: 1, upper: 200, count: 14, limits: 0.01...2000)
}
