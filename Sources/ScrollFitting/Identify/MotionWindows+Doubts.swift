internal import ScrollTraces

/// What makes a law less sure that explains a motion.
extension MotionWindows {
  /// Takes motions seen beside an edge where they explain clearly more; where another law explains as much of a motion,
  /// that is not sure.
  static func takeBetter(_ own: inout [Found], _ other: [Found]) {
    func followed(_ found: [Found]) -> Int { explained(found.filter(\.laws.law.canBeSure)) }
    guard other.contains(where: { $0.window.edge != nil && $0.laws.hasFollower }) else { return }
    guard 20 * followed(other) <= 21 * followed(own) else {
      own = other
      return
    }
    for index in own.indices {
      let range = own[index].window.range
      let rival = other.first {
        $0.window.edge != nil && 20 * $0.window.range.clamped(to: range).count >= 19 * range.count
          && [.sure, .likely].contains($0.laws.confidence)
      }?.laws.law
      let law = own[index].laws.law
      if let rival, rival != law, !rival.isSpecialCase(of: law), !law.isSpecialCase(of: rival) {
        own[index].laws.doubt(beside: rival)
      }
    }
  }

  /// Doubts a law beside an edge that only the samples tell: held where they come to rest, it is off by up to half of a
  /// step, which another law may explain. Where the place of rest is free, the samples have to say the same.
  static func doubtInferredEdge(
    _ found: inout Found, _ signal: SampledChannel, _ motion: Motion
  ) {
    let window = found.window
    guard window.edge?.source == .inferred, [.sure, .likely].contains(found.laws.confidence)
    else { return }
    var free = MotionWindow(
      signal, motion, range: window.range, edge: nil, kind: window.kind,
      endsAtRest: window.endsAtRest, startsAtRest: window.startsAtRest)
    free.candidates = window.candidates
    guard let other = MotionSearch.compared(free), other.laws.hasFollower,
      other.laws.law != found.laws.law
    else { return }
    found.laws.doubt(beside: other.laws.law)
  }

  /// Doubts a law with a free form that leaves out how the content got its speed, unless the recording calls that a
  /// finger's: such a law follows the end of much that it has not made.
  static func doubtLateStart(
    _ found: inout Found, _ signal: SampledChannel, _ phases: [Phase]
  ) {
    let start = found.window.range.lowerBound
    guard found.laws.law.hasFreeForm, found.window.edge == nil, start >= 2,
      signal.values[start - 2] != signal.values[start - 1],
      !phases.contains(where: {
        $0.evidence == NamedRuns.evidence && $0.range.contains(start - 1)
      })
    else { return }
    found.laws.doubt()
  }

  /// So many samples after a tween are at rest.
  private static let rest = 4

  /// Sets the shares of the moving samples that motions explain, and doubts neighbours.
  static func setShares(_ own: inout [Found], _ smooth: SmoothMotion, edges: [Edge]) {
    for index in own.indices {
      let range = own[index].window.range
      // Two laws that meet inside the edges without a rest or a finger between may be one law that is not known.
      if own[index].window.edge == nil,
        own.contains(where: { other in
          other.window.edge == nil && other.window.range != range
            && min(
              abs(other.window.range.upperBound - range.lowerBound),
              abs(range.upperBound - other.window.range.lowerBound)) <= 2
        })
      {
        own[index].laws.doubt()
      }
      // What turns back or goes on at once is no tween's end.
      let after = smooth.values(after: range, count: rest)
      if own[index].laws.law.easing != nil, after.contains(where: { $0 != after[0] }) {
        own[index].laws.doubt()
      }
      // An edge that was told by this motion itself ends no other law.
      own[index].laws.setShare(
        of: range.count, unexplained: smooth.unexplained(of: range, edges: edges))
    }
  }
}
