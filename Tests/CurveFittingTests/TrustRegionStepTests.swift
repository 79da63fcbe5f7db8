import CurveFitting
import RealModule
import TestSupport
import Testing

struct TrustRegionStepTests {
  @Test func `the step solves its damped equations within its radius`() {
    let seed: UInt64 = 21
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var worst = Worst()
    var damped = 0
    for _ in 0..<400 {
      let p = Int.random(in: 1...5, using: &random)
      let n = p + Int.random(in: 0...12, using: &random)
      let m = HouseholderQRTests.matrix(n, p, using: &random)
      let f = (0..<n).map { _ in random.uniform(-1...1) }
      let d = (0..<p).map { k in
        random.uniform(0.5...2) * (0..<n).reduce(0) { max($0, m[k * n + $1].magnitude) }
      }
      var qr = HouseholderQR(rowCount: n, columnCount: p)
      qr.elements = m
      let finite = qr.factor(tolerance: 0)
      #expect(finite)
      var rotated = f
      qr.applyTransposed(to: &rotated)
      var step = TrustRegionStep(count: p)
      step.load(qr, rotated: rotated, scale: d)
      // The rounding of M'(f - Ms) grows with the step, which grows with the inverse of the smallest singular value.
      guard step.condition < 1e4 else { continue }
      let radius = Double.pow(10, random.uniform(-4...2))
      step.solve(radius: radius, scale: d)
      if step.damping > 0 { damped += 1 }

      let s = step.step
      let length = zip(s, d).reduce(0) { $0 + ($1.0 * $1.1) * ($1.0 * $1.1) }.squareRoot()
      worst.note(step.length, length, tolerance: 1e-12 * length, "length")
      #expect(length <= 1.1 * radius * (1 + 1e-12))
      // A damped step has the length of the radius.
      if step.damping > 0 { #expect(length >= 0.99 * radius) }
      let rest = (0..<n).map { row in f[row] - (0..<p).reduce(0) { $0 + m[$1 * n + row] * s[$1] } }
      for k in 0..<p {
        let gradient = (0..<n).reduce(0) { $0 + m[k * n + $1] * rest[$1] }
        let expected = step.damping * d[k] * d[k] * s[k]
        worst.note(gradient, expected, tolerance: 1e-10 * d[k], "column \(k)")
      }
      let reduction = f.reduce(0) { $0 + $1 * $1 } - rest.reduce(0) { $0 + $1 * $1 }
      worst.note(step.predictedReduction, reduction, tolerance: 1e-11, "reduction")
    }
    #expect(worst.error <= 1, "\(worst)")
    #expect(damped > 100 && worst.count > 1000)
  }

  /// The curve now moves much less than it once did: sum of coordinate^2 / sigma^2 overflows.
  @Test(arguments: [1e-30, 1e-80, 1e-110, 1e-150])
  func `the step stays within its radius where its slope overflows`(size: Double) {
    var qr = HouseholderQR(rowCount: 3, columnCount: 2)
    qr.elements = [size, size, 0, 0, size, 2 * size]
    let finite = qr.factor(tolerance: 0)
    #expect(finite)
    var rotated = [1.0, 2, 6]
    qr.applyTransposed(to: &rotated)
    let scale = [1.0, 0.5]
    var step = TrustRegionStep(count: 2)
    step.load(qr, rotated: rotated, scale: scale)
    var radius = 1e20
    while radius > 1e-20 {
      step.solve(radius: radius, scale: scale)
      // Each of the two coordinates may be as long as the radius.
      #expect(step.length <= 1.5 * radius)
      #expect(step.step.allSatisfy(\.isFinite) && step.length > 0)
      radius /= 4
    }
  }

  @Test func `directions that move nothing get no step`() {
    // The second column equals the first: together they explain only what the first explains.
    var qr = HouseholderQR(rowCount: 3, columnCount: 3)
    qr.elements = [1, 1, 1, 1, 1, 1, 0, 0, 0]
    let finite = qr.factor(tolerance: 0)
    #expect(finite)
    var rotated = [1.0, 2, 6]
    qr.applyTransposed(to: &rotated)
    var step = TrustRegionStep(count: 3)
    step.load(qr, rotated: rotated, scale: [1, 1, 1])
    step.solve(radius: 100, scale: [1, 1, 1])
    #expect(step.step.allSatisfy(\.isFinite) && step.step[2] == 0)
    #expect((step.step[0] + step.step[1] - 3).magnitude < 1e-14)
    #expect((step.tangent - 27.0.squareRoot()).magnitude < 1e-14)
  }
}
