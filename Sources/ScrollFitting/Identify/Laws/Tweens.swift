internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// Motions of finite duration along a fixed curve: `scrollTo`, keys, wheels, returns of scripts.
extension CandidateLaw {
  static let tweens: [CandidateLaw] = eased + beziers + [anyBezier] + inOut + named

  /// Easings that start fast and end at a known edge or at a free position.
  private static let eased: [CandidateLaw] = [
    CandidateLaw(
      "eased-sine", "eased, sine", formula: "y = s0 (1 - sin(pi u / 2)), u = (t - t0)/T",
      easing: .sine
    ) { $0.tween($1, .sine) },
    CandidateLaw(
      "eased-cubic", "eased, cubic", formula: "y = s0 (1 - u)^3, u = (t - t0)/T",
      specialCaseOf: ["power-law"], easing: .cubic
    ) { $0.powerLaw($1, exponent: 3, isEased: true) },
    CandidateLaw(
      "eased-quartic", "eased, quartic", formula: "y = s0 (1 - u)^4, u = (t - t0)/T",
      specialCaseOf: ["power-law"], easing: .quartic
    ) { $0.powerLaw($1, exponent: 4, isEased: true) },
    CandidateLaw(
      "eased-quintic", "eased, quintic", formula: "y = s0 (1 - u)^5, u = (t - t0)/T",
      specialCaseOf: ["power-law"], easing: .quintic
    ) { $0.powerLaw($1, exponent: 5, isEased: true) },
    CandidateLaw(
      "eased-circular", "eased, circular",
      formula: "y = s0 (1 - sqrt(1 - (1 - u)^2)), u = (t - t0)/T", easing: .circular
    ) { $0.tween($1, .circular) },
    // A viscous return to an edge, with the rest position fixed and b = 0.
    CandidateLaw(
      "eased-exponential", "eased, exponential", formula: "y = s0 2^(-10 t/T)",
      specialCaseOf: ["exponential", "critical"], easing: .exponential
    ) { $0.easedExponential($1) },
    CandidateLaw(
      "eased-iscroll", "eased, iScroll's curve",
      formula: "y = s0 (1 - bezier(0.1, 0.57, 0.1, 1)(u)), u = (t - t0)/T",
      specialCaseOf: ["tween-bezier"], easing: .iScroll
    ) { $0.tween($1, .iScroll) },
    CandidateLaw(
      "eased-quadratic-exponential", "eased, quadratic then exponential",
      formula:
        "y = s0 (1 - e(u)), e = \(Easing.quadraticExponential.formula), u = (t - t0)/T",
      easing: .quadraticExponential
    ) { $0.tween($1, .quadraticExponential) },
  ]

  /// Penner's curves of scripts that start and end at rest, and `back`, which overshoots its end.
  private static let inOut: [CandidateLaw] =
    [
      ("quadratic-in-out", "quadratic in-out", Easing.inOut(.quadratic)),
      ("cubic-in-out", "cubic in-out", .inOut(.cubic)),
      ("quartic-in-out", "quartic in-out", .inOut(.quartic)),
      ("quintic-in-out", "quintic in-out", .inOut(.quintic)),
      ("exponential-in-out", "exponential in-out", .inOut(.exponential)),
      ("circular-in-out", "circular in-out", .inOut(.circular)),
      ("cosine", "cosine", .cosine), ("back", "past its end and back", .back),
      ("viscous-fluid", "Android's smoothScrollTo", .viscousFluid),
    ].map { key, name, easing in
      CandidateLaw(
        "tween-\(key)", "tween, \(name)",
        formula: "x = x0 + D ease(u), ease = \(easing.formula), u = (t - t0)/T", easing: easing
      ) { $0.tween($1, easing) }
    } + [leastJerk]

  /// The minimum-jerk path, which a hand also follows (Flash and Hogan, 1985).
  static let leastJerk = CandidateLaw(
    "tween-smootherstep", "tween, smootherstep",
    formula: "x = x0 + D ease(u), ease = \(Easing.smootherstep.formula), u = (t - t0)/T",
    canBeSure: false, easing: .smootherstep
  ) { $0.tween($1, .smootherstep) }

  /// Cubic Bezier curves of CSS and of browsers, and S-curves.
  private static let beziers: [CandidateLaw] =
    [
      ("ease", "CSS ease", 0.25, 0.1, 0.25, 1.0), ("ease-in", "CSS ease-in", 0.42, 0, 1, 1),
      ("ease-out", "CSS ease-out", 0, 0, 0.58, 1),
      ("ease-in-out", "CSS ease-in-out", 0.42, 0, 0.58, 1),
      ("scroll-to", "Chromium's scrollTo", 0.4, 0, 0, 1),
      ("firefox", "Firefox's keys and wheel", 0.25, 0, 0.6, 1),
      ("better-scroll", "better-scroll's swipe", 0.23, 1, 0.32, 1),
      ("better-scroll-bounce", "better-scroll's bounce", 0.165, 0.84, 0.44, 1),
      ("standard", "Material's standard ease", 0.4, 0, 0.2, 1),
      ("emphasized", "Material's emphasized", 0.05, 0.7, 0.1, 1),
      ("smoothstep", "smoothstep", 1.0 / 3, 0, 2.0 / 3, 1),
    ].map { key, name, x1, y1, x2, y2 in
      CandidateLaw(
        "tween-\(key)", "tween, \(name)",
        formula: key == "smoothstep"
          ? "x = x0 + D u^2 (3 - 2 u), u = (t - t0)/T"
          : "x = x0 + D cubic-bezier(\(x1), \(y1), \(x2), \(y2))(u), u = (t - t0)/T",
        specialCaseOf: ["tween-bezier"], easing: .bezier(x1: x1, y1: y1, x2: x2, y2: y2)
      ) { $0.tween($1, .bezier(x1: x1, y1: y1, x2: x2, y2: y2)) }
    }

  static let anyBezier = CandidateLaw(
    "tween-bezier", "tween, any cubic Bezier curve",
    formula: "x = x0 + D cubic-bezier(x1, y1, x2, y2)(u), u = (t - t0)/T", canBeSure: false
  ) { $0.anyBezier($1) }

  /// y = s0 (1 - ease((t - t0)/T)), to the edge or to a free rest position.
  ///
  /// - Parameters:
  ///   - known: T and t0 in s from which the search begins, of an ease from a rest in the frame before; nil to estimate
  ///     them.
  ///   - choice: how many parameters the choice of the ease counts as.
  func tween(
    _ window: MotionWindow, _ easing: Easing, from known: [Double]? = nil, choice: Int = 0
  ) -> CandidateFit? {
    let timing = (known ?? Self.timing(window, easing)).map { [$0] } ?? []
    let others = [(1.0, 0.0), (1.1, -0.05), (1.4, -0.02)].map {
      [$0.0 * window.span, $0.1 * window.span]
    }
    let isEnough = known != nil || window.isTrial && !timing.isEmpty
    let starts = isEnough ? timing : timing + others
    let searched = known == nil ? window : window.withRestBefore
    let found = searched.best(starts: starts) { EasedModel($0, easing) }
    guard let found else { return nil }
    // Without its way back, the curve is any that slows down.
    if easing == .back, found.nonlinear[0] + found.nonlinear[1] > 1.1 * window.span { return nil }
    let model = EasedModel(window, easing)
    let first = model.value(at: found.nonlinear[1], found.nonlinear, found.coefficients)
    // All but the start of Android's is a viscous deceleration.
    guard easing != .viscousFluid || window.before != nil else { return nil }
    let fit = made(
      window, parameters: 2 + model.linearCount + choice,
      [("T", found.nonlinear[0], "s"), ("t0", window.start + found.nonlinear[1], "s")]
    ) { model.value(at: $0, found.nonlinear, found.coefficients) }
    // A curve that is far off still shows which samples are late.
    return fit?.follows == true && !window.mayStart(at: first) ? nil : fit
  }

  /// T and t0 for which an easing reaches 20 % and 80 % of the distance at the same times as the samples.
  private static func timing(_ window: MotionWindow, _ easing: Easing) -> [Double]? {
    func inverse(_ part: Double) -> Double {
      var (low, high) = (0.0, 1.0)
      for _ in 0..<40 {
        let middle = (low + high) / 2
        if easing.value(at: middle) < part { low = middle } else { high = middle }
      }
      return high
    }
    guard let early = moment(0.2, in: window), let late = moment(0.8, in: window), late > early
    else { return nil }
    let (u, w) = (inverse(0.2), inverse(0.8))
    let duration = (late - early) / (w - u)
    return [duration, early - u * duration]
  }

  /// The time in s at which samples first have done a part of their way, on straight lines between them; nil for samples
  /// that end where they start.
  static func moment(_ part: Double, in window: MotionWindow) -> Double? {
    let values = window.values
    guard let first = values.first, let last = values.last, first != last else { return nil }
    let level = first + part * (last - first)
    guard
      let index = values.indices.dropFirst().first(where: {
        (values[$0] - level) * (last - first) >= 0
      })
    else { return nil }
    let step = values[index] - values[index - 1]
    let share = step == 0 ? 1 : (level - values[index - 1]) / step
    return window.times[index - 1] + share * (window.times[index] - window.times[index - 1])
  }

  /// A Bezier curve with all four numbers free: eight parameters, so at least twenty samples.
  private func anyBezier(_ window: MotionWindow) -> CandidateFit? {
    guard window.count >= 20 else { return nil }
    let starts = Self.shapes.map { shape in
      (Self.timing(
        window, .bezier(x1: shape[0], y1: shape[1], x2: shape[2], y2: shape[3]))
        ?? [window.span, 0]) + shape
    }
    guard let found = window.best(starts: starts, { EasedModel($0, nil) }) else { return nil }
    let model = EasedModel(window, nil)
    let theta = found.nonlinear
    let fit = made(
      window, parameters: 6 + model.linearCount,
      [
        ("T", theta[0], "s"), ("t0", window.start + theta[1], "s"), ("x1", theta[2], "1"),
        ("y1", theta[3], "1"), ("x2", theta[4], "1"), ("y2", theta[5], "1"),
      ]
    ) { model.value(at: $0, theta, found.coefficients) }
    // With large errors of the times its start is not known, and it shows that other laws may be a finger's path.
    guard fit?.follows == true, !window.isCoarse else { return fit }
    return window.mayStart(at: model.value(at: theta[1], theta, found.coefficients)) ? fit : nil
  }

  /// Bezier curves from which the search of any curve begins: slow at both ends, at the start, at the end, and in the
  /// middle.
  private static let shapes = [
    [0.42, 0.02, 0.58, 0.98], [0.85, 0.02, 0.15, 0.98], [0.6, -0.4, 0.4, 1.4],
    [0.25, 0.1, 0.25, 0.98], [0.1, 0.4, 0.4, 0.98], [0.1, 0.9, 0.3, 0.98],
    [0.6, 0.02, 0.75, 0.9], [0.8, 0.02, 0.8, 0.3], [0.2, 0.8, 0.8, 0.2],
  ]

  /// y = s0 2^(-10 t/T). With a free rest position it would be the viscous deceleration.
  private func easedExponential(_ window: MotionWindow) -> CandidateFit? {
    guard window.edge != nil else { return nil }
    let starts = [2.0, 5, 10].map { [$0 / window.span] }
    let found = window.best(starts: starts) { window in
      let times = window.times
      return SampledModel(rowCount: times.count, linearCount: 1, sizes: [1 / window.span]) {
        theta, curves in
        guard theta[0] > 0 else { return false }
        for row in times.indices { curves[row] = Double.exp(-theta[0] * times[row]) }
        return true
      }
    }
    guard let found else { return nil }
    let rate = found.nonlinear[0]
    return made(
      window, parameters: 2, [("T", 10 * Double.log(2) / rate, "s"), ("k", rate, "1/s")]
    ) { found.coefficients[0] * Double.exp(-rate * $0) }
  }
}
