import Testing

/// What a check lists, and how it names it.
@Suite struct CheckListTests {
  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    let outcome = try await workspace.shell(
      """
      mkdir -p ci/rec
      for i in 1 2 3; do
        "$SCROLLFIT" simulate uikit v0=$((1500 + 400 * i)) --seed $i -o ci/rec/f$i.csv
      done
      "$SCROLLFIT" simulate uikit v0=0 y0=80 --edge 0 -o ci/rec/b1.csv
      "$SCROLLFIT" check --update ci/rec
      """)
    #expect(outcome.code == 0, "\(outcome.error)")
    return workspace
  }

  @Test func `recordings that are gone are named from the folder of the run, as the others are`()
    async throws
  {
    let workspace = try await workspace()
    let outcome = try await workspace.shell("rm ci/rec/b1.csv; cd ci; \"$SCROLLFIT\" check rec")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("  MISSING rec/b1.csv"), "\(outcome.output)")
    #expect(!outcome.output.contains("../ci"))
  }

  @Test func `against an engine a constant of a single recording is listed`() async throws {
    let workspace = try await workspace()
    let outcome = try await workspace.shell(
      """
      mkdir one; cp ci/rec/f1.csv one/; "$SCROLLFIT" simulate android v0=2000 -o one/other.csv
      "$SCROLLFIT" check --reference uikit one
      """)
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.output.contains("\n  pass    one/f1.csv  decelerate k\n"), "\(outcome.output)")
  }

  @Test func `a check that fails nothing and passes nothing says so`() async throws {
    let workspace = try await workspace()
    let outcome = try await workspace.run(
      "check", "--reference", "uikit", "--tolerance", "0.000001%", "ci/rec/f1.csv")
    #expect(outcome.code == 0)
    #expect(
      outcome.output.contains("\npassed: none outside its tolerance, "), "\(outcome.output)")
  }

  @Test func `lines of groups fit a terminal`() async throws {
    let workspace = try await workspace()
    let outcome = try await workspace.shell(
      """
      for i in 1 2 3; do
        "$SCROLLFIT" simulate qt-flickable v0=$((900 + 400 * i)) --seed $i |
          sed '1i # device: the-telephone-of-the-living-room' > ci/rec/q$i.csv
      done
      COLUMNS=80 "$SCROLLFIT" check --reference qt-flickable --group-by device --details ci/rec
      """)
    #expect(outcome.output.contains("living-room"), "\(outcome.output)")
    let long = outcome.lines.filter { $0.count > 80 && !$0.contains(".csv") }
    #expect(long.isEmpty, "\(long)")
  }
}
