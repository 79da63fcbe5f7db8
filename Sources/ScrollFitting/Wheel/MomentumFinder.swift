internal import RealModule

/// Finds the momenta of a gesture from the deltas of its events.
///
/// A momentum keeps its direction, and its deltas decrease smoothly: each is close to the mean of its neighbours, and
/// none grows by more than rounding. The deltas of a finger change by at least a tenth from event to event. Browsers
/// stamp events at delivery, up to two frames late, so intervals are no evidence; a late event may contain the movement
/// of several frames.
struct MomentumFinder {
  let events: WheelEvents
  /// The possible change of an amount by rounding, in pt: a step, or its diagonal if both axes move.
  private let rounding: Double
  /// Whether most events of the recording are whole frames apart.
  private let isEven: Bool

  init(events: WheelEvents) {
    self.events = events
    func sum(_ deltas: [Double]) -> Double { deltas.reduce(0) { $0 + $1.magnitude } }
    let (along, across) = (sum(events.deltas), sum(events.others))
    let isSlanted = min(along, across) >= 0.1 * max(along, across) && across > 0
    rounding = events.quantum * (isSlanted ? 2.0.squareRoot() : 1)
    isEven = Self.evenShare(of: events, in: 0..<events.count) >= 0.5
  }

  /// The share of events that follow the previous one after whole frames, within 1.2 ms; pauses are not counted.
  private static func evenShare(of events: WheelEvents, in range: Range<Int>) -> Double {
    var (even, count) = (0, 0)
    for index in range.dropFirst() where events.step(index) < 0.06 {
      count += 1
      let frames = events.step(index) / events.frame
      if frames > 0.5, (frames - frames.rounded()).magnitude * events.frame < 1.2e-3 { even += 1 }
    }
    return count > 0 ? Double(even) / Double(count) : 0
  }

  /// A range in which no event grows, and the number of frames whose movement each event contains.
  struct Run {
    var events: Range<Int>
    var frames: [Int]
  }

  /// The momenta of a gesture, in order of time.
  func momenta(in gesture: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = gesture.lowerBound
    while start < gesture.upperBound {
      let run = run(from: start, to: gesture.upperBound)
      if let momentum = momentum(in: run) {
        result.append(momentum)
        start = momentum.upperBound
      } else {
        start = run.events.upperBound
      }
    }
    return result
  }

  // MARK: - Runs

  /// Maximum number of events in a run, as a momentum lasts only seconds.
  private static let longestRun = 4096
  /// The allowed excess of an event over the slowest before it: relative, and in steps.
  private static let growth = (part: 0.06, quanta: 1.1)

  private func grows(_ amount: Double, over low: Double) -> Bool {
    amount > (1 + Self.growth.part) * low + Self.growth.quanta * rounding
  }

  /// The longest run starting at an event.
  func run(from start: Int, to end: Int) -> Run {
    var low = events.way(start)
    var frames = [1]
    var index = start + 1
    let end = min(end, start + Self.longestRun)
    while index < end, isAlong(index),
      let count = frameCount(of: index, low: low, start: start, end: end)
    {
      let amount = events.way(index) / Double(count)
      if falls(amount, from: low, at: index) {
        // This is a touch, unless the next event is as fast as those before.
        guard index + 1 < end, events.way(index + 1) >= 0.6 * low - events.quantum,
          !grows(events.way(index + 1), over: low)
        else { break }
      } else {
        low = min(low, amount)
      }
      frames.append(count)
      index += 1
    }
    return Run(events: start..<index, frames: frames)
  }

  /// Whether the speed halves at once, or decreases by 40 % after a frame without an event.
  private func falls(_ amount: Double, from low: Double, at index: Int) -> Bool {
    amount < 0.5 * low - 2 * events.quantum
      || (events.step(index) > 1.5 * events.frame && amount < 0.6 * low - 0.5 * events.quantum)
  }

  /// Whether an event has the direction of the previous one, within a sine of 0.3 and a step.
  private func isAlong(_ index: Int) -> Bool {
    guard events.agree(index - 1, index) else { return false }
    let (before, after) = (events.way(index - 1), events.way(index))
    let cross =
      events.deltas[index - 1] * events.others[index]
      - events.others[index - 1] * events.deltas[index]
    return cross.magnitude <= 0.3 * before * after + events.quantum * (before + after)
  }

  /// The number of frames whose movement an event contains; nil if its speed has increased.
  private func frameCount(of index: Int, low: Double, start: Int, end: Int) -> Int? {
    let amount = events.way(index)
    guard grows(amount, over: low) else { return 1 }
    let elapsed = events.step(index) / events.frame
    if elapsed > 1.8, !grows(amount, over: low * elapsed),
      index + 1 >= end || !grows(events.way(index + 1), over: low), low > 0
    {
      return min(Self.mostFrames, max(1, Int((amount / max(low, events.quantum)).rounded())))
    }
    // At a few steps every delta is a multiple, so the run must be long and must continue as slowly.
    guard low >= 4 * events.quantum, low > 0 else {
      let goesOn = (index + 1...index + 2).allSatisfy {
        $0 >= end || events.way($0) <= low + 0.1 * events.quantum
      }
      let isTwice = amount <= 2 * low + Self.growth.quanta * rounding
      return index - start >= 12 && isTwice && goesOn ? 2 : nil
    }
    return (2...4).first { count in
      let sum = Double(count) * low
      let room = Double(count) * events.quantum
      return amount >= 0.8 * sum - room && amount <= 1.03 * sum + room
        && (index + 1...index + 2).contains { next in
          next < end && !grows(events.way(next), over: low)
            && events.way(next) >= 0.55 * low - 2 * events.quantum
        }
    }
  }

  /// Maximum number of frames in one event.
  private static let mostFrames = 100

  // MARK: - Momenta

  /// Minimum number of events, minimum duration in s.
  private static let shortest = (events: 6, duration: 0.07)
  /// Minimum number of events of a momentum whose first third is slower than this, in quanta.
  private static let slow = (quanta: 10.0, events: 8)
  /// The last third must be slower than this fraction of the first.
  private static let slowing = 0.85
  /// Maximum rate, in 1/s; a finger that stops has a higher rate.
  private static let fastest = 15.0
  /// One event in this many may deviate from the line between its neighbours.
  private static let smoothness = 10

  /// The part of a run that is a momentum; nil if there is none.
  private func momentum(in run: Run) -> Range<Int>? {
    guard run.events.count >= Self.shortest.events else { return nil }
    let amounts = run.events.map {
      events.way($0) / Double(run.frames[$0 - run.events.lowerBound])
    }
    guard var part = smoothPart(of: amounts) else { return nil }
    part = firstOnFrame(in: run, part)..<part.upperBound
    part = part.lowerBound..<touch(in: run, amounts, part)
    let result =
      run.events.lowerBound + part.lowerBound..<run.events.lowerBound + part.upperBound
    let duration =
      part.isEmpty ? 0 : events.times[result.upperBound - 1] - events.times[result.lowerBound]
    guard part.count >= Self.shortest.events, duration >= Self.shortest.duration else { return nil }
    let third = max(2, part.count / 3)
    func mean(_ range: Range<Int>) -> Double {
      amounts[range].reduce(0, +) / Double(range.count)
    }
    let top = mean(part.lowerBound..<part.lowerBound + third)
    let bottom = mean(part.upperBound - third..<part.upperBound)
    guard top > 0, top >= 3 * events.quantum, bottom <= Self.slowing * top,
      part.count >= Self.slow.events || top >= Self.slow.quanta * events.quantum
    else { return nil }
    let between = duration * Double(part.count - third) / Double(part.count - 1)
    // With accurate stamps, a momentum has even intervals.
    if isEven, part.count < 20, Self.evenShare(of: events, in: result) < 0.5 { return nil }
    let rate = Double.log(top / max(bottom, 0.3 * events.quantum, 1e-9 * top)) / between
    return rate <= Self.fastest ? result : nil
  }

  /// The longest part without two successive deviations from the line between neighbours; nil if more than a tenth
  /// deviate.
  private func smoothPart(of amounts: [Double]) -> Range<Int>? {
    let count = amounts.count
    func room(_ index: Int) -> Double { 1.1 * rounding + 0.05 * amounts[index] }
    let rough = amounts.indices.map { index in
      index > 0 && index + 1 < count
        && (amounts[index] - (amounts[index - 1] + amounts[index + 1]) / 2).magnitude
          > room(index)
    }
    var best = 0..<0
    var start = 0
    for index in 0...count
    where index == count || (rough[index] && index + 1 < count && rough[index + 1]) {
      if index - start > best.count { best = start..<index }
      start = index + 1
    }
    while best.count > 1, rough[best.lowerBound] { best = best.lowerBound + 1..<best.upperBound }
    if best.lowerBound == 0, best.count > 2,
      (amounts[0] - 2 * amounts[1] + amounts[2]).magnitude > 2 * room(1)
    {
      best = 1..<best.upperBound
    }
    let misses = best.count { rough[$0] }
    return misses <= max(1, best.count / Self.smoothness) ? best : nil
  }

  /// The first event of a part after which all events are on frames, if its later two thirds are; otherwise the first
  /// event.
  private func firstOnFrame(in run: Run, _ part: Range<Int>) -> Int {
    guard part.count >= 12 else { return part.lowerBound }
    let third = part.lowerBound + part.count / 3
    func step(_ index: Int) -> Double {
      events.step(run.events.lowerBound + index) / Double(run.frames[index])
    }
    let steps = (third..<part.upperBound).map(step).sorted()
    let frame = steps[steps.count / 2]
    guard frame > 0 else { return part.lowerBound }
    /// The distance of an event from whole frames after the previous event, in s.
    func miss(_ index: Int) -> Double {
      let frames = events.step(run.events.lowerBound + index) / frame
      return frames < 0.5 ? frame : (frames - frames.rounded()).magnitude * frame
    }
    let misses = (third..<part.upperBound).map(miss).sorted()
    let tolerance = max(3 * misses[misses.count * 4 / 5], 1.2e-3)
    guard tolerance <= 0.2 * frame else { return part.lowerBound }
    return stride(from: third, to: part.lowerBound, by: -1).first { miss($0) > tolerance }
      ?? part.lowerBound
  }

  /// The index at which a finger takes over from a slow momentum: its events come more often than frames.
  ///
  /// Jitter evens out over several events, so at least five events must be more than two frames early.
  private func touch(in run: Run, _ amounts: [Double], _ part: Range<Int>) -> Int {
    let slow = 3 * events.quantum
    guard let last = part.last(where: { amounts[$0] >= slow }), last - part.lowerBound >= 4 else {
      return part.upperBound
    }
    func time(_ index: Int) -> Double { events.times[run.events.lowerBound + index] }
    var counts = [0]
    for count in run.frames { counts.append(counts[counts.count - 1] + count) }
    func frame(until last: Int) -> Double {
      let frames = (part.lowerBound...last - 4).map {
        (time($0 + 4) - time($0)) / Double(counts[$0 + 5] - counts[$0 + 1])
      }
      return frames.sorted()[frames.count / 2]
    }
    let frame = min(frame(until: last), frame(until: part.upperBound - 1))
    for index in last + 1..<max(last + 1, part.upperBound) {
      var most = 0.0
      var first = index
      for earlier in max(part.lowerBound, index - 16)..<index {
        let early =
          Double(counts[index + 1] - counts[earlier + 1]) * frame - (time(index) - time(earlier))
        if early > most { (most, first) = (early, earlier) }
      }
      if most > 2.2 * frame, index - first >= 5 {
        let isLate = first > 0 && time(first) - time(first - 1) > 1.5 * frame
        return isLate ? first : first + 1
      }
    }
    return part.upperBound
  }
}
