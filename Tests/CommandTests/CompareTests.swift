import RealModule
import Testing

/// `scrollfit compare`: two sets of recordings side by side.
@Suite struct CompareTests {
  @Test func `differences, their intervals and what follows are those of both pools`() async throws
  {
    let workspace = try Workspace()
    let rates = [2.05, 2.002]
    for (index, rate) in rates.enumerated() {
      let trace = try await Command.run([
        "simulate", "decelerate", "v0=2000", "k=\(rate)", "--scale", "3",
      ])
      try workspace.write(trace.output, to: "\(index).csv")
    }
    let outcome = try await Command.run(
      ["compare", "--format", "json", "0.csv", "1.csv"], in: workspace.path)
    #expect(outcome.code == 0 && outcome.error.isEmpty)
    let result = try JSONValue(outcome.output)
    #expect(
      result.names == [
        "format_version", "scrollfit", "a", "b", "constants", "consequences", "only_a", "only_b",
        "disagree_a", "disagree_b",
      ])
    let rate = try #require(result["constants"].elements.first { $0["key"] == .string("k") })
    #expect(
      rate.names == ["law", "key", "unit", "a", "b", "difference", "half_width", "differs"])
    var halves: [Double] = []
    for (name, key) in [("0.csv", "a"), ("1.csv", "b")] {
      let single = try await Command.run(
        ["batch", "--format", "json", name], in: workspace.path)
      let pool = try JSONValue(single.output)["summary"]["groups"][0]["pooled"].elements.first {
        $0["key"] == .string("k")
      }
      let estimate = try #require(pool)["estimate"]
      #expect(rate[key].double == estimate["value"].double)
      let low = try #require(estimate["interval"][0].double)
      let high = try #require(estimate["interval"][1].double)
      halves.append((high - low) / 2)
    }
    let a = try #require(rate["a"].double)
    let b = try #require(rate["b"].double)
    #expect(rate["difference"].double == b - a && rate["differs"] == .bool(true))
    let half = try #require(rate["half_width"].double)
    #expect((half - Double.hypot(halves[0], halves[1])).magnitude < 1e-12)
    // (v - stop) / k of 2000 pt/s.
    let stop = try #require(
      result["constants"].elements.first { $0["key"] == .string("stop_velocity") })
    let (stopA, stopB) = (try #require(stop["a"].double), try #require(stop["b"].double))
    let distance = try #require(
      result["consequences"].elements.first {
        $0["quantity"] == .string("distance") && $0["start"] == .string("2000 pt/s at release")
      })
    #expect(abs(try #require(distance["a"].double) - (2000 - stopA) / a) < 1e-9)
    #expect(abs(try #require(distance["b"].double) - (2000 - stopB) / b) < 1e-9)
    let text = try await Command.run(["compare", "0.csv", "1.csv"], in: workspace.path)
    #expect(text.output.contains("B goes 23 pt further (994 pt) and ends 68 ms later"))
  }

  @Test func `the motions of both are drawn in the terminal and as a picture`() async throws {
    let workspace = try Workspace()
    let file = "\(Command.package)/SampleTraces/uiscrollview-bounce-2x.csv"
    let outcome = try await Command.run(
      ["compare", "--plot", "ascii", "--export", "both.svg", file, "flutter-ios"],
      in: workspace.path)
    #expect(outcome.code == 0 && outcome.error.isEmpty)
    #expect(outcome.output.contains("2000 pt/s at the edge\n  overscroll (pt)    -- A    o B"))
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.contains("/") })
    let picture = try #require(workspace.read("both.svg"))
    #expect(picture.hasPrefix("<svg ") && picture.contains("B  flutter-ios"))
    let wrong = try await Command.run(["compare", "--export", "both.png", file, "uikit"])
    #expect(wrong.code == 64)
  }

  @Test func `an engine stands beside a recording by its constants`() async throws {
    let file = "SampleTraces/uiscrollview-bounce-2x.csv"
    let result = try JSONValue(
      try await Command.run(["compare", "--format", "json", file, "UIKit-critical"]).output)
    #expect(result["b"].names == ["engine"] && result["b"]["engine"] == .string("uikit-critical"))
    let delta = try #require(result["constants"].elements.first { $0["key"] == .string("delta") })
    #expect(delta["b"].double == 10.93)
    // Half the interval of the recording alone: the engine's constant is exact.
    #expect(try #require(delta["half_width"].double) > 0)
    let furthest = try #require(
      result["consequences"].elements.first { $0["start"] == .string("2000 pt/s at the edge") })
    // v / (delta e).
    let a = try #require(delta["a"].double)
    #expect((try #require(furthest["a"].double) - 2000 / (a * 2.718281828459045)).magnitude < 1e-9)
    #expect(result["only_a"].elements.isEmpty && result["only_b"].elements.isEmpty)
  }

  @Test func `a bounce beside a spring that is not critically damped is fitted as one`()
    async throws
  {
    let file = "SampleTraces/uiscrollview-bounce-2x.csv"
    let text = try await Command.run(["compare", file, "flutter-ios"]).output
    #expect(text.contains("spring.zeta         1.0013  1.1000"))
    #expect(text.contains("2000 pt/s at the edge  B goes 18 pt less far (48.8 pt) and ends"))
    // On either side.
    let swapped = try await Command.run(["compare", "flutter-ios", file]).output
    #expect(swapped.contains("spring.zeta         1.1000  1.0013"))
    #expect(!swapped.contains("no constant in common"))
  }

  @Test func `what is too wide an interval to tell is unsure, not the same`() async throws {
    let workspace = try Workspace()
    let made = try await workspace.shell(
      """
      "$SCROLLFIT" simulate decelerate v0=2000 k=2.05 --scale 3 > a.csv
      "$SCROLLFIT" simulate decelerate v0=2000 k=2.002 --scale 3 > b.csv
      "$SCROLLFIT" compare a.csv b.csv
      """)
    let lines = made.lines
    #expect(lines.contains { $0.contains("decelerate.k") && $0.hasSuffix("differs") })
    #expect(lines.contains { $0.contains("stop_velocity") && $0.hasSuffix("unsure") })
  }

  @Test func `what a user feels at an edge is that of most recordings`() async throws {
    let workspace = try Workspace()
    let made = try await workspace.shell(
      """
      mkdir all
      for i in 1 2 3; do "$SCROLLFIT" simulate bounce C=2${i}00 delta=10.93 --scale 3 > all/$i.csv; done
      cp '\(Command.package)/SampleTraces/simulated-spring.csv' all
      "$SCROLLFIT" compare all uikit-critical; "$SCROLLFIT" compare all/1.csv uikit-critical
      """)
    // One spring that rings says nothing of the three bounces.
    #expect(
      made.lines.count { $0.hasPrefix("  2000 pt/s at the edge  B goes as far (67.4 pt)") } == 2)
  }

  @Test func `recordings without a common constant are felt by their laws, or say what to type`()
    async throws
  {
    let engines = "SampleTraces/engines"
    // Two glides by different laws.
    let glides = try await Command.run([
      "compare", "\(engines)/chromium-fling-15.csv", "\(engines)/firefox-fling-12.csv",
    ])
    #expect(glides.output.contains("A and B have no constant in common."))
    #expect(glides.output.contains("\n  500 pt/s at release   B goes "))
    let folder = "SampleTraces/uiscrollview-deceleration-3x.csv"
    for (sides, command) in [
      (["SampleTraces/uiscrollview-bounce-2x.csv", folder], "fit"),
      (["\(engines)/chromium-smooth-1500.csv", "uikit"], "identify"),
      (["uikit", "\(engines)/chromium-smooth-1500.csv"], "identify"),
      ([engines, "SampleTraces/uiscrollview-rubber-band-3x.csv"], "batch"),
    ] {
      let outcome = try await Command.run(["compare"] + sides)
      let output = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(output.contains("The motions cannot be compared: A "))
      let path = sides.first { $0.contains("/") } ?? ""
      #expect(outcome.lines.contains("    scrollfit \(command) \(path)"))
      #expect(try await Command.run([command, path]).code == 0)
    }
  }

  @Test func `advice for a folder of one recording names the file`() async throws {
    let workspace = try Workspace()
    let made = try await workspace.shell(
      """
      mkdir one; cp '\(Command.package)/SampleTraces/engines/chromium-smooth-1500.csv' one/a.csv
      "$SCROLLFIT" compare one uikit
      """)
    #expect(made.lines.contains("    scrollfit identify one/a.csv"), "\(made.output)")
  }

  @Test func `a glide with a constant friction is felt with it`() async throws {
    let workspace = try Workspace()
    let made = try await workspace.shell(
      """
      "$SCROLLFIT" simulate decelerate v0=2000 k=2.002 --scale 3 > plain.csv
      "$SCROLLFIT" simulate decelerate v0=2000 k=2.002 coulomb=50 stop=0 --scale 3 |
        grep -v '^#' | cut -d, -f1,2 > friction.csv
      "$SCROLLFIT" compare --format json plain.csv friction.csv
      """)
    let result = try JSONValue(made.output)
    func felt(_ quantity: String) throws -> Double {
      let one = result["consequences"].elements.first {
        $0["quantity"] == .string(quantity) && $0["start"] == .string("2000 pt/s at release")
      }
      return try #require(one?["b"].double)
    }
    // As `predict decelerate v0=2000 k=2.002 coulomb=50` has it.
    #expect((try felt("distance") - 944.2).magnitude < 1)
    #expect((try felt("duration") - 2.196).magnitude < 0.02)
  }

  @Test func `recordings that a value leaves out are named, and it is not the same`() async throws {
    let workspace = try Workspace()
    let made = try await workspace.shell(
      """
      mkdir same off
      for i in 1 2 3 4 5 6; do
        k=2.002; [ $i -gt 4 ] && k=2.198
        "$SCROLLFIT" simulate decelerate v0=$((1000 + 300 * i)) k=2.002 --scale 3 --seed $i > same/$i.csv
        "$SCROLLFIT" simulate decelerate v0=$((1000 + 300 * i)) k=$k --scale 3 --seed 1$i > off/$i.csv
      done
      "$SCROLLFIT" compare same off
      echo '{"format_version": "1.0", "pooled": {"decelerate.k": {"value": 2.002, "unit": "1/s"}}}' > r.json
      for format in text json markdown junit github; do
        "$SCROLLFIT" check --strict --reference r.json --format $format off | tr -s ' \\n' ' ' > $format
        "$SCROLLFIT" check --reference r.json off > /dev/null; echo "code $?"
      done
      "$SCROLLFIT" check --strict --reference r.json off > /dev/null; echo "strict $?"
      """)
    #expect(made.lines.contains { $0.hasPrefix("  decelerate.k ") && $0.hasSuffix("unsure") })
    let text = made.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let found = "2 of 6 recordings are off and left out of this value, first off/"
    #expect(text.contains("off in B decelerate.k: " + found), "\(made.output)")
    #expect(made.lines.count { $0 == "code 0" } == 5 && made.lines.contains("strict 1"))
    for format in ["text", "json", "markdown", "junit", "github"] {
      let output = try #require(workspace.read(format))
      #expect(output.contains(found) && output.contains(" by +9.8 %"), "\(format): \(output)")
    }
  }

  @Test func `what is felt of recordings that disagree is said to be in doubt`() async throws {
    let workspace = try Workspace()
    let made = try await workspace.shell(
      """
      mkdir all
      for k in 2 2.4 2.8; do "$SCROLLFIT" simulate decelerate v0=2000 k=$k --scale 3 > all/$k.csv; done
      "$SCROLLFIT" compare all uikit; "$SCROLLFIT" compare uikit all
      "$SCROLLFIT" compare --format json all uikit > both.json; "$SCROLLFIT" compare all/2.csv uikit
      """)
    let text = made.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for name in ["A", "B"] {
      #expect(
        text.contains(
          "in doubt: recordings of \(name) disagree on decelerate.k, and no single value represents them"
        ))
    }
    #expect(text.ranges(of: "in doubt").count == 2)
    let result = try JSONValue(try #require(workspace.read("both.json")))
    #expect(result["disagree_a"][0] == .string("decelerate.k"))
    #expect(result["disagree_b"].elements.isEmpty)
  }

  @Test func `recordings are read as fit reads them, and only paths are longer than 80 columns`()
    async throws
  {
    let workspace = try Workspace()
    let long = String(repeating: "long-", count: 16)
    let made = try await workspace.shell(
      """
      "$SCROLLFIT" simulate bounce C=2000 delta=10.93 --scale 3 > a.csv
      sed 's/offset_y[a-z_]*/place/' a.csv | cut -d, -f2 > b.csv
      mkdir \(long); cp b.csv \(long)
      "$SCROLLFIT" compare --offset place --interval 1/60 --edge 0 b.csv \(long)/b.csv
      """)
    #expect(made.code == 0 && made.error.isEmpty, "\(made.error)")
    #expect(
      made.lines.contains { $0.hasPrefix("  bounce.delta (1/s)") && $0.hasSuffix("the same") })
    #expect(
      made.lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("B  long-") && !$0.contains(" 1") })
  }

  @Test func `what a user feels of an edge that is stepped once a frame`() async throws {
    let file = "SampleTraces/engines/kivy-pull-150.csv"
    let recorded = try await Command.run(["compare", file, "uikit"])
    let shipped = try await Command.run(["compare", "kivy-2", "uikit"])
    // d and c of the recording are those of the engine.
    let felt = shipped.lines.filter { $0.contains("at the edge") }
    #expect(felt.count == 3 && recorded.lines.filter { $0.contains("at the edge") } == felt)
    let missing = try await Command.run(["compare", file])
    #expect(missing.code == 64 && missing.error.contains("Missing expected argument '<b>'"))
  }

  @Test func `what a user feels of an animation is when it ends`() async throws {
    let file = "SampleTraces/engines/chromium-smooth-1500.csv"
    let slow = "awk -F, -v OFS=, '/^[0-9]/ { $1 = 1.1 * $1 } 1' \(file)"
    let made = try await Command.shell("\(slow) | \"$SCROLLFIT\" compare \(file) -")
    // A tenth of the time after which 0.5 of 500 pt are left, which is 0.62 s.
    #expect(
      ["61", "62"].contains {
        made.lines.contains("  animation as recorded  B ends \($0) ms later")
      },
      "\(made.output)")
    let text = try await Command.run([file])
    #expect(text.output.contains("  motion     1500 pt in 0.646 s, settle time (0.5 pt) 0.625 s\n"))
  }

  @Test(arguments: ["macos-trackpad", "flutter-macos"])
  func `a glide by a law without a measured constant is felt by that law`(_ engine: String)
    async throws
  {
    let workspace = try Workspace()
    _ = try await workspace.shell(#""$SCROLLFIT" simulate \#(engine) v0=1500 > glide.csv"#)
    let recorded = try await workspace.run("compare", "glide.csv", "uikit")
    let shipped = try await workspace.run("compare", engine, "uikit")
    // The engine has an edge as well, which may move the columns.
    func felt(_ outcome: Outcome) -> [[Substring]] {
      outcome.lines.filter { $0.contains("at release") }.map { $0.split(separator: " ") }
    }
    #expect(felt(shipped).count == 3 && felt(recorded) == felt(shipped))
    // Nothing is compared by constants, but what a user feels is said all the same.
    let checked = try await workspace.run("check", "--reference", "uikit", "glide.csv")
    #expect(checked.code == 65 && checked.output.contains("  2000 pt/s at release  goes "))
  }

  @Test func `a short animation is felt, and where it is alone its law is named`() async throws {
    let workspace = try Workspace()
    let made = try await workspace.shell(
      """
      "$SCROLLFIT" simulate gtk animation=key to=300 > key.csv
      "$SCROLLFIT" compare key.csv key.csv; "$SCROLLFIT" compare key.csv uikit
      """)
    #expect(made.output.hasPrefix("A  key.csv, 1 recording, 1 identified\n"))
    #expect(made.lines.contains("  animation as recorded  B ends in the same frame"))
    #expect(made.output.contains("A follows eased-cubic"), "\(made.output)")
  }

  @Test func `a bounce without a minimum has no constants, also as a spring, and is no fit`()
    async throws
  {
    let workspace = try Workspace()
    let file = "\(Command.package)/Tests/Engines/Recordings/qscroller-pull-240.csv"
    let compared = try await workspace.run("compare", file, "uikit")
    #expect(compared.code == 65 && compared.error.contains("no fit converged"))
    #expect(compared.output.contains("A and B have no constant in common."))
    #expect(!compared.output.contains("spring.") && !compared.output.contains(" ends "))
    let page = try await workspace.run(
      "report", file, "--reference", "uikit", "--output", "page.html")
    #expect(page.output == "page.html: 1 recording, 0 fits\n")
    #expect(workspace.read("page.html")?.contains("What a person feels") == false)
  }

  @Test func `a return of another engine has its law, and no constants of a bounce or a spring`()
    async throws
  {
    let file = "\(Command.package)/Tests/Engines/Recordings/qt-edge-2300.csv"
    let compared = try await Command.run(["compare", file, "uikit"])
    #expect(compared.code == 0)
    #expect(compared.output.contains("\n  only A has eased-quadratic-exponential.duration\n"))
    #expect(!compared.output.contains("spring.") && !compared.output.contains("bounce."))
    let fitted = try await Command.run(["fit", file])
    #expect(fitted.output.contains("qt-flickable describes every motion within its rounding"))
  }

  @Test func `a recording beside itself has no difference`() async throws {
    let file = "SampleTraces/uiscrollview-bounce-2x.csv"
    let result = try JSONValue(
      try await Command.run(["compare", "--format", "json", file, file]).output)
    for constant in result["constants"].elements {
      #expect(constant["difference"].double == 0 && constant["differs"] == .bool(false))
    }
    #expect(!result["constants"].elements.isEmpty && result["only_a"].elements.isEmpty)
  }

  @Test(arguments: [
    (["-", "-"], Int32(64), "only once"), (["nothing.csv", "nothing.csv"], 66, "no such file"),
    (["flutter-iso", "uikit"], 66, "near it: flutter-ios"),
    (["one.csv"], 64, "Missing expected argument"), (["no/such.csv", "uikit"], 66, "no such file"),
    (["uikit", "/dev/null"], 65, "the file is empty"),
  ]) func `what cannot be compared says why`(
    arguments: [String], code: Int32, message: String
  ) async throws {
    let outcome = try await Command.run(["compare"] + arguments)
    #expect(outcome.code == code && outcome.error.contains(message), "\(outcome.error)")
    #expect(outcome.output.isEmpty)
  }
}
