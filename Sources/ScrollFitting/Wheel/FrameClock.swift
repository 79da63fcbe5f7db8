internal import CurveFitting

/// The display frames of events whose stamps are times of delivery, not of creation.
///
/// Event i of a momentum is created n(i) frames after the first. n(i) - n(i - 1) is at least the number of frames whose
/// movement it contains; its stamp is late by up to two frames. n follows from isotonic regression (pool adjacent
/// violators) of stamp / frame minus the cumulative number of frames, rounded to whole frames. O(n).
struct FrameClock {
  /// The times of the frames in s, with the mean of the stamps.
  var times: [Double]
  /// The duration of a frame, in s.
  var frame: Double
  /// The root mean square deviation of the stamps, in s.
  var jitter: Double

  /// The frames of a range of events, as many as the deltas tell.
  init?(_ events: WheelEvents, _ range: Range<Int>) {
    var frames = MomentumFinder(events: events).run(from: range.lowerBound, to: range.upperBound)
      .frames
    frames += [Int](repeating: 1, count: range.count - frames.count)
    self.init(stamps: Array(events.times[range]), frames: frames)
  }

  /// - Parameters:
  ///   - stamps: ascending, in s.
  ///   - frames: the number of frames whose movement each event contains, at least 1.
  /// - Returns: nil for fewer than eight events, or if the stamps are not close to whole frames.
  init?(stamps: [Double], frames: [Int]) {
    let count = stamps.count
    guard count >= 8, frames.count == count else { return nil }
    var made: [Double] = []
    var sum = 0
    for frame in frames {
      sum += frame
      made.append(Double(sum))
    }
    let lag = 4
    let intervals = (lag..<count).map {
      (stamps[$0] - stamps[$0 - lag]) / (made[$0] - made[$0 - lag])
    }.sorted()
    var frame = intervals[intervals.count / 2]
    guard frame > 0 else { return nil }
    var numbers = made
    // A better frame duration changes the numbers of only a few events.
    for _ in 0..<2 {
      numbers = Self.numbers(stamps, made: made, frame: frame)
      guard let line = StraightLine(Observations(abscissae: numbers, values: stamps)),
        line.slope > 0
      else { return nil }
      frame = line.slope
    }
    let middle = (stamps.reduce(0, +) - frame * numbers.reduce(0, +)) / Double(count)
    times = numbers.map { middle + frame * $0 }
    self.frame = frame
    jitter =
      (zip(stamps, times).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } / Double(count))
      .squareRoot()
    guard jitter < frame, zip(times.dropFirst(), times).allSatisfy({ $0 > $1 }) else { return nil }
  }

  private static func numbers(_ stamps: [Double], made: [Double], frame: Double) -> [Double] {
    var blocks: [(sum: Double, count: Int)] = []
    func mean(_ index: Int) -> Double { blocks[index].sum / Double(blocks[index].count) }
    for (stamp, number) in zip(stamps, made) {
      blocks.append((stamp / frame - number, 1))
      while blocks.count > 1, mean(blocks.count - 2) >= mean(blocks.count - 1) {
        let last = blocks.removeLast()
        blocks[blocks.count - 1].sum += last.sum
        blocks[blocks.count - 1].count += last.count
      }
    }
    // The longest block gives the phase of the frames, as no frame was lost in it.
    let longest = blocks.indices.max { blocks[$0].count < blocks[$1].count } ?? 0
    let phase = mean(longest)
    var result: [Double] = []
    var index = 0
    for (place, block) in blocks.enumerated() {
      let lost = (mean(place) - phase).rounded()
      for _ in 0..<block.count {
        result.append(made[index] + lost)
        index += 1
      }
    }
    return result
  }
}
