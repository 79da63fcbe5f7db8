internal import ScrollFormats

import ArgumentParser
import ScrollReport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How text looks on standard output.
struct StyleOptions: ParsableArguments {
  /// When to colour.
  enum Color: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
  }

  @Option(help: "When to colour.")
  var color: Color = .auto

  /// Text on standard output: coloured on a terminal that wants it, as wide as it is, up to 120 columns; else 80.
  var style: TextStyle {
    TextStyle(isColored: isColored, width: width)
  }

  /// Whether standard output is a terminal.
  static var isTerminal: Bool { isatty(1) == 1 }

  private var isColored: Bool {
    switch color {
    case .always: return true
    case .never: return false
    case .auto:
      if Self.environment("CLICOLOR_FORCE").map({ $0 != "0" }) == true { return true }
      if Self.environment("NO_COLOR")?.isEmpty == false { return false }
      guard Self.isTerminal, Self.environment("TERM") != "dumb" else { return false }
      return true
    }
  }

  private var width: Int {
    Self.isTerminal ? max(40, min(120, Self.terminalColumns ?? 80)) : 80
  }

  /// Columns of the terminal; nil where it does not say, and when there is none.
  private static var terminalColumns: Int? { columns(of: 1) }

  /// Columns of the terminal that standard error is; nil where it is none.
  static var errorColumns: Int? { columns(of: 2).map { max(40, $0) } }

  private static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Columns of standard output: of the terminal, else what COLUMNS says, else 80.
  static var columns: Int {
    terminalColumns ?? environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
      ?? 80
  }

  /// A variable of the environment; nil where it is not set.
  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
