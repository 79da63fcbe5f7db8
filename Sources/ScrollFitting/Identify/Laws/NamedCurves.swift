internal import CurveFitting
internal import ScrollPhysics

/// Cubic Bezier curves to which style sheets, toolkits and design systems give names, for programs that scroll from one
/// rest to another: `scrollTo` of a script, pages, drawers.
///
/// They are many and near each other. So a curve is fitted only between two rests and where its shape is near that of
/// the samples, and the choice among them counts as ``choice`` parameters.
extension CandidateLaw {
  /// A choice among 60 curves lowers the probability of each by 60, as three parameters do in the BIC of 16 samples. With
  /// more samples it counts more, so that curves beside another law do not make that one unsure.
  private static let choice = 3

  static let named: [CandidateLaw] =
    laws(of: "easings.net", easingsNet) + laws(of: "Flutter and CSS", flutter)
    + laws(of: nil, others)

  /// A curve with its key and the name that its source gives it.
  private typealias Curve = (
    key: String, name: String, x1: Double, y1: Double, x2: Double, y2: Double
  )

  private static func laws(of source: String?, _ curves: [Curve]) -> [CandidateLaw] {
    curves.map { curve in
      let easing = Easing.bezier(x1: curve.x1, y1: curve.y1, x2: curve.x2, y2: curve.y2)
      let times = levels.map { time(of: curve, reaching: $0) }
      return CandidateLaw(
        "tween-\(curve.key)", "tween, \(curve.name)\(source.map { " of \($0)" } ?? "")",
        formula: "x = x0 + D \(easing.formula)(u), u = (t - t0)/T",
        specialCaseOf: [anyBezier.key], canBeSure: curve.key != halfOfSymmetric, easing: easing
      ) { law, window in
        timing(window, times).flatMap { law.tween(window, easing, from: $0, choice: choice) }
      }
    }
  }

  /// The key of a curve that is also the first half of another, which something may have stopped there.
  private static let halfOfSymmetric = "cubic-in"

  /// Parts of the way at which shapes are compared.
  private static let levels = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]

  /// The largest rms difference of shapes as a part of the duration, for a motion of many samples without rounding.
  private static let mostDifference = 0.005

  /// T and t0 in s, from the times at which samples between two rests and a curve have done parts of their way, by least
  /// squares; nil where no curve of this shape can follow the samples.
  ///
  /// - Parameter parts: the parts of the duration at which the curve reaches ``levels``.
  private static func timing(_ window: MotionWindow, _ parts: [Double]) -> [Double]? {
    guard window.endsAtRest, window.restBefore != nil else { return nil }
    let whole = window.withRestBefore
    let times = levels.compactMap { moment($0, in: whole) }
    guard times.count == levels.count else { return nil }
    let reached = Observations(abscissae: parts, values: times)
    guard let line = StraightLine(reached), line.slope > 0 else { return nil }
    let (start, duration) = (line.intercept, line.slope)
    let squares = line.residuals(reached).reduce(0) { $0 + $1 * $1 }
    // Straight lines between samples are off by up to a fifth of a frame, and more where the last sample is not yet at
    // rest; rounding and noise count where the content is slow.
    let most =
      mostDifference + 0.5 * window.frame / duration + 3 * window.expected / window.extent
    let rms = (squares / Double(levels.count)).squareRoot()
    return rms <= most * duration ? [duration, start] : nil
  }

  /// The part of the duration at which a curve first reaches a part of its way.
  private static func time(of curve: Curve, reaching level: Double) -> Double {
    func coordinate(_ first: Double, _ second: Double, _ s: Double) -> Double {
      let left = 1 - s
      return 3 * s * left * (left * first + s * second) + s * s * s
    }
    let steps = 64
    let after = (1...steps).first {
      coordinate(curve.y1, curve.y2, Double($0) / Double(steps)) >= level
    }
    var (low, high) = (
      Double((after ?? steps) - 1) / Double(steps), Double(after ?? steps) / Double(steps)
    )
    for _ in 0..<30 {
      let middle = (low + high) / 2
      if coordinate(curve.y1, curve.y2, middle) < level { low = middle } else { high = middle }
    }
    return coordinate(curve.x1, curve.x2, high)
  }

  /// The curves that easings.net gives for style sheets. Source: easings.net.
  private static let easingsNet: [Curve] = [
    ("easings-out-sine", "easeOutSine", 0.61, 1, 0.88, 1),
    ("easings-out-quad", "easeOutQuad", 0.5, 1, 0.89, 1),
    ("easings-out-cubic", "easeOutCubic", 0.33, 1, 0.68, 1),
    ("easings-out-quart", "easeOutQuart", 0.25, 1, 0.5, 1),
    ("easings-out-quint", "easeOutQuint", 0.22, 1, 0.36, 1),
    ("easings-out-expo", "easeOutExpo", 0.16, 1, 0.3, 1),
    ("easings-out-circ", "easeOutCirc", 0, 0.55, 0.45, 1),
    ("easings-out-back", "easeOutBack", 0.34, 1.56, 0.64, 1),
    ("easings-in-out-sine", "easeInOutSine", 0.37, 0, 0.63, 1),
    ("easings-in-out-quad", "easeInOutQuad", 0.45, 0, 0.55, 1),
    ("easings-in-out-cubic", "easeInOutCubic", 0.65, 0, 0.35, 1),
    ("easings-in-out-quart", "easeInOutQuart", 0.76, 0, 0.24, 1),
    ("easings-in-out-quint", "easeInOutQuint", 0.83, 0, 0.17, 1),
    ("easings-in-out-expo", "easeInOutExpo", 0.87, 0, 0.13, 1),
    ("easings-in-out-circ", "easeInOutCirc", 0.85, 0, 0.15, 1),
    ("easings-in-out-back", "easeInOutBack", 0.68, -0.6, 0.32, 1.6),
    ("easings-in-sine", "easeInSine", 0.12, 0, 0.39, 0),
    ("easings-in-quad", "easeInQuad", 0.11, 0, 0.5, 0),
    ("easings-in-cubic", "easeInCubic", 0.32, 0, 0.67, 0),
    ("easings-in-quart", "easeInQuart", 0.5, 0, 0.75, 0),
    ("easings-in-quint", "easeInQuint", 0.64, 0, 0.78, 0),
    ("easings-in-expo", "easeInExpo", 0.7, 0, 0.84, 0),
    ("easings-in-circ", "easeInCirc", 0.55, 0, 1, 0.45),
    ("easings-in-back", "easeInBack", 0.36, 0, 0.66, -0.56),
  ]

  /// The curves that stand for Penner's in Flutter, and stood for them in style sheets before; those of easeOutQuart and
  /// easeOutQuint are better-scroll's. Source: Flutter, animation/curves.dart.
  private static let flutter: [Curve] = [
    ("flutter-out-sine", "easeOutSine", 0.39, 0.575, 0.565, 1),
    ("flutter-out-quad", "easeOutQuad", 0.25, 0.46, 0.45, 0.94),
    ("flutter-out-cubic", "easeOutCubic", 0.215, 0.61, 0.355, 1),
    ("flutter-out-expo", "easeOutExpo", 0.19, 1, 0.22, 1),
    ("flutter-out-circ", "easeOutCirc", 0.075, 0.82, 0.165, 1),
    ("flutter-out-back", "easeOutBack", 0.175, 0.885, 0.32, 1.275),
    ("flutter-in-out-sine", "easeInOutSine", 0.445, 0.05, 0.55, 0.95),
    ("flutter-in-out-quad", "easeInOutQuad", 0.455, 0.03, 0.515, 0.955),
    ("flutter-in-out-cubic", "easeInOutCubic", 0.645, 0.045, 0.355, 1),
    ("flutter-in-out-quart", "easeInOutQuart", 0.77, 0, 0.175, 1),
    ("flutter-in-out-quint", "easeInOutQuint", 0.86, 0, 0.07, 1),
    ("flutter-in-out-expo", "easeInOutExpo", 1, 0, 0, 1),
    ("flutter-in-out-circ", "easeInOutCirc", 0.785, 0.135, 0.15, 0.86),
    ("flutter-in-out-back", "easeInOutBack", 0.68, -0.55, 0.265, 1.55),
    ("flutter-in-sine", "easeInSine", 0.47, 0, 0.745, 0.715),
    ("flutter-in-quad", "easeInQuad", 0.55, 0.085, 0.68, 0.53),
    ("flutter-in-cubic", "easeInCubic", 0.55, 0.055, 0.675, 0.19),
    ("flutter-in-quart", "easeInQuart", 0.895, 0.03, 0.685, 0.22),
    ("flutter-in-quint", "easeInQuint", 0.755, 0.05, 0.855, 0.06),
    ("flutter-in-expo", "easeInExpo", 0.95, 0.05, 0.795, 0.035),
    ("flutter-in-circ", "easeInCirc", 0.6, 0.04, 0.98, 0.335),
    ("flutter-in-back", "easeInBack", 0.6, -0.28, 0.735, 0.045),
    ("flutter-fast-linear", "fastLinearToSlowEaseIn", 0.18, 1, 0.04, 1),
    ("flutter-linear-to-ease-out", "linearToEaseOut", 0.35, 0.91, 0.33, 0.97),
    ("flutter-ease-in-to-linear", "easeInToLinear", 0.67, 0.03, 0.65, 0.09),
    ("flutter-slow-middle", "slowMiddle", 0.15, 0.85, 0.85, 0.15),
  ]

  /// Curves of design systems, and the polynomials of scripts and of Android that are Bezier curves, without the
  /// parabola, which is a fall. Sources: Material Design, easing and duration; android.view.animation,
  /// AnticipateInterpolator and OvershootInterpolator.
  private static let others: [Curve] = [
    ("material-decelerate", "Material's decelerate", 0, 0, 0.2, 1),
    ("material-accelerate", "Material's accelerate", 0.4, 0, 1, 1),
    ("material-3-standard", "Material 3's standard", 0.2, 0, 0, 1),
    ("material-3-decelerate", "Material 3's standard decelerate", 0, 0, 0, 1),
    ("material-3-accelerate", "Material 3's standard accelerate", 0.3, 0, 1, 1),
    ("material-emphasized-accelerate", "Material's emphasized accelerate", 0.3, 0, 0.8, 0.15),
    ("cubic-in", "cubic in", 1.0 / 3, 0, 2.0 / 3, 0),
    ("back-in", "back before it starts", 1.0 / 3, 0, 2.0 / 3, -1.70158 / 3),
    ("android-anticipate", "Android's anticipate", 1.0 / 3, 0, 2.0 / 3, -2.0 / 3),
    ("android-overshoot", "Android's overshoot", 1.0 / 3, 5.0 / 3, 2.0 / 3, 1),
  ]
}
