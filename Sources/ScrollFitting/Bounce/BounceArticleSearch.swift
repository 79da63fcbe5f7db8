internal import RealModule

/// The search as published in 2021, including its faults: single precision, frames of 0.0167 s, start at (0, 0, 0),
/// constant steps (1, 0.01, 0.001), and an end when the best of the six moves is worse than the point before.
///
/// It reproduces published constants. It ends short of the least-squares minimum.
struct BounceArticleSearch {
  private(set) var amplitude: Float = 0
  private(set) var decayRate: Float = 0
  private(set) var phase: Float = 0
  private(set) var sum: Float = 1_000_000_000
  private(set) var moves = 0
  private(set) var evaluations = 0
  private(set) var finished = false
  /// Whether it returned to an earlier point: with equal sums the published loop never ends.
  private(set) var returned = false
  private(set) var path: [SearchMove] = []

  static let interval = 0.0167
  /// The maximum number of moves.
  static let budget = 1_000_000

  init(overscroll: [Double], recordsPath: Bool) {
    let observed = overscroll.map { Float($0) }
    if recordsPath {
      path.append(
        SearchMove(evaluation: 0, point: [0, 0, 0], sum: Double(sum), moved: "start", step: 0))
    }
    // An earlier point, updated at each power of two to detect a cycle (Brent 1980).
    var mark = (amplitude, decayRate, phase)
    while moves < Self.budget {
      let candidates: [(c: Float, delta: Float, phi: Float)] = [
        (amplitude + 1, decayRate, phase), (amplitude - 1, decayRate, phase),
        (amplitude, decayRate + 0.01, phase), (amplitude, decayRate - 0.01, phase),
        (amplitude, decayRate, phase + 0.001), (amplitude, decayRate, phase - 0.001),
      ]
      var best = 0
      var bestSum = Float.infinity
      for (index, candidate) in candidates.enumerated() {
        let value = Self.sumOfSquares(observed, candidate)
        if value < bestSum {
          best = index
          bestSum = value
        }
      }
      evaluations += candidates.count
      if bestSum > sum || !bestSum.isFinite {
        finished = bestSum.isFinite
        return
      }
      let before = (amplitude, decayRate, phase)
      (amplitude, decayRate, phase) = candidates[best]
      sum = bestSum
      moves += 1
      if recordsPath {
        path.append(
          SearchMove(
            evaluation: evaluations, point: [Double(amplitude), Double(decayRate), Double(phase)],
            sum: Double(sum), moved: ["C", "delta", "phi"][best / 2],
            step: [
              Double(amplitude - before.0), Double(decayRate - before.1), Double(phase - before.2),
            ][best / 2]))
      }
      // The initial sum belongs to no point.
      if moves > 1, (amplitude, decayRate, phase) == mark {
        returned = true
        return
      }
      if moves.nonzeroBitCount == 1 { mark = (amplitude, decayRate, phase) }
    }
  }

  private static func sumOfSquares(
    _ observed: [Float], _ point: (c: Float, delta: Float, phi: Float)
  ) -> Float {
    let interval = Float(Self.interval)
    var sum: Float = 0
    for index in observed.indices {
      let tau = point.phi + Float(index) * interval
      let miss = point.c * tau * Float.exp(-point.delta * tau) - observed[index]
      sum += miss * miss
    }
    return sum
  }
}
