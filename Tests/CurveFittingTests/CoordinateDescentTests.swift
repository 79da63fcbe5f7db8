import CurveFitting
import RealModule
import TestSupport
import Testing

/// (x - c)'A(x - c), with exact differences.
struct Quadratic: DescentObjective {
  var matrix: [ParameterVector]
  var centre: ParameterVector
  var point: ParameterVector
  var dimension: Int { matrix.count }

  var sum: Double {
    let d = point - centre
    return matrix.indices.reduce(0) { $0 + d[$1] * (matrix[$1] * d).sum() }
  }

  func change(axis: Int, by step: Double) -> Double {
    2 * step * (matrix[axis] * (point - centre)).sum() + step * step * matrix[axis][axis]
  }

  mutating func move(axis: Int, by step: Double) { point[axis] += step }
}

/// (1 - x)^2 + 100 (y - x^2)^2 (Rosenbrock 1960).
struct Banana: DescentObjective {
  var point: ParameterVector
  let dimension = 2

  var sum: Double { value(point) }

  func value(_ p: ParameterVector) -> Double {
    let valley = p[1] - p[0] * p[0]
    return (1 - p[0]) * (1 - p[0]) + 100 * valley * valley
  }

  func change(axis: Int, by step: Double) -> Double {
    let valley = point[1] - point[0] * point[0]
    guard axis == 0 else { return 100 * step * (2 * valley + step) }
    // The slope of the valley floor changes by -(2 x + h) h.
    let deeper = -(2 * point[0] + step) * step
    return step * (step - 2 * (1 - point[0])) + 100 * deeper * (2 * valley + deeper)
  }

  mutating func move(axis: Int, by step: Double) { point[axis] += step }
}

/// An objective that is NaN beyond some point.
struct Cliff: DescentObjective {
  var point: ParameterVector
  let dimension = 1
  var sum: Double { point[0] > 3 ? -.infinity : point[0].isNaN ? .nan : -point[0] }
  func change(axis: Int, by step: Double) -> Double { -step }
  mutating func move(axis: Int, by step: Double) { point[0] += step }
}

struct CoordinateDescentTests {
  static func quadratic(_ dimension: Int, using random: inout SplitMix64) -> Quadratic {
    // B'B + I / 10 with random B: positive definite, with a condition of some hundred at most.
    var b: [ParameterVector] = []
    for _ in 0..<4 {
      b.append(
        ParameterVector(
          random.uniform(-1...1), random.uniform(-1...1), random.uniform(-1...1),
          random.uniform(-1...1)))
    }
    var matrix: [ParameterVector] = []
    for i in 0..<dimension {
      var row = ParameterVector.zero
      for j in 0..<dimension {
        row[j] = (i == j ? 0.1 : 0) + b.reduce(0) { $0 + $1[i] * $1[j] }
      }
      matrix.append(row)
    }
    var centre = ParameterVector.zero
    for lane in 0..<dimension { centre[lane] = random.uniform(-10...10) }
    return Quadratic(matrix: matrix, centre: centre, point: .zero)
  }

  @Test(arguments: 1...4)
  func `a quadratic is walked to its bottom and the certificate holds`(dimension: Int) {
    let seed: UInt64 = 6
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      var objective = Self.quadratic(dimension, using: &random)
      let start = objective.sum
      let walk = CoordinateDescent(
        &objective, steps: ParameterVector(repeating: 0.7), tolerance: 1e-9,
        scale: { _ in ParameterVector(repeating: 1) }, budget: 1_000_000)
      #expect(walk.ending == .noMoveImproves)
      #expect(objective.sum <= start)
      for axis in 0..<dimension {
        #expect(walk.steps[axis] <= 1e-9 && walk.steps[axis] > 4e-10)
        for step in [walk.steps[axis], -walk.steps[axis]] {
          #expect(objective.change(axis: axis, by: step) >= 0)
          // So 2 |g| <= step A_ii. Also compare with the difference of two sums, to its rounding.
          var moved = objective
          moved.move(axis: axis, by: step)
          #expect(moved.sum >= objective.sum - 1e-25)
        }
        // The gradient is below step A_ii, so the centre is within 1e-9 times the condition.
        #expect((objective.point[axis] - objective.centre[axis]).magnitude < 1e-6)
      }
    }
  }

  @Test func `a curved valley is followed`() {
    var objective = Banana(point: ParameterVector(-1.2, 1, 0, 0))
    let walk = CoordinateDescent(
      &objective, steps: ParameterVector(0.1, 0.1, 0, 0), tolerance: 1e-5,
      scale: { point in ParameterVector(1, 1, 1, 1) + 0 * point }, budget: 3_000_000,
      recordsPath: true)
    #expect(walk.ending == .noMoveImproves)
    for axis in 0..<2 {
      for sign in [1.0, -1] {
        #expect(objective.change(axis: axis, by: sign * walk.steps[axis]) >= 0)
      }
    }
    // In the valley single moves stall where the slope of the floor is small compared with its walls: 2 |g| < 200 h.
    #expect(objective.sum < 0.01, "\(objective)")
    #expect(walk.path.count == walk.accepted)
  }

  @Test func `the path starts at the start, changes one coordinate a move and only descends`()
    throws
  {
    var objective = Banana(point: ParameterVector(-1.2, 1, 0, 0))
    let walk = CoordinateDescent(
      &objective, steps: ParameterVector(0.25, 0.125, 0, 0), tolerance: 1e-3,
      scale: { _ in ParameterVector(repeating: 1) }, budget: 100_000, recordsPath: true)
    var point = ParameterVector(-1.2, 1, 0, 0)
    var sum = Banana(point: point).sum
    var evaluation = 0
    for move in walk.path {
      var expected = point
      expected[move.axis] += move.step
      #expect(move.point == expected)
      #expect(move.sum < sum && move.sum == Banana(point: expected).sum)
      #expect(move.evaluation > evaluation && move.evaluation % 4 == 0)
      // The step is the first step halved a whole number of times.
      let halvings = Double.log2((move.axis == 0 ? 0.25 : 0.125) / move.step.magnitude)
      #expect(halvings == halvings.rounded() && halvings >= 0)
      // The move was the best of the four.
      let before = Banana(point: point)
      let chosen = before.change(axis: move.axis, by: move.step)
      for axis in 0..<2 {
        let size = (axis == 0 ? 0.25 : 0.125) / Double.pow(2, halvings)
        #expect(before.change(axis: axis, by: size) >= chosen)
        #expect(before.change(axis: axis, by: -size) >= chosen)
      }
      point = move.point
      sum = move.sum
      evaluation = move.evaluation
    }
    #expect(point == objective.point)
    #expect(walk.evaluations >= evaluation)
    #expect(walk.accepted == walk.path.count && walk.accepted > 10)
  }

  @Test(arguments: [0, 1, 4, 100])
  func `the budget ends it`(budget: Int) {
    var objective = Banana(point: ParameterVector(-1.2, 1, 0, 0))
    let walk = CoordinateDescent(
      &objective, steps: ParameterVector(1e-4, 1e-4, 0, 0), tolerance: 1e-9,
      scale: { _ in ParameterVector(repeating: 1) }, budget: budget)
    #expect(walk.ending == .budget)
    // A round of four evaluations is completed.
    #expect(walk.evaluations >= budget && walk.evaluations < budget + 4)
    #expect(walk.path.isEmpty)
  }

  @Test func `a start at the minimum stays there`() {
    var objective = Banana(point: ParameterVector(1, 1, 0, 0))
    let walk = CoordinateDescent(
      &objective, steps: ParameterVector(0.5, 0.5, 0, 0), tolerance: 1e-9,
      scale: { _ in ParameterVector(repeating: 1) }, budget: 10_000)
    #expect(walk.ending == .noMoveImproves && walk.accepted == 0)
    #expect(objective.point == ParameterVector(1, 1, 0, 0))
    // From 0.5 to below 1e-9: 29 halvings and the final round.
    #expect(walk.evaluations == 4 * 30)
  }

  @Test func `what leaves the numbers ends with that`() {
    var objective = Cliff(point: .zero)
    let walk = CoordinateDescent(
      &objective, steps: ParameterVector(1, 0, 0, 0), tolerance: 1e-9,
      scale: { _ in ParameterVector(repeating: 1) }, budget: 10_000)
    #expect(walk.ending == .notFinite)
    #expect(walk.accepted == 4)
    var lost = Cliff(point: ParameterVector(.nan, 0, 0, 0))
    let nowhere = CoordinateDescent(
      &lost, steps: ParameterVector(1, 0, 0, 0), tolerance: 1e-9,
      scale: { _ in ParameterVector(repeating: 1) },
      budget: 10_000)
    #expect(nowhere.ending == .notFinite)
    #expect(nowhere.evaluations == 0)
  }
}
