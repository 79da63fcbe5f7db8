internal import RealModule

/// Finds the minimum of a projected objective over theta > 0: a scan of a logarithmic grid, then a
/// safeguarded Newton iteration in every cell that contains a minimum.
///
/// The scan avoids false minima: a bounce has one at a tenth of its true decay rate, and Newton's method
/// converges to it from any start below about a fifth of the true value.
public struct ProjectedSearch: Sendable {
  /// The grid of the scan and the limits of the search.
  public struct Range: Sendable {
    /// Smallest theta of the scan; grid points are evenly spaced in ln theta.
    public var lower: Double
    /// Largest theta of the scan.
    public var upper: Double
    /// Number of grid points.
    public var count: Int
    /// The range of theta in which the search follows a falling objective beyond the grid.
    public var limits: ClosedRange<Double>

    /// A logarithmic grid of `count` points and the outer limits.
    public init(lower: Double, upper: Double, count: Int, limits: ClosedRange<Double>) {
      precondition(0 < lower && lower < upper && count >= 3 && limits.lowerBound > 0)
      self.lower = lower
      self.upper = upper
      self.count = count
      self.limits = limits
    }
  }

  /// Why a search ended.
  public enum Ending: Sendable, Hashable {
    /// Converged: the Newton step is below rounding.
    case converged
    /// The objective falls up to a limit of theta.
    case atBound(Double)
    /// The data do not determine theta: no more samples than columns, dependent columns, or all values 0.
    case degenerate
    /// The budget of evaluations was used up.
    case budget
  }

  /// The minimum; the best point found when there is no minimum.
  public var best: ProjectedObjective?
  /// How the search ended.
  public var ending: Ending
  /// Number of passes over the data.
  public var evaluations: Int
  /// The start value in the best cell.
  public var start: Double
  /// Whether the start value came from the family, such as from the integral equation of an
  /// `ExponentialFamily`, and not from the grid.
  public var startedFromIntegral: Bool
  /// Theta and sum of squares of the second lowest local minimum; nil if the scan found only one.
  public var secondMinimum: (theta: Double, sumOfSquares: Double)?

  /// Searches for the minimum.
  ///
  /// - Parameters:
  ///   - family: the curve.
  ///   - observations: the data.
  ///   - range: the grid and limits of theta.
  ///   - tolerance: the relative Newton step below which the iteration stops; 0 for full precision. Above 0, minima far
  ///     above the lowest one are ignored too.
  @_specialize(where Family == ExponentialFamily)
  @_specialize(where Family == HyperbolicFamily)
  public init<Family: ProjectionFamily>(
    _ family: Family, _ observations: Observations, range: Range, tolerance: Double = 0
  ) {
    best = nil
    ending = .degenerate
    evaluations = 0
    start = .nan
    startedFromIntegral = false
    let used = (0..<observations.count).count { observations.weight($0) > 0 }
    guard used > family.linearCount else { return }

    let ratio = Double.pow(range.upper / range.lower, 1 / Double(range.count - 1))
    var grid: [ProjectedObjective] = []
    grid.reserveCapacity(range.count + 8)
    let thetas = (0..<range.count).map { range.lower * Double.pow(ratio, $0) }
    for case let point? in family.objectives(observations, at: thetas) { grid.append(point) }
    evaluations += range.count
    guard grid.contains(where: { $0.gradient != 0 }) else { return }

    extend(&grid, family, observations, ratio: ratio, limits: range.limits)
    let minima = minima(
      family, observations, grid, limits: range.limits, tolerance: tolerance)
    let edge = grid[lowest(of: grid)]
    if let found = minima.first, found.bestSum <= edge.sumOfSquares * (1 + 1e-9) {
      let total = evaluations
      self = found
      evaluations = total
      if minima.count > 1, let second = minima[1].best {
        secondMinimum = (second.theta, second.sumOfSquares)
      }
    } else {
      // The objective is lowest at an end of the grid, which reached its limit.
      best = ProjectedObjective(family, observations, theta: edge.theta) ?? edge
      start = edge.theta
      ending = .atBound(edge.theta)
    }
  }

  /// Follows a falling objective beyond the grid, cell by cell.
  @inline(__always)
  private mutating func extend<Family: ProjectionFamily>(
    _ grid: inout [ProjectedObjective], _ family: Family, _ observations: Observations,
    ratio: Double, limits: ClosedRange<Double>
  ) {
    let budget = evaluations + 200
    while let first = grid.first, first.theta > limits.lowerBound, lowest(of: grid) == 0,
      evaluations < budget
    {
      evaluations += 1
      let theta = max(limits.lowerBound, first.theta / ratio)
      guard let point = ProjectedObjective(family, observations, theta: theta) else { break }
      grid.insert(point, at: 0)
    }
    while let last = grid.last, last.theta < limits.upperBound,
      lowest(of: grid) == grid.count - 1, evaluations < budget
    {
      evaluations += 1
      let theta = min(limits.upperBound, last.theta * ratio)
      guard let point = ProjectedObjective(family, observations, theta: theta) else { break }
      grid.append(point)
    }
  }

  /// The minima that a grid shows, the lowest first.
  ///
  /// A gradient that changes from negative to positive brackets a minimum. The lowest grid point need not be
  /// beside the lowest minimum, so all minima are refined.
  @inline(__always)
  private mutating func minima<Family: ProjectionFamily>(
    _ family: Family, _ observations: Observations, _ grid: [ProjectedObjective],
    limits: ClosedRange<Double>, tolerance: Double
  ) -> [ProjectedSearch] {
    let own = family.start(observations)
    var minima: [ProjectedSearch] = []
    var cells = grid.indices.dropFirst().filter {
      grid[$0 - 1].gradient < 0 && grid[$0].gradient >= 0
    }
    if tolerance > 0 {
      // The most promising cell first, so that the others can be abandoned early.
      func lower(_ cell: Int) -> Double {
        min(grid[cell - 1].sumOfSquares, grid[cell].sumOfSquares)
      }
      cells.sort { lower($0) < lower($1) }
    }
    for cell in cells {
      let (left, right) = (grid[cell - 1], grid[cell])
      var candidate = self
      candidate.start = left.sumOfSquares < right.sumOfSquares ? left.theta : right.theta
      if let own, left.theta < own, own < right.theta {
        candidate.start = own
        candidate.startedFromIntegral = true
      }
      candidate.evaluations = 0
      candidate.refine(
        family, observations, low: left.theta, high: right.theta, limits: limits,
        tolerance: tolerance, lowest: minima.first?.bestSum)
      evaluations += candidate.evaluations
      if candidate.best != nil { minima.append(candidate) }
    }
    let lowest = lowest(of: grid)
    let edge = grid[lowest]
    if lowest > 0, lowest < grid.count - 1, minima.allSatisfy({ $0.bestSum > edge.sumOfSquares }) {
      // The lowest grid point is interior but no cell shows a minimum: it shares its cell with a maximum.
      var candidate = self
      candidate.start = edge.theta
      candidate.evaluations = 0
      candidate.refine(
        family, observations, low: grid[lowest - 1].theta, high: grid[lowest + 1].theta,
        limits: limits)
      evaluations += candidate.evaluations
      if candidate.best != nil { minima.append(candidate) }
    }
    return minima.sorted { $0.bestSum < $1.bestSum }
  }

  private var bestSum: Double { best?.sumOfSquares ?? .infinity }

  /// Searches between half and twice a theta that is known to be near the minimum, without a scan.
  ///
  /// For successive problems that differ only a little. Ends in `.budget` if the minimum is not in this range.
  ///
  /// - Parameters:
  ///   - family: the curves.
  ///   - observations: the samples.
  ///   - theta: a value near the minimum.
  ///   - tolerance: the relative Newton step below which the iteration stops; 0 for full precision.
  @_specialize(where Family == ExponentialFamily)
  @_specialize(where Family == HyperbolicFamily)
  public init<Family: ProjectionFamily>(
    _ family: Family, _ observations: Observations, near theta: Double, tolerance: Double = 0
  ) {
    best = nil
    ending = .degenerate
    evaluations = 0
    start = theta
    startedFromIntegral = false
    refine(
      family, observations, low: theta / 2, high: theta * 2, limits: (theta / 4)...(theta * 4),
      tolerance: tolerance)
    if let best, best.theta < 0.51 * theta || best.theta > 1.99 * theta { ending = .budget }
  }

  /// Whether no other minimum has less than twice the sum of squares, for a family whose exact curves have one minimum.
  ///
  /// Let r(theta) be the root of R, r_1 its value at the minimum, and e(theta) the same as r with the values replaced
  /// by the fitted curve. Then r >= e - r_1, so r < sqrt 2 r_1 requires e < (1 + sqrt 2) r_1. Since e has only one
  /// minimum, this holds only in an interval about theta, of half width sqrt(2 (1 + sqrt 2)^2 R / R'') if that is small
  /// enough for R to be a parabola over it. The factor 4 in the square is a margin for the term of R'' that depends on
  /// the residuals.
  public var isOnlyMinimum: Bool {
    guard let best, best.hessian > 0 else { return false }
    let reach = 0.25 * best.theta
    return 4 * 2 * 5.83 * best.sumOfSquares <= reach * reach * best.hessian
  }

  /// Safeguarded Newton's method: the sign of the gradient maintains a bracket; a step outside it is replaced
  /// by bisection in ln theta.
  ///
  /// - Parameters:
  ///   - tolerance: the relative step below which the iteration stops.
  ///   - lowest: the sum of squares of another minimum; with a tolerance, a minimum predicted to be eight times as high
  ///     is abandoned.
  mutating func refine<Family: ProjectionFamily>(
    _ family: Family, _ observations: Observations, low: Double, high: Double,
    limits: ClosedRange<Double>, tolerance: Double = 0, lowest: Double? = nil
  ) {
    var low = low
    var high = high
    var theta = start
    var last = Double.infinity
    for _ in 0..<100 {
      evaluations += 1
      guard let point = ProjectedObjective(family, observations, theta: theta) else {
        ending = best == nil ? .degenerate : .budget
        return
      }
      if best.map({ point.sumOfSquares <= $0.sumOfSquares * (1 + 1e-12) }) ?? true { best = point }
      if point.gradient > 0 { high = min(high, theta) } else { low = max(low, theta) }

      var next = theta - point.gradient / point.hessian
      let usable = point.hessian > 0 && next >= low && next <= high
      if usable, tolerance > 0, let lowest,
        point.sumOfSquares - point.gradient * point.gradient / (2 * point.hessian) > 8 * lowest
      {
        best = nil
        return
      }
      if !usable { next = (low * high).squareRoot() }
      let step = (next - theta).magnitude
      // Newton steps decrease until only rounding is left; with nearly dependent columns that is well above the last
      // digit.
      if step <= max(2 * theta.ulp, tolerance * theta) || (step <= 1e-9 * theta && step >= last)
        || low >= high
      {
        best = point
        ending = .converged
        let edge = 1e-9 * theta
        if theta - limits.lowerBound <= edge || limits.upperBound - theta <= edge {
          ending = .atBound(theta)
        }
        return
      }
      last = step
      theta = next
    }
    ending = .budget
  }

  private func lowest(of grid: [ProjectedObjective]) -> Int {
    var result = 0
    for index in grid.indices where grid[index].sumOfSquares < grid[result].sumOfSquares {
      result = index
    }
    return result
  }
}
