import Testing

/// The names in the JSON of decelerations, rubber bands and tables, and the codes of their warnings.
@Suite struct GestureContractTests {
  private static let glide = "SampleTraces/uiscrollview-deceleration-3x.csv"
  private static let pull = "SampleTraces/uiscrollview-rubber-band-3x.csv"

  /// The first result of a report on a file of the package.
  private func result(_ arguments: String...) async throws -> JSONValue {
    let outcome = try await Command.run(arguments + ["--format", "json"])
    #expect(outcome.code == 0, "\(outcome.error)")
    return try JSONValue(outcome.output)["results"][0]
  }

  /// The first result of a report on what a line of shell writes.
  private func result(of script: String, _ command: String) async throws -> JSONValue {
    let outcome = try await Command.shell(
      "scrollfit() { \"$SCROLLFIT\" \"$@\"; }\n\(script) | scrollfit \(command) --format json -")
    #expect(outcome.code == 0, "\(outcome.error)")
    return try JSONValue(outcome.output)["results"][0]
  }

  private func units(_ group: JSONValue) -> [String: String] {
    Dictionary(uniqueKeysWithValues: group.names.map { ($0, group[$0]["unit"].string ?? "none") })
  }

  /// The message of the only warning with a code.
  private func message(_ code: String, in result: JSONValue) throws -> String {
    let found = result["warnings"].elements.filter { $0["code"] == .string(code) }
    let codes = result["warnings"].elements.map { $0["code"].string ?? "" }
    #expect(found.count == 1, "\(code) in \(codes)")
    let warning = try #require(found.first)
    #expect(warning["fit"] == .number(0))
    #expect(warning["remedy"].string?.isEmpty == false)
    return try #require(warning["message"].string)
  }

  private static let decelerationUnits = [
    "deceleration_rate": "per ms", "time_constant": "s", "half_life": "s", "limit_offset": "pt",
    "rest_offset": "pt", "distance": "pt", "duration": "s", "end_velocity": "pt/s",
    "stop_velocity": "pt/s",
  ]

  // MARK: - Keys

  @Test func `a deceleration has its keys and units`() async throws {
    let result = try await result("decelerate", Self.glide)
    #expect(result["error"].isNull)
    let fit = result["fits"][0]
    #expect(fit["law"] == .string("decelerate"))
    #expect(fit["axis"] == .string("y"))
    #expect(fit["edge"].isNull)
    #expect(units(fit["parameters"]) == ["k": "1/s", "v0": "pt/s", "x0": "pt"])
    #expect(units(fit["derived"]) == Self.decelerationUnits)
    #expect(fit["stop"].names == ["rule", "epsilon_pt"])
    #expect(fit["stop"]["rule"] == .string("epsilon"))
    #expect(fit["stop"]["epsilon_pt"] == .number(0.1))
    #expect(fit["correlation"].names == ["k,v0", "k,x0", "v0,x0"])
    #expect(fit["feasibility"]["parameter"] == .string("k"))
    #expect(fit["samples"]["leading"] == .number(1))
    #expect(fit["derived"]["stop_velocity"]["value"].isNull)
    #expect(fit["derived"]["stop_velocity"]["reason"].string?.hasPrefix("not seen") == true)
    // Only on request.
    #expect(!fit.names.contains("forms"))
    #expect(!fit.names.contains("tests"))
  }

  @Test func `a stop that is given or seen says so`() async throws {
    let given = try await result("decelerate", "--stop", "10", Self.glide)["fits"][0]["stop"]
    #expect(given.names == ["rule", "speed"])
    #expect(given["rule"] == .string("speed"))
    #expect(given["speed"] == .number(10))

    let fit = try await result(of: "scrollfit simulate decelerate v0=2000 d=0.998", "decelerate")[
      "fits"][0]
    #expect(fit["stop"].names == ["rule"])
    #expect(fit["stop"]["rule"] == .string("seen"))
    // The rest is one value on a third of a point: a stop is seen to k times that.
    let stop = try #require(fit["derived"]["stop_velocity"]["value"].double)
    #expect(abs(stop - 10) < 2.002 / 3)
    #expect(fit["derived"]["stop_velocity"]["interval"][0].double != nil)
  }

  @Test func `both forms stand beside each other, one of them quoted`() async throws {
    let forms = try await result("decelerate", "--form", "both", Self.glide)["fits"][0]["forms"]
    #expect(
      forms.elements.map { $0.names }
        == Array(repeating: ["form", "rms_pt", "aicc", "quoted"], count: 2))
    #expect(forms.elements.map { $0["form"].string } == ["continuous", "discrete"])
    #expect(forms.elements.map { $0["quoted"].bool } == [true, false])
    #expect(try #require(forms[0]["aicc"].double) < #require(forms[1]["aicc"].double))
  }

  @Test func `a constant friction is a parameter with a test`() async throws {
    let fit = try await result(
      of: "scrollfit simulate decelerate v0=2000 d=0.998 coulomb=60 stop=0",
      "decelerate --coulomb")["fits"][0]
    #expect(
      units(fit["parameters"]) == ["k": "1/s", "v0": "pt/s", "x0": "pt", "coulomb": "pt/s^2"])
    let test = fit["tests"][0]
    #expect(test.names == ["hypothesis", "t", "p", "aicc_difference"])
    #expect(test["hypothesis"] == .string("coulomb = 0"))
    #expect(try #require(test["p"].double) < 1e-6)
    // Without the friction the criterion is worse.
    #expect(try #require(test["aicc_difference"].double) > 0)
  }

  @Test func `a rubber band has its keys and units, d held or free`() async throws {
    for (arguments, isFree) in [([Self.pull], false), (["--free", "d", Self.pull], true)] {
      let outcome = try await Command.run(["rubber-band", "--format", "json"] + arguments)
      let fit = try JSONValue(outcome.output)["results"][0]["fits"][0]
      #expect(fit["law"] == .string("rubber-band"))
      #expect(fit["axis"] == .string("y"))
      #expect(units(fit["parameters"]) == ["c": "1", "d": "pt"])
      #expect(
        units(fit["derived"])
          == ["half_travel": "pt", "furthest_overscroll": "pt", "furthest_slope": "1"])
      #expect(fit["parameters"]["d"]["fixed"] == .bool(!isFree))
      #expect(fit["parameters"]["d"]["standard_error"].isNull == !isFree)
      #expect(fit["correlation"].names == (isFree ? ["c,d"] : []))
      #expect(fit["feasibility"]["parameter"] == .string(isFree ? "half_travel" : "c"))
      #expect(fit["stamps"]["treatment"] == .string("unused"))
      #expect(fit["window"]["start_s"].isNull)
      #expect(!fit.names.contains("stop"))
    }
  }

  @Test func `tables of flings and bounces have their own parameters`() async throws {
    let flings = try await result("decelerate", "SampleTraces/article-deceleration-table.csv")
    #expect(flings["sampling"].isNull)
    let line = flings["fits"][0]
    #expect(units(line["parameters"]) == ["k": "1/s", "stop_velocity": "pt/s"])
    #expect(
      units(line["derived"]) == [
        "deceleration_rate": "per ms", "time_constant": "s", "half_life": "s",
      ])
    #expect(line["correlation"].names == ["k,stop_velocity"])
    #expect(!line.names.contains("stop"))
    #expect(line["window"]["start_s"].isNull)

    let bounces = try await result("bounce", "SampleTraces/article-bounce-table.csv")["fits"][0]
    #expect(units(bounces["parameters"]) == ["delta": "1/s"])
    #expect(
      units(bounces["derived"]) == [
        "time_to_max": "s", "stiffness_per_mass": "1/s^2", "damping_per_mass": "1/s",
        "settle_threshold": "pt",
      ])
  }

  // MARK: - Axes and several gestures

  @Test(arguments: [
    ("decelerate", "scrollfit simulate decelerate v0_x=900 v0_y=2400 d=0.998 --axis both"),
    ("rubber-band", "scrollfit simulate rubber-band c=0.55 d_x=390 d_y=844 --axis both"),
    ("bounce", "scrollfit simulate bounce C_x=900 C_y=2400 delta=10.93 --axis both"),
  ])
  func `both axes of a file are fitted, y first, or the one asked for`(
    command: String, script: String
  ) async throws {
    let both = try await result(of: script, command)
    #expect(both["fits"].elements.map { $0["axis"].string } == ["y", "x"])
    for axis in ["x", "y"] {
      let one = try await result(of: script, "\(command) --axis \(axis)")
      #expect(one["fits"].elements.map { $0["axis"].string } == [axis])
      let place = axis == "y" ? 0 : 1
      #expect(one["fits"][0]["parameters"] == both["fits"][place]["parameters"])
    }
    #expect(both["fits"][0]["parameters"] != both["fits"][1]["parameters"])
  }

  @Test(arguments: ["decelerate", "decelerate --from 2.5 --to 20"])
  func `every glide of a recording has a fit, in the order of time`(command: String) async throws {
    // Three flings one after the other, told apart by the rests between them.
    let script =
      "(for v in 1200 -2200 3000; do scrollfit simulate decelerate v0=$v d=0.998 stop=10 "
      + "--duration 4; done) | awk -F, 'BEGIN {print \"# scale: 3\\nt_s,offset_y_pt\"} "
      + "/^[0-9]/ {if ($1 == 0 && NR > 20) {base = last; shift = t + 1 / 60}; t = $1 + shift; "
      + "last = base + $2; printf \"%.6f,%.6f\\n\", t, last}'"
    let fits = try await result(of: script, command)["fits"].elements
    // The second form begins in the rest after the first.
    let speeds = command == "decelerate" ? [1200.0, -2200, 3000] : [-2200, 3000]
    try #require(fits.count == speeds.count)
    for (fit, speed) in zip(fits, speeds) {
      let found = try #require(fit["parameters"]["v0"]["value"].double)
      // A frame or two of the start may be left out: 1 - e^(-2.002 * 2 / 60).
      #expect(abs(found / speed - 1) < 0.07)
      let k = fit["parameters"]["k"]
      #expect(
        try abs(#require(k["value"].double) - 2.002) < 5 * #require(k["standard_error"].double))
    }
    let starts = fits.compactMap { $0["window"]["start_s"].double }
    #expect(starts == starts.sorted())
  }

  // MARK: - Warnings

  @Test func `W309 names the samples left out at the start`() async throws {
    let result = try await result("decelerate", Self.glide)
    #expect(try message("W309", in: result).contains("first sample"))
    let whole = try await self.result("decelerate", "--from", "0.05", Self.glide)
    #expect(!whole["warnings"].elements.contains { $0["code"] == .string("W309") })
  }

  @Test func `W310 tells a motion that was ended at 300 points a second`() async throws {
    let result = try await result(
      of: "scrollfit simulate decelerate v0=1500 d=0.998 stop=300", "decelerate")
    #expect(try message("W310", in: result).contains("ended at 300 pt/s"))
    let own = try await self.result(
      of: "scrollfit simulate decelerate v0=1500 d=0.998 stop=30", "decelerate")
    #expect(!own["warnings"].elements.contains { $0["code"] == .string("W310") })
  }

  /// A log of changes has no row at rest: where it ends slowly, the content may have stopped.
  @Test(arguments: [(60, 20, false), (100, 20, false), (60, 10, false)])
  func `W302 is not said of a log of changes that ends slowly`(
    _ speed: Int, _ stop: Int, _ isSaid: Bool
  ) async throws {
    let outcome = try await Command.shell(
      """
      "$SCROLLFIT" simulate decelerate v0=\(speed) k=2 stop=\(stop) --scale 2 --seed 1 |
        awk -F, '/^#/ {next} $2 != last {print; last = $2}' | "$SCROLLFIT" decelerate --details -
      """)
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("W302") == isSaid)
  }

  @Test func `W302 tells a glide that was not recorded to its end`() async throws {
    let result = try await result(
      of: "scrollfit simulate decelerate v0=2000 d=0.998 --duration 0.5", "decelerate")
    // e^(-2.002 * 0.5) of the speed is left.
    #expect(try message("W302", in: result).contains("ends at 37 % of the first speed"))
  }

  @Test func `W311 tells a pull too short for d`() async throws {
    let script = "scrollfit simulate rubber-band c=0.55 d=844 travel=30"
    let free = try await result(of: script, "rubber-band --free d")
    #expect(try message("W311", in: free).contains("c and d can hardly be distinguished"))
    let held = try await result(of: script, "rubber-band")
    #expect(!held["warnings"].elements.contains { $0["code"] == .string("W311") })
  }

  @Test func `W312 tells a table of flings that are all alike`() async throws {
    let script =
      "printf 'velocity_pt_per_s,distance_pt\\n1000,494.5\\n1020,504.5\\n1040,514.5\\n1060,524.5\\n'"
    let free = try await result(of: script, "decelerate")
    #expect(try message("W312", in: free).contains("speeds from 1000 to 1060 pt/s"))
    let held = try await result(of: script, "decelerate --fix d=0.998")
    #expect(!held["warnings"].elements.contains { $0["code"] == .string("W312") })
  }

  @Test func `W313 tells by how much recorded peaks are too small`() async throws {
    let result = try await result("bounce", "SampleTraces/article-bounce-table.csv")
    let text = try message("W313", in: result)
    // (11.019 / 60)^2 / 24 and / 8; half a point is rounded to.
    #expect(text.contains("by 0.14 % on average and 0.42 % at most at 60 Hz"))
    #expect(text.contains("up to 0.25 pt"))
    // x = u / (e^u - 1) for u = 100 / 60; 1 - x e^(1 - x).
    let fast = try await self.result(
      "bounce", "--fix", "delta=100", "SampleTraces/article-bounce-table.csv")
    #expect(
      try message("W313", in: fast).contains(
        "28 % at most at 60 Hz, which makes delta too large by more"))
  }
}
