import RealModule
import ScrollFitting
import ScrollTraces
import Testing

/// 202 recordings, fitted as a user would, against least-squares minima found with 50 digits by
/// Tests/Oracles/bounce_minima.py.
struct OracleTests {
  struct Minimum {
    var delta: Double
    var amplitude: Double
    var phase: Double
    var sumOfSquares: Double
    var hc3: Double
  }

  private func minima() throws -> [String: Minimum] {
    let lines = try Repository.lines("Tests/Oracles/bounce_minima.csv").filter { $0.first != "#" }
    let header = try #require(lines.first).split(separator: ",", omittingEmptySubsequences: false)
    func column(_ name: String) throws -> Int {
      try #require(header.firstIndex { $0 == name })
    }
    let columns = try ["delta", "C", "phi", "rss", "hc3_delta"].map(column)
    var result: [String: Minimum] = [:]
    for line in lines.dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      let numbers = try columns.map { try #require(Double(String(fields[$0]))) }
      result[String(fields[0])] = Minimum(
        delta: numbers[0], amplitude: numbers[1], phase: numbers[2], sumOfSquares: numbers[3],
        hc3: numbers[4])
    }
    return result
  }

  @Test func `descent, newton and the oracle agree to 1e-9 on 202 recordings`() throws {
    let minima = try minima()
    #expect(minima.count == 202)
    let path = "\(Repository.root)/Tests/Oracles/bounce_traces.csv"
    let traces = try TraceReader().traces(path: path)
    var compared = 0
    var worst = 0.0
    for trace in traces {
      let name = try #require(trace.name)
      let minimum = try #require(minima[name])
      for method in [FitOptions.Method.descent, .newton] {
        var options = FitOptions()
        options.method = method
        // The oracle uses every sample, at its stamp.
        options.keepsSettled = true
        options.stamps = .recorded
        let fit = try #require(try BounceLaw.fit(trace, axis: .y, options: options).first)
        // A first sample at or inside the edge is no part of the stretch.
        guard fit.samples.used == trace.count else { continue }
        compared += 1
        let delta = try #require(fit["delta"]?.value)
        let amplitude = try #require(fit["C"]?.value)
        let phase = try #require(fit["phi"]?.value)
        #expect(delta.isClose(to: minimum.delta, 1e-9), "\(name) \(method)")
        #expect(amplitude.isClose(to: minimum.amplitude, 1e-9), "\(name) \(method)")
        // phi passes through 0: its size is that of 1/delta.
        #expect((phase - minimum.phase).magnitude < 1e-9 / delta)
        #expect(fit.residual.sumOfSquares.isClose(to: minimum.sumOfSquares, 1e-9))
        worst = max(worst, ((delta - minimum.delta) / minimum.delta).magnitude)
      }
    }
    print("\(compared) fits compared, worst relative difference in delta \(worst)")
    #expect(compared >= 2 * 190)
  }
}
