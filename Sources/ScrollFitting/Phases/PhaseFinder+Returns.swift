/// Parts beyond an edge: a finger's runs, and free returns.
extension PhaseFinder {
  /// The runs of a part beyond an edge: a finger's, and a free return.
  func outside(
    _ range: Range<Int>, _ edge: Edge
  ) -> [MotionRun] {
    let critical = spring(range, edge)
    // Part of a spring with another damping ratio may resemble a critically damped one.
    let isWhole = critical.map { $0.range == range } ?? false
    guard
      let found = isWhole
        ? critical : damped(range, edge) ?? damped(range, edge, beside: critical) ?? critical
    else {
      return [finger(range, edge: edge)]
    }
    var runs: [MotionRun] = []
    let (law, free) = found
    if returns(free.upperBound..<range.upperBound, to: edge) {
      return [
        MotionRun(
          range: range, control: .finger, confidence: .likely, evidence: Self.returning, edge: edge)
      ]
    }
    if free.lowerBound > range.lowerBound {
      let before = range.lowerBound..<free.lowerBound
      // If a finger caught the content later, it may have crossed the edge by itself before.
      if let first = bounced(before, edge, rate: law.rate) {
        runs.append(run(first.law, first.range, edge))
        if first.range.upperBound < before.upperBound {
          runs.append(finger(first.range.upperBound..<before.upperBound, edge: edge))
        }
      } else {
        runs.append(finger(before, edge: edge))
      }
    }
    runs.append(run(law, free, edge))
    if free.upperBound < range.upperBound {
      runs.append(finger(free.upperBound..<range.upperBound, edge: edge))
    }
    return runs
  }

  func run(_ law: FreeMotion, _ range: Range<Int>, _ edge: Edge?) -> MotionRun {
    MotionRun(
      range: range, control: .free(law), confidence: range.count >= 10 ? .sure : .likely,
      evidence:
        "on the curve of a \(law.law == .glide ? "deceleration" : "spring"), \(Printed.significant(law.rate, digits: 4)) 1/s",
      edge: edge)
  }

  /// The last part of a range that returns to the edge by a critically damped spring.
  func spring(_ range: Range<Int>, _ edge: Edge) -> (law: FreeMotion, range: Range<Int>)? {
    let known = rates.spring
    func over(_ index: Int) -> Double { edge.overscroll(of: motion.values[index]) }
    guard let peak = range.max(by: { over($0) < over($1) }) else { return nil }
    let views = sights.filter { $0.allowance == 0 }.map {
      $0.beyond(edge.position, furthest: over(peak))
    }
    let clear = range.count { over($0) > 2 * motion.quantum + 6 * motion.noise }
    guard range.count >= (known == nil ? 6 : 4), clear >= 3 else { return nil }
    for local in views where !isTouched(range) {
      if let law = local.free(.spring, range, near: known) { return (law, range) }
    }
    // The last sample near the maximum, and the way back from there.
    var last = peak
    for index in peak..<range.upperBound where over(index) > 0.98 * over(peak) { last = index }
    var back = last
    while back < range.upperBound, over(back) > 0.75 * over(peak) { back += 1 }
    let count = range.upperBound - last
    let cores = [
      last..<range.upperBound, back..<range.upperBound,
      back..<back + max(0, (range.upperBound - back) / 2), last..<last + count / 2,
      // A finger may move the content back before it releases it.
      range.upperBound - count / 2..<range.upperBound,
      range.upperBound - count / 4..<range.upperBound,
    ]
    for (local, core) in views.flatMap({ view in cores.map { (view, $0) } })
    where core.count >= (known == nil ? 5 : 3) && !isTouched(core) {
      guard
        let law = local.free(.spring, core, near: known)
          ?? known.flatMap({ local.free(.spring, core, known: $0) })
      else { continue }
      let limits = range.lowerBound..<range.upperBound
      let wide = local.extended(law, core, within: limits)
      let found = local.trimmed(wide.law, wide.range, within: limits)
      let way = over(found.range.lowerBound) - over(found.range.upperBound - 1)
      guard found.range.count >= 5, way > 6 * motion.quantum + 12 * motion.noise else { continue }
      return found
    }
    return nil
  }

  /// Whether content that left the curve of a spring still returns to its edge steadily. A finger that catches it would
  /// hold it, or move it elsewhere.
  private func returns(_ range: Range<Int>, to edge: Edge) -> Bool {
    guard range.count >= Self.leastReturning, touched.isEmpty else { return false }
    func over(_ index: Int) -> Double { edge.overscroll(of: motion.values[index]) }
    let slack = 1.5 * motion.quantum + 4 * motion.noise
    guard over(range.lowerBound) > 6 * motion.quantum + 12 * motion.noise,
      over(range.upperBound - 1) < 3 * motion.quantum + 6 * motion.noise
        || range.upperBound < motion.values.count && overscroll(at: range.upperBound) == nil
    else { return false }
    return range.dropFirst().allSatisfy { index in
      let step = over(index - 1) - over(index)
      // Near the edge, steps may be zero.
      return step > -slack && (step > 0 || over(index) < 4 * slack + 0.1 * over(range.lowerBound))
    }
  }

  /// Minimum number of samples: fewer may belong to a touch.
  private static let leastReturning = 4

  /// A spring of any damping that fits a whole range, without up to two first samples: the content crossed the edge by
  /// itself, or the recording starts at the release.
  private func damped(_ range: Range<Int>, _ edge: Edge) -> (law: FreeMotion, range: Range<Int>)? {
    let furthest = range.reduce(0) { max($0, edge.overscroll(of: motion.values[$1])) }
    guard range.count >= Self.leastDamped, furthest > 12 * motion.quantum + 24 * motion.noise,
      !isTouched(range)
    else { return nil }
    return damped(among: (0...2).map { range.dropFirst($0) }, edge, furthest: furthest)
  }

  /// A spring of any damping and the first of some ranges that follows it.
  private func damped(
    among ranges: [Range<Int>], _ edge: Edge, furthest: Double
  ) -> (law: FreeMotion, range: Range<Int>)? {
    var local = motion
    local.level = edge.position
    let found = ranges.compactMap { range in
      FreeMotion(.damped, local, range).map { (law: $0, range: range) }
    }
    for sight in sights where sight.allowance == 0 {
      local.jitter = sight.jitter
      if let one = found.first(where: { local.follows($0.law, $0.range) }) { return one }
    }
    // A single bounce is too short to tell its noise beforehand.
    return found.first {
      local.scatters(about: $0.law, $0.range, within: Self.largestNoise * furthest)
    }
  }

  /// The runs of a visit beyond an edge, of which the last goes on to an end by an underdamped spring that swings about
  /// the edge; nil if none does.
  func swing(from runs: [MotionRun], to end: Int, _ edge: Edge) -> [MotionRun]? {
    guard let first = runs.first, let last = runs.last, !isTouched(last.range.lowerBound..<end)
    else { return nil }
    func over(_ index: Int) -> Double { edge.overscroll(of: motion.values[index]) }
    let deepest = (last.range.upperBound..<end).map(over).min() ?? 0
    let furthest = last.range.map(over).max() ?? 0
    guard deepest < -(2.5 * motion.quantum + 6 * motion.noise) else { return nil }
    if case .free = last.control {
      return damped(among: [last.range.lowerBound..<end], edge, furthest: furthest).map {
        runs.dropLast() + [run($0.law, $0.range, edge)]
      }
    }
    // The first swing may be too short to show its law.
    guard first.range == last.range, -deepest < furthest else { return nil }
    let visit = last.range
    let turn = visit.last { over($0) > 0.98 * furthest } ?? visit.lowerBound
    let back = (turn..<visit.upperBound).first { over($0) < 0.75 * furthest } ?? turn
    let ranges = [0, 1, 2].map { visit.lowerBound + $0..<end } + [turn..<end, back..<end]
    return damped(
      among: ranges.filter { $0.count >= Self.leastDamped }, edge, furthest: furthest
    ).map {
      let before = visit.lowerBound..<$0.range.lowerBound
      return (before.isEmpty ? [] : [finger(before, edge: edge)]) + [run($0.law, $0.range, edge)]
    }
  }

  /// The largest noise beside which a spring is told, as a share of the furthest overscroll.
  private static let largestNoise = 0.02

  /// The last part of a range that returns by a spring of any damping, after a finger; nil unless it covers more
  /// samples than the critically damped one.
  private func damped(
    _ range: Range<Int>, _ edge: Edge, beside critical: (law: FreeMotion, range: Range<Int>)?
  ) -> (law: FreeMotion, range: Range<Int>)? {
    func over(_ index: Int) -> Double { edge.overscroll(of: motion.values[index]) }
    guard let peak = range.max(by: { over($0) < over($1) }),
      over(peak) > 12 * motion.quantum + 24 * motion.noise,
      let last = (peak..<range.upperBound).last(where: { over($0) > 0.98 * over(peak) })
    else { return nil }
    let back = (last..<range.upperBound).first { over($0) < 0.75 * over(peak) } ?? last
    let wholes = [critical?.range, back..<range.upperBound, last..<range.upperBound]
    // An engine may correct the last samples.
    let cores = wholes.compactMap { $0 }.flatMap { [$0, $0.dropLast(2)] }
    let least = max(Self.leastDamped, (critical?.range.count ?? 0) + 2)
    var best: (law: FreeMotion, range: Range<Int>)?
    for sight in sights where sight.allowance == 0 {
      var local = sight
      local.level = edge.position
      for core in cores where core.count >= Self.leastDamped && !isTouched(core) {
        guard let law = local.free(.damped, core) else { continue }
        let wide = local.extended(law, core, within: range)
        if wide.range.count >= max(least, 1 + (best?.range.count ?? 0)) { best = wide }
      }
    }
    return best
  }

  /// Minimum number of samples: fewer fit some spring of any damping.
  static let leastDamped = 14

  /// The first part of a range, in which content that crossed its edge by itself follows a spring.
  func bounced(
    _ range: Range<Int>, _ edge: Edge, rate: Double
  ) -> (law: FreeMotion, range: Range<Int>)? {
    guard range.count >= 6 else { return nil }
    let furthest = range.reduce(0) { max($0, edge.overscroll(of: motion.values[$1])) }
    let local = motion.beyond(edge.position, furthest: furthest)
    let core = range.lowerBound..<range.lowerBound + 5
    guard !isTouched(core), let law = local.free(.spring, core, known: rate) else { return nil }
    let found = local.extended(law, core, within: range)
    guard found.range.count >= 6, (found.law.rate / rate - 1).magnitude < 0.3 else { return nil }
    return found
  }
}
