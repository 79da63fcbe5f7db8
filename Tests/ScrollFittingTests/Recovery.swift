import ScrollFitting

/// How well fits of simulated recordings recover the truth, quantity by quantity.
struct Recovery {
  struct Tally {
    var count = 0
    var covered = 0
    /// Sum of (estimate - truth) / standard error.
    var scores = 0.0
    var squares = 0.0
    var worst = 0.0

    /// Share of 95 % intervals that hold the truth.
    var coverage: Double { Double(covered) / Double(count) }
    /// Mean error in standard errors.
    var bias: Double { scores / Double(count) }
    /// Root mean square error in standard errors.
    var spread: Double { (squares / Double(count)).squareRoot() }
  }

  private(set) var tallies: [String: Tally] = [:]
  private(set) var missing: [String: Int] = [:]
  var unfitted = 0
  private(set) var warnings: [Warning.Code: Int] = [:]

  subscript(key: String) -> Tally { tallies[key] ?? Tally() }

  /// Compares the estimates of a fit with what they should be.
  mutating func add(_ fit: Fit, truths: [String: Double]) {
    for (key, truth) in truths {
      guard let estimate = fit[key], let value = estimate.value,
        let error = estimate.standardError, let interval = estimate.interval
      else {
        missing[key, default: 0] += 1
        continue
      }
      let score = (value - truth) / error
      tallies[key, default: Tally()].count += 1
      if interval.contains(truth) { tallies[key]!.covered += 1 }
      tallies[key]!.scores += score
      tallies[key]!.squares += score * score
      tallies[key]!.worst = max(tallies[key]!.worst, score.magnitude)
    }
    for warning in fit.warnings { warnings[warning.code, default: 0] += 1 }
  }

  /// One line for the log.
  var summary: String {
    let lines = tallies.sorted { $0.key < $1.key }.map { key, tally in
      "\(key) \((tally.coverage * 1000).rounded() / 10) % bias \((tally.bias * 1000).rounded() / 1000)"
        + " rms \((tally.spread * 100).rounded() / 100) worst \((tally.worst * 10).rounded() / 10)"
    }
    let codes = warnings.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      "\($0.key.rawValue): \($0.value)"
    }
    return lines.joined(separator: "; ") + "; unfitted \(unfitted), missing \(missing), \(codes)"
  }
}
