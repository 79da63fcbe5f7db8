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
  /// The same samples, to which laws are fitted with short searches.
  var asTrial: MotionWindow {
    var window = self
    window.isTrial = true
    return window
  }

  /// The best fit of a model from several starts; nil if no start leads to a finite one.
  ///
  /// All starts are tried on some of the samples. A model that is far from them gets a short search from its best fit to
  /// these, and a window that is fully searched a long one. Another model gets a long search too, and if that does not
  /// end within rounding, all starts on all samples. A free form gets these at once: it has several minima within
  /// rounding.
  ///
  /// - Parameter model: the model of the samples of a window, any of which may be missing.
  func best<Model: SeparableModel>(
    starts: [[Double]], _ model: (MotionWindow) -> Model
  ) -> SeparableFit? {
    let whole = model(self)
    if starts.count > 1, let some = someSamples {
      let few = model(some)
      let parameters = few.nonlinearCount + few.linearCount
      if let rough = some.nearest(few, starts, some.search(few)) {
        let isFar = some.isFar(rough.sumOfSquares, parameters: parameters)
        let isEnough = isFar || isFullySearched
        let options = isFar && !isFullySearched ? brief : search(whole)
        let degrees = Double(max(count - parameters, 1))
        if isEnough || !Self.isFree(whole),
          let found = best(whole, starts: [rough.nonlinear], options),
          isEnough || allows(found.sumOfSquares, degrees: degrees)
        {
          return found
        }
      }
    }
    return best(whole, starts: starts)
  }

  /// The best fit of a model of all samples from several starts; nil if no start leads to a finite one.
  func best(_ model: some SeparableModel, starts: [[Double]]) -> SeparableFit? {
    best(model, starts: starts, search(model))
  }

  /// Whether a curve has a free form, and with that long flat valleys.
  private static func isFree(_ model: some SeparableModel) -> Bool { model.nonlinearCount > 4 }

  /// The options for a model.
  private func search(_ model: some SeparableModel) -> SeparableFit.Options {
    let isFree = Self.isFree(model)
    return Self.options(
      iterations: isTrial ? 25 : isFree ? 200 : 60, polish: isTrial ? 1 : isFree ? 12 : 4,
      tolerance: isTrial ? Self.rough : 1e-10)
  }

  /// The options for a model that is far from some of the samples.
  private var brief: SeparableFit.Options {
    Self.options(iterations: isTrial ? 2 : 20, polish: 0, tolerance: Self.rough)
  }

  /// The share of the sum of squares below which a step does not matter to a choice between starts.
  private static let rough = 1e-5

  /// The options for a model at its start.
  private static let unsearched = options(iterations: 0, polish: 0)

  private static func options(
    iterations: Int, polish: Int, tolerance: Double = 0
  ) -> SeparableFit.Options {
    var options = SeparableFit.Options()
    options.reductionTolerance = tolerance
    options.maximumIterations = iterations
    options.maximumPolish = polish
    return options
  }

  private func best(
    _ model: some SeparableModel, starts: [[Double]], _ options: SeparableFit.Options
  ) -> SeparableFit? {
    guard let start = starts.count > 1 ? nearest(model, starts, options)?.nonlinear : starts.first
    else { return nil }
    let found = SeparableFit(
      model, values: values, weights: weights, start: start, options: options)
    guard found.coefficients.count == model.linearCount, found.residuals.count == count,
      found.sumOfSquares.isFinite
    else { return nil }
    return found
  }

  /// The number of starts of a short search.
  private static let fewStarts = 3

  /// The search that ends with the least sum of squares, without residuals. A trial searches only from the starts with the
  /// least sums.
  private func nearest(
    _ model: some SeparableModel, _ starts: [[Double]], _ options: SeparableFit.Options
  ) -> SeparableFit? {
    func search(_ start: [Double], _ options: SeparableFit.Options) -> SeparableFit? {
      var options = options
      options.isDescribed = false
      options.reductionTolerance = Self.rough
      let found = SeparableFit(
        model, values: values, weights: weights, start: start, options: options)
      return found.sumOfSquares.isFinite && found.coefficients.count == model.linearCount
        ? found : nil
    }
    var starts = starts
    if isTrial, starts.count > Self.fewStarts {
      let sums = starts.map { search($0, Self.unsearched)?.sumOfSquares ?? .infinity }
      starts = starts.indices.sorted { sums[$0] < sums[$1] }.prefix(Self.fewStarts).map {
        starts[$0]
      }
    }
    return starts.compactMap { search($0, options) }.min { $0.sumOfSquares < $1.sumOfSquares }
  }
}
