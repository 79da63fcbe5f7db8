internal import ScrollRecordings

/// Phases that follow laws without constants in `fit`: tweens, flings of Android and Chromium, constant decelerations.
///
/// The search covers motion that slows down but not by viscous deceleration, very fast apparent decelerations, motion
/// after an interrupted glide together with the glides beside it, and returns to an edge that no spring fits. A part
/// that a ``CandidateLaw`` fits becomes a phase of its own; the rest stays a finger's. Laws with a free shape and the
/// minimum-jerk path are not accepted, as a finger may follow them.
enum OtherLaws {
  /// The phases of a signal, with parts that follow another law separated from a finger's.
  ///
  static func named(
    _ phases: [Phase], signal: SampledChannel, trace: Trace, options: FitOptions
  ) -> [Phase] {
    let (motion, largestJitter) = SmoothMotion.motion(of: signal)
    let smooth = SmoothMotion(signal, motion)
    let edges = ExcursionDetector.known(signal, trace: trace, options: options)
    // If nothing moves freely, all motion is searched and few samples suffice.
    let isAll = !phases.contains { free.contains($0.kind) }
    let least = isAll ? MotionSearch.least : usual
    var search = MotionSearch(signal, motion, edges: edges, largestJitter: largestJitter)
    search.accepts = { $0.count >= least }
    func isSuspected(_ group: [Phase], _ rests: MotionSearch.RestLevels) -> Bool {
      guard !group.isEmpty, !group.contains(where: { $0.evidence == NamedRuns.evidence }) else {
        return false
      }
      guard group[0].edge == nil else {
        return group.contains { $0.remark == PhaseFinder.returning }
      }
      // Part of another law resembles a glide, a fast one most of all.
      let isCut = group.count > 1 && group[group.count - 2].kind == .interrupted
      return isCut || isAll || slowsFromTheStart(group, motion)
        || group.contains { phase in
          phase.kind == .tracking
            ? phase.remark == PhaseFinder.slowing && search.mayMove(phase.range, rests: rests)
            : FreeMotion(.glide, motion, phase.range).map { $0.rate > fastest } ?? false
        }
    }
    return groups(phases).flatMap { part -> [Phase] in
      let group = Array(phases[part])
      // Adjacent rests are included, as they show the start and the end.
      let before = part.lowerBound > 0 && phases[part.lowerBound - 1].kind == .rest ? 1 : 0
      let isEnd = part.upperBound < phases.count && phases[part.upperBound].kind == .rest
      guard isMoving(group[0]),
        isSuspected(group, MotionSearch.RestLevels(before: before > 0, after: isEnd))
      else { return group }
      let after = isEnd ? 2 : 0
      let range =
        max(
          0, group[0].range.lowerBound - before)..<min(
          signal.values.count, group[group.count - 1].range.upperBound + after)
      let edge = group[0].edge
      let rest = edge?.position ?? signal.values[range.upperBound - 1]
      let isWhole = edge == nil && after > 0 && (before > 0 || range.lowerBound == 0)
      let whole = isWhole ? search.whole(range, startsAtRest: before > 0) : nil
      let found =
        whole.map { [$0] }
        ?? search.motions(in: SpringPart(range: range, edge: edge, rest: rest)).filter {
          $0.laws.law.canBeSure && $0.window.range.count >= least && isAlone($0, smooth, edges)
        }
      if explained(found) > 1.2 * explained(group) {
        return split(group, found, signal, times: motion.times)
      }
      return before > 0 && slowsFromTheStart(group, motion) ? [unnamed(group)] : group
    }
  }

  /// Whether a motion is not part of a longer smooth motion, such as that of a hand that slows down. No hand follows a
  /// glide's law until it rests.
  private static func isAlone(
    _ found: MotionSearch.Found, _ smooth: SmoothMotion, _ edges: [Edge]
  ) -> Bool {
    let range = found.window.range
    let enough = found.laws.confidence == .sure ? surely : 2 * surely
    return CandidateLaw.fixedGlides.contains(found.laws.law) && found.laws.confidence != .open
      && found.window.endsAtRest && range.count >= enough
      || smooth.unexplained(of: range, edges: edges) <= max(2, range.count / 10)
  }

  /// The kinds of free motion.
  static let free: [Phase.Kind] = [
    .deceleration, .interrupted, .bounce, .release, .animation,
  ]

  /// Groups successive phases that move on the same side of the edges; each other phase is a group of its own.
  static func groups(_ phases: [Phase]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for index in phases.indices {
      if let last = result.last, case let first = phases[last.lowerBound], isMoving(first),
        isMoving(phases[index]), phases[index].edge == first.edge
      {
        result[result.count - 1] = last.lowerBound..<index + 1
      } else {
        result.append(index..<index + 1)
      }
    }
    return result
  }

  /// Whether an apparent finger and its glide start at the highest speed and only slow down: a hand would have to speed
  /// up first.
  private static func slowsFromTheStart(_ group: [Phase], _ motion: Motion) -> Bool {
    guard group.count == 2, group[0].kind == .tracking, group[0].edge == nil,
      [.deceleration, .interrupted].contains(group[1].kind)
    else { return false }
    // The motion may have started between two frames, so the first sample that moved counts.
    let first = group[0].range.lowerBound
    let end = group[0].range.upperBound
    guard end - first >= 10 else { return false }
    func speed(_ low: Int, _ high: Int) -> Double {
      (motion.values[high] - motion.values[low]) / max(motion.times[high] - motion.times[low], 1e-9)
    }
    let length = max(3, (end - first) / 6)
    let speeds = stride(from: first, to: end - length, by: length).map { speed($0, $0 + length) }
    let slack = 2 * motion.quantum / (Double(length) * motion.frame)
    let top = speeds[0].magnitude
    return speeds.count >= 3 && speed(first, first + 1) / speeds[0] > 0.9
      && zip(speeds, speeds.dropFirst()).allSatisfy { early, late in
        late / early > 0 && late.magnitude < early.magnitude + slack
      } && speeds[speeds.count - 1].magnitude < 0.75 * top - slack
  }

  /// A motion by one unknown law, as one phase.
  private static func unnamed(_ group: [Phase]) -> Phase {
    var phase = group[0]
    phase.range = group[0].range.lowerBound..<group[group.count - 1].range.upperBound
    phase.end = group[group.count - 1].end
    phase.confidence = .likely
    phase.evidence = PhaseFinder.slowing
    phase.remark = PhaseFinder.slowing
    return phase
  }

  static func isMoving(_ phase: Phase) -> Bool {
    guard !phase.range.isEmpty else { return false }
    return switch phase.kind {
    case .tracking, .deceleration, .interrupted: phase.edge == nil
    case .rubberBand, .bounce, .release: phase.edge != nil
    default: false
    }
  }

  static func explained(_ found: [MotionSearch.Found]) -> Double {
    found.reduce(0) { $0 + Double($1.window.range.count) }
  }

  private static func explained(_ group: [Phase]) -> Double {
    group.reduce(0) {
      $1.kind == .tracking || $1.kind == .rubberBand ? $0 : $0 + Double($1.range.count)
    }
  }

  /// The largest rate in 1/s of a glide that is accepted without trying other laws.
  private static let fastest = 11.0

  /// Minimum number of samples: too many laws fit shorter motions.
  static let usual = 12

  /// A hand does not follow one law to its rest for this many samples.
  private static let surely = 20

  /// Splits successive phases at the boundaries of the motions found.
  static func split(
    _ group: [Phase], _ found: [MotionSearch.Found], _ signal: SampledChannel, times: [Double]
  ) -> [Phase] {
    let whole = group[0].range.lowerBound..<group[group.count - 1].range.upperBound
    var result: [Phase] = []
    func time(before index: Int) -> Double {
      if index <= whole.lowerBound { return group[0].start }
      if index >= whole.upperBound { return group[group.count - 1].end }
      return (times[index - 1] + times[index]) / 2
    }
    func phase(
      _ kind: Phase.Kind, _ range: Range<Int>, edge: Edge?, _ evidence: String
    ) -> Phase {
      Phase(
        kind, axis: group[0].axis, range: range, start: time(before: range.lowerBound),
        end: time(before: range.upperBound), edge: edge, confidence: .likely, evidence: evidence)
    }
    /// Appends a finger's samples, the last of them beyond the edge of the return that follows.
    func append(finger range: Range<Int>, before edge: Edge?) {
      var first = range.upperBound
      while let edge, first > range.lowerBound, edge.overscroll(of: signal.values[first - 1]) > 0 {
        first -= 1
      }
      if first > range.lowerBound {
        result.append(
          phase(.tracking, range.lowerBound..<first, edge: nil, PhaseFinder.lawless))
      }
      if first < range.upperBound {
        result.append(
          phase(.rubberBand, first..<range.upperBound, edge: edge, PhaseFinder.lawless))
      }
    }
    var start = whole.lowerBound
    for one in found {
      // Samples at rest belong to the neighbouring phases, and a single sample is no finger's run.
      var range = one.window.range.clamped(to: whole)
      guard range.lowerBound + 1 >= start, range.upperBound > start else { continue }
      if range.lowerBound - start <= 1 { range = start..<range.upperBound }
      if whole.upperBound - range.upperBound <= 1 { range = range.lowerBound..<whole.upperBound }
      let edge = group[0].edge ?? one.window.edge
      if range.lowerBound > start { append(finger: start..<range.lowerBound, before: edge) }
      let isAfterFinger = group[0].edge == nil || !result.isEmpty
      let free: Phase.Kind = edge == nil ? .deceleration : isAfterFinger ? .release : .bounce
      result.append(named(one, phase(free, range, edge: edge, "")))
      start = range.upperBound
    }
    if start < whole.upperBound {
      append(finger: start..<whole.upperBound, before: group[0].edge)
    }
    return result
  }

  static func named(_ found: MotionSearch.Found, _ phase: Phase) -> Phase {
    var (window, laws) = found
    var phase = phase
    let isViscous = laws.law.key == "exponential"
    // A viscous glide from rest to rest is one whose finger was not recorded; in doubt it may be the end of an ease.
    let isGlide = isViscous && laws.confidence != .open
    if window.startsAtRest, window.endsAtRest, phase.edge == nil, !isGlide {
      phase.kind = .animation
    }
    phase.confidence =
      laws.confidence == .sure ? .sure : laws.confidence == .likely ? .likely : .unsure
    phase.isDetermined = laws.isDetermined
    phase.evidence = "follows \(laws.law.name)"
    if laws.confidence == .open {
      phase.evidence += ", or as well \(laws.rivals.map(\.name).joined(separator: ", "))"
    }
    // These laws have constants in `fit`.
    guard !isViscous, phase.edge == nil || laws.law.command == nil else { return phase }
    laws.addErrors(window, evenOfCommands: true)
    phase.law = laws.law.key
    phase.constants = laws.candidates.first { $0.law == laws.law }?.constants ?? []
    // From rest to rest, a spring or a fall is an animation's, not the scroll view's.
    if phase.kind != .animation || laws.law.command == nil {
      phase.shared = NamedLaws.constants(of: laws.law, phase.constants, window)
    }
    let constants = phase.constants.map {
      let error = $0.halfWidth.map { " ± \(Printed.significant($0, digits: 2))" } ?? ""
      let unit = ["", "1"].contains($0.unit) ? "" : " \($0.unit)"
      return
        "\($0.key) \(Printed.significant($0.value, digits: error.isEmpty ? 4 : 5))\(error)\(unit)"
    }
    phase.remark =
      "it follows \(laws.law.name)\(constants.isEmpty ? "" : ", \(constants.joined(separator: ", "))"); 'scrollfit identify' compares it with others"
    return phase
  }
}
