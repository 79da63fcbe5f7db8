internal import CurveFitting
internal import ScrollPhysics
internal import ScrollRecordings

/// Fits one stretch: selects its samples, solves, optionally runs the coordinate search of the article, and states the
/// errors.
struct BounceFit {
  private var work: SegmentFit
  private let stretch: Excursion
  private let options: FitOptions

  private(set) var fit: Fit {
    get { work.fit }
    set { work.fit = newValue }
  }

  /// - Parameter isPreliminary: whether only the constants and their errors are needed.
  init(
    _ stretch: Excursion, signal: SampledChannel, options requested: FitOptions,
    isPreliminary: Bool = false
  ) throws(FitFailure) {
    var options = requested
    if isPreliminary { options.detail = .constants }
    if stretch.edge.source == .fitted { options.restOffset = true }
    self.stretch = stretch
    self.options = options
    let parameters =
      3 - options.fixed.keys.filter { ["C", "delta", "phi"].contains($0) }.count
      + (options.restOffset ? 1 : 0)
    let isWhole = options.method == .article || options.keepsSettled
    work = try SegmentFit(
      Segment(signal, range: stretch.range, value: stretch.edge.overscroll(of:)),
      used: isWhole
        ? stretch.overscroll.indices
        : Segment.unsettled(stretch.overscroll, quantum: stretch.quantum),
      law: BounceLaw.description, parameters: parameters, edge: stretch.edge, options: options,
      hint: "record every frame of the bounce, or fix a parameter, such as --fix delta=10.93")

    if options.method == .article {
      runArticle()
      return
    }
    var solution = try work.solve(by: BounceSolver.self)
    try work.end(&solution, rest: options.restOffset ? { $0.restOffset } : nil)
    if !isPreliminary, work.walks(from: &solution) { solution.descend(options, &work.fit) }
    try work.describe(
      &solution, quantities: BounceQuantities.all(solution.coordinates, options: options))
    suppressUndetermined()
    if !isPreliminary {
      if options.comparesSpring { compareSpring(signal) }
      fit.warnings += BounceWarnings.all(
        fit, solution: solution, stretch: stretch, signal: signal, options: options)
    }
  }

  /// The number of samples at rest that the fit uses after the motion; also used for springs.
  static let balancingSamples = 3

  /// Withdraws estimates that the samples do not determine: a drag or a deceleration fits the end of a very large
  /// bounce, whose C, phi and furthest point would be arbitrary.
  private mutating func suppressUndetermined() {
    func isVague(_ key: String) -> Bool {
      guard let estimate = fit[key], let value = estimate.value, let error = estimate.standardError
      else { return false }
      return error > 0.5 * value.magnitude
    }
    let isBlurred = fit["delta"]?.reason == FitInference.cannotTell
    // With a negative C, the curve comes from far outside: no content leaves the edge and returns like this.
    let isInward = fit["C"].map { !$0.isFixed && $0.value ?? 1 < 0 } ?? false
    if isInward {
      fit.search.converged = false
      fit.search.reason = "the curve never goes out beyond the edge"
    }
    if isVague("delta") || isBlurred {
      fit.search.converged = false
      fit.search.reason =
        isBlurred ? FitInference.cannotTell : "the error of delta is more than half of delta"
    }
    let correlation = fit.correlations.first { $0.first == "C" && $0.second == "phi" }?.value ?? 0
    guard
      isInward || isBlurred || isVague("delta") || isVague("C") || correlation.magnitude > 0.9999
    else { return }
    let keys = ["C", "phi", "edge_velocity", "max_overscroll", "settle_time"]
    let reason =
      "not determined: the samples contain no turning point, as in a drag or a deceleration"
    let isDetermined = fit.search.converged
    let end = "the search did not converge: \(fit.search.reason)"
    let options = options
    func without(_ estimate: Estimate) -> Estimate {
      if keys.contains(estimate.key), options.fixed[estimate.key] == nil {
        return Estimate(key: estimate.key, value: nil, unit: estimate.unit, reason: reason)
      }
      guard !isDetermined, !estimate.isFixed else { return estimate }
      return Estimate(key: estimate.key, value: estimate.value, unit: estimate.unit, reason: end)
    }
    if !isDetermined {
      fit.limit = nil
      fit.correlations = []
    }
    work.fit.withdraw(without)
  }

  /// The range of springs of any damping that agree with the samples of the fit.
  private mutating func compareSpring(_ signal: SampledChannel) {
    guard fit.search.converged, options.fixed.isEmpty, options.loss == .linear else { return }
    var options = options
    (options.method, options.start, options.steps) = (.newton, nil, nil)
    options.keepsSettled = true
    let first = stretch.range.lowerBound
    let part = SpringPart(
      range: first + work.used.lowerBound..<first + work.used.upperBound, edge: stretch.edge,
      rest: stretch.edge.position)
    fit.region = (try? SpringFit(part, signal: signal, options: options))?.fit.region
  }

  // MARK: - The published search

  private mutating func runArticle() {
    let edge = stretch.edge
    // As published: both numbers are converted to single precision before the subtraction.
    let observed = stretch.overscroll.map {
      Double(
        Float(edge.sign)
          * (Float(edge.position + edge.sign * $0) - Float(edge.position)))
    }
    let search = BounceArticleSearch(overscroll: observed, recordsPath: options.recordsPath)
    let bounce = CriticalBounce(
      amplitude: Double(search.amplitude), decayRate: Double(search.decayRate),
      phase: Double(search.phase))
    let interval = BounceArticleSearch.interval
    fit.stamps = .assumed(interval: interval)
    fit.search.evaluations = search.evaluations
    fit.search.moves = search.moves
    fit.search.converged = false
    fit.search.startSource = "user"
    fit.search.reason =
      search.finished
      ? "the best of the six fixed steps no longer improves"
      : search.returned
        ? "alternates between points with equal sums and never ends"
        : "still stepping after \(BounceArticleSearch.budget) moves"
    fit.path = search.path
    let times = work.used.map { Double($0) * interval }
    work.fillSeries(
      abscissae: times, curve: times.map(bounce.position(at:)), weights: [],
      origin: fit.window?.lowerBound)
    var free = options
    free.fixed = [:]
    let coordinates = BounceCoordinates(
      bounce: bounce, restOffset: 0, isFree: (true, true, true, false))
    BounceQuantities.all(coordinates, options: free).stateWithoutErrors(
      into: &fit, reason: "the published search ends short of a minimum, so it has no errors")
    fit.warnings += BounceWarnings.article(fit, stretch: stretch)
  }
}
