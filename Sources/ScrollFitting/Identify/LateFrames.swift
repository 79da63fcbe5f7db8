internal import RealModule

/// A motion in which some samples show the content as it was one to three frames before. In a browser the compositor
/// scrolls, and a script reads an offset that may be late.
///
/// A law is fitted to all samples, each is put on the frame of the curve that it shows, and the law is fitted to these
/// frames, until the frames stay the same. A sample may show a frame in which nothing was recorded. Which frame is the
/// last on time is not known: all may be one later, which changes no law.
struct LateFrames {
  let window: MotionWindow

  /// All frames, of which those with samples count. Laws are fitted to them with short searches.
  private let trial: MotionWindow
  /// The frame in which each sample was recorded.
  private let own: [Int]

  init(_ window: MotionWindow) {
    self.window = window
    var trial = window.asTrial
    trial.isFullySearched = true
    (self.trial, own) = trial.withMissingFrames
  }

  /// Fewer samples do not determine a law and their frames.
  private static let least = 12
  /// From this count of samples on only `mostLaws` are tried: those with the least residuals of all samples.
  private static let many = 40
  private static let mostLaws = 6
  /// By how many frames a sample may be late. The curve may be that of the late samples; the others are a frame early.
  private static let lags = -1...3
  /// The largest residual of a sample on its frame, in standard deviations.
  private static let limit = 3.5
  /// The largest error of a uniform distribution, in standard deviations.
  private static let half = 3.0.squareRoot()
  /// The largest probability that samples between two frames lie so close to the curve by chance.
  private static let level = 1e-3

  /// A law is not tried if a special case of it has at most this many times its residuals.
  private static let asNear = 1.2
  /// The least share of samples near the first curve of a law, and the largest share of those off its frames after the
  /// second: of the right laws of recorded flings they were 0.92 and 0.65.
  private static let leastNear = 0.8
  private static let mostOff = 0.7

  /// The frames that samples show, and by how many frames each sample is late.
  private struct Alignment {
    var shown: MotionWindow
    var lags: [Int]

    /// The number of samples that show an earlier frame than those on time; nil if next to none is on time, as where
    /// single samples are ahead of the others.
    var lateCount: Int? {
      let least = lags.min() ?? 0
      let late = lags.count { $0 > least }
      return 10 * late <= 9 * lags.count ? late : nil
    }
  }

  /// The laws of the frames that the samples show; nil if no law fits, or if no sample is late. The first samples may be
  /// on no curve: of a finger, or of the rest before a motion that starts at full speed. A free form also follows a
  /// finger, so that a law without one is preferred if it fits the later samples.
  var found: MotionSearch.Found? {
    guard window.count <= MotionSearch.mostFrames, isUneven else { return nil }
    var free: MotionSearch.Found?
    for dropped in Self.before where 4 * dropped <= window.count {
      guard let found = LateFrames(window.withoutFirst(dropped)).withAll else { continue }
      guard window.edge == nil, found.laws.law.hasFreeForm else { return found }
      free = free ?? found
    }
    return free
  }

  /// The counts of leading samples to leave out, in the order in which they are tried.
  private static let before = [0, 1, 3, 6, 10, 15]

  /// Whether some steps differ from the next by much: the step to a late sample is small or zero, the next one large.
  private var isUneven: Bool {
    let values = window.values
    let deviations = window.deviations(jitter: window.jitter)
    return values.indices.dropFirst().dropLast().count { index in
      let (before, after) = (values[index] - values[index - 1], values[index + 1] - values[index])
      return (after - before).magnitude > 0.3 * (after + before).magnitude + 8 * deviations[index]
    } >= Self.leastUneven
  }

  private static let leastUneven = 2

  private var withAll: MotionSearch.Found? {
    guard window.count >= Self.least else { return nil }
    let laws = trial.candidates.filter { $0.canBeSure && !$0.needsEveryFrame }
    let fits = laws.fits(to: trial)
    guard let least = fits.map(\.rms).min() else { return nil }
    // A law of which a special case is as near to the samples finds no other frames.
    let near = fits.filter { fit in
      fit.rms <= 3 * least
        && !fits.contains { $0.law.isSpecialCase(of: fit.law) && $0.rms <= Self.asNear * fit.rms }
    }.sorted { $0.rms < $1.rms }
    let tried = near.prefix(window.count < Self.many ? near.count : Self.mostLaws)
    // The simplest law is enough to find the frames. All laws are compared on them below.
    let found = tried.sorted { $0.parameterCount < $1.parameterCount }.lazy.compactMap { fit in
      alignment(by: fit).flatMap { found in found.lateCount.map { (found.shown, $0) } }
    }.first
    guard let (shown, late) = found, late > 0 else { return nil }
    var used = shown
    (used.isTrial, used.isFullySearched) = (false, false)
    used.late = late
    guard !used.isStraight, var laws = LawComparison(used), laws.hasFollower else { return nil }
    // The law itself decided which samples are late.
    laws.doubt(.ownSamples)
    return (used, laws)
  }

  /// The frames of all samples by a law; nil if some samples are on none of its frames.
  private func alignment(by first: CandidateFit) -> Alignment? {
    let curve = zip(trial.values, first.residuals).map { $0 - $1 }
    // A fit to all samples lies between the frames. Half a step further it is nearer to those on time.
    let ahead = curve.indices.map { index in
      let next = min(index + 1, curve.count - 1)
      return curve[index] + 0.5 * (curve[next] - curve[index])
    }
    guard isNear(curve) else { return nil }
    return [curve, ahead].lazy.compactMap { alignment(by: first.law, from: $0) }.first
  }

  /// Whether most samples lie between the frames of a curve that they may show: it lies between these itself.
  private func isNear(_ curve: [Double]) -> Bool {
    let deviations = window.deviations(jitter: window.jitter)
    let reach = Self.lags.upperBound + 1
    let near = own.indices.count { index in
      let place = own[index]
      let reached = curve[max(0, place - reach)...min(curve.count - 1, place + reach)]
      let slack = Self.limit * deviations[index]
      return reached.contains { $0 >= window.values[index] - slack }
        && reached.contains { $0 <= window.values[index] + slack }
    }
    return Double(near) >= Self.leastNear * Double(own.count)
  }

  private func alignment(by law: CandidateLaw, from start: [Double]) -> Alignment? {
    let deviations = window.deviations(jitter: window.jitter)
    let mostOff = Int(Self.mostOff * Double(own.count))
    var curve = start
    var frames: [Int] = []
    // First the lags, from samples whose steps are large; then the frames of all, with these lags alone.
    var lags = Set(Self.lags)
    for limit in [Self.limit, Self.half] {
      var seen: Set<[Int]> = []
      for round in 0..<10 {
        let next = own.indices.map {
          frame(of: $0, on: curve, lags, within: limit * deviations[$0])
        }
        guard seen.insert(next).inserted else { break }
        frames = next
        let shown = trial.showing(window.values, in: frames)
        guard let fit = law.fit(shown.all) else { return nil }
        curve = zip(shown.all.values, fit.residuals).map { $0 - $1 }
        guard round == 0 || off(frames, curve, deviations) <= mostOff else { return nil }
      }
      lags = Set(self.lags(of: frames))
    }
    guard off(frames, curve, deviations) <= max(1, window.count / 50),
      chance(frames, curve, deviations) < Self.level,
      let used = followed(trial.showing(window.values, in: frames).only, by: law)
    else { return nil }
    return Alignment(shown: used, lags: self.lags(of: frames))
  }

  /// The number of samples that are on no frame of a curve.
  private func off(_ frames: [Int], _ curve: [Double], _ deviations: [Double]) -> Int {
    frames.indices.count {
      (window.values[$0] - curve[frames[$0]]).magnitude > Self.limit * deviations[$0]
    }
  }

  /// The frames with the timestamp error that a law needs to fit them; nil if it does not fit.
  private func followed(_ shown: MotionWindow, by law: CandidateLaw) -> MotionWindow? {
    guard let fit = law.fit(shown) else { return nil }
    if fit.follows { return shown }
    guard
      let jitter = shown.jitter(explaining: fit.residuals, parameters: fit.parameterCount)
    else { return nil }
    let blurred = shown.with(jitter: jitter)
    return law.fit(blurred)?.follows == true ? blurred : nil
  }

  private func lags(of frames: [Int]) -> [Int] { zip(own, frames).map { $0 - $1 } }

  /// The frame that a sample shows: its own where the curve is near enough, else the nearest, and of two the earlier.
  private func frame(
    of index: Int, on curve: [Double], _ lags: Set<Int>, within limit: Double
  ) -> Int {
    func residual(_ frame: Int) -> Double { (window.values[index] - curve[frame]).magnitude }
    var (nearest, least) = (own[index], residual(own[index]))
    guard least > limit else { return nearest }
    for lag in Self.lags where lags.contains(lag) && curve.indices.contains(own[index] - lag) {
      let other = residual(own[index] - lag)
      if other <= least { (nearest, least) = (own[index] - lag, other) }
    }
    return nearest
  }

  /// The probability that values with a uniform distribution between the frames would lie within the rounding error of
  /// a frame.
  private func chance(_ frames: [Int], _ curve: [Double], _ deviations: [Double]) -> Double {
    let lags = Set(self.lags(of: frames))
    let logarithm = own.indices.dropFirst().reduce(0.0) { sum, index in
      let step = (curve[own[index]] - curve[own[index] - 1]).magnitude
      let near = 2 * Self.half * deviations[index] * Double(lags.count)
      return step > near ? sum + .log(near / step) : sum
    }
    return .exp(logarithm)
  }
}
