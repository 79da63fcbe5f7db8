/// The meaning of a column name.
package struct ColumnName: Hashable {
  package var role: Role
  package var axis: Axis
  package var unit: ColumnUnit?

  /// Reads a name, ignoring case, spaces that do not break, and signs in front; nil if it is unknown.
  package init?(_ name: String) {
    let (stem, unit) = ColumnName.split(ColumnName.plain(name))
    let joined = ColumnName.joined(stem)
    guard
      let (role, axis) = ColumnName.known[stem] ?? ColumnName.loose[joined]
        ?? ColumnName.known[joined]
    else { return nil }
    if let unit, unit.dimension != role.dimension { return nil }
    self.role = role
    self.axis = axis
    self.unit = unit ?? role.standardUnit
  }

  /// A name in lower case, without quotes, and without signs in front such as that of `@timestamp`.
  private static func plain(_ name: String) -> String {
    let lower = name.lowercased()
    guard let first = lower.utf8.first, let last = lower.utf8.last else { return lower }
    let isPlain =
      first &- 0x61 < 26 && last != UInt8(ascii: "'") && lower.utf8.allSatisfy { $0 < 0x80 }
    guard !isPlain else { return lower }
    let text = lower.map { $0 == "\u{A0}" || $0 == "\u{202F}" ? " " : $0 }
    return String(text.drop { "@$_'`".contains($0) }.filter { $0 != "'" && $0 != "`" })
  }

  /// Whether pixels in a column with this name are those of a page or of Slint, which are points.
  package static func isOfWeb(_ name: String) -> Bool {
    web.contains(joined(split(plain(name)).stem))
  }

  private static let web: Set = [
    "scrolltop", "scrollleft", "viewporty", "viewportx", "pageyoffset", "pagexoffset",
    "transform.y", "transform.x", "translatey", "translatex",
  ]

  /// Whether a column states for each event whether it is momentum, as `WheelEvent.momentum` of the W3C does.
  package static func isMomentum(_ name: String) -> Bool { name.lowercased() == "momentum" }

  /// Whether a name of another platform is ambiguous next to a name of this format, which then has priority.
  ///
  /// Names such as `scrollTop` are certainly offsets, and `y` may be anything: such pairs are reported as ambiguous by
  /// the caller.
  package static func givesWay(_ name: String, to other: String) -> Bool {
    let stem = split(other.lowercased()).stem
    if known[split(name.lowercased()).stem] == nil { return known[stem] != nil }
    return isForeign(name) && !isForeign(other) && !offsets.contains(stem) && stem != "x"
      && stem != "y"
  }

  /// Whether a name, or the form of its unit, is from another platform.
  private static func isForeign(_ name: String) -> Bool {
    let (stem, unit) = split(name.lowercased())
    return foreign.contains(stem)
      || times.contains(stem)
        && unit.map { !name.lowercased().hasSuffix("_" + $0.rawValue) } ?? false
  }

  private static let foreign: Set = [
    "elapsed", "ts", "uptime", "eventtime", "pixels", "position", "relative_offset_y",
    "relative_offset_x",
    "deltax", "deltay",
  ]
  private static let offsets: Set = ["scrolltop", "scrolly", "scrollleft", "scrollx"]

  /// Splits a name in lower case into its stem and the unit at its end: `offset_y_pt`, `offset_y (pt)` and
  /// `offset_y [pt]` are `offset_y` in pt; `tms` and `elapsed_micros` are times.
  package static func split(_ name: String) -> (stem: String, unit: ColumnUnit?) {
    // The longest suffix first: `_pt_per_s` ends in `_s`.
    for unit in unitsByLength where name.hasSuffix("_" + unit.rawValue) {
      return (String(name.dropLast(unit.rawValue.utf8.count + 1)), unit)
    }
    if let inBrackets = splitBrackets(name) { return inBrackets }
    if let word = name.firstRange(of: " in ")?.upperBound, let unit = unit(named: name[word...]) {
      return (String(name[..<word].dropLast(4)), unit)
    }
    // No time name is longer.
    guard name.utf8.count < 32 else { return (name, nil) }
    for (word, unit) in timeWords where name.hasSuffix(word) {
      var stem = name.dropLast(word.count)
      if stem.last == "_" { stem = stem.dropLast() }
      if times.contains(String(stem)) || looseTimes.contains(joined(String(stem)))
        || timeSteps.contains(joined(String(stem)))
      {
        return (String(stem), unit)
      }
    }
    return (name, nil)
  }

  /// The unit in the name of a column; nil if there is none.
  ///
  /// The unit may be the last word of a name that is not known as a time: `frameMicros`.
  package static func unit(of name: String) -> ColumnUnit? {
    if let unit = split(name.lowercased()).unit { return unit }
    return timeWords.first { word, _ in
      word.count > 1 && name.hasSuffix(word.prefix(1).uppercased() + word.dropFirst())
    }?.unit
  }

  private static func splitBrackets(_ name: String) -> (stem: String, unit: ColumnUnit?)? {
    guard name.last == ")" || name.last == "]",
      let open = name.lastIndex(of: name.last == ")" ? "(" : "["), open > name.startIndex
    else { return nil }
    let word = name[name.index(after: open)...].dropLast()
      .replacing("/", with: "_per_").filter { $0 != " " }
    guard let unit = unit(named: word) else { return nil }
    var stem = name[..<open]
    while stem.last == " " || stem.last == "_" { stem = stem.dropLast() }
    return (String(stem), unit)
  }

  private static func unit(named word: some StringProtocol) -> ColumnUnit? {
    ColumnUnit(rawValue: String(word)) ?? timeWords.first { $0.word == word }?.unit
  }

  private static let unitsByLength = ColumnUnit.allCases.sorted {
    $0.rawValue.count > $1.rawValue.count
  }

  /// Suffixes for units of time in other programs. `s` alone is not one: `ts` is a timestamp, not t in s.
  private static let timeWords: [(word: String, unit: ColumnUnit)] = [
    ("ms", .milliseconds), ("millis", .milliseconds), ("milliseconds", .milliseconds),
    ("us", .microseconds), ("µs", .microseconds), ("μs", .microseconds),
    ("micros", .microseconds), ("microseconds", .microseconds),
    ("ns", .nanoseconds), ("nanos", .nanoseconds), ("nanoseconds", .nanoseconds),
    ("sec", .seconds), ("secs", .seconds), ("seconds", .seconds),
  ]
  private static let times: Set = [
    "t", "time", "timestamp", "elapsed", "ts", "uptime", "eventtime",
  ]

  /// A name without what separates its words: `Scroll Offset` and `scroll_offset` are the same.
  package static func joined(_ stem: String) -> String {
    // No such name is longer.
    stem.last == "_" || stem.utf8.count > 32 ? stem : stem.filter { !"_ -".contains($0) }
  }

  /// Names of times in other programs, with joined words, that count only where no other column is a time; the empty
  /// one stands for a unit alone, as in `ms`.
  package static let looseTimes: Set = [
    "", "timein", "frametime", "frametimestamp", "starttime", "datetime", "zeit", "temps", "tiempo",
    "tempo", "tijd", "时间", "時間",
  ]

  /// Names of the time since the row before, with joined words, that count only where no column is a time.
  package static let timeSteps: Set = ["dt", "deltat", "deltatime", "timedelta", "delta"]

  /// Whether a name is one of the time since the row before, and no other change.
  package static func isTimeStep(_ name: String) -> Bool {
    let name = joined(split(name.lowercased()).stem)
    return timeSteps.contains(name) && name != "delta"
  }

  /// Whether a word of a name is a unit of time, or says that it is of a span of time: `ms since last`, `frame_ms`.
  package static func canBeTimeStep(_ name: String) -> Bool {
    let spans = ["delta", "dt", "interval", "duration", "elapsed", "time", "frametime"]
    return withUnderscores(name).split(separator: "_").contains { word in
      spans.contains(String(word)) || unit(named: word)?.dimension == .time
    }
  }

  /// Names of offsets in other programs, with joined words. They give way to any other offset.
  private static let loose: [String: (Role, Axis)] = {
    var names: [String: (Role, Axis)] = [:]
    for (axis, end) in [(Axis.y, "y"), (.x, "x")] {
      for stem in [
        "offset", "scroll", "scrolloffset", "contentoffset", "pos", "content", "viewport",
        "anchoredposition", "anchoredposition.", "bounds.", "bounds.origin.", "transform.",
        "translate", "min", "frame.", "frame.min", "frame.origin.", "rect.", "rect.min",
        "rect.origin.", "visiblerect.", "visiblerect.min", "visiblerect.origin.", "bounds.min",
      ] {
        names[stem + end] = (.offset, axis)
      }
      names["page\(end)offset"] = (.offset, axis)
    }
    for name in [
      "scrolltop", "scrolloffset", "scrollposition", "scrollpos", "pos", "contentoffset",
    ] {
      names[name] = (.offset, .y)
    }
    names["scrollleft"] = (.offset, .x)
    // WPF, and Godot.
    for (axis, word) in [(Axis.y, "vertical"), (.x, "horizontal")] {
      names[word + "offset"] = (.offset, axis)
      names["scroll" + word] = (.offset, axis)
    }
    return names
  }()

  private static let known: [String: (Role, Axis)] = [
    "t": (.time, .y), "time": (.time, .y), "timestamp": (.time, .y), "elapsed": (.time, .y),
    "ts": (.time, .y), "uptime": (.time, .y), "eventtime": (.time, .y),
    "offset": (.offset, .y), "offset_x": (.offset, .x), "offset_y": (.offset, .y),
    "x": (.offset, .x), "y": (.offset, .y),
    "contentoffset.x": (.offset, .x), "contentoffset.y": (.offset, .y),
    "scrolltop": (.offset, .y), "scrolly": (.offset, .y), "pixels": (.offset, .y),
    "position": (.offset, .y), "relative_offset_y": (.offset, .y),
    "scrollleft": (.offset, .x), "scrollx": (.offset, .x), "relative_offset_x": (.offset, .x),
    "deltax": (.delta, .x), "deltay": (.delta, .y),
    "overscroll": (.overscroll, .y),
    "overscroll_x": (.overscroll, .x), "overscroll_y": (.overscroll, .y),
    "finger_x": (.finger, .x), "finger_y": (.finger, .y),
    "delta_x": (.delta, .x), "delta_y": (.delta, .y),
    "phase": (.phase, .y), "momentum": (.phase, .y), "trace": (.trace, .y),
    "height": (.height, .y),
    "inner_x": (.inner, .x), "inner_y": (.inner, .y),
    "velocity": (.velocity, .y), "distance": (.distance, .y), "duration": (.duration, .y),
    "edge_velocity": (.edgeVelocity, .y), "max_overscroll": (.maxOverscroll, .y),
  ]
}
