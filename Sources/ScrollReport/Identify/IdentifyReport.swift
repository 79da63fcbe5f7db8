public import ScrollFitting
public import ScrollFormats
internal import ScrollPhysics
internal import ScrollTraces

/// The identified law and engine of a recording as text.
public struct IdentifyReport: Sendable {
  /// The amount of detail.
  public enum Extent: Sendable {
    /// The law, its constants and the engine.
    case brief
    /// The closest laws and engines, and the tests between them.
    case details
    /// Every law and every engine.
    case all
  }

  let style: TextStyle
  private let extent: Extent
  private let plot: TerminalPlot?

  /// Whether every law and engine is shown, not only the closest ones.
  var showsAll: Bool { extent == .all }

  /// A report in a style.
  ///
  /// - Parameters:
  ///   - style: colours and width.
  ///   - extent: the amount of detail.
  ///   - plot: draws each recording with its laws below the text; nil for none.
  public init(style: TextStyle, _ extent: Extent, plot: TerminalPlot? = nil) {
    self.style = style
    self.extent = extent
    self.plot = plot
  }

  /// The text of one recording.
  public func text(_ result: Identification) -> String {
    guard extent == .brief else {
      return (lines(result) + drawing(result)).joined(separator: "\n") + "\n"
    }
    var bare = result
    bare.warnings = []
    var lines = lines(bare)
    let short = ShortText(style: style, options: FitOptions(), engines: [])
    lines += short.notes(result.warnings, after: lines.count, below: 1)
    let hint =
      result.motions.isEmpty
      ? [] : [style.faint("  --details shows the laws and the engines that were compared")]
    let text = result.motions.count == 1 ? ShortText.tightened(lines + hint) : lines + hint
    return (text.dropLast(hint.count) + drawing(result) + hint).joined(separator: "\n") + "\n"
  }

  /// The lines of the text, without the plot and the hint at `--details`.
  func lines(_ result: Identification) -> [String] {
    var lines = [style.heading(TextLayout.title(result.path, result.name))]
    if let fit = result.fromColumns {
      lines += style.lines(
        "by its columns: \(fit.law), \(FitText.brief(fit)), rms \(NumberText.significant(fit.residual.rms, digits: 3)) pt; \(TypedCommand.quoted(fit.law, path: result.path)) says more"
      )
    }
    if !result.pulls.isEmpty { lines += [""] + pulls(result) }
    for (index, motion) in result.motions.enumerated() {
      // The first motion follows the heading of its recording directly, as a fit does.
      if lines.count > 1 { lines.append("") }
      lines += describe(motion, number: index + 1, of: result)
    }
    if result.motions.contains(where: { !$0.engines.isEmpty }) {
      lines += extent == .brief ? [""] + engine(result) : engines(result)
    }
    return lines + result.warnings.flatMap { [""] + style.item($0) }
  }

  private func pulls(_ result: Identification) -> [String] {
    var table = Table("", ["rubber band as shipped", .number("max pt"), .number("mean pt"), ""])
    let shown = extent == .all ? result.pulls.count : extent == .details ? 8 : 4
    for score in result.pulls.prefix(shown) {
      table.add([
        score.engine, NumberText.significant(score.max, digits: 3),
        NumberText.significant(score.mean, digits: 3), score.follows ? "within rounding" : "",
      ])
    }
    return table.lines(style)
  }

  func drawing(_ result: Identification) -> [String] {
    guard let plot else { return [] }
    let motions = result.motions.enumerated().map { (number: $0.offset + 1, motion: $0.element) }
    return result.offsets.flatMap { offsets -> [String] in
      let own = motions.filter { $0.motion.axis == offsets.axis }
      return own.isEmpty ? [] : [""] + plot.lines(offsets, motions: own)
    }
  }

  func note(_ label: String, _ text: String) -> [String] { style.item(label, text, 11) }

  // MARK: - Laws

  private func describe(
    _ motion: IdentifiedMotion, number: Int, of result: Identification
  ) -> [String] {
    let count = result.motions.count
    var what = count > 1 ? "motion \(number) of \(count)" : "motion"
    if let kind = motion.kind { what += ", \(kind.rawValue)" }
    if let edge = motion.edge { what += " beyond \(FitText.describe(edge))" }
    what +=
      " along \(motion.axis.rawValue), \(NumberText.fixed(motion.window.lowerBound, decimals: 3))"
    what +=
      " .. \(NumberText.fixed(motion.window.upperBound, decimals: 3)) s, \(motion.count) samples"
    var lines = style.lines(what) + [""]
    let laws = motion.laws
    if extent != .brief { lines += compared(motion) + [""] }
    lines += words(motion, path: result.path).flatMap(note)
    if extent != .brief { lines += tests(laws) }
    return lines
  }

  /// The law of a motion, its constants, and how well it fits, with labels.
  func words(_ motion: IdentifiedMotion, path: String) -> [(label: String, text: String)] {
    var words = [("law", verdict(motion))]
    if let answer = motion.laws.answer, !answer.constants.isEmpty {
      words.append(("constants", Self.constants(answer)))
      // A line of its own, so that the command can be copied.
      if let command = answer.law.command {
        words.append(("errors", TypedCommand.named("scrollfit \(command) FILE", path: path)))
      }
    }
    if let tween = motion.tween { words.append(("motion", Self.motion(tween))) }
    return words + [("fits", Self.residual(motion))]
  }

  /// The text about a recording on a report page: the laws of its motions, and the engine.
  func words(_ result: Identification) -> [(label: String, text: String)] {
    let columns = result.fromColumns.map {
      let command = TypedCommand.quoted($0.law, path: result.path)
      return [("law", "by its columns: \($0.law), \(FitText.brief($0)); \(command) says more")]
    }
    return (columns ?? []) + result.motions.flatMap { words($0, path: result.path) }
      + (engineText(result).map { [("engine", $0)] } ?? [])
  }

  /// The law of a motion with its constants in one sentence.
  static func summary(_ motion: IdentifiedMotion) -> String {
    let laws = motion.laws
    let name =
      switch laws.confidence {
      case .sure: "\(laws.law.name), sure"
      case .likely: "\(laws.law.name), likely"
      case .open: "\(laws.law.name), or another"
      case .none: "no law; nearest \(laws.law.name)"
      }
    let constants = laws.answer.map(constants) ?? ""
    return (constants.isEmpty ? name : "\(name): \(constants)") + "; " + residual(motion)
  }

  /// Constants with half of their 95 % intervals, if those are known.
  private static func constants(_ answer: CandidateFit) -> String {
    answer.constants.map {
      let error = $0.halfWidth.map { " ± \(NumberText.significant($0, digits: 2))" } ?? ""
      let value = NumberText.significant($0.value, digits: 5)
      return "\($0.key) \(value)\(error)\($0.unit == "1" ? "" : " " + $0.unit)"
    }.joined(separator: ", ")
  }

  /// How far a tween goes, and for how long.
  private static func motion(_ tween: Tween) -> String {
    let near = ScrollFeel.nearEnd
    let settled = NumberText.significant(tween.settleTime(within: near), digits: 3)
    return "\(NumberText.significant(tween.distance.magnitude, digits: 4)) pt in"
      + " \(NumberText.significant(tween.duration, digits: 3)) s, settle time (\(NumberText.short(near)) pt)"
      + " \(settled) s"
  }

  /// The residual of the law, and the residual expected from rounding and time stamps.
  private static func residual(_ motion: IdentifiedMotion) -> String {
    guard let answer = motion.laws.answer else { return "" }
    let rms = "rms \(NumberText.significant(answer.rms, digits: 2)) pt"
    guard motion.expected > 0 else { return rms }
    let expected = NumberText.significant(motion.expected, digits: 2)
    return "\(rms), where rounding and stamps leave \(expected)"
  }

  /// Peculiarities of the sample times; empty if there are none.
  private static func timesNote(_ motion: IdentifiedMotion) -> String {
    if motion.lateSamples > 0 { return "; \(motion.lateSamples) samples show an earlier frame" }
    if motion.straySamples > 0 { return "; \(motion.straySamples) samples are off its curve" }
    if let clock = motion.clock { return "; " + timesNote(clock: clock) }
    guard motion.isCoarse else { return "" }
    let error = NumberText.significant(1000 * motion.timeError, digits: 2)
    return "; samples are \(error) ms (sd) off their times"
  }

  private static func timesNote(clock: Double) -> String {
    clock == 1e-3
      ? "at times of the engine's clock, in whole milliseconds"
      : "at the ticks of a timer of \(NumberText.significant(1000 * clock, digits: 4)) ms"
  }

  /// Why a law is likely and not sure; nil where a note on the samples says so.
  private static func reason(_ motion: IdentifiedMotion, rivals: String) -> String? {
    let laws = motion.laws
    switch laws.doubt {
    case .rounding: return "no curve of it gives every sample within its rounding"
    case .unexplained: return shareNote(laws)
    case _ where laws.share < 0.995: return shareNote(laws)
    case .neighbour: return "another motion follows with no rest or finger between"
    case .movesBefore: return "the content moved before it"
    case .end: return "the content does not rest where it ends"
    case .start: return "a sample is repeated or jumps where it begins"
    case .ownSamples where timesNote(motion).isEmpty: return "it leaves out samples itself"
    case _ where !rivals.isEmpty: return "the samples leave some room for \(rivals)"
    case .fewSamples: return "fewer than \(LawComparison.shortest) samples of it move"
    case .freeForm: return "a free shape follows the samples as well"
    case .timeErrors: return "samples are off their times"
    case .assumedTimes: return "the samples have no times"
    case .residuals: return "its residuals are more than rounding leaves"
    case .rivals, .ownSamples, nil: return nil
    }
  }

  private static func shareNote(_ laws: LawComparison) -> String {
    "it explains \(NumberText.fixed(100 * laws.share, decimals: 0)) % of the samples that move as one"
  }

  private func verdict(_ motion: IdentifiedMotion) -> String {
    let laws = motion.laws
    let name = laws.law.name
    let told = showsAll ? laws.rivals : Array(laws.rivals.prefix(4))
    let others = laws.rivals.count - told.count
    let rivals =
      told.map(\.name).joined(separator: ", ") + (others > 0 ? " and \(others) others" : "")
    let doubt: String
    switch laws.confidence {
    case .sure: return "\(name), \(style.heading("sure"))"
    case .likely:
      doubt = "likely" + (Self.reason(motion, rivals: rivals).map { "; \($0)" } ?? "")
    case .open where rivals.isEmpty && laws.share < LawComparison.leastShare:
      doubt = "not sure: \(Self.shareNote(laws))"
    case .open where rivals.isEmpty:
      doubt = "not sure: a free shape follows much that slows down"
    case .open: doubt = "or as well \(rivals): the samples do not distinguish them"
    case .none:
      let rms = laws.answer.map { NumberText.significant($0.rms, digits: 2) } ?? "?"
      let expected = NumberText.significant(motion.expected, digits: 2)
      return style.warning("none of these")
        + "; the nearest, \(name), leaves \(rms) pt where \(expected) is expected"
    }
    return "\(name), \(style.warning(doubt))\(Self.timesNote(motion))"
  }

  // MARK: - Engines

  func engine(_ result: Identification) -> [String] {
    guard !result.engines.isEmpty else {
      return note(
        "engine",
        result.motions.contains(where: \.isCoarse)
          ? "samples lie too far off their times to tell an engine"
          : "no listed engine has a law for what moves here")
    }
    let pixels = result.pixelsOfAndroid.map { scale in
      let scale = NumberText.short(scale)
      return note(
        "scale",
        "with \(scale) pixels in a point, friction is the 0.015 of android: if the offsets are pixels, give "
          + "--offset-unit px --scale \(scale)")
    }
    return (engineText(result).map { note("engine", $0) } ?? []) + (pixels ?? [])
  }

  /// The closest engine, and the engines that the recording cannot distinguish from it; nil without engines.
  private func engineText(_ result: Identification) -> String? {
    guard let (nearest, alike) = result.nearest else { return nil }
    let count = result.motions.count { !$0.engines.isEmpty }
    var text = escapedForTerminal(nearest.engine)
    if nearest.follows {
      // An engine has no score for an animation that it does not have.
      let isPart = nearest.motions < count
      let what =
        isPart
        ? "\(nearest.motions) of \(count) motions" : count == 1 ? "the motion" : "every motion"
      text += " describes \(what) within \(isPart ? "their" : "its") rounding"
    } else {
      text =
        style.warning("no listed engine made this")
        + "; the nearest, \(text), is off by up to \(NumberText.significant(nearest.max, digits: 2)) pt"
    }
    guard alike.isEmpty else {
      let others = alike.map(escapedForTerminal).joined(separator: ", ")
      return text + "; " + style.warning("the recording does not distinguish it from \(others)")
    }
    return nearest.weight > 0 ? text + ", \(percent(nearest.weight)) of the weight" : text
  }

  // MARK: - Numbers

  func percent(_ weight: Double) -> String {
    weight < 0.0005
      ? "0 %" : NumberText.fixed(100 * weight, decimals: weight > 0.995 ? 0 : 1) + " %"
  }

  func difference(_ value: Double) -> String {
    value.isFinite ? NumberText.fixed(value, decimals: value < 100 ? 1 : 0) : "-"
  }
}
