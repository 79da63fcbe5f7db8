internal import ScrollRecordings

/// The `phase` column of a recording.
enum NamedRuns {
  /// The evidence of a named phase.
  static let evidence = "named in the recording"

  /// The runs that the names give, and the found runs where a name is unknown; nil if no name is known.
  ///
  /// A name tells what moves the content; the edges tell the rest: a named deceleration beyond an edge is a bounce, a
  /// named drag there is a rubber band.
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
      // A name applies to the axis that moves; a finger can hold both axes.
      let isOthers =
        isFlat(values, span.range)
        && (label != .drag || others.contains { !isFlat($0.values, span.range) })
      var ends: [Edge?: Int] = [:]
      var start = span.range.lowerBound
      while start < span.range.upperBound {
        let edge = finder.overscroll(at: start)
        // The rest of the span from here on lies on the edge.
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

  /// The end of a run beyond an edge, or inside: from there on, three samples in a row lie elsewhere.
  ///
  /// Samples at rest on the edge belong to the run beyond it.
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
