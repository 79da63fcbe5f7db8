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

  /// Text on standard output: coloured on a terminal that wants it, 80 columns unless it is narrower.
  var style: TextStyle {
    TextStyle(isColored: isColored, width: width)
  }

  private var isTerminal: Bool { isatty(1) == 1 }

  private var isColored: Bool {
    switch color {
    case .always: return true
    case .never: return false
    case .auto:
      if Self.environment("CLICOLOR_FORCE").map({ $0 != "0" }) == true { return true }
      if Self.environment("NO_COLOR")?.isEmpty == false { return false }
      guard isTerminal, Self.environment("TERM") != "dumb" else { return false }
      return true
    }
  }

  private var width: Int {
    guard isTerminal else { return 80 }
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return max(40, min(80, Int(size.ws_col)))
  }

  /// A variable of the environment; nil where it is not set.
  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
