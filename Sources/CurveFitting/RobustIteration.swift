/// Iteratively reweighted least squares: Huber's loss first, then Tukey's from the Huber solution.
public struct RobustIteration: Sendable {
  /// The weight of each sample; empty for the linear loss.
  public var weights: [Double] = []
  /// The scale by which residuals are divided.
  public var scale = 0.0
  /// Number of weighted problems solved.
  public var iterations = 0
  /// Whether the weights converged.
  public var converged = true
  /// sum w / sum rho'': the factor by which errors of the weighted problem are too small, because the weights
  /// change with the curve.
  public var errorFactor = 1.0

  /// Runs the iteration.
  ///
  /// - Parameters:
  ///   - loss: the final loss.
  ///   - residuals: the residuals of the unweighted solution.
  ///   - floor: the minimum scale, such as quantum / sqrt 12.
  ///   - counts: whether a sample is used for the scale; settled samples are not.
  ///   - initial: 0 for suspect samples that the Huber stage leaves out, else 1; empty for all 1.
  ///   - known: residuals of solutions found from other starts; the last stage stops when it comes close to one.
  ///   - solve: solves for given weights and returns the new residuals; nil on failure.
  public init(
    loss: RobustLoss, residuals: [Double], floor: Double, counts: [Bool] = [],
    initial: [Double] = [], known: [[Double]] = [], solve: ([Double]) -> [Double]?
  ) {
    guard loss != .linear, !residuals.isEmpty else { return }
    var residuals = residuals
    // On every exit, report the residuals of the last solution.
    defer { self.residuals = residuals }
    weights = [Double](repeating: 1, count: residuals.count)
    if !initial.isEmpty {
      weights = initial
      guard let solved = solve(weights) else {
        converged = false
        return
      }
      residuals = solved
    }
    for stage in loss == .tukey ? [RobustLoss.huber, .tukey] : [.huber] {
      converged = false
      for round in 0..<100 {
        // The scale is fixed after 25 rounds: if it kept changing, the weights could oscillate.
        if round < 25 {
          let speaking =
            counts.isEmpty
            ? residuals : residuals.indices.filter { counts[$0] }.map { residuals[$0] }
          scale = max(floor, RobustLoss.scale(speaking), .leastNormalMagnitude)
        }
        var next = residuals.map { stage.weight($0 / scale) }
        // Huber's loss is convex, so it would readmit a suspect sample; Tukey's loss can reject it.
        if stage != loss, !initial.isEmpty {
          for index in next.indices { next[index] *= initial[index] }
        }
        var change = 0.0
        for index in next.indices { change = max(change, (next[index] - weights[index]).magnitude) }
        weights = next
        guard let solved = solve(weights) else { return }
        iterations += 1
        residuals = solved
        // The Huber stage only provides a start for the next stage.
        if change < (stage == loss ? 1e-9 : 1e-4) {
          converged = true
          break
        }
        // A known solution is a fixed point: its weights are those of its residuals.
        let near = Self.sameness * scale
        if stage == loss, known.contains(where: { Self.isNear($0, residuals, near) }) {
          isKnown = true
          return
        }
      }
    }
    var total = 0.0
    var curvature = 0.0
    for residual in residuals {
      total += loss.weight(residual / scale)
      curvature += loss.curvature(residual / scale)
    }
    errorFactor = curvature > 0.2 * total ? total / curvature : 5
  }

  /// Largest difference of residuals, in scales, at which two iterations count as converging to the same minimum.
  private static let sameness = 1e-3

  private static func isNear(_ left: [Double], _ right: [Double], _ limit: Double) -> Bool {
    for index in left.indices where !((left[index] - right[index]).magnitude < limit) {
      return false
    }
    return true
  }

  /// Whether the iteration ended close to one of the known solutions.
  public private(set) var isKnown = false
  /// The residuals of the last solution.
  public private(set) var residuals: [Double] = []

  /// Sum of rho(r / scale); compares the fits of several starts at a common scale.
  public func objective(_ loss: RobustLoss, scale: Double) -> Double {
    residuals.reduce(0) { $0 + loss.value($1 / scale) }
  }
}
