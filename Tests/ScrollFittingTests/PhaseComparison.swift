import ScrollFitting
import ScrollSimulation
import ScrollTraces

/// How the phases found along one axis of a recording compare with the true ones.
struct PhaseComparison {
  /// How well a true phase was found.
  enum Verdict: String {
    /// Its kind, and both boundaries within two frames.
    case exact = " "
    /// Its kind, and every sample beyond two frames on the wrong side of a boundary fits where it was put.
    case hidden = "~"
    case wrong = "!"
    /// Fewer than five samples, or a motion by no more than a pixel: not judged.
    case brief = "."
  }

  /// The fewest samples of a phase that is judged.
  static let leastSamples = 5
  /// Frames by which a boundary may be off.
  static let frames = 2.0
  /// A law that has come to rest fits all of the rest after it; so far, in s, it may be taken.
  static let restReach = 0.25

  var recording: SimulatedRecording
  var truth: [TruePhase]
  var found: [Phase]
  var verdicts: [Verdict] = []
  /// The samples of each true phase.
  var samples: [Range<Int>] = []
  /// Which found phases of a law or of an interruption are like no true one.
  var falseAlarms: [Int] = []
  /// Which found phases match a true one but for the end of the content that they name.
  var wrongEdges: [Int] = []
  var jumps: (true: Int, found: Int, false: Int)
  /// Whether the found phases cover the samples once, in order.
  var isCovering: Bool
  private var values: [Double]

  init(_ recording: SimulatedRecording, axis: Axis, found: [Phase]) {
    self.recording = recording
    self.found = found
    truth = recording.truth(along: axis)
    values = recording.trace.channel(.offset, axis: axis)?.values ?? []
    isCovering =
      found.first?.range.lowerBound == 0 && found.last?.range.upperBound == recording.trace.count
      && zip(found, found.dropFirst()).allSatisfy {
        $0.range.upperBound == $1.range.lowerBound && $0.end <= $1.start + 1e-9
      } && found.allSatisfy { $0.start <= $0.end }
    let trueJumps = recording.jumps(along: axis)
    let foundJumps = found.filter { $0.kind == .jump }
    func isNear(_ phase: Phase, _ time: Double) -> Bool {
      let reach = Self.frames * recording.interval(at: time) + 1e-9
      return phase.start - reach <= time && time <= phase.end + reach
    }
    jumps = (
      trueJumps.count,
      trueJumps.count { time in foundJumps.contains { isNear($0, time) } },
      foundJumps.count { phase in !trueJumps.contains { isNear(phase, $0) } }
    )
    compare()
  }

  private mutating func compare() {
    for index in truth.indices {
      let phase = truth[index]
      let last = index == truth.count - 1
      samples.append(
        self.index(at: phase.start)..<(last ? values.count : self.index(at: phase.end)))
      guard samples[index].count >= Self.leastSamples, isVisible(index) else {
        verdicts.append(.brief)
        continue
      }
      var verdict = Verdict.wrong
      for (number, candidate) in found.enumerated() where candidate.kind == phase.kind {
        let before = index > 0 ? truth[index - 1] : nil
        let after = last ? nil : truth[index + 1]
        let start = self.verdict(on: candidate.start, truly: phase.start, before, phase)
        let end = self.verdict(on: candidate.end, truly: phase.end, phase, after)
        guard start != .wrong, end != .wrong else { continue }
        verdict = start == .exact && end == .exact ? .exact : .hidden
        if let isHigh = phase.isBeyondHighEdge {
          let isFoundHigh = candidate.edge.map { $0.side == .bottom || $0.side == .right }
          if isFoundHigh != isHigh { wrongEdges.append(number) }
        }
        break
      }
      verdicts.append(verdict)
    }
    for (number, phase) in found.enumerated() where Self.isAlarm(phase) {
      let isTrue = truth.contains {
        $0.kind == phase.kind
          && min($0.end, phase.end) - max($0.start, phase.start) >= (phase.end - phase.start) / 2
      }
      if !isTrue { falseAlarms.append(number) }
    }
  }

  private func isVisible(_ index: Int) -> Bool {
    guard truth[index].kind != .rest, let first = samples[index].first else { return true }
    return samples[index].contains {
      (values[$0] - values[first]).magnitude > recording.quantum + 1e-9
    }
  }

  private static func isAlarm(_ phase: Phase) -> Bool {
    switch phase.kind {
    case .deceleration, .bounce, .release, .interrupted: phase.range.count >= leastSamples
    default: false
    }
  }

  /// A boundary between two true phases, found at another time.
  private func verdict(
    on found: Double, truly time: Double, _ before: TruePhase?, _ after: TruePhase?
  ) -> Verdict {
    let distance = (found - time).magnitude
    if distance <= Self.frames * recording.interval(at: time) + 1e-9 { return .exact }
    // The samples between were taken for those of the phase on the other side.
    let between =
      found < time ? index(at: found)..<index(at: time) : index(at: time)..<index(at: found)
    guard !between.isEmpty else { return .hidden }
    guard let law = found < time ? after : before, let truth = found < time ? before : after else {
      return .wrong
    }
    if truth.kind == .rest, distance > Self.restReach { return .wrong }
    let fits = between.allSatisfy {
      (values[$0] - law.offset(at: recording.frameTime($0))).magnitude <= recording.quantum + 1e-9
    }
    return fits ? .hidden : .wrong
  }

  /// The first sample at or after a time.
  private func index(at time: Double) -> Int {
    var low = 0
    var high = values.count
    while low < high {
      let middle = (low + high) / 2
      if recording.trace.times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The phase found in the middle of a true one.
  func foundInMiddle(of index: Int) -> Phase? {
    let middle = (samples[index].lowerBound + samples[index].upperBound) / 2
    return found.first { $0.range.contains(middle) }
  }

  /// True and found phases side by side.
  var listing: String {
    var lines: [String] = []
    var shown: Set<Int> = []
    for (index, phase) in truth.enumerated() {
      let best = found.indices.max { overlap(found[$0], phase) < overlap(found[$1], phase) }
      var line =
        "\(verdicts[index].rawValue) \(pad(phase.kind.rawValue, 12))"
        + "\(lead(phase.start, 9))\(lead(phase.end, 9))\(lead("\(samples[index].count)", 6))"
      if let best, overlap(found[best], phase) > 0 {
        shown.insert(best)
        line += "   " + description(best)
      }
      lines.append(line)
    }
    for index in found.indices where !shown.contains(index) {
      lines.append(pad("", 41) + "+ " + description(index))
    }
    return lines.joined(separator: "\n")
  }

  private func overlap(_ phase: Phase, _ truth: TruePhase) -> Double {
    min(phase.end, truth.end) - max(phase.start, truth.start)
  }

  private func description(_ index: Int) -> String {
    let phase = found[index]
    return pad(phase.kind.rawValue, 12) + lead(phase.start, 9) + lead(phase.end, 9)
      + lead("\(phase.range.count)", 6)
      + "  \(phase.confidence.rawValue): \(phase.evidence)"
      + (phase.edge.map { ", \($0.side.rawValue) \(rounded($0.position))" } ?? "")
      + (falseAlarms.contains(index) ? " FALSE ALARM" : "")
      + (wrongEdges.contains(index) ? " WRONG EDGE" : "")
  }
}
