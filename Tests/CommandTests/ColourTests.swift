import Testing

@Suite struct ColourTests {
  struct Choice: Sendable, CustomTestStringConvertible {
    var variables: [String: String] = [:]
    var arguments: [String] = []
    var isColoured: Bool

    var testDescription: String {
      (variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } + arguments)
        .joined(separator: " ")
    }
  }

  /// Standard output is a pipe in all of these.
  static let choices: [Choice] = [
    Choice(isColoured: false),
    Choice(variables: ["CLICOLOR_FORCE": "1"], isColoured: true),
    Choice(variables: ["CLICOLOR_FORCE": "0"], isColoured: false),
    Choice(variables: ["NO_COLOR": "1"], isColoured: false),
    Choice(variables: ["NO_COLOR": ""], isColoured: false),
    Choice(variables: ["NO_COLOR": "1"], arguments: ["--color", "always"], isColoured: true),
    Choice(arguments: ["--color", "always"], isColoured: true),
    Choice(
      variables: ["TERM": "dumb"], arguments: ["--color", "always"], isColoured: true),
    Choice(variables: ["TERM": "dumb"], isColoured: false),
    Choice(
      variables: ["CLICOLOR_FORCE": "1"], arguments: ["--color", "never"], isColoured: false),
    Choice(arguments: ["--color", "never"], isColoured: false),
  ]

  @Test(arguments: choices)
  func `colour follows the option, then the environment`(choice: Choice) async throws {
    let outcome = try await Command.run(
      ["bounce"] + choice.arguments + ["SampleTraces/uiscrollview-bounce-3x.csv"],
      variables: choice.variables)
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("\u{1B}") == choice.isColoured)
  }

  @Test(arguments: [
    ("bounce", "uiscrollview-bounce-3x"), ("inspect", "uiscrollview-bounce-3x"),
    ("identify", "uiscrollview-bounce-3x"), ("identify", "engines/chromium-wheel-1"),
    ("fit", "engines/kivy-pull-150"),
  ])
  func `colour changes no character`(command: String, sample: String) async throws {
    let path = "SampleTraces/\(sample).csv"
    let plain = try await Command.run([command, path])
    let coloured = try await Command.run([command, "--color", "always", path])
    #expect(plain.code == 0 && coloured.code == 0)
    #expect(!plain.output.contains("\u{1B}") && coloured.output.contains("\u{1B}"))
    #expect(withoutEscapes(coloured.output) == plain.output)
  }

  @Test func `a fit that rounding does not explain is coloured as a doubt`() async throws {
    let outcome = try await Command.run([
      "bounce", "--color", "always", "SampleTraces/uiscrollview-bounce-3x.csv",
    ])
    #expect(outcome.output.contains("\u{1B}[33m1.7 times what rounding alone leaves\u{1B}[0m"))
  }

  @Test func `identify colours its verdict, and what it doubts on each line of it`() async throws {
    let doubtful = try await Command.run([
      "identify", "--color", "always", "SampleTraces/engines/chromium-wheel-1.csv",
    ])
    let doubted = doubtful.output.split(separator: "\u{1B}[33m").dropFirst()
    #expect(doubted.contains { $0.hasPrefix("or as well tween") })
    #expect(doubtful.lines.allSatisfy { $0.count { $0 == "\u{1B}" } % 2 == 0 })
    let sure = try await Command.run([
      "identify", "--color", "always", "SampleTraces/engines/chromium-fling-15.csv",
    ])
    #expect(sure.output.contains("\u{1B}[1msure\u{1B}[0m"))
  }

  @Test func `JSON is never coloured`() async throws {
    let outcome = try await Command.run(
      [
        "bounce", "--color", "always", "--format", "json",
        "SampleTraces/uiscrollview-bounce-2x.csv",
      ], variables: ["CLICOLOR_FORCE": "1"])
    #expect(!outcome.output.contains("\u{1B}"))
  }

  private func withoutEscapes(_ text: String) -> String {
    var result = ""
    var isInside = false
    for scalar in text.unicodeScalars {
      if scalar == "\u{1B}" {
        isInside = true
      } else if !isInside {
        result.unicodeScalars.append(scalar)
      } else if scalar == "m" {
        isInside = false
      }
    }
    return result
  }
}
