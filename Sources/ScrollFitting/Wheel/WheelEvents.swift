internal import ScrollRecordings

/// The events of a wheel or trackpad along one axis and across it; rows with equal time stamps are one event.
struct WheelEvents {
  /// The rows of each event in the recording.
  let rows: [Range<Int>]
  /// The time stamps in s, ascending.
  let times: [Double]
  /// The change of offset of each event along the axis, in pt.
  let deltas: [Double]
  /// The same along the other axis; zeros if it was not recorded.
  let others: [Double]
  /// The quantisation step of deltas, in pt; 0 when there is none.
  let quantum: Double
  /// The time between display frames in s: the most common interval between events.
  let frame: Double

  var count: Int { times.count }

  init(_ trace: Trace, deltas channel: Channel, others: Channel?) {
    var rows: [Range<Int>] = []
    var times: [Double] = []
    var sums: [Double] = []
    var otherSums: [Double] = []
    for index in trace.times.indices {
      let other = others?.values[index] ?? 0
      if let last = times.last, trace.times[index] <= last {
        rows[rows.count - 1] = rows[rows.count - 1].lowerBound..<index + 1
        sums[sums.count - 1] += channel.values[index]
        otherSums[otherSums.count - 1] += other
      } else {
        rows.append(index..<index + 1)
        times.append(trace.times[index])
        sums.append(channel.values[index])
        otherSums.append(other)
      }
    }
    (self.rows, self.times, deltas, self.others) = (rows, times, sums, otherSums)
    let facts = SamplingFacts(trace, channel: channel)
    quantum = max(
      facts.quantum?.value ?? 0,
      others.flatMap { facts.looking(at: $0, of: trace).quantum?.value } ?? 0)
    frame = Self.frame(times)
  }

  /// The range of frame durations, in s: 240 Hz to 25 Hz.
  private static let frames = 0.004...0.04
  /// Intervals in whole milliseconds around a frame of 1/60 s, 16 and 17, differ by less than this, in s.
  private static let window = 1.2e-3

  /// The interval that most events have within 1.2 ms.
  private static func frame(_ times: [Double]) -> Double {
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter(frames.contains).sorted()
    var best = 0..<0
    var first = 0
    for last in steps.indices {
      while steps[last] - steps[first] > window { first += 1 }
      if last + 1 - first > best.count { best = first..<last + 1 }
    }
    return best.isEmpty ? 1.0 / 60 : steps[best].reduce(0, +) / Double(best.count)
  }

  /// The time since the event before, in s; one frame for the first event.
  func step(_ index: Int) -> Double { index > 0 ? times[index] - times[index - 1] : frame }

  /// The distance of an event in pt, without direction.
  func way(_ index: Int) -> Double {
    (deltas[index] * deltas[index] + others[index] * others[index]).squareRoot()
  }

  func isEmpty(_ index: Int) -> Bool { deltas[index] == 0 && others[index] == 0 }

  /// Whether two events do not have opposite directions.
  func agree(_ first: Int, _ second: Int) -> Bool {
    let product = deltas[first] * deltas[second] + others[first] * others[second]
    return product >= 0 || min(way(first), way(second)) <= 1.5 * quantum
  }
}
