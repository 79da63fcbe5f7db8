import CurveFitting
import RealModule
import TestSupport
import Testing

/// The kernel compared with direct sums in extended precision, on simulated motions.
struct DecayingLineKernelTests {
  /// Compares all results of the kernel for a set; false where the kernel returns nil.
  static func compare(
    _ kernel: inout DecayingLineKernel, _ set: DecayingLineSet, into agreement: inout Agreement,
    _ label: @autoclosure () -> String
  ) -> Bool {
    kernel.take(set)
    guard let start = kernel.start(), let raw = kernel.minimum(from: start),
      let geometry = kernel.geometry(of: raw)
    else { return false }
    let found = geometry.minimum
    let slow = set.slow
    guard let truth = slow.stationary(near: found.theta) else {
      agreement.note("minimum", .infinity, 0, label())
      return true
    }
    // At a minimum the curvature is positive and R is larger at neighbouring theta.
    for neighbour in [truth.theta * 0.999, truth.theta * 1.001] {
      let higher = slow.point(neighbour).sumOfSquares > truth.sumOfSquares
      if !higher || truth.curvature <= 0 { agreement.note("minimum", .infinity, 0, label()) }
    }
    // Newton's method on the normal equations: rounding of y'y over R'' theta.
    agreement.note("first theta", raw.theta, truth.theta, label())
    agreement.note("theta", found.theta, truth.theta, label())
    agreement.note("slope", found.slope, truth.slope, label())
    // The displacement is 0 for a motion that starts at the edge; its scale includes the slope times a time constant.
    let scale = truth.displacement.magnitude + truth.slope.magnitude / truth.theta
    agreement.note(
      "displacement", found.displacement, truth.displacement,
      within: Extended(SlowDecayingLine.tolerance) * scale, label())
    agreement.note("sum of squares", found.sumOfSquares, truth.sumOfSquares, label())
    // The curvature is that of the last pass, up to 3e-8 of theta from the minimum; it only starts a search.
    agreement.note("curvature", found.curvature, truth.curvature, relative: 2e-7, label())

    compareInference(&kernel, geometry, slow, truth, into: &agreement, label())
    compareProfile(kernel, found, geometry.variance, slow, truth, into: &agreement, label())
    return true
  }

  private static func compareInference(
    _ kernel: inout DecayingLineKernel, _ geometry: DecayingLineKernel.Geometry,
    _ slow: SlowDecayingLine, _ truth: SlowDecayingLine.Point, into agreement: inout Agreement,
    _ label: @autoclosure () -> String
  ) {
    let tangents = SlowTangents(slow, truth)
    agreement.note("condition", geometry.condition, tangents.condition, label())
    // Residuals are differences of numbers up to the largest value, at a theta accurate to a few ulps: their error is
    // absolute, whatever their size.
    let spare = 1e-14 * slow.y.map { $0.magnitude }.max()!
    var differences: Extended = 0
    var path: Extended = 0
    for n in 1..<truth.residuals.count {
      let step = truth.residuals[n] - truth.residuals[n - 1]
      differences += step * step
      path += step.magnitude
    }
    // Both residuals of each difference have errors; smooth residuals have differences much smaller than themselves.
    agreement.note(
      "Durbin-Watson", geometry.durbinWatson ?? .nan, differences / truth.sumOfSquares,
      within: 2 * spare * path / truth.sumOfSquares, label())
    let sizes = truth.residuals.map { $0.magnitude }
    agreement.note(
      "largest residual", geometry.largestResidual, sizes.max()!, within: spare, label())
    // The sign of a residual that is only rounding is undefined.
    if sizes.min()! > 1e-11 {
      let expected = ResidualTests.runsProbability(truth.residuals.map { Double($0) })
      if geometry.runsProbability != expected {
        agreement.note("runs", .infinity, 0, label())
      }
    }

    let scores = kernel.scores(geometry)
    let x = slow.x
    let bent = x.indices.map { n in
      -(truth.displacement / 2 + truth.slope * x[n] / 6) * x[n] * x[n] * truth.decays[n]
    }
    let ones = [Extended](repeating: 1, count: x.count)
    for (name, score, column) in [
      ("constant", scores.constant, ones), ("damping", scores.damping, bent),
    ] {
      let expected = tangents.score(column)
      // Projection on the other three leaves little of the damping column: its rounding is that of the whole column.
      let all = SlowTangents.dot(column, column)
      agreement.note("size of \(name)", score.size, expected.size, within: 1e-14 * all, label())
      // r'c can be 0: the tolerance is the error of the residuals times |c|.
      agreement.note(
        "score of \(name)", score.product, expected.product,
        within: spare * (Extended(x.count) * all).squareRoot(), label())
    }
  }

  private static func compareProfile(
    _ kernel: borrowing DecayingLineKernel, _ minimum: DecayingLineKernel.Minimum,
    _ variance: Double, _ slow: SlowDecayingLine, _ truth: SlowDecayingLine.Point,
    into agreement: inout Agreement, _ label: @autoclosure () -> String
  ) {
    let rise = 4 * variance
    guard let profile = kernel.profile(of: minimum, rise: rise) else {
      agreement.note("profile", .infinity, 0, label())
      return
    }
    if !(profile.lower < minimum.theta && minimum.theta < profile.upper) {
      agreement.note("profile", .infinity, 0, label())
    }
    for (name, end) in [("lower end", profile.lower), ("upper end", profile.upper)] {
      let expected = slow.crossing(truth.sumOfSquares + Extended(rise), near: end)
      agreement.note(name, end, expected, label())
    }
  }

  /// Eight parts of 2500 sets, which run in parallel.
  @Test(arguments: 0..<8)
  func `what it says of a simulated motion is what plain sums say`(part: Int) {
    let seed = UInt64(4_100 + part)
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var kernel = DecayingLineKernel()
    var agreement = Agreement()
    var found = 0
    for round in 0..<2500 {
      let set = DecayingLineSet(using: &random)
      if Self.compare(&kernel, set, into: &agreement, "round \(round)") { found += 1 }
    }
    for (quantity, worst) in agreement.results {
      #expect(worst.error <= 1, "\(quantity): \(worst)")
    }
    // All these motions settle.
    #expect(found == 2500)
  }
}
