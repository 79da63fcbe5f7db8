internal import CurveFitting

/// A kernel to time: a fit of one law to data that are in memory.
public struct KernelCase: Sendable {
  /// What is fitted.
  public enum Motion: Sendable {
    case bounce
    case deceleration
    case rubberBand
  }

  /// Its name: the law, the sampling, and what is done beside the search.
  public let name: String
  /// What it is fitted to.
  public let motion: Motion
  /// Whether samples lie where their stamps say, not on a uniform grid.
  public let isStamped: Bool
  /// Whether one fit takes milliseconds.
  public let isSlow: Bool
  /// Fits each of the inputs and writes the nonlinear parameter of each; NaN where there is none.
  public let fit: @Sendable (_ inputs: [KernelInput], _ results: inout [Double]) -> Void

  init(
    _ name: String, _ motion: Motion, isStamped: Bool = false, isSlow: Bool = false,
    fit: @escaping @Sendable (_ inputs: [KernelInput], _ results: inout [Double]) -> Void
  ) {
    self.name = name
    self.motion = motion
    self.isStamped = isStamped
    self.isSlow = isSlow
    self.fit = fit
  }

  /// All kernels.
  public static let all: [KernelCase] = [
    KernelCase("bounce-uniform", .bounce, fit: Kernel.bounces),
    KernelCase("bounce-uniform-inference", .bounce, fit: Kernel.inferredBounces),
    KernelCase("bounce-stamped", .bounce, isStamped: true, fit: Kernel.bounces),
    KernelCase(
      "bounce-stamped-inference", .bounce, isStamped: true, fit: Kernel.inferredBounces),
    // The general engine, which also looks for false minima: what the kernel does not take goes there.
    KernelCase("bounce-general-uniform", .bounce, fit: each(Fitted.bounce)),
    KernelCase("bounce-general-uniform-inference", .bounce, fit: each(Inferred.bounce)),
    KernelCase("bounce-general-stamped", .bounce, isStamped: true, fit: each(Fitted.bounce)),
    KernelCase(
      "bounce-general-stamped-inference", .bounce, isStamped: true, fit: each(Inferred.bounce)),
    KernelCase("bounce-article", .bounce, isSlow: true, fit: each(articleSearch)),
    KernelCase("deceleration-uniform", .deceleration, fit: each(Fitted.deceleration)),
    KernelCase("deceleration-uniform-inference", .deceleration, fit: each(Inferred.deceleration)),
    KernelCase(
      "deceleration-stamped", .deceleration, isStamped: true, fit: each(Fitted.deceleration)),
    KernelCase(
      "deceleration-stamped-inference", .deceleration, isStamped: true,
      fit: each(Inferred.deceleration)),
    KernelCase("rubber-band-uniform", .rubberBand, fit: each(Fitted.rubberBand)),
    KernelCase("rubber-band-uniform-inference", .rubberBand, fit: each(Inferred.rubberBand)),
    KernelCase("rubber-band-stamped", .rubberBand, isStamped: true, fit: each(Fitted.rubberBand)),
    KernelCase(
      "rubber-band-stamped-inference", .rubberBand, isStamped: true,
      fit: each(Inferred.rubberBand)),
  ]

  /// The kernel of a name; nil for an unknown one.
  public static func named(_ name: String) -> KernelCase? { all.first { $0.name == name } }

  /// One input after the other.
  private static func each(
    _ fit: @escaping @Sendable (KernelInput) -> Double
  ) -> @Sendable ([KernelInput], inout [Double]) -> Void {
    { inputs, results in
      for index in inputs.indices { results[index] = fit(inputs[index]) }
    }
  }
}
