import CurveFitting
import ScrollFitting
import ScrollPhysics
import TestSupport
import Testing

struct FlingModelTests {
  private static let times = (0..<40).map { -0.05 + 0.06 * Double($0) }

  /// Speed, start, and the slope if the view has limited the distance. Some have the highest first control point, some
  /// the longest duration.
  private static let flings: [[Double]] = [
    [1200, 0.01], [4599, -0.2], [5200, 0.1], [1200, 0.02, 2.4], [1200, 0, 4.9], [1200, -0.1, 5.2],
    [5200, 0.03, 3], [5200, 0.03, 9],
  ]

  @Test(arguments: flings, [1.0, -1])
  func `the curve is the fling, and its derivatives are those by differences`(
    theta: [Double], direction: Double
  ) throws {
    let isLimited = theta.count == 3
    let model = FlingModel(times: Self.times, direction: direction, isLimited: isLimited)
    let fling = try #require(FlingModel.fling(theta, direction))
    var own = SeparableMatrices(model)
    try #require(model.evaluate(at: theta, into: &own))
    func offsets(_ parameter: Int, _ step: Double) throws -> [Double] {
      var moved = theta
      moved[parameter] += step
      var matrices = SeparableMatrices(model)
      try #require(model.evaluate(at: moved, into: &matrices))
      return matrices.offset
    }
    for (row, time) in Self.times.enumerated() {
      #expect(own[row, 0] == 1)
      let position = fling.position(at: time - theta[1])
      #expect((own.offset[row] - position).magnitude <= 1e-12 * fling.distance.magnitude)
    }
    for parameter in theta.indices {
      let step = 1e-5 * max(theta[parameter].magnitude, 0.1)
      let (above, below) = (try offsets(parameter, step), try offsets(parameter, -step))
      for (row, time) in Self.times.enumerated() {
        // The curve or its slope has a kink at the start and the end.
        let u = (time - theta[1]) / fling.duration
        guard u.magnitude > 0.01, (u - 1).magnitude > 0.01 else { continue }
        let slope = (above[row] - below[row]) / (2 * step)
        let size = fling.distance.magnitude / max(theta[parameter].magnitude, 0.1)
        #expect((own[offset: row, by: parameter] - slope).magnitude < 1e-6 * size, "\(row)")
      }
    }
  }

  @Test func `there is no fling outside the range of its parameters`() {
    #expect(FlingModel.fling([0, 0], 1) == nil && FlingModel.fling([1e6, 0], 1) == nil)
    // A slope below that of the fling itself would make it longer.
    #expect(FlingModel.fling([1200, 0, 2], 1) == nil)
    let model = FlingModel(times: Self.times, direction: 1, isLimited: false)
    var matrices = SeparableMatrices(model)
    #expect(!model.evaluate(at: [1200, 0.95 * 1200 / 2300], into: &matrices))
  }
}
