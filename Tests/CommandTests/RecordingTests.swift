import Testing

/// Recordings of every kind, and the options that take them in another way.
@Suite struct RecordingTests {
  @Test func `each axis of a recording is fitted, or the one that is asked for`() async throws {
    let rows = zip(Recordings.rows(), Recordings.rows(speed: 500)).map {
      "\($0),\($1.split(separator: ",")[1])"
    }
    let text = Recordings.file("# edge_top: 0\n# edge_left: 0", "t,y,x", rows)
    let both = try await report(text)["fits"].elements
    #expect(both.map { $0["axis"].string } == ["y", "x"])
    #expect(both.map { $0["edge"]["side"].string } == ["top", "left"])
    for (axis, speed) in [("x", 500.0), ("y", 1000.0)] {
      let fits = try await report(text, ["--axis", axis])["fits"].elements
      #expect(fits.map { $0["axis"].string } == [axis])
      let value = try #require(fits[0]["parameters"]["C"]["value"].double)
      // Rounding to 1/3 pt leaves a standard error of 2.5 pt/s.
      #expect(abs(value - speed) < 10)
    }
    let workspace = try Workspace()
    try workspace.write(Recordings.plain(), to: "trace.csv")
    let outcome = try await workspace.run("bounce", "--axis", "x", "trace.csv")
    #expect(outcome.code == 65)
    #expect(
      outcome.error
        == """
        trace.csv:3:1: error: no offset or overscroll along x
          help: name the column with --offset, or another axis with --axis

        """)
  }

  @Test func `several recordings in one file are reported one by one`() async throws {
    let workspace = try Workspace()
    try workspace.write(
      Recordings.file(
        "# edge_top: 0", "trace,t,y",
        Recordings.rows(prefix: "slow,") + Recordings.rows(speed: 2000, prefix: "fast,")),
      to: "trace.csv")
    let text = try await workspace.run("bounce", "trace.csv")
    #expect(text.output.hasPrefix("trace.csv, slow\n"))
    #expect(text.output.contains("\n\ntrace.csv, fast\n"))
    let json = try await workspace.run(
      "bounce", "--format", "json", "trace.csv", "--residuals", "table.csv")
    let results = try JSONValue(json.output)["results"].elements
    #expect(results.map { $0["source"]["trace"].string } == ["slow", "fast"])
    #expect(results.map { $0["source"]["line"].double } == [3, 63])
    let table = try Table(#require(workspace.read("table.csv")))
    #expect(Set(table.rows.compactMap { $0["trace"] }) == ["slow", "fast"])
    // The second has a fault: the first is reported all the same, and the place is right.
    try workspace.write(
      Recordings.file(
        "# edge_top: 0", "trace,t,y", Recordings.rows(prefix: "good,") + ["bad,0,1", "bad,1,x"]),
      to: "trace.csv")
    let broken = try await workspace.run("bounce", "trace.csv")
    #expect(broken.code == 65)
    #expect(broken.output.hasPrefix("trace.csv, good\n"))
    #expect(
      broken.error.hasPrefix(
        "trace.csv:64:7: error: 'x' is not a number in column \"y\"; the recording 'bad' is lost, and what follows is not read\n"
      ))
  }

  @Test func `every bounce of a recording is found between approach and rest`() async throws {
    var rows: [String] = []
    func add(_ value: Double) {
      rows.append("\(Recordings.stamp(rows.count)),\(Recordings.printed(value))")
    }
    for speed in [1000.0, 2000.0] {
      for frame in 0..<20 { add(Recordings.rounded(Double(20 - frame) * speed / 60)) }
      for frame in 0..<120 {
        let time = Double(frame) / 60 + 0.002
        add(-Recordings.rounded(Recordings.bounce(time, speed: speed, phase: 0)))
      }
    }
    let fits = try await report(Recordings.file("# edge_top: 0", "t,y", rows))["fits"].elements
    #expect(fits.count == 2)
    for (fit, speed) in zip(fits, [1000.0, 2000.0]) {
      let value = try #require(fit["parameters"]["C"]["value"].double)
      #expect(abs(value - speed) < 10)
      let delta = fit["parameters"]["delta"]
      // Four standard errors.
      #expect(
        abs(try #require(delta["value"].double) - 10.9)
          < 4 * (try #require(delta["standard_error"].double)))
    }
    #expect(fits[0]["window"]["start_s"].double == 0.333333)
    let workspace = try Workspace()
    try workspace.write(Recordings.file("# edge_top: 0", "t,y", rows), to: "trace.csv")
    let text = try await workspace.run("bounce", "--details", "trace.csv").output
    #expect(text.contains("\n  bounce 1 of 2 beyond the top edge at 0 pt\n"))
    #expect(text.contains("\n  bounce 2 of 2 beyond the top edge at 0 pt\n"))
  }

  @Test func `frames that are missing are counted and cost no accuracy`() async throws {
    let result = try await report(
      Recordings.plain(frames: (0..<60).filter { ![5, 6, 20].contains($0) }))
    #expect(codes(result).contains("W104"))
    #expect(result["sampling"]["dropped_frames"] == .number(3))
    let delta = result["fits"][0]["parameters"]["delta"]
    #expect(
      abs(try #require(delta["value"].double) - 10.9)
        < 4 * (try #require(delta["standard_error"].double)))
  }

  @Test func `a recording that starts at the peak does not extrapolate`() async throws {
    let workspace = try Workspace()
    let simulated = try await workspace.run("simulate", "gtk", "y0=80", "--scale", "2")
    try workspace.write(simulated.output, to: "trace.csv")
    let outcome = try await workspace.run("bounce", "trace.csv")
    #expect(outcome.code == 0 && !outcome.output.contains("W301"))
  }

  @Test func `a bounce of any damping is one, in noise below a pixel`() async throws {
    let workspace = try Workspace()
    _ = try await workspace.shell(
      """
      for i in 1 2 3 4 5 6; do
        "$SCROLLFIT" simulate spring omega=14.142 zeta=0.9 y0=3 v0=1300 --edge 0 --scale 3 --noise 0.1 --seed $i |
          grep -v '^# [wlc]' > $i.csv
      done
      """)
    for index in 1...6 {
      let outcome = try await workspace.run("--format", "json", "\(index).csv")
      let fits = try JSONValue(outcome.output)["results"][0]["fits"]
      let zeta = try #require(fits[0]["derived"]["zeta"]["value"].double, "\(index)")
      #expect(fits.elements.count == 1 && abs(zeta - 0.9) < 0.01, "\(zeta)")
    }
  }

  @Test(arguments: ["framer-motion", "lvgl", "kivy", "impetus"])
  func `the engine of a motion is told by its frames, not by the nearest constant`(
    _ engine: String
  ) async throws {
    let workspace = try Workspace()
    let simulated = try await workspace.run("simulate", engine, "v0=2000", "--scale", "3")
    try workspace.write(simulated.output, to: "motion.csv")
    let text = try await workspace.run("motion.csv").output
    #expect(text.contains("  engines  \(engine) describes the motion within its rounding"))
    #expect(text.contains("  k  "))
  }

  @Test func `noise at rest hides where a bounce settles`() async throws {
    let workspace = try Workspace()
    _ = try await workspace.shell(
      """
      "$SCROLLFIT" simulate bounce C=1800 delta=10.93 phi=0.003 --edge 0 --scale 3 > still.csv
      awk -F, -v OFS=, '$2 == 0 && ++n == 3 { $2 = "-0.333333" } 1' still.csv > noisy.csv
      """)
    func threshold(_ file: String) async throws -> JSONValue {
      let outcome = try await workspace.run("fit", "--format", "json", file)
      let constants = try JSONValue(outcome.output)["results"][0]["constants"].elements
      return try #require(constants.first { $0["key"] == .string("settle_threshold") })
    }
    let still = try #require(try await threshold("still.csv")["interval"].elements[0].double)
    #expect(still < 0.5)
    let noisy = try await threshold("noisy.csv")
    #expect(noisy["value"].double == nil)
    #expect(noisy["reason"].string?.hasPrefix("noise hides it") == true)
  }

  @Test func `the furthest overscroll holds the rest offset`() async throws {
    let workspace = try Workspace()
    let simulated = try await workspace.run(
      "simulate", "spring", "y0=100", "zeta=0.5", "omega=11", "--edge", "0")
    try workspace.write(simulated.output, to: "trace.csv")
    let outcome = try await workspace.run(
      "bounce", "--rest-offset", "--format", "json", "trace.csv")
    let fit = try JSONValue(outcome.output)["results"][0]["fits"][0]
    func value(_ group: String, _ key: String) throws -> Double {
      try #require(fit[group][key]["value"].double)
    }
    let own = try value("parameters", "C") / (value("parameters", "delta") * 2.718281828459045)
    let rest = try value("parameters", "rest_offset")
    #expect(rest < -10)
    #expect(abs(try value("derived", "max_overscroll") - own - rest) < 1e-9)
  }

  @Test func `a recording that starts after the peak says that it extrapolates`() async throws {
    let result = try await report(Recordings.plain(frames: 10..<60))
    #expect(codes(result).contains("W301"))
    let delta = result["fits"][0]["parameters"]["delta"]
    #expect(
      abs(try #require(delta["value"].double) - 10.9)
        < 4 * (try #require(delta["standard_error"].double)))
  }

  @Test func `five samples are fitted, with a warning; three are refused`() async throws {
    let five = try await report(Recordings.plain(frames: 0..<5))
    #expect(codes(five).contains("W302"))
    #expect(codes(five).contains("W303"))
    #expect(five["fits"][0]["residual"]["degrees_of_freedom"] == .number(2))
    let workspace = try Workspace()
    try workspace.write(Recordings.plain(frames: 0..<3), to: "trace.csv")
    let three = try await workspace.run("bounce", "trace.csv")
    #expect(three.code == 65)
    #expect(
      three.error
        == """
        trace.csv:3:1: error: 3 samples beyond the edge, and 3 parameters need at least 4
          help: record every frame of the bounce, or fix a parameter, such as --fix delta=10.93

        """)
    let fixed = try await workspace.run("bounce", "trace.csv", "--fix", "delta=10.9")
    #expect(fixed.code == 0)
  }

  @Test func `exact data are fitted, and missing errors are null with a reason`() async throws {
    let rows = (0..<60).map { "\(Double($0) / 60),\(-Recordings.bounce(Double($0) / 60))" }
    let text = Recordings.file("# edge_top: 0", "t,y", rows)
    let result = try await report(text)
    #expect(codes(result).contains("W404"))
    let fit = result["fits"][0]
    for (name, truth) in [("C", 1000.0), ("delta", 10.9), ("phi", 0.01)] {
      let constant = fit["parameters"][name]
      // The data carry 1e-16 of 34 pt; the constants are a few times worse off.
      #expect(abs(try #require(constant["value"].double) - truth) <= 1e-8 * truth)
      #expect(constant["standard_error"].isNull)
      #expect(constant["interval"].isNull)
      #expect(constant["reason"].string?.isEmpty == false)
    }
    let workspace = try Workspace()
    try workspace.write(text, to: "trace.csv")
    let printed = try await workspace.run("bounce", "trace.csv").output
    #expect(!printed.contains("±"))
    let details = try await workspace.run("bounce", "--details", "trace.csv").output
    #expect(!details.contains("±"))
    #expect(details.contains("the data are exact: nothing to estimate errors from"))
    for word in ["nan", "inf", "NaN"] { #expect(!printed.contains(" \(word)")) }
  }

  @Test func `a straight line away from a known edge is no bounce, and it says why`() async throws {
    let workspace = try Workspace()
    let rows = (0..<40).map { "\(Recordings.stamp($0)),\(-10 - $0)" }
    try workspace.write(Recordings.file("# edge_top: 0", "t,y", rows), to: "trace.csv")
    let short = try await workspace.run("bounce", "trace.csv")
    #expect(short.code == 65 && short.output.contains("W304") && !short.output.contains("±"))
    let outcome = try await workspace.run("bounce", "--details", "trace.csv")
    #expect(outcome.code == 65)
    #expect(outcome.error.hasPrefix("trace.csv:3:1: error: no fit converged: "))
    #expect(
      outcome.error.contains("\n  help: look at the recording with 'scrollfit inspect trace.csv'\n")
    )
    let words = outcome.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.contains("W304"))
    #expect(words.contains("this is no bounce"))
    #expect(!outcome.output.contains("±"))
  }

  @Test func `times with jitter are snapped, weighted or taken as they are`() async throws {
    // A millisecond of jitter, alike on every machine.
    let rows = (0..<60).map { frame in
      let jitter = [0.9, -1.2, 0.3, 1.4, -0.6, -1.1, 0.2, 1.0, -0.4, 0.7, -1.3][frame % 11] / 1000
      let stamp = Recordings.printed(Double(frame) / 60 + 0.002 + jitter, decimals: 6)
      return "\(stamp),"
        + Recordings.printed(-Recordings.rounded(Recordings.bounce(Double(frame) / 60)))
    }
    let text = Recordings.file("# edge_top: 0", "t,y", rows)
    var errors: [String: Double] = [:]
    for (mode, treatment, code) in [
      ("recorded", "recorded", nil), ("snapped", "snapped", "W105"),
      ("weighted", "weighted", "W106"), ("auto", "snapped", "W105"),
    ] as [(String, String, String?)] {
      let result = try await report(text, ["--stamps", mode])
      let fit = result["fits"][0]
      #expect(fit["stamps"]["treatment"].string == treatment, "\(mode)")
      #expect(codes(result).filter { $0 == "W105" || $0 == "W106" } == (code.map { [$0] } ?? []))
      errors[mode] = fit["parameters"]["delta"]["standard_error"].double
    }
    #expect(errors["snapped"] == errors["auto"])
    let snapped = try #require(errors["snapped"])
    let recorded = try #require(errors["recorded"])
    #expect(snapped < recorded)
  }

  @Test func `the published search does not claim that stamps are missing`() async throws {
    let workspace = try Workspace()
    try workspace.write(Recordings.plain(), to: "trace.csv")
    let text = try await workspace.run(
      "bounce", "--details", "--method", "article", "trace.csv"
    ).output
      .split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(text.contains("stamps passed over, 16.7 ms a frame assumed"))
    #expect(!text.contains("no stamps"))
  }

  @Test func `constants that are held stay, and the others follow`() async throws {
    let fit = try await report(
      Recordings.plain(), ["--fix", "C=1000", "--fix", "delta=10.9"])["fits"][0]
    #expect(fit["parameters"]["C"]["value"] == .number(1000))
    #expect(fit["parameters"]["delta"]["value"] == .number(10.9))
    #expect(abs(try #require(fit["parameters"]["phi"]["value"].double) - 0.01) < 0.0005)
    let negative = try await report(Recordings.plain(), ["--fix", "phi=-0.001"])["fits"][0]
    #expect(negative["parameters"]["phi"]["value"] == .number(-0.001))
    let all = try await report(
      Recordings.plain(), ["--fix", "C=1000", "--fix", "delta=10.9", "--fix", "phi=0.01"])
    #expect(all["fits"][0]["parameters"]["phi"]["fixed"] == .bool(true))
  }

  @Test func `the threshold of settling moves the time until rest`() async throws {
    var times: [Double] = []
    for settle in ["0.1", "0.5", "2"] {
      let fit = try await report(Recordings.plain(), ["--settle", settle])["fits"][0]
      times.append(try #require(fit["derived"]["settle_time"]["value"].double))
    }
    #expect(times == times.sorted(by: >))
  }

  @Test func `the settled end is left out, unless it is asked for`() async throws {
    let trimmed = try await report(Recordings.plain())["fits"][0]
    let kept = try await report(Recordings.plain(), ["--keep-settled"])["fits"][0]
    #expect(try #require(trimmed["samples"]["trimmed"].double) > 0)
    #expect(kept["samples"]["trimmed"] == .number(0))
    #expect(kept["samples"]["used"] == .number(60))
    // Zeros say nothing about the decay rate and make its classical error look smaller.
    #expect(
      try #require(kept["parameters"]["delta"]["classical_error"].double)
        < #require(trimmed["parameters"]["delta"]["classical_error"].double))
  }
}
