internal import ScrollFitting

/// Whole recordings: their phases, or the laws of their motions.
extension TerminalPlot {
  /// The values of a recording over time with its edges, and the letters of its phases below; empty if the duration
  /// is 0.
  func lines(_ offsets: SplitOffsets, phases: [Phase]) -> [String] {
    guard let first = phases.first, let last = phases.last, last.end > first.start else {
      return []
    }
    let edges = phases.compactMap(\.edge).filter { $0.source != .column }.map(\.position)
    return lines(offsets, within: first.start...last.end, edges: Set(edges)) {
      PhaseTable.timeline(phases, width: $0)
    }
  }

  /// The values of a recording over time with the curves of its motions, and the last digits of their numbers below;
  /// empty if the duration is 0.
  func lines(_ offsets: SplitOffsets, motions: [(number: Int, motion: IdentifiedMotion)])
    -> [String]
  {
    guard let first = offsets.times.first, let last = offsets.times.last, last > first else {
      return []
    }
    let edges = Set(motions.compactMap(\.motion.edge?.position))
    let curves = motions.compactMap { PlotSeries($0.motion) }
    return lines(offsets, within: first...last, edges: edges, curves: curves) { width in
      let step = (last - first) / Double(width)
      var line = [Character](repeating: ".", count: width)
      for (number, motion) in motions {
        let (start, end) = (motion.window.lowerBound, motion.window.upperBound)
        let from = max(0, min(width - 1, Int((start - first) / step)))
        let to = max(from, min(width - 1, Int((end - first) / step)))
        for column in from...to { line[column] = Character("\(number % 10)") }
      }
      return String(line)
    }
  }
}
