package import ScrollRecordings

/// Warnings about a recording that do not depend on the fit.
package enum TraceWarnings {
  /// All warnings, in the order of their codes.
  package static func all(_ trace: Trace, facts: SamplingFacts) -> [Warning] {
    var result = stamps(trace, facts: facts)
    result += columnsIgnored(trace)
    if let warning = stampUnit(trace, interval: facts.medianInterval) {
      result.append(warning)
    }
    if let log = trace.log, case let lines = log.otherLines, lines > 0 {
      result.warn(
        .linesIgnored,
        "\(lines) line\(lines == 1 ? "" : "s") of the \(log.isTable ? "table" : "log") contain\(lines == 1 ? "s" : "") no offset in the form of the others and \(lines == 1 ? "was" : "were") ignored",
        remedy: "none needed, unless they hold samples: print all samples in one form")
    }
    if let warning = rowsLost(trace) { result.append(warning) }
    if let log = trace.log, log.isMixed {
      let words = log.wordings.map {
        $0.isEmpty ? "none" : "'\(PrintedText.cut(String($0.dropLast())))'"
      }
      result.append(
        Warning(
          .samplesMixed,
          "samples have different words in front, in turns: \(words.joined(separator: ", ")); they were read as one recording",
          remedy:
            "if they are of several views, read the lines of one of them, or print them as 'view=A y=12.5' and choose with --where view=A"
        ))
    }
    if trace.log?.isMixed != true, 5 * trace.duplicateStamps >= 2 * trace.count, trace.count >= 8 {
      result.warn(
        .samplesMixed,
        "\(trace.duplicateStamps) of \(trace.count) samples have the stamp of the one before and another value; they were read as one recording",
        remedy: "if they are of several views, choose one with --where NAME=VALUE")
    }
    if let comma = trace.decimalComma {
      result.warn(
        .decimalCommas,
        "numbers have decimal commas: \(PrintedText.quoted(comma)) was read as \(comma.replacing(",", with: "."))",
        remedy: "none needed, unless commas separate thousands")
    }
    if trace.heldSamples > 0 {
      result.warn(
        .samplesHeld,
        "\(trace.heldSamples) samples only repeat a frame and were left out",
        remedy: "none needed; a recorder called once for each frame gives better times")
    }
    if let warning = pixelsSuspected(trace) { result.append(warning) }
    if facts.quantum?.isDecimalsTruncated == true {
      result.warn(
        .decimalsTruncated, "the last printed digit of some values is cut off, not rounded",
        remedy: "none needed: values are put on the pixel grid where it matters")
    }
    return result
  }

  /// Warns of offsets in lines of logcat that state no unit.
  private static func pixelsSuspected(_ trace: Trace) -> Warning? {
    guard trace.log?.isOfAndroid == true, trace.log?.isTable == false, !trace.isOffsetUnitStated,
      let column = trace.columns.first(where: { $0.isUsed && $0.role == .offset }),
      ColumnName.unit(of: column.name) == nil
    else { return nil }
    let name = column.name.isEmpty ? "" : " '\(PrintedText.cut(column.name))'"
    return Warning(
      .pixelsSuspected,
      "the offsets\(name) in lines of logcat have no unit, and were taken as points; a View of Android and Compose count pixels",
      remedy:
        "if these are pixels, give --offset-unit px --scale 3 with the pixels in a point for 3; else --offset-unit pt"
    )
  }

  /// Warnings about missing, irregular, repeated and lost stamps.
  private static func stamps(_ trace: Trace, facts: SamplingFacts) -> [Warning] {
    var result: [Warning] = []
    if case .assumed(let interval, let source) = trace.timing, !trace.isTable {
      let from =
        switch source {
        case .option: "as asked for"
        case .metadata: "as the file says"
        case .counted: "as the number of rows in each second says"
        case .standard: "1/60 s, by default" + otherRates(trace.metadata)
        }
      result.warn(
        .stampsAssumed,
        "no stamps: frames are taken to be \(Printed.significant(interval * 1000, digits: 5)) ms apart, \(from)"
          + coarseStamps(trace),
        remedy: trace.lacksPrintedTimes
          ? Trace.printTimes : "record a time column; dropped frames would bias the decay rate")
    }
    // Events occur irregularly, so none can be missing.
    let isOfEvents = isOfEvents(trace)
    if facts.isIrregular, !isOfEvents {
      result.warn(
        .stampsIrregular, "the stamps fit no refresh grid",
        remedy: "record the time of the display frame, or give '# refresh_hz:'")
    }
    let duplicates = trace.duplicateRows + trace.duplicateStamps
    if duplicates > 0 {
      let dropped = trace.duplicateRows
      result.warn(
        .stampsDuplicate,
        "\(duplicates) row\(duplicates == 1 ? " has" : "s have") the stamp of the row before"
          + (dropped > 0
            ? "; \(dropped) with the same values \(dropped == 1 ? "was" : "were") dropped" : ""),
        remedy: "record stamps in microseconds, once a frame")
    }
    if facts.droppedFrames > 0, !isOfEvents {
      result.warn(
        .framesDropped,
        "\(facts.droppedFrames) frame\(facts.droppedFrames == 1 ? " is" : "s are") missing in \(facts.gaps.count) gap\(facts.gaps.count == 1 ? "" : "s")",
        remedy: "none needed: the stamps are used; never fit such a recording by row number")
    }
    return result
  }

  /// The rates that comments name although none of them says at which one the recording was made.
  private static func otherRates(_ metadata: Metadata) -> String {
    let rates = metadata.ratesInComments.all.prefix(3).map { Printed.significant($0, digits: 4) }
    guard let rate = rates.first else { return "" }
    return
      ", although comments name \(rates.joined(separator: " and ")) Hz: '# fps: \(rate)' would say it"
  }

  /// What is said of times that are no stamps.
  private static func coarseStamps(_ trace: Trace) -> String {
    guard trace.log?.areStampsCoarse == true else {
      let column = trace.columns.first { $0.role == .time && !$0.isUsed }
      guard case .assumed(_, .counted) = trace.timing, let column else { return "" }
      return "; the times in '\(PrintedText.cut(column.name))' are too coarse to be stamps"
    }
    let text = "; the times of day in the log are too coarse to be stamps"
    guard case .assumed(_, .standard) = trace.timing, let rate = trace.log?.linesPerSecond else {
      return text
    }
    return text
      + ", and full seconds hold \(Printed.significant(rate, digits: 3)) lines: if none is missing, give --interval 1/\(Int(max(rate, 1).rounded()))"
  }

  /// Warnings about times, which do not matter for a fit without time.
  static let ofTime: Set<Warning.Code> = [
    .stampsAssumed, .stampsIrregular, .stampsDuplicate, .framesDropped, .stampUnit,
  ]

  /// Warns of columns, metadata keys and phase names that were ignored.
  private static func columnsIgnored(_ trace: Trace) -> [Warning] {
    var result: [Warning] = []
    // A log can contain any text.
    let ignored =
      trace.log?.isTable == false
      ? []
      : trace.columns.filter {
        !$0.isUsed && $0.role == nil && !$0.isLate && !$0.isCondition
      }.map(\.name)
    func passedOver(_ names: [String], _ text: (String, String) -> String, remedy: String) {
      guard !names.isEmpty else { return }
      let shown = names.prefix(5).map { "'\(PrintedText.cut($0))'" }.joined(separator: ", ")
      let more = names.count > 5 ? " and \(names.count - 5) more" : ""
      result.append(
        Warning(.columnsIgnored, text(names.count == 1 ? "" : "s", shown + more), remedy: remedy))
    }
    passedOver(
      ignored, { "unknown column\($0) \($1) passed over" },
      remedy: (trace.timing.isRecorded ? nil : meantTimes(ignored))
        ?? "none needed; 'scrollfit inspect FILE' lists the columns")
    let late = trace.columns.filter(\.isLate).map(\.name)
    passedOver(
      late,
      {
        "key\($0) \($1) passed over: none of the first \(ScrollRecordings.Limit.columnSamples) objects, or of those in the first MiB, has \($0.isEmpty ? "it" : "them")"
      },
      remedy:
        "none needed, unless they hold samples: write all keys in the first object, null where there is no value"
    )
    let empty = trace.columns.filter(\.isEmpty).map(\.name)
    passedOver(
      empty,
      {
        "column\($0) \($1) hold\($0.isEmpty ? "s" : "") no value, and \($0.isEmpty ? "was" : "were") passed over"
      },
      remedy: "none needed, unless values were meant to be there")
    return result + phasesIgnored(trace)
  }

  /// Warns of unknown phase names.
  private static func phasesIgnored(_ trace: Trace) -> [Warning] {
    var result: [Warning] = []
    var unknown: [String] = []
    for phase in trace.phases ?? []
    where PhaseLabel(phase.label) == nil && !phase.label.isEmpty && !unknown.contains(phase.label) {
      unknown.append(phase.label)
    }
    if let phases = trace.phases, !phases.contains(where: { PhaseLabel($0.label) != nil }) {
      result.warn(
        .columnsIgnored, "the phase column names no phase that is known, and was passed over",
        remedy: "name phases tracking, rubber-band, release, deceleration, bounce or rest")
    } else if !unknown.isEmpty {
      let names = unknown.prefix(5).map { "'\(PrintedText.cut($0))'" }.joined(separator: ", ")
      result.warn(
        .columnsIgnored,
        "the phase column has \(unknown.count == 1 ? "a name that is" : "names that are") not known: \(names); samples so named are told by their motion",
        remedy: "name phases tracking, rubber-band, release, deceleration, bounce or rest")
    }
    return result
  }

  /// Warns of rows without a value; per channel if each channel has its own rows.
  private static func rowsLost(_ trace: Trace) -> Warning? {
    func rows(_ count: Int, _ one: String, _ many: String) -> String {
      "\(count) row\(count == 1 ? one : "s" + many)"
    }
    let remedy = "none needed, if the recorder missed them"
    guard trace.hasGaps else {
      guard trace.lostRows > 0 else { return nil }
      return Warning(
        .rowsLost,
        rows(
          trace.lostRows, " has an empty cell and is a lost sample",
          " have empty cells and are lost samples"), remedy: remedy)
    }
    let gaps = trace.gaps
    guard !gaps.isEmpty else { return nil }
    let texts = gaps.map {
      rows($0.rows, " has", " have") + " no \($0.role.rawValue) along \($0.axis.rawValue)"
    }
    return Warning(
      .rowsLost,
      "\(texts.joined(separator: ", ")): these are lost samples of what is missing, and of nothing else",
      remedy: remedy)
  }

  /// What the user can do if one of the unknown columns may be the times; nil if none is.
  private static func meantTimes(_ names: [String]) -> String? {
    for name in names {
      guard let time = ColumnName.timeMeant(by: name) else { continue }
      return "if '\(name)' is the time, rename it to \(time), or choose it with --time '\(name)'"
    }
    return nil
  }

  private static func isOfEvents(_ trace: Trace) -> Bool {
    trace.channels.contains { $0.role == .delta }
      && !trace.channels.contains { $0.role == .offset || $0.role == .overscroll }
  }

  /// Maximum median interval of samples in s: a motion is shorter than this.
  private static let longestInterval = 2.0

  /// The same if no unit is stated: frame times in milliseconds would exceed it.
  private static let longestAssumed = 0.5

  /// Warns if the unit of the stamps was inferred from them, or if their interval is too long for the unit.
  static func stampUnit(_ trace: Trace, interval: Double?) -> Warning? {
    guard trace.timing.isRecorded, !trace.isTable, let interval,
      let column = trace.columns.first(where: { $0.isUsed && $0.role == .time }),
      let unit = column.unit
    else { return nil }
    let name = "'\(PrintedText.cut(column.name))'"
    func text(_ value: Double) -> String { Printed.significant(value, digits: 4) }
    if column.isUnitInferred {
      let apart = text(interval * unit.divisor(scale: 1))
      return Warning(
        .stampUnit,
        "the column \(name) has no unit; its intervals of \(apart) mean \(unit.rawValue)",
        remedy: "name the unit, as in t_\(unit.rawValue), or give it with --time-unit")
    }
    // Events may be far apart.
    guard interval > (column.isUnitAssumed ? longestAssumed : longestInterval), !isOfEvents(trace)
    else { return nil }
    return Warning(
      .stampUnit,
      column.isUnitAssumed
        ? "the column \(name) has no unit; its intervals of \(text(interval)), taken as s, are long for samples of a motion"
        : "the stamps in \(name) are \(text(interval)) s apart, too far for the samples of a motion",
      remedy: "name the unit of the column, as in t_ms, or give it with --time-unit")
  }
}

extension Trace {
  /// Whether it is a log whose lines contain no times of frames.
  var lacksPrintedTimes: Bool {
    guard log != nil, case .assumed(_, let source) = timing else { return false }
    return source == .standard || source == .counted
  }

  /// What a log should print, as a remedy.
  static let printTimes =
    "print the time of the frame in s in front of each offset, as '12.345678 -88.33'; Docs/Guide/Record.md has recorders, and '# interval: 1/60' or --interval says that no frame is lost"
}
