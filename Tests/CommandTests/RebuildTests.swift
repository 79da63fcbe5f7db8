import Testing

/// What programs read of a fit is enough to draw its curve.
@Suite struct RebuildTests {
  struct Case: Sendable {
    var law: String
    /// What `simulate` takes.
    var simulated: String
    var options: [String] = []
  }

  static let cases: [Case] = [
    Case(law: "bounce", simulated: "bounce C=2400 delta=10.93 --edge -88 --scale 3"),
    Case(
      law: "bounce", simulated: "bounce C=2400 delta=10.93 --edge -88 --scale 3",
      options: ["--rest-offset"]),
    Case(
      law: "bounce", simulated: "bounce C=2400 delta=10.93 --edge -88 --scale 3",
      options: ["--method", "article"]),
    Case(law: "decelerate", simulated: "decelerate v0=2000 k=2 --scale 3"),
    Case(
      law: "decelerate", simulated: "decelerate v0=-2000 k=2 coulomb=100 --scale 3",
      options: ["--coulomb"]),
    Case(
      law: "decelerate", simulated: "decelerate v0=2000 d=0.998 form=discrete --scale 3",
      options: ["--form", "discrete"]),
    Case(
      law: "rubber-band", simulated: "rubber-band c=0.55 d=844 travel=400 step=15 --scale 3"),
    Case(law: "spring", simulated: "spring omega=12 zeta=0.4 y0=100 v0=50 --edge 0 --scale 3"),
    Case(
      law: "spring", simulated: "spring omega=12 zeta=1.4 y0=100 v0=50 --edge 0 --scale 3",
      options: ["--rest-offset"]),
    Case(law: "gravity", simulated: "gravity g=1000 height=480 wait=0.2 --scale 2"),
    Case(law: "collision", simulated: "collision e=0.6 g=1000 height=480 --scale 2"),
    Case(law: "resistance", simulated: "resistance r=2 v0=800 --scale 2"),
    Case(law: "stretch", simulated: "stretch gain=1.2 intercept=200 pull=120 --scale 2"),
    Case(
      law: "transfer",
      simulated: "transfer v0=2000 k=2.002 distance=500 m_outer=2 m_inner=1 --scale 2"),
    Case(law: "fit", simulated: "session gestures=6 --axis both --seed 4"),
  ]

  /// How the times of a recording are written.
  enum Stamps: String, CaseIterable, Sendable {
    case exact, jittered, uneven, missing, late, milliseconds, spanned, wheel
  }

  /// The simulated rows with other stamps, or their changes as the deltas of a wheel.
  private func rewritten(_ text: String, _ stamps: Stamps) throws -> String {
    var lines: [String] = []
    var time: Int?
    var previous: Double?
    for line in text.split(separator: "\n") {
      var cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard !line.hasPrefix("#"), let place = time ?? cells.firstIndex(of: "t_s") else {
        lines.append(String(line))
        continue
      }
      let isHeader = time == nil
      time = place
      let t = Double(cells[place]) ?? 0
      let n = Double(lines.count)
      switch stamps {
      case .exact, .spanned: break
      // Within 1.5 ms of the frames, and up to a quarter of a frame off them.
      case .jittered:
        cells[place] = isHeader ? "t_s" : "\(t + 0.0015 * (n * 0.618 - (n * 0.618).rounded()) * 2)"
      case .uneven:
        cells[place] = isHeader ? "t_s" : "\(t + 0.004 * (n * 0.382 - (n * 0.382).rounded()) * 2)"
      case .missing: cells.remove(at: place)
      case .late: cells[place] = isHeader ? "t_s" : "\(t + 1000)"
      case .milliseconds: cells[place] = isHeader ? "t" : "\((t * 10_000).rounded() / 10)"
      case .wheel:
        let value = Double(cells[1])
        cells[1] = isHeader ? "delta_y" : "\((value ?? 0) - (previous ?? value ?? 0))"
        previous = value
      }
      lines.append(cells.joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Half a frame at 60 Hz: further a stamp is never moved.
  private static let halfFrame = 0.5 / 60

  private func check(_ fit: JSONValue, of result: JSONValue, _ name: String) throws {
    let series = fit["series"]
    let fitted = series["fitted"].elements.compactMap(\.double)
    let observed = series["observed"].elements.compactMap(\.double)
    let abscissae = series["abscissae"].elements.compactMap(\.double)
    #expect(fitted.count > 2, "\(name)")
    #expect(fitted.count == observed.count && fitted.count == abscissae.count, "\(name)")
    let rebuilt = try #require(RebuiltCurve(fit, of: result).values(), "\(name)")
    // A discrete deceleration raises d to powers of 3000: 1e-11 of 1000 pt.
    let worst = zip(rebuilt, fitted).reduce(0) { max($0, ($1.0 - $1.1).magnitude) }
    #expect(worst < 1e-9, "\(name): \(fit["law"]) off by \(worst) pt")
    let squares = zip(observed, fitted).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    let rms = try #require(fit["residual"]["rms_pt"].double)
    #expect(
      ((squares / Double(fitted.count)).squareRoot() - rms).magnitude < 1e-12 * (1 + rms), "\(name)"
    )
    guard let origin = fit["window"]["origin_s"].double, series["interval_s"].isNull,
      fit["search"]["method"] != .string("article")
    else { return }
    let recorded = series["recorded_s"].elements.compactMap(\.double)
    #expect(recorded.first == fit["window"]["start_s"].double, "\(name)")
    let moved = zip(abscissae, recorded).reduce(0) { max($0, ($1.0 + origin - $1.1).magnitude) }
    // What only printing moves, by half of 0.1 ms at most, counts as recorded; a discrete deceleration goes in whole ms.
    let isOnFrames = moved > 1e-4 && fit["stamps"]["treatment"] != .string("recorded")
    let limit =
      (isOnFrames ? Self.halfFrame : 1e-4) + (fit["form"] == .string("discrete") ? 1e-3 : 0)
    #expect(moved <= limit, "\(name): a stamp is moved by \(moved) s")
  }

  @Test(arguments: cases, Stamps.allCases)
  func `every curve follows from JSON alone`(_ item: Case, _ stamps: Stamps) async throws {
    if stamps == .wheel, item.law != "decelerate" || !item.options.isEmpty { return }
    let name = "\(item.law) \(item.options) \(stamps)"
    let workspace = try Workspace()
    let simulated = try await Command.run(
      ["simulate"] + item.simulated.split(separator: " ").map(String.init))
    try workspace.write(rewritten(simulated.output, stamps), to: "trace.csv")
    let law = stamps == .wheel ? "fit" : item.law
    let outcome = try await Command.run(
      [law, "--format", "json", "--residuals", "residuals.csv"] + item.options
        + (stamps == .spanned ? ["--from", "0.1"] : []) + ["trace.csv"], in: workspace.path)
    let result = try JSONValue(outcome.output)["results"][0]
    let fits = result["fits"].elements
    #expect(!fits.isEmpty, "\(name)")
    for fit in fits { try check(fit, of: result, name) }
    if stamps == .jittered, item.law == "decelerate", item.options.isEmpty {
      #expect(fits[0]["stamps"]["treatment"] == .string("snapped"))
    }
    if stamps == .wheel { #expect(fits.contains { !$0["series"]["interval_s"].isNull }) }

    // The table of --residuals lists the same numbers.
    let rows = try #require(workspace.read("residuals.csv"))
      .split(separator: "\n").dropFirst().map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
    let lists = ["abscissae", "observed", "fitted"].map { list in
      fits.flatMap { $0["series"][list].elements.compactMap(\.double) }
    }
    let columns = [10, 6, 7].map { column in rows.compactMap { Double($0[column]) } }
    #expect(lists == columns, "\(name)")
  }

  @Test func `batch lists no samples, but where t is 0`() async throws {
    let path = "SampleTraces/uiscrollview-bounce-2x.csv"
    for arguments in [
      ["batch", "--format", "ndjson"], ["batch", "--brief", "--format", "ndjson"],
    ] {
      let outcome = try await Command.run(arguments + [path])
      let line = try #require(outcome.lines.first.map(String.init))
      let fit = try JSONValue(line)["fits"][0]
      #expect(fit["series"].isNull)
      #expect(fit["window"]["origin_s"] == .number(0))
    }
  }

  @Test func `plots hold the times of the curve and those of the file`() async throws {
    let workspace = try Workspace()
    let simulated = try await Command.run([
      "simulate", "decelerate", "v0=2000", "k=2", "--scale", "3",
    ])
    try workspace.write(rewritten(simulated.output, .jittered), to: "trace.csv")
    let outcome = try await workspace.run(
      "decelerate", "--format", "json", "--export", "plot.vl.json", "trace.csv")
    let fit = try JSONValue(outcome.output)["results"][0]["fits"][0]
    let text = try #require(workspace.read("plot.vl.json"))
    let rows = try JSONValue(text)["vconcat"][0]["data"]["values"].elements
    let origin = try #require(fit["window"]["origin_s"].double)
    #expect(
      rows.map { $0["time"].double }
        == fit["series"]["abscissae"].elements.map { ($0.double ?? .nan) + origin })
    #expect(rows.map { $0["recorded"] } == fit["series"]["recorded_s"].elements)
    #expect(rows.contains { $0["time"] != $0["recorded"] })
  }
}
