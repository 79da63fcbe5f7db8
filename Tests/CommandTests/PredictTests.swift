import Testing

/// `scrollfit predict`: arguments, results of earlier runs, outputs, exit codes.
@Suite struct PredictTests {
  private static let sample = "SampleTraces/uiscrollview-bounce-2x.csv"

  private func predicted(_ arguments: String..., in workspace: Workspace? = nil) async throws
    -> JSONValue
  {
    let arguments = ["predict"] + arguments + ["--format", "json"]
    let outcome =
      if let workspace {
        try await Command.run(arguments, in: workspace.path)
      } else {
        try await Command.run(arguments)
      }
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.error == "")
    let report = try JSONValue(outcome.output)
    #expect(report.names == ["format_version", "tool", "prediction"])
    #expect(report["format_version"] == .string("1.0"))
    #expect(
      report["prediction"].names == ["law", "form", "inputs", "constants", "predicted"])
    return report["prediction"]
  }

  /// A folder with the fits of one or two recordings.
  private func workspace(_ traces: [String] = [sample]) async throws -> Workspace {
    let workspace = try Workspace()
    let outcome = try await Command.run(["bounce", "--format", "json"] + traces)
    try workspace.write(outcome.output, to: "fit.json")
    return workspace
  }

  @Test func `units are read, and the published distances come out`() async throws {
    for (form, expected) in [("continuous", 499.5), ("discrete", 499)] {
      let prediction = try await predicted("decelerate", "v0=1pt/ms", "d=0.998", "form=\(form)")
      #expect(prediction["form"] == .string(form))
      let distance = try #require(prediction["predicted"]["distance"]["value"].double)
      // To the digits in which they are published.
      #expect((distance - expected).magnitude < 4e-4)
      #expect(prediction["inputs"]["v0"]["value"] == .number(1000))
      #expect(prediction["inputs"]["v0"]["unit"] == .string("pt/s"))
      #expect(prediction["inputs"]["v0"]["source"] == .string("argument"))
      #expect(prediction["predicted"]["distance"]["standard_error"].isNull)
    }
    let plain = try await predicted("bounce", "v0=2000", "response=0.575")
    let unit = try await predicted("bounce", "C=2pt/ms", "response=575ms")
    // 575 x 0.001 is rounded.
    #expect(plain["predicted"].difference(from: unit["predicted"]) { _ in 1e-12 } == nil)
  }

  @Test func `a fit's constants carry their errors`() async throws {
    let workspace = try await workspace()
    let fit = try JSONValue(#require(workspace.read("fit.json")))["results"][0]["fits"][0]
    let prediction = try await predicted("bounce", "--from", "fit.json", in: workspace)
    #expect(prediction["inputs"].names == ["C", "delta"])
    #expect(prediction["inputs"]["C"]["source"] == .string("fit.json"))
    for key in ["max_overscroll", "time_to_max", "settle_time"] {
      let ours = prediction["predicted"][key]
      let theirs = fit["derived"][key]
      // The same law of the same constants.
      let value = try #require(theirs["value"].double)
      #expect((try #require(ours["value"].double) / value - 1).magnitude < 1e-12, "\(key)")
      // The fit moderates the error of every quantity by itself: a few per cent.
      let error = try #require(theirs["standard_error"].double)
      #expect(
        (try #require(ours["standard_error"].double) / error - 1).magnitude < 0.05, "\(key)")
      // Of the two constants the wider one, which is not that of n - p.
      let factor = try max(
        #require(fit["parameters"]["C"]["interval_factor"].double),
        #require(fit["parameters"]["delta"]["interval_factor"].double))
      #expect(try factor > #require(fit["residual"]["interval_factor"].double))
      let upper = try #require(ours["interval"][1].double)
      let reach = factor * (try #require(ours["standard_error"].double))
      #expect((upper - value - reach).magnitude < 1e-9 * value)
    }
  }

  @Test
  func `results of decelerate, rubber-band and a table of flings are read as they are written`()
    async throws
  {
    let workspace = try Workspace()
    func fit(_ arguments: String...) async throws -> JSONValue {
      let outcome = try await Command.run(arguments + ["--format", "json"])
      #expect(outcome.code == 0)
      try workspace.write(outcome.output, to: "fit.json")
      return try JSONValue(outcome.output)["results"][0]["fits"][0]
    }
    /// Whether a prediction is the value of the fit, and its error near that of the fit.
    func expect(_ prediction: JSONValue, _ fit: JSONValue) throws {
      let value = try #require(prediction["value"].double)
      #expect(try abs(value - #require(fit["value"].double)) < 1e-9 * abs(value))
      let ratio =
        try #require(prediction["standard_error"].double)
        / #require(fit["standard_error"].double)
      #expect(abs(ratio - 1) < 0.1)
    }
    let glide = try await fit(
      "decelerate", "--stop", "10", "SampleTraces/uiscrollview-deceleration-3x.csv")
    let rest = try await predicted(
      "decelerate", "--from", "fit.json", "stop=10", in: workspace)["predicted"]
    try expect(rest["distance"], glide["derived"]["distance"])
    try expect(rest["rest_offset"], glide["derived"]["rest_offset"])
    try expect(rest["duration"], glide["derived"]["duration"])

    let band = try await fit(
      "rubber-band", "--free", "d", "SampleTraces/uiscrollview-rubber-band-3x.csv")
    let pull = try await predicted(
      "rubber-band", "--from", "fit.json", "travel=435", in: workspace)["predicted"]
    try expect(pull["overscroll"], band["derived"]["furthest_overscroll"])

    let table = try await fit("decelerate", "SampleTraces/article-deceleration-table.csv")
    let fling = try await predicted(
      "decelerate", "--from", "fit.json", "v0=1.802126pt/ms", in: workspace)
    #expect(
      try #require(fling["inputs"]["stop"]["value"].double)
        == #require(table["parameters"]["stop_velocity"]["value"].double))
    // The article recorded 895 pt.
    #expect(try abs(#require(fling["predicted"]["distance"]["value"].double) - 895) < 0.5)
  }

  @Test func `what is given replaces what is read, another notation all of it`() async throws {
    let workspace = try await workspace()
    let faster = try await predicted("bounce", "--from", "fit.json", "v0=1000", in: workspace)
    #expect(faster["inputs"].names == ["v0", "delta"])
    #expect(faster["inputs"]["v0"]["standard_error"] == .number(0))
    #expect(try #require(faster["inputs"]["delta"]["standard_error"].double) > 0)
    let stiff = try await predicted("bounce", "--from", "fit.json", "stiffness=120", in: workspace)
    #expect(stiff["inputs"].names == ["C", "stiffness"])
    let both = try await predicted(
      "bounce", "--from", "fit.json", "C=1000", "delta=11", in: workspace)
    #expect(both["predicted"]["max_overscroll"]["standard_error"].isNull)
    let fling = try await predicted(
      "fling", "--from", "fit.json", "v0=2000", "k=2", "edge=300", in: workspace)
    #expect(fling["inputs"].names == ["v0", "k", "edge", "delta"])
    #expect(fling["predicted"]["edge_velocity"]["value"] == .number(1400))
    #expect(fling["predicted"]["edge_velocity"]["standard_error"] == .number(0))
    #expect(
      try #require(fling["predicted"]["max_overscroll"]["standard_error"].double) > 0)
  }

  @Test func `of several fits one must be chosen`() async throws {
    let wide = "SampleTraces/uiscrollview-bounce-3x.csv"
    let workspace = try await workspace([wide, Self.sample])
    let unclear = try await workspace.run("predict", "bounce", "--from", "fit.json")
    #expect(unclear.code == 65)
    #expect(
      unclear.error
        == "fit.json: error: there are 2 fits of bounce: 1 \(wide), 2 \(Self.sample)\n"
        + "  help: choose one with --fit\n")
    let second = try await predicted("bounce", "--from", "fit.json", "--fit", "2", in: workspace)
    let delta = try #require(second["inputs"]["delta"]["value"].double)
    #expect((delta - 10.9272).magnitude < 1e-3)
    let third = try await workspace.run("predict", "bounce", "--from", "fit.json", "--fit", "3")
    #expect(third.code == 65)
    #expect(third.error.hasPrefix("fit.json: error: there is no fit 3 of bounce: there are 2\n"))
    let other = try await workspace.run("predict", "rubber-band", "--from", "fit.json", "travel=1")
    #expect(other.code == 65)
    #expect(
      other.error.hasPrefix("fit.json: error: there is no fit of rubber-band, but of bounce\n"))
  }

  @Test func `standard input is a result too`() async throws {
    let outcome = try await Command.shell(
      "\"$SCROLLFIT\" bounce --format json \(Self.sample) | \"$SCROLLFIT\" predict bounce --from -")
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("  from standard input\n"))
    let broken = try await Command.run(
      ["predict", "bounce", "--from", "-"], input: Array("{\n \"a\": nan}".utf8))
    #expect(broken.code == 65)
    #expect(broken.error.hasPrefix("<stdin>:2:7: error: this is no JSON value\n  help: "))
  }

  @Test func `a result that is missing, cut or newer says where and exits as it should`()
    async throws
  {
    let workspace = try await workspace()
    let text = try #require(workspace.read("fit.json"))
    try workspace.write(String(text.prefix(text.count / 2)), to: "cut.json")
    try workspace.write(text.replacing("\"1.0\"", with: "\"2.0\""), to: "newer.json")
    try workspace.write("t,y\n0,1\n", to: "trace.csv")
    for (name, code, start) in [
      ("none.json", 66, "none.json: error: no such file\n"),
      (".", 66, ".: error: this is a folder, not a file\n"),
      ("cut.json", 65, "cut.json:"),
      (
        "newer.json", 65,
        "newer.json:2:21: error: the result has format version 2.0, newer than 1.x\n"
      ),
      ("trace.csv", 65, "trace.csv:1:1: error: this is no JSON value\n"),
    ] as [(String, Int32, String)] {
      let outcome = try await workspace.run("predict", "bounce", "--from", name)
      #expect(outcome.code == code, "\(name)")
      #expect(outcome.output == "")
      #expect(outcome.error.hasPrefix(start), "\(outcome.error)")
      #expect(outcome.error.contains("\n  help: "))
    }
  }

  @Test func `an export holds what standard output would, or is not there`() async throws {
    let workspace = try await workspace()
    let text = try await workspace.run(
      "predict", "bounce", "--from", "fit.json", "--export", "out.json")
    let json = try await workspace.run(
      "predict", "bounce", "--from", "fit.json", "--format", "json", "--export", "out.txt")
    #expect(text.code == 0 && json.code == 0)
    #expect(workspace.read("out.txt") == text.output)
    #expect(workspace.read("out.json") == json.output)
    let failed = try await workspace.run(
      "predict", "bounce", "--from", "none.json", "--export", "other.json")
    #expect(failed.code == 66)
    let created = try await workspace.run(
      "predict", "bounce", "v0=1", "delta=1", "--export", "no/out.json")
    #expect(created.code == 73)
    #expect(workspace.names == ["fit.json", "out.json", "out.txt"])
  }

  static let misuses: [(line: String, message: String)] = [
    ("predict", "Missing expected argument '<law>'"),
    (
      "predict bounce",
      "Give how strong the spring is: delta, omega, frequency, stiffness, response or duration. "
        + "Give C or v0: the speed at the edge. For example: scrollfit predict bounce delta=10.93 v0=2000"
    ),
    ("predict bounce v0=1 delta=10 v0=2", "v0 is given twice."),
    ("predict bounce v0=1 delta=1/s", "delta must be a number, not '1/s'."),
    ("predict bounce v0=nan delta=1", "v0 must be a finite number."),
    (
      "predict bounce v0=1 delta=1 zeta=1",
      "bounce has no constant 'zeta'. It takes C, v0, y0, delta, omega, frequency, stiffness, mass, response, duration and settle."
    ),
    ("predict decelerate v0=1 d=1", "d must be between 0 and 1, not 1 (factor per millisecond)."),
    ("predict decelerate v0=1 k=2 form=even", "form must be continuous or discrete, not 'even'."),
    (
      "predict decelerate v0=1 k=2 form=discrete coulomb=1",
      "The discrete form has no friction: leave coulomb out."
    ),
    ("predict bounce v0=1 delta=1 --fit 1", "--fit needs --from."),
    ("predict bounce --from a.json --fit 0", "--fit counts from 1."),
    ("predict bounce --from - --from -", "Standard input can be read only once."),
    ("predict bounce v0=1 delta=1 --export out", "--export 'out' must end in .txt or .json."),
    ("predict bounce v0=1 delta=1 --export o.svg", "--export 'o.svg' must end in .txt or .json."),
    (
      "predict bounce --from a.json --export a.json",
      "'a.json' is a result to read: name another file to write."
    ),
  ]

  @Test(arguments: misuses)
  func `what is no prediction exits 64 and says what is wrong`(
    line: String, message: String
  ) async throws {
    let workspace = try Workspace()
    let outcome = try await Command.run(
      line.split(separator: " ").map(String.init), in: workspace.path)
    #expect(outcome.code == 64)
    #expect(outcome.output == "")
    #expect(outcome.error.split(separator: "\n").first.map(String.init) == "Error: \(message)")
    #expect(workspace.names.isEmpty)
  }

  @Test func `rebounds without a loss never rest`() async throws {
    let forever = try await Command.run(["predict", "collision", "e=1", "g=1000", "height=480"])
    #expect(forever.output.contains("- with an e of 1 it never rests"))
  }

  @Test func `a prediction of a momentum takes its constants from a fit`() async throws {
    let workspace = try Workspace()
    let fit = try await Command.run([
      "momentum", "--format", "json", "SampleTraces/uiscrollview-deceleration-3x.csv",
    ])
    try workspace.write(fit.output, to: "fit.json")
    let outcome = try await Command.run([
      "predict", "momentum", "--from", workspace.file("fit.json"), "--format", "json",
    ])
    #expect(outcome.code == 0, "\(outcome.error)")
    let distance = try JSONValue(outcome.output)["prediction"]["predicted"]["distance"]
    let fitted = try JSONValue(fit.output)["results"][0]["fits"][0]["derived"]["distance"]
    let (one, other) = (
      try #require(distance["value"].double), try #require(fitted["value"].double)
    )
    #expect((one - other).magnitude < 1e-6 * other)
  }

  @Test func `a prediction of rebounds takes e and g from a fit, and the height from the command`()
    async throws
  {
    let workspace = try Workspace()
    let fit = try await Command.run([
      "collision", "--format", "json", "SampleTraces/simulated-collision.csv",
    ])
    try workspace.write(fit.output, to: "fit.json")
    let path = workspace.file("fit.json")
    let outcome = try await Command.run([
      "predict", "collision", "--from", path, "height=480", "--format", "json",
    ])
    #expect(outcome.code == 0, "\(outcome.error)")
    let json = try JSONValue(outcome.output)
    let contact = json["prediction"]["predicted"]["contact_time_1"]
    let time = try #require(contact["value"].double)
    let error = try #require(contact["standard_error"].double)
    #expect(error > 0 && (time - 0.979796).magnitude < 4 * error)
    let whole = try await Command.run(["predict", "collision", "--from", path])
    #expect(whole.code == 0, "\(whole.error)")
    let force = try await Command.run(["predict", "force", "--from", path])
    #expect(force.code == 64)
  }

  @Test(arguments: [
    (["gravity", "height=480"], "Give g, or magnitude"),
    (["gravity", "g=1000", "magnitude=1", "height=4"], "only one of g and magnitude"),
    (["gravity", "g=1000"], "Give height"),
    (["collision", "g=1000", "height=480"], "Give e"),
    (["collision", "e=0.5", "g=1000", "v1=3", "height=480"], "as v1, or height"),
    (["resistance", "r=2"], "Give v0"), (["resistance", "v0=2"], "Give r"),
    (["force", "width=1", "height=1"], "magnitude of the force"),
    (["push", "F=1"], "size of the item"),
  ])
  func `what a free item lacks is named`(_ words: [String], _ message: String) async throws {
    let outcome = try await Command.run(["predict"] + words)
    #expect(outcome.code == 64)
    #expect(outcome.error.contains(message), "\(outcome.error)")
  }
}
