/// Iteratively reweighted least squares: Huber's loss first, then Tukey's from where Huber ended.
public struct RobustIteration: Sendable {
  /// The weight of each sample; empty for the linear loss.
  public var weights: [Double] = []
  /// The scale to which residuals were compared.
  public var scale = 0.0
  /// Solutions asked for.
  public var iterations = 0
  /// Whether the weights settled.
  public var converged = true
  /// sum w / sum rho'': by how much the errors of the weighted problem fall short, because moving the
  /// curve also moves the weights.
  public var errorFactor = 1.0

  /// Iterates.
  ///
  /// - Parameters:
  ///   - loss: the final loss.
  ///   - residuals: those of the unweighted solution.
  ///   - floor: the smallest scale, such as quantum / sqrt 12.
  ///   - counts: whether a sample speaks for the scale; settled ones do not.
  ///   - initial: 0 for suspect samples that Huber's stage leaves out, else 1; empty for all 1.
  ///   - known: residuals at which iterations from other starts have settled: the last stage ends next to one.
  ///   - solve: solves for given weights and returns the new residuals, nil when it cannot.
  public init(
    loss: RobustLoss, residuals: [Double], floor: Double, counts: [Bool] = [],
    initial: [Double] = [], known: [[Double]] = [], solve: ([Double]) -> [Double]?
  ) {
    guard loss != .linear, !residuals.isEmpty else { return }
    var residuals = residuals
    // Whatever the exit, the last solution is what is told.
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
        // The scale settles first; moving it for ever can make the weights oscillate.
        if round < 25 {
          let speaking =
            counts.isEmpty
            ? residuals : residuals.indices.filter { counts[$0] }.map { residuals[$0] }
          scale = max(floor, RobustLoss.scale(speaking), .leastNormalMagnitude)
        }
        var next = residuals.map { stage.weight($0 / scale) }
        // Huber's loss is convex: a suspect has to stay out until Tukey's can hold it out.
        if stage != loss, !initial.isEmpty {
          for index in next.indices { next[index] *= initial[index] }
        }
        var change = 0.0
        for index in next.indices { change = max(change, (next[index] - weights[index]).magnitude) }
        weights = next
        guard let solved = solve(weights) else { return }
        iterations += 1
        residuals = solved
        // Huber's stage only leads to the next.
        if change < (stage == loss ? 1e-9 : 1e-4) {
          converged = true
          break
        }
        // What settled there attracts: its weights are those of its residuals.
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

  /// Residuals that differ by less, in scales, are on the way to the same minimum.
  private static let sameness = 1e-3

  private static func isNear(_ left: [Double], _ right: [Double], _ limit: Double) -> Bool {
    for index in left.indices where !((left[index] - right[index]).magnitude < limit) {
      return false
    }
    return true
  }

  /// Whether it ended next to one of the known residuals.
  public private(set) var isKnown = false
  /// The residuals of the last solution.
  public private(set) var residuals: [Double] = []

  /// Sum of rho(r / scale): which of several starts found the better fit, at a common scale.
  public func objective(_ loss: RobustLoss, scale: Double) -> Double {
    residuals.reduce(0) { $0 + loss.value($1 / scale) }
  }
}
