import Testing

/// How a check ends where recordings do not tell what the reference has, and what it says of it.
@Suite struct CheckOutcomeTests {
  /// Twelve recordings in `recordings`, six flings and six bounces without metadata, and a reference of them.
  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    let outcome = try await workspace.shell(
      """
      mkdir recordings
      for i in 1 2 3 4 5 6; do
        "$SCROLLFIT" simulate decelerate v0=$((1000 + 400 * i)) k=2.002 --scale 3 --seed $i |
          grep -v '^#' | cut -d, -f1,2 > recordings/fling-$i.csv
        "$SCROLLFIT" simulate bounce C=$((900 + 300 * i)) delta=10.93 --scale 3 --seed $i > recordings/top-$i.csv
      done
      "$SCROLLFIT" check --update recordings
      """)
    #expect(outcome.code == 0, "\(outcome.error)")
    return workspace
  }

  // MARK: - Nothing compared

  @Test func `motions of another law than an engine's leave with 65 in every format`() async throws
  {
    let workspace = try Workspace()
    _ = try await workspace.shell(
      """
      mkdir other
      for i in 1 2 3; do
        "$SCROLLFIT" simulate decelerate v0=$((1000 + 400 * i)) k=3.7 coulomb=636.4 --scale 3 -o other/$i.csv
      done
      """)
    func run(_ format: String) async throws -> Outcome {
      let outcome = try await workspace.run(
        "check", "--reference", "uikit", "--format", format, "other")
      #expect(outcome.code == 65, "\(format)")
      return outcome
    }
    let text = try await run("text").output
    #expect(
      text.contains("incomplete: 0 passed, 3 unsure; nothing was compared\nthe reference has "))
    #expect(try await run("markdown").output.hasPrefix("### ⚠️ scrollfit check\n"))
    let json = try JSONValue(try await run("json").output)
    #expect(json["summary"]["check"]["passed"] == .bool(false))
    #expect(try await run("junit").output.contains("errors=\"1\""))
    #expect(try await run("github").output.hasPrefix("::error ::nothing was compared: "))
    let page = try await workspace.run(
      "report", "--reference", "uikit", "other", "--output", "page.html")
    #expect(page.code == 0)
    #expect(workspace.read("page.html")?.contains("<p class=\"verdict warn\">Incomplete: ") == true)
  }

  @Test func `recordings without a law of the reference are told what each side has`() async throws
  {
    let workspace = try Workspace()
    _ = try await workspace.run("simulate", "android", "v0=2000", "--scale", "3", "-o", "a.csv")
    let outcome = try await workspace.run("check", "--reference", "uikit", "a.csv")
    #expect(outcome.code == 65)
    #expect(outcome.output.hasSuffix("the\nrecordings tell android-spline friction\n"))
  }

  // MARK: - Gone

  @Test func `a recording in which nothing moves any more fails, and the page says the same`()
    async throws
  {
    let workspace = try await workspace()
    _ = try await workspace.shell(
      "mkdir run; cp recordings/* run; for f in run/fling-[12].csv; do sed -i '2,$s/,.*/,5/' $f; done"
    )
    let outcome = try await workspace.run("check", "run")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("MISSING run/fling-1.csv  decelerate k"))
    #expect(outcome.output.contains("the offset never changes"))
    let conclusion = try #require(outcome.lines.first { $0.hasPrefix("failed: 2 missing") })
    // Recordings of another folder are known by their names there, too.
    _ = try await workspace.run(
      "report", "--reference", "scrollfit.reference.json", "run", "--output", "page.html")
    let page = try #require(workspace.read("page.html"))
    #expect(page.contains("F" + conclusion.dropFirst()))
  }

  @Test func `a recording that follows another law than before fails`() async throws {
    let workspace = try await workspace()
    _ = try await workspace.shell(
      """
      mkdir run; cp recordings/* run
      "$SCROLLFIT" simulate android v0=2000 --scale 3 | grep -v '^#' | cut -d, -f1,2 > run/fling-3.csv
      """)
    let outcome = try await workspace.run("check", "run")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("MISSING run/fling-3.csv  decelerate k"))
    #expect(outcome.output.contains("it follows"))
  }

  @Test func `a recording that now has a constant friction is missing after a rest`()
    async throws
  {
    let workspace = try await workspace()
    _ = try await workspace.shell(
      """
      mkdir run; cp recordings/* run
      "$SCROLLFIT" simulate decelerate v0=2200 k=2.002 coulomb=50 stop=0 --scale 3 | grep -v '^#' | cut -d, -f1,2 |
        awk -F, 'NR == 1 { print; for (i = 0; i < 18; i++) print i / 60 ",0"; next } { print $1 + 0.3 "," $2 }' \\
        > run/fling-3.csv
      """)
    let outcome = try await workspace.run("check", "run")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("MISSING run/fling-3.csv  decelerate k"), "\(outcome.output)")
    #expect(outcome.output.contains("exponential-coulomb"))
  }

  // MARK: - What is said

  @Test func `usage errors of a run end with the usage of its command, and name what is near`()
    async throws
  {
    let workspace = try await workspace()
    let typo = try await workspace.run("check", "--only", "detla", "recordings")
    #expect(typo.code == 64)
    #expect(typo.error.contains("Near it: delta"))
    #expect(typo.error.contains("Usage: scrollfit check [<options>] <path> ...\n"))
    #expect(typo.error.contains("See 'scrollfit check --help' for more information."))
    let format = try await workspace.run("check", "--format", "junti", "recordings")
    #expect(format.code == 64 && format.error.contains("Near it: junit."))
  }

  @Test func `a key to group by that no recording has is named`() async throws {
    let workspace = try await workspace()
    _ = try await workspace.shell("for f in recordings/*; do sed -i '1i # device: phone' $f; done")
    for words in [["--reference", "uikit"], ["--update", "--reference", "new.json"]] {
      let outcome = try await Command.run(
        ["check"] + words + ["--group-by", "devcie", "recordings"], in: workspace.path)
      #expect(
        outcome.error.contains("note: no recording has the metadata 'devcie', near it: device\n"))
    }
  }

  @Test func `a recording that is compared alone is told constant by constant`() async throws {
    let outcome = try await Command.run([
      "check", "--reference", "uikit", "SampleTraces/uiscrollview-deceleration-3x.csv",
    ])
    #expect(outcome.code == 0)
    #expect(
      outcome.output.contains(
        "pass    SampleTraces/uiscrollview-deceleration-3x.csv  decelerate k\n"))
  }

  @Test func `copies under another name take the place of the old one`() async throws {
    let workspace = try await workspace()
    func pooled() throws -> [String] {
      let text = try #require(workspace.read("scrollfit.reference.json"))
      return text.split(separator: "\n").filter { $0.contains("\"traces\": ") }.map(String.init)
    }
    let before = try pooled()
    #expect(before.count > 1)
    let update = try await workspace.shell(
      "cp -r recordings again; $SCROLLFIT check --update again")
    #expect(update.code == 0)
    #expect(
      update.error.contains(
        "12 recordings of the reference hold what new ones hold, such as 'recordings/fling-1.csv' and 'again/fling-1.csv'"
      ))
    #expect(try pooled() == before)
    #expect(update.output == "scrollfit.reference.json: 12 recordings, 3 pooled constants\n")
    // By the names of the files the old folder is known all the same.
    let old = try await workspace.run("check", "recordings")
    #expect(old.code == 0 && old.output.contains("passed: 15 passed"))
    let copies = try await workspace.run("check", "--reference", "uikit", "recordings", "again")
    #expect(copies.output.contains("again/fling-1.csv of recordings/fling-1.csv"))
  }

  @Test func `a folder is read with the endings that the recordings of the reference have`()
    async throws
  {
    let workspace = try Workspace()
    let update = try await workspace.shell(
      """
      mkdir logs
      for i in 1 2 3; do
        "$SCROLLFIT" simulate decelerate v0=$((1000 + 400 * i)) k=2.002 --scale 3 --seed $i | grep -v '^[#t]' |
          sed 's/\\([^,]*\\),\\([^,]*\\).*/flutter: t: \\1 offset: \\2/' > logs/$i.log
      done
      "$SCROLLFIT" check --update logs/*.log
      """)
    #expect(update.code == 0, "\(update.error)")
    let same = try await workspace.run("check", "logs")
    #expect(same.code == 0, "\(same.output)")
    #expect(same.error.isEmpty)
    #expect(same.output.contains("decelerate k, pooled from 3 recordings"))
    // What the folder holds no more is missing, and results in it are no recordings.
    _ = try await workspace.shell(
      "rm logs/3.log; $SCROLLFIT batch --format json logs/*.log > logs/results.log")
    let less = try await workspace.run("check", "logs")
    #expect(less.code == 1)
    #expect(less.output.contains("MISSING logs/3.log  decelerate k"))
    #expect(!less.output.contains("results.log"))
    #expect(try await workspace.run("check", "--update", "logs").code == 0)
    #expect(try await workspace.run("check", "logs").code == 0)
  }

  // MARK: - What a user feels of recordings that fail

  /// Recordings of springs and glides: `strong.csv`, `slow.csv` and `slow2.csv` are those of UIKit.
  private func motions() async throws -> Workspace {
    let workspace = try Workspace()
    _ = try await workspace.shell(
      """
      cp '\(Command.package)/SampleTraces/uiscrollview-bounce-3x.csv' strong.csv
      "$SCROLLFIT" simulate spring v0=2000 omega=9.5 zeta=0.63 --scale 3 > weak.csv
      "$SCROLLFIT" simulate decelerate v0=2000 k=2.002 --scale 3 > slow.csv
      "$SCROLLFIT" simulate decelerate v0=1500 k=2.002 --scale 3 > slow2.csv
      "$SCROLLFIT" simulate decelerate v0=2000 k=2.3 --scale 3 > fast.csv
      """)
    return workspace
  }

  /// The lines on what is felt, without the spaces between words.
  private func felt(_ outcome: Outcome) -> [String] {
    outcome.lines.drop { !$0.hasPrefix("what a user feels") }.dropLast(2).map {
      $0.split(separator: " ").joined(separator: " ")
    }
  }

  @Test func `what only one recording has is felt as if it were alone`() async throws {
    let workspace = try await motions()
    let alone = try await workspace.run("check", "--reference", "uikit", "fast.csv")
    let lines = felt(alone)
    #expect(lines.contains { $0.hasPrefix("2000 pt/s at release goes 129 pt less far (865 pt)") })
    let both = try await workspace.run("check", "--reference", "uikit", "strong.csv", "fast.csv")
    #expect(felt(both) == lines, "\(both.output)")
  }

  @Test func `a recording that fails while all together do not is felt by its name`()
    async throws
  {
    let workspace = try await motions()
    let edges = try await workspace.run("check", "--reference", "uikit", "strong.csv", "weak.csv")
    let glides = try await workspace.run(
      "check", "--reference", "uikit", "slow.csv", "slow2.csv", "fast.csv")
    for (name, outcome) in [("weak.csv", edges), ("fast.csv", glides)] {
      let lines = felt(outcome)
      #expect(lines.first == "what a user feels, of \(name) beside the reference")
      let alone = felt(try await workspace.run("check", "--reference", "uikit", name))
      #expect(!alone.isEmpty && lines.dropFirst() == alone.dropFirst(), "\(outcome.output)")
    }
  }

  @Test func `a page says no average of recordings that disagree beside a failure`()
    async throws
  {
    let workspace = try await motions()
    let files = ["slow.csv", "slow2.csv", "fast.csv"].map(workspace.file)
    let html = try await Page.report(files + ["--reference", "uikit"], in: workspace)
    let page = try Page(try Page.parts(html).page)
    let felt = page.texts("td").filter { $0.hasPrefix("goes ") }
    #expect(felt.count == 3, "\(felt)")
    #expect(felt.contains { $0.hasPrefix("goes 129 pt less far (865 pt)") })
    #expect(page.texts("caption").contains("Flings, \(files[2])"))
    let doubt =
      "In doubt: recordings disagree on decelerate.k, and no single value represents them."
    #expect(page.texts("p").contains(doubt))
    // Without a reference their mean is shown, and that it is in doubt.
    let plain = try await Page.report(files, in: workspace)
    let other = try Page(try Page.parts(plain).page)
    #expect(other.texts("p").contains(doubt))
    #expect(other.texts("th").contains("2000 pt/s at release"))
  }
}
