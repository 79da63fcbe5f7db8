internal import ScrollTraces

/// What a recording says of itself in its `phase` column.
enum NamedRuns {
  /// What a named phase is told by.
  static let evidence = "named in the recording"

  /// The runs that the names give, those found elsewhere where a name is not known; nil when none is.
  ///
  /// A name says who moves the content, the edges say the rest: what is named a deceleration is a bounce
  /// beyond an edge, and what is named a drag is a rubber band there.
  static func replacing(
    _ found: [MotionRun], in trace: Trace, finder: PhaseFinder
  ) -> [MotionRun]? {
    guard let spans = trace.phases, spans.contains(where: { PhaseLabel($0.label) != nil }) else {
      return nil
    }
    let values = finder.motion.values
    func isFlat(_ values: [Double], _ range: Range<Int>) -> Bool {
      let first = values[range.lowerBound]
      return range.allSatisfy {
        (values[$0] - first).magnitude <= 0.75 * finder.motion.quantum + 5 * finder.motion.noise
      }
    }
    var result: [MotionRun] = []
    var next = 0
    for span in spans {
      guard let label = PhaseLabel(span.label), !span.range.isEmpty else {
        while next < found.count, found[next].range.upperBound <= span.range.lowerBound {
          next += 1
        }
        for run in found[next...].prefix(while: { $0.range.lowerBound < span.range.upperBound }) {
          var part = run
          part.range = run.range.clamped(to: span.range)
          result.append(part)
        }
        continue
      }
      let others = trace.channels.filter {
        $0.axis != finder.axis && ($0.role == .offset || $0.role == .overscroll)
      }
      // A name holds for the axis that moves; a finger can hold both.
      let isOthers =
        isFlat(values, span.range)
        && (label != .drag || others.contains { !isFlat($0.values, span.range) })
      var ends: [Edge?: Int] = [:]
      var start = span.range.lowerBound
      while start < span.range.upperBound {
        let edge = finder.overscroll(at: start)
        // From here on all that is left of the span lies on the edge.
        let settled = ends[edge] ?? finder.settled(on: edge, span.range)
        ends[edge] = settled
        let end = end(of: edge, from: start, to: span.range.upperBound, settled, finder)
        let control: Control =
          if isOthers || label == .rest { .still } else if label == .drag { .finger } else {
            .free(nil)
          }
        result.append(
          MotionRun(
            range: start..<end, control: control, confidence: .sure,
            evidence: evidence, edge: edge))
        start = end
      }
    }
    return result
  }

  /// Where what lies beyond an edge, or inside, ends: the content is clearly elsewhere for three samples.
  ///
  /// What rests on the edge is the end of what was beyond it.
  private static func end(
    of edge: Edge?, from start: Int, to last: Int, _ settled: Int, _ finder: PhaseFinder
  ) -> Int {
    var end = start + 1
    while end < last {
      let next = (end..<min(end + 3, last)).map { finder.overscroll(at: $0) }
      if next.allSatisfy({ $0 != edge }), end < settled { break }
      end += 1
    }
    return end
  }
}
