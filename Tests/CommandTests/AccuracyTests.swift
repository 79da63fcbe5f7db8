import Testing

/// The constants that the binary finds, against recordings and oracles.
@Suite struct AccuracyTests {
  /// delta of a recorded bounce as it was measured with an independent program, and by how much another
  /// good estimator may differ: half the standard error that rounding alone leaves.
  struct Measured: Sendable, CustomTestStringConvertible {
    var file: String
    var delta: Double
    var tolerance: Double
    var largestRMS: Double
    var isFeasible: Bool
    var testDescription: String { file }
  }

  static let measured = [
    Measured(
      file: "uiscrollview-bounce-3x.csv", delta: 10.926, tolerance: 0.012, largestRMS: 0.17,
      isFeasible: false),
    Measured(
      file: "uiscrollview-bounce-2x.csv", delta: 10.927, tolerance: 0.018, largestRMS: 0.14,
      isFeasible: true),
  ]

  private func fit(_ arguments: String...) async throws -> JSONValue {
    let outcome = try await Command.run(["bounce", "--format", "json"] + arguments)
    #expect(outcome.code == 0)
    return try JSONValue(outcome.output)["results"][0]["fits"][0]
  }

  @Test(arguments: measured)
  func `the recorded bounces have the decay rate that was measured`(case: Measured) async throws {
    let path = "SampleTraces/\(`case`.file)"
    let fit = try await fit(path)
    let delta = fit["parameters"]["delta"]
    #expect(abs(try #require(delta["value"].double) - `case`.delta) <= `case`.tolerance)
    #expect(try #require(fit["residual"]["rms_pt"].double) <= `case`.largestRMS)
    #expect(delta["feasible"].isNull == !`case`.isFeasible)
    #expect(fit["feasibility"]["interval"].isNull == !`case`.isFeasible)

    let text = try await Command.run(["bounce", "--details", path]).output
    #expect(text.contains("rounding allows none") == !`case`.isFeasible)
    let words = text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(
      words.contains("W405 no critically damped bounce reproduces these samples after rounding")
        == !`case`.isFeasible)
    #expect(
      words.contains("try the general law with 'scrollfit spring \(path)'") == !`case`.isFeasible)
  }

  @Test(arguments: ["uiscrollview-bounce-3x.csv", "uiscrollview-bounce-2x.csv"])
  func `the published search ends where its C program ends, on the same path`(
    file: String
  ) async throws {
    let oracle = try #require(Command.contents("Tests/Oracles/article_search.csv"))
    let row = try #require(
      oracle.split(separator: "\n").first { $0.hasPrefix("\(file),float,") }
    ).split(separator: ",").map { String($0) }
    let workspace = try Workspace()
    let fit = try await fit(
      "--method", "article", "SampleTraces/\(file)", "--search-path",
      workspace.file("path.csv"))
    // Single precision: the very same numbers, not near ones.
    for (name, column) in [("C", 3), ("delta", 4), ("phi", 5)] {
      let value = try #require(fit["parameters"][name]["value"].double)
      #expect(Float(value) == Float(row[column]), "\(name)")
    }
    #expect(fit["search"]["moves"].double == Double(row[11]))
    #expect(fit["search"]["converged"] == .bool(false))

    let moves = try Table(try #require(workspace.read("path.csv")))
      .rows.filter { $0["moved"] != "start" }
    // FNV-1a of the directions 0 C+, 1 C-, 2 delta+, 3 delta-, 4 phi+, 5 phi-.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for move in moves {
      let axis = try #require(["C", "delta", "phi"].firstIndex(of: move["moved"] ?? ""))
      let direction = axis * 2 + (try #require(move.number("step")) < 0 ? 1 : 0)
      hash = (hash ^ UInt64(48 + direction)) &* 0x100_0000_01b3
    }
    #expect(String(hash, radix: 16) == String(try #require(UInt64(row[14], radix: 16)), radix: 16))
    #expect(moves.count == Int(row[11]))
  }

  @Test(arguments: ["0,0,0", "1000,10,0", "4000,12,0.02", "9000,15,0.005"])
  func `a descent from anywhere ends in the minimum and writes how it came there`(
    start: String
  ) async throws {
    let sample = "SampleTraces/uiscrollview-bounce-3x.csv"
    let best = try await fit(sample)
    let workspace = try Workspace()
    let found = try await fit(
      "--method", "descent", "--start", start, sample, "--search-path",
      workspace.file("path.csv"))
    #expect(found["search"]["converged"] == .bool(true))
    // The certificate is 1e-9 of each coordinate; the sum is flat there, so less of the constants.
    for name in ["C", "delta", "phi"] {
      let expected = try #require(best["parameters"][name]["value"].double)
      let value = try #require(found["parameters"][name]["value"].double)
      #expect(abs(value - expected) <= 1e-5 * abs(expected), "\(name)")
    }

    let table = try Table(try #require(workspace.read("path.csv")))
    #expect(
      table.names == [
        "path", "trace", "fit", "evaluation", "moved", "step", "C_pt_per_s", "delta_per_s",
        "phi_s", "rest_offset_pt", "sum_pt2",
      ])
    let coordinates = ["C_pt_per_s", "delta_per_s", "phi_s"]
    let first = try #require(table.rows.first)
    #expect(first["moved"] == "start")
    #expect(
      coordinates.map { first.number($0) } == start.split(separator: ",").map { Double(String($0)) }
    )
    #expect(Double(table.rows.count - 1) == found["search"]["moves"].double)
    let sums = table.rows.map { $0.number("sum_pt2") ?? .nan }
    // Moves are decided by exact differences; the printed sums carry the rounding of 49 additions.
    #expect(zip(sums, sums.dropFirst()).allSatisfy { $1 <= $0 * (1 + 1e-12) })
    let evaluations = table.rows.map { $0.number("evaluation") ?? .nan }
    #expect(zip(evaluations, evaluations.dropFirst()).allSatisfy { $0 < $1 })
    // Each row differs from the one before in the coordinate it names, by the step it names.
    for (before, after) in zip(table.rows, table.rows.dropFirst()) {
      let axis = try #require(["C", "delta", "phi"].firstIndex(of: after["moved"] ?? ""))
      for (index, name) in coordinates.enumerated() {
        let change = try #require(after.number(name)) - #require(before.number(name))
        let step = index == axis ? try #require(after.number("step")) : 0
        // Coordinates of 1e4 are printed to 1e-12.
        guard abs(change - step) <= 1e-9 * max(1, abs(step)) else {
          Issue.record("\(name) moved by \(change), not \(step)")
          return
        }
      }
    }
  }

  @Test(arguments: [
    ["SampleTraces/uiscrollview-bounce-3x.csv"], ["SampleTraces/uiscrollview-bounce-2x.csv"],
    ["--rest-offset", "SampleTraces/uiscrollview-bounce-3x.csv"],
    ["--method", "article", "SampleTraces/uiscrollview-bounce-2x.csv"],
  ])
  func `the table of residuals adds up to the report`(arguments: [String]) async throws {
    let workspace = try Workspace()
    let outcome = try await Command.run(
      ["bounce", "--format", "json"] + arguments
        + ["--residuals", workspace.file("residuals.csv")])
    let fit = try JSONValue(outcome.output)["results"][0]["fits"][0]
    let table = try Table(try #require(workspace.read("residuals.csv")))
    #expect(
      table.names == [
        "path", "trace", "fit", "law", "axis", "t_s", "observed_pt", "fitted_pt", "residual_pt",
        "weight", "abscissa",
      ])
    #expect(Double(table.rows.count) == fit["samples"]["used"].double)
    var squares = 0.0
    var largest = 0.0
    for row in table.rows {
      let residual = try #require(row.number("residual_pt"))
      let expected = try #require(row.number("observed_pt")) - #require(row.number("fitted_pt"))
      #expect(residual == expected)
      #expect(row["law"] == "bounce")
      #expect(row["path"] == arguments.last)
      squares += residual * residual
      largest = max(largest, abs(residual))
    }
    let rms = (squares / Double(table.rows.count)).squareRoot()
    // The same sum in another order.
    #expect(abs(rms - (try #require(fit["residual"]["rms_pt"].double))) <= 1e-12)
    #expect(largest == fit["residual"]["max_pt"].double)
    #expect(table.rows.first?.number("t_s") == fit["window"]["start_s"].double)
    #expect(table.rows.last?.number("t_s") == fit["window"]["end_s"].double)
  }
}

/// A CSV file without quotes in it.
struct Table {
  struct Row {
    var names: [String]
    var fields: [String]

    subscript(name: String) -> String? {
      names.firstIndex(of: name).flatMap { fields.indices.contains($0) ? fields[$0] : nil }
    }

    func number(_ name: String) -> Double? { self[name].flatMap { Double($0) } }
  }

  var names: [String]
  var rows: [Row]

  init(_ text: String) throws {
    #expect(text.hasSuffix("\n"))
    let lines = text.split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    }
    let header = try #require(lines.first)
    names = header
    rows = lines.dropFirst().map { Row(names: header, fields: $0) }
    #expect(rows.allSatisfy { $0.fields.count == header.count })
  }
}
