internal import ScrollRecordings

/// Separates gestures, and in each gesture the finger's part from the momentum.
///
/// - A gesture ends with a pause without events of 0.12 s, or of six frames if that is longer, or with 0.3 s of
///   events with a delta of 0. Single late steps after a momentum belong to it.
/// - Momentum has one direction and slows down smoothly: see ``MomentumFinder``.
/// - A mouse wheel has the same step at every notch.
struct WheelGestures {
  /// The source of the events in a range.
  enum Source: Sendable, Hashable {
    /// No source: events with a delta of 0.
    case nothing
    case finger
    /// The system, after the finger has lifted.
    case momentum
    case notches
    /// A phase that the recording names and a wheel does not have, such as a bounce.
    case other(Phase.Kind)
  }

  /// A range of events from one source.
  struct Part: Sendable, Hashable {
    var source: Source
    var events: Range<Int>
    /// Whether a pause precedes it.
    var isFirst: Bool
    /// Whether its name comes from the recording.
    var isNamed = false
  }

  /// Minimum duration of a pause that ends a gesture, in s.
  private static let shortestPause = 0.12
  /// Events with a delta of 0 for longer than this, in s, are a rest.
  private static let longestNothing = 0.3
  /// Maximum time from a momentum to a single last step that belongs to it, in s.
  private static let longestStep = 0.5

  let events: WheelEvents
  private let pause: Double
  private let finder: MomentumFinder
  private(set) var parts: [Part] = []

  init(_ events: WheelEvents, names: [PhaseSpan]?) {
    self.events = events
    pause = max(Self.shortestPause, 6 * events.frame)
    finder = MomentumFinder(events: events)
    let gestures = gestures()
    let isMouse = !gestures.isEmpty && isNotched(gestures.flatMap { Array($0.events) })
    for gesture in gestures {
      guard gesture.source != .nothing else {
        append(gesture)
        continue
      }
      let split =
        isMouse || isNotched(Array(gesture.events))
        ? [Part(source: .notches, events: gesture.events, isFirst: true)] : split(gesture.events)
      for part in split { append(part, isAlone: split.count == 1) }
    }
    if let names { rename(names) }
  }

  /// Appends a part; late last steps are added to the momentum before them.
  ///
  /// - Parameter isAlone: whether the part is a whole gesture.
  private mutating func append(_ part: Part, isAlone: Bool = true) {
    if let last = parts.last, last.source == .momentum, part.source == .finger,
      events.times[part.events.lowerBound] - events.times[last.events.upperBound - 1]
        <= Self.longestStep,
      isAlone || !part.isFirst, part.events.count <= 3 || !part.isFirst,
      part.events.allSatisfy({
        events.way($0) <= 1.5 * events.quantum && events.agree($0, last.events.lowerBound)
      })
    {
      parts[parts.count - 1].events = last.events.lowerBound..<part.events.upperBound
    } else {
      parts.append(part)
    }
  }

  // MARK: - Gestures

  /// The gestures, all with the source `finger`, and the events with a delta of 0 between them.
  private func gestures() -> [Part] {
    var result: [Part] = []
    var start = 0
    while start < events.count {
      var end = start + 1
      while end < events.count, events.step(end) <= pause { end += 1 }
      result += withoutNothing(start..<end)
      start = end
    }
    return result
  }

  /// Splits a range without pauses where events have a delta of 0 for a long time.
  private func withoutNothing(_ run: Range<Int>) -> [Part] {
    var result: [Part] = []
    var start = run.lowerBound
    var index = start
    while index < run.upperBound {
      guard events.isEmpty(index) else {
        index += 1
        continue
      }
      var end = index
      while end < run.upperBound, events.isEmpty(end) { end += 1 }
      let before = index > run.lowerBound ? events.times[index - 1] : events.times[index]
      if events.times[end - 1] - before > Self.longestNothing || index..<end == run {
        // A delta of 0 immediately after the movement is its last event.
        let cut = index > start ? index + 1 : index
        if cut > start { result.append(Part(source: .finger, events: start..<cut, isFirst: true)) }
        if end > cut { result.append(Part(source: .nothing, events: cut..<end, isFirst: false)) }
        start = end
      }
      index = end
    }
    if start < run.upperBound {
      result.append(Part(source: .finger, events: start..<run.upperBound, isFirst: true))
    }
    return result
  }

  /// Minimum size of a notch, in pt; smaller equal steps come from a slow finger.
  private static let shortestNotch = 4.0

  /// Whether every event is a small whole multiple of one step, as with a notched wheel.
  private func isNotched(_ all: [Int]) -> Bool {
    let ways = all.map { events.way($0) }.filter { $0 > 0 }
    guard ways.count >= 3, let notch = ways.min(), notch >= Self.shortestNotch,
      notch >= 4 * events.quantum || Set(ways).count == 1
    else { return false }
    return ways.allSatisfy { way in
      let count = (way / notch).rounded()
      return count <= 8 && (way - count * notch).magnitude <= 1e-6 * way
    }
  }

  // MARK: - Finger and momentum

  private func split(_ gesture: Range<Int>) -> [Part] {
    var result: [Part] = []
    var next = gesture.lowerBound
    func append(_ source: Source, until end: Int) {
      guard end > next else { return }
      result.append(Part(source: source, events: next..<end, isFirst: result.isEmpty))
      next = end
    }
    for run in finder.momenta(in: gesture) {
      append(.finger, until: run.lowerBound)
      append(.momentum, until: run.upperBound)
    }
    append(.finger, until: gesture.upperBound)
    return result
  }

  // MARK: - Names

  /// Replaces detected sources by those that the recording names; pauses stay.
  private mutating func rename(_ names: [PhaseSpan]) {
    guard names.contains(where: { PhaseLabel($0.label) != nil }) else { return }
    var labels = [PhaseLabel?](repeating: nil, count: events.count)
    var span = 0
    for index in 0..<events.count {
      // Of rows with equal time stamps, the name of the last one counts.
      let row = events.rows[index].upperBound - 1
      while span < names.count, names[span].range.upperBound <= row { span += 1 }
      if span < names.count, names[span].range.contains(row) {
        labels[index] = PhaseLabel(names[span].label)
      }
    }
    var result: [Part] = []
    for part in parts {
      for index in part.events {
        let source: Source? =
          switch labels[index] {
          case .drag: part.source == .notches ? .notches : .finger
          case .deceleration: .momentum
          case .bounce: .other(.bounce)
          case .rest: .nothing
          case nil: nil
          }
        let isFirst = index == part.events.lowerBound && part.isFirst
        if !isFirst, let last = result.last, last.source == source ?? part.source,
          last.isNamed == (source != nil)
        {
          result[result.count - 1].events = last.events.lowerBound..<index + 1
        } else {
          result.append(
            Part(
              source: source ?? part.source, events: index..<index + 1, isFirst: isFirst,
              isNamed: source != nil))
        }
      }
    }
    parts = result
  }
}
