internal import ScrollFormats

import ScrollReport

/// The progress of a run, on one line of standard error that is overwritten. Shown only on a terminal that supports it,
/// and after the first half second.
final class Progress {
  private let isShown: Bool
  private let sharesTerminal: Bool
  private let start = ContinuousClock.now
  private var last: ContinuousClock.Instant
  private var isVisible = false
  /// The total number of recordings; nil if unknown.
  var total: Int?
  private var count = 0
  private var failed = 0

  init() {
    // A dumb terminal would print the escape sequences.
    isShown = StandardStream.isTerminal(2) && ProcessEnvironment.variable("TERM") != "dumb"
    sharesTerminal = isShown && StandardStream.isTerminal(1)
    last = start
  }

  /// Whether the total is worth counting.
  var wantsTotal: Bool { isShown }

  /// Counts one finished recording.
  func add(failed hasFailed: Bool) {
    count += 1
    if hasFailed { failed += 1 }
    guard isShown else { return }
    let now = ContinuousClock.now
    guard now - start > .milliseconds(500), now - last > .milliseconds(100) else { return }
    last = now
    write("\r\u{1B}[K\(text(now - start))")
    isVisible = true
  }

  /// Clears the line for other text on standard error, or on standard output if both are the same terminal.
  func clear(forOutput: Bool) {
    guard isVisible, !forOutput || sharesTerminal else { return }
    write("\r\u{1B}[K")
    isVisible = false
  }

  private func text(_ time: Duration) -> String {
    let seconds = Double(time.components.seconds) + 1e-18 * Double(time.components.attoseconds)
    let rate = Double(count) / seconds
    var text = "\(count)"
    if let total { text += " of \(total)" }
    text += " recordings"
    if failed > 0 { text += ", \(failed) failed" }
    text += ", \(rate < 10 ? NumberText.fixed(rate, decimals: 1) : "\(Int(rate))")/s"
    if let total, total > count {
      let left = Int((Double(total - count) / rate).rounded(.up))
      text += left < 120 ? ", \(left) s left" : ", \(left / 60) min left"
    }
    return text
  }

  private func write(_ text: String) { StandardStream.show(text) }
}
