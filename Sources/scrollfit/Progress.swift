internal import ScrollFormats

import ScrollReport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How far a run is, on one line of standard error that is written over again and again: only on a terminal that can,
/// and not in the first half second.
final class Progress {
  private let isShown: Bool
  private let sharesTerminal: Bool
  private let start = ContinuousClock.now
  private var last: ContinuousClock.Instant
  private var isVisible = false
  /// How many there are in all; nil where nobody knows.
  var total: Int?
  private var count = 0
  private var failed = 0

  init() {
    // A terminal that is dumb shows the escapes that write a line over.
    isShown = isatty(2) == 1 && StyleOptions.environment("TERM") != "dumb"
    sharesTerminal = isShown && isatty(1) == 1
    last = start
  }

  /// Whether it pays to count beforehand.
  var wantsTotal: Bool { isShown }

  /// One more is done.
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

  /// Makes room for a line of standard error, or of standard output where both are one terminal.
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
