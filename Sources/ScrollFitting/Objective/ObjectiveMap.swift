internal import CurveFitting

/// The rms residual of a fit over two of its parameters, with the others at their optimum, and the path of the
/// article's coordinate search (see Docs/Laws/Bounce.md) through it.
public struct ObjectiveMap: Sendable {
  /// One of the two parameters.
  public struct Axis: Sendable, Hashable {
    /// Its key.
    public var key: String
    /// Its unit as printed.
    public var unit: String
    /// The grid values, ascending.
    public var values: [Double]
  }

  /// A point of the map.
  public struct Point: Sendable, Hashable {
    /// The first parameter.
    public var first: Double
    /// The second parameter.
    public var second: Double

    /// Creates a point.
    public init(_ first: Double, _ second: Double) {
      self.first = first
      self.second = second
    }
  }

  /// The horizontal parameter.
  public var first: Axis
  /// The vertical parameter.
  public var second: Axis
  /// sqrt(sum w r^2 / sum w) in pt, by rows: the value at `second.values[j]` and `first.values[i]` has index
  /// `j * first.values.count + i`.
  public var rms: [Double]
  /// Keys of the parameters that are at their optimum at each point.
  public var eliminated: [String]
  /// The position of the fit.
  public var fit: Point
  /// The path of the search from its start.
  public var path: [Point]
  /// A short description of the search.
  public var search: String
  /// Whether the search ended within its budget.
  public var isComplete: Bool
  /// sqrt(sum w r^2 / sum w) at the end of the search, in pt.
  public var endRMS: Double

  /// Number of grid values along each axis.
  static let size = (first: 65, second: 49)
  /// Budget of the search in evaluations of single residuals: ten thousand moves with a hundred samples.
  static let budget = 20_000_000

  /// The map of a fit; nil for a law without one, for tables, and if one of its parameters has no value.
  public init?(_ fit: Fit) {
    guard let law = Laws.law(fit.law) as? any MappedLaw.Type, fit.series.abscissa == nil,
      fit.series.ordinate == nil, fit.series.fitTimes.count > 3,
      let objective = law.objective(of: fit),
      let parameters = Optional([objective.keys.first, objective.keys.second]),
      let end = Optional(parameters.compactMap { fit[$0]?.value }), end.count == 2,
      end.allSatisfy({ $0.isFinite && $0 != 0 })
    else { return nil }
    let weights =
      fit.series.weights.isEmpty
      ? Double(fit.series.observed.count) : fit.series.weights.reduce(0, +)
    guard weights > 0 else { return nil }
    self.fit = Point(end[0], end[1])
    let walk = objective.walk(budget: max(1000, Self.budget / fit.series.fitTimes.count))
    path = walk.path
    isComplete = walk.isComplete
    endRMS = (max(0, walk.sum) / weights).squareRoot()
    search = objective.search
    eliminated = objective.eliminated

    func axis(_ key: String, _ values: [Double], count: Int) -> Axis {
      let low = min(0, values.min() ?? 0)
      let high = max(0, values.max() ?? 1)
      let margin = 0.25 * (high - low)
      // A rate of 0 is not valid; an end at 0 has no margin.
      let ends = (low < 0 ? low - margin : 0, high > 0 ? high + margin : 0)
      let step = (ends.1 - ends.0) / Double(count - 1)
      return Axis(
        key: key, unit: fit[key]?.unit ?? "",
        values: (0..<count).map { ends.0 + Double($0) * step })
    }
    first = axis(parameters[0], [end[0]] + path.map(\.first), count: Self.size.first)
    second = axis(parameters[1], [end[1]] + path.map(\.second), count: Self.size.second)
    rms = []
    rms.reserveCapacity(first.values.count * second.values.count)
    // The parameter that needs exponentials is in the outer loop.
    if objective.isFirstOuter {
      let columns = first.values.map { objective.section(at: $0) }
      for value in second.values {
        for column in columns { rms.append((max(0, column(value)) / weights).squareRoot()) }
      }
    } else {
      for value in second.values {
        let row = objective.section(at: value)
        for other in first.values { rms.append((max(0, row(other)) / weights).squareRoot()) }
      }
    }
    guard rms.allSatisfy(\.isFinite), endRMS.isFinite else { return nil }
  }
}

/// A law whose objective can be mapped over two of its parameters.
protocol MappedLaw: Law {
  /// The objective of a fit; nil if there is none.
  static func objective(of fit: Fit) -> (any MappedObjective)?
}

/// The path of a search.
struct ObjectiveWalk {
  var path: [ObjectiveMap.Point]
  /// Whether the search ended within its budget.
  var isComplete: Bool
  /// The sum of squares at the end.
  var sum: Double
}

/// The weighted sum of squares over two parameters, with the others at their optimum.
protocol MappedObjective {
  /// The horizontal and the vertical parameter.
  var keys: (first: String, second: String) { get }
  /// Whether `section(at:)` takes a value of the first parameter; otherwise of the second.
  var isFirstOuter: Bool { get }
  /// The parameters at their optimum.
  var eliminated: [String] { get }
  /// A short description of the search.
  var search: String { get }
  /// The sum of squares over one parameter at a fixed value of the other.
  func section(at outer: Double) -> (Double) -> Double
  /// The path of the search.
  func walk(budget: Int) -> ObjectiveWalk
}

extension MappedObjective {
  /// The path of a coordinate search with fixed steps, until no step lowers the sum.
  func walk<Objective: DescentObjective>(
    _ objective: Objective, steps: ParameterVector, lanes: (first: Int, second: Int), budget: Int
  ) -> ObjectiveWalk {
    var objective = objective
    let start = objective.point
    let walk = CoordinateDescent(
      // With an infinite tolerance no step is ever halved.
      &objective, steps: steps, tolerance: .infinity, scale: { _ in ParameterVector(repeating: 1) },
      budget: budget, recordsPath: true)
    let points = [start] + walk.path.map(\.point)
    return ObjectiveWalk(
      path: points.map { ObjectiveMap.Point($0[lanes.first], $0[lanes.second]) },
      isComplete: walk.ending == .noMoveImproves, sum: objective.sum)
  }
}
