import RealModule
import Testing

/// Milliseconds in a column that names no unit, in every command that reads recordings.
@Suite struct StampUnitTests {
  /// A simulated recording whose column `t` has ms in tenths.
  private func milliseconds(_ arguments: String, header: String = "t") async throws -> String {
    let simulated = try await Command.run(
      ["simulate"] + arguments.split(separator: " ").map(String.init))
    return simulated.output.split(separator: "\n").map { line in
      let cells = line.split(separator: ",", maxSplits: 1)
      guard cells.count == 2, !line.hasPrefix("#") else { return String(line) }
      let time = Double(cells[0]).map { "\(($0 * 10_000).rounded() / 10)" } ?? header
      return "\(time),\(cells[1])"
    }.joined(separator: "\n") + "\n"
  }

  private let glide = "decelerate v0=2000 k=2 --scale 2"

  @Test(arguments: ["decelerate", "fit", "batch"])
  func `a fit is that of a column in ms, with a warning`(_ command: String) async throws {
    let workspace = try Workspace()
    try workspace.write(try await milliseconds(glide), to: "open.csv")
    try workspace.write(try await milliseconds(glide, header: "t_ms"), to: "stated.csv")
    var constants: [JSONValue] = []
    for (name, codes) in [("open.csv", ["W110"]), ("stated.csv", [])] {
      let outcome = try await workspace.run(command, "--format", "json", name)
      #expect(outcome.code == 0)
      let result = try JSONValue(outcome.output)["results"][0]
      constants.append(result["constants"])
      let found = result["warnings"].elements.compactMap { $0["code"].string }
      #expect(found.filter { $0 == "W110" } == codes, "\(name)")
    }
    #expect(constants[0] == constants[1])
    #expect(!constants[0].elements.isEmpty)
  }

  @Test(arguments: [
    ["inspect"], ["decelerate"], ["fit"], ["batch"], ["identify"],
    ["check", "--reference", "uikit"],
  ])
  func `the text of a command says what the stamps were taken for`(_ arguments: [String])
    async throws
  {
    let workspace = try Workspace()
    try workspace.write(try await milliseconds(glide), to: "open.csv")
    let outcome = try await Command.run(arguments + ["open.csv"], in: workspace.path)
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("W110"), "\(arguments)")
    let stated = try await Command.run(
      arguments + (arguments[0] == "check" ? [] : ["--time-unit", "ms"]) + ["open.csv"],
      in: workspace.path)
    #expect(arguments[0] == "check" || !stated.output.contains("W110"), "\(arguments)")
  }

  @Test func `a report and identify for programs say it too`() async throws {
    let workspace = try Workspace()
    try workspace.write(try await milliseconds(glide), to: "open.csv")
    let report = try await workspace.run("report", "open.csv", "-o", "report.html")
    #expect(report.code == 0)
    #expect(try #require(workspace.read("report.html")).contains("W110"))
    let identified = try await workspace.run("identify", "--format", "json", "open.csv")
    let result = try JSONValue(identified.output)["results"][0]
    #expect(result["warnings"][0]["code"] == .string("W110"))
    #expect(result["engines"][0]["engine"].string != nil)
  }

  @Test func `the deltas of a wheel have their times in ms as well`() async throws {
    let workspace = try Workspace()
    var text = "t,delta_y\n"
    var velocity = 2000.0
    for index in 0..<120 {
      text += "\((Double(index) * 166_667).rounded() / 10_000),\((velocity / 60).rounded())\n"
      velocity *= 0.967
    }
    try workspace.write(text, to: "wheel.csv")
    let outcome = try await workspace.run("fit", "--format", "json", "wheel.csv")
    let result = try JSONValue(outcome.output)["results"][0]
    let k = try #require(result["fits"][0]["parameters"]["k"]["value"].double)
    // k = -60 ln 0.967 = 2.013; deltas are rounded to whole points.
    #expect((k - 2.013).magnitude < 0.05)
    #expect(result["warnings"].elements.contains { $0["code"] == .string("W110") })
  }

  @Test func `seconds too far apart for a motion do not pass without a word`() async throws {
    let workspace = try Workspace()
    try workspace.write(try await milliseconds(glide, header: "t_s"), to: "wrong.csv")
    let refused = try await workspace.run("decelerate", "wrong.csv")
    #expect(refused.code == 65 && refused.error.contains("seem to be in ms"))
    let outcome = try await workspace.run(
      "decelerate", "--time-unit", "s", "--format", "json", "wrong.csv")
    let warnings = try JSONValue(outcome.output)["results"][0]["warnings"].elements
    let warning = try #require(warnings.first { $0["code"] == .string("W110") })
    #expect(warning["message"].string?.contains("16.7 s apart") == true)
    #expect(warning["remedy"].string?.contains("--time-unit") == true)
  }

  @Test func `frames that were assumed are named by every command that rests on them`() async throws
  {
    let workspace = try Workspace()
    let rows = (0..<120).map { "\(2000 / 3.0 * (1 - Double.exp(-3 * Double($0) / 120)))" }
    try workspace.write("offset_y_pt\n" + rows.joined(separator: "\n") + "\n", to: "list.csv")
    for arguments in [["fit"], ["identify"]] {
      let outcome = try await Command.run(
        arguments + ["--format", "json", "list.csv"], in: workspace.path)
      let warnings = try JSONValue(outcome.output)["results"][0]["warnings"].elements
      #expect(warnings.first?["code"] == .string("W101"), "\(arguments)")
    }
    let text = try await workspace.run("identify", "list.csv")
    #expect(text.output.contains("  W101     no stamps: "))
    let compared = try await workspace.run("compare", "list.csv", "uikit")
    #expect(compared.output.contains("  W101  in A: no stamps; "))
    let json = try await workspace.run("compare", "--format", "json", "list.csv", "uikit")
    #expect(try JSONValue(json.output)["a"]["warnings_by_code"]["W101"].double == 1)
  }
}
