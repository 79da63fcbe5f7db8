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
    let frames = counts(stamps, step: rough.step, start: rough.start)
    guard let fine = line(stamps, frames) else { return nil }
    let times = frames.map { fine.start + Double($0) * fine.step }
    let near = zip(times, stamps).count { ($0 - $1).magnitude < 0.25 * fine.step }
    return 10 * near >= 9 * stamps.count ? times : nil
  }

  private static func counts(_ stamps: [Double], step: Double, start: Double) -> [Int] {
    var counts = stamps.map { Int((($0 - start) / step).rounded()) }
    for index in counts.indices.reversed().dropFirst() where counts[index] >= counts[index + 1] {
      counts[index] = counts[index + 1] - 1
    }
    return counts
  }

  /// Fits stamps against frame numbers by least squares.
  private static func line(_ stamps: [Double], _ counts: [Int]) -> (start: Double, step: Double)? {
    let n = Double(stamps.count)
    let middle = counts.reduce(0.0) { $0 + Double($1) } / n
    let mean = stamps.reduce(0, +) / n
    var (squares, products) = (0.0, 0.0)
    for (count, stamp) in zip(counts, stamps) {
      squares += (Double(count) - middle) * (Double(count) - middle)
      products += (Double(count) - middle) * (stamp - mean)
    }
    guard squares > 0, products > 0 else { return nil }
    let step = products / squares
    return (mean - middle * step, step)
  }
}
