import Testing

/// Files whose numbers are extreme, through every command and format: a clear result or a clear error.
@Suite struct NumberTests {
  struct File: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String

    /// Rows of a time, an offset and, for the laws of two columns, the same again.
    init(_ name: String, metadata: String = "", times: [String], offsets: [String]) {
      testDescription = name
      text =
        metadata + "t_s,offset_y_pt,finger_y_pt,height_pt,inner_y_pt\n"
        + zip(times, offsets).map { "\($0),\($1),\($1),\($1),\($1)\n" }.joined()
    }
  }

  private static let frames = (0..<30).map { "\(Double($0) / 60)" }
  private static let bump: [Double] = (0..<30).map { index in
    let t = Double(index) / 60
    return -2400 * t / ((1 + 5.5 * t) * (1 + 5.5 * t) * (1 + 11 * t * t))
  }

  static let files = [
    File(
      "denormal", metadata: "# edge_top: 0\n", times: frames, offsets: bump.map { "\($0 * 1e-312)" }
    ),
    File("1e300", times: frames, offsets: bump.map { "\($0 * 1e300)" }),
    File(
      "plus and minus the largest", metadata: "# edge_top: 0\n", times: frames,
      offsets: (0..<30).map { $0 % 2 == 0 ? "1.7e308" : "-1.7e308" }),
    File(
      "one of 1e300 among others", metadata: "# edge_top: 0\n", times: frames,
      offsets: bump.enumerated().map { $0 == 12 ? "1e300" : "\($1)" }),
    File("one an hour", times: (0..<30).map { "\($0 * 3600)" }, offsets: bump.map { "\($0)" }),
    File(
      "1e-9 s apart", metadata: "# edge_top: 0\n", times: (0..<30).map { "\($0)e-9" },
      offsets: bump.map { "\($0)" }),
    File(
      "1e-301 s apart", metadata: "# edge_top: 0\n", times: (0..<30).map { "\($0)e-301" },
      offsets: bump.map { "\($0)" }),
    File(
      "stamps at 1e300", times: frames.map { _ in "1e300" },
      offsets: bump.map { "\($0)" }),
    File("constant", times: frames, offsets: bump.map { _ in "88" }),
    File("two samples", times: ["0", "0.1"], offsets: ["0", "5"]),
    File("three samples", times: ["0", "0.1", "0.2"], offsets: ["0", "5", "-0"]),
    File("exact", metadata: "# edge_top: 0\n", times: frames, offsets: bump.map { "\($0)" }),
  ]

  static let commands: [[String]] =
    [
      "bounce", "decelerate", "rubber-band", "spring", "gravity", "collision", "resistance",
      "stretch", "transfer", "fit", "identify",
    ].map { [$0, "FILE"] }
    + [
      ["inspect", "FILE"], ["batch", "FILE"], ["batch", "--law", "bounce", "FILE"],
      ["check", "FILE", "--reference", "uikit"],
    ]

  /// Whether a text holds a number that is none, as a word of its own.
  private static func nonsense(_ text: String) -> String? {
    let words = text.lowercased().split { !($0.isLetter || $0.isNumber || "-+.".contains($0)) }
    let wrong: Set<Substring> = [
      "nan", "-nan", "inf", "-inf", "+inf", "infinity", "-infinity", "-0", "-0.0",
    ]
    return words.first { wrong.contains($0) }.map(String.init)
  }

  /// Faults of the estimates within a JSON result.
  private static func faults(_ value: JSONValue, at path: String = "") -> [String] {
    var found = value.elements.flatMap { faults($0, at: path) }
    found += value.names.flatMap { faults(value[$0], at: "\(path)/\($0)") }
    guard value.names.contains("fixed") else { return found }
    let number = value["value"].double
    let error = value["standard_error"].double
    let ends = value["interval"].elements.map(\.double)
    if number == nil || (error == nil && value["fixed"].bool != true), value["reason"].string == nil
    {
      found.append("\(path): no reason")
    }
    if let error, !(error > 0) { found.append("\(path): an error of \(error)") }
    if error == nil, !ends.isEmpty { found.append("\(path): an interval without an error") }
    if let number, let low = ends.first, let high = ends.last,
      !((low ?? number) <= number && number <= (high ?? number))
    {
      found.append("\(path): \(number) outside \(ends)")
    }
    return found
  }

  @Test(arguments: files)
  func `every command says something of it, in every format`(file: File) async throws {
    let workspace = try Workspace()
    try workspace.write(file.text, to: "file.csv")
    for (number, command) in Self.commands.enumerated() {
      let other = ["text", "csv", "markdown", "ndjson"][number % 4]
      for var format in command[0] == "inspect" ? ["text"] : ["json", other] {
        if command[0] == "identify", format != "json" { format = "text" }
        if command[0] == "check", format == "ndjson" { format = "junit" }
        var arguments = command.map { $0 == "FILE" ? "file.csv" : $0 }
        if command[0] != "inspect" { arguments += ["--format", format] }
        let outcome = try await Command.run(arguments, in: workspace.path)
        let what = "\(arguments)"
        let code = try #require(outcome.code, "\(what) ended by a signal")
        #expect([0, 65].contains(code) || (command[0] == "check" && code == 1), "\(what): \(code)")
        #expect(
          code == 0 || !outcome.error.isEmpty || command[0] == "check", "\(what) says nothing")
        #expect(Self.nonsense(outcome.output) == nil, "\(what)")
        #expect(Self.nonsense(outcome.error) == nil, "\(what)")
        if format == "json" {
          let found = Self.faults(try JSONValue(outcome.output))
          #expect(found == [], "\(what)")
        }
      }
    }
    let page = try await workspace.run("report", "file.csv", "-o", "page.html")
    #expect([0, 65].contains(try #require(page.code)))
  }

  @Test(arguments: [
    ["predict", "bounce", "C=1e300", "delta=10"],
    ["predict", "bounce", "C=1e-300", "delta=1e-300"],
    ["predict", "decelerate", "v0=1e300", "k=1e-300"],
    ["predict", "decelerate", "v0=-1e-310", "k=1e300"],
    ["predict", "spring", "omega=1e300", "zeta=1e300", "y0=1e300"],
    ["predict", "gravity", "g=1e-300", "height=1e300"],
    ["predict", "collision", "e=0.999999999999", "g=1e300", "height=1e-300"],
    ["predict", "rubber-band", "c=1e300", "d=1e-300", "travel=1e300"],
    ["simulate", "bounce", "C=1e300", "delta=10"], ["simulate", "decelerate", "v0=1e9", "k=1e-12"],
    ["simulate", "gravity", "g=1e-300", "height=1e300"],
    ["simulate", "spring", "omega=1e300", "zeta=1e-300"],
    ["export", "bounce", "C=1e300", "delta=1e-10"],
    ["export", "decelerate", "v0=1e-300", "k=1e300"],
    ["export", "spring", "omega=1e150", "zeta=0", "y0=1"],
  ])
  func `extreme constants are computed or refused`(arguments: [String]) async throws {
    let outcome = try await Command.run(arguments)
    let code = try #require(outcome.code, "ended by a signal")
    #expect([0, 64, 65].contains(code), "\(code)")
    #expect(code == 0 ? !outcome.output.isEmpty : !outcome.error.isEmpty)
    #expect(Self.nonsense(outcome.output) == nil)
    #expect(Self.nonsense(outcome.error) == nil)
  }

  /// The files of a sum come in any order: sums over other orders round otherwise, and no more.
  @Test func `pooled constants do not depend on the order of files`() async throws {
    let workspace = try Workspace()
    for index in 0..<6 {
      let trace = try await Command.run([
        "simulate", "bounce", "C=\(900 + 311 * index)", "delta=10.93", "--noise", "0.2", "--seed",
        "\(index)",
      ])
      try workspace.write(trace.output, to: "\(index).csv")
    }
    let names = (0..<6).map { "\($0).csv" }
    func summary(_ names: [String]) async throws -> JSONValue {
      let outcome = try await Command.run(
        ["batch", "--format", "json"] + names, in: workspace.path)
      #expect(outcome.code == 0)
      return try JSONValue(outcome.output)["summary"]
    }
    let one = try await summary(names)
    #expect(!one.isNull)
    for other in [Array(names.reversed()), ["3.csv", "0.csv", "5.csv", "1.csv", "4.csv", "2.csv"]] {
      #expect(one.difference(from: try await summary(other)) { _ in 1e-12 } == nil)
    }
  }

  /// One recording told in other units, with its columns in another order, and beside columns of something else.
  private static let tellings:
    [(header: String, arguments: [String], row: @Sendable (Double, Double) -> [String])] = [
      ("t_ms,offset_y_pt", [], { ["\($0 * 1e3)", "\($1)"] }),
      ("t_us,offset_y_pt", [], { ["\($0 * 1e6)", "\($1)"] }),
      ("t_ns,offset_y_pt", [], { ["\($0 * 1e9)", "\($1)"] }),
      ("t,offset_y_pt", ["--time-unit", "ms"], { ["\($0 * 1e3)", "\($1)"] }),
      ("t_s,offset_y_px", [], { ["\($0)", "\($1 * 2)"] }),
      ("t_s,offset_y_px", ["--scale", "2"], { ["\($0)", "\($1 * 2)"] }),
      ("offset_y_pt,t_s", [], { ["\($1)", "\($0)"] }),
      ("load,t_s,offset_y_pt,comment", [], { ["7", "\($0)", "\($1)", "\"x, y\""] }),
    ]

  @Test(arguments: [
    "bounce C=2400 delta=10.93", "decelerate v0=2000 d=0.998", "spring frequency=2 zeta=0.3 y0=200",
    "collision e=0.6 g=1000 height=480 wait=0.21", "gravity g=1000 height=480 wait=0.21",
    "resistance r=2 v0=800",
  ])
  func `units, the order of columns and unknown columns do not change the constants`(
    motion: String
  ) async throws {
    let words = motion.split(separator: " ").map(String.init)
    let recording = try await Command.run(["simulate"] + words + ["--scale", "2"])
    let lines = recording.output.split(separator: "\n").map(String.init)
    let comments = lines.filter { $0.hasPrefix("#") }
    let rows = lines.dropFirst(comments.count + 1).map {
      $0.split(separator: ",").compactMap { Double($0) }
    }
    #expect(rows.count > 30 && rows.allSatisfy { $0.count == 2 })
    func fits(_ text: String, _ arguments: [String] = []) async throws -> JSONValue {
      let outcome = try await Command.run(
        [words[0], "--format", "json"] + arguments + ["-"], input: Array(text.utf8))
      #expect(outcome.code == 0)
      return try JSONValue(outcome.output)["results"][0]["fits"]
    }
    let plain = try await fits(recording.output)
    #expect(!plain.elements.isEmpty)
    for telling in Self.tellings {
      let text =
        (comments + [telling.header] + rows.map { telling.row($0[0], $0[1]).joined(separator: ",") })
        .joined(separator: "\n")
      // Errors of derived quantities come from differences: see InvarianceTests.
      let found = plain.difference(from: try await fits(text, telling.arguments)) { _ in 1e-8 }
      #expect(found == nil, "\(telling.header) \(telling.arguments)")
    }
  }
}
