/// Intervals that hold the truth less often than they say: W410.
///
/// `Docs/Honesty.md` has the figures and the command that makes them.
enum DoubtfulIntervals {
  /// Where samples were weighted for errors of their times (W106), the keys by law, in its order.
  ///
  /// The size of those errors is itself estimated, from the few samples that move fast; and what hangs on the first
  /// of these has an error that no other sample shows.
  static let weighted = [
    "bounce": ["C", "delta", "phi"], "decelerate": ["k", "v0", "x0", "limit_offset", "distance"],
    "spring": ["delta", "kappa", "a", "b", "zeta", "omega"], "gravity": ["g", "v0", "y0"],
    "collision": ["e", "g", "floor", "t1", "v1"],
    "resistance": ["r", "v0", "x0", "limit_offset", "distance"],
    "transfer": ["mass_ratio", "rest_velocity", "k_outer", "k_inner"],
  ]

  /// The warning that a fit needs.
  static func warnings(_ fit: Fit) -> [Warning] {
    guard case .weighted = fit.stamps else { return [] }
    let keys = (weighted[fit.law] ?? []).filter { fit[$0]?.interval != nil }
    guard !keys.isEmpty else { return [] }
    return [
      Warning(
        .coverageUnsure,
        "where times are in error, 95 % intervals of \(keys.joined(separator: ", ")) hold the truth less often than they say",
        remedy: "record the time of the frame; 'Docs/Honesty.md' says how often they hold")
    ]
  }
}
