import Foundation
import ScrollFitting
import Testing

/// Whether errors, warnings and verdicts are what they say, on recordings of known constants.
///
/// `SCROLLFIT_HONESTY=2000` makes `Docs/Development/honesty.csv` and the tables of `Docs/Development/Honesty.md` anew, law after law, with so
/// many recordings a clean cell; `SCROLLFIT_HONESTY_LAWS=spring,collision` those of some laws. Without them the file is
/// held against itself, the page and the tool.
struct HonestyTests {
  private static let docs = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../Docs/Development"
  ).standardizedFileURL

  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["SCROLLFIT_HONESTY"].flatMap(Int.init)

  private static func rows() throws -> [HonestyRow] {
    let text = try String(contentsOf: docs.appending(path: "honesty.csv"), encoding: .utf8)
    let lines = text.split(separator: "\n")
    #expect(lines.first.map(String.init) == HonestyRow.header)
    let rows = lines.dropFirst().compactMap(HonestyRow.init)
    #expect(rows.count == lines.count - 1)
    return rows
  }

  /// Whether the study has been made.
  private static var isMade: Bool {
    FileManager.default.fileExists(atPath: docs.appending(path: "honesty.csv").path)
  }

  @Test(.enabled(if: count != nil)) func `the study is made anew`() async throws {
    let count = try #require(Self.count)
    let named = Self.environment["SCROLLFIT_HONESTY_LAWS"]?.split(separator: ",").map(String.init)
    let laws = SimulatedLaw.all.filter { named?.contains($0.key) ?? true }
    #expect(laws.count == named?.count ?? SimulatedLaw.all.count, "laws are named by their keys")
    for law in laws {
      let found = await withTaskGroup(of: (Int, [HonestyRow]).self) { group in
        for (index, cell) in RecordingCell.all.enumerated() {
          group.addTask {
            let share = cell.fault == .robust ? law.robustShare : cell.fault.share
            let tally = HonestyTally(law, cell, count: count / share)
            return (index, HonestyRow.rows(law, cell, tally))
          }
        }
        return await group.reduce(into: [Int: [HonestyRow]]()) { $0[$1.0] = $1.1 }
      }
      // What is done is kept: the rows of a law take the place of its old ones.
      let before = Self.isMade ? try Self.rows() : []
      let rows = SimulatedLaw.all.flatMap { other in
        other.key == law.key
          ? RecordingCell.all.indices.flatMap { found[$0] ?? [] }
          : before.filter { $0.law == other.key }
      }
      let lines = [HonestyRow.header] + rows.map(\.text)
      try (lines.joined(separator: "\n") + "\n").write(
        to: Self.docs.appending(path: "honesty.csv"), atomically: true, encoding: .utf8)
      // As the file says it, to its last digits.
      try Self.writePage(try Self.rows())
      print("\(law.key): \(found.count) cells")
    }
  }

  /// The page around its tables.
  private static func page() throws -> (before: String, tables: String, after: String) {
    let text = try String(contentsOf: docs.appending(path: "Honesty.md"), encoding: .utf8)
    let start = try #require(text.range(of: "<!-- tables -->\n"))
    let end = try #require(text.range(of: "<!-- end of tables -->"))
    return (
      String(text[..<start.upperBound]), String(text[start.upperBound..<end.lowerBound]),
      String(text[end.lowerBound...])
    )
  }

  private static func writePage(_ rows: [HonestyRow]) throws {
    let page = try page()
    try (page.before + HonestyPage(rows: rows).text + page.after).write(
      to: docs.appending(path: "Honesty.md"), atomically: true, encoding: .utf8)
  }

  @Test func `the tables of the page are those of the file`() throws {
    #expect(try Self.page().tables == HonestyPage(rows: try Self.rows()).text)
  }

  @Test func `every law, screen and kind of recording is looked at`() throws {
    let rows = try Self.rows()
    // The intervals of a momentum are studied by MomentumTests: it is no law of a scroll view's constants.
    for law in Laws.all.map({ $0.description.key }) where law != MomentumLaw.description.key {
      let simulated = try #require(SimulatedLaw.all.first { $0.key == law })
      for key in simulated.constants {
        let cells = rows.filter { $0.law == law && $0.constant == key }.map(\.cell)
        #expect(Set(cells) == Set(RecordingCell.all), "\(law) \(key)")
      }
    }
  }

  @Test func `a fit whose times are in error doubts its intervals, a clean one does not`() throws {
    for (fault, isDoubted) in [(RecordingCell.Fault.samples, true), (.clean, false)] {
      let cell = RecordingCell(scale: 3, rate: 60, fault: fault)
      let tally = HonestyTally(.bounce, cell, count: 40)
      let weighted = tally.warnings[.stampsWeighted] ?? 0
      #expect((weighted > 20) == isDoubted)
      // Beside those weighted, what rounding does not explain.
      let doubted = tally.warnings[.coverageUnsure] ?? 0
      #expect(isDoubted ? doubted >= weighted : doubted == 0)
      #expect(tally.constants["phi"]!.warned >= weighted)
    }
  }

  @Test func `a fit that cannot tell whether its stamps are in error says so, and the others hold`()
    throws
  {
    let cell = RecordingCell(scale: 1, rate: 60, fault: .stamps)
    let found = try #require(HonestyTally(.spring, cell, count: 200).constants["a"])
    let unwarned = found.stated - found.warned
    #expect((10...50).contains(found.warned))
    #expect(Double(found.unwarnedCovered) >= 0.92 * Double(unwarned))
    #expect(Double(found.covered - found.unwarnedCovered) < 0.75 * Double(found.warned))
  }

  /// The first stamp is off its frame, which moved it by that much: one interval in five held.
  @Test func `a handover is timed by the frames where stamps were put on them`() throws {
    let cell = RecordingCell(scale: 3, rate: 60, fault: .stamps)
    let found = try #require(HonestyTally(.transfer, cell, count: 40).constants["handover_time"])
    #expect(found.stated >= 38)
    #expect(Double(found.covered) >= 0.85 * Double(found.stated))
  }

  @Test func `clean cells hold what an interval of 95 % promises`() throws {
    let clean = try Self.rows().filter { $0.cell.fault == .clean && !$0.isDerived }
    let held = clean.filter { HonestyRow.clean.contains($0.coverage) }
    #expect(clean.allSatisfy { $0.recordings >= 2000 })
    #expect(Double(held.count) >= 0.95 * Double(clean.count))
    #expect(clean.allSatisfy { $0.unfitted == 0 })
  }

  /// What the file says holds for the tool as it is: fewer recordings, all screens together.
  @Test(arguments: SimulatedLaw.all.map(\.key))
  func `clean recordings still come out as the file says`(_ law: String) throws {
    let simulated = try #require(SimulatedLaw.all.first { $0.key == law })
    let rows = try Self.rows().filter { $0.law == law && $0.cell.fault == .clean }
    let cells = RecordingCell.all.filter { $0.fault == .clean }
    let count = 40
    var covered: [String: Int] = [:]
    var stated: [String: Int] = [:]
    for cell in cells {
      let tally = HonestyTally(simulated, cell, count: count)
      for (key, found) in tally.constants {
        covered[key, default: 0] += found.covered
        stated[key, default: 0] += found.stated
      }
    }
    for key in simulated.constants {
      let own = rows.filter { $0.constant == key }
      let expected = own.reduce(0) { $0 + $1.coverage } / Double(own.count) / 100
      let n = Double(try #require(stated[key]))
      let deviation = (expected * (1 - expected) / n).squareRoot()
      let found = Double(covered[key] ?? 0) / n
      #expect(n >= 0.99 * Double(count * cells.count), "\(key)")
      #expect((found - expected).magnitude <= 4 * deviation, "\(key): \(found), \(expected)")
    }
  }
}
