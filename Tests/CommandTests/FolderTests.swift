import Testing

/// Folders that hold more than good recordings.
@Suite struct FolderTests {
  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    _ = try await workspace.shell(
      """
      mkdir flings
      for i in 1 2 3; do
        "$SCROLLFIT" simulate decelerate v0=$((900+400*i)) k=2 --scale 2 --seed $i > flings/$i.csv
      done
      """)
    return workspace
  }

  @Test func `three failures of a kind are reported, and how many more there are`() async throws {
    let workspace = try await workspace()
    for number in 1...40 { try workspace.write("hello,1\n", to: "flings/bad\(number).csv") }
    try workspace.write("", to: "flings/empty.csv")
    for arguments in [["batch", "flings"], ["batch", "--brief", "--format", "ndjson", "flings"]] {
      let outcome = try await Command.run(arguments, in: workspace.path)
      #expect(outcome.code == 65)
      let errors = outcome.error.split(separator: "\n")
      #expect(errors.count { $0.contains(": error: no column") } == 3)
      #expect(errors.contains { $0.hasPrefix("flings/empty.csv: error: the file is empty") })
      #expect(
        errors.last
          == "and 37 more failures of the kind 'no-known-column', 40 in all; 'scrollfit batch --format ndjson flings' lists them"
      )
    }
  }

  @Test func `a drift is said beside a file that is no recording, whose code is left with`()
    async throws
  {
    let workspace = try await workspace()
    #expect(try await workspace.run("check", "--update", "flings").code == 0)
    _ = try await workspace.shell(
      """
      for i in 1 2 3; do
        "$SCROLLFIT" simulate decelerate v0=$((900+400*i)) k=2.2 --scale 2 --seed $i > flings/$i.csv
      done
      """)
    #expect(try await workspace.run("check", "flings").code == 1)
    try workspace.write("broken\n", to: "flings/broken.csv")
    let both = try await workspace.run("check", "flings")
    #expect(both.code == 65)
    #expect(both.output.contains("FAIL    decelerate k, pooled from 3 recordings"))
    #expect(both.output.contains("failed: 4 outside their tolerances, 1 not judged"))
    let zero = try await workspace.run("check", "--exit-zero", "flings")
    #expect(zero.code == 65)
  }

  @Test func `a renamed recording is missing, and the verdict says that it may be renamed`()
    async throws
  {
    let workspace = try await workspace()
    _ = try await workspace.run("check", "--update", "flings")
    _ = try await workspace.shell("mv flings/1.csv flings/one.csv")
    let outcome = try await workspace.run("check", "flings")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("MISSING flings/1.csv  decelerate k"))
    #expect(outcome.output.contains("if it is one of the new ones, renamed, --update"))
    #expect(try await workspace.run("check", "--update", "flings").code == 0)
    #expect(try await workspace.run("check", "flings").code == 0)
  }

  @Test func `recordings in other forms are counted, and read where they are named`() async throws {
    let workspace = try await workspace()
    _ = try await workspace.shell(
      #"""
      grep -v '^[#t]' flings/1.csv | sed 's/\(.*\),\(.*\)/{"t_s":\1,"offset_y_pt":\2}/' > flings/a.jsonl
      cp flings/a.jsonl flings/b.log
      "$SCROLLFIT" batch --format json flings > flings/results.json 2> /dev/null
      "$SCROLLFIT" check --update --reference flings/reference.json flings 2> /dev/null
      """#)
    let folder = try await workspace.run("batch", "flings")
    #expect(folder.code == 0)
    #expect(
      folder.error
        == "note: 2 files such as 'flings/a.jsonl' were not read: of folders only .csv is; name those that are recordings, as with *.jsonl\n"
    )
    let named = try await workspace.run("batch", "--format", "ndjson", "flings/a.jsonl")
    #expect(named.code == 0 && named.output.contains(#""law":"decelerate""#))
  }

  @Test func `copies of a recording are counted and tell nothing`() async throws {
    let workspace = try await workspace()
    _ = try await workspace.shell(
      "mkdir same; for i in 1 2 3 4 5; do cp flings/1.csv same/$i.csv; done; cp flings/2.csv same")
    let text = try await workspace.run("batch", "--summary-only", "same")
    #expect(text.lines.first == "5 recordings: 5 fitted, 0 failed; 5 fits")
    #expect(text.output.contains("3 recordings are copies of others: they are in no pooled value"))
    #expect(text.output.contains("2 recordings that agree"))
    let json = try JSONValue(try await workspace.run("batch", "--format", "json", "same").output)
    #expect(json["summary"]["copies"].double == 3)
    let check = try await workspace.run("check", "--reference", "uikit", "same")
    #expect(check.output.contains("copies of others"))
  }
}
