package import ScrollPhysics

/// The motions of engines.
extension ExportedCurve.Parts {
  /// A motion along a curve of an engine. One that never rests ends within `threshold` pt of its rest position.
  package init(_ motion: EngineMotion, isReturn: Bool, threshold: Double) throws(ExportError) {
    let end = motion.end < .infinity ? motion.end : motion.duration(within: threshold)
    guard end > 0 else { throw ExportError("It is at rest from the start: check how it begins.") }
    guard end < .infinity else { throw ExportError("It never comes to rest: check its constants.") }
    guard motion.velocity(at: 0).isFinite, motion.velocity(at: end / 2).isFinite else {
      throw ExportError("Its velocity is infinite at one time, which source code cannot express.")
    }
    let meaning =
      motion.end < .infinity
      ? "Time at which it rests"
      : "Time from which it is within \(NumberText.short(threshold)) pt of where it rests"
    switch motion.curve {
    case .spring(let spring):
      self = try Self(spring, settle: threshold, isBounce: true, mass: 1)
      return
    case .deceleration(let glide):
      self = try Self.motion(
        GlideFormula(glide, end: motion.end < .infinity ? motion.end : nil), epsilon: threshold,
        over: .greaterOrEqual)
    default:
      let formula = EngineFormula(motion, end: end)
      self = Self(
        name: "", title: "", constants: formula.constants + [.init("duration", end, "s", meaning)],
        functions: formula.functions,
        domain: ExportedCurve.Domain(
          end: end, endMeaning: meaning, breaks: formula.breaks,
          curvature: Self.curvature(of: motion, end: end),
          step: motion.curve.frameDuration ?? 0, stepMeaning: "frames"),
        quantities: Self.motion(
          column: isReturn ? "overscroll_y_pt" : "offset_y_pt", { motion.position(at: $0) },
          { motion.velocity(at: $0) }))
      easings = Self.easings(motion, end: end)
    }
    name = isReturn ? "ScrollReturn" : "ScrollMotion"
    title =
      isReturn
      ? "The return of a scroll view to its edge" : "The motion of a scroll view along its offset"
  }

  private static func easings(_ motion: EngineMotion, end: Double) -> [ExportedCurve.Easing] {
    let start = motion.position(at: 0)
    let last = motion.position(at: end)
    let furthest = motion.furthest?.position ?? start
    var easing = ExportedCurve.Easing(
      zero: (start, "the start"), one: (last, "the end"), value: { motion.position(at: $0) })
    // A throw from the edge returns to it.
    if (last - start).magnitude < (furthest - start).magnitude {
      easing.zero = (0, "the edge")
      easing.one = (furthest, "the furthest overscroll")
    }
    guard easing.zero.value != easing.one.value else { return [] }
    if case .tween(let tween) = motion.curve, motion.end == tween.duration,
      case .bezier(let x1, let y1, let x2, let y2) = tween.easing
    {
      let numbers = [x1, y1, x2, y2].map(CodeNumber.short)
      easing.exact = "cubic-bezier(\(numbers.joined(separator: ", ")))"
    }
    return [easing]
  }

  /// The maximum second derivative from a time on, by finite differences on a fine grid.
  private static func curvature(
    of motion: EngineMotion, end: Double
  ) -> @Sendable (Double) -> Double {
    // Curves of steps, and straight lines between the points of a spline, have no curvature.
    if motion.curve.frameDuration != nil { return { _ in 0 } }
    if case .tween(let tween) = motion.curve, tween.easing == .androidSpline { return { _ in 0 } }
    let cells = 1024
    let step = end / Double(cells)
    var largest = [Double](repeating: 0, count: cells + 1)
    // An exponential easing ends with a jump, which is not curvature.
    for index in (1..<(cells - 1)).reversed() {
      let time = Double(index) * step
      let bend =
        motion.position(at: time - step) - 2 * motion.position(at: time)
        + motion.position(at: time + step)
      // A margin of a quarter for the curve between grid points.
      largest[index] = max(largest[index + 1], 1.25 * bend.magnitude / (step * step))
    }
    largest[0] = largest[1]
    return { [largest] time in
      largest[min(cells, max(0, Int((time / step).rounded(.down)) - 1))]
    }
  }
}
