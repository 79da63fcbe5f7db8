internal import ScrollPhysics
internal import ScrollTraces

/// The edges that some motions of a recording show, for the others that end at one of them.
///
/// A return whose law is no critical spring does not show an edge by itself; where another motion does, it ends there too.
struct SharedEdges {
  private let signal: SampledChannel
  private let motion: Motion
  /// The edges that phases show, each with the samples that show it.
  private let shown: [(edge: Edge, range: Range<Int>)]

  init(_ signal: SampledChannel, _ motion: Motion, _ phases: [Phase]) {
    self.signal = signal
    self.motion = motion
    shown = phases.compactMap { phase in
      guard [.bounce, .release].contains(phase.kind), let edge = phase.edge else { return nil }
      return (edge, phase.range)
    }
  }

  /// Looks at every motion beyond an edge as one that returns to it, where a law says so, and leaves out what a return
  /// beside it describes already.
  func take(_ own: inout [MotionSearch.Found]) {
    let known =
      shown + own.compactMap { found in found.window.edge.map { ($0, found.window.range) } }
    guard !known.isEmpty else { return }
    for index in own.indices {
      let window = own[index].window
      guard window.edge == nil, own[index].laws.hasFollower,
        let edge = known.first(where: { edge, range in
          // What goes to a new place by itself may be an animation.
          isBeyond(edge, window.range)
            && (!range.overlaps(window.range) || wasAt(edge, before: window.range.lowerBound))
        })?.edge
      else { continue }
      var returning = MotionWindow(
        signal, motion, range: window.range, edge: edge, kind: window.kind,
        endsAtRest: window.endsAtRest, startsAtRest: window.startsAtRest)
      returning.largestJitter = window.largestJitter
      returning.candidates = window.candidates
      // The times are off by as much as the motion has asked for, or by what its law at the edge asks for.
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

  /// Whether samples come back from beyond an edge to it, or to where an engine sets the content right.
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

  /// The furthest step in pt with which an engine ends a return.
  private static let setRight = 1.0
}
