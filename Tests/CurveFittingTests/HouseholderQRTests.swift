import CurveFitting
import RealModule
import TestSupport
import Testing

struct HouseholderQRTests {
  /// Random columns with lengths from 1e-6 to 1e6.
  static func matrix(_ n: Int, _ m: Int, using random: inout SplitMix64) -> [Double] {
    var elements: [Double] = []
    for _ in 0..<m {
      let size = Double.pow(10, random.uniform(-6...6))
      for _ in 0..<n { elements.append(size * random.uniform(-1...1)) }
    }
    return elements
  }

  @Test func `Q R is the matrix, and both solutions satisfy their equations`() {
    let seed: UInt64 = 3
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var worst = Worst()
    for _ in 0..<200 {
      let m = Int.random(in: 1...6, using: &random)
      let n = m + Int.random(in: 0...30, using: &random)
      let a = Self.matrix(n, m, using: &random)
      var qr = HouseholderQR(rowCount: n, columnCount: m)
      qr.elements = a
      let finite = qr.factor(tolerance: 1e-14)
      #expect(finite && qr.rank == m && qr.order.sorted() == Array(0..<m))
      for position in 0..<m {
        let column = qr.order[position]
        var product = (0..<n).map { $0 <= position ? qr.upper($0, position) : 0 }
        qr.apply(to: &product)
        for row in 0..<n {
          worst.note(
            product[row], a[column * n + row] * qr.scales[column], tolerance: 1e-14, "Q R")
        }
      }
      // The diagonal decreases: each pivot was the longest remaining column.
      for k in 1..<max(1, m) {
        #expect(qr.upper(k, k).magnitude <= qr.upper(k - 1, k - 1).magnitude * (1 + 1e-14))
      }
      // A x = A z gives x = z. The condition of random columns stays below 1e4.
      let z = (0..<m).map {
        random.uniform(1...2) / a[$0 * n..<($0 + 1) * n].reduce(0) { max($0, $1.magnitude) }
      }
      var right = (0..<n).map { row in (0..<m).reduce(0) { $0 + a[$1 * n + row] * z[$1] } }
      qr.applyTransposed(to: &right)
      var x = [Double](repeating: 0, count: m)
      qr.solve(right, into: &x)
      let condition = (qr.upper(0, 0) / qr.upper(m - 1, m - 1)).magnitude
      for k in 0..<m { worst.note(x[k] / z[k], 1, tolerance: 1e-14 * condition * 10, "solve") }
      // A'(Q w) = b for w = R^-T P'S b.
      let b = (0..<m).map { random.uniform(1...2) / qr.scales[$0] }
      var w = [Double](repeating: 0, count: m)
      qr.solveTransposed(b, into: &w)
      var full = w + [Double](repeating: 0, count: n - m)
      qr.apply(to: &full)
      for k in 0..<m {
        let product = (0..<n).reduce(0) { $0 + a[k * n + $1] * full[$1] }
        worst.note(product / b[k], 1, tolerance: 1e-14 * condition * 10, "solve transposed")
      }
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `dependent columns lower the rank and get no coefficient`() {
    var qr = HouseholderQR(rowCount: 5, columnCount: 3)
    qr.elements = [1, 2, 3, 4, 5, 1, 1, 1, 1, 1, 3, 5, 7, 9, 11]  // third = 2 first + second
    let finite = qr.factor(tolerance: 1e-14)
    #expect(finite)
    #expect(qr.rank == 2)
    var right: [Double] = [0, 1, 2, 3, 4]
    qr.applyTransposed(to: &right)
    var x = [0.0, 0, 0]
    qr.solve(right, into: &x)
    #expect(x[qr.order[2]] == 0)
    for row in 0..<5 {
      let i = Double(row)
      let fitted = x[0] * (i + 1) + x[1] + x[2] * (2 * i + 3)
      #expect((fitted - i).magnitude < 1e-14)
    }
  }

  @Test(arguments: [Double.nan, .infinity])
  func `an element that is not finite is refused`(bad: Double) {
    var qr = HouseholderQR(rowCount: 2, columnCount: 2)
    qr.elements = [1, 2, 3, bad]
    let finite = qr.factor(tolerance: 0)
    #expect(!finite)
  }

  @Test func `columns at the ends of the number range keep their digits`() {
    for size in [1e-300, 1e300] {
      var qr = HouseholderQR(rowCount: 3, columnCount: 2)
      qr.elements = [size, size, size, 0, size, 2 * size]
      let finite = qr.factor(tolerance: 1e-14)
      #expect(finite)
      var right = [size, 3 * size, 5 * size]  // first + 2 second
      qr.applyTransposed(to: &right)
      var x = [0.0, 0]
      qr.solve(right, into: &x)
      #expect((x[0] - 1).magnitude < 1e-14 && (x[1] - 2).magnitude < 1e-14)
    }
  }
}
