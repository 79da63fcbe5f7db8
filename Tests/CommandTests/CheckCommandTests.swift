import ScrollFitting
import ScrollPhysics
import Testing

/// Verdicts for CI, from the binary.
@Suite struct CheckCommandTests {
  /// Folders `flings`, `again`, `drifted` and `other`: twelve bounces each, with a delta that is 1 and 10 % larger in
  /// the last two.
  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    let outcome = try await workspace.shell(
      """
      mkdir flings again drifted other
      bounce() {
        "$SCROLLFIT" simulate bounce C=$3 delta=$2 --seed $3 --noise 0.02 --scale 3 > $1/${i#1}.csv
      }
      for i in 101 102 103 104 105 106 107 108 109 110 111 112; do
        bounce flings 10.93 $((i * 53 - 4500)); bounce again 10.93 $((i * 71 - 6000))
        bounce drifted 11.0393 $((i * 61 - 5000)); bounce other 12 $((i * 43 - 3500))
      done
      "$SCROLLFIT" check --update flings
      """)
    #expect(outcome.code == 0)
    #expect(
      outcome.output == "scrollfit.reference.json: 12 recordings, 1 pooled constant\n")
    return workspace
  }

  private func verdicts(_ report: JSONValue) -> [JSONValue] {
    report["summary"]["check"]["constants"].elements
  }

  @Test func `a reference among the recordings is told its option`() async throws {
    let workspace = try Workspace()
    _ = try await workspace.shell(
      "mkdir flings; \"$SCROLLFIT\" simulate bounce C=900 delta=10.93 --scale 3 > flings/a.csv")
    let new = try await workspace.run("check", "--update", "ref.json", "flings")
    #expect(
      new.code == 64 && new.error.contains("scrollfit check --update --reference ref.json flings"))
    let made = try await workspace.run("check", "--update", "--reference", "ref.json", "flings")
    #expect(made.code == 0)
    for name in ["ref.json", "uikit"] {
      let outcome = try await workspace.run("check", name, "flings")
      #expect(outcome.code == 64, "\(outcome.error)")
      #expect(outcome.error.contains("scrollfit check --reference \(name) flings"))
    }
    let missing = try await workspace.run("check", "--reference", "ref.json", "no.json", "flings")
    #expect(missing.code != 64)
  }

  // MARK: - Verdicts

  @Test func `the sample recordings are UIKit and not Flutter`() async throws {
    let samples = [
      "bounce-2x", "bounce-3x", "deceleration-3x", "held-release-3x", "release-2x",
      "rubber-band-3x",
    ].map { "SampleTraces/uiscrollview-\($0).csv" }
    let same = try await Command.run(["check", "--reference", "uikit"] + samples)
    #expect(same.code == 0)
    #expect(same.lines.dropLast().last?.hasPrefix("passed: ") == true)
    // The edge is compared as a spring of any damping, not as the critically damped one nearest to it.
    #expect(!same.output.contains("bounce delta"))
    let critical = try await Command.run(
      ["check", "--law", "bounce", "--reference", "uikit"] + samples)
    #expect(critical.code == 64 && critical.error.contains("not critically damped"))
    let other = try await Command.once(["check", "--reference", "flutter-ios", "SampleTraces"])
    #expect(other.code == 1)
    #expect(other.output.contains("FAIL    SampleTraces/uiscrollview-bounce-2x.csv  spring omega"))
    #expect(other.output.contains("FAIL    SampleTraces/uiscrollview-bounce-3x.csv  spring zeta"))
    #expect(other.lines.dropLast().last?.hasPrefix("failed: ") == true)
  }

  @Test func `no drift passes, one per cent fails, a finer tolerance is unsure`() async throws {
    let workspace = try await workspace()
    _ = try await workspace.shell("mv flings before; mv again flings")
    let same = try await workspace.run("check", "flings")
    #expect(same.code == 0)
    #expect(same.output.contains("pass    bounce delta, pooled from 12 recordings"))
    let fine = try await workspace.run("check", "--tolerance", "0.1%", "flings")
    #expect(fine.code == 0)
    #expect(fine.output.contains("unsure  bounce delta, pooled from 12 recordings"))
    #expect(fine.output.contains("more recordings like these"))
    #expect(
      try await workspace.run("check", "--strict", "--tolerance", "0.1%", "flings").code == 1)
    // Single recordings do not tell it; all together do, and that is what counts.
    let strict = try await workspace.run("check", "--strict", "--tolerance", "0.2%", "flings")
    #expect(strict.code == 0)
    let words = strict.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        "this recording alone is not precise enough; the pool of all recordings passes"))

    _ = try await workspace.shell("mv flings again; mv drifted flings")
    let drifted = try await workspace.run("check", "flings")
    #expect(drifted.code == 1)
    #expect(drifted.output.contains("FAIL    bounce delta, pooled from 12 recordings"))
    #expect(drifted.output.contains("off by +1.0 %"))
    let lines = drifted.lines.dropLast()
    #expect(lines.suffix(3).first?.hasPrefix("failed: ") == true)
    #expect(lines.suffix(2).first == "if the change is meant, accept it with:")
    #expect(lines.last == "  scrollfit check --update flings")
    // A tolerance that holds it, and one for another constant.
    #expect(try await workspace.run("check", "--tolerance", "2%", "flings").code == 0)
    #expect(
      try await workspace.run("check", "--tolerance", "bounce.delta=0.25", "flings").code == 0)
    #expect(try await workspace.run("check", "--tolerance", "k=2%", "flings").code == 1)
    #expect(try await workspace.run("check", "--exit-zero", "flings").code == 0)
    #expect(
      try await workspace.run("check", "--only", "02.csv", "--only", "k", "flings").code == 64)
    #expect(try await workspace.run("check", "--only", "flings/03.csv", "flings").code == 1)
    let typo = try await workspace.run("check", "--only", "detla", "flings")
    #expect(typo.code == 64)
    // No verdict is printed before the mistake is found.
    #expect(typo.output.hasSuffix(" not judged; nothing was compared\n"))
    #expect(typo.error.contains("--only 'detla' matches no constant and no recording"))
    // The command that is printed does what it says.
    let accept = try await workspace.shell(
      "PATH=$(dirname \"$SCROLLFIT\"):$PATH; \(lines.last ?? "false")")
    #expect(accept.code == 0)
    #expect(try await workspace.run("check", "flings").code == 0)
  }

  @Test func `what is new passes, what is missing fails, what is broken leaves with 65`()
    async throws
  {
    let workspace = try await workspace()
    _ = try await workspace.shell("cp again/01.csv flings/new.csv")
    let new = try await workspace.run("check", "flings")
    #expect(new.code == 0)
    #expect(new.output.contains("1 new"))
    #expect(new.output.contains("take what is new into the reference with:"))
    let listed = try await workspace.run("check", "--list-passing", "flings")
    #expect(listed.output.contains("new     flings/new.csv  bounce delta"))
    #expect(listed.output.contains("pass    flings/12.csv  bounce delta"))

    _ = try await workspace.shell("rm flings/07.csv")
    let missing = try await workspace.run("check", "flings")
    #expect(missing.code == 1)
    #expect(missing.output.contains("MISSING flings/07.csv  bounce delta"))
    // It is not missing from a part of the folder.
    #expect(try await workspace.run("check", "flings/01.csv", "flings/02.csv").code == 0)

    try workspace.write("t,y\n0,abc\n", to: "flings/08.csv")
    let broken = try await workspace.run("check", "flings/08.csv", "flings/09.csv")
    #expect(broken.code == 65)
    #expect(broken.output.contains("error   flings/08.csv"))
    #expect(broken.lines.dropLast().last?.hasPrefix("incomplete: ") == true)
    // Broken data is worse than a constant outside.
    #expect(try await workspace.run("check", "flings").code == 65)
  }

  @Test func `groups have references of their own`() async throws {
    let workspace = try await workspace()
    _ = try await workspace.shell(
      """
      for f in flings/*.csv; do sed -i'' -e '1i # device: phone' $f; done
      mkdir all; for f in drifted/*.csv; do sed -i'' -e '1i # device: tablet' $f; done
      cp -r flings drifted all
      rm scrollfit.reference.json; "$SCROLLFIT" check --update --group-by device all
      """)
    // The reference says how it is grouped.
    let same = try await workspace.run("check", "--format", "json", "all")
    #expect(same.code == 0)
    let pooled = verdicts(try JSONValue(same.output)).filter { $0["source"].isNull }
    #expect(pooled.map { $0["group"]["device"].string } == ["phone", "tablet"])
    #expect(pooled.map { $0["verdict"].string } == ["pass", "pass"])
    _ = try await workspace.shell(
      "cp drifted/*.csv all/flings; sed -i'' -e 's/tablet/phone/' all/flings/*")
    let mixed = try await workspace.run("check", "--only", "delta", "all")
    #expect(mixed.code == 1)
  }

  @Test func `results of an earlier run are a reference`() async throws {
    let workspace = try await workspace()
    _ = try await workspace.shell(
      """
      rm scrollfit.reference.json
      "$SCROLLFIT" batch --format json flings > old.json
      "$SCROLLFIT" batch --format ndjson flings > old.ndjson
      cp drifted/* flings
      """)
    for file in ["old.json", "old.ndjson"] {
      let outcome = try await workspace.run("check", "--reference", file, "flings")
      #expect(outcome.code == 1)
      #expect(outcome.output.contains("against the results in \(file)"))
      #expect(outcome.output.contains("FAIL    bounce delta, pooled from 12 recordings"))
      #expect(!outcome.output.contains("--update"))
      let update = try await workspace.run("check", "--update", "--reference", file, "flings")
      #expect(update.code == 78)
    }
  }

  // MARK: - The reference file

  @Test func `an update writes the same bytes again and keeps what people wrote`() async throws {
    let workspace = try await workspace()
    let first = try #require(workspace.read("scrollfit.reference.json"))
    let again = try await workspace.run("check", "--update", "flings")
    #expect(again.output.hasSuffix("nothing has changed\n"))
    #expect(workspace.read("scrollfit.reference.json") == first)
    #expect(first.contains("\"path\": \"flings/01.csv\""))
    // A tolerance, a note, and a constant of the gesture.
    let edited = first.replacing(
      "\"traces\": 12}",
      with: "\"traces\": 12, \"tolerance\": {\"relative\": 0.02}, \"note\": \"as agreed\"}")
    try workspace.write(edited, to: "scrollfit.reference.json")
    _ = try await workspace.shell("cp drifted/* flings")
    #expect(try await workspace.run("check", "--only", "bounce.delta", "flings").code == 1)
    _ = try await workspace.run("check", "--update", "flings")
    let updated = try #require(workspace.read("scrollfit.reference.json"))
    #expect(updated != edited)
    #expect(updated.contains("\"tolerance\": {\"relative\": 0.02}, \"note\": \"as agreed\"}"))
    #expect(updated.hasSuffix("}\n"))
  }

  @Test
  func `an update that measures nothing leaves the reference, one that loses a constant says so`()
    async throws
  {
    let workspace = try await workspace()
    _ = try await workspace.shell(
      "$SCROLLFIT simulate decelerate v0=2000 k=2 --scale 3 -o flings/glide.csv")
    _ = try await workspace.run("check", "--update", "flings")
    let reference = try #require(workspace.read("scrollfit.reference.json"))
    #expect(reference.contains("decelerate.k"))
    let nothing = try await workspace.run("check", "--update", "flingz")
    #expect(nothing.code == 66 && nothing.error.contains("the reference stays as it is"))
    #expect(workspace.read("scrollfit.reference.json") == reference)
    let less = try await workspace.shell("rm flings/glide.csv; $SCROLLFIT check --update flings")
    #expect(less.code == 0)
    #expect(less.error.contains("note: no recording of the reference tells decelerate.k"))
  }

  @Test func `the reference is found in the folders above, its paths are relative to it`()
    async throws
  {
    let workspace = try await workspace()
    let below = try await workspace.shell("mkdir -p a/b; cd a/b; $SCROLLFIT check ../../flings")
    #expect(below.code == 0)
    #expect(below.output.contains("pass    bounce delta, pooled from 12 recordings"))
    #expect(below.output.contains("0 new") == false && below.output.contains("missing") == false)
    let inside = try await workspace.shell("cd flings; $SCROLLFIT check .")
    #expect(inside.output.contains("pass    bounce delta, pooled from 12 recordings"))
    let gone = try await workspace.shell("rm flings/05.csv; cd flings; $SCROLLFIT check .")
    #expect(gone.output.contains("MISSING 05.csv  bounce delta"))
    let none = try await Workspace().run("check", "x.csv")
    #expect(none.code == 66)
    #expect(none.error.contains("scrollfit.reference.json: error: no such file here or"))
    #expect(none.error.contains("help: write one: scrollfit check --update x.csv; or name"))
  }

  @Test func `nothing is accepted in CI`() async throws {
    let workspace = try await workspace()
    let before = workspace.read("scrollfit.reference.json")
    _ = try await workspace.shell("cp drifted/* flings")
    let outcome = try await workspace.run("check", "--update", "flings", variables: ["CI": "true"])
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("--update never runs where CI is set"))
    #expect(workspace.read("scrollfit.reference.json") == before)
    #expect(try await workspace.run("check", "flings", variables: ["CI": "true"]).code == 1)
  }

  @Test func `a reference that is wrong or newer leaves with 78`() async throws {
    let workspace = try await workspace()
    for (text, place) in [
      ("{", ":1:2: error: the text ends"), ("[]", ":1:1: error: "),
      ("{\"format_version\": \"1.0\", \"polled\": {}}", ":1:37: error: "),
      (
        "{\"format_version\": \"1.0\", \"pooled\": {\"bounce.C\": {\"value\": 1}}}",
        ":1:50: error: "
      ),
      (
        "{\"format_version\": \"2.0\"}", ":1:20: error: the reference has format version 2.0, newer"
      ),
      (
        "{\"format_version\": \"1.0\", \"pooled\": {\"bounce.delta\": {\"value\": \"x\"}}}",
        ":1:64: error: "
      ),
    ] {
      try workspace.write(text, to: "r.json")
      let outcome = try await workspace.run("check", "--reference", "r.json", "flings")
      #expect(outcome.code == 78)
      #expect(outcome.error.contains("r.json\(place)"), "\(outcome.error)")
      #expect(outcome.output.isEmpty)
      // An update does not throw away what people wrote.
      #expect(
        try await workspace.run("check", "--update", "--reference", "r.json", "flings").code == 78)
      #expect(workspace.read("r.json") == text)
    }
  }

  // MARK: - Formats

  @Test func `JSON holds the results and every verdict that is listed`() async throws {
    let workspace = try await workspace()
    _ = try await workspace.shell("cp other/01.csv flings/01.csv; rm flings/02.csv")
    let outcome = try await workspace.run("check", "--format", "json", "--list-passing", "flings")
    #expect(outcome.code == 1)
    let report = try JSONValue(outcome.output)
    #expect(report["results"].elements.count == 11)
    let check = report["summary"]["check"]
    #expect(check["passed"] == .bool(false))
    #expect(check["reference"]["kind"] == .string("file"))
    #expect(check["counts"]["fail"].double == 1)
    #expect(check["counts"]["missing"].double == 1)
    #expect(check["constants"].elements.count == 13)
    let first = check["constants"][0]
    #expect(first["verdict"] == .string("fail"))
    #expect(first["source"]["path"] == .string("flings/01.csv"))
    #expect(first["law"] == .string("bounce"))
    #expect(first["key"] == .string("delta"))
    #expect(abs((first["relative_difference"].double ?? 0) - 0.1) < 0.01)
    let lines = try await workspace.run("check", "--format", "ndjson", "--list-passing", "flings")
    #expect(
      try lines.output.split(separator: "\n").map { try JSONValue(String($0)) } == verdicts(report))
    let table = try await workspace.run("check", "--format", "csv", "flings")
    #expect(
      table.lines[0].hasPrefix("verdict,path,trace,line,group,law,key,unit,recordings,value,"))
    #expect(table.lines[1].hasPrefix("fail,flings/01.csv,,"))
  }

  @Test func `annotations are at most ten and a count`() async throws {
    let workspace = try await workspace()
    _ = try await workspace.shell(
      "cp other/* flings; (echo '# note: another'; cat other/01.csv) > 'flings/a,b:c%.csv'")
    let outcome = try await workspace.run("check", "--format", "github", "flings")
    #expect(outcome.code == 1)
    let annotations = outcome.lines.filter { $0.hasPrefix("::") }
    #expect(annotations.count == 11)
    #expect(annotations.last?.hasPrefix("::error ::and ") == true)
    #expect(
      annotations[0].hasPrefix("::error title=fail%3A bounce delta::pooled from 13 recordings: "))
    #expect(annotations[1].hasPrefix("::error file=flings/01.csv,line="))
    #expect(outcome.output.contains("failed: "))
    let only = try await workspace.run(
      "check", "--only", "flings/a*", "--format", "github", "--reference", "flutter-ios", "flings")
    #expect(only.output.contains("::error file=flings/a%2Cb%3Ac%25.csv,line="))
  }

  @Test func `a summary for a page and a test report are written beside the text`() async throws {
    let workspace = try await workspace()
    _ = try await workspace.shell("cp other/0* flings")
    let outcome = try await workspace.run(
      "check", "--export", "summary.md", "--export", "report.xml", "flings")
    #expect(outcome.code == 1)
    #expect(workspace.read("summary.md")?.hasPrefix("### ❌ scrollfit check\n") == true)
    let report = try #require(workspace.read("report.xml"))
    // The pool and twelve recordings, each with its time.
    #expect(report.split(separator: "<testcase ").count == 14)
    #expect(
      report.contains("<testcase classname=\"flings/11.csv\" name=\"bounce.delta\" time=\""))
  }

  // MARK: - Leaving

  @Test func `usage errors leave with 64`() async throws {
    for arguments in [
      [], ["--reference", "uikitt", "SampleTraces"], ["--tolerance", "x", "SampleTraces"],
      ["--tolerance", "-1%", "SampleTraces"], ["--only", "", "SampleTraces"],
      ["--update", "--only", "k", "SampleTraces"], ["--update", "--strict", "SampleTraces"],
      ["--update", "--reference", "uikit", "SampleTraces"],
      ["--export", "x.html", "--reference", "uikit", "SampleTraces"],
    ] {
      let outcome = try await Command.run(["check"] + arguments)
      #expect(outcome.code == 64, "\(arguments)")
      #expect(outcome.output.isEmpty)
    }
    let near = try await Command.run(["check", "--reference", "uikitt", "SampleTraces"])
    #expect(near.error.contains("Near it: uikit"))
    for (words, message) in [
      (["--reference", "uikti"], "Near it: uikit"), (["--reference", "ios"], "uikit"),
      (["--tolerance", "dleta=1%"], "near it: delta"), (["--tolerance", "1"], "1% for all"),
    ] {
      let outcome = try await Command.run(["check"] + words + ["SampleTraces"])
      #expect(outcome.code == 64 && outcome.error.contains(message), "\(words)")
    }
  }

  @Test func `the worst of several things decides how it leaves`() async throws {
    let workspace = try await workspace()
    _ = try await workspace.shell("cp drifted/* flings; mkdir empty")
    func code(_ arguments: String...) async throws -> Int32? {
      try await Command.run(["check"] + arguments, in: workspace.path).code
    }
    #expect(try await code("flings") == 1)
    try workspace.write("t,y\n0,abc\n", to: "bad.csv")
    #expect(try await code("flings", "bad.csv") == 65)
    #expect(try await code("flings", "bad.csv", "empty") == 66)
    #expect(try await code("--reference", "no.json", "flings") == 66)
    try workspace.write("{}", to: "wrong.json")
    #expect(try await code("--reference", "wrong.json", "flings", "bad.csv", "empty") == 78)
    #expect(try await code("--export", "no/x.json", "flings", "bad.csv") == 73)
    #if os(Linux)
      let full = try await workspace.shell("$SCROLLFIT check flings bad.csv empty > /dev/full")
      #expect(full.code == 74)
    #endif
    // A reader that leaves changes nothing of the verdict.
    let early = try await workspace.shell(
      "($SCROLLFIT check flings; echo $? >&2) | true")
    #expect(early.error.hasSuffix("1\n"))
  }

  @Test func `the guide says which constants of which engines are compared`() throws {
    let guide = try #require(Command.contents("Docs/Guide/CI.md"))
    var rows: [(engines: [String], constants: String)] = []
    for engine in Engines.all {
      let constants = Reference(engine).everywhere.map { "\($0.law).\($0.key)" }
        .joined(separator: ", ")
      guard !constants.isEmpty else { continue }
      if let index = rows.firstIndex(where: { $0.constants == constants }) {
        rows[index].engines.append("`\(engine.key)`")
      } else {
        rows.append((["`\(engine.key)`"], constants))
      }
    }
    let table = rows.map { "| \($0.engines.joined(separator: ", ")) | \($0.constants) |\n" }
      .joined()
    #expect(guide.contains("| engines | constants |\n| --- | --- |\n\(table)\n"), "\(table)")
  }
}
