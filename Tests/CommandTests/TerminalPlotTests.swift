import Testing

/// `--plot` on a terminal and in a pipe.
@Suite struct TerminalPlotTests {
  private static let sample = "SampleTraces/uiscrollview-bounce-2x.csv"
  private static let note =
    "note: --plot draws on a terminal only; --plot braille or --plot ascii draws here too\n"

  /// The lines that one text has and the other lacks, which is the same otherwise.
  private func added(_ text: String, to plain: String) -> [Substring] {
    let long = text.split(separator: "\n", omittingEmptySubsequences: false)
    let short = plain.split(separator: "\n", omittingEmptySubsequences: false)
    let start = zip(long, short).prefix { $0 == $1 }.count
    let rest = short.count - start
    #expect(Array(long.suffix(rest)) == Array(short.suffix(rest)))
    return Array(long.dropFirst(start).dropLast(rest))
  }

  private func isBraille(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) }
  }

  @Test(arguments: [
    ["bounce", "--plot", "ascii", sample], ["bounce", "--plot=ascii", sample],
    ["bounce", sample, "--plot", "ascii"], ["bounce", sample, "--plot=ascii"],
    ["bounce", "--plot", "--color", "never", "--plot", "ascii", sample],
  ])
  func `the drawing is named after --plot or joined to it`(_ arguments: [String]) async throws {
    let plain = try await Command.run(["bounce", Self.sample])
    let outcome = try await Command.run(arguments)
    #expect(outcome.code == 0)
    #expect(outcome.error == plain.error)
    let lines = added(outcome.output, to: plain.output)
    #expect(lines.count == 27)
    #expect(lines.allSatisfy { $0.allSatisfy(\.isASCII) })
    #expect(lines.contains { $0.contains("o 45 samples") && $0.contains("-- fit") })
    #expect(lines.contains { $0.contains("+- 0.25 pt, what rounding allows") })
  }

  @Test(arguments: [
    ["bounce", "--plot", sample], ["bounce", sample, "--plot"], ["bounce", "--plot=auto", sample],
    ["bounce", "--plot", "--color", "never", sample], ["bounce", "--plot", "--", sample],
  ])
  func `alone in a pipe it draws nothing, and says so once`(_ arguments: [String]) async throws {
    let plain = try await Command.run(["bounce", Self.sample])
    let outcome = try await Command.run(arguments)
    #expect(outcome.code == 0)
    #expect(outcome.output == plain.output)
    #expect(outcome.error == plain.error + Self.note || outcome.error == Self.note + plain.error)
  }

  @Test func `a file with the name of a drawing is reached by its path`() async throws {
    let workspace = try Workspace()
    try workspace.write(try #require(Command.contents(Self.sample)), to: "ascii")
    let outcome = try await workspace.run("bounce", "--plot", "ascii", "./ascii")
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("o 45 samples"))
    // After --, every word is a file.
    let last = try await workspace.run("bounce", "--plot", "--", "ascii")
    #expect(last.code == 0)
    let missing = try await workspace.run("bounce", "--", "--plot")
    #expect(missing.code == 66)
  }

  @Test(arguments: [
    (nil, 80), ("100", 100), ("1", 24), ("40", 40), ("5000", 200), ("x", 80), ("-3", 80), ("", 80),
  ])
  func `in a pipe it is as wide as COLUMNS says, within bounds`(
    _ columns: String?, _ width: Int
  ) async throws {
    for drawing in ["ascii", "braille"] {
      for command in ["bounce", "fit"] {
        let outcome = try await Command.run(
          [command, "--details", "--plot", drawing, Self.sample],
          variables: columns.map { ["COLUMNS": $0] } ?? [:])
        let axes = outcome.lines.filter {
          let line = $0.drop { $0 == " " }
          return line.hasPrefix("└") || (line.count > 9 && line.allSatisfy { "+-".contains($0) })
        }
        #expect(axes.count == (command == "fit" ? 2 : 1))
        #expect(axes.allSatisfy { $0.count == width })
        // The text is at most 80 columns wide, whatever the plot is.
        #expect(outcome.lines.allSatisfy { $0.count <= max(80, width) })
      }
    }
  }

  @Test func `text in a pipe is as wide as COLUMNS says, from 40 to 120`() async throws {
    func widest(_ columns: String?) async throws -> Int {
      let outcome = try await Command.run(
        ["Tests/Engines/Recordings/firefox-fling-frames.csv"],
        variables: columns.map { ["COLUMNS": $0] } ?? [:])
      // Constants are a table, whose rows are not wrapped.
      return outcome.lines.dropFirst().filter { !$0.contains("±") }.map(\.count).max() ?? 0
    }
    #expect(try await (70...80).contains(widest(nil)))
    #expect(try await (100...120).contains(widest("5000")))
    #expect(try await (90...100).contains(widest("100")))
    #expect(try await widest("20") <= 40)
  }

  @Test(arguments: PlotTests.plots)
  func `every command that fits draws, and changes no other line`(
    _ name: String, _ command: [String]
  ) async throws {
    let plain = try await Command.run(command)
    let lines = try await added(
      Command.run(command + ["--plot", "ascii"]).output, to: plain.output)
    #expect(lines.contains { $0.contains("-- fit") })
    #expect(lines.contains { $0.hasPrefix("  residual") })
    #expect(lines.allSatisfy { $0.allSatisfy(\.isASCII) && $0.count <= 80 })
    let braille = try await Command.run(command + ["--plot", "braille"])
    #expect(added(braille.output, to: plain.output).contains { isBraille($0) })
  }

  @Test func `a whole recording is drawn along each axis above the letters of its phases`()
    async throws
  {
    let workspace = try Workspace()
    _ = try await workspace.shell(
      "\"$SCROLLFIT\" simulate session gestures=3 --axis both --seed 3 > session.csv")
    let plain = try await workspace.run("fit", "session.csv")
    let drawn = try await workspace.run(
      "fit", "--plot", "ascii", "session.csv", variables: ["COLUMNS": "200"])
    #expect(drawn.code == 0)
    #expect(drawn.lines.count { $0.contains("-- as recorded") } == 2)
    func ribbons(_ lines: [Substring]) -> [Substring] {
      lines.map { $0.drop { $0 == " " || $0 == "|" } }.filter {
        $0.count > 30 && $0.allSatisfy { ".tudibrj?".contains($0) }
      }
    }
    // Letters with rests and repetitions taken out: a wider line may show more of them.
    func order(_ ribbon: Substring) -> [Character] {
      ribbon.reduce(into: []) { if $1 != ".", $0.last != $1 { $0.append($1) } }
    }
    let (narrow, wide) = (ribbons(plain.lines), ribbons(drawn.lines))
    #expect(narrow.count == 2)
    #expect(wide.count == 2)
    for (short, long) in zip(narrow, wide) {
      var rest = order(long)[...]
      for letter in order(short) {
        let found = try #require(rest.firstIndex(of: letter))
        rest = rest[(found + 1)...]
      }
    }
    // A column of the plot for each letter.
    let axes = drawn.lines.map { $0.drop { $0 == " " } }.filter {
      $0.count > 30 && $0.allSatisfy { "+-".contains($0) }
    }
    #expect(axes.map { $0.count - 1 } == wide.map(\.count))
    #expect(!drawn.output.contains("-- fit"))
    let details = try await workspace.run("fit", "--details", "--plot", "ascii", "session.csv")
    let fits = details.lines.count { $0.contains("-- fit") }
    #expect(fits == details.lines.count { $0.hasPrefix("  residual (pt)") })
    #expect(fits > 2)
  }

  #if os(Linux)
    /// What a terminal of so many columns would show.
    private func terminal(
      _ arguments: String, columns: Int = 100, variables: [String: String] = [:]
    ) async throws -> Outcome {
      let workspace = try Workspace()
      try workspace.write(
        "stty cols \(columns) rows 50; exec \"$SCROLLFIT\" \(arguments) '\(Command.package)/\(Self.sample)'\n",
        to: "run.sh")
      var outcome = try await Command.shell(
        "script -qec 'sh run.sh' /dev/null < /dev/null", in: workspace.path,
        variables: ["LC_ALL": "C.UTF-8"].merging(variables) { $1 })
      outcome.output = String(outcome.output.filter { $0 != "\r" }.map { $0 == "\r\n" ? "\n" : $0 })
      return outcome
    }

    private func bare(_ text: String) -> String {
      text.split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated().map {
        $0.offset == 0 ? $0.element : $0.element.drop { $0 != "m" }.dropFirst()
      }.joined()
    }

    @Test(arguments: [24, 40, 57, 80, 100, 200, 300])
    func `on a terminal it is as wide as that, and nothing wraps`(_ columns: Int) async throws {
      let outcome = try await terminal("bounce --plot", columns: columns)
      let lines = bare(outcome.output).split(separator: "\n")
      let axis = try #require(lines.first { $0.drop { $0 == " " }.hasPrefix("└") })
      #expect(axis.count == min(200, columns))
      let start = try #require(lines.firstIndex { $0.hasPrefix("  overscroll (pt)") })
      let end = try #require(lines.firstIndex { $0.drop { $0 == " " }.hasPrefix("time (s)") })
      #expect(lines[start...end].allSatisfy { $0.count <= min(200, columns) })
      #expect(end - start >= 25)
      #expect(!outcome.output.contains("note: --plot"))
    }

    @Test(arguments: [
      (["LC_ALL": "C.UTF-8"], true), (["LC_ALL": "en_US.utf8"], true), (["LC_ALL": "C"], false),
      (["LC_ALL": "", "LC_CTYPE": "C.UTF-8", "LANG": "C"], true),
      (["LC_ALL": "", "LC_CTYPE": "C", "LANG": "C.UTF-8"], false),
      (["LC_ALL": "", "LC_CTYPE": "", "LANG": "de_DE.UTF-8"], true),
      (["LC_ALL": "", "LC_CTYPE": "", "LANG": ""], false), (["TERM": "linux"], false),
      (["TERM": "dumb"], false),
    ])
    func `on a terminal it is braille where that is shown`(
      _ variables: [String: String], _ showsBraille: Bool
    ) async throws {
      let outcome = try await terminal("bounce --plot", variables: variables)
      #expect(isBraille(outcome.output) == showsBraille)
      #expect(outcome.output.contains("what rounding allows"))
      // Asked for, it is what was asked for.
      let ascii = try await terminal("bounce --plot ascii", variables: variables)
      #expect(!isBraille(ascii.output))
      #expect(try await isBraille(terminal("bounce --plot=braille", variables: variables).output))
    }

    @Test func `on a terminal it has colours, unless NO_COLOR says no`() async throws {
      let coloured = try await terminal("bounce --plot")
      #expect(coloured.output.contains("\u{1B}[36mo"))
      #expect(coloured.output.contains("\u{1B}[35m"))
      let plain = try await terminal("bounce --plot", variables: ["NO_COLOR": "1"])
      #expect(!plain.output.contains("\u{1B}"))
      #expect(bare(coloured.output) == plain.output)
    }
  #endif
}
