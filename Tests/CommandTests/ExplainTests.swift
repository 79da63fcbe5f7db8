import Testing

/// `scrollfit explain`: every word of a result, in the words of the documentation.
@Suite struct ExplainTests {
  /// A cell of a table in Markdown as plain text.
  private static func plain(_ cell: Substring) -> String {
    var text = String(cell).replacing("`", with: "'")
    while let link = text.firstMatch(of: /\[([^\]]*)\]\([^)]*\)/) {
      text.replaceSubrange(link.range, with: link.1)
    }
    return text
  }

  /// The rows of a page's tables whose first cell passes.
  private static func rows(_ page: String, where passes: (String) -> Bool) throws -> [[String]] {
    let text = try #require(Command.contents("Docs/Reference/\(page)"))
    return text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("| ") else { return nil }
      let cells = line.dropFirst(2).dropLast(2).split(
        separator: " | ", omittingEmptySubsequences: false
      ).map(plain)
      return passes(cells[0]) ? cells : nil
    }
  }

  /// What is printed, with its lines joined.
  private static func explained(_ words: String...) async throws -> String {
    let outcome = try await Command.run(["explain"] + words)
    #expect(outcome.code == 0, "\(words)")
    return outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `a warning means what its page says`() async throws {
    let rows = try Self.rows("Warnings.md") { $0.count == 4 && $0.hasPrefix("W") }
    #expect(rows.count > 30)
    for row in rows {
      let text = try await Self.explained(row[0].lowercased())
      #expect(text.hasPrefix("\(row[0]), a warning about the "))
      #expect(text.hasSuffix("when \(row[1]) do \(row[2])"), "\(row[0])")
    }
  }

  @Test func `a term means what its page says, by each of its names`() async throws {
    let rows = try Self.rows("Terms.md") { $0 != "term" && $0 != "---" }
    #expect(rows.count > 20)
    for row in rows {
      for name in [row[0]] + row[1].split(separator: ", ").map(String.init) {
        // A name of several words may be one argument or several; an option is no word of a command line.
        guard !name.hasPrefix("-") else { continue }
        let text = try await Self.explained(name)
        #expect(text.contains(row[2]), "\(name)")
      }
    }
  }

  @Test func `exit codes and errors mean what their pages say`() async throws {
    let codes = try Self.rows("Results.md") { Int($0) != nil }
    #expect(codes.count == 10)
    for row in codes {
      for word in [row[0], "exit \(row[0])", "exit-code \(row[0])"] {
        #expect(try await Self.explained(word) == "\(row[0]), an exit code \(row[1])")
      }
    }
    for (page, first) in [("Results.md", "no-channel"), ("Traces.md", "file-not-found")] {
      let rows = try Self.rows(page) { $0.hasPrefix("'") }.drop { !$0[0].contains(first) }
      #expect(rows.count > 5)
      for row in rows.prefix(while: {
        $0.count == 2 && $0[0].contains("-") || $0[0] == "'empty', 'header-only'"
      }) {
        for name in row[0].split(separator: ", ").map({ String($0).replacing("'", with: "") }) {
          #expect(try await Self.explained(name).contains(row[1]), "\(name)")
        }
      }
    }
  }

  @Test(arguments: [
    ("rubber band", "rubber-band, a law"), ("Rubber_Band", "rubber-band, a law"),
    ("settle-time", "settle_time, a constant"), ("steepest descent", "descent"),
    ("Huber", "loss"), ("interrupted", "interrupted"),
    ("flutter ios", "flutter-ios, a scroll view"),
  ])
  func `a word is known however its parts are joined`(word: String, title: String) async throws {
    #expect(try await Self.explained(word).hasPrefix(title), "\(word)")
  }

  @Test func `without a word all that can be explained is listed`() async throws {
    let outcome = try await Command.run(["explain"])
    #expect(outcome.code == 0 && outcome.error.isEmpty)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
    for (group, word) in [
      ("warnings", "W101,"), ("laws", "bounce,"), ("constants", "C,"), ("terms", "±,"),
      ("engines", "uikit,"), ("exit codes", "0,"), ("errors", "no-channel,"),
    ] {
      let line = lines.first { $0.hasPrefix("  \(group) ") }
      #expect(line?.contains(word) == true, "\(group)")
    }
  }

  @Test func `laws lists the laws that are named, and says what is near another word`() async throws
  {
    let all = try await Command.run(["laws"])
    let two = try await Command.run(["laws", "Bounce", "spring"])
    #expect(two.code == 0 && two.output.split(separator: "\n\n").count == 2)
    for part in two.output.split(separator: "\n\n") {
      #expect(all.output.contains(part))
    }
    let wrong = try await Command.run(["laws", "bonce"])
    #expect(wrong.code == 64 && wrong.error.contains("There is no law 'bonce'. Near it: bounce"))
  }

  @Test func `a law, a constant and an engine are explained in any case of letters`() async throws {
    #expect(try await Self.explained("Bounce").contains("y = C (t + phi) e^(-delta (t + phi))"))
    #expect(try await Self.explained("DELTA").contains("a constant, in 1/s bounce decay rate"))
    #expect(try await Self.explained("UIKit").contains("UIScrollView"))
    #expect(try await Self.explained("runs", "test").contains("neighbouring residuals"))
  }

  @Test func `a word that is not known is a usage error that names what is near`() async throws {
    let outcome = try await Command.run(["explain", "W40"])
    #expect(outcome.code == 64 && outcome.output.isEmpty)
    #expect(outcome.error.contains("There is no explanation of 'W40'. Near it: W401"))
  }

  @Test func `a file without a command is fitted, and a word that is none is told what is near`()
    async throws
  {
    let file = "SampleTraces/uiscrollview-bounce-2x.csv"
    let alone = try await Command.run([file])
    let fitted = try await Command.run(["fit", file])
    #expect(alone.code == 0 && alone.output == fitted.output)
    let json = try await Command.run(["--format", "json", file])
    #expect(json.output.hasPrefix("{"))
    let missing = try await Command.run(["nothing.csv"])
    #expect(missing.code == 66)
    for words in [["help", "bonce"], ["bonce", file]] {
      let mistyped = try await Command.run(words)
      #expect(mistyped.code == 64 && mistyped.error.contains("Near it: bounce."), "\(words)")
    }
    let other = try await Command.run(["bonce", "nothing"])
    #expect(
      other.code == 64 && other.error.contains("There is no command 'bonce'. Near it: bounce."))
  }

  @Test(arguments: [
    ["bounce", "SampleTraces/uiscrollview-bounce-2x.csv"],
    ["bounce", "SampleTraces/uiscrollview-bounce-3x.csv"],
    ["fit", "SampleTraces/uiscrollview-deceleration-3x.csv"],
    ["spring", "SampleTraces/simulated-spring.csv"],
    ["collision", "SampleTraces/simulated-collision.csv"],
    ["transfer", "SampleTraces/simulated-transfer.csv"],
    ["fit", "SampleTraces/engines/gtk4-swipe-1500.csv"],
  ]) func `a single motion is told in 14 lines of 80 columns without statistics`(
    arguments: [String]
  ) async throws {
    let outcome = try await Command.run(arguments)
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(outcome.code == 0 && lines.count <= 14 && lines.allSatisfy { $0.count <= 80 })
    for word in ["HC3", "AICc", "Durbin-Watson", "Cramer-Rao", "evaluation"] {
      #expect(!outcome.output.contains(word), "\(word)")
    }
    let details = try await Command.run(arguments + ["--details"])
    #expect(details.output.contains("residuals") && details.output.contains("evaluation"))
  }
}
