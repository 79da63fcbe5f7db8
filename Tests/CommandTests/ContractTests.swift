import Testing

/// The names in the JSON that programs rely on: a minor version may add some, never move one.
@Suite struct ContractTests {
  private static let sample = "SampleTraces/uiscrollview-bounce-2x.csv"

  private func report(_ arguments: String...) async throws -> JSONValue {
    let outcome = try await Command.run(["bounce", "--format", "json"] + arguments)
    return try JSONValue(outcome.output)
  }

  private func expect(
    _ names: [String], in value: JSONValue, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for name in names {
      #expect(value.names.contains(name), "\(name)", sourceLocation: sourceLocation)
    }
  }

  @Test func `a report has every key of format 1_0 at its place`() async throws {
    let report = try await report(Self.sample)
    #expect(report.names == ["format_version", "tool", "results", "summary"])
    #expect(report["format_version"] == .string("1.0"))
    #expect(report["tool"]["name"] == .string("scrollfit"))
    let version = try await Command.run(["--version"]).output
    #expect(version == "scrollfit \(report["tool"]["version"].string ?? "")\n")
    #expect(report["summary"].isNull)

    let result = report["results"][0]
    expect(
      ["source", "metadata", "sampling", "fits", "constants", "warnings", "error"], in: result)
    expect(["path", "trace", "content_hash"], in: result["source"])
    #expect(result["source"]["path"] == .string(Self.sample))
    expect(
      [
        "samples", "used", "rate_hz", "stamps", "quantum_pt", "dropped_frames", "jitter_s",
      ], in: result["sampling"])
    expect(["code", "message"], in: result["warnings"][0])
    #expect(result["error"].isNull)

    let fit = result["fits"][0]
    expect(
      [
        "law", "axis", "window", "parameters", "derived", "residual", "search", "criteria",
        "correlation",
      ], in: fit)
    #expect(fit["law"] == .string("bounce"))
    #expect(fit["axis"] == .string("y"))
    expect(["start_s", "end_s"], in: fit["window"])
    #expect(fit["parameters"].names.sorted() == ["C", "delta", "phi"])
    expect(
      [
        "edge_velocity", "max_overscroll", "time_to_max", "settle_time", "stiffness_per_mass",
        "damping_per_mass",
      ], in: fit["derived"])
    expect(
      ["rms_pt", "max_pt", "floor_pt", "sum_of_squares", "durbin_watson", "runs_p"],
      in: fit["residual"])
    expect(["method", "evaluations", "converged", "reason"], in: fit["search"])
    expect(["aicc", "bic"], in: fit["criteria"])
    #expect(fit["correlation"].names.contains("C,delta"))
  }

  @Test func `every constant has its value, unit, errors and reason`() async throws {
    let fit = try await report(Self.sample)["results"][0]["fits"][0]
    let units = [
      "C": "pt/s", "delta": "1/s", "phi": "s", "edge_velocity": "pt/s", "max_overscroll": "pt",
      "time_to_max": "s", "settle_time": "s", "stiffness_per_mass": "1/s^2",
      "damping_per_mass": "1/s",
    ]
    for group in ["parameters", "derived"] {
      for name in fit[group].names {
        let constant = fit[group][name]
        expect(
          [
            "value", "unit", "standard_error", "interval", "interval_factor",
            "degrees_of_freedom", "classical_error", "feasible", "start",
            "fixed", "reason",
          ], in: constant)
        #expect(constant["unit"].string == units[name], "\(name)")
        let value = try #require(constant["value"].double)
        let error = try #require(constant["standard_error"].double)
        let lower = try #require(constant["interval"][0].double)
        let upper = try #require(constant["interval"][1].double)
        #expect(error > 0)
        // Student t with the degrees of freedom of the error itself: fewer than n - p = 42, more than 12.
        let factor = (upper - lower) / 2 / error
        #expect(try abs(factor - #require(constant["interval_factor"].double)) < 1e-9)
        #expect(factor > 2.01808)
        #expect(factor < 2.17881)
        #expect(abs(lower + upper - 2 * value) <= 1e-12 * abs(value))
        #expect(constant["fixed"] == .bool(false))
      }
    }
    let feasible = fit["parameters"]["delta"]["feasible"]
    #expect(try #require(feasible[0].double) < #require(feasible[1].double))
  }

  @Test func `a constant that is held says so and has no error`() async throws {
    let fit = try await report("--fix", "delta=10.93", Self.sample)["results"][0]["fits"][0]
    let delta = fit["parameters"]["delta"]
    #expect(delta["value"] == .number(10.93))
    #expect(delta["fixed"] == .bool(true))
    #expect(delta["standard_error"].isNull)
    #expect(delta["interval"].isNull)
    #expect(fit["parameters"]["C"]["standard_error"].double != nil)
  }

  @Test func `the codes of warnings are the ones that have been published`() throws {
    let source = try #require(Command.contents("Sources/ScrollFitting/Warnings/Warning.swift"))
    let codes = source.split(separator: "\n").compactMap { line -> String? in
      guard line.contains("case "), line.contains("= \"W") else { return nil }
      return line.split(separator: "\"").dropFirst().first.map { String($0) }
    }
    let published = [
      "W101", "W102", "W103", "W104", "W105", "W106", "W107", "W108", "W202", "W203", "W204",
      "W301", "W302", "W303", "W304", "W305", "W306", "W307", "W308", "W309", "W310", "W311",
      "W312", "W313", "W401", "W402", "W403", "W404", "W405", "W406", "W407",
    ]
    // New codes may join; none of these may go or be used again for something else.
    for code in published { #expect(codes.contains(code), "\(code)") }
    #expect(Set(codes).count == codes.count)
  }

  @Test func `a recording that cannot be read has its place in the report`() async throws {
    let workspace = try Workspace()
    try workspace.write("t,y\n0,1\n1,x\n", to: "bad.csv")
    try workspace.write(Recordings.plain(), to: "good.csv")
    let outcome = try await workspace.run(
      "bounce", "--format", "json", "bad.csv", "none.csv", "good.csv")
    #expect(outcome.code == 66)
    let report = try JSONValue(outcome.output)
    #expect(report["results"].elements.count == 3)
    let errors = report["results"].elements.map { $0["error"] }
    #expect(errors[0]["code"] == .string("not-a-number"))
    #expect(errors[0]["line"] == .number(3))
    #expect(errors[0]["column"] == .number(3))
    #expect(errors[1]["code"] == .string("file-not-found"))
    #expect(errors[1]["line"].isNull)
    #expect(errors[2].isNull)
    for result in report["results"].elements {
      expect(
        ["source", "metadata", "sampling", "fits", "constants", "warnings", "error"], in: result)
    }
  }
}
