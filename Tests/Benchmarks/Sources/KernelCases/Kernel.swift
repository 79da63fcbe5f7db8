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
        let geometry = kernel.geometry(of: minimum),
        let linear = kernel.linearisation(of: geometry.minimum)
      else { continue }
      let best = geometry.minimum
      let covariance = linear.hc3Covariance
      let phase = best.displacement / best.slope
      let growth = Double.exp(best.theta * phase)
      let gradients = [
        SIMD4(0, 0, 1, 0), SIMD4(1 / best.slope, -phase / best.slope, 0, 0),
        SIMD4(
          growth * best.theta, growth * (1 - best.theta * phase), best.slope * growth * phase, 0),
      ]
      let least =
        gradients.map {
          reach(linear, covariance, ParameterVector(lowHalf: $0, highHalf: .zero))
        }.min() ?? 0
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
  private static func reach(
    _ linear: Linearisation, _ covariance: Covariance, _ gradient: ParameterVector
  ) -> Double {
    let degrees = linear.hc3DegreesOfFreedom(along: gradient, excessKurtosis: 0)
    return covariance.variance(along: gradient).squareRoot() * quantiles.quantile(degrees: degrees)
  }
}
