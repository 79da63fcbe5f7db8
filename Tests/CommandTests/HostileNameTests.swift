import Testing

/// Names of files in any bytes that a system allows.
@Suite struct HostileNameTests {
  /// A name, and how it is told.
  struct Name: Sendable, CustomTestStringConvertible {
    var bytes: [UInt8]
    /// In messages.
    var printed: String
    /// In JSON.
    var text: String

    init(_ text: String, printed: String? = nil) {
      bytes = Array(text.utf8)
      self.printed = printed ?? text
      self.text = text
    }

    init(_ bytes: [UInt8], printed: String, text: String) {
      self.bytes = bytes
      self.printed = printed
      self.text = text
    }

    var testDescription: String { printed }

    /// As printf of a shell has it.
    var octal: String {
      bytes.map { "\\" + String(0o1000 + Int($0), radix: 8).dropFirst() }.joined()
    }
  }

  private static let csv = Array(".csv".utf8)

  static let names = [
    Name("plain.csv"), Name("é漢.csv"),
    Name([0x62, 0xFF] + csv, printed: "b\\xff.csv", text: "b\u{EFFF}.csv"),
    // The same when both are repaired.
    Name([0x62, 0xFE] + csv, printed: "b\\xfe.csv", text: "b\u{EFFE}.csv"),
    // Latin-1.
    Name([0xE9, 0x74, 0xE9] + csv, printed: "\\xe9t\\xe9.csv", text: "\u{EFE9}t\u{EFE9}.csv"),
    // The character that stands for a byte.
    Name(
      [0xEE, 0xBF, 0xBF] + csv, printed: "\\xee\\xbf\\xbf.csv", text: "\u{EFEE}\u{EFBF}\u{EFBF}.csv"
    ),
    Name("two\nlines.csv", printed: "two\\nlines.csv"),
    Name("tab\tand\rreturn.csv", printed: "tab\\tand\\rreturn.csv"),
    Name("\u{1B}[31mred\u{7}\u{7F}.csv", printed: "\\u{1b}[31mred\\u{7}\\u{7f}.csv"),
    Name("\u{9B}31m\u{202E}\u{2066}.csv", printed: "\\u{9b}31m\\u{202e}\\u{2066}.csv"),
    Name("\"quotes\" 'of' `kinds`.csv"), Name("-x.csv"), Name("--format.csv"),
    Name("; rm $HOME | &.csv"),
    Name("a,b;c.csv"), Name("back\\slash.csv"), Name("=1+1.csv"), Name("%0A%s%n.csv"),
    Name("::error::x.csv", printed: ":\\u{3a}error::x.csv"),
    Name(String(repeating: "x", count: 251) + ".csv"),
    Name(String(repeating: "é", count: 125) + ".csv"),
  ]

  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(Recordings.plain(), to: "trace")
    return workspace
  }

  @Test(arguments: names)
  func `a recording of any name is read, and outputs of any name are written`(name: Name)
    async throws
  {
    let workspace = try workspace()
    let outcome = try await workspace.shell(
      """
      set -e
      # A command's output loses the ends of lines at its end.
      name=$(printf '\(name.octal)x'); name=${name%x}
      cp trace "./$name"
      "$SCROLLFIT" bounce -- "$name" > text
      "$SCROLLFIT" batch --format ndjson --export "./${name%.csv}.txt" --resume "./${name%.csv}.log" -- "$name" > lines
      printf '%s\\0' "$name" | "$SCROLLFIT" batch --format ndjson --files-from - > listed
      test -s "./${name%.csv}.txt"
      cmp lines "./${name%.csv}.log"
      cmp lines listed
      "$SCROLLFIT" check --update --reference ref.json -- "$name" > updated
      "$SCROLLFIT" check --reference ref.json -- "$name" > checked
      """)
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
    #expect(workspace.read("text")?.split(separator: "\n").first.map(String.init) == name.printed)
    let line = try JSONValue(#require(workspace.read("lines")))
    #expect(line["source"]["path"].string.map { Array($0.utf8) } == Array(name.text.utf8))
    #expect(workspace.read("checked")?.contains("passed: ") == true)
    // A recording that is missing is another one than this.
    let missing = try await workspace.run("check", "--reference", "ref.json", "--strict", "trace")
    #expect(missing.code == 1 || missing.output.contains("new"))
  }

  @Test func `a folder of such names gives one recording each, in the order of their bytes`()
    async throws
  {
    let workspace = try workspace()
    let copies = Self.names.map { "name=$(printf '\($0.octal)x'); cp trace \"in/${name%x}\"" }
    let outcome = try await workspace.shell(
      "mkdir in\n\(copies.joined(separator: "\n"))\n\"$SCROLLFIT\" batch --format ndjson in")
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
    let paths = try outcome.output.split(separator: "\n").map {
      try JSONValue(String($0))["source"]["path"].string
    }
    let sorted = Self.names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    #expect(paths == sorted.map { "in/" + $0.text })
    #expect(Set(paths).count == Self.names.count)
  }

  @Test func `a path that is too long, and links in a circle, are told and passed over`()
    async throws
  {
    let workspace = try workspace()
    let name = String(repeating: "d", count: 200)
    let outcome = try await workspace.shell(
      """
      cp trace a.csv
      mkdir in; cp trace in/z.csv
      ln -s . in/here; ln -s left in/right; ln -s right in/left; ln -s b.csv in/c.csv; ln -s c.csv in/b.csv
      exec 3< trace
      (cd in; for level in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24
      do mkdir \(name) && cd -P \(name); done; cat <&3 > deep.csv)
      long=$(printf '%02500d' 0 | sed 's|0|d/|g')x
      "$SCROLLFIT" bounce "$long.csv" 2> long; echo "code $?"
      "$SCROLLFIT" bounce a.csv --export "$long.txt" 2>> long > out; echo "code $?"
      "$SCROLLFIT" batch --summary-only in 2> errors; echo "code $?"
      rm -rf in
      """)
    #expect(outcome.lines.prefix(2) == ["code 66", "code 73"])
    let long = try #require(workspace.read("long"))
    #expect(long.contains("error: the file cannot be opened: file name too long\n"))
    #expect(long.contains("error: cannot create the output: File name too long\n"))
    #expect(outcome.output.contains("4 recordings: 1 fitted, 3 failed"))
    #expect(outcome.lines.dropLast().last == "code 66")
    let errors = try #require(workspace.read("errors"))
    for name in ["in/b.csv", "in/c.csv"] {
      #expect(
        errors.contains(
          "\(name): error: the file cannot be opened: too many levels of symbolic links\n"))
    }
    #expect(errors.contains("error: the folder cannot be read: file name too long\n"))
    #expect(errors.split(separator: "\n").count == 6)
  }
}
