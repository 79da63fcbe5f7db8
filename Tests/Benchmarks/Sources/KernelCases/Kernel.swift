internal import CurveFitting
internal import RealModule

/// The kernel of bounces, with memory of its own for all inputs.
enum Kernel {
  @Sendable static func bounces(_ inputs: [KernelInput], _ results: inout [Double]) {
    var kernel = DecayingLineKernel()
    for index in inputs.indices {
      results[index] = minimum(inputs[index].observations, &kernel)?.theta ?? .nan
    }
  }

  /// The same with HC3 errors of C, delta and phi, their degrees of freedom and intervals, the profile interval of
  /// delta and the tests of the residuals.
  @Sendable static func inferredBounces(_ inputs: [KernelInput], _ results: inout [Double]) {
    var kernel = DecayingLineKernel()
    for index in inputs.indices {
      results[index] = .nan
      guard let minimum = minimum(inputs[index].observations, &kernel),
        let geometry = kernel.geometry(of: minimum)
      else { continue }
      let best = geometry.minimum
      let phase = best.displacement / best.slope
      let growth = Double.exp(best.theta * phase)
      let least = min(
        reach(&kernel, geometry, SIMD3(0, 0, 1.0)),
        reach(&kernel, geometry, SIMD3(1 / best.slope, -phase / best.slope, 0)),
        reach(
          &kernel, geometry,
          SIMD3(
            growth * best.theta, growth * (1 - best.theta * phase), best.slope * growth * phase)))
      let factor = quantiles.quantile(degrees: Double(geometry.degreesOfFreedom))
      // Theta only where nothing is missing, so that nothing can be left out.
      guard least > 0,
        let profile = kernel.profile(of: best, rise: factor * factor * geometry.variance),
        profile.lower < best.theta, profile.upper > best.theta,
        let watson = geometry.durbinWatson, let runs = geometry.runsProbability, watson > 0,
        runs >= 0
      else { continue }
      results[index] = best.theta
    }
  }

  private static let quantiles = StudentQuantiles(twoSided: 0.05)

  @inline(__always)
  private static func minimum(
    _ observations: Observations, _ kernel: inout DecayingLineKernel
  ) -> DecayingLineKernel.Minimum? {
    let count = observations.count
    kernel.reserve(count)
    observations.abscissae.withUnsafeBufferPointer { x in
      observations.values.withUnsafeBufferPointer { y in
        guard let times = x.baseAddress, let values = y.baseAddress else { return }
        kernel.abscissae.update(from: times, count: count)
        kernel.values.update(from: values, count: count)
      }
    }
    kernel.use(count, uniformStep: observations.uniformStep)
    return kernel.start().flatMap { kernel.minimum(from: $0) }
  }

  /// Half the width of a quantity's interval.
  @inline(__always)
  private static func reach(
    _ kernel: inout DecayingLineKernel, _ geometry: DecayingLineKernel.Geometry,
    _ gradient: SIMD3<Double>
  ) -> Double {
    let direction = geometry.direction(gradient)
    let degrees = kernel.hc3DegreesOfFreedom(geometry, direction)
    return geometry.hc3Variance(direction).squareRoot() * quantiles.quantile(degrees: degrees)
  }
}
