import Testing

/// The scripts that complete commands in shells.
@Suite struct CompletionTests {
  /// How a shell only reads a script.
  static let shells = [("bash", "bash -n"), ("zsh", "zsh -n"), ("fish", "fish --no-execute")]

  /// Whether a shell's script completes files after an option.
  static func completesFiles(_ shell: String, _ script: String, option: String) -> Bool {
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
    switch shell {
    case "bash":
      // Files of any ending, or those with some.
      return zip(lines, lines.dropFirst()).contains { line, next in
        line.contains("'--\(option)')")
          && (next.hasSuffix("_add_completions -f") || next.contains("-o plusdirs -fX"))
      }
    case "zsh":
      return lines.contains { $0.contains("--\(option)[") && $0.contains(":_files") }
    default:
      return lines.contains {
        $0.contains("-l '\(option)'")
          && ($0.hasSuffix("-rF") || $0.contains("__fish_complete_directories"))
      }
    }
  }

  @Test(arguments: shells)
  func `a completion script is one, knows every command, and completes files`(
    _ shell: String, _ check: String
  ) async throws {
    let workspace = try Workspace()
    let outcome = try await workspace.run("--generate-completion-script", shell)
    #expect(outcome.code == 0)
    #expect(outcome.error.isEmpty)
    let script = outcome.output
    try workspace.write(script, to: "script")
    let parsed = try await workspace.shell(
      "if command -v \(shell) > /dev/null; then \(check) script; else echo none; fi")
    #expect(parsed.code == 0, "\(parsed.error)")
    if shell == "bash" { #expect(parsed.output.isEmpty) }
    for command in try await Command.all() {
      let name = try #require(command["commandName"].string)
      #expect(
        script.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.contains { $0 == name },
        "\(name)")
    }
    for option in ["export", "residuals", "search-path", "engines"] {
      #expect(Self.completesFiles(shell, script, option: option), "--\(option)")
    }
    for option in ["color", "method", "plot", "settle"] {
      #expect(!Self.completesFiles(shell, script, option: option), "--\(option)")
    }
    #expect(script.contains("braille"))
  }

  @Test func `what names a file completes files, and what has few values lists them`() async throws
  {
    var files = 0
    for command in try await Command.all() {
      let name = try #require(command["commandName"].string)
      for argument in command["arguments"].elements {
        let kind = argument["completionKind"].names.first
        let option = argument["names"].elements.compactMap { $0["name"].string }.last
        let value = argument["valueName"].string ?? ""
        let what = "\(name) \(option.map { "--\($0)" } ?? value)"
        if ["trace", "path", "file"].contains(value)
          || ["export", "residuals", "search-path", "output"].contains(option)
        {
          #expect(kind == "file", "\(what)")
          files += 1
        }
        if !argument["allValues"].elements.isEmpty { #expect(kind == "list", "\(what)") }
        if value == "trace" {
          let endings = argument["completionKind"]["file"]["extensions"].elements
          #expect(
            endings.compactMap(\.string) == ["csv", "jsonl", "json", "log", "txt"], "\(what)")
        }
      }
    }
    #expect(files > 30)
  }

  @Test func `bash completes a command, a file after an option, and a drawing`() async throws {
    let workspace = try Workspace()
    try workspace.write("t,y\n", to: "mine.csv")
    func words(_ line: String) async throws -> [Substring] {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      let list = words.map { "'\($0)'" }.joined(separator: " ")
      let outcome = try await workspace.shell(
        """
        PATH="$(dirname "$SCROLLFIT"):$PATH" bash -c '
        source <(scrollfit --generate-completion-script bash)
        COMP_WORDS=(\(list.filter { $0 != "'" })\(words.last == "" ? " \"\"" : ""))
        COMP_CWORD=\(words.count - 1)
        COMP_LINE="\(line)"
        COMP_POINT=${#COMP_LINE}
        _scrollfit scrollfit "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}" 2> /dev/null
        printf "%s\\n" "${COMPREPLY[@]}"'
        """)
      return outcome.output.split { $0 == "\n" || $0 == " " }
    }
    #expect(try await words("scrollfit rub").contains("rubber-band"))
    #expect(try await words("scrollfit bounce --residuals mi").contains("mine.csv"))
    #expect(try await words("scrollfit bounce mi").contains("mine.csv"))
    // Where an engine may stand in place of a file both are completed.
    try workspace.write("{}", to: "uikit-mine.json")
    #expect(try await words("scrollfit compare mi").contains("mine.csv"))
    #expect(try await words("scrollfit compare mine.csv flutter-i").contains("flutter-ios"))
    // Engines are known in any case of letters.
    #expect(try await words("scrollfit compare UIKI").contains("UIKIt"))
    #expect(try await words("scrollfit engines UIKI").contains("UIKIt"))
    let references = try await words("scrollfit check --reference uikit")
    #expect(references.contains("uikit-critical") && references.contains("uikit-mine.json"))
    #expect(try await words("scrollfit bounce --plot br").contains("braille"))
  }
}
