/// An objective that the coordinate search can walk on.
public protocol DescentObjective {
  /// Number of coordinates, at most 8.
  var dimension: Int { get }
  /// Where the search stands; unused lanes are 0.
  var point: ParameterVector { get }
  /// The sum of squares there.
  var sum: Double { get }
  /// By how much the sum would change if one coordinate moved by `step`; negative is better.
  ///
  /// Computed as a difference, not from two sums: near a minimum the sums agree in all their digits.
  mutating func change(axis: Int, by step: Double) -> Double
  /// Moves one coordinate.
  mutating func move(axis: Int, by step: Double)
}

/// The search of steepest descent by coordinates.
///
/// Of the 2n moves x_i +- step_i take the one that lowers the sum most; when none does, halve all
/// steps; end when every step is below `tolerance` of its coordinate's scale. The certificate of the
/// end point: no single move of that size lowers the sum.
public struct CoordinateDescent: Sendable {
  /// One accepted move.
  public struct Move: Sendable, Hashable {
    /// Evaluations until then.
    public var evaluation: Int
    /// The point after it.
    public var point: ParameterVector
    /// The sum after it.
    public var sum: Double
    /// The coordinate that moved and by how much.
    public var axis: Int
    /// The signed step.
    public var step: Double
  }

  /// How the search ended.
  public enum Ending: Sendable, Hashable {
    /// No move improves at the smallest step.
    case noMoveImproves
    /// The budget of evaluations was used up.
    case budget
    /// The point left the finite numbers.
    case notFinite
  }

  /// Evaluations of the change of the sum.
  public private(set) var evaluations = 0
  /// Accepted moves.
  public private(set) var accepted = 0
  /// The steps at the end.
  public private(set) var steps: ParameterVector
  /// How it ended.
  public private(set) var ending = Ending.budget
  /// The accepted moves, when asked for.
  public private(set) var path: [Move] = []

  /// Walks an objective to the bottom.
  ///
  /// - Parameters:
  ///   - objective: stands at the end point afterwards.
  ///   - steps: the first steps.
  ///   - tolerance: relative size of the last steps.
  ///   - scale: size of each coordinate at the present point, for the tolerance.
  ///   - budget: evaluations after which to give up.
  ///   - recordsPath: whether to keep every accepted move.
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
        for step in [self.steps[axis], -self.steps[axis]] {
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
