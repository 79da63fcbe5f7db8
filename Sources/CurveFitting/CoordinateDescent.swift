/// An objective that `CoordinateDescent` can minimise.
public protocol DescentObjective {
  /// Number of coordinates, at most 8.
  var dimension: Int { get }
  /// The current point; unused lanes are 0.
  var point: ParameterVector { get }
  /// The sum of squares at `point`.
  var sum: Double { get }
  /// The change of the sum of squares for a move of one coordinate by `step`; negative is an improvement.
  ///
  /// Computed directly, not as the difference of two sums: near a minimum the two sums agree in all digits.
  mutating func change(axis: Int, by step: Double) -> Double
  /// Moves `point` along one coordinate.
  mutating func move(axis: Int, by step: Double)
}

/// Steepest descent along single coordinates.
///
/// Of the 2n moves x_i +- step_i, the one that lowers the sum most is accepted. If no move lowers it, all steps are
/// halved. The search has converged when every step is below `tolerance` times the scale of its coordinate: then no
/// single move of that size lowers the sum.
public struct CoordinateDescent: Sendable {
  /// One accepted move.
  public struct Move: Sendable, Hashable {
    /// Number of evaluations up to this move.
    public var evaluation: Int
    /// The point after the move.
    public var point: ParameterVector
    /// The sum of squares after the move.
    public var sum: Double
    /// The coordinate that moved.
    public var axis: Int
    /// The signed step.
    public var step: Double
  }

  /// How the search ended.
  public enum Ending: Sendable, Hashable {
    /// Converged: no move lowers the sum at the smallest steps.
    case noMoveImproves
    /// The budget of evaluations was used up.
    case budget
    /// The sum of squares became non-finite.
    case notFinite
  }

  /// Number of evaluations of the change of the sum.
  public private(set) var evaluations = 0
  /// Number of accepted moves.
  public private(set) var accepted = 0
  /// The steps at the end.
  public private(set) var steps: ParameterVector
  /// How the search ended.
  public private(set) var ending = Ending.budget
  /// The accepted moves; empty unless `recordsPath` is true.
  public private(set) var path: [Move] = []

  /// Minimises an objective.
  ///
  /// - Parameters:
  ///   - objective: the objective; its point is the end point afterwards.
  ///   - steps: the initial steps.
  ///   - tolerance: size of the last steps relative to `scale`.
  ///   - scale: returns the magnitude of each coordinate at a point.
  ///   - budget: maximum number of evaluations.
  ///   - recordsPath: whether to keep every accepted move in `path`.
  public init<Objective: DescentObjective>(
    _ objective: inout Objective, steps: ParameterVector, tolerance: Double,
    scale: (ParameterVector) -> ParameterVector, budget: Int, recordsPath: Bool = false
  ) {
    self.steps = steps
    let dimension = objective.dimension
    guard objective.sum.isFinite else {
      ending = .notFinite
      return
    }
    while evaluations < budget {
      var best = 0.0
      var bestAxis = -1
      var bestStep = 0.0
      for axis in 0..<dimension {
        for direction in 0..<2 {
          let step = direction == 0 ? self.steps[axis] : -self.steps[axis]
          let change = objective.change(axis: axis, by: step)
          if change < best {
            best = change
            bestAxis = axis
            bestStep = step
          }
        }
      }
      evaluations += 2 * dimension
      if bestAxis >= 0 {
        objective.move(axis: bestAxis, by: bestStep)
        accepted += 1
        guard objective.sum.isFinite else {
          ending = .notFinite
          return
        }
        if recordsPath {
          path.append(
            Move(
              evaluation: evaluations, point: objective.point, sum: objective.sum, axis: bestAxis,
              step: bestStep))
        }
        continue
      }
      let size = scale(objective.point)
      var small = true
      for axis in 0..<dimension where self.steps[axis] > tolerance * size[axis] { small = false }
      if small {
        ending = .noMoveImproves
        return
      }
      self.steps *= 0.5
    }
  }
}
