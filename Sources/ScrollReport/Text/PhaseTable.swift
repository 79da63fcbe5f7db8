internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// The phases of a recording as a table, and as one line.
enum PhaseTable {
  static func letter(_ kind: Phase.Kind) -> Character {
    switch kind {
    case .rest: "."
    case .tracking: "t"
    case .rubberBand: "u"
    case .deceleration: "d"
    case .interrupted: "i"
    case .bounce: "b"
    case .release: "r"
    case .animation: "a"
    case .jump: "j"
    case .unknown: "?"
    }
  }

  /// The phases of one axis over time: each column shows the phase that is longest in it, or a jump if there is one, or
  /// rest if nothing moves.
  static func timeline(_ phases: [Phase], width: Int) -> String {
    guard let first = phases.first, let last = phases.last, last.end > first.start, width > 0 else {
      return ""
    }
    let step = (last.end - first.start) / Double(width)
    var longest = [Double](repeating: 0, count: width)
    var line = [Character](repeating: ".", count: width)
    for phase in phases {
      let from = max(0, min(width - 1, Int((phase.start - first.start) / step)))
      let to = max(from, min(width - 1, Int((phase.end - first.start) / step)))
      for column in from...to {
        let begin = first.start + Double(column) * step
        let share =
          switch phase.kind {
          case .jump: Double.infinity
          case .rest: 0.0
          default: min(phase.end, begin + step) - max(phase.start, begin)
          }
        if share > longest[column] {
          longest[column] = share
          line[column] = letter(phase.kind)
        }
      }
    }
    return String(line)
  }

  /// The meaning of the letters that occur in a timeline.
  static func legend(_ phases: [Phase]) -> String {
    Phase.Kind.allCases.filter { kind in phases.contains { $0.kind == kind } }
      .map { "\(letter($0)) \($0.rawValue)" }.joined(separator: ", ")
  }

  /// Lines of number, start, length, samples and kind, and a text about each; a mark shows that a phase is not certain.
  static func lines(_ phases: [Phase], style: TextStyle, text: (Phase) -> String) -> [String] {
    var table = Table(
      "",
      [.number(""), .number("start s"), .number("lasts s"), .number("samples"), "phase", ""])
    for (number, phase) in phases.enumerated() {
      table.add([
        "\(number + 1)", NumberText.fixed(phase.start, decimals: 3),
        NumberText.fixed(phase.end - phase.start, decimals: 3), "\(phase.range.count)",
        phase.kind.rawValue + (phase.edge.map { " \(place($0))" } ?? "") + mark(phase),
        text(phase),
      ])
    }
    var result = table.lines(style, hangs: true)
    if let legend = marks(phases) { result.append(style.faint("  " + legend)) }
    return result
  }

  /// An overscroll column does not say which end of the content it is.
  private static func place(_ edge: Edge) -> String {
    edge.source == .column ? "" : edge.side.rawValue
  }

  private static func mark(_ phase: Phase) -> String {
    switch phase.confidence {
    case .sure: ""
    case .likely: " ~"
    case .unsure: " ?"
    }
  }

  private static func marks(_ phases: [Phase]) -> String? {
    let texts = [Phase.Confidence.likely, .unsure].filter { confidence in
      phases.contains { $0.confidence == confidence }
    }.map { $0 == .likely ? "~ likely" : "? unsure" }
    return texts.isEmpty ? nil : texts.joined(separator: ", ") + "; the others are sure"
  }
}
