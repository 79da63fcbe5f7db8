import ScrollFitting
import ScrollTraces
import Testing

/// Numbers that no recording has must end in a refusal or in finite numbers, never in a trap.
struct ExtremeTests {
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var times: [Double]
    var values: [Double]
  }

  private static let bump: [Double] = [0, 5, 9, 7, 4, 2, 1, 0.5, 0.25, 0.1, 0, 0]

  static let cases: [Case] = [
    Case(
      testDescription: "times from end to end of what a double holds",
      times: bump.indices.map { -1.7e308 + Double($0) * 3e307 }, values: bump),
    Case(
      testDescription: "frames 1e-300 s apart", times: bump.indices.map { Double($0) * 1e-300 },
      values: bump),
    Case(
      testDescription: "frames an hour apart", times: bump.indices.map { Double($0) * 3600 },
      values: bump),
    Case(
      testDescription: "frames 30 years apart", times: bump.indices.map { Double($0) * 1e9 },
      values: bump),
    Case(
      testDescription: "all stamps equal", times: bump.map { _ in 1 }, values: bump),
    Case(
      testDescription: "offsets of 1e300 pt", times: bump.indices.map { Double($0) / 60 },
      values: bump.map { $0 * 1e300 }),
    Case(
      testDescription: "denormal offsets", times: bump.indices.map { Double($0) / 60 },
      values: bump.map { $0 * 1e-321 }),
    Case(
      testDescription: "offsets from end to end of what a double holds",
      times: bump.indices.map { Double($0) / 60 },
      values: bump.indices.map { $0 % 2 == 0 ? 1.7e308 : -1.7e308 }),
    Case(
      testDescription: "two samples", times: [0, 1], values: [0, 5]),
    Case(
      testDescription: "one sample", times: [0], values: [5]),
  ]

  @Test(arguments: cases, [0, 1e308, -88])
  func `nothing traps, and no number is NaN or infinite`(_ example: Case, _ edge: Double) {
    for method in FitOptions.Method.allCases {
      var options = FitOptions()
      options.method = method
      options.edge = edge
      let trace = Trace(
        times: example.times, channels: [Channel(.offset, values: example.values)])
      let result = TraceResult(trace, law: BounceLaw.self, axis: nil, options: options)
      for fit in result.fits {
        for estimate in fit.parameters + fit.derived {
          #expect(estimate.value?.isFinite ?? (estimate.reason != nil))
          #expect(estimate.standardError?.isFinite ?? true)
          for interval in [estimate.interval, estimate.profile, estimate.feasible] {
            #expect(interval?.lower?.isFinite ?? true)
            #expect(interval?.upper?.isFinite ?? true)
          }
        }
      }
      #expect(!result.fits.isEmpty || result.failure != nil)
    }
  }
}
