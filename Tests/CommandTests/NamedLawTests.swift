import Testing

/// Laws that recordings name and no command fits, in pools, checks and comparisons.
@Suite struct NamedLawTests {
  /// What `simulate` takes for each engine, the constant that its recordings tell, and the value that it ships.
  private static let engines:
    [(name: String, motion: String, law: String, key: String, value: Double)] = [
      ("android", "android v0=$((700+500*i))", "android-spline", "friction", 0.015),
      (
        "flutter-android", "flutter-android v0=$((1000+600*i))", "android-power-law", "friction",
        0.015
      ),
      ("chromium", "chromium v0=$((1400+700*i))", "bezier-fling", "deceleration", 2645.65),
      (
        "qt-flickable", "qt-flickable v0=$((900+400*i))", "constant-deceleration", "deceleration",
        1500
      ),
    ]

  private static func record(_ motion: String, into folder: String, _ more: String = "") -> String {
    """
    mkdir -p \(folder)
    for i in 1 2 3 4; do
      "$SCROLLFIT" simulate \(motion) \(more) --scale 2.75 --noise 0.02 --seed $i | grep -v '^# [lwe]' > \(folder)/$i.csv
    done
    """
  }

  @Test func `a fling that many laws follow is not fitted, and the error names them`() async throws
  {
    let workspace = try Workspace()
    let script =
      "scrollfit simulate chromium v0=600px/s --seed 1 --scale 1 --stamp-jitter 1 > a.csv; scrollfit fit a.csv"
    let fit = try await workspace.shell(
      script.replacing("scrollfit ", with: "\"$SCROLLFIT\" "))
    #expect(fit.code == 65 && fit.output.contains("or as well"))
    let law = "the samples do not distinguish the laws that follow the motion, Chromium's"
    #expect(fit.error.contains("error: \(law)"), "\(fit.error)")
    #expect(
      fit.error.contains("so none is fitted\n") && fit.error.contains("help: record a faster"))
    let json = try await workspace.run("fit", "--format", "json", "a.csv")
    #expect(json.code == 65)
    let error = try JSONValue(json.output)["results"][0]["error"]
    #expect(error["code"].string == "nothing-to-fit")
    #expect(error["message"].string?.hasPrefix(law) == true)
  }

  @Test func `fit takes the law that a file names, if the motion follows it`() async throws {
    let workspace = try Workspace()
    _ = try await workspace.shell(
      """
      "$SCROLLFIT" simulate spring omega=12 zeta=2 y0=80 --seed 1 > spring.csv
      "$SCROLLFIT" simulate decelerate k=2 v0=1000 coulomb=200 --seed 1 > friction.csv
      """)
    let spring = try await workspace.run("fit", "--format", "json", "spring.csv")
    #expect(try JSONValue(spring.output)["results"][0]["fits"][0]["law"].string == "spring")
    // Its law is that of decelerate with --coulomb.
    let friction = try await workspace.run("fit", "friction.csv")
    #expect(
      friction.code == 0 && friction.output.contains("law        viscous, constant friction, sure"))
  }

  @Test func `a command that finds nothing names the one that does`() async throws {
    let workspace = try Workspace()
    _ = try await workspace.shell(
      "\"$SCROLLFIT\" simulate bounce C=1800 delta=10.9 > bounce.csv")
    let glide = try await workspace.run("decelerate", "bounce.csv")
    #expect(glide.code == 65)
    #expect(glide.error.contains("help: 'scrollfit bounce bounce.csv' fits what moves here;"))
  }

  @Test(arguments: engines.indices)
  func `flings of an engine give a pooled constant with an interval that holds what it ships`(
    _ index: Int
  ) async throws {
    let engine = Self.engines[index]
    let workspace = try Workspace()
    _ = try await workspace.shell(Self.record(engine.motion, into: "flings"))
    let batch = try await workspace.run("batch", "--format", "json", "flings")
    let pools = try JSONValue(batch.output)["summary"]["groups"].elements.first?["pooled"].elements
    let pool = try #require(
      pools?.first { $0["law"].string == engine.law && $0["key"].string == engine.key })
    let ends = pool["estimate"]["interval"].elements.compactMap(\.double)
    #expect(batch.code == 0 && pool["recordings"].double == 4)
    // Twice the 95 % interval: one of four engines would be outside of it in one run of five.
    let half = ends.count == 2 ? ends[1] - ends[0] : 0
    let value = try #require(pool["estimate"]["value"].double)
    #expect(half > 0 && half < 0.04 * value && (value - engine.value).magnitude < half)

    let check = try await workspace.run("check", "--reference", engine.name, "flings")
    #expect(check.code == 0)
    #expect(check.output.contains("\(engine.law) \(engine.key), pooled from 4 recordings"))
    let compare = try await workspace.run("compare", "flings", engine.name)
    #expect(compare.output.contains("\(engine.law).\(engine.key)"))
  }

  @Test
  func `a reference of Android's flings passes without drift and fails with another friction`()
    async throws
  {
    let workspace = try Workspace()
    let flings = "android v0=$((700+500*i))"
    _ = try await workspace.shell(Self.record(flings, into: "flings"))
    let update = try await workspace.run("check", "--update", "flings")
    #expect(update.output == "scrollfit.reference.json: 4 recordings, 1 pooled constant\n")
    _ = try await workspace.shell(Self.record(flings, into: "flings", "--stamp-jitter 0.01"))
    #expect(try await workspace.run("check", "flings").code == 0)
    _ = try await workspace.shell(Self.record(flings, into: "flings", "friction=0.0155"))
    let drifted = try await workspace.run("check", "flings")
    #expect(drifted.output.contains("FAIL    android-spline friction, pooled from"))
    let finer = try await workspace.run("check", "--tolerance", "friction=10%", "flings")
    #expect(finer.output.contains("pass    android-spline friction, pooled from"))
  }

  @Test func `tweens are pooled by their duration, apart for each ease`() async throws {
    let workspace = try Workspace()
    _ = try await workspace.shell(
      Self.record("tween easing=cubic-in-out distance=$((150*i+200)) duration=0.4", into: "tweens"))
    let batch = try await workspace.run("batch", "--summary-only", "tweens")
    #expect(
      batch.output.contains("tween-cubic-in-out duration  0.4")
        || batch.output.contains("tween-cubic-in-out duration  0.39"))
    #expect(batch.output.contains("4 recordings that agree"))
  }

  @Test func `a law of which constants are fixed is predicted with these`() async throws {
    let workspace = try Workspace()
    _ = try await workspace.shell(
      """
      "$SCROLLFIT" simulate flutter-macos v0=3000 > glide.csv
      "$SCROLLFIT" identify --format json glide.csv > law.json
      """)
    let own = try await workspace.run(
      "predict", "superposed-deceleration", "--from", "law.json", "--format", "json")
    let engine = try await workspace.run("predict", "flutter-macos", "v0=3000", "--format", "json")
    #expect(own.code == 0, "\(own.error)")
    let distances = try [own, engine].map { result in
      try #require(JSONValue(result.output)["prediction"]["predicted"]["distance"]["value"].double)
    }
    // The engine ends below 20 pt/s.
    #expect((distances[0] - distances[1]).magnitude < 0.01 * distances[1])
  }

  @Test func `a bounce whose edge nothing states is pooled with the others`() async throws {
    let workspace = try Workspace()
    // A rise that no rest at the edge follows is told by its law alone.
    _ = try await workspace.shell(
      """
      mkdir bounces
      for i in 1 2 3; do
        "$SCROLLFIT" simulate bounce C=$((3000+100*i)) phi=0.012 delta=13.4 --scale 3 --rate 120 --noise 0.2 --seed $i |
          grep -v '^#' > bounces/$i.csv
      done
      """)
    let batch = try await workspace.run("batch", "--summary-only", "bounces")
    #expect(batch.output.contains("bounce delta  13."))
    #expect(batch.output.contains("3 recordings that agree"))
  }

  @Test(arguments: [
    "reference", "laws", "engines", "left out", "off", "agree", "copies", "not measured", "check",
    "batch",
    "jitter", "inferred", "crossing delay", "v0 / finger speed", "decay rate", "settle time",
    "free start",
  ])
  func `explain knows what reports print`(_ word: String) async throws {
    #expect(
      try await Command.run(["explain"] + word.split(separator: " ").map(String.init)).code == 0)
  }

  @Test func `explain knows the laws and their constants`() async throws {
    let law = try await Command.run(["explain", "android-spline"])
    #expect(law.code == 0 && law.output.contains("Android's spline"))
    let friction = try await Command.run(["explain", "friction"])
    #expect(friction.code == 0 && friction.output.contains("android-power-law"))
  }
}
