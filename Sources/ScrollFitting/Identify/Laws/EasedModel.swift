internal import CurveFitting
internal import ScrollPhysics

/// y = s0 (1 - ease(u)) + s1 with u = (t - t0)/T: an animation along an ease, to an edge or to a free rest position s1.
///
/// Nonlinear parameters are T and t0 in s; where the ease is a free Bezier curve, x1, y1, x2 and y2 follow. A window
/// begins within a few samples of the motion and covers a good part of it: far from its ends, every ease resembles a
/// parabola or a root.
struct EasedModel: SeparableModel {
  /// The ease; nil for a free Bezier curve.
  let easing: Easing?
  private let times: [Double]
  /// Whether the ease starts with infinite slope, as the circle: a search from derivatives there would fail.
  private let isSteep: Bool
  private let longest: Double
  private let late: Double

  let linearCount: Int
  var rowCount: Int { times.count }
  var nonlinearCount: Int { easing == nil ? 6 : 2 }

  init(_ window: MotionWindow, _ easing: Easing?) {
    self.easing = easing
    times = window.times
    isSteep = easing?.slope(at: 0) == .infinity
    longest = 4 * window.span
    // One or two samples of rest may come first.
    late = window.startsAtRest ? 2.5 * window.frame : 0
    linearCount = window.edge == nil ? 2 : 1
  }

  /// The ease of some parameters.
  func ease(_ theta: [Double]) -> Easing {
    easing ?? .bezier(x1: theta[2], y1: theta[3], x2: theta[4], y2: theta[5])
  }

  /// The model's value at a time in s.
  func value(at time: Double, _ theta: [Double], _ coefficients: [Double]) -> Double {
    coefficients[0] * (1 - ease(theta).value(at: (time - theta[1]) / theta[0]))
      + (linearCount == 2 ? coefficients[1] : 0)
  }

  /// Half the width of finite differences by u.
  private static let step = 1e-6

  private func isWithin(_ theta: [Double]) -> Bool {
    guard theta[0] > 0, theta[0] < longest, theta[1].magnitude < 0.15 * theta[0] + late else {
      return false
    }
    guard easing == nil else { return true }
    return theta[2] >= 0 && theta[2] <= 1 && theta[4] >= 0 && theta[4] <= 1
      && theta[3] >= -1 && theta[3] <= 2 && theta[5] >= -1 && theta[5] <= 2
  }

  func evaluate(at theta: [Double], into matrices: inout SeparableMatrices) -> Bool {
    guard isWithin(theta) else { return false }
    let ease = ease(theta)
    let n = times.count
    let size = n * linearCount
    var points = Easing.Points(ease)
    for row in 0..<n {
      let u = (times[row] - theta[1]) / theta[0]
      var point = points.next(at: u)
      if isSteep {
        point.slope =
          (ease.value(at: u + Self.step) - ease.value(at: u - Self.step)) / (2 * Self.step)
      }
      matrices.columns[row] = 1 - point.value
      matrices.slopes[row] = point.slope * u / theta[0]
      matrices.slopes[size + row] = point.slope / theta[0]
      if linearCount == 2 { matrices.columns[n + row] = 1 }
      guard easing == nil else { continue }
      // x(s) = u stays the same: a control point moves s by -dx / x'(s).
      let (s, left) = (point.parameter, 1 - point.parameter)
      let (first, second) = (3 * s * left * left, 3 * s * s * left)
      matrices.slopes[2 * size + row] = first * point.slope
      matrices.slopes[3 * size + row] = -first
      matrices.slopes[4 * size + row] = second * point.slope
      matrices.slopes[5 * size + row] = -second
    }
    return true
  }
}
