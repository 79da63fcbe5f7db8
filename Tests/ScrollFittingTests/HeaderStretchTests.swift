import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

struct HeaderStretchTests {
  /// A recording of offsets and heights.
  private func trace(
    _ offsets: [Double], metadata: [Metadata.Entry] = [], _ height: (Int) -> Double
  ) -> Trace {
    Trace(
      metadata: Metadata(metadata), times: offsets.indices.map { Double($0) / 60 },
      channels: [
        Channel(.offset, values: offsets),
        Channel(.height, values: offsets.indices.map(height)),
      ])
  }

  private func fit(_ trace: Trace, _ change: (inout FitOptions) -> Void = { _ in }) throws -> Fit {
    var options = FitOptions()
    change(&options)
    return try #require(try StretchLaw.fit(trace, axis: .y, options: options).first)
  }

  /// There and back, from 60 pt before 0 to 130 pt beyond.
  private let pull = (0..<120).map { 60 - 95 * (1 - Double.cos(Double($0) * .pi / 60)) }

  @Test(arguments: [(1.0, 200.0, 0.0), (1.2, 220.3, -64.7), (0.35, 90.1, 12.25), (-0.5, 300, 0)])
  func `exact samples give back what they were made from`(
    gain: Double, intercept: Double, breakpoint: Double
  ) throws {
    for isFooter in [false, true] {
      let view = HeaderStretch(
        gain: gain, intercept: intercept, breakpoint: isFooter ? -breakpoint : breakpoint,
        isFooter: isFooter)
      let offsets = pull.map { isFooter ? -$0 : $0 }
      let fit = try fit(trace(offsets) { view.height(offset: offsets[$0]) })
      // A regression of 120 samples is good to some 1e-13 of the largest number.
      #expect(abs(try #require(fit["gain"]?.value) - gain) < 1e-10)
      #expect(abs(try #require(fit["intercept"]?.value) - intercept) < 1e-9)
      #expect(abs(try #require(fit["breakpoint"]?.value) - view.breakpoint) < 1e-8)
      #expect(fit.stamps == .unused)
      #expect(fit.window == nil)
      #expect(fit.formula?.contains("footer") == isFooter)
    }
  }

  /// Heights that scatter where the offset moves on: errors of the offset explain them the better the steeper the law is.
  @Test(arguments: [FitOptions.Method.newton, .descent])
  func `a gain that grows without end is no fit`(method: FitOptions.Method) throws {
    let scatter = [198.1, 203.7, 194.2, 204.9]
    let offsets = (0..<80).map { 40 - 2.5 * Double($0) }
    let fit = try fit(trace(offsets) { $0 < 16 ? scatter[$0 % 4] : 206.0072175823152 }) {
      $0.method = method
    }
    #expect(!fit.search.converged && fit.search.reason == "the gain grows without end")
    #expect(fit.residual.rms < 10 && fit.residual.max < 20)
    let gain = try #require(fit["gain"])
    #expect(try #require(gain.value).magnitude < 1 && gain.interval == nil)
  }

  /// Moved along the law, the sample at 0 lands on the other side of the breakpoint each time.
  @Test func `a sample that goes to and fro across the breakpoint comes to rest`() throws {
    let scatter = [-0.057, 0.111, -0.174, 0.147]
    let offsets = (0..<80).map { 40 - 2.5 * Double($0) }
    let fit = try fit(
      trace(offsets) {
        ($0 < 16 ? scatter[$0 % 4] : 0) + 206.0072175823152 - 0.3 * min(0, offsets[$0])
      }
    )
    #expect(fit.search.converged)
    #expect(try #require(fit["gain"]?.interval).contains(0.3))
    #expect(try #require(fit["breakpoint"]?.interval).contains(0))
  }

  private func rounded(_ value: Double) -> Double { (2 * value).rounded() / 2 }

  @Test func `the floor of the residuals is that of both columns`() throws {
    let offsets = pull.filter { $0 < -5 }.map(rounded)
    let view = HeaderStretch(gain: 1.2, intercept: 200)
    let truth = pull.filter { $0 < -5 }
    let fit = try fit(trace(offsets) { rounded(view.height(offset: truth[$0])) })
    let gain = try #require(fit["gain"]?.value)
    let floor = try #require(fit.residual.floor)
    #expect(abs(floor - (0.25 + gain * gain * 0.25).squareRoot() / 12.0.squareRoot()) < 1e-12)
    #expect(fit.residual.rms < 1.3 * floor)
  }

  @Test func `a recording that never leaves the stretch has no breakpoint`() throws {
    let offsets = pull.filter { $0 < -5 }
    let view = HeaderStretch(gain: 1.2, intercept: 200, breakpoint: -2)
    let open = trace(offsets) { view.height(offset: offsets[$0]) }
    let found = try fit(open)
    #expect(found["breakpoint"]?.value == nil)
    #expect(found["breakpoint"]?.reason?.contains("no sample lies beyond it") == true)
    // 200 - 1.2 * 2 at an offset of 0.
    #expect(abs(try #require(found["intercept"]?.value) - 197.6) < 1e-9)
    #expect(found.warnings.map(\.code).contains(.noBreakpoint))
    #expect(!found.tests.contains { $0.hypothesis.hasPrefix("breakpoint") })
    let held = try fit(open) { $0.fixed["breakpoint"] = -2 }
    #expect(abs(try #require(held["intercept"]?.value) - 200) < 1e-9, "\(held.parameters)")
    #expect(!held.warnings.map(\.code).contains(.noBreakpoint))
  }

  @Test func `a height that never changes, a table and a missing height fail with their reasons`() {
    func code(_ trace: Trace) -> FitFailure.Code? {
      do {
        _ = try StretchLaw.fit(trace, axis: .y, options: FitOptions())
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code(trace(pull) { _ in 200 }) == .noMotion)
    let flat = pull.map { $0 + 200 }.map(rounded)
    #expect(code(trace(flat) { $0 % 7 == 0 ? 200.5 : 200 }) == .noMotion)
    #expect(
      code(Trace(times: [0, 1, 2], channels: [Channel(.offset, values: [0, 1, 2])])) == .noHeight)
    #expect(
      code(Trace(times: [0, 1, 2], channels: [Channel(.height, values: [0, 1, 2])])) == .noChannel)
    #expect(
      code(Trace(times: [0, 1, 2], channels: [Channel(.velocity, values: [0, 1, 2])])) == .isTable)
    #expect(code(trace([0, -1]) { [200, 201][$0] }) == .tooFewSamples)
  }

  @Test func `fixed parameters are held, and the others make the best of it`() throws {
    let view = HeaderStretch(gain: 1.2, intercept: 200)
    let samples = trace(pull.map(rounded)) { rounded(view.height(offset: pull[$0])) }
    let held = try fit(samples) {
      $0.fixed = ["gain": 1.2, "intercept": 200, "breakpoint": 0]
    }
    #expect(held.parameters.allSatisfy { $0.isFixed })
    let one = try fit(samples) { $0.fixed = ["gain": 1.2] }
    #expect(one["gain"]?.isFixed == true)
    let breakpoint = try #require(one["breakpoint"])
    #expect(breakpoint.interval?.contains(0) == true)
    let wrong = try fit(samples) { $0.fixed = ["gain": 1] }
    #expect(wrong.warnings.map(\.code).contains(.lawRejected))
  }

  @Test func `the breakpoint is tested against the edge of the file, or the one given`() throws {
    let view = HeaderStretch(gain: 1, intercept: 200.2, breakpoint: -88)
    let offsets = pull.map { $0 - 88 }
    let samples = trace(offsets.map(rounded), metadata: [.init("edge_top", "-88")]) {
      rounded(view.height(offset: offsets[$0]))
    }
    let tests = try fit(samples).tests
    let known = try #require(tests.last)
    #expect(known.hypothesis == "breakpoint = -88")
    #expect(known.probability > 0.05)
    let moved = try fit(samples) { $0.edge = -80 }
    let other = try #require(moved.tests.last)
    #expect(other.hypothesis == "breakpoint = -80")
    #expect(other.probability < 1e-6)
    let gain = try #require(tests.first)
    #expect(gain.hypothesis == "gain = 1")
    #expect(gain.probability > 0.01)
  }

  @Test func `a height of the frame before is told, and one that differs between up and down`()
    throws
  {
    let view = HeaderStretch(gain: 1.2, intercept: 200)
    let late = try fit(
      trace(pull.map(rounded)) { rounded(view.height(offset: pull[max(0, $0 - 1)])) })
    let message = try #require(late.warnings.first { $0.code == .hysteresis }).message
    #expect(message.hasPrefix("the height lags the offset by "))
    let sticky = try fit(
      trace(pull.map(rounded)) {
        rounded(view.height(offset: pull[$0]) + ($0 > 60 && pull[$0] < -3 ? 3 : 0))
      })
    let other = try #require(sticky.warnings.first { $0.code == .hysteresis }).message
    #expect(other.contains("while the offset grows"))
    let right = try fit(trace(pull.map(rounded)) { rounded(view.height(offset: pull[$0])) })
    #expect(!right.warnings.map(\.code).contains(.hysteresis))
    #expect(!right.warnings.map(\.code).contains(.lawRejected))
  }

  @Test func `order, shift and size of the offsets do not matter`() throws {
    let view = HeaderStretch(gain: 1.2, intercept: 200.25)
    let offsets = pull.map(rounded)
    let heights = pull.map { rounded(view.height(offset: $0)) }
    let first = try fit(trace(offsets) { heights[$0] })
    let back = try fit(trace(offsets.reversed()) { heights[heights.count - 1 - $0] })
    let moved = try fit(trace(offsets.map { $0 + 1000 }) { heights[$0] + 500 })
    for (other, shift) in [(back, (0.0, 0.0)), (moved, (500.0, 1000.0))] {
      #expect(abs(first["gain"]!.value! - other["gain"]!.value!) < 1e-9)
      #expect(abs(first["intercept"]!.value! + shift.0 - other["intercept"]!.value!) < 1e-7)
      #expect(abs(first["breakpoint"]!.value! + shift.1 - other["breakpoint"]!.value!) < 1e-6)
      #expect(
        abs(first["gain"]!.standardError! / other["gain"]!.standardError! - 1) < 1e-6)
    }
  }
}
