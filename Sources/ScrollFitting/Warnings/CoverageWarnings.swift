/// Warnings about intervals with less than their stated coverage: W410.
///
/// `Docs/Development/Honesty.md` has the measured coverage and the command that measures it.
enum CoverageWarnings {
  static func warnings(_ fit: Fit) -> [Warning] {
    // The size of the errors of the times is estimated from the few samples that move fast. A quantity that depends
    // mainly on the first of them has an error that no other sample shows.
    let timed = Laws.description(fit.law)?.timed ?? []
    let keys = isSafe(fit) ? [] : timed.filter { fit[$0]?.interval != nil }
    guard !keys.isEmpty else { return [] }
    // The output format decides whether derived quantities are computed, so they must not change the warning.
    let own = keys.filter { key in fit.parameters.contains { $0.key == key } }
    let names =
      (own.isEmpty ? keys : own).joined(separator: ", ") + " and of what follows from them"
    if case .weighted = fit.stamps {
      let cause = fit.lateSamples == nil ? "times are in error" : "samples show earlier frames"
      return [Warning](
        .coverageUnsure,
        "where \(cause), 95 % intervals of \(names) contain the true value in less than 95 % of cases",
        remedy:
          "record the time of the frame; 'Docs/Development/Honesty.md' says how often they do")
    }
    guard let hidden = fit.hiddenTimeError else {
      return unexplained(fit, names: names) + creeping(fit)
    }
    return [
      Warning(
        .coverageUnsure,
        "stamps are \(Printed.significant(hidden * 1000, digits: 2)) ms (sd) off even steps, and the residuals cannot rule out that times are in error: if they are, 95 % intervals of \(names) contain the true value in less than 95 % of cases",
        remedy:
          "record the time of the frame, or use --stamps recorded if samples were really taken at the stamps"
      )
    ]
  }

  /// Whether rounding explains every sample at exact times, and the law is not a spring: then no warning is needed.
  private static func isSafe(_ fit: Fit) -> Bool {
    guard fit.hiddenTimeError == nil, fit.feasibility?.isEmpty == false else { return false }
    if case .weighted = fit.stamps { return false }
    return fit.law != SpringLaw.description.key
  }

  /// The warning for residuals that rounding does not fully explain but that are too small to show another cause.
  /// Errors of the times are the most probable one, and only a few fast samples show them.
  private static func unexplained(_ fit: Fit, names: String) -> [Warning] {
    switch fit.stamps {
    case .recorded, .snapped: break
    case .weighted, .assumed, .unused: return []
    }
    guard let feasibility = fit.feasibility, feasibility.isEmpty,
      let floor = fit.residual.floor, fit.residual.rms < 1.5 * floor,
      fit.residual.runsProbability.map({ $0 >= FitWarnings.resemblance }) ?? true
    else { return [] }
    return [Warning](
      .coverageUnsure,
      "rounding does not explain every sample, and the residuals cannot rule out that times are in error: if they are, 95 % intervals of \(names) contain the true value in less than 95 % of cases",
      remedy:
        "record the time of the frame; 'Docs/Development/Honesty.md' says how often they do")
  }

  /// The warning for an overdamped spring whose rest offset is fitted too. Near rest dozens of samples share one
  /// rounding error, and few samples show the slow decay.
  private static func creeping(_ fit: Fit) -> [Warning] {
    guard fit.law == "spring", fit["rest_offset"]?.standardError != nil,
      let zeta = fit["zeta"]?.value, zeta > creepingDamping
    else { return [] }
    return [
      Warning(
        .coverageUnsure,
        "a spring damped this much creeps to its rest, which was fitted too: 95 % intervals of delta, kappa, zeta, omega, rest_offset contain the true value in slightly less than 95 % of cases",
        remedy:
          "give the place of rest with --edge; 'Docs/Development/Honesty.md' says how often they do"
      )
    ]
  }

  /// The damping ratio above which this happens: up to 1.1 the intervals have their stated coverage.
  private static let creepingDamping = 1.25
}
