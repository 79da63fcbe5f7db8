/// The frames at which content was drawn, found from offsets that were read at other times.
///
/// The content changes only where a frame begins. Each change of the offset lies between two readings, so a frame began in
/// between. The period and the start of the frames are those for which this holds for nearly all changes. A pause of the
/// motion longer than 1 s may end a count of frames: clocks drift, and displays sleep.
struct DrawnFrames {
  /// A change of the offset: the last reading before it, the first one after it, in s, and the number of the latter.
  struct Change {
    var before: Double
    var after: Double
    var sample: Int
  }

  /// The time between two frames, in s.
  let period: Double
  /// The first sample of each stretch, and the time at which one of its frames began, in s.
  private var stretches: [(sample: Int, start: Double)] = []

  /// The share of the changes that the frames explain.
  private static let mostChanges = 0.95
  /// The odds against chance. A change lies at the start of a frame by chance as often as the time between its two readings
  /// is a part of a frame; in frames that were drawn so, all changes do but a few.
  private static let (evidence, few) = (1e8, 0.05)
  /// How far from the start of its frame a change may be, in frames.
  private static let tolerance = 0.03
  /// The times between two frames, in s, of 24 to 1000 Hz, and the largest relative error of an estimate.
  private static let (periods, largestReach) = (0.001...0.042, 0.2)
  /// The steps of periods, in frames at the last change.
  private static let step = 0.1
  /// The changes of the first search.
  private static let first = 64
  /// The shortest pause of the motion, in s, after which frames are counted anew.
  private static let longestPause = 1.0

  /// - Parameters:
  ///   - changes: in the order of the times.
  ///   - estimate: the period in s.
  ///   - reach: its largest relative error.
  /// - Returns: nil if no period explains the changes, if there are too few of them to tell, or for frames longer than
  ///   those of 24 Hz, as the notches of a wheel, or shorter than those of 1000 Hz, as of equal stamps.
  package init?(_ changes: [Change], near estimate: Double, within reach: Double) {
    guard Self.periods.contains(estimate), reach < Self.largestReach else { return nil }
    var pieces: [ArraySlice<Change>] = []
    var start = 0
    for index in changes.indices.dropFirst()
    where changes[index].after - changes[index - 1].after > Self.longestPause {
      pieces.append(changes[start..<index])
      start = index
    }
    pieces.append(changes[start...])
    guard let longest = pieces.max(by: { $0.count < $1.count }), longest.count >= 2 else {
      return nil
    }
    var search = StartSearch(tolerance: Self.tolerance)
    period = Self.period(longest, near: estimate, within: reach, &search)
    var (explained, odds) = (0, 1.0)
    for piece in pieces {
      let start = search.start(of: piece, period: period).start
      stretches.append((piece[piece.startIndex].sample, start))
      for change in piece {
        let width = (change.after - change.before) / period
        func isExplained(_ tolerance: Double) -> Bool {
          let since = (change.after - start) / period + tolerance
          return since - since.rounded(.down) <= width + 2 * tolerance
        }
        guard width < 1 - 2 * Self.tolerance else {
          explained += 1
          continue
        }
        if isExplained(Self.tolerance) { explained += 1 }
        // Without the tolerance: even readings have changes at a few places of a frame only, and these may be at its ends. The
        // product of many would overflow.
        odds = min(
          1e200, odds * (isExplained(0) ? (1 - Self.few) / width : Self.few / (1 - width)))
      }
    }
    guard odds >= Self.evidence,
      Double(explained) >= Self.mostChanges * Double(changes.count)
    else { return nil }
  }

  /// The period that explains most changes of a stretch, and of these periods the middle one, or that of a usual display.
  private static func period(
    _ changes: ArraySlice<Change>, near estimate: Double, within reach: Double,
    _ search: inout StartSearch
  ) -> Double {
    var (period, reach) = (estimate, reach)
    var count = min(first, changes.count)
    while true {
      let part = changes.prefix(count)
      let frames = max(1, (part[part.endIndex - 1].after - part[part.startIndex].after) / period)
      let steps = max(1, Int((reach * frames / step).rounded(.up)))
      // The widest range of periods that explain most changes: others do at single periods, by even readings.
      var (most, run, widest) = (0, period...period, period...period)
      var isRun = false
      for index in -steps...steps {
        let one = period * (1 + reach * Double(index) / Double(steps))
        let explained = search.start(of: part, period: one).count
        let isMore = explained > most
        if explained >= most {
          run = isMore || !isRun ? one...one : run.lowerBound...one
          if isMore || run.upperBound - run.lowerBound > widest.upperBound - widest.lowerBound {
            (most, widest) = (explained, run)
          }
        }
        isRun = explained == most
      }
      let (least, largest) = (widest.lowerBound, widest.upperBound)
      period = (least + largest) / 2
      reach = 3 * step / frames
      guard count < changes.count else {
        let usual = RefreshGrid.knownRates.map { 1 / $0 }.filter { $0 >= least && $0 <= largest }
        return usual.min { ($0 - period).magnitude < ($1 - period).magnitude } ?? period
      }
      count = min(2 * count, changes.count)
    }
  }

  /// The last sample of each frame, and when the frame began, in s.
  func samples(of stamps: [Double]) -> (isLast: [Bool], times: [Double]) {
    var isLast = [Bool](repeating: true, count: stamps.count)
    var times: [Double] = []
    var (stretch, number) = (0, -Double.infinity)
    for (sample, stamp) in stamps.enumerated() {
      if stretch + 1 < stretches.count, sample >= stretches[stretch + 1].sample {
        (stretch, number) = (stretch + 1, -.infinity)
      }
      let start = stretches[stretch].start
      let own = ((stamp - start) / period).rounded(.down)
      if own == number {
        isLast[sample - 1] = false
        times.removeLast()
      }
      number = own
      times.append(start + own * period)
    }
    return (isLast, times)
  }
}

/// Searches the time at which frames of a period begin.
private struct StartSearch {
  let tolerance: Double
  /// Where the range of starts that explain a change begins (+1) and ends (-1), as a part of the period.
  private var events: [(place: Double, step: Int)] = []

  package init(tolerance: Double) { self.tolerance = tolerance }

  /// The middle of the starts in s that explain most changes, and how many these are. A change between readings that are a
  /// frame and more apart agrees with any start.
  mutating func start(
    of changes: ArraySlice<DrawnFrames.Change>, period: Double
  ) -> (count: Int, start: Double) {
    events.removeAll(keepingCapacity: true)
    let origin = changes[changes.startIndex].after
    var always = 0
    var open = 0
    for change in changes {
      let width = (change.after - change.before) / period + 2 * tolerance
      guard width < 1 else {
        always += 1
        continue
      }
      let last = (change.after - origin) / period + tolerance
      let end = last - last.rounded(.down)
      let begin = end - width
      events.append((end, -1))
      events.append((begin < 0 ? begin + 1 : begin, 1))
      if begin < 0 { open += 1 }
    }
    events.sort { $0.place < $1.place || ($0.place == $1.place && $0.step > $1.step) }
    // Before the first event are the starts after the last one.
    var (count, place) = (open, 0.0)
    if let first = events.first, let last = events.last {
      place = (first.place + last.place - 1) / 2
    }
    for index in events.indices {
      open += events[index].step
      guard open > count else { continue }
      let end = index + 1 < events.count ? events[index + 1].place : 1 + events[0].place
      (count, place) = (open, (events[index].place + end) / 2)
    }
    return (count + always, origin + place * period)
  }
}
