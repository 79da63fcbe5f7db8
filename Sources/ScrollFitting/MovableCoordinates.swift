internal import CurveFitting

/// A law in coordinates that can be stepped in, as Gauss-Newton iterations do.
protocol SteppedCoordinates: CurveCoordinates {
  /// Whether the law exists there.
  var isValid: Bool { get }
  /// The coordinates moved by a step in the free lanes.
  func moved(by step: ParameterVector) -> Self
}

/// A law in its own parameters: for the search of steepest descent, and for derivatives of what follows
/// from them.
protocol MovableCoordinates: SteppedCoordinates {
  /// Keys of all parameters, in the law's order.
  var allKeys: [String] { get }
  /// Keys of the free coordinates, one a lane.
  var keys: [String] { get }
  /// The free coordinates; unused lanes are 0.
  var lanes: ParameterVector { get }
  /// The size of each free coordinate, above 0: what a relative step is relative to.
  var scales: ParameterVector { get }
  /// All parameters as they are quoted, in the law's order.
  var quoted: [Double] { get }
  /// The parameter that `shape` depends on; NaN for a law without such a part.
  var shapeParameter: Double { get }
  /// The part of the curve at a time that costs most, such as an exponential.
  func shape(at time: Double) -> Double
  /// The curve at a time at which that part is known.
  func value(at time: Double, shape: Double) -> Double
}

extension MovableCoordinates {
  var count: Int { keys.count }
  var shapeParameter: Double { .nan }
  func shape(at time: Double) -> Double { 0 }
  func value(at time: Double, shape: Double) -> Double { value(at: time) }

  /// The unit vector of a free coordinate; zero when it is not free.
  func gradient(of key: String) -> ParameterVector {
    keys.firstIndex(of: key).map(Self.unit) ?? .zero
  }

  /// The unit vector of a lane.
  static func unit(_ lane: Int) -> ParameterVector {
    var result = ParameterVector.zero
    result[lane] = 1
    return result
  }

  /// The gradient of a quantity by central differences, in steps of 1e-5 of each coordinate's size:
  /// exact to about 1e-10 for smooth quantities. Nil where the quantity does not exist nearby.
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

/// A search of steepest descent in the coordinates of some law.
protocol WalkingDescent: DescentObjective {
  /// Where it is.
  var end: any MovableCoordinates { get }
}

/// The sum of squares of any law as the coordinate search sees it.
///
/// A change is the sum of w D (D - 2 r) over the samples, D the difference of the two curves and r
/// the residuals: never a difference of two sums. It counts as none where it is below what the rounding of the
/// curves, of D and r so, may have made of it: next to a minimum such a sum would lead on at random.
struct CurveDescent<Coordinates: MovableCoordinates>: WalkingDescent {
  private let observations: Observations
  private(set) var coordinates: Coordinates
  private var curve: [Double]
  /// The shape of the present curve at each sample.
  private var shapes: [Double]
  private(set) var sum = 0.0

  init(_ coordinates: Coordinates, _ observations: Observations) {
    self.observations = observations
    self.coordinates = coordinates
    curve = observations.abscissae.map(coordinates.value(at:))
    shapes = observations.abscissae.map(coordinates.shape(at:))
    for index in curve.indices {
      let miss = observations.values[index] - curve[index]
      sum += observations.weight(index) * miss * miss
    }
  }

  var dimension: Int { coordinates.count }
  var end: any MovableCoordinates { coordinates }
  var point: ParameterVector { coordinates.lanes }

  private func moved(_ axis: Int, _ step: Double) -> Coordinates {
    var move = ParameterVector.zero
    move[axis] = step
    return coordinates.moved(by: move)
  }

  mutating func change(axis: Int, by step: Double) -> Double {
    let next = moved(axis, step)
    guard next.isValid else { return .infinity }
    let hasShape = next.shapeParameter == coordinates.shapeParameter
    var total = 0.0
    var rounding = 0.0
    for index in curve.indices {
      let time = observations.abscissae[index]
      let moved = hasShape ? next.value(at: time, shape: shapes[index]) : next.value(at: time)
      let difference = moved - curve[index]
      let miss = observations.values[index] - curve[index]
      let weight = observations.weight(index)
      total += weight * difference * (difference - 2 * miss)
      rounding += weight * curve[index].magnitude * (difference.magnitude + miss.magnitude)
    }
    return total < -rounding * .ulpOfOne ? total : max(0, total)
  }

  mutating func move(axis: Int, by step: Double) {
    sum += change(axis: axis, by: step)
    coordinates = moved(axis, step)
    for index in curve.indices {
      curve[index] = coordinates.value(at: observations.abscissae[index])
      shapes[index] = coordinates.shape(at: observations.abscissae[index])
    }
  }
}

extension MovableCoordinates {
  /// The search of steepest descent from there.
  fileprivate func descent(_ observations: Observations) -> any WalkingDescent {
    CurveDescent(self, observations)
  }
}

extension LawSolution where Solver.Coordinates: MovableCoordinates {
  /// Walks the article's search from the minimum, or from a start that the user gave, and records how
  /// it went.
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
    var objective = begin.descent(observations)
    if options.recordsPath, objective.sum.isFinite {
      fit.path.append(
        SearchMove(
          evaluation: 0, point: begin.quoted, sum: objective.sum, moved: "start", step: 0))
    }
    // From the minimum: a millionth of each coordinate, halved until 1e-9.
    let tolerance = 1e-9
    var first = 1e-6 * begin.scales
    if start != nil {
      first = 0.01 * pointwiseMax(begin.scales, minimum.scales)
      // The steps are given in the order of all parameters, the lanes are those that are free.
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
      // From the minimum it has nowhere to go.
      budget: start == nil ? 20_000 : 200_000, recordsPath: options.recordsPath)
    fit.search.evaluations += walk.evaluations
    fit.search.moves = walk.accepted
    for move in walk.path {
      fit.path.append(
        SearchMove(
          evaluation: move.evaluation,
          point: begin.moved(by: move.point - begin.lanes).quoted, sum: move.sum,
          moved: begin.keys[move.axis], step: move.step))
    }
    take(objective.end, walk, tolerance: tolerance, &fit)
  }
}
