internal import RealModule

/// How a tween spends its time: 0 at 0, 1 at 1.
///
/// Source: Penner's easing equations (2001) but for the Bezier curves, which are CSS Easing Functions.
public enum Easing: Sendable, Hashable {
  /// 1 - (1 - u)^2, as u (2 - u).
  case quadratic
  /// 1 - (1 - u)^3.
  case cubic
  /// 1 - (1 - u)^4.
  case quartic
  /// 1 - (1 - u)^5.
  case quintic
  /// sin(pi u / 2).
  case sine
  /// sqrt(1 - (u - 1)^2), which starts infinitely fast.
  case circular
  /// 1 - 2^(-10 u), and 1 at the end: the last step is a jump of 2^-10.
  case exponential
  /// (1 - cos(pi u)) / 2: starts and ends at rest.
  case cosine
  /// 8 u^2 to u = 1/4, then 1/2 + 1.001 (1 - 2^(-10 (4 u - 1) / 3)) / 2: a quarter of the time for the first half along
  /// u^2, the rest along Qt's OutExpo, whose factor of 1.001 ends it without a jump.
  case quadraticExponential
  /// u^3 (10 - 15 u + 6 u^2): starts and ends at rest and without acceleration.
  case smootherstep
  /// 1 + 2.70158 (u - 1)^3 + 1.70158 (u - 1)^2: goes a tenth too far and comes back.
  case back
  /// 1 - (1 + 20 u) e^(-20 u): a critically damped spring from rest, in a time after which 4e-8 of the way is left.
  case critical
  /// With x = 8 u, (x - 1 + e^(-x)) / n to x = 1, then (1 - (1 - 1/e) e^(1 - x)) / n, where n = 1 - (1 - 1/e) e^(-7): a
  /// start from rest, then a viscous deceleration. Source: android.widget.Scroller, which animates by it by default.
  case viscousFluid
  /// Android's spline through 100 points, straight between them: ``SplineFling``.
  case androidSpline
  /// Half of the time along an ease turned about its end, the other half along the ease:
  /// 1/2 - e(1 - 2 u) / 2 to u = 1/2, then 1/2 + e(2 u - 1) / 2.
  indirect case inOut(Easing)
  /// The curve from (0, 0) to (1, 1) with the control points (x1, y1) and (x2, y2), x from 0 to 1.
  case bezier(x1: Double, y1: Double, x2: Double, y2: Double)

  /// What is done at a part u of the time; 0 before, 1 after.
  public func value(at u: Double) -> Double {
    guard u > 0 else { return 0 }
    guard u < 1 else { return 1 }
    let left = 1 - u
    switch self {
    case .quadratic: return u * (2 - u)
    case .cubic: return u * (3 - u * (3 - u))
    case .quartic: return 1 - left * left * left * left
    case .quintic: return 1 - left * left * left * left * left
    case .sine: return Double.sin(.pi / 2 * u)
    case .circular: return (u * (2 - u)).squareRoot()
    case .exponential: return -Double.expMinusOne(-10 * Double.log(2) * u)
    case .cosine:
      let half = Double.sin(.pi / 2 * u)
      return half * half
    case .quadraticExponential:
      guard u > 0.25 else { return 8 * u * u }
      return 0.5 - 1.001 * Double.expMinusOne(-10 * Double.log(2) * (4 * u - 1) / 3) / 2
    case .smootherstep: return u * u * u * (10 - u * (15 - 6 * u))
    case .back: return 1 + left * left * (1.70158 - 2.70158 * left)
    case .critical: return 1 - (1 + 20 * u) * Double.exp(-20 * u)
    case .viscousFluid:
      let x = 8 * u
      let way = x < 1 ? x + Double.expMinusOne(-x) : 1 + Self.viscousPart * Double.exp(1 - x)
      return way / Self.viscousWay
    case .androidSpline: return SplineFling.part(u)
    case .inOut(let ease):
      return u < 0.5 ? (1 - ease.value(at: 1 - 2 * u)) / 2 : (1 + ease.value(at: 2 * u - 1)) / 2
    case .bezier(let x1, let y1, let x2, let y2):
      return Self.coordinate(y1, y2, Self.parameter(x1, x2, at: u))
    }
  }

  /// The eases that have names, as files and commands take them; a Bezier curve has four numbers instead.
  public static let named: [(name: String, easing: Easing)] =
    fastStarts + fastStarts.map { ("\($0.name)-in-out", .inOut($0.easing)) } + [
      ("sine", .sine), ("cosine", .cosine), ("smootherstep", .smootherstep), ("back", .back),
      ("quadratic-exponential", .quadraticExponential), ("critical", .critical),
      ("android-spline", .androidSpline), ("viscous-fluid", .viscousFluid),
    ]

  private static let fastStarts: [(name: String, easing: Easing)] = [
    ("quadratic", .quadratic), ("cubic", .cubic), ("quartic", .quartic), ("quintic", .quintic),
    ("circular", .circular), ("exponential", .exponential),
  ]

  /// -(1 - 1/e) and 1 - (1 - 1/e) e^(-7), of ``viscousFluid``.
  private static let viscousPart = Double.expMinusOne(-1)
  private static let viscousWay = 1 + viscousPart * Double.exp(-7)

  /// The derivative of the value by u, 0 before 0 and from 1 on.
  ///
  /// At 0 that of the start: infinite for the circle and for a Bezier curve that rises upright.
  public func slope(at u: Double) -> Double {
    guard u >= 0, u < 1 else { return 0 }
    let left = 1 - u
    switch self {
    case .quadratic: return 2 * left
    case .cubic: return 3 * left * left
    case .quartic: return 4 * left * left * left
    case .quintic: return 5 * left * left * left * left
    case .sine: return .pi / 2 * Double.sin(.pi / 2 * left)
    case .circular: return left / (u * (2 - u)).squareRoot()
    case .exponential: return 10 * Double.log(2) * Double.exp(-10 * Double.log(2) * u)
    case .cosine: return .pi / 2 * Double.sin(.pi * u)
    case .quadraticExponential:
      guard u > 0.25 else { return 16 * u }
      let rate = 40 * Double.log(2) / 3
      return 1.001 * rate / 2 * Double.exp(-rate * (u - 0.25))
    case .smootherstep: return 30 * u * u * left * left
    case .back: return left * (3 * 2.70158 * left - 2 * 1.70158)
    case .critical: return 400 * u * Double.exp(-20 * u)
    case .viscousFluid:
      let x = 8 * u
      let speed = x < 1 ? -Double.expMinusOne(-x) : -Self.viscousPart * Double.exp(1 - x)
      return 8 * speed / Self.viscousWay
    case .androidSpline: return SplineFling.slope(u)
    case .inOut(let ease): return ease.slope(at: (2 * u - 1).magnitude)
    case .bezier(let x1, let y1, let x2, let y2):
      // Where the curve starts at its first control point, in the direction of the second.
      if u == 0, x1 == 0, y1 == 0 { return x2 > 0 ? y2 / x2 : y2 > 0 ? .infinity : 1 }
      let s = u > 0 ? Self.parameter(x1, x2, at: u) : 0
      return Self.derivative(y1, y2, s) / Self.derivative(x1, x2, s)
    }
  }

  /// The value and its derivative by u, both 0 at u = 0, and the parameter s of a Bezier curve, x(s) = u; 0 for others.
  ///
  /// One search for s serves the value and the derivative.
  ///
  /// - Parameter near: the start of this search; nil for u.
  package func point(at u: Double, near: Double? = nil) -> (
    value: Double, slope: Double, parameter: Double
  ) {
    guard u > 0 else { return (0, 0, 0) }
    guard u < 1 else { return (1, 0, 1) }
    guard case .bezier(let x1, let y1, let x2, let y2) = self else {
      return (value(at: u), slope(at: u), 0)
    }
    let s = Self.parameter(x1, x2, at: u, near: near)
    return (
      Self.coordinate(y1, y2, s), Self.derivative(y1, y2, s) / Self.derivative(x1, x2, s), s
    )
  }

  /// Successive points, best at rising parts of the time: each search for s starts at a linear extrapolation of the last
  /// two points.
  package struct Points {
    private let easing: Easing
    private var last = (u: 0.0, s: 0.0)
    private var slope = 0.0

    package init(_ easing: Easing) { self.easing = easing }

    /// The next point.
    package mutating func next(at u: Double) -> (value: Double, slope: Double, parameter: Double) {
      let near = last.s + slope * (u - last.u)
      let point = easing.point(at: u, near: slope > 0 ? near : nil)
      if point.parameter > 0, u != last.u {
        slope = (point.parameter - last.s) / (u - last.u)
        last = (u, point.parameter)
      }
      return point
    }
  }

  /// 3 a s (1 - s)^2 + 3 b s^2 (1 - s) + s^3.
  private static func coordinate(_ a: Double, _ b: Double, _ s: Double) -> Double {
    s * (3 * (1 - s) * (a * (1 - s) + b * s) + s * s)
  }

  /// Its derivative by s.
  private static func derivative(_ a: Double, _ b: Double, _ s: Double) -> Double {
    3 * (1 - s) * (a * (1 - s) + 2 * (b - a) * s) + 3 * s * s * (1 - b)
  }

  /// The s with x(s) = u: x rises, so steps are kept inside an interval that holds it.
  ///
  /// Halley's steps: where the curve is steep enough the error after one is the third power of that before.
  private static func parameter(
    _ x1: Double, _ x2: Double, at u: Double, near: Double? = nil
  ) -> Double {
    var low = 0.0
    var high = 1.0
    var s = near.map { $0 > 0 && $0 < 1 ? $0 : u } ?? u
    for _ in 0..<200 {
      let error = coordinate(x1, x2, s) - u
      if error == 0 { return s }
      if error < 0 { low = s } else { high = s }
      let slope = derivative(x1, x2, s)
      let bend = 6 * ((1 - s) * (x2 - 2 * x1) + s * (1 - 2 * x2 + x1))
      var next = s - 2 * error * slope / (2 * slope * slope - error * bend)
      if next > low, next < high {
        let step = (next - s).magnitude
        if slope > 0.5 ? step < 1e-6 : slope > 0.05 && step < 1e-7 { return next }
      } else {
        next = low + (high - low) / 2
      }
      // Neighbouring doubles, or the same: s is known to its last digit.
      guard next > low, next < high, (next - s).magnitude > 1e-16 * s else { return next }
      s = next
    }
    return s
  }
}
