import Testing

/// Glides of laws that no command fits, in batches, checks and comparisons.
@Suite struct OtherGlideTests {
  private static let speeds = [400, 800, 1000, 1500, 2000, 2500, 3000, 4000]

  /// A folder `r` with glides of an engine.
  private func workspace(_ engine: String, _ speeds: [Int] = speeds) async throws -> Workspace {
    let workspace = try Workspace()
    let list = speeds.map(String.init).joined(separator: " ")
    _ = try await workspace.shell(
      """
      mkdir r
      for v in \(list); do "$SCROLLFIT" simulate \(engine) v0=$v -o r/$v.csv; done
      """)
    return workspace
  }

  @Test func `a glide whose law is found with its constants is measured, whatever its speed`()
    async throws
  {
    let workspace = try await workspace("egui")
    let batch = try await workspace.run("batch", "--format", "ndjson", "r")
    #expect(batch.code == 0, "\(batch.error)")
    var missed = 0
    for line in batch.lines.dropLast() {
      let result = try JSONValue(String(line))
      let constants = result["constants"].elements
      #expect(constants.count == 1 && constants[0]["law"].string == "constant-deceleration")
      let ends = constants.first?["interval"].elements.compactMap(\.double) ?? []
      try #require(ends.count == 2)
      // One of eight intervals of 95 % may miss, and none by its width.
      if ends[0] > 1000.2 || ends[1] < 999.8 { missed += 1 }
      let width = ends[1] - ends[0]
      #expect(ends[0] - width < 1000 && ends[1] + width > 1000, "\(result["source"]) \(ends)")
    }
    #expect(missed <= 1)
    let check = try await workspace.run("check", "--reference", "egui", "r")
    #expect(check.code == 0 && check.output.contains("\npassed: "), "\(check.output)")
    let update = try await workspace.run("check", "--update", "r")
    #expect(update.code == 0 && !update.error.contains("not watched"), "\(update.error)")
    #expect(update.output.contains("8 recordings, 1 pooled constant\n"), "\(update.output)")
    let compare = try await workspace.run("compare", "r", "egui")
    #expect(compare.code == 0 && compare.output.contains("what a user feels"), "\(compare.output)")
  }

  @Test func `a glide that only laws of other shapes follow as well is not measured`() async throws
  {
    let workspace = try await workspace("flutter-android", [400])
    let batch = try await workspace.run("batch", "--format", "ndjson", "r")
    #expect(batch.code == 65)
    #expect(try JSONValue(String(batch.lines[0]))["constants"].elements.isEmpty)
  }

  @Test
  func `a table has the constants of recordings without a fit, and says where there are none`()
    async throws
  {
    let workspace = try await workspace("android", [400, 1500])
    let table = try await workspace.run("batch", "--format", "csv", "r")
    let rows = table.lines.dropFirst().dropLast()
    #expect(table.code == 0 && rows.count == 2, "\(table.output)")
    #expect(
      rows.contains {
        $0.hasPrefix("r/1500.csv,") && $0.contains(",,android-spline,,,,constant,friction,0.0149")
          && $0.hasSuffix(",false,,,")
      }, "\(rows)")
    #expect(
      rows.contains { $0.hasPrefix("r/400.csv,") && $0.contains(",\"no fit, and no constant") },
      "\(rows)")
    let columns = table.lines[0].count { $0 == "," }
    #expect(
      rows.allSatisfy { $0.replacing("no fit, and", with: "").count { $0 == "," } == columns })
    let update = try await workspace.run("check", "--update", "r")
    #expect(
      update.error.contains(
        "note: 1 recording tells no constant and is not watched: 'r/400.csv'\n"),
      "\(update.error)")
  }
}
