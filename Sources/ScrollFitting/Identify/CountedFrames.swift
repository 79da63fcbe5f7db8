internal import CurveFitting

/// Frame numbers of samples that a timer or callback took once per frame, even if it was called late.
enum CountedFrames {
  /// Times in s on an even grid, one frame or several apart; nil if fewer than 90 % of the stamps lie near such a grid.
  ///
  /// Each stamp is assigned to the nearest frame, with the median step as the frame length. If two stamps share a
  /// frame, the first one is late and moves to the frame before. The grid is the least-squares line of stamps against
  /// frame numbers.
  static func times(of stamps: [Double]) -> [Double]? {
    guard stamps.count >= 8 else { return nil }
    let steps = zip(stamps.dropFirst(), stamps).map { $0 - $1 }
    let usual = steps.sorted()[steps.count / 2]
    guard usual > 0, let first = stamps.first, (stamps[stamps.count - 1] - first) / usual < 1e6
    else { return nil }
    guard let rough = line(stamps, counts(stamps, step: usual, start: first)) else { return nil }
    let frames = counts(stamps, step: rough.slope, start: rough.intercept)
    guard let fine = line(stamps, frames) else { return nil }
    let times = frames.map { fine.intercept + Double($0) * fine.slope }
    let near = zip(times, stamps).count { ($0 - $1).magnitude < 0.25 * fine.slope }
    return 10 * near >= 9 * stamps.count ? times : nil
  }

  private static func counts(_ stamps: [Double], step: Double, start: Double) -> [Int] {
    var counts = stamps.map { Int((($0 - start) / step).rounded()) }
    for index in counts.indices.reversed().dropFirst() where counts[index] >= counts[index + 1] {
      counts[index] = counts[index + 1] - 1
    }
    return counts
  }

  /// The line of stamps against frame numbers; nil if it does not rise.
  private static func line(_ stamps: [Double], _ counts: [Int]) -> StraightLine? {
    StraightLine(Observations(abscissae: counts.map(Double.init), values: stamps))
      .flatMap { $0.slope > 0 ? $0 : nil }
  }
}
