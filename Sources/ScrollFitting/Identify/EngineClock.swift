internal import CurveFitting

/// A motion whose engine evaluates its law at whole milliseconds of its own clock, as Qt and Slint do.
///
/// Each sample shows the engine's latest value. The engine's timer and the recorder's timer are not synchronous, so a
/// value can be up to one frame older than its stamp. Inverting a fitted law gives the time of each value. If the law
/// is right, the differences between these times are whole milliseconds; for another law they are not. At these times
/// the right law fits with residuals no larger than rounding.
struct EngineClock {
  let window: MotionWindow

  /// Minimum number of samples. With fewer, the counted milliseconds leave too few degrees of freedom.
  private static let least = 15
  private static let millisecond = 1e-3
  /// The minimum share of whole-millisecond differences, and the allowed deviation from a whole number in each round.
  private static let leastWhole = 0.85
  private static let slack = [0.35, 0.35, 0.3, 0.2, 0.2]
  /// The error of an engine's clock in s: the arithmetic error of one millisecond.
  private static let error = 3e-6
  /// The least speed at which a curve of two wrong samples still tells a millisecond, as a share of the highest.
  private static let slowest = 0.02
  /// Windows with more samples are thinned to this number.
  private static let most = 150

  /// The laws compared at the engine's times; nil if no law fits there.
  ///
  /// The first samples may still be moved by a finger: they are dropped in steps until a law fits the remaining ones.
  var found: MotionSearch.Found? {
    let whole = window.thinned(to: Self.most).with(jitter: 0)
    for share in [0, 0.06, 0.12, 0.25] {
      let dropped = Int(share * Double(whole.count))
      if let found = Self.found(whole.withoutFirst(dropped)) { return found }
    }
    return nil
  }

  /// Tries the laws that are close to the samples of a part, fewest parameters first; the first one that fits sets the
  /// times.
  private static func found(_ part: MotionWindow) -> MotionSearch.Found? {
    guard part.count >= least else { return nil }
    var trial = part.asTrial
    trial.isFullySearched = true
    let laws = part.candidates.filter { $0.canBeSure && !$0.needsEveryFrame && !$0.hasFreeForm }
    let fits = laws.fits(to: trial)
    guard let nearest = fits.map(\.rms).min(), !fits.contains(where: \.follows) else { return nil }
    let behind = fits.filter { $0.rms <= 3 * nearest && part.isBehind($0) }
    for fit in behind.sorted(by: { $0.parameterCount < $1.parameterCount }) {
      guard let timed = EngineClock(window: trial).timed(by: fit) else { continue }
      var whole = timed
      (whole.isTrial, whole.isFullySearched) = (false, false)
      guard var found = MotionSearch.compared(whole), found.laws.hasFollower else { continue }
      // The law itself determined the milliseconds, so its fit there is not independent evidence.
      found.laws.doubt(.ownSamples)
      return found
    }
    return nil
  }

  /// The samples at the times at which a law takes their values, in whole milliseconds; nil if the differences are not
  /// whole milliseconds, or the law does not fit at these times. If the first curve is too far off to count
  /// milliseconds, frames are counted first.
  private func timed(by first: CandidateFit) -> MotionWindow? {
    for frames in [0, 2] {
      var (fit, used): (CandidateFit, MotionWindow?) = (first, window)
      for (round, slack) in ([0.4, 0.4].prefix(frames) + Self.slack).enumerated() {
        let unit = round < frames ? nil : Self.millisecond
        used = used.flatMap { counted(fit, $0, unit: unit, slack: slack) }
        guard let next = used, let again = fit.law.fit(next) else { break }
        if again.follows, unit != nil { return withSlow(next, by: again) }
        fit = again
      }
      if let loose = used?.with(jitter: Self.error), let again = fit.law.fit(loose), again.follows {
        return withSlow(loose, by: again)
      }
    }
    return nil
  }

  /// The samples that a law fits, with slow ones if it fits these too: with the right curve, they tell their milliseconds.
  private func withSlow(_ timed: MotionWindow, by fit: CandidateFit) -> MotionWindow {
    [0, 0.1, 0.3].lazy.compactMap { share in
      let more = counted(
        fit, timed, unit: Self.millisecond, slack: Self.slack[Self.slack.count - 1],
        slowest: share * Self.slowest
      )?.with(jitter: timed.jitter)
      return more.flatMap { fit.law.fit($0)?.follows == true ? $0 : nil }
    }.first ?? timed
  }

  /// The samples at the times at which a law fitted to some of them takes their values.
  ///
  /// - Parameters:
  ///   - unit: unit of the engine's clock, in s; nil for the usual time between two values.
  ///   - share: the least speed of a sample, as a share of the highest.
  private func counted(
    _ fit: CandidateFit, _ used: MotionWindow, unit: Double?, slack: Double,
    slowest share: Double = slowest
  ) -> MotionWindow? {
    let curve = zip(used.values, fit.residuals).map { $0 - $1 }
    let values = window.values
    // Of equal values only the first is new. A slow value does not determine its millisecond. The last value is the
    // rest value.
    var kept: [Int] = []
    var times: [Double] = []
    let slowest = share * (window.speeds.max() ?? 0)
    for index in values.indices
    where (index == 0 || values[index] != values[index - 1])
      && values[index] != values[values.count - 1]
    {
      let place = Self.time(of: values[index], near: window.times[index], curve, used.times)
      guard place.slope > slowest,
        (window.quantum ?? 0) < 0.2 * (unit ?? window.frame) * place.slope
      else { continue }
      kept.append(index)
      times.append(place.time)
    }
    guard kept.count >= Self.least else { return nil }
    let spans = zip(times.dropFirst(), times).map { $0 - $1 }
    let unit = unit ?? spans.sorted()[spans.count / 2]
    guard unit >= Self.millisecond else { return nil }
    let steps = spans.map { $0 / unit }
    let isWhole = steps.count { ($0 - $0.rounded()).magnitude <= slack }
    guard Double(isWhole) >= Self.leastWhole * Double(steps.count) else { return nil }
    var counted = [times[0]]
    var told = [kept[0]]
    var count = 0.0
    for (index, step) in zip(kept.dropFirst(), steps) {
      count += step.rounded()
      let time = times[0] + count * unit
      guard time > counted[counted.count - 1] else { continue }
      told.append(index)
      counted.append(time)
    }
    guard told.count >= Self.least, isTold(told, counted) else { return nil }
    return window.keeping(told).at(counted, clock: Self.millisecond)
  }

  /// Whether the stamps of samples agree with their counted times and leave no choice: a sample is up to one frame older than
  /// its stamp, so that the difference does not grow by more. Where each step is the same number of milliseconds a frame,
  /// the motion could be longer or shorter, with other steps.
  private func isTold(_ told: [Int], _ counted: [Double]) -> Bool {
    let stamps = told.map { window.times[$0] }
    let steps = zip(counted.dropFirst(), counted).map { $0 - $1 }
    let usual = steps.sorted()[steps.count / 2]
    let frame = window.frame
    guard
      let line = StraightLine(Observations(abscissae: stamps, values: counted)),
      (line.slope - 1).magnitude * (stamps[stamps.count - 1] - stamps[0]) <= max(frame, usual)
    else { return false }
    // Single stamps may be late, so that all steps together are as many as the frames.
    let ticks = steps.map { $0 / usual }
    let isOfFrames =
      ticks.allSatisfy { ($0 - $0.rounded()).magnitude < 0.03 }
      && (ticks.reduce(0, +) - (stamps[stamps.count - 1] - stamps[0]) / frame).magnitude < 0.6
    return !isOfFrames || (usual / frame - 1).magnitude < 2e-3
  }

  /// The time at which a curve takes a value, searched near a time in s, and its slope there in pt/s. Between three of its
  /// points the curve is a parabola.
  private static func time(
    of value: Double, near time: Double, _ curve: [Double], _ times: [Double]
  ) -> (time: Double, slope: Double) {
    var (low, high) = (0, times.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle } else { high = middle }
    }
    var best = (miss: Double.infinity, time: time, slope: 0.0, segment: 1)
    for segment in max(1, high - 3)...max(1, min(times.count - 1, high + 3)) {
      let span = times[segment] - times[segment - 1]
      let slope = span > 0 ? (curve[segment] - curve[segment - 1]) / span : 0
      guard slope != 0 else { continue }
      let found = times[segment - 1] + (value - curve[segment - 1]) / slope
      // Outside both ends another segment is closer.
      let miss = max(times[segment - 1] - found, found - times[segment], 0)
      if miss < best.miss { best = (miss, found, slope, segment) }
    }
    // The chord of a slow part is off by more than its samples move in a millisecond.
    let (start, end) = (best.segment - 1, best.segment)
    let third = end + 1 < times.count ? end + 1 : start - 1
    guard best.slope != 0, third >= 0, times[third] != times[start], times[third] != times[end]
    else { return (best.time, best.slope.magnitude) }
    let bend =
      ((curve[third] - curve[start]) / (times[third] - times[start]) - best.slope)
      / (times[third] - times[end])
    var (found, slope) = (best.time, best.slope)
    for _ in 0..<6 {
      slope = best.slope + bend * (2 * found - times[start] - times[end])
      guard slope * best.slope > 0 else { return (best.time, best.slope.magnitude) }
      let height =
        curve[start] + (found - times[start]) * (best.slope + bend * (found - times[end]))
      found += (value - height) / slope
    }
    return (found, slope.magnitude)
  }
}

extension MotionWindow {
  /// Whether a law is so close to 90 % of the samples that a delay of one or two frames could explain the difference.
  fileprivate func isBehind(_ fit: CandidateFit) -> Bool {
    let frames = 2 * max(frame, 1 / 60.0)
    let near = zip(fit.residuals, speeds).count {
      $0.magnitude <= frames * $1 + 2 * (quantum ?? 0)
    }
    return 10 * near >= 9 * count
  }
}
