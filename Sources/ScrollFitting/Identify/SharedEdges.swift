internal import ScrollPhysics
internal import ScrollRecordings

/// The edges that some motions of a recording show, used for other motions that end at the same place.
///
/// A return that is not a critically damped spring does not reveal its edge. If another motion reveals an edge there,
/// the return is compared with the laws of an edge.
struct SharedEdges {
  private let signal: SampledChannel
  private let motion: Motion
  /// The edges of bounce and release phases, each with the samples that show it.
  private let shown: [(edge: Edge, range: Range<Int>)]

  init(_ signal: SampledChannel, _ motion: Motion, _ phases: [Phase]) {
    self.signal = signal
    self.motion = motion
    shown = phases.compactMap { phase in
      guard [.bounce, .release].contains(phase.kind), let edge = phase.edge else { return nil }
      return (edge, phase.range)
    }
  }

  /// Compares the laws of each motion beyond an edge again as a return to that edge, and keeps the result if a law
  /// fits. Removes motions that such a return already covers.
  func take(_ own: inout [MotionSearch.Found]) {
    let known =
      shown + own.compactMap { found in found.window.edge.map { ($0, found.window.range) } }
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
        guard let found = MotionSearch.compared(returning.with(jitter: jitter)),
          found.laws.hasFollower
        else { continue }
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
