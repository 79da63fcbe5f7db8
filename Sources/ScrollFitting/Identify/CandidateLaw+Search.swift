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
    return best(model, starts: starts, options)
  }

  /// The same. In a long recording, a model that is far from some of the samples keeps the parameters that are best for
  /// these.
  ///
  /// - Parameter model: the model of the samples of a window.
  func nearBest<Model: SeparableModel>(
    _ model: (MotionWindow) -> Model, starts: [[Double]]
  ) -> SeparableFit? {
    if let some = someSamples {
      let own = model(some)
      let parameters = own.nonlinearCount + own.linearCount
      if let rough = some.best(own, starts: starts),
        some.isFar(rough.sumOfSquares, parameters: parameters)
      {
        return best(model(self), starts: [rough.nonlinear], Self.unsearched)
      }
    }
    return best(model(self), starts: starts)
  }

  /// The options for a model at its start.
  private static var unsearched: SeparableFit.Options {
    var options = SeparableFit.Options()
    options.maximumIterations = 0
    options.maximumPolish = 0
    return options
  }

  private func best(
    _ model: some SeparableModel, starts: [[Double]], _ options: SeparableFit.Options
  ) -> SeparableFit? {
    var best: SeparableFit?
    for start in isTrial ? nearest(model, starts) : starts {
      let found = SeparableFit(
        model, values: values, weights: weights, start: start, options: options)
      guard found.coefficients.count == model.linearCount, found.residuals.count == count,
        found.sumOfSquares.isFinite
      else { continue }
      if best.map({ found.sumOfSquares < $0.sumOfSquares }) ?? true { best = found }
    }
    return best
  }

  /// The number of starts of a short search.
  private static let fewStarts = 3

  /// The starts with the least sums of squares.
  private func nearest(_ model: some SeparableModel, _ starts: [[Double]]) -> [[Double]] {
    guard starts.count > Self.fewStarts else { return starts }
    let sums = starts.map { start in
      let fit = SeparableFit(
        model, values: values, weights: weights, start: start, options: Self.unsearched)
      return fit.sumOfSquares.isFinite ? fit.sumOfSquares : .infinity
    }
    return starts.indices.sorted { sums[$0] < sums[$1] }.prefix(Self.fewStarts).map { starts[$0] }
  }
}
