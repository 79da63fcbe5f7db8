import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `simulate`: what it writes, what its options do, and that the other commands read it.
@Suite struct SimulateTests {
  /// A recording as it was written.
  struct Recording {
    var metadata: [String: String] = [:]
    var names: [String] = []
    var rows: [[String]] = []

    init(_ text: String) {
      for line in text.split(separator: "\n") {
        if line.hasPrefix("# ") {
          let parts = line.dropFirst(2).split(separator: ":", maxSplits: 1)
          metadata[String(parts[0])] = String(parts[1].dropFirst())
        } else if names.isEmpty {
          names = line.split(separator: ",").map(String.init)
        } else {
          rows.append(line.split(separator: ",").map(String.init))
        }
      }
    }

    func numbers(_ name: String) -> [Double] {
      guard let index = names.firstIndex(of: name) else { return [] }
      return rows.compactMap { Double($0[index]) }
    }

    var times: [Double] { numbers("t_s") }
    var offsets: [Double] { numbers("offset_y_pt") }
    /// Labels without their quotes, each run of them once.
    var phases: [String] {
      guard let index = names.firstIndex(of: "phase") else { return [] }
      var runs: [String] = []
      for label in rows.map({ $0[index].filter { $0 != "\"" } }) where label != runs.last {
        runs.append(label)
      }
      return runs
    }
  }

  private func simulate(_ line: String) async throws -> Recording {
    let outcome = try await Command.run(["simulate"] + line.split(separator: " ").map(String.init))
    #expect(outcome.code == 0, "\(line): \(outcome.error)")
    #expect(outcome.error == "")
    return Recording(outcome.output)
  }

  static let lines = [
    "bounce C=2400 delta=10.93",
    "bounce C=-2.4pt/ms delta=10.93 phi=4ms --edge -88.5 --side bottom --settle 0 --seed 9",
    "bounce C_x=900 C_y=2400 delta=10.93 --axis both --side right --side bottom --noise 0.25",
    "decelerate v0=-2000 k=2.002 x0=1e3 stop=0 --late 0.1 --duration 1.5 --rounding none",
    "decelerate v0=2000 d=0.998 coulomb=100 --stamp-jitter 1 --sample-jitter 0.5 --drop 0.1",
    "decelerate v0=2000 d=0.99 form=discrete epsilon=0.5 --axis x --rate 120 --scale 2",
    "rubber-band c=0.55 d=844 travel=400 step=12.5 --outliers 0.1 --rounding truncate",
    "rubber-band c=0.55 d=390 --axis x --no-stamps --changes-only",
    "session",
    "session gestures=9 catches=0.3 jumps=0.25 --rate 120 --seed 3",
    "session gestures=9 release=7.3 length=2000 --axis both --edge -88 --seed 18446744073709551615",
  ]

  @Test(arguments: lines)
  func `the command in a recording writes the same recording again, and inspect reads it`(
    line: String
  ) async throws {
    let workspace = try Workspace()
    let first = try await workspace.shell("\"$SCROLLFIT\" simulate \(line)")
    #expect(first.code == 0, "\(first.error)")
    let recording = Recording(first.output)
    let command = try #require(recording.metadata["command"])
    #expect(command.hasPrefix("scrollfit simulate "))
    let again = try await workspace.shell("\"$SCROLLFIT\" \(command.dropFirst(10))")
    #expect(again.output == first.output)
    #expect(recording.rows.allSatisfy { $0.count == recording.names.count })
    let inspected = try await workspace.run("inspect", "-", input: Array(first.output.utf8))
    #expect(inspected.code == 0, "\(inspected.error)")
    #expect(inspected.output.contains("simulated \(line.prefix { $0 != " " })"))
  }

  @Test func `a simulated bounce is measured with its constants at either edge of either axis`()
    async throws
  {
    for (side, axis) in [("top", "y"), ("bottom", "y"), ("left", "x"), ("right", "x")] {
      let workspace = try Workspace()
      let outcome = try await workspace.shell(
        "\"$SCROLLFIT\" simulate bounce C=2400 delta=10.93 --edge -88 --axis \(axis)"
          + " --side \(side) --noise 0.1 | \"$SCROLLFIT\" bounce --format json -")
      let fit = try JSONValue(outcome.output)["results"].elements[0]["fits"].elements[0]
      #expect(fit["edge"]["side"].string == side)
      for (name, truth) in [("C", 2400.0), ("delta", 10.93)] {
        let value = try #require(fit["parameters"][name]["value"].double)
        let error = try #require(fit["parameters"][name]["standard_error"].double)
        // Four standard errors.
        #expect(abs(value - truth) < 4 * error, "\(side): \(name) = \(value)")
      }
    }
  }

  @Test func `a pull and a fling of a session are both found as bounces`() async throws {
    let workspace = try Workspace()
    let outcome = try await workspace.shell(
      "\"$SCROLLFIT\" simulate session gestures=10 --seed 4 -o s.csv"
        + " && \"$SCROLLFIT\" bounce --format json s.csv")
    #expect(outcome.code == 0)
    let fits = try JSONValue(outcome.output)["results"].elements[0]["fits"].elements
    #expect(fits.count >= 2)
  }

  @Test func `the metadata name the law, the constants in effect and the seed`() async throws {
    let bounce = try await simulate("bounce C=2.4pt/ms delta=10.93 --edge -88")
    #expect(bounce.metadata["what"] == "simulated bounce")
    #expect(bounce.metadata["law"] == "bounce")
    #expect(bounce.metadata["constants"] == "C=2400 delta=10.93 phi=0")
    #expect(bounce.metadata["seed"] == "1")
    #expect(bounce.metadata["edge_top"] == "-88")
    #expect(bounce.metadata["scale"] == "3" && bounce.metadata["refresh_hz"] == "60")
    let session = try await simulate("session --edge -88 length=1200 d=700")
    #expect(session.metadata["edge_top"] == "-88" && session.metadata["edge_bottom"] == "1112")
    #expect(session.metadata["bounds_height"] == "700")
    let both = try await simulate("decelerate v0=1 v0_x=5 k=2 --axis both")
    #expect(both.metadata["constants"]?.hasPrefix("v0_x=5 k_x=2 x0_x=0 ") == true)
    #expect(both.metadata["constants"]?.contains(" v0_y=1 k_y=2 ") == true)
  }

  @Test func `rate, duration, late, scale and rounding do what they say`() async throws {
    let law = "decelerate v0=2000 k=2.002 x0=100"
    let plain = try await simulate(law)
    // ln(200) / 2.002 = 2.6465 s, and a quarter of a second of rest.
    #expect(plain.times.last.map { abs($0 - 2.883333) < 1e-9 } == true)
    // 100 + 1990 / 2.002 = 1094.006
    #expect(plain.offsets.last == 1094)
    let fast = try await simulate(law + " --rate 120 --duration 0.5")
    #expect(fast.times.count == 61 && fast.times[1] == 0.008333 && fast.times[60] == 0.5)
    let late = try await simulate(law + " --late 0.5 --duration 0.5")
    #expect(late.times.first == 0 && late.offsets[0] == plain.offsets[30])
    let double = try await simulate(law + " --scale 2")
    #expect(double.offsets.allSatisfy { $0 * 2 == ($0 * 2).rounded() })
    let exact = try await simulate(law + " --rounding none")
    #expect(exact.metadata["scale"] == nil)
    for (time, offset) in zip(exact.times, exact.offsets) where time < 2.6 {
      // Nine digits after the point, also of a stamp at 2000 pt/s.
      #expect(abs(offset - 100 - 2000 * (1 - exp(-2.002 * time)) / 2.002) < 2e-6)
    }
    let cut = try await simulate(law + " --rounding truncate")
    for (offset, truth) in zip(cut.offsets, exact.offsets) {
      #expect(offset <= truth + 1e-6 && offset > truth - 1.0 / 3 - 1e-6)
    }
  }

  @Test func `stop, epsilon and the form of a deceleration set where it ends`() async throws {
    func rest(_ constants: String) async throws -> Double? {
      try await simulate("decelerate v0=2000 \(constants) --rounding none").offsets.last
    }
    // D = (v0 - v_stop) / k
    for (constants, distance) in [
      ("k=2.002", 1990 / 2.002), ("k=2.002 stop=50", 1950 / 2.002),
      ("k=2.002 stop=0 epsilon=20", 2000 / 2.002 - 20),
    ] {
      let offset = try #require(try await rest(constants))
      #expect(abs(offset - distance) < 1e-6, "\(constants): \(offset)")
    }
    // 499.5 and 499.0 pt per pt/ms, published for d = 0.998; recorded until 0.05 pt are left.
    let smooth = try #require(try await rest("d=0.998 stop=0"))
    let summed = try #require(try await rest("d=0.998 stop=0 form=discrete"))
    #expect(abs(smooth - 2 * 499.4999) < 0.051)
    #expect(abs(summed - 2 * 499.0) < 0.051)
    let friction = try #require(try await rest("k=2 coulomb=1000"))
    // v0 / k - (c / k^2) ln(1 + k v0 / c) without a stop; the last 10 pt/s are worth 0.05 pt.
    #expect(abs(friction - (1000 - 250 * log(5))) < 0.06)
  }

  @Test func `a rubber band records finger and overscroll, along either axis`() async throws {
    let pull = try await simulate("rubber-band c=0.55 d=844 travel=300 step=15 --rounding none")
    #expect(pull.names == ["t_s", "finger_y_pt", "overscroll_y_pt"])
    #expect(pull.metadata["bounds_height"] == "844")
    let fingers = pull.numbers("finger_y_pt")
    #expect(fingers[1] == 15 && fingers[20] == 300 && fingers.last == 300)
    for (x, s) in zip(fingers, pull.numbers("overscroll_y_pt")) {
      #expect(abs(s - 844 * 0.55 * x / (0.55 * x + 844)) < 1e-8)
    }
    let slow = try await simulate("rubber-band c=0.55 d=390 --axis x --duration 2")
    #expect(slow.names == ["t_s", "finger_x_pt", "overscroll_x_pt"])
    #expect(slow.metadata["bounds_width"] == "390")
    #expect(slow.numbers("finger_x_pt")[60] == 150 && slow.rows.count == 121)
  }

  @Test func `both axes have a column each, and constants of their own`() async throws {
    let both = try await simulate(
      "bounce C_x=600 C=2400 delta=10.93 --axis both --side right --rounding none")
    #expect(both.names == ["t_s", "offset_x_pt", "offset_y_pt"])
    #expect(both.metadata["edge_right"] == "0" && both.metadata["edge_top"] == "0")
    for (x, y) in zip(both.numbers("offset_x_pt"), both.offsets).dropFirst().prefix(20) {
      #expect(abs(y / x + 4) < 1e-6)
    }
    let noisy = try await simulate("bounce C=600 delta=10.93 --axis both --noise 1")
    #expect(noisy.numbers("offset_x_pt") != noisy.offsets)
  }

  @Test func `catches and jumps are asked for by their shares`() async throws {
    let caught = try await simulate("session gestures=20 catches=1 jumps=0.5 --seed 3")
    #expect(caught.metadata["constants"]?.hasPrefix("gestures=20 catches=1 jumps=0.5 ") == true)
    let pairs = zip(caught.phases, caught.phases.dropFirst()).map { "\($0) \($1)" }
    #expect(pairs.contains("deceleration tracking"))
    // Nothing comes after the last gesture that could stop it.
    #expect(pairs.count { $0 == "deceleration bounce" || $0 == "deceleration rest" } <= 1)
    // Nothing else goes so far in 1/60 s.
    func steps(_ offsets: [Double]) -> [Double] {
      zip(offsets, offsets.dropFirst()).map { ($1 - $0).magnitude }
    }
    #expect(steps(caught.offsets).contains { $0 > 200 })
    let plain = try await simulate("session gestures=20 --seed 3")
    #expect(plain.metadata["constants"]?.contains("catches") == false)
    #expect(steps(plain.offsets).allSatisfy { $0 < 200 })
  }

  @Test func `a session shows every phase and differs by seed`() async throws {
    let labels: Set<String> = [
      "rest", "tracking", "rubber-band", "release", "deceleration", "bounce",
    ]
    var sessions: Set<[Double]> = []
    var seen: Set<String> = []
    for seed in 1...8 {
      let session = try await simulate("session --seed \(seed)")
      #expect(session.names == ["t_s", "offset_y_pt", "phase"])
      seen.formUnion(session.phases)
      #expect(session.phases.first == "rest" && session.phases.last == "rest")
      sessions.insert(session.offsets)
    }
    #expect(seen == labels)
    #expect(sessions.count == 8)
    let many = try await simulate("session gestures=40")
    // Each gesture follows a rest.
    #expect(many.phases.filter { $0 == "rest" }.count >= 41)
    let both = try await simulate("session gestures=12 --axis both")
    #expect(both.names == ["t_s", "offset_x_pt", "offset_y_pt", "phase"])
    #expect(Set(both.numbers("offset_x_pt")).count > 20 && Set(both.offsets).count > 20)
  }

  @Test func `lost frames, repeated frames, stamps and settling are as asked`() async throws {
    let law = "bounce C=2400 delta=10.93 --duration 4"
    let plain = try await simulate(law)
    #expect(plain.times.count == 241)
    #expect(plain.offsets.last == 0)
    let lossy = try await simulate(law + " --drop 0.3")
    #expect(lossy.times.count > 130 && lossy.times.count < 210)
    let changes = try await simulate(law + " --changes-only")
    #expect(changes.times.count < 60)
    #expect(zip(changes.offsets, changes.offsets.dropFirst()).allSatisfy { $0 != $1 })
    let blind = try await simulate(law + " --no-stamps")
    #expect(blind.names == ["offset_y_pt"] && blind.offsets == plain.offsets)
    let jittery = try await simulate(law + " --stamp-jitter 1")
    #expect(jittery.offsets == plain.offsets && jittery.times != plain.times)
    #expect(zip(jittery.times, plain.times).allSatisfy { abs($0 - $1) < 0.006 })
    let shaken = try await simulate(law + " --sample-jitter 1")
    #expect(shaken.times == plain.times && shaken.offsets != plain.offsets)
    let wild = try await simulate(law + " --outliers 0.2")
    #expect(wild.offsets[60...].contains { abs($0) > 1 })
    #expect(plain.offsets[60...].allSatisfy { $0 == 0 })
    let early = try await simulate(law + " --settle 20")
    let late = try await simulate(law + " --settle 0 --rounding none")
    #expect(early.offsets.allSatisfy { $0 == 0 || $0 < -19.8 })
    #expect(late.offsets[50] < 0 && late.offsets[50] > -0.5)
  }

  @Test(arguments: [
    [
      "spring y0=80 omega=12 zeta=0.8", "spring y0=80 stiffness=144 damping_ratio=0.8",
      "spring y0=80 frequency=1.9098593171027440292 damping_fraction=0.8",
      "spring y0=80 duration=0.52359877559829887308 bounce=0.2",
      "spring y0=80 delta=9.6 kappa=51.84", "spring y0=80 stiffness=72 mass=0.5 damping=9.6",
    ],
    ["bounce C=900 delta=12", "bounce C=900 stiffness=144", "bounce C=900 omega=12"],
    [
      "decelerate v0=900 time_constant=0.5", "decelerate v0=900 k=2",
      "decelerate v0=900 half_life=0.34657359027997265471",
    ],
    ["gravity g=1500 height=300", "gravity magnitude=1.5 height=300"],
    [
      "transfer v0=2000 k=2 distance=500 m_outer=2",
      "transfer v0=2000 k=2 distance=500 mass_ratio=2",
    ],
  ])
  func `every notation of the constants writes the same samples`(lines: [String]) async throws {
    var samples: Set<String> = []
    for line in lines {
      let outcome = try await Command.run(
        ["simulate"] + line.split(separator: " ").map(String.init))
      #expect(outcome.code == 0, "\(line): \(outcome.error)")
      samples.insert(outcome.lines.filter { !$0.hasPrefix("#") }.joined(separator: "\n"))
    }
    #expect(samples.count == 1, "\(lines[0]): \(samples.count) different recordings")
  }

  @Test func `a number may carry its unit`() async throws {
    let plain = try await simulate("bounce C=2400 delta=10.93 phi=0.004")
    let units = try await simulate("bounce C=2.4pt/ms delta=10.93 phi=4ms")
    #expect(plain.offsets == units.offsets)
    let suffixed = try await simulate("bounce C=2400pt/s delta=10.93 phi=0.004s")
    #expect(plain.offsets == suffixed.offsets)
    #expect(suffixed.metadata["constants"] == "C=2400 delta=10.93 phi=0.004")
  }

  @Test func `--output writes the file whole and says nothing`() async throws {
    let workspace = try Workspace()
    let outcome = try await workspace.run(
      "simulate", "bounce", "C=1", "delta=1", "-o", "trace.csv")
    #expect(outcome.code == 0 && outcome.output == "" && outcome.error == "")
    let printed = try await workspace.run("simulate", "bounce", "C=1", "delta=1", "-o", "-")
    #expect(workspace.read("trace.csv") == printed.output)
    #expect(workspace.names == ["trace.csv"])
    let replaced = try await workspace.run(
      "simulate", "bounce", "C=2", "delta=1", "--output", "trace.csv")
    #expect(replaced.code == 0)
    #expect(workspace.read("trace.csv")?.contains("C=2 ") == true)
  }

  @Test func `a run that fails keeps the file that was there`() async throws {
    let workspace = try Workspace()
    try workspace.write("mine\n", to: "trace.csv")
    let outcome = try await workspace.run(
      "simulate", "bounce", "C=1", "delta=1", "--drop", "1", "-o", "trace.csv")
    #expect(outcome.code == 64)
    #expect(workspace.read("trace.csv") == "mine\n")
    #expect(workspace.names == ["trace.csv"])
  }

  @Test func `an output that cannot be created exits 73, a full disk 74`() async throws {
    let workspace = try Workspace()
    let outcome = try await workspace.run(
      "simulate", "bounce", "C=1", "delta=1", "-o", "none/trace.csv")
    #expect(outcome.code == 73 && outcome.output == "")
    #expect(
      outcome.error
        == """
        none/trace.csv: error: cannot create the output: No such file or directory
          help: check that its folder exists and that you may write there

        """)
    #if os(Linux)
      let full = try await workspace.shell("\"$SCROLLFIT\" simulate session > /dev/full")
      #expect(full.code == 74)
    #endif
    // A reader that leaves early has what it wanted.
    let closed = try await workspace.shell(
      "{ \"$SCROLLFIT\" simulate session gestures=400; echo \"exit $?\" >&2; } | head -n 1")
    #expect(closed.output == "# what: simulated session\n")
    #expect(closed.error == "exit 0\n")
  }

  @Test(arguments: ["gravity", "collision", "resistance"])
  func `a simulated sample is what the command in its first lines writes`(
    _ name: String
  ) async throws {
    let sample = try #require(Command.contents("SampleTraces/simulated-\(name).csv"))
    let mark = "# command: scrollfit "
    let line = try #require(sample.split(separator: "\n").first { $0.hasPrefix(mark) })
    let words = line.dropFirst(mark.count).split(separator: " ").map(String.init)
    let outcome = try await Command.run(words)
    #expect(outcome.code == 0)
    #expect(outcome.output == sample)
    #expect(sample.hasPrefix("# what: simulated \(name)\n"))
    #expect(sample.split(separator: "\n").filter { !$0.hasPrefix("#") }.count > 60)
  }

  @Test func `an item that never gets to the floor is refused`() async throws {
    let outcome = try await Command.run([
      "simulate", "gravity", "g=1000", "height=480", "--edge", "3",
    ])
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("gravity has no edge; the constants set its start."))
    let rising = try await Command.run(["simulate", "gravity", "g=0", "height=480"])
    #expect(rising.code == 64)
  }
}
