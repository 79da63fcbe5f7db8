internal import ScrollPhysics
internal import ScrollRecordings

/// The edges that some motions of a recording show, used for other motions that end at the same place.
///
/// A return that is not a critically damped spring does not reveal its edge. If another motion reveals an edge there,
/// or if the content turns and comes back to where it rests at other times and never beyond, the return is compared
/// with the laws of an edge.
struct SharedEdges {
  private let signal: SampledChannel
  private let motion: Motion
  /// The edges of bounce and release phases, each with the samples that show it.
  private let shown: [(edge: Edge, range: Range<Int>)]
  /// The samples at rest.
  private let rests: [Range<Int>]

  init(_ signal: SampledChannel, _ motion: Motion, _ phases: [Phase]) {
    self.signal = signal
    self.motion = motion
    rests = phases.filter { $0.kind == .rest && !$0.range.isEmpty }.map(\.range)
    shown = phases.compactMap { phase in
      guard [.bounce, .release].contains(phase.kind), let edge = phase.edge else { return nil }
      return (edge, phase.range)
    }
  }

  /// Compares the laws of each motion beyond an edge again as a return to that edge, and keeps the result if a law
  /// fits. Removes motions that such a return already covers.
  func take(_ own: inout [MotionSearch.Found]) {
    let returned = own.map { $0.window.edge ?? edge(of: $0) }
    let known =
      shown
      + zip(own, returned).compactMap { found, edge in
        edge.map { ($0, found.window.range) }
      }
    guard !known.isEmpty else { return }
    for index in own.indices {
      let window = own[index].window
      guard window.edge == nil, own[index].laws.hasFollower,
        let edge = known.first(where: { edge, range in
          // A motion that leaves the edge by itself may be an animation to a new place.
          isBeyond(edge, window.range)
            && (!range.overlaps(window.range) || wasAt(edge, before: window.range.lowerBound))
        })?.edge
      else { continue }
      var returning = MotionWindow(
        signal, motion, range: window.range, edge: edge, kind: window.kind,
        endsAtRest: window.endsAtRest, startsAtRest: window.startsAtRest)
      returning.largestJitter = window.largestJitter
      returning.candidates = window.candidates
      // First the timing error that the motion already needed, then the largest one, which its law at the edge may
      // need.
      for jitter in [window.jitter, window.largestJitter] {
        guard var found = MotionSearch.compared(returning.with(jitter: jitter)),
          found.laws.hasFollower
        else { continue }
        // An edge that only the motion itself shows makes nothing surer.
        if edge == returned[index] { found.laws.inherit(own[index].laws) }
        own[index] = found
        break
      }
    }
    let returns = own.compactMap { $0.window.edge == nil ? nil : $0.window.range }
    own.removeAll { found in
      let range = found.window.range
      return found.window.edge == nil
        && returns.contains { 10 * $0.clamped(to: range).count >= 9 * range.count }
    }
  }

  /// The edge to which the content returns by a law: it comes from there, turns without a rest, and rests there at other
  /// times and never beyond; nil if there is none.
  private func edge(of found: MotionSearch.Found) -> Edge? {
    let range = found.window.range
    guard found.window.endsAtRest, found.laws.law.canBeSure,
      [.sure, .likely].contains(found.laws.confidence)
    else { return nil }
    let level = signal.values[min(range.upperBound, signal.values.count - 1)]
    let slack = 1.5 * motion.quantum + 4 * motion.noise
    let way: Double = signal.values[range.lowerBound] < level ? -1 : 1
    func beyond(_ index: Int) -> Double { way * (signal.values[index] - level) }
    // A finger moved the content there.
    var first = range.lowerBound
    while first > 0, beyond(first - 1) > slack { first -= 1 }
    guard beyond(range.lowerBound) > 8 * slack, first > 0, first + 2 < range.lowerBound else {
      return nil
    }
    // The rest in which the motion ends shows no edge.
    let others =
      rests.filter { $0.upperBound <= range.lowerBound }
      + rests.filter { $0.upperBound > range.upperBound }.dropFirst()
    guard others.contains(where: { beyond($0.lowerBound).magnitude <= slack }),
      !others.contains(where: { beyond($0.lowerBound) > slack })
    else { return nil }
    return Edge(
      position: level,
      side: Edge.side(axis: signal.channel.axis, offsetsGrowOutward: way > 0), source: .inferred)
  }

  /// Whether samples return from beyond an edge to it, or to within the last step with which an engine ends a return.
  private func isBeyond(_ edge: Edge, _ range: Range<Int>) -> Bool {
    let slack = 1.5 * motion.quantum + 4 * motion.noise
    let over = range.map { edge.overscroll(of: signal.values[$0]) }
    guard let last = over.last, let peak = over.max(), peak > 8 * slack,
      last <= max(slack, min(Self.setRight, 0.1 * peak)), over.allSatisfy({ $0 >= -slack })
    else { return false }
    let next = min(range.upperBound, signal.values.count - 1)
    return edge.overscroll(of: signal.values[next]).magnitude <= slack
  }

  /// Whether the content was at an edge before a sample.
  private func wasAt(_ edge: Edge, before index: Int) -> Bool {
    let slack = 1.5 * motion.quantum + 4 * motion.noise
    return signal.values[..<index].contains { edge.overscroll(of: $0).magnitude <= slack }
  }

  /// The largest step in pt with which an engine places the content exactly at the edge.
  private static let setRight = 1.0
}
