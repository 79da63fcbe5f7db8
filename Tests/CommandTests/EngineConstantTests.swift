import Testing

/// Engines that give laws their constants: `predict`, `export` and `simulate`.
@Suite struct EngineConstantTests {
  /// A command with an engine, and the one with its constants.
  static let pairs: [(engine: String, constants: String)] = [
    ("uikit v0=3000", "decelerate v0=3000 d=0.998 stop=10"),
    ("uikit-fast v0=3pt/ms", "decelerate v0=3000 d=0.99 stop=10"),
    ("decelerate uikit v0=3000 d=0.99", "decelerate v0=3000 d=0.99 stop=10"),
    ("uikit v0=3000 stop=20", "decelerate v0=3000 d=0.998 stop=20"),
    ("uikit C=2404", "spring C=2404 stiffness=120 damping=22"),
    ("uikit v0=-500 y0=100", "spring v0=-500 y0=100 stiffness=120 damping=22"),
    ("spring uikit v0=900 stiffness=100 zeta=1", "spring v0=900 stiffness=100 zeta=1"),
    ("bounce uikit-critical C=900", "bounce C=900 delta=10.93"),
    (
      "uikit v0=3000 distance=600",
      "fling v0=3000 distance=600 d=0.998 stop=10 stiffness=120 damping=22"
    ),
    ("uikit d=844 travel=200", "rubber-band c=0.55 d=844 travel=200"),
    ("transfer uikit v0=3000 distance=500", "transfer v0=3000 distance=500 d=0.998 stop=10"),
    // 20 and 1 pixels on a screen of 3 a point, unless it is another.
    ("flutter-ios v0=3000", "decelerate v0=3000 factor=0.135 fps=1 stop=6.666666666666667"),
    ("flutter-ios v0=3000 --scale 2", "decelerate v0=3000 factor=0.135 fps=1 stop=10"),
    (
      "flutter-ios y0=80 v0=0 --scale 2",
      "spring y0=80 v0=0 stiffness=100 mass=0.5 damping_ratio=1.1 settle=0.5"
    ),
    ("scrollmechanics v0=3000", "decelerate v0=3000 d=0.998 epsilon=0.5"),
    ("chromium-fling v0=3000", "decelerate v0=3000 k=3.7 coulomb=636.4"),
    // Above its start speed, 5707.62 x 3.7 - 172, the friction grows with the release.
    (
      "chromium-fling v0=30000",
      "decelerate v0=30000 k=3.7 coulomb=911.4782380035247"
    ),
    ("libadwaita v0=3000", "decelerate v0=3000 d=0.998 form=discrete"),
    // A frame of 1/60 s moves by 0.1 pt from 0.1 x 2 / (1 - e^(-2/60)) pt/s.
    ("android v0=3pt/ms", "android-spline v0=3000 friction=0.015"),
    ("android v0=3000 friction=0.03", "android-spline v0=3000 friction=0.03"),
    (
      "flutter-macos v0=900 --scale 2",
      "superposed-deceleration v0=900 k=2.0024805005437076 deceleration=1400 stop=10"
    ),
    ("chromium distance=900", "tween distance=900 duration=0.5 x1=0.4 y1=0 x2=0 y2=1"),
    (
      "chromium from=50 to=950 animation=KEY",
      "tween from=50 to=950 duration=0.15 x1=0.42 y1=0 x2=0.58 y2=1"
    ),
    ("qt-flickable y0=80", "eased-return y0=80 duration=0.4 easing=quadratic-exponential"),
    ("pastrykit v0=900", "per-frame v0=900 factor=0.95 stop_step=0.01"),
    ("pastrykit v0=900 fps=120", "per-frame v0=900 factor=0.95 stop_step=0.01 fps=120"),
    ("embla v0=900 factor=0.7", "per-frame v0=900 factor=0.7 order=slow"),
    ("firefox d=800 travel=100", "tapered-band c=0.0625 d=800 travel=100"),
    ("react-native v0=3000", "decelerate v0=3000 k=2 stop=6.1005555452677624"),
  ]

  @Test(arguments: pairs)
  func `an engine predicts what its constants do`(
    _ pair: (engine: String, constants: String)
  ) async throws {
    func predicted(_ line: String) async throws -> JSONValue {
      let outcome = try await Command.run(
        ["predict", "--format", "json"] + line.split(separator: " ").map(String.init))
      #expect(outcome.code == 0, "\(outcome.error)")
      return try JSONValue(outcome.output)["prediction"]
    }
    let engine = try await predicted(pair.engine)
    let constants = try await predicted(pair.constants)
    #expect(engine["law"] == constants["law"])
    #expect(engine["form"] == constants["form"])
    // Another notation of a rate or a spring rounds differently.
    #expect(engine["predicted"].difference(from: constants["predicted"]) { _ in 1e-8 } == nil)
  }

  @Test func `a prediction and an export say which constants are the engine's`() async throws {
    let outcome = try await Command.run(["predict", "uikit", "v0=3000", "--format", "json"])
    let inputs = try JSONValue(outcome.output)["prediction"]["inputs"]
    #expect(inputs.names == ["v0", "k", "stop"])
    #expect(inputs["v0"]["source"] == .string("argument"))
    #expect(inputs["stop"]["source"] == .string("engine uikit"))
    let text = try await Command.run(["predict", "rubber-band", "uikit", "d=844", "travel=200"])
    #expect(text.output.contains("  given   d = 844 pt, travel = 200 pt\n  of uikit\n"))
    let code = try await Command.run(["export", "uikit", "C=2404", "--as", "swift"])
    #expect(code.code == 0, "\(code.error)")
    #expect(code.output.contains("// delta = 11 1/s, of the engine uikit\n"))
    #expect(code.output.contains("// C = 2404 pt/s, given\n"))
  }

  @Test func `an exported engine is the export of its constants`() async throws {
    for format in ["swift", "kotlin", "dart", "javascript", "css", "c", "table"] {
      func code(_ line: String) async throws -> [String] {
        let words = ["export", "--as", format] + line.split(separator: " ").map(String.init)
        let outcome = try await Command.run(words)
        #expect(outcome.code == 0, "\(outcome.error)")
        return outcome.output.split(separator: "\n").map(String.init).filter {
          !$0.contains("of the engine") && !$0.contains(", given")
        }
      }
      let engine = try await code("spring uikit v0=2404")
      #expect(try await engine == code("spring v0=2404 delta=11 kappa=-1"), "\(format)")
    }
  }

  @Test func `what an argument or a fit gives replaces the engine's`() async throws {
    let workspace = try Workspace()
    let sample = "SampleTraces/uiscrollview-bounce-2x.csv"
    let fit = try await Command.run(["bounce", "--format", "json", sample])
    try workspace.write(fit.output, to: "fit.json")
    let mixed = try await workspace.run(
      "predict", "fling", "uikit", "v0=3000", "distance=600", "--from", "fit.json", "--format",
      "json")
    let inputs = try JSONValue(mixed.output)["prediction"]["inputs"]
    // The whole spring is that of the fit, which has no kappa.
    #expect(inputs.names == ["v0", "k", "stop", "distance", "delta", "settle"])
    #expect(inputs["delta"]["source"] == .string("fit.json"))
    #expect(inputs["k"]["source"] == .string("engine uikit"))
  }

  @Test func `a simulated engine is a recording of its constants, which its command repeats`()
    async throws
  {
    let workspace = try Workspace()
    for (engine, constants) in [
      ("uikit v0=3000", "decelerate v0=3000 k=2.0020026706730794"),
      (
        "spring uikit v0=2404 --edge 0",
        "spring v0=2404 stiffness=120 damping=22 --edge 0 --settle 0.5"
      ),
      ("uikit d=844 travel=200", "rubber-band d=844 travel=200 c=0.55"),
      ("uikit-critical C=900", "bounce C=900 delta=10.93"),
      ("session uikit", "session k=2.0020026706730794 delta=11 kappa=-1"),
      ("session uikit-critical --scale 2", "session k=2.0020026706730794 --scale 2"),
      (
        "session flutter-ios c=0.55",
        "session k=2.002480500543707 stop=6.666666666666667 delta=15.556349186104047 kappa=-42.00000000000003 --settle 0.3333333333333333"
      ),
      ("scrollmechanics v0=900", "decelerate v0=900 k=2.0020026706730794 stop=0 epsilon=0.5"),
      ("libadwaita v0=900", "decelerate v0=900 k=2.0020026706730794 stop=0 form=discrete"),
      (
        "spring uikit v0_x=900 v0_y=500 delta_x=9 kappa_x=1 --axis both",
        "spring v0_x=900 v0_y=500 delta_x=9 kappa_x=1 delta_y=11 kappa_y=-1 --axis both --settle 0.5"
      ),
    ] {
      func recorded(_ line: String) async throws -> String {
        let outcome = try await Command.run(
          ["simulate"] + line.split(separator: " ").map(String.init))
        #expect(outcome.code == 0, "\(outcome.error)")
        return outcome.output
      }
      func rows(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      }
      let text = try await recorded(engine)
      #expect(try await rows(text) == rows(recorded(constants)), "\(engine)")
      let command = try #require(text.split(separator: "\n").first { $0.hasPrefix("# command: ") })
      let again = try await workspace.shell(
        "\"$SCROLLFIT\" \(command.dropFirst("# command: scrollfit ".count))")
      #expect(again.output == text, "\(engine)")
    }
  }

  @Test func `a file of engines gives constants too`() async throws {
    let workspace = try Workspace()
    try workspace.write(
      #"""
      {"format_version": "1.0", "engines": [
       {"key": "mine", "name": "Mine", "edge": {"law": "spring", "delta": 12}}]}
      """#, to: "mine.json")
    let mine = ["mine", "C=900", "--engines", "mine.json"]
    let predicted = try await Command.run(["predict"] + mine, in: workspace.path)
    #expect(predicted.code == 0, "\(predicted.error)")
    #expect(predicted.output.contains("delta = 12 1/s"))
    let exported = try await Command.run(["export", "--as", "c"] + mine, in: workspace.path)
    #expect(exported.output.contains("// delta = 12 1/s, of the engine mine\n"))
    let simulated = try await Command.run(["simulate"] + mine, in: workspace.path)
    #expect(
      simulated.output.contains("# command: scrollfit simulate bounce C=900 delta=12 --seed 1\n"))
    for command in [["predict"], ["export", "--as", "c"], ["simulate"]] {
      let missing = try await Command.run(
        command + ["uikit", "v0=1", "--engines", "none.json"], in: workspace.path)
      #expect(missing.code == 66)
      #expect(missing.error.hasPrefix("none.json: error: no such file\n"))
      let unknown = try await Command.run(
        command + ["your", "v0=1", "--engines", "mine.json"], in: workspace.path)
      #expect(unknown.code == 64)
    }
    let output = try await Command.run(
      ["predict"] + mine + ["--export", "mine.json"], in: workspace.path)
    #expect(output.code == 64)
    #expect(
      output.error.contains("'mine.json' is a list of engines to read: name another file to write.")
    )
  }

  static let refusals: [(line: String, message: String)] = [
    ("predict uikit", "Give v0, the velocity at release."),
    ("predict uikit flutter-ios v0=1", "Give only one engine, not uikit and flutter-ios."),
    ("predict gravity uikit height=480", "gravity has no constants of an engine: leave uikit out."),
    (
      "predict bounce uikit C=900",
      "The edge of uikit is not critically damped, as bounce is: take the law spring."
    ),
    (
      "export decelerate slint v0=900 --as c",
      "The deceleration of slint is no curve of the law decelerate: it has the deceleration (v = v0 - 2000 t)"
    ),
    (
      "simulate webkit-macos v0=900",
      "webkit-macos has no deceleration of its own: it has the edge (y = (s0 + 0.31 v0 t) e^(-12.5 t); at rest below 0.5 pt) and the rubber band (s = c x, c = 0.05)."
    ),
    ("simulate session iscroll travel=5", "session has no constant 'travel'."),
    (
      "simulate slint y0=80",
      "The edge of slint stops the content: nothing moves beyond it."
    ),
    (
      "predict chromium distance=900 animation=scrol",
      "chromium has no animation 'scrol': it has 'scrollTo', 'key' and 'wheel'."
    ),
    (
      "predict chromium distance=900 animation=wheel",
      "Give duration: the animation 'wheel' of chromium takes from 0.1 to 0.2 s."
    ),
    (
      "predict tween distance=900 duration=1 easing=cubic animation=key",
      "animation chooses a part of an engine: name the engine."
    ),
    (
      "predict android v0=900 fricton=0.02",
      "android-spline has no constant 'fricton'. Near it: friction. It takes v0, x0, friction, epsilon and time."
    ),
    ("predict android", "Give v0, the velocity at release."),
    (
      "predict tween distance=9 duration=1 easing=cubi",
      "easing must be quadratic, cubic, quartic"
    ),
    ("predict per-frame v0=1", "Give factor, the factor of the velocity per frame."),
    ("predict decelerate v0=1 k=2 --scale 2", "--scale is for the pixels of an engine: name one."),
    ("predict uikit v0=1 --scale 0", "--scale must be from 0.1 to 100."),
    ("predict bounce --from - --engines -", "Standard input can be read only once."),
  ]

  @Test(arguments: refusals)
  func `a part that is no law of the engine is refused with the parts it has`(
    _ refusal: (line: String, message: String)
  ) async throws {
    let outcome = try await Command.run(refusal.line.split(separator: " ").map(String.init))
    #expect(outcome.code == 64)
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("Error: \(refusal.message)"), "\(outcome.error)")
  }

  @Test func `a word that is neither a law nor an engine is told what is near it`() async throws {
    for (line, near) in [
      ("predict bounse C=1", "bounce"), ("simulate sesion", "session"),
      ("export uikit-fas v0=1 --as c", "uikit, uikit-fast"),
    ] {
      let outcome = try await Command.run(line.split(separator: " ").map(String.init))
      #expect(outcome.code == 64)
      #expect(outcome.error.contains(" Near it: \(near)"), "\(outcome.error)")
    }
  }
}
