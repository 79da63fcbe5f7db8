import Testing

/// The commands that README and Docs show are run, and say what the pages say they say.
struct DocumentationTests {
  static let pages = [
    "README.md", "Docs/README.md", "Docs/Reference/Traces.md", "Docs/Laws/Bounce.md",
    "Docs/Laws/Deceleration.md", "Docs/Laws/EngineCurves.md",
    "Docs/Laws/RubberBand.md", "Docs/Laws/Spring.md", "Docs/Guide/Identify.md",
    "Docs/Laws/Gravity.md",
    "Docs/Laws/Collision.md", "Docs/Laws/Resistance.md",
    "Docs/Laws/Stretch.md", "Docs/Laws/Transfer.md", "Docs/Guide/Fit.md",
    "Docs/Guide/Predict.md", "Docs/Guide/Export.md", "Docs/Guide/Simulate.md",
    "Docs/Reference/Engines.md", "Docs/Reference/Results.md", "Docs/Guide/Batch.md",
    "Docs/Guide/Report.md", "Docs/Guide/CI.md", "Docs/Guide/Compare.md",
    "Docs/Reference/Security.md",
    "Docs/Guide/UIScrollView.md", "Docs/Guide/Gallery.md", "Docs/Guide/Install.md",
    "Docs/Guide/Record.md",
  ]

  /// A shell block and the text block that follows it, if one does.
  struct Example {
    var line: Int
    var script: String
    var output: String?
  }

  /// The blocks of a page. A text block belongs to the shell block before it when only blank lines stand
  /// between them.
  static func examples(in page: String) -> [Example] {
    var examples: [Example] = []
    var fence: (kind: Substring, line: Int, body: [Substring])?
    var isNext = false
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if let open = fence {
        guard line == "```" else {
          fence?.body.append(line)
          continue
        }
        let body = open.body.joined(separator: "\n")
        if open.kind == "sh" {
          examples.append(Example(line: open.line, script: body, output: nil))
          isNext = true
        } else {
          if open.kind == "text", isNext { examples[examples.count - 1].output = body }
          isNext = false
        }
        fence = nil
      } else if line.hasPrefix("```") {
        fence = (line.dropFirst(3), index + 1, [])
      } else if !line.isEmpty {
        isNext = false
      }
    }
    return examples
  }

  /// Whether a block of output has anything in it: a pattern that nothing matches prints nothing, and so does its page.
  static func showsSomething(_ output: String) -> Bool { !output.allSatisfy(\.isWhitespace) }

  /// What installs or builds, or measures this machine, is no example of the tool.
  static func isRun(_ script: String) -> Bool {
    let others = ["apt-get", "swift ", "brew ", "hyperfine", "/usr/bin/time", "gcc ", "python3 "]
    return !others.contains { script.contains($0) }
  }

  @Test(arguments: pages)
  func `every example of a page says what the page says`(_ page: String) async throws {
    let text = try #require(Command.contents(page))
    let workspace = try Workspace()
    _ = try await Command.shell(
      "ln -s '\(Command.package)/SampleTraces' '\(Command.package)/Tests' .", in: workspace.path)
    var run = 0
    for example in Self.examples(in: text) where Self.isRun(example.script) {
      let files = try await Command.shell("ls -lR", in: workspace.path).output
      let outcome = try await Command.shell(
        "exec 2>&1; scrollfit() { \"$SCROLLFIT\" \"$@\"; }\n" + example.script, in: workspace.path)
      run += 1
      guard let expected = example.output else {
        #expect(outcome.code == 0, "\(page):\(example.line): \(outcome.output)")
        let after = try await Command.shell("ls -lR", in: workspace.path).output
        #expect(
          !outcome.output.allSatisfy(\.isWhitespace) || after != files,
          "\(page):\(example.line) prints nothing and writes nothing: \(example.script)")
        continue
      }
      #expect(Self.showsSomething(expected), "\(page):\(example.line) shows no output")
      // The page leaves out the blank line at the end, not those inside.
      let shown = String(outcome.output.reversed().drop { $0 == "\n" }.reversed())
      #expect(shown == expected, "\(page):\(example.line): \(example.script)")
    }
    if page != "Docs/README.md" { #expect(run > 0) }
  }

  @Test func `an example whose output is empty is found`() {
    let page =
      "```sh\nscrollfit laws | grep -e x^\n```\n\n```text\n\n```\n\n```sh\nscrollfit laws\n```\n\n```text\na\n```\n"
    let shown = Self.examples(in: page).map { $0.output.map(Self.showsSomething) }
    #expect(shown == [false, true])
  }

  @Test func `every link of a page leads to a file`() async throws {
    let found = try await Command.shell(
      """
      for page in README.md CHANGELOG.md .github/*.md Docs/*.md Docs/*/*.md; do
        grep -oE '\\]\\([^)]*\\)' "$page" | sed -e 's/^](//' -e 's/)$//' -e 's/#.*//' | grep -v '://' | sort -u | while read -r link; do
          test -z "$link" || test -e "$(dirname "$page")/$link" || echo "$page: $link"
        done
      done
      """, in: Command.package)
    #expect(found.output == "")
  }

  @Test func `no page shows an empty block`() throws {
    for folder in ["Docs", "Docs/Guide", "Docs/Laws", "Docs/Reference", "Docs/Development"] {
      let names = Workspace.names(in: "\(Command.package)/\(folder)")
      for name in names where name.hasSuffix(".md") {
        let page = try #require(Command.contents("\(folder)/\(name)"))
        for example in Self.examples(in: page) {
          #expect(
            example.output.map(Self.showsSomething) ?? true, "\(folder)/\(name):\(example.line)")
        }
      }
    }
  }

  @Test func `the two commands of the README are those that CI runs`() throws {
    let readme = try #require(Command.contents("README.md"))
    let lines = readme.split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("apt-get update && ") && $0.contains("swift run") }.count == 1)
    #expect(lines.filter { $0.hasPrefix("swift test ") }.count == 1)
  }

  @Test func `the commands that scrollfit alone names run`() async throws {
    let introduction = try await Command.run([])
    let examples = introduction.output.split(separator: "\n").filter {
      $0.hasPrefix("  scrollfit ")
    }
    #expect(examples.count == 4)
    for example in examples {
      let words = example.split(separator: " ").dropFirst().map(String.init)
      let outcome = try await Command.run(words, in: Command.package)
      #expect(outcome.code == 0, "\(example): \(outcome.error)")
      #expect(!outcome.output.isEmpty)
    }
  }

  @Test func `every command has examples that run, one of them on what is shipped`() async throws {
    let commands = try await Command.all()
    #expect(commands.count > 15)
    for command in commands {
      let name = try #require(command["commandName"].string)
      let lines = (command["discussion"].string ?? "").split(separator: "\n")
      #expect(lines.contains { $0 == "Examples:" }, "\(name)")
      let examples = lines.filter { $0.hasPrefix("  scrollfit \(name)") }
      // A page may show how commands work together, but its examples are its own.
      #expect(lines.count { $0.hasPrefix("  scrollfit ") } == examples.count, "\(name)")
      let workspace = try Workspace()
      _ = try await Command.shell(
        """
        ln -s '\(Command.package)/SampleTraces' . && cp -rL SampleTraces recordings
        cp SampleTraces/uiscrollview-bounce-2x.csv TRACE && cp TRACE stream.csv
        "$SCROLLFIT" simulate session > session.csv
        "$SCROLLFIT" batch --export results-1.ndjson --export last-release.json TRACE > /dev/null
        cp results-1.ndjson results-2.ndjson
        """,
        in: workspace.path)
      for example in examples {
        let outcome = try await Command.shell(
          "scrollfit() { \"$SCROLLFIT\" \"$@\"; }\n" + example, in: workspace.path)
        // A verdict against constants of another view is 1.
        #expect(
          outcome.code == 0 || (name == "check" && outcome.code == 1),
          "\(example): \(outcome.error)")
        #expect(!outcome.output.isEmpty, "\(example)")
      }
      #expect(examples.contains(where: Self.isShipped), "\(name)")
    }
  }

  /// Whether an example needs no file but those in SampleTraces.
  private static func isShipped(_ example: Substring) -> Bool {
    example.split(separator: " ").allSatisfy { word in
      word.hasPrefix("SampleTraces")
        || ![".csv", "json", "TRACE", "/"].contains { word.contains($0) } || word == "json"
        || word.contains("pt/")
    }
  }
}
