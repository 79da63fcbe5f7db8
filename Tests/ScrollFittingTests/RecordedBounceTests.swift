import RealModule
import ScrollFitting
import ScrollTraces
import Testing

/// The real recordings, against numbers made by Tests/Oracles without any of this code.
struct RecordedBounceTests {
  private func fit(_ name: String, _ change: (inout FitOptions) -> Void = { _ in }) throws -> Fit {
    var options = FitOptions()
    change(&options)
    let fits = try BounceLaw.fit(try Repository.trace(name), axis: .y, options: options)
    return try #require(fits.first)
  }

  struct Minimum: Sendable {
    var file: String
    var delta: Double
    var amplitude: Double
    var phase: Double
    var sumOfSquares: Double
    var hc3: Double
    var rms: Double
  }

  /// Tests/Oracles/bounce_minima.csv, rows real-3x and real-2x.
  static let minima = [
    Minimum(
      file: "uiscrollview-bounce-3x", delta: 10.92555889064394354500327,
      amplitude: 4301.843457967513821474546, phase: 0.009247890080285596774829321,
      sumOfSquares: 1.291085354286666719875897, hc3: 0.012897209472208901821, rms: 0.17),
    Minimum(
      file: "uiscrollview-bounce-2x", delta: 10.92724133221768996754592,
      amplitude: 2236.143362428853546210970, phase: 0.004485018910173645861461987,
      sumOfSquares: 0.7947513423858442166685659, hc3: 0.010791851526432703408, rms: 0.14),
  ]

  @Test(arguments: minima, [FitOptions.Method.descent, .newton])
  func `both searches end in the minimum found with 50 digits`(
    _ minimum: Minimum, _ method: FitOptions.Method
  ) throws {
    let fit = try fit(minimum.file) { $0.method = method }
    // The search's own certificate is 1e-9.
    let tolerance = 1e-9
    #expect(try value(fit, "delta").isClose(to: minimum.delta, tolerance))
    #expect(try value(fit, "C").isClose(to: minimum.amplitude, tolerance))
    #expect(try value(fit, "phi").isClose(to: minimum.phase, 1e-8))
    #expect(fit.residual.sumOfSquares.isClose(to: minimum.sumOfSquares, tolerance))
    #expect(fit.residual.rms <= minimum.rms)
    #expect(fit.search.converged)
  }

  @Test func `the HC3 error of the 3x recording is that of the oracle`() throws {
    // Its residuals exceed the rounding, so nothing is drawn up; the 2x one's do not.
    let fit = try fit("uiscrollview-bounce-3x")
    let error = try #require(fit["delta"]?.hc3Error)
    #expect(error.isClose(to: 0.012897209472208901821, 1e-9))
  }

  @Test func `the 3x recording is no rounded critical bounce, the 2x one may be`() throws {
    let three = try #require(try fit("uiscrollview-bounce-3x").feasibility)
    #expect(three.interval == nil)
    // Tests/Oracles/feasible.csv.
    #expect(three.smallestError.isClose(to: 0.27272088097749171, 1e-8))
    let two = try #require(try fit("uiscrollview-bounce-2x").feasibility)
    #expect(two.smallestError.isClose(to: 0.24154454482634022, 1e-8))
    let interval = try #require(two.interval)
    #expect(try #require(interval.lower).isClose(to: 10.929369443263, 1e-9))
    #expect(try #require(interval.upper).isClose(to: 10.941564295252, 1e-9))
  }

  struct Published: Sendable {
    var file: String
    var amplitude: Double
    var delta: Double
    var phase: Double
    var moves: Int
  }

  /// Tests/Oracles/article_search.csv, single precision.
  static let published = [
    Published(
      file: "uiscrollview-bounce-3x", amplitude: 4250, delta: 10.8301525,
      phase: 0.00999999791, moves: 5789),
    Published(
      file: "uiscrollview-bounce-2x", amplitude: 2215, delta: 10.850153,
      phase: 0.00499999709, moves: 3649),
  ]

  @Test(arguments: published)
  func `the published search ends where its re-implementation in C ends`(
    _ published: Published
  ) throws {
    let fit = try fit(published.file) {
      $0.method = .article
      $0.recordsPath = true
    }
    // Printed with nine digits there.
    #expect(try value(fit, "C") == published.amplitude)
    #expect(try value(fit, "delta").isClose(to: published.delta, 1e-8))
    #expect(try value(fit, "phi").isClose(to: published.phase, 1e-8))
    #expect(fit.search.moves == published.moves)
    #expect(fit.path.count == published.moves + 1)
    #expect(fit["delta"]?.standardError == nil)
    #expect(fit["delta"]?.reason != nil)
  }

  @Test func `a published search that steps to and fro between equal sums is ended`() throws {
    // Pixels of 1/3 pt: a bounce, a first value before it and a stray one.
    let pixels = [
      0, 1804, 1795, 1808, 1832, 1859, 4911, 1909, 1930, 1948, 1962, 1974, 1983, 1991, 1996, 2001,
      2004, 2007, 2009, 2011, 2012, 2013, 2014, 2014, 2014, 2015, 2015, 2015, 2015, 2015, 2015,
      2015,
    ]
    let offsets = pixels.map { Double($0) / 3 } + [Double](repeating: 672, count: 208)
    var options = FitOptions()
    options.method = .article
    let trace = Trace(
      times: offsets.indices.map { Double($0) / 60 },
      channels: [Channel(.offset, values: offsets)])
    let fit = try #require(try BounceLaw.fit(trace, axis: .y, options: options).first)
    #expect(fit.search.reason == "alternates between points with equal sums and never ends")
    #expect(fit.search.moves < 100_000 && fit.search.evaluations == 6 * fit.search.moves)
    #expect(try value(fit, "delta").isClose(to: 21.4004, 1e-5))
  }

  @Test(arguments: [[0, 0, 0], [1000, 5, 0.02], [9000, 20, 0.001], [100, 2, 0.05]])
  func `the descent with halving walks to the minimum from anywhere`(_ start: [Double]) throws {
    let fit = try fit("uiscrollview-bounce-3x") {
      $0.start = start
      $0.recordsPath = true
    }
    #expect(fit.search.converged)
    #expect(try value(fit, "delta").isClose(to: 10.925558890643944, 1e-6))
    #expect(fit.path.first?.point.prefix(3) == start[...])
    #expect(fit.path.count == fit.search.moves + 1)
    for (earlier, later) in zip(fit.path, fit.path.dropFirst()) {
      #expect(later.sum <= earlier.sum)
    }
  }

  @Test func `the certificate holds: no single move of the last size lowers the sum`() throws {
    let fit = try fit("uiscrollview-bounce-2x")
    let best = [try value(fit, "C"), try value(fit, "delta"), try value(fit, "phi")]
    // Ten times the certificate: below that the sum itself has no digits left.
    for axis in 0..<3 {
      for sign in [-1.0, 1.0] {
        var moved = best
        moved[axis] += sign * 1e-7 * max(best[axis], axis == 2 ? 1 / best[1] : 0)
        #expect(
          sumOfSquares(fit, moved) >= fit.residual.sumOfSquares * (1 - 1e-14))
      }
    }
  }

  /// In two-fold precision would be better; the differences here are 1e-14 of the sum at least.
  private func sumOfSquares(_ fit: Fit, _ point: [Double]) -> Double {
    var sum = 0.0
    for (time, observed) in zip(fit.series.fitTimes, fit.series.observed) {
      let tau = time + point[2]
      let miss = observed - point[0] * tau * Double.exp(-point[1] * tau)
      sum += miss * miss
    }
    return sum
  }

  @Test func `predictions follow from the constants`() throws {
    let fit = try fit("uiscrollview-bounce-3x")
    let amplitude = try value(fit, "C")
    let delta = try value(fit, "delta")
    #expect(
      try value(fit, "max_overscroll").isClose(to: amplitude / (delta * Double.exp(1)), 1e-14))
    #expect(try value(fit, "time_to_max").isClose(to: 1 / delta, 1e-14))
    #expect(try value(fit, "stiffness_per_mass").isClose(to: delta * delta, 1e-14))
    #expect(try value(fit, "damping_per_mass").isClose(to: 2 * delta, 1e-14))
    let settled = try value(fit, "settle_time")
    #expect((amplitude * settled * Double.exp(-delta * settled)).isClose(to: 0.5, 1e-11))
  }
}

private func value(_ fit: Fit, _ key: String) throws -> Double { try #require(fit[key]?.value) }

extension Double {
  /// Relative closeness.
  func isClose(to other: Double, _ tolerance: Double) -> Bool {
    (self - other).magnitude <= tolerance * other.magnitude
  }
}
