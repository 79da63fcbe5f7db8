/// A motion of an engine that reads its law at whole milliseconds of its own clock, as Qt and Slint do, of which each sample
/// shows the last: two timers beat, and values lie up to a frame behind their stamps.
///
/// A law laid through the samples says when the content was at each value. Where the law is right, the times between two
/// values are whole milliseconds, those of another law are not. With these times the law leaves no more than rounding.
struct EngineClock {
  let window: MotionWindow

  /// Fewer samples leave too little beside the milliseconds that are counted by them.
  private static let least = 15
  private static let millisecond = 1e-3
  /// The share of the steps that must be whole milliseconds, and how far off one may be.
  private static let leastWhole = 0.85
  private static let slack = [0.35, 0.35, 0.3, 0.2, 0.2]
  /// The error of an engine's clock, in s: what its arithmetic makes of a millisecond.
  private static let error = 3e-6
  /// More samples are thinned.
  private static let most = 150

  /// The laws of the samples at the engine's times; nil where none follows them there.
  ///
  /// The first samples may be a finger's: they are left out until a law follows the others.
  var found: MotionSearch.Found? {
    let whole = window.thinned(to: Self.most).with(jitter: 0)
    for share in [0, 0.06, 0.12, 0.25] {
      var part = whole
      for _ in 0..<Int(share * Double(whole.count)) { part = part.withoutFirst }
      if let found = Self.found(part) { return found }
    }
    return nil
  }

  /// The simplest law that follows the samples of a part at its times decides these.
  private static func found(_ part: MotionWindow) -> MotionSearch.Found? {
    guard part.count >= least else { return nil }
    var trial = part
    trial.isTrial = true
    let laws = part.candidates.filter { $0.canBeSure && !$0.needsEveryFrame && !$0.hasFreeForm }
    let fits = laws.compactMap { $0.fit(trial) }
    guard let nearest = fits.map(\.rms).min(), !fits.contains(where: \.follows) else { return nil }
    let behind = fits.filter { $0.rms <= 3 * nearest && part.isBehind($0) }
    for fit in behind.sorted(by: { $0.parameterCount < $1.parameterCount }) {
      guard let timed = EngineClock(window: trial).timed(by: fit) else { continue }
      var whole = timed
      whole.isTrial = false
      guard var found = MotionSearch.compared(whole), found.laws.hasFollower else { continue }
      // The milliseconds were counted by the law that they then do not speak against.
      found.laws.doubt()
      return found
    }
    return nil
  }

  /// The samples at the times at which a law has their values, in whole milliseconds; nil where these are none, or the law
  /// does not follow the samples there. Where the first curve is too far off to tell milliseconds, frames are counted first.
  private func timed(by first: CandidateFit) -> MotionWindow? {
    for frames in [0, 2] {
      var (fit, used): (CandidateFit, MotionWindow?) = (first, window)
      for (round, slack) in ([0.4, 0.4].prefix(frames) + Self.slack).enumerated() {
        let unit = round < frames ? nil : Self.millisecond
        used = used.flatMap { counted(fit, $0, unit: unit, slack: slack) }
        guard let next = used, let again = fit.law.fit(next) else { break }
        if again.follows, unit != nil { return next }
        fit = again
      }
      if let loose = used?.with(jitter: Self.error), fit.law.fit(loose)?.follows == true {
        return loose
      }
    }
    return nil
  }

  /// The samples at the times that a law laid through some of them says.
  ///
  /// - Parameter unit: of the engine's clock, in s; nil for the usual time between two values.
  private func counted(
    _ fit: CandidateFit, _ used: MotionWindow, unit: Double?, slack: Double
  ) -> MotionWindow? {
    let curve = zip(used.values, fit.residuals).map { $0 - $1 }
    let values = window.values
    // Of equal values the first is new. A slow one does not tell its millisecond, and the last is that of the rest.
    var kept: [Int] = []
    var times: [Double] = []
    for index in values.indices
    where (index == 0 || values[index] != values[index - 1])
      && values[index] != values[values.count - 1]
    {
      let place = Self.time(of: values[index], near: window.times[index], curve, used.times)
      guard (window.quantum ?? 0) < 0.2 * (unit ?? window.frame) * place.slope else { continue }
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
    return told.count < Self.least
      ? nil : window.keeping(told).at(counted, clock: Self.millisecond)
  }

  /// When a curve through points has a value, near a time in s, and its slope there in pt/s.
  private static func time(
    of value: Double, near time: Double, _ curve: [Double], _ times: [Double]
  ) -> (time: Double, slope: Double) {
    var (low, high) = (0, times.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle } else { high = middle }
    }
    var best = (miss: Double.infinity, time: time, slope: 0.0)
    for segment in max(1, high - 3)...max(1, min(times.count - 1, high + 3)) {
      let span = times[segment] - times[segment - 1]
      let slope = span > 0 ? (curve[segment] - curve[segment - 1]) / span : 0
      guard slope != 0 else { continue }
      let found = times[segment - 1] + (value - curve[segment - 1]) / slope
      // Beyond both of its ends another segment is nearer.
      let miss = max(times[segment - 1] - found, found - times[segment], 0)
      if miss < best.miss { best = (miss, found, slope.magnitude) }
    }
    return (best.time, best.slope)
  }
}

extension MotionWindow {
  /// Whether a law comes so near to nearly all samples that a frame or two could be between.
  fileprivate func isBehind(_ fit: CandidateFit) -> Bool {
    let frames = 2 * max(frame, 1 / 60.0)
    let near = zip(fit.residuals, speeds).count {
      $0.magnitude <= frames * $1 + 2 * (quantum ?? 0)
    }
    return 10 * near >= 9 * count
  }
}
