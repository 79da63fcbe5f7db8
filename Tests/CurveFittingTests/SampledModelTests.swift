import CurveFitting
import RealModule
import TestSupport
import Testing

struct SampledModelTests {
  private static let times = (0..<30).map { Double($0) / 20 }

  /// beta_0 t^theta_1 e^(-theta_0 t) + beta_1, optionally with the offset sin(theta_0 t). There is no curve for a
  /// negative theta_1.
  private static func model(hasOffset: Bool = false, limit: Double = 0) -> SampledModel {
    let times = times
    return SampledModel(
      rowCount: times.count, linearCount: 2, hasOffset: hasOffset, sizes: [1, 1]
    ) { theta, curves in
      guard theta[1] >= limit else { return false }
      let n = times.count
      for row in times.indices {
        curves[row] = Self.curve(theta, times[row])
        curves[n + row] = 1
        if hasOffset { curves[2 * n + row] = Double.sin(theta[0] * times[row]) }
      }
      return true
    }
  }

  private static func curve(_ theta: [Double], _ t: Double) -> Double {
    Double.pow(t, theta[1]) * Double.exp(-theta[0] * t)
  }

  private static func logarithm(_ t: Double) -> Double { t > 0 ? Double.log(t) : 0 }

  @Test func `slopes are those of the formula`() {
    let model = Self.model(hasOffset: true)
    var matrices = SeparableMatrices(model)
    let theta = [3.0, 1.5]
    #expect(model.evaluate(at: theta, into: &matrices))
    for (row, t) in Self.times.enumerated() {
      let value = Self.curve(theta, t)
      #expect(matrices[row, 0] == value && matrices[row, 1] == 1)
      #expect(matrices.offset[row] == Double.sin(3 * t))
      // Rounding divided by a step of 1e-6.
      #expect((matrices[row, 0, by: 0] + t * value).magnitude < 1e-9)
      #expect((matrices[row, 0, by: 1] - Self.logarithm(t) * value).magnitude < 1e-9)
      #expect(matrices[row, 1, by: 0] == 0 && matrices[row, 1, by: 1] == 0)
      #expect((matrices[offset: row, by: 0] - t * Double.cos(3 * t)).magnitude < 1e-9)
      #expect(matrices[offset: row, by: 1] == 0)
    }
  }

  @Test func `where the curve ends slopes are taken from its one side`() {
    let model = Self.model(limit: 1.5)
    var matrices = SeparableMatrices(model)
    #expect(model.evaluate(at: [3, 1.5], into: &matrices))
    for (row, t) in Self.times.enumerated() {
      let value = Self.curve([3, 1.5], t)
      // Half the step of 1.5e-6 times the second derivative.
      let error = 1e-9 + 1.5e-6 * Self.logarithm(t) * Self.logarithm(t) * value
      #expect((matrices[row, 0, by: 1] - Self.logarithm(t) * value).magnitude <= error)
      #expect((matrices[row, 0, by: 0] + t * value).magnitude < 1e-9)
    }
    #expect(!model.evaluate(at: [3, 1.4], into: &matrices))
    // A curve that exists at a single theta only has no derivative.
    let thin = SampledModel(rowCount: 3, linearCount: 1, sizes: [1]) { theta, curves in
      for row in 0..<3 { curves[row] = theta[0] }
      return theta[0] == 2
    }
    var column = SeparableMatrices(thin)
    #expect(!thin.evaluate(at: [2], into: &column))
  }

  @Test func `a fit by sampled slopes ends at the minimum of exact ones`() {
    var random = SplitMix64(seed: 21)
    let values = Self.times.map {
      40 * Self.curve([3, 1.5], $0) + 2 + 0.05 * random.normal()
    }
    let sampled = SeparableFit(Self.model(), values: values, start: [2, 1])
    let exact = SeparableFit(Exact(times: Self.times), values: values, start: [2, 1])
    #expect(sampled.converged && exact.converged)
    #expect(sampled.sumOfSquares <= exact.sumOfSquares * (1 + 1e-12))
    for (ours, theirs) in zip(sampled.nonlinear, exact.nonlinear) {
      #expect((ours - theirs).magnitude < 1e-7 * theirs)
    }
    for (ours, theirs) in zip(sampled.coefficients, exact.coefficients) {
      #expect((ours - theirs).magnitude < 1e-7 * theirs)
    }
  }

  /// The same curve with analytical derivatives.
  private struct Exact: SeparableModel {
    var times: [Double]
    var rowCount: Int { times.count }
    var nonlinearCount: Int { 2 }
    var linearCount: Int { 2 }

    func evaluate(at theta: [Double], into matrices: inout SeparableMatrices) -> Bool {
      guard theta[1] >= 0 else { return false }
      for (row, t) in times.enumerated() {
        let value = SampledModelTests.curve(theta, t)
        matrices[row, 0] = value
        matrices[row, 1] = 1
        matrices[row, 0, by: 0] = -t * value
        matrices[row, 0, by: 1] = SampledModelTests.logarithm(t) * value
      }
      return true
    }
  }
}
