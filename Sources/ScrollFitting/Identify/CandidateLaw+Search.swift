internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// Shared by all families of laws: creating a fit from a curve, and searching from several starts.
extension CandidateLaw {
  func made(
    _ window: MotionWindow, parameters: Int, _ constants: [(String, Double, String)],
    _ value: (Double) -> Double
  ) -> CandidateFit? {
    let curve = window.times.map(value)
    guard curve.allSatisfy(\.isFinite), window.count > parameters + 2 else { return nil }
    return CandidateFit(
      self, parameters: parameters, constants: constants, curve: curve, window: window)
  }

  /// The best fit from several starts; nil if no start leads to a finite one.
  func best(
    _ model: some SeparableModel, _ window: MotionWindow, starts: [[Double]]
  ) -> SeparableFit? {
    var options = SeparableFit.Options()
    options.maximumIterations = window.isTrial ? 25 : 60
    options.maximumPolish = window.isTrial ? 1 : 4
    var best: SeparableFit?
    for start in starts {
      let found = SeparableFit(
        model, values: window.values, weights: window.weights, start: start, options: options)
      guard found.coefficients.count == model.linearCount, found.sumOfSquares.isFinite else {
        continue
      }
      if best.map({ found.sumOfSquares < $0.sumOfSquares }) ?? true { best = found }
    }
    return best
  }
}
