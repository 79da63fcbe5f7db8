internal import ScrollFormats

import ArgumentParser

/// The style of text on standard output.
struct StyleOptions: ParsableArguments {
  /// When colour is used.
  enum Color: String, Choice {
    case auto, always, never
  }

  @Option(help: "When to colour.")
  var color: Color = .auto

  /// The style of standard output: coloured on a terminal that supports it, and as wide as the terminal, or as `COLUMNS`
  /// says, from 40 to 120 columns.
  var style: TextStyle {
    TextStyle(isColored: isColored, width: Self.width)
  }

  /// The style of a command without colours.
  static var plain: TextStyle { TextStyle(width: width) }

  /// Whether standard output is a terminal.
  static var isTerminal: Bool { StandardStream.isTerminal(1) }

  private var isColored: Bool {
    switch color {
    case .always: return true
    case .never: return false
    case .auto:
      if ProcessEnvironment.variable("CLICOLOR_FORCE").map({ $0 != "0" }) == true { return true }
      if ProcessEnvironment.variable("NO_COLOR")?.isEmpty == false { return false }
      guard Self.isTerminal, ProcessEnvironment.variable("TERM") != "dumb" else { return false }
      return true
    }
  }

  private static var width: Int { max(40, min(120, columns)) }

  /// Columns of the terminal on standard output; nil if there is none or its width is unknown.
  private static var terminalColumns: Int? { StandardStream.columns(of: 1) }

  /// Columns of the terminal on standard error, at least 40; nil if there is none or its width is unknown.
  static var errorColumns: Int? { StandardStream.columns(of: 2).map { max(40, $0) } }

  /// Columns of standard output: those of the terminal, else the value of COLUMNS, else 80.
  static var columns: Int {
    terminalColumns ?? ProcessEnvironment.variable("COLUMNS").flatMap { Int($0) }.flatMap {
      $0 > 0 ? $0 : nil
    }
      ?? 80
  }
}
