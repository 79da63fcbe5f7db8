/// Parts inside the edges: glides, and a finger's runs between them.
extension PhaseFinder {
  /// Adds the runs of a part inside the edges: glides, and a finger's runs between them.
  ///
  /// - Parameter next: the run beyond an edge that follows; nil if there is none.
  func inside(_ range: Range<Int>, into next: MotionRun?, _ piece: inout Piece) {
    let crosses = next.map { $0.springSpeed(at: motion.times[range.upperBound - 1]) }
    var taken: [(law: FreeMotion, range: Range<Int>)] = []
    var slowed: [Range<Int>] = []
    var start = range.lowerBound
    let pieces = DecelerationSegment.monotone(outline.signal, noise: outline.noise, range)
    for part in pieces {
      for candidate in slowings(part) {
        guard let found = glide(candidate, within: start..<range.upperBound, crosses) else {
          slowed.append(candidate)
          continue
        }
        taken.append(found)
        start = found.range.upperBound
      }
    }
    taken += brief(range, crosses, besides: taken.map(\.range))
    taken = taken.ordered { Double($0.range.lowerBound) }
    var next = range.lowerBound
    for (law, free) in taken {
      // One or two samples before a glide at the start of the recording are not a drag.
      let isStart = next == 0 && free.lowerBound <= 2
      if free.lowerBound > next, !isStart {
        piece.runs.append(finger(next..<free.lowerBound, slowed: slowed))
      }
      piece.runs.append(run(law, isStart ? 0..<free.upperBound : free, nil))
      next = free.upperBound
    }
    if next < range.upperBound {
      piece.runs.append(finger(next..<range.upperBound, slowed: slowed))
    }
  }

  /// The parts of a monotone motion in which it slows down: from each maximum of the speed to the minimum before the
  /// speed clearly rises again. O(n).
  func slowings(_ range: Range<Int>) -> [Range<Int>] {
    let values = outline.signal.values
    let way = (values[range.upperBound - 1] - values[range.lowerBound]).magnitude
    let unit = max(motion.quantum, outline.noise)
    guard range.count >= 5, way > 0, way >= 12 * unit else { return [] }
    // Speeds over 0.05 s, at least three samples; over 0.1 s with noise.
    let wanted = (outline.noise > 0.5 * motion.quantum ? 0.1 : 0.05) / max(motion.frame, 1e-9)
    let lag = min(max(3, Int(min(wanted, 1000).rounded())), max(3, range.count / 4))
    guard range.count > lag + 1 else { return [] }
    var result: [Range<Int>] = []
    var (peak, first) = (-Double.infinity, range.lowerBound)
    var (valley, last) = (Double.infinity, range.lowerBound)
    var isFalling = false
    for index in range.dropLast(lag) {
      let span = motion.times[index + lag] - motion.times[index]
      guard span > 0 else { continue }
      let speed = (values[index + lag] - values[index]).magnitude / span
      let slack = (2 * motion.quantum + 12 * outline.noise) / span
      if isFalling {
        if speed < valley {
          (valley, last) = (speed, index)
        } else if speed > 1.25 * valley + slack {
          result.append(first..<last + 1)
          isFalling = false
          (peak, first) = (speed, index)
        }
      } else if speed > peak {
        (peak, first) = (speed, index)
      } else if speed < 0.8 * peak - slack {
        isFalling = true
        (valley, last) = (speed, index)
      }
    }
    result.append(first..<range.upperBound)
    return result
  }

  /// Short glides, recognised by their end: the content stops abruptly, or crosses an edge.
  func brief(
    _ range: Range<Int>, _ crosses: Double??, besides taken: [Range<Int>]
  ) -> [(law: FreeMotion, range: Range<Int>)] {
    guard let known = rates.glide else { return [] }
    var result: [(law: FreeMotion, range: Range<Int>)] = []
    var free = range.lowerBound
    func search(_ limits: Range<Int>) {
      guard limits.count >= 5 else { return }
      var begin = limits.lowerBound
      for end in limits.lowerBound + 5...limits.upperBound where end - begin >= 5 {
        guard end == range.upperBound || stops(at: end) else { continue }
        for count in [6, 5] where end - count >= begin && !isTouched(end - count..<end) {
          guard let law = motion.free(.glide, end - count..<end, known: known) else { continue }
          let bounds = begin..<end
          let wide = motion.extended(law, end - count..<end, within: bounds, known: known)
          guard isGlide(wide.law, wide.range, limits: begin..<range.upperBound, crosses) else {
            continue
          }
          result.append(wide)
          begin = end
          break
        }
      }
    }
    for part in taken + [range.upperBound..<range.upperBound] {
      search(free..<part.lowerBound)
      free = part.upperBound
    }
    return result
  }

  /// Whether the motion nearly stops between two samples.
  func stops(at index: Int) -> Bool {
    guard index >= 2, index < motion.values.count else { return false }
    let before =
      (motion.values[index - 1] - motion.values[index - 2]) / max(duration(index - 1), 1e-9)
    let after = (motion.values[index] - motion.values[index - 1]) / max(duration(index), 1e-9)
    let next =
      index + 1 < motion.values.count
      ? (motion.values[index + 1] - motion.values[index]) / max(duration(index + 1), 1e-9) : 0
    let least = 3 * (motion.quantum + 4 * motion.noise) / motion.frame
    return before.magnitude > least && (after + next) / before < 1
  }

  /// The glide in a part that slows down; nil if there is none.
  func glide(
    _ range: Range<Int>, within limits: Range<Int>, _ crosses: Double??
  ) -> (law: FreeMotion, range: Range<Int>)? {
    let known = rates.glide
    let first = range.lowerBound + (range.count > 10 ? 2 : 0)
    let count = range.upperBound - first
    let parts: [(Double, Double)] = [
      (0, 1), (0, 0.75), (0.25, 1), (0, 0.5), (0.25, 0.75), (0.5, 1), (0, 0.3), (0.15, 0.45),
    ]
    for (motion, (low, high)) in sights.flatMap({ sight in parts.map { (sight, $0) } }) {
      let begin = max(limits.lowerBound, first + Int(low * Double(count)))
      let end = min(limits.upperBound, first + Int(high * Double(count)))
      guard begin < end else { continue }
      let core = begin..<end
      guard core.count >= (known == nil ? 6 : 4), !isTouched(core) else { continue }
      var law = motion.free(.glide, core, near: known)
      if let known, law.map({ (($0.rate / known) - 1).magnitude > 0.1 }) ?? true,
        let fixed = motion.free(.glide, core, known: known)
      {
        law = fixed
      }
      guard let law else { continue }
      let wide = motion.extended(law, core, within: limits)
      var found = motion.trimmed(wide.law, wide.range, within: limits)
      if let known, (found.law.rate / known - 1).magnitude < 0.3, found.range.count < 60,
        let fixed = motion.free(.glide, found.range, known: known)
      {
        // So few samples do not determine the rate, nor where the glide begins.
        let all = motion.extended(fixed, found.range, within: limits, known: known)
        if all.range.count > found.range.count { found = all }
      }
      guard isGlide(found.law, found.range, limits: limits, crosses) else { continue }
      let isPart =
        isTail(found, of: range) || isSpring(found.range, rate: found.law.rate, limits: limits)
        || isLaterPart(found, of: range, limits: limits)
      return isPart ? nil : found
    }
    return nil
  }

  /// Whether a fast deceleration is only the end of a motion that slows down by another law.
  private func isTail(_ found: (law: FreeMotion, range: Range<Int>), of slowing: Range<Int>) -> Bool
  {
    func way(_ range: Range<Int>) -> Double {
      (motion.values[range.upperBound - 1] - motion.values[range.lowerBound]).magnitude
    }
    return found.law.rate > 4 && way(found.range) < 0.15 * way(slowing)
  }

  /// Whether a deceleration is only the later part of a longer motion by another law.
  ///
  /// The end of every smooth motion to rest is nearly exponential. If the motion follows another law, a spring of any
  /// damping, which has a second rate, also fits some time before the deceleration. After a finger no spring does, as
  /// the acceleration changes abruptly at the release.
  private func isLaterPart(
    _ found: (law: FreeMotion, range: Range<Int>), of slowing: Range<Int>, limits: Range<Int>
  ) -> Bool {
    let (first, peak) = (found.range.lowerBound, slowing.lowerBound)
    let least = max(8, Int(min(0.15 / max(motion.frame, 1e-9), 1e6)))
    var placed = motion
    placed.level += found.law.limit
    // The motion may have begun at its highest speed, at its first movement, or when a finger had already slowed it
    // down.
    let begins =
      (0..<4).map { peak + $0 * (first - peak) / 4 } + [wayBack(found.range, limits: limits)]
    return begins.contains { begin in
      // Close to the deceleration, its own curve is too similar for a decision.
      first - begin >= least && motion.miss(begin, found.law) > 8
        && placed.free(.settling, begin..<found.range.upperBound) != nil
    }
  }

  /// The first sample from which the motion has the direction that it has in a range. Goes back by at most the length
  /// of the range.
  private func wayBack(_ range: Range<Int>, limits: Range<Int>) -> Int {
    let values = motion.values
    let way = values[range.upperBound - 1] - values[range.lowerBound]
    var begin = range.lowerBound
    while begin > limits.lowerBound, range.lowerBound - begin < range.count,
      (values[begin] - values[begin - 1]) * way > 0
    {
      begin -= 1
    }
    return begin
  }

  /// Whether an apparent fast deceleration is the end of a spring that started earlier, such as one to a page: the
  /// later part of such a spring is nearly exponential.
  func isSpring(_ range: Range<Int>, rate: Double, limits: Range<Int>) -> Bool {
    guard rate > 4 else { return false }
    let most = range.lowerBound - wayBack(range, limits: limits)
    return [most, most / 2, 4].contains { count in
      count >= 4 && count <= most
        && motion.free(.target, range.lowerBound - count..<range.upperBound) != nil
    }
  }

  /// Whether samples on the curve of a deceleration show a glide, and not the last millimetres of a slow finger.
  ///
  /// A glide ends abruptly: at rest, at an edge, with the recording, or by a touch. A finger's path leaves the curve
  /// gradually.
  ///
  /// - Parameter crosses: the speed in pt/s with which the content continues by itself beyond an edge at the limits'
  ///   end; nil inside the optional if a finger holds it there; nil if there is no edge.
  func isGlide(
    _ law: FreeMotion, _ range: Range<Int>, limits: Range<Int>, _ crosses: Double??
  ) -> Bool {
    let last = range.upperBound - 1
    let duration = motion.times[last] - motion.times[range.lowerBound]
    let way = (motion.values[last] - motion.values[range.lowerBound]).magnitude
    let first = law.velocity(at: motion.times[range.lowerBound]).magnitude
    let end = law.velocity(at: motion.times[last]).magnitude
    guard end < first else { return false }
    let unit = motion.quantum + 4 * motion.noise
    if duration >= 0.5, way > 60 * unit, end < 0.7 * first { return true }
    guard endsAtOnce(law, range, limits: limits, crosses) else { return false }
    if duration >= 0.2, way > 25 * unit, end < 0.85 * first { return true }
    // Fewer samples suffice with a bounce that continues at the same speed, or with a known rate.
    if let speed = crosses ?? nil, range.upperBound == limits.upperBound, range.count >= 5,
      way > 12 * unit, (end / speed - 1).magnitude < 0.05
    {
      return true
    }
    guard let known = rates.glide, (law.rate / known - 1).magnitude < 0.3 else { return false }
    return range.count >= 4 && way > 12 * unit
  }

  /// Whether a glide ends abruptly after a range.
  func endsAtOnce(
    _ law: FreeMotion, _ range: Range<Int>, limits: Range<Int>, _ crosses: Double??
  ) -> Bool {
    let end = range.upperBound
    guard end < motion.values.count else { return true }
    let speed = law.velocity(at: motion.times[end - 1])
    if end == limits.upperBound {
      // Beyond an edge a spring continues with the speed. At rest the glide is slow, or stopped abruptly.
      if let crosses { return crosses != nil }
      return speed.magnitude < 40 || duration(end) * speed.magnitude > 4 * motion.quantum
    }
    // The next two samples move by far less than the law predicts.
    let after = min(end + 1, motion.values.count - 1)
    let expected = law.value(at: motion.times[after]) - law.value(at: motion.times[end - 1])
    let actual = motion.values[after] - motion.values[end - 1]
    return expected.magnitude > 8 * (motion.quantum + 4 * motion.noise)
      && actual / expected < 0.45
  }

  func duration(_ index: Int) -> Double {
    index > 0 ? motion.times[index] - motion.times[index - 1] : motion.frame
  }
}
