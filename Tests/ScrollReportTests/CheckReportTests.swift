import Foundation
import ScrollFitting
import ScrollFormats
import ScrollReport
import ScrollTraces
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The formats of a check, with names that try to break them.
@Suite struct CheckReportTests {
  private static let names = [
    "a.csv", "a&b<c>\"d'.csv", "]]>.csv", "\u{1B}[31m\u{7}\u{202E}.csv", "\u{FFFE}\u{FFFF}.csv",
    "é ü 漢 🙂.csv", "a|b`c`*d*_e_[f](g)\\#~@.csv", "a,b;c\"d.csv", "line\nend\r.csv",
    "%0A::error ::x.csv",
  ]

  /// Recordings of those names, one of them twice, with deltas of which some fail, and one that failed.
  private static func report(strict: Bool = false, count: Int = names.count) -> CheckReport {
    var reference = Reference(kind: .file, name: "r&f<\"'>.json")
    reference.pooled = [.init(values: [], constants: [constant])]
    var check = Check(reference, keepsPassing: true)
    var summary = BatchSummary()
    var seconds: [BatchSource: Double] = [:]
    func add(_ record: BatchRecord) {
      check.add(record)
      summary.add(record)
      seconds[record.source] = 0.00125
    }
    func name(_ index: Int) -> String {
      index < names.count ? names[index] : "\(index).csv"
    }
    for index in 0..<count { reference.traces[TraceName(path: name(index))] = [constant] }
    check = Check(reference, keepsPassing: true)
    for index in 0..<count {
      // By turns far off, inside, and too uncertain.
      let (value, error) = [(11.5, 0.01), (10.93, 0.001), (10.93, 0.2)][index % 3]
      add(record(name(index), value, error))
    }
    add(record("a.csv", 10.93, 0.001))
    var broken = BatchRecord(
      source: BatchSource(path: "broken <1>.csv", trace: "t&1", line: 3), contentHash: nil)
    broken.failure = RecordedFailure(
      code: "not-a-number", message: "'<&>' is not a number in column \"y\"", help: "", line: 3,
      column: 1)
    add(broken)
    return CheckReport(
      check.finish(summary.grouped(), scope: [""]), reference: reference,
      summary: summary, isStrict: strict, update: "scrollfit check --update 'a b'",
      seconds: seconds)
  }

  private static let constant = ReferenceConstant(
    law: "bounce", key: "delta", unit: "1/s", value: 10.93, standardError: 0.001, degrees: 100)

  private static func record(_ path: String, _ value: Double, _ error: Double) -> BatchRecord {
    var record = BatchRecord(
      source: BatchSource(path: path, trace: nil, line: 7), contentHash: 1)
    var delta = Estimate(key: "delta", value: value, unit: "1/s")
    delta.standardError = error
    delta.classicalError = error
    delta.intervalDegrees = 40
    record.constants = [TraceConstant(law: "bounce", estimate: delta, gestures: 1)]
    return record
  }

  /// The elements of an XML text, as a parser sees them.
  private final class Elements: NSObject, XMLParserDelegate {
    var all: [(name: String, attributes: [String: String])] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      all.append((name, attributes))
    }
  }

  @Test(arguments: [false, true])
  func `JUnit is well-formed, its cases have names of their own and times in seconds`(strict: Bool)
    throws
  {
    let report = Self.report(strict: strict)
    let parser = XMLParser(data: Data(report.junit().utf8))
    let elements = Elements()
    parser.delegate = elements
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    func all(_ name: String) -> [[String: String]] {
      elements.all.filter { $0.name == name }.map(\.attributes)
    }
    let cases = all("testcase")
    // Ten recordings, one more, one that failed, and the pool.
    #expect(cases.count == 13)
    #expect(Set(cases.map { "\($0["classname"] ?? "")\n\($0["name"] ?? "")" }).count == 13)
    #expect(cases.contains { $0["classname"] == "a&b<c>\"d'.csv" && $0["name"] == "bounce.delta" })
    #expect(cases.contains { $0["classname"] == "a.csv" && $0["name"] == "bounce.delta (2)" })
    for attributes in cases where attributes["classname"] != "pooled" {
      // The time of a recording stands once.
      let time = try #require(attributes["time"].flatMap(Double.init))
      #expect(time == 0.00125 || attributes["name"] == "bounce.delta (2)")
    }
    let suite = try #require(all("testsuite").first)
    #expect(suite["name"] == "r&f<\"'>.json")
    #expect(suite["tests"] == "13")
    let failures = all("failure")
    #expect(suite["failures"] == "\(failures.count)")
    #expect(suite["errors"] == "1" && all("error").count == 1)
    #expect(suite["skipped"] == "\(all("skipped").count)")
    #expect(failures.contains { $0["type"] == "fail" })
    #expect(failures.contains { $0["type"] == "unsure" } == strict)
    #expect(all("error")[0]["message"]?.contains("'<&>' is not a number") == true)
  }

  @Test func `annotations are one line each, at most ten and a count`() {
    let lines = Self.report(count: 40).github().split(separator: "\n")
    let annotations = lines.filter { $0.hasPrefix("::") }
    #expect(annotations.count == 11)
    #expect(annotations.last?.hasPrefix("::error ::and ") == true)
    // The line that matters, and the command.
    #expect(lines.count == 13)
    #expect(lines[11].hasPrefix("failed: "))
    #expect(lines[12] == "to accept what was measured: scrollfit check --update 'a b'")
    let few = Self.report().github()
    #expect(
      few.contains(
        "::error file=%250A%3A%3Aerror %3A\\u{3a}x.csv,line=7,title=fail%3A bounce delta::"))
    #expect(!few.contains("\u{1B}"))
  }

  /// A run in which the only recording leaves its constant out.
  private static func silent() -> CheckReport {
    var reference = Reference(kind: .engine, name: "uikit")
    reference.everywhere = [constant]
    var check = Check(reference)
    var summary = BatchSummary()
    var record = record("a.csv", 10, 0.1)
    record.constants[0].estimate.value = nil
    record.constants[0].estimate.reason = "the motion does not follow this law (W411)"
    check.add(record)
    summary.add(record)
    return CheckReport(
      check.finish(summary.grouped(), scope: [""]), reference: reference, summary: summary,
      isStrict: false, update: nil)
  }

  @Test func `a run that compares nothing is incomplete in every format`() {
    let report = Self.silent()
    let words = "the reference has bounce delta; the recordings tell no constants"
    #expect(
      report.text(style: TextStyle()).hasSuffix(
        "incomplete: 0 passed, 1 unsure; nothing was compared\n\(words)\n"))
    #expect(report.markdown().hasPrefix("### ⚠️ scrollfit check\n"))
    #expect(report.markdown().contains("\n\(words)\n"))
    #expect(report.github().hasPrefix("::error ::nothing was compared: \(words)\n"))
    #expect(
      report.junit().contains("tests=\"2\" failures=\"0\" errors=\"1\" skipped=\"1\""))
    #expect(report.junit().contains("message=\"nothing was compared: \(words)\""))
    var json = BatchJSON(version: "1")
    #expect((json.begin() + json.end(report)).contains("\"passed\": false"))
  }

  @Test func `what could not be judged is no pass`() {
    // One recording that failed beside one that passes.
    var check = Check(Reference(kind: .engine, name: "uikit"))
    var summary = BatchSummary()
    var broken = Self.record("b.csv", 10, 0.1)
    broken.contentHash = nil
    broken.failure = RecordedFailure(
      code: "not-a-number", message: "no number", help: "", line: 1, column: 1)
    for record in [Self.record("a.csv", 10.93, 0.001), broken] {
      check.add(record)
      summary.add(record)
    }
    let report = CheckReport(
      check.finish(summary.grouped(), scope: [""]),
      reference: Reference(kind: .engine, name: "uikit"), summary: summary, isStrict: false,
      update: nil)
    var json = BatchJSON(version: "1")
    #expect((json.begin() + json.end(report)).contains("\"passed\": false"))
    #expect(report.junit().contains("errors=\"1\""))
  }

  @Test func `annotations leave out what all recordings together pass, and count errors apart`() {
    var report = Self.report(count: 40)
    #expect(report.github().contains("::error ::and 6 more errors, 13 more warnings\n"))
    report.isStrict = true
    #expect(report.github().contains("::error ::and 19 more errors\n"))
    for index in report.result.entries.indices
    where report.result.entries[index].verdict.kind == .unsure {
      report.result.entries[index].isCovered = true
    }
    #expect(report.github().contains("::error ::and 6 more errors\n"))
    #expect(!report.text(style: TextStyle()).contains("UNSURE"))
    #expect(!report.junit().contains("type=\"unsure\""))
  }

  @Test func `Markdown keeps its table whatever names hold`() {
    let text = Self.report().markdown()
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("|") }
    for row in rows {
      // Bars that are not escaped: five in each row.
      #expect(row.replacing("\\|", with: "").count { $0 == "|" } == 5, "\(row)")
    }
    #expect(text.contains("`scrollfit check --update 'a b'`"))
    #expect(!text.contains("<c>"))
  }

  @Test func `CSV has as many cells in every row, names in quotes where they must be`() throws {
    var report = Self.report()
    report.listsPassing = true
    let rows = try Self.rows(report.csv())
    #expect(rows.count == 14)
    #expect(Set(rows.map(\.count)) == [rows[0].count])
    for name in Self.names { #expect(rows.contains { $0[1] == name }, "\(name)") }
  }

  /// The cells of a CSV text as RFC 4180 has them.
  private static func rows(_ text: String) throws -> [[String]] {
    var rows: [[String]] = [[]]
    var cell = String.UnicodeScalarView()
    var isQuoted = false
    var scalars = Array(text.unicodeScalars)[...]
    func end() {
      rows[rows.count - 1].append(String(cell))
      cell = String.UnicodeScalarView()
    }
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\"" where isQuoted && scalars.first == "\"": cell.append(scalars.removeFirst())
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: end()
      case "\n" where !isQuoted:
        end()
        rows.append([])
      default: cell.append(scalar)
      }
    }
    #expect(!isQuoted)
    #expect(rows.removeLast().isEmpty)
    return rows
  }

  @Test func `the text says what fails in capitals and ends with the command`() {
    let text = Self.report().text(style: TextStyle())
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.contains { $0.hasPrefix("  FAIL    a.csv  bounce delta") })
    #expect(lines.contains { $0.hasPrefix("  error   broken <1>.csv t&1") })
    #expect(lines.dropLast().last == "  scrollfit check --update 'a b'")
    #expect(!text.contains("\u{1B}"))
    #expect(
      Self.report().text(style: TextStyle(isColored: true)).contains("\u{1B}[31;1mFAIL\u{1B}[0m"))
  }
}
