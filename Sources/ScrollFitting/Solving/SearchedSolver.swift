internal import CurveFitting

/// The coordinates of a law that has no nonlinear parameter or several, with starting points for a search.
protocol SearchedCoordinates: MovableCoordinates {
  /// Points near minima of the sum of squares, the most promising first, with the parameters fixed by `options`; empty
  /// if the observations determine none.
  static func starts(_ observations: Observations, options: FitOptions) -> [Self]
  /// A start that leads to the minimum for most observations and is cheaper than `starts`; nil for none.
  static func likelyStart(_ observations: Observations, options: FitOptions) -> Self?
  /// Whether no other minimum can have less than twice the sum of squares of this one.
  ///
  /// - Parameter tangent: the curve linearised at the minimum.
  func isOnlyMinimum(_ tangent: Linearisation?) -> Bool
  /// The parameter whose start is reported.
  var searched: Double { get }
  /// The result of a search over the nonlinear parameters alone, from these coordinates. The coordinates themselves for
  /// a law without such a search; nil if it leads to a known minimum.
  ///
  /// - Parameters:
  ///   - isRough: whether the search may end near the minimum, because Gauss-Newton iterations follow.
  ///   - known: known minima with their sums of squares.
  ///   - evaluations: the number of passes over the data, which is increased.
  func projected(
    _ observations: Observations, isRough: Bool, known: [(coordinates: Self, sum: Double)],
    evaluations: inout Int
  ) -> Self?
  /// The start from a minimum for other samples or other weights of the same motion; nil to use the usual starts.
  func restarted(_ observations: Observations) -> Self?
  /// Whether `restarted` is implemented.
  static var startsNear: Bool { get }
  /// The source of the starts, for reports; `closed` by default.
  static var startSource: String { get }
}

extension SearchedCoordinates {
  static var startSource: String { "closed" }

  func projected(
    _ observations: Observations, isRough: Bool, known: [(coordinates: Self, sum: Double)],
    evaluations: inout Int
  ) -> Self? { self }
  func restarted(_ observations: Observations) -> Self? { nil }
  static func likelyStart(_ observations: Observations, options: FitOptions) -> Self? { nil }
  func isOnlyMinimum(_ tangent: Linearisation?) -> Bool { false }
  static var startsNear: Bool { false }

  /// Whether two points are the same minimum, to a thousandth of each coordinate's magnitude.
  fileprivate func isNear(_ other: Self) -> Bool {
    let distance = (lanes - other.lanes) / scales
    return (0..<count).allSatisfy { distance[$0].magnitude < 1e-3 }
  }
}

/// Finds the minimum of a law from several starts: by projection on the nonlinear parameters if the law supports it,
/// then by Gauss-Newton iterations in all free coordinates.
struct SearchedSolver<Coordinates: SearchedCoordinates>: LawSolver {
  var coordinates: Coordinates
  var outcome = SolverOutcome(
    reason: "no start leads to a curve", startSource: Coordinates.startSource)
  var nonlinear: Double { coordinates.searched }
  var tangent: Linearisation?
  static var startsNear: Bool { Coordinates.startsNear }

  /// The end of the iterations from one start.
  private struct Minimum {
    var coordinates: Coordinates
    var sum: Double
    var tangent: Linearisation?
    var converged: Bool
    var reason: String

    /// A minimum is better than a point that is none; otherwise the lower sum of squares is better.
    func isBetter(than other: Minimum) -> Bool {
      converged == other.converged ? sum < other.sum : converged
    }
  }

  init?(_ observations: Observations, options: FitOptions, near: Coordinates?) {
    self.init(
      observations, options: options, near: near,
      budget: NumericLimits.evaluations(samples: observations.count))
  }

  /// - Parameter budget: the number of evaluations at which the search ends.
  init?(_ observations: Observations, options: FitOptions, near: Coordinates? = nil, budget: Int) {
    var found: [Minimum] = []
    var passes = 0
    var start: Double?
    // A brief search finds no minimum twice, and restarts from that of similar samples.
    let isRough = options.detail.isBrief
    let restart = isRough ? near?.restarted(observations) : nil
    func follow(_ begin: Coordinates) {
      guard begin.isValid, passes < budget || found.isEmpty else { return }
      let known =
        isRough
        ? found.filter { $0.converged }.map { (coordinates: $0.coordinates, sum: $0.sum) } : []
      var end = begin
      if restart == nil {
        guard
          let found = begin.projected(
            observations, isRough: isRough, known: known, evaluations: &passes)
        else { return }
        end = found
      }
      if known.contains(where: { end.isNear($0.coordinates) }) { return }
      var tangent: Linearisation?
      let (converged, reason) = GaussNewton.minimise(
        &end, observations, tangent: &tangent, evaluations: &passes, budget: budget)
      guard end.isValid else { return }
      let sum = tangent?.sumOfSquares ?? end.sumOfSquares(observations)
      guard sum.isFinite else { return }
      if found.isEmpty { start = begin.searched }
      found.append(
        Minimum(
          coordinates: end, sum: sum, tangent: tangent, converged: converged, reason: reason))
    }
    let likely =
      isRough && near == nil ? Coordinates.likelyStart(observations, options: options) : nil
    if let first = restart ?? likely { follow(first) }
    let isOnly =
      likely != nil
      && found.first.map { $0.converged && $0.coordinates.isOnlyMinimum($0.tangent) } == true
    if restart == nil, !isOnly {
      var starts = Coordinates.starts(observations, options: options).filter { $0.isValid }
      // With other weights the minimum moves only a little: the most promising starts lead to it.
      if near != nil { starts = Array(starts.prefix(2)) }
      for begin in starts { follow(begin) }
    }
    outcome.evaluations = passes
    outcome.start = start
    if restart != nil, !found.contains(where: { $0.converged }) {
      guard let whole = Self(observations, options: options, budget: budget) else { return nil }
      self = whole
      return
    }
    guard let best = found.min(by: { $0.isBetter(than: $1) }) else { return nil }
    coordinates = best.coordinates
    (outcome.converged, outcome.reason) = (best.converged, best.reason)
    tangent = best.tangent
    outcome.secondMinimum = Self.second(of: found, beside: best)
  }

  /// The lowest other minimum with a different value of the searched parameter.
  private static func second(of found: [Minimum], beside best: Minimum) -> SecondMinimum? {
    let searched = best.coordinates.searched
    let others = found.filter {
      $0.converged
        && ($0.coordinates.searched - searched).magnitude > 1e-3 * searched.magnitude
        && $0.sum > best.sum * (1 + 1e-9)
    }
    guard let second = others.min(by: { $0.sum < $1.sum }), best.sum > 0 else { return nil }
    return SecondMinimum(value: second.coordinates.searched, ratio: second.sum / best.sum)
  }
}

extension CurveCoordinates {
  func sumOfSquares(_ observations: Observations) -> Double {
    (0..<observations.count).reduce(0) {
      let miss = observations.values[$1] - value(at: observations.abscissae[$1])
      return $0 + observations.weight($1) * miss * miss
    }
  }
}
