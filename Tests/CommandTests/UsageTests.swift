import Testing

/// Lines that are no commands: exit 64, and a text that says what would be one.
@Suite struct UsageTests {
  struct Misuse: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var message: String

    init(_ line: String, _ message: String) {
      arguments = line.split(separator: " ").map { String($0) }
      self.message = message
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let lines: [Misuse] = [
    Misuse("bounce", "Missing expected argument '<trace> ...'"),
    Misuse("bounce a.csv --axes x", "Unknown option '--axes'. Did you mean '--axis'?"),
    Misuse("bounce - a.csv -", "Standard input can be read only once."),
    Misuse("bounce a.csv --fix x=1", "The value 'x=1' is invalid for '--fix <fix>'"),
    Misuse("bounce a.csv --fix delta", "The value 'delta' is invalid for '--fix <fix>'"),
    Misuse("bounce a.csv --fix delta=", "The value 'delta=' is invalid for '--fix <fix>'"),
    Misuse("bounce a.csv --fix delta=-1", "The value 'delta=-1' is invalid for '--fix <fix>'"),
    Misuse("bounce a.csv --fix delta=nan", "The value 'delta=nan' is invalid for '--fix <fix>'"),
    Misuse("bounce a.csv --fix C=1 --fix C=2", "--fix names a parameter twice."),
    Misuse("bounce a.csv --method newton --start 1,1,1", "--start needs --method descent."),
    Misuse("bounce a.csv --method article --start 1,1,1", "--start needs --method descent."),
    Misuse("bounce a.csv --start 1,1", "--start takes three numbers: C,delta,phi."),
    Misuse("bounce a.csv --start a,b,c", "The value 'a,b,c' is invalid for '--start <start>'"),
    Misuse(
      "bounce a.csv --steps 1,1,0",
      "--steps takes three positive numbers, for C, delta and phi."),
    Misuse(
      "bounce a.csv --method newton --search-path p.csv",
      "--search-path needs --method descent or article."),
    Misuse(
      "bounce a.csv --method article --loss tukey",
      "--method article is the search as published: it takes no --fix, --loss or --rest-offset."),
    Misuse("bounce a.csv --export out", "--export 'out' must end in .txt or .json."),
    Misuse("bounce a.csv --export out.html", "--export 'out.html' must end in .txt or .json."),
    Misuse(
      "bounce a.csv --export o.json --export o.json", "'o.json' is named for two outputs."),
    Misuse(
      "bounce a.csv --residuals t.csv --search-path t.csv", "'t.csv' is named for two outputs."),
    Misuse(
      "bounce a.csv --residuals a.csv",
      "'a.csv' is a recording to read: name another file to write."),
    Misuse(
      "bounce a.csv --residuals -", "'-' names no file: only --format writes to standard output."),
    Misuse(
      "bounce a.csv --format xml",
      "The value 'xml' is invalid for '--format <format>'. Please provide one of 'text' and 'json'."
    ),
    Misuse(
      "bounce a.csv --axis z",
      "The value 'z' is invalid for '--axis <axis>'. Please provide one of 'x' and 'y'."),
    Misuse(
      "bounce a.csv --time-unit px",
      "The value 'px' is invalid for '--time-unit <time-unit>'."
        + " Please provide one of 's', 'ms', 'us' or 'ns'."),
    Misuse(
      "bounce a.csv --delimiter x",
      "The value 'x' is invalid for '--delimiter <delimiter>'."
        + " Please provide one of 'comma', 'semicolon', 'tab' or 'pipe'."),
    Misuse("bounce a.csv --from 2 --to 1", "--from must be less than --to."),
    Misuse("bounce a.csv --scale 0", "--scale must be a positive number."),
    Misuse("bounce a.csv --interval -1", "Missing value for '--interval <interval>'"),
    Misuse("bounce a.csv --interval=-1", "--interval must be a positive number of seconds."),
    Misuse("bounce a.csv --edge inf", "--edge must be a finite number."),
    Misuse("bounce a.csv --settle 0", "--settle must be a positive number of points."),
    Misuse("inspect", "Missing expected argument '<trace> ...'"),
    Misuse("inspect a.csv --format json", "Unknown option '--format'"),
    Misuse("laws a.csv", "Unexpected argument 'a.csv'"),
    Misuse("unknown", "Unexpected argument 'unknown'"),
  ]

  @Test(arguments: lines)
  func `what is no command exits 64, reads nothing, and says what is wrong`(
    line: Misuse
  ) async throws {
    let workspace = try Workspace()
    let outcome = try await Command.run(line.arguments, in: workspace.path)
    #expect(outcome.code == 64)
    #expect(outcome.output == "")
    let lines = outcome.error.split(separator: "\n")
    #expect(lines.first.map { String($0) } == "Error: \(line.message)")
    #expect(lines.contains { $0.hasPrefix("Usage: scrollfit") })
    #expect(lines.last?.contains("--help' for more information.") == true)
    #expect(workspace.names.isEmpty)
  }
}
