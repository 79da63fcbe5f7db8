internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

extension CandidateLaw {
  /// A fit of the law from its curve; nil if it is not finite, or has too many parameters for the samples.
  func made(
    _ window: MotionWindow, parameters: Int, _ constants: [(String, Double, String)],
    _ value: (Double) -> Double
  ) -> CandidateFit? {
    let curve = window.times.map(value)
    guard curve.allSatisfy(\.isFinite), window.count > parameters + 2 else { return nil }
    return CandidateFit(
      self, parameters: parameters, constants: constants, curve: curve, window: window)
  }
}

extension MotionWindow {
  /// The best fit of a model from several starts; nil if no start leads to a finite one.
  func best(_ model: some SeparableModel, starts: [[Double]]) -> SeparableFit? {
    var options = SeparableFit.Options()
    options.maximumIterations = isTrial ? 25 : 60
    options.maximumPolish = isTrial ? 1 : 4
    var best: SeparableFit?
    for start in starts {
      let found = SeparableFit(
        model, values: values, weights: weights, start: start, options: options)
      guard found.coefficients.count == model.linearCount, found.residuals.count == count,
        found.sumOfSquares.isFinite
      else { continue }
      if best.map({ found.sumOfSquares < $0.sumOfSquares }) ?? true { best = found }
    }
    return best
  }
}
