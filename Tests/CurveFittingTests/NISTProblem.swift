import CurveFitting
import RealModule
import TestSupport

/// One certified data set of NIST's Statistical Reference Datasets with its model.
struct NISTProblem: Sendable, CustomStringConvertible {
  typealias Row =
    @Sendable (_ i: Int, _ x: [Double], _ theta: [Double], _ m: inout SeparableMatrices) -> Void

  let name: String
  /// Indices of the nonlinear and the linear parameters in the file, from 0.
  let nonlinear: [Int]
  let linear: [Int]
  /// Parameters of terms that can be exchanged without changing the curve.
  let terms: [[Int]]
  let values: [Double]
  /// For each parameter: start 1, start 2, certified value, certified standard deviation.
  let certified: [[Double]]
  let sumOfSquares: Double
  let model: NISTModel

  var description: String { name }

  private init(
    _ name: String, nonlinear: [Int], linear: [Int], terms: [[Int]] = [], offset: Bool = false,
    range: @escaping @Sendable ([Double], [[Double]]) -> Bool = { _, _ in true }, row: @escaping Row
  ) {
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false)
      .dropLast().joined(separator: "/")
    var certified: [[Double]] = []
    var data: [[Double]] = []
    var sumOfSquares = 0.0
    var inData = false
    for line in textLines(ofFile: "\(folder)/NIST/\(name).dat") {
      let fields = line.split(separator: " ")
      if inData {
        data.append(fields.map { Double($0)! })
      } else if fields.count == 6, fields[1] == "=", fields[0].first == "b" {
        certified.append(fields[2...].map { Double($0)! })
      } else if line.hasPrefix("Residual Sum of Squares:") {
        sumOfSquares = Double(fields.last!)!
      } else if line.hasPrefix("Data:"), fields[1] == "y" {
        inData = true
      }
    }
    self.name = name
    self.nonlinear = nonlinear
    self.linear = linear
    self.terms = terms
    self.certified = certified
    self.sumOfSquares = sumOfSquares
    values = data.map { name == "Nelson" ? Double.log($0[0]) : $0[0] }
    model = NISTModel(
      abscissae: data.map { Array($0[1...]) }, nonlinearCount: nonlinear.count,
      linearCount: linear.count, hasOffset: offset, range: range, row: row)
    precondition(certified.count == nonlinear.count + linear.count && sumOfSquares > 0)
  }

  /// Estimates and standard deviations in file order; exchangeable terms are ordered like
  /// the certified ones by their first parameter. NaN where missing.
  func inFileOrder(_ fit: SeparableFit) -> (estimates: [Double], deviations: [Double]) {
    let missing = certified.map { _ in Double.nan }
    var result = (estimates: missing, deviations: missing)
    for (position, index) in (nonlinear + linear).enumerated() {
      if fit.parameterCount == certified.count {
        result.estimates[index] = (fit.nonlinear + fit.coefficients)[position]
      }
      if let deviations = fit.standardDeviations { result.deviations[index] = deviations[position] }
    }
    let found = result
    let targets = terms.sorted { certified[$0[0]][2] < certified[$1[0]][2] }
    let sources = terms.sorted { found.estimates[$0[0]] < found.estimates[$1[0]] }
    for (target, source) in zip(targets, sources) {
      for (to, from) in zip(target, source) {
        result.estimates[to] = found.estimates[from]
        result.deviations[to] = found.deviations[from]
      }
    }
    return result
  }

  /// Start 1 or 2 of the nonlinear parameters.
  func start(_ number: Int) -> [Double] { nonlinear.map { certified[$0][number - 1] } }

  /// Number of matching digits: -log10 of the relative difference, at most 11, the number of certified digits.
  static func digits(_ value: Double, _ certified: Double) -> Double {
    guard value.isFinite else { return 0 }
    let relative = (value - certified).magnitude / certified.magnitude
    return max(0, min(11, -Double.log10(relative)))
  }

  static let all: [NISTProblem] = [
    .init("Misra1a", nonlinear: [1], linear: [0], row: saturation),
    .init("Misra1b", nonlinear: [1], linear: [0]) { i, x, t, m in
      // 1 - (1 + u)^-2 without cancellation.
      let u = t[0] * x[0] / 2
      m[i, 0] = u * (2 + u) / ((1 + u) * (1 + u))
      m[i, 0, by: 0] = x[0] / ((1 + u) * (1 + u) * (1 + u))
    },
    .init("Misra1c", nonlinear: [1], linear: [0]) { i, x, t, m in
      let root = (1 + 2 * t[0] * x[0]).squareRoot()
      m[i, 0] = 2 * t[0] * x[0] / (root * (1 + root))
      m[i, 0, by: 0] = x[0] / (root * root * root)
    },
    .init("Misra1d", nonlinear: [1], linear: [0]) { i, x, t, m in
      let u = t[0] * x[0]
      m[i, 0] = u / (1 + u)
      m[i, 0, by: 0] = x[0] / ((1 + u) * (1 + u))
    },
    .init("Chwirut1", nonlinear: [0, 1, 2], linear: [], offset: true, row: chwirut),
    .init("Chwirut2", nonlinear: [0, 1, 2], linear: [], offset: true, row: chwirut),
    .init("DanWood", nonlinear: [1], linear: [0]) { i, x, t, m in
      m[i, 0] = Double.pow(x[0], t[0])
      m[i, 0, by: 0] = m[i, 0] * Double.log(x[0])
    },
    .init("Lanczos1", nonlinear: [1, 3, 5], linear: [0, 2, 4], terms: decays, row: exponentials),
    .init("Lanczos2", nonlinear: [1, 3, 5], linear: [0, 2, 4], terms: decays, row: exponentials),
    .init("Lanczos3", nonlinear: [1, 3, 5], linear: [0, 2, 4], terms: decays, row: exponentials),
    .init("Gauss1", nonlinear: [1, 3, 4, 6, 7], linear: [0, 2, 5], terms: bells, row: gauss),
    .init("Gauss2", nonlinear: [1, 3, 4, 6, 7], linear: [0, 2, 5], terms: bells, row: gauss),
    .init("Gauss3", nonlinear: [1, 3, 4, 6, 7], linear: [0, 2, 5], terms: bells, row: gauss),
    .init("Kirby2", nonlinear: [3, 4], linear: [0, 1, 2], row: rational),
    .init("Hahn1", nonlinear: [4, 5, 6], linear: [0, 1, 2, 3], row: rational),
    .init("Nelson", nonlinear: [2], linear: [0, 1]) { i, x, t, m in
      m[i, 0] = 1
      m[i, 1] = -x[0] * Double.exp(-t[0] * x[1])
      m[i, 1, by: 0] = -x[1] * m[i, 1]
    },
    .init("MGH17", nonlinear: [3, 4], linear: [0, 1, 2], terms: [[3, 1], [4, 2]]) { i, x, t, m in
      m[i, 0] = 1
      for k in 0..<2 {
        m[i, k + 1] = Double.exp(-x[0] * t[k])
        m[i, k + 1, by: k] = -x[0] * m[i, k + 1]
      }
    },
    .init("Roszman1", nonlinear: [2, 3], linear: [0, 1], offset: true) { i, x, t, m in
      m[i, 0] = 1
      m[i, 1] = -x[0]
      let distance = x[0] - t[1]
      let square = .pi * (distance * distance + t[0] * t[0])
      m.offset[i] = -Double.atan(t[0] / distance) / .pi
      m[offset: i, by: 0] = -distance / square
      m[offset: i, by: 1] = -t[0] / square
    },
    .init("ENSO", nonlinear: [3, 6], linear: [0, 1, 2, 4, 5, 7, 8]) { i, x, t, m in
      m[i, 0] = 1
      for (k, period) in [12, t[0], t[1]].enumerated() {
        let phase = 2 * Double.pi * x[0] / period
        m[i, 2 * k + 1] = Double.cos(phase)
        m[i, 2 * k + 2] = Double.sin(phase)
        guard k > 0 else { continue }
        m[i, 2 * k + 1, by: k - 1] = phase / period * m[i, 2 * k + 2]
        m[i, 2 * k + 2, by: k - 1] = -phase / period * m[i, 2 * k + 1]
      }
    },
    .init("MGH09", nonlinear: [1, 2, 3], linear: [0]) { i, x, t, m in
      let denominator = x[0] * x[0] + x[0] * t[1] + t[2]
      m[i, 0] = x[0] * (x[0] + t[0]) / denominator
      m[i, 0, by: 0] = x[0] / denominator
      m[i, 0, by: 1] = -m[i, 0] * x[0] / denominator
      m[i, 0, by: 2] = -m[i, 0] / denominator
    },
    .init("Thurber", nonlinear: [4, 5, 6], linear: [0, 1, 2, 3], row: rational),
    .init("BoxBOD", nonlinear: [1], linear: [0], row: saturation),
    .init("Rat42", nonlinear: [1, 2], linear: [0]) { i, x, t, m in
      let e = Double.exp(t[0] - t[1] * x[0])
      m[i, 0] = 1 / (1 + e)
      m[i, 0, by: 0] = -e / ((1 + e) * (1 + e))
      m[i, 0, by: 1] = x[0] * e / ((1 + e) * (1 + e))
    },
    .init("MGH10", nonlinear: [1, 2], linear: [0]) { i, x, t, m in
      let shifted = x[0] + t[1]
      m[i, 0] = Double.exp(t[0] / shifted)
      m[i, 0, by: 0] = m[i, 0] / shifted
      m[i, 0, by: 1] = -m[i, 0] * t[0] / (shifted * shifted)
    },
    .init("Eckerle4", nonlinear: [1, 2], linear: [0]) { i, x, t, m in
      let z = (x[0] - t[1]) / t[0]
      m[i, 0] = Double.exp(-z * z / 2) / t[0]
      m[i, 0, by: 0] = m[i, 0] * (z * z - 1) / t[0]
      m[i, 0, by: 1] = m[i, 0] * z / t[0]
    },
    .init("Rat43", nonlinear: [1, 2, 3], linear: [0]) { i, x, t, m in
      let e = Double.exp(t[0] - t[1] * x[0])
      m[i, 0] = Double.pow(1 + e, -1 / t[2])
      m[i, 0, by: 0] = -m[i, 0] * e / (t[2] * (1 + e))
      m[i, 0, by: 1] = x[0] * m[i, 0] * e / (t[2] * (1 + e))
      m[i, 0, by: 2] = m[i, 0] * Double.log(onePlus: e) / (t[2] * t[2])
    },
    .init(
      "Bennett5", nonlinear: [1, 2], linear: [0],
      range: { t, x in x.allSatisfy { $0[0] + t[0] > 0 } }
    ) { i, x, t, m in
      let shifted = x[0] + t[0]
      m[i, 0] = Double.pow(shifted, -1 / t[1])
      m[i, 0, by: 0] = -m[i, 0] / (t[1] * shifted)
      m[i, 0, by: 1] = m[i, 0] * Double.log(shifted) / (t[1] * t[1])
    },
  ]

  /// b1 (1 - exp(-b2 x)).
  private static let saturation: Row = { i, x, t, m in
    m[i, 0] = -Double.expMinusOne(-t[0] * x[0])
    m[i, 0, by: 0] = x[0] * Double.exp(-t[0] * x[0])
  }

  /// exp(-b1 x) / (b2 + b3 x), without linear coefficients.
  private static let chwirut: Row = { i, x, t, m in
    let denominator = t[1] + t[2] * x[0]
    m.offset[i] = Double.exp(-t[0] * x[0]) / denominator
    m[offset: i, by: 0] = -x[0] * m.offset[i]
    m[offset: i, by: 1] = -m.offset[i] / denominator
    m[offset: i, by: 2] = -x[0] * m.offset[i] / denominator
  }

  private static let decays = [[1, 0], [3, 2], [5, 4]]
  private static let bells = [[3, 2, 4], [6, 5, 7]]

  private static let exponentials: Row = { i, x, t, m in
    for k in t.indices {
      m[i, k] = Double.exp(-t[k] * x[0])
      m[i, k, by: k] = -x[0] * m[i, k]
    }
  }

  /// An exponential and two Gaussian peaks exp(-(x - c)^2 / w^2).
  private static let gauss: Row = { i, x, t, m in
    m[i, 0] = Double.exp(-t[0] * x[0])
    m[i, 0, by: 0] = -x[0] * m[i, 0]
    for k in 1...2 {
      let center = 2 * k - 1
      let width = 2 * k
      let z = (x[0] - t[center]) / t[width]
      m[i, k] = Double.exp(-z * z)
      m[i, k, by: center] = 2 * z / t[width] * m[i, k]
      m[i, k, by: width] = 2 * z * z / t[width] * m[i, k]
    }
  }

  /// Polynomial over 1 + polynomial, with degrees from the counts of parameters.
  private static let rational: Row = { i, x, t, m in
    var denominator = 1.0
    var power = 1.0
    for j in t.indices {
      power *= x[0]
      denominator += t[j] * power
    }
    power = 1
    for k in 0...t.count {
      m[i, k] = power / denominator
      var slope = -m[i, k] / denominator
      for j in t.indices {
        slope *= x[0]
        m[i, k, by: j] = slope
      }
      power *= x[0]
    }
  }
}

/// A model that is written row by row.
struct NISTModel: SeparableModel {
  let abscissae: [[Double]]
  let nonlinearCount: Int
  let linearCount: Int
  let hasOffset: Bool
  let range: @Sendable ([Double], [[Double]]) -> Bool
  let row: NISTProblem.Row

  var rowCount: Int { abscissae.count }

  func evaluate(at theta: [Double], into matrices: inout SeparableMatrices) -> Bool {
    guard range(theta, abscissae) else { return false }
    for (index, x) in abscissae.enumerated() { row(index, x, theta, &matrices) }
    return true
  }
}
