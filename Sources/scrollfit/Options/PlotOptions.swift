internal import ScrollFormats

import ArgumentParser
import ScrollReport

/// Whether and how fits are drawn below the text.
struct PlotOptions: ParsableArguments {
  enum Drawing: String, Choice {
    /// Only on a terminal, with the characters that it can show.
    case auto
    case braille, ascii
  }

  @Option(
    help: ArgumentHelp(
      """
      Draw each fit and its residuals below the text. Alone, as auto, it draws on a terminal only; a file \
      called ascii is ./ascii.
      """, valueName: "drawing"))
  var plot: Drawing?

  /// Arguments in which `--plot` has a value: `auto` if none follows.
  ///
  /// An option of ArgumentParser with `defaultAsFlag` would use any following word as its value. Here the next word is
  /// the value only if it names a drawing: `--plot TRACE` draws TRACE; a file called `ascii` is `./ascii`.
  static func joined(_ arguments: some Collection<String>) -> [String] {
    var result: [String] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--" { return result + [word] + rest }
      guard word == "--plot" else {
        result.append(word)
        continue
      }
      if let next = rest.first, let drawing = Drawing(rawValue: next) {
        rest.removeFirst()
        result.append("--plot=\(drawing.rawValue)")
      } else {
        result.append("--plot=\(Drawing.auto.rawValue)")
      }
    }
    return result
  }

  /// Draws plots on standard output; nil if none are drawn there.
  func terminalPlot(_ look: StyleOptions) -> TerminalPlot? {
    let glyphs: TerminalPlot.Glyphs
    switch plot {
    case nil: return nil
    case .braille: glyphs = .braille
    case .ascii: glyphs = .ascii
    case .auto:
      guard StyleOptions.isTerminal else { return nil }
      glyphs = Self.showsBraille ? .braille : .ascii
    }
    return TerminalPlot(glyphs, width: StyleOptions.columns, style: look.style)
  }

  /// Reports on standard error why a requested plot is not drawn.
  func explain() {
    guard plot == .auto, !StyleOptions.isTerminal else { return }
    StandardStream.report(
      "note: --plot draws on a terminal only; --plot braille or --plot ascii draws here too")
  }

  /// Whether the terminal can show braille patterns: it uses UTF-8 and is not the Linux console, whose font has none.
  private static var showsBraille: Bool {
    guard let term = ProcessEnvironment.variable("TERM"), term != "linux", term != "dumb" else {
      return false
    }
    // The first variable that is set and not empty counts, as in setlocale.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(ProcessEnvironment.variable)
      .first { !$0.isEmpty }
    guard let locale = locale?.uppercased() else { return false }
    return locale.contains("UTF-8") || locale.contains("UTF8")
  }
}
