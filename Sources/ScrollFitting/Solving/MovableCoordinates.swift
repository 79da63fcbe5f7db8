internal import CurveFitting

/// A law in coordinates that allow steps, as Gauss-Newton iterations need.
protocol SteppedCoordinates: CurveCoordinates {
  /// Whether the law exists at these coordinates.
  var isValid: Bool { get }
  /// The coordinates moved by a step in the free lanes.
  func moved(by step: ParameterVector) -> Self
}

/// A law in its own parameters, for the coordinate descent and for derivatives of derived quantities.
protocol MovableCoordinates: SteppedCoordinates {
  /// Keys of all parameters, in the law's order.
  var allKeys: [String] { get }
  /// Keys of the free coordinates, one per lane.
  var keys: [String] { get }
  /// The free coordinates; unused lanes are 0.
  var lanes: ParameterVector { get }
  /// The magnitude of each free coordinate, above 0: the unit of relative steps.
  var scales: ParameterVector { get }
  /// All parameters as reported, in the law's order.
  var quoted: [Double] { get }
  /// The parameter that `shape` depends on; NaN for a law without such a part.
  var shapeParameter: Double { get }
  /// The most expensive part of the curve at a time, such as an exponential.
  func shape(at time: Double) -> Double
  /// The curve at a time, given that part.
  func value(at time: Double, shape: Double) -> Double
  func shapes(at times: [Double]) -> [Double]
  /// `value` at several times, given that part.
  func values(at times: [Double], shapes: [Double]) -> [Double]
}

extension MovableCoordinates {
  var count: Int { keys.count }
  var shapeParameter: Double { .nan }
  func shape(at time: Double) -> Double { 0 }
  func value(at time: Double, shape: Double) -> Double { value(at: time) }

  func shapes(at times: [Double]) -> [Double] { times.map { shape(at: $0) } }

  func values(at times: [Double], shapes: [Double]) -> [Double] {
    var result = times
    for index in result.indices {
      result[index] = value(at: times[index], shape: shapes[index])
    }
    return result
  }

  /// The unit vector of a free coordinate; zero if it is not free.
  func gradient(of key: String) -> ParameterVector {
    keys.firstIndex(of: key).map(Self.unit) ?? .zero
  }

  /// The unit vector of a lane.
  static func unit(_ lane: Int) -> ParameterVector {
    var result = ParameterVector.zero
    result[lane] = 1
    return result
  }

  /// The gradient of a quantity by central differences with steps of 1e-5 of each coordinate's magnitude: exact to
  /// about 1e-10 for smooth quantities. Nil if the quantity does not exist nearby.
  func gradient(of quantity: (Self) -> Double?) -> ParameterVector? {
    var result = ParameterVector.zero
    for lane in 0..<count {
      var step = ParameterVector.zero
      step[lane] = 1e-5 * scales[lane]
      guard let above = quantity(moved(by: step)), let below = quantity(moved(by: -step)) else {
        return nil
      }
      result[lane] = (above - below) / (2 * step[lane])
      guard result[lane].isFinite else { return nil }
    }
    return result
  }
}

/// The sum of squares of any law, as the objective of the coordinate descent.
///
/// A change is computed as the sum of w D (D - 2 r) over the samples, with D the difference of the two curves and r the
/// residuals, not as a difference of two sums. A change below the rounding error of this sum counts as 0: next to a
/// minimum it would make the descent move at random.
///
/// The law is an existential type, so it is called once for all samples: a call per sample would cost more than the
/// sample itself.
struct CurveDescent: DescentObjective {
  private let observations: Observations
  private(set) var coordinates: any MovableCoordinates
  private var curve: [Double]
  /// The shape of the present curve at each sample.
  private var shapes: [Double]
  private(set) var sum = 0.0

  init(_ coordinates: any MovableCoordinates, _ observations: Observations) {
    self.observations = observations
    self.coordinates = coordinates
    curve = coordinates.values(at: observations.abscissae)
    shapes = coordinates.shapes(at: observations.abscissae)
    for index in curve.indices {
      let miss = observations.values[index] - curve[index]
      sum += observations.weight(index) * miss * miss
    }
  }

  var dimension: Int { coordinates.count }
  var point: ParameterVector { coordinates.lanes }

  private func moved(_ axis: Int, _ step: Double) -> any MovableCoordinates {
    var move = ParameterVector.zero
    move[axis] = step
    return coordinates.moved(by: move)
  }

  mutating func change(axis: Int, by step: Double) -> Double {
    let next = moved(axis, step)
    guard next.isValid else { return .infinity }
    let times = observations.abscissae
    if next.shapeParameter == coordinates.shapeParameter {
      return change(to: next.values(at: times, shapes: shapes)).counted
    }
    // Most steps increase the sum by far more than the error of the quick curve; their exact change is not needed.
    let quick = change(to: next.curve(observations))
    return quick.isClearRise ? quick.total : change(to: next.values(at: times)).counted
  }

  /// A change of the sum, and its rounding error.
  private struct Change {
    var total = 0.0
    var rounding = 0.0

    /// The change, or 0 if it is below the rounding error.
    var counted: Double { total < -rounding * .ulpOfOne ? total : max(0, total) }
    /// Whether the increase exceeds the rounding error of any evaluation of the curve.
    var isClearRise: Bool { total > 16 * rounding * .ulpOfOne }
  }

  /// The change of the sum if the curve is replaced by another.
  private func change(to other: [Double]) -> Change {
    var change = Change()
    for index in curve.indices {
      let difference = other[index] - curve[index]
      let miss = observations.values[index] - curve[index]
      let weight = observations.weight(index)
      change.total += weight * difference * (difference - 2 * miss)
      change.rounding +=
        weight * curve[index].magnitude * (difference.magnitude + miss.magnitude)
    }
    return change
  }

  mutating func move(axis: Int, by step: Double) {
    sum += change(axis: axis, by: step)
    coordinates = moved(axis, step)
    curve = coordinates.values(at: observations.abscissae)
    shapes = coordinates.shapes(at: observations.abscissae)
  }
}

extension LawSolution where Solver.Coordinates: MovableCoordinates {
  /// Runs the article's coordinate descent from the minimum, or from the user's start, and records the search.
  ///
  /// - Parameter start: the user's start as coordinates.
  mutating func descend(from start: Solver.Coordinates?, _ options: FitOptions, _ fit: inout Fit) {
    let minimum = coordinates
    update { $0.descend(from: start, minimum: minimum, options, &fit) }
  }
}

extension SolvedStretch {
  fileprivate mutating func descend(
    from start: (any MovableCoordinates)?, minimum: any MovableCoordinates,
    _ options: FitOptions, _ fit: inout Fit
  ) {
    fit.search.startSource = start == nil ? solver.outcome.startSource : "user"
    guard solver.converged || start != nil else { return }
    let begin = start ?? minimum
    guard begin.count > 0 else { return }
    var objective = CurveDescent(begin, observations)
    if options.recordsPath, objective.sum.isFinite {
      fit.path.append(
        SearchMove(
          evaluation: 0, point: begin.quoted, sum: objective.sum, moved: "start", step: 0))
    }
    // From the minimum the first steps are a millionth of each coordinate, halved down to 1e-9.
    let tolerance = 1e-9
    var first = 1e-6 * begin.scales
    if start != nil {
      first = 0.01 * pointwiseMax(begin.scales, minimum.scales)
      // `options.steps` has one step per parameter; lanes exist only for free ones.
      for (key, step) in zip(begin.allKeys, options.steps ?? []) {
        if let lane = begin.keys.firstIndex(of: key) { first[lane] = step }
      }
    }
    var sizes = begin
    let walk = CoordinateDescent(
      &objective, steps: first, tolerance: tolerance,
      scale: { point in
        sizes = sizes.moved(by: point - sizes.lanes)
        return sizes.scales
      },
      // From the minimum only a few moves are possible.
      budget: NumericLimits.descent(
        start == nil ? 20_000 : 200_000, samples: observations.count),
      recordsPath: options.recordsPath)
    fit.search.evaluations += walk.evaluations
    fit.search.moves = walk.accepted
    for move in walk.path {
      fit.path.append(
        SearchMove(
          evaluation: move.evaluation,
          point: begin.moved(by: move.point - begin.lanes).quoted, sum: move.sum,
          moved: begin.keys[move.axis], step: move.step))
    }
    take(objective.coordinates, walk, tolerance: tolerance, &fit)
  }
}
