internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// Text about the deltas of a wheel and the resulting motion of the content.
enum WheelText {
  /// One line per axis; empty for a recording without both deltas and offsets.
  static func lines(_ result: TraceResult, style: TextStyle, labelWidth: Int) -> [String] {
    (result.joined?.wheelGains ?? []).flatMap { wheel in
      style.item("wheel", sentence(wheel), labelWidth)
    }
  }

  /// Gain, distance per notch, and delay, with the number of scrolls they are based on.
  private static func sentence(_ wheel: WheelGain) -> String {
    let free = wheel.scrolls.filter { !$0.endsAtEdge }
    let events = free.map(\.events)
    var text =
      "the content moves \(PooledText.value(wheel.gain)) pt for 1 pt asked along \(wheel.axis.rawValue)"
    if let notch = wheel.notch { text += ", \(PooledText.value(notch)) a notch" }
    let delays = free.compactMap(\.delay).sorted()
    if !delays.isEmpty {
      let usual = NumberText.significant(delays[delays.count / 2], digits: 2)
      text += ", first \(usual) s after the event"
    }
    text += " (\(PooledText.count(free.count, "scroll"))"
    if let least = events.min(), let most = events.max() {
      text += " of \(least == most ? "" : "\(least) to ")\(PooledText.count(most, "event"))"
    }
    let cut = wheel.scrolls.count - free.count
    return text + (cut > 0 ? "; \(cut) more ended at an edge)" : ")")
  }
}
