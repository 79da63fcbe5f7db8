internal import CurveFitting
internal import RealModule

/// Glides of engines that count their frames.
extension CandidateLaw {
  /// A factor per row of the recording. The curve differs from a decay in time only if frames were lost.
  func perFrame(_ window: MotionWindow) -> CandidateFit? {
    guard window.losesFrames else { return nil }
    guard let found = decay(perRowOf: window) else { return nil }
    let fit = perFrame(window, found, parameters: 3)
    return fit.follows ? fit : byGaps(window, from: found) ?? fit
  }

  /// A decay per row of the recording.
  func decay(perRowOf window: MotionWindow) -> FrameDecay? {
    decay(ofFrames: window.rows, in: window)
  }

  /// A decay by frames: its rate in 1/s, for the usual length of a frame, its values, and where it ends.
  typealias FrameDecay = (rate: Double, curve: [Double], limit: Double)

  private func perFrame(
    _ window: MotionWindow, _ found: FrameDecay, parameters: Int
  ) -> CandidateFit {
    CandidateFit(
      self, parameters: parameters,
      constants: [("factor", Double.exp(-found.rate * window.frame), "1")], curve: found.curve,
      window: window)
  }

  /// A decay in which some gaps are one frame and others several: the engine stood still, or frames were not recorded. The
  /// curve tells how many. Nil if it does not follow.
  private func byGaps(_ window: MotionWindow, from first: FrameDecay) -> CandidateFit? {
    // A late stamp makes no gap.
    guard let times = CountedFrames.times(of: window.times) else { return nil }
    let elapsed = zip(times.dropFirst(), times).map { Int((($0 - $1) / window.frame).rounded()) }
    guard let last = decay(ofFrames: numbers(elapsed), in: window) else { return nil }
    for start in [first, last] {
      var (found, seen): (FrameDecay, Set<[Int]>) = (start, [])
      while seen.count < Self.mostRounds {
        let chosen = elapsed.enumerated().map { gap, most in
          most > 1 ? frames(after: gap, most: most, by: found, window) : most
        }
        guard seen.insert(chosen).inserted,
          let next = decay(ofFrames: numbers(chosen), in: window)
        else { break }
        let several = chosen.count { $0 > 1 }
        let fewer = zip(chosen, elapsed).count { $0 < $1 }
        let fit = perFrame(window, next, parameters: 3 + min(several, fewer))
        // If all frames are those of the time, it is the viscous law.
        if fit.follows, fewer > 0 { return fit }
        found = next
      }
    }
    return nil
  }

  /// How often frames are counted by the curve of the frames before.
  private static let mostRounds = 5

  /// The numbers of frames from the first on.
  private func numbers(_ steps: [Int]) -> [Int] {
    steps.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
  }

  /// The frames that a decay takes from a sample to the next.
  private func frames(
    after row: Int, most: Int, by decay: FrameDecay, _ window: MotionWindow
  ) -> Int {
    let ratio = (decay.limit - window.values[row]) / (decay.limit - window.values[row + 1])
    guard ratio > 1, ratio.isFinite else { return most }
    let count = Double.log(ratio) / (decay.rate * window.frame)
    return Int(min(max(count.rounded(), 1), Double(most)))
  }

  /// A decay fitted against the numbers of frames, each one usual frame long.
  private func decay(ofFrames frames: [Int], in window: MotionWindow) -> FrameDecay? {
    let times = frames.map { Double($0 - frames[0]) * window.frame }
    guard
      let solver = DecelerationSolver(
        Observations(abscissae: times, values: window.values), options: FitOptions())
    else { return nil }
    let found = solver.coordinates
    let curve = times.map(found.value(at:))
    guard found.rate > 0, curve.allSatisfy(\.isFinite) else { return nil }
    return (found.rate, curve, found.position + found.velocity / found.rate)
  }
}
