import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// The real recording of a deceleration, the article's tables and the recorded rubber band, against
/// numbers from NumPy's least squares.
struct RecordedDecelerationTests {
  private func fit(
    _ law: any Law.Type, _ name: String, _ change: (inout FitOptions) -> Void = { _ in }
  ) throws -> Fit {
    var options = FitOptions()
    change(&options)
    let fits = try law.fit(try Repository.trace(name), axis: .y, options: options)
    #expect(fits.count == 1)
    return try #require(fits.first)
  }

  private func value(_ fit: Fit, _ key: String) throws -> Double {
    try #require(fit[key]?.value, "\(key)")
  }

  @Test(arguments: [FitOptions.Stamps.recorded, .auto], [FitOptions.Method.descent, .newton])
  func `UIScrollView decelerates with k = 1.999 and stops at 10 pt per s`(
    _ stamps: FitOptions.Stamps, _ method: FitOptions.Method
  ) throws {
    let fit = try fit(DecelerationLaw.self, "uiscrollview-deceleration-3x") {
      $0.stamps = stamps
      $0.method = method
    }
    #expect(abs(try value(fit, "k") - 1.999) < 0.008)
    #expect(fit.residual.rms <= 0.115)
    #expect(fit.samples.leading == 1)
    if stamps == .recorded {
      // numpy.linalg.lstsq over (1, e^(-k t)) and scipy.optimize.least_squares over k, first sample left out.
      #expect(abs(try value(fit, "k") - 1.9990186684) < 1e-8)
      #expect(abs(try value(fit, "limit_offset") - 640.0177484326) < 1e-6)
      #expect(abs(fit.residual.rms - 0.1070897978) < 1e-9)
    }
    let end = try #require(fit["end_velocity"])
    #expect(abs(try #require(end.value) - 10.05) < 0.1)
    #expect(fit["stop_velocity"]?.value == nil)
    let rate = try #require(fit["deceleration_rate"])
    #expect(try #require(rate.interval).contains(0.998))
    #expect(fit.warnings.contains { $0.code == .startLeftOut })
  }

  @Test func `of both forms the continuous one describes UIScrollView better`() throws {
    let fit = try fit(DecelerationLaw.self, "uiscrollview-deceleration-3x") {
      $0.comparesForms = true
    }
    try #require(fit.forms.count == 2)
    let (continuous, discrete) = (fit.forms[0], fit.forms[1])
    #expect(continuous.isQuoted && !discrete.isQuoted)
    #expect(continuous.rms < discrete.rms)
    #expect(try #require(continuous.aicc) < #require(discrete.aicc) - 2)
  }

  @Test func `a constant friction is not needed`() throws {
    let fit = try fit(DecelerationLaw.self, "uiscrollview-deceleration-3x") { $0.coulomb = true }
    let test = try #require(fit.tests.first)
    #expect(test.hypothesis == "coulomb = 0")
    let friction = try #require(fit["coulomb"])
    let ratio = try #require(friction.value) / #require(friction.standardError)
    #expect(abs(test.statistic - ratio) < 1e-12)
    #expect(test.probability > 0.05)
    // AICc of the law without friction is lower: the friction does not earn its parameter.
    #expect(try #require(test.aiccDifference) < 0)
  }

  @Test func `a stop rule gives rest offset, distance and duration`() throws {
    let fit = try fit(DecelerationLaw.self, "uiscrollview-deceleration-3x") { $0.stopSpeed = 10 }
    #expect(fit.stop == .given(speed: 10))
    let k = try value(fit, "k")
    let v0 = try value(fit, "v0")
    #expect(abs(try value(fit, "distance") - (v0 - 10) / k) < 1e-9)
    #expect(abs(try value(fit, "duration") - Double.log(v0 / 10) / k) < 1e-9)
    #expect(abs(try value(fit, "rest_offset") - (value(fit, "x0") + (v0 - 10) / k)) < 1e-9)
  }

  @Test func `the line through the article's flings gives k and the stopping speed`() throws {
    let fit = try fit(DecelerationLaw.self, "article-deceleration-table")
    #expect(abs(try value(fit, "k") - 2.0014) < 0.0005)
    #expect(try #require(fit["k"]?.interval).contains(2.002003))
    #expect(try #require(fit["stop_velocity"]?.interval).contains(10))
    let correlation = try #require(fit.correlations.first)
    // Of slope and intercept: mean / sqrt(mean^2 + variance) of the speeds.
    #expect(abs(abs(correlation.value) - 0.86) < 0.01)
  }

  @Test
  func `with d held the article's flings stop at 9 to 10.5 pt per s, and iOS 6's sum is worse`()
    throws
  {
    let rate = DecelerationRate(perMillisecond: 0.998).perSecond
    let held = try fit(DecelerationLaw.self, "article-deceleration-table") {
      $0.fixed["k"] = rate
      $0.comparesForms = true
    }
    #expect((9...10.5).contains(try value(held, "stop_velocity")))
    #expect(held["k"]?.isFixed == true)
    #expect(held.forms.map(\.form) == ["continuous", "discrete"])
    #expect(held.forms[1].rms > 3 * held.forms[0].rms)
  }

  @Test func `the article's bounces give delta from the slope and the settle threshold`() throws {
    let free = try fit(BounceLaw.self, "article-bounce-table")
    #expect(abs(try value(free, "delta") - 11.0) < 0.2)
    #expect(free.warnings.contains { $0.code == .peaksBiased })
    let held = try fit(BounceLaw.self, "article-bounce-table") { $0.fixed["delta"] = 10.9 }
    let threshold = try #require(held["settle_threshold"])
    #expect((0.40...0.55).contains(try #require(threshold.value)))
    // The mean of v T e^(-10.9 T) over the four rows, and its standard error.
    #expect(abs(try #require(threshold.value) - 0.475419) < 1e-6)
    #expect(try #require(threshold.standardError) > 0)
  }

  @Test func `the recorded rubber band has c = 0.55 and d the bounds`() throws {
    let held = try fit(RubberBandLaw.self, "uiscrollview-rubber-band-3x")
    #expect(held["d"]?.isFixed == true)
    #expect(abs(try value(held, "c") - 0.5499) < 0.0005)
    // Rounding leaves c from 0.54994 to 0.55004: 0.55 itself, and less than least squares can tell.
    let feasible = try #require(held["c"]?.feasible)
    #expect(feasible.contains(0.55))
    #expect(try #require(feasible.upper) - #require(feasible.lower) < 1e-4)
    let free = try fit(RubberBandLaw.self, "uiscrollview-rubber-band-3x") { $0.freed = ["d"] }
    #expect(abs(try value(free, "c") - 0.550) < 0.002)
    #expect(abs(try value(free, "d") - 681.7) < 5)
    #expect(try #require(free["d"]?.interval).contains(681.667))
    // The bounds are held to three times the precision that the pull itself has.
    #expect(try #require(held["c"]?.standardError) < 0.5 * #require(free["c"]?.standardError))
  }
}

/// Glides found in recordings of several gestures.
struct GlideTests {
  @Test(arguments: [true, false], [Axis.y, .x])
  func `every glide of a session is found, and no drag is taken for one`(
    _ isNamed: Bool, _ axis: Axis
  ) throws {
    for seed in UInt64(1)...30 {
      var random = RandomSource(seed: seed)
      let session = ScrollSession.random(
        axes: [ScrollAxis(axis)], gestures: 5, random: &random)
      var recorder = Recorder()
      recorder.frameCount = Int(session.end * recorder.rate) + 1
      var trace = recorder.record(session, random: &random)
      // Fewer than eight frames before an edge tell nothing.
      let glides = (trace.phases ?? []).filter { $0.label == "deceleration" }
      let expected = glides.filter { $0.range.count >= 8 }.map {
        trace.times[$0.range.lowerBound]...trace.times[$0.range.upperBound - 1]
      }
      let short = glides.filter { $0.range.count < 8 }.map { trace.times[$0.range.lowerBound] }
      if !isNamed { trace.phases = nil }
      let fits = try DecelerationLaw.fit(trace, axis: axis, options: FitOptions()).filter { fit in
        !short.contains { abs((fit.window?.lowerBound ?? 0) - $0) < 0.1 }
      }
      try #require(fits.count == expected.count, "seed \(seed)")
      for (fit, glide) in zip(fits, expected) {
        let window = try #require(fit.window)
        // A glide shows from the release on, give or take four frames, and ends when it does.
        #expect(abs(window.lowerBound - glide.lowerBound) < 0.07, "seed \(seed)")
        #expect(abs(window.upperBound - glide.upperBound) < 0.07, "seed \(seed)")
        let k = try #require(fit["k"])
        let error = try #require(k.standardError)
        #expect(abs(try #require(k.value) - 2.002) < 5 * error, "seed \(seed)")
      }
    }
  }

  @Test func `every bounce of a session with named phases is fitted, without the finger's part`()
    throws
  {
    var bounces = 0
    for seed in UInt64(1)...30 {
      var random = RandomSource(seed: seed)
      let session = ScrollSession.random(axes: [ScrollAxis(.y)], gestures: 5, random: &random)
      var recorder = Recorder()
      recorder.frameCount = Int(session.end * recorder.rate) + 1
      let trace = recorder.record(session, random: &random)
      let expected = (trace.phases ?? []).filter { ["bounce", "release"].contains($0.label) }
      let fits = try BounceLaw.fit(trace, axis: .y, options: FitOptions())
      #expect(fits.count == expected.count, "seed \(seed)")
      for fit in fits {
        let delta = try #require(fit["delta"])
        let error = try #require(delta.standardError)
        #expect(abs(try #require(delta.value) - 10.93) < 5 * error, "seed \(seed)")
      }
      bounces += fits.count
    }
    #expect(bounces > 60)
  }

  @Test func `a motion that is stopped from outside is called so`() throws {
    var recorder = Recorder()
    recorder.frameCount = 90
    var random = RandomSource(seed: 7)
    let glide = Deceleration(velocity: 2000, rate: 2)
    let trace = recorder.record(random: &random) { glide.position(at: min($0, 0.6)) }
    let fit = try #require(
      try DecelerationLaw.fit(trace, axis: .y, options: FitOptions()).first)
    #expect(fit.warnings.contains { $0.code == .interrupted })
    let stop = try #require(fit["stop_velocity"]?.value)
    #expect(abs(stop - 2000 * Double.exp(-1.2)) < 10)
  }

  @Test func `a bounce after the glide ends it at the edge, known or inferred`() throws {
    let fling = Deceleration(velocity: -2500, rate: 2.002)
    let edge = -600.0
    let arrival = try #require(fling.time(after: 600))
    let speed = try #require(fling.speed(after: 600))
    let bounce = CriticalBounce(amplitude: speed, decayRate: 10.93)
    for known in [true, false] {
      var recorder = Recorder()
      recorder.frameCount = 120
      var random = RandomSource(seed: 8)
      let trace = recorder.record(
        metadata: Metadata(known ? [.init("edge_top", "\(edge)")] : []), random: &random
      ) { time in
        time < arrival
          ? fling.position(at: time) : edge - bounce.position(at: time - arrival)
      }
      let fits = try DecelerationLaw.fit(trace, axis: .y, options: FitOptions())
      let fit = try #require(fits.first)
      #expect(fits.count == 1)
      #expect(fit.edge?.position == edge)
      #expect(fit.edge?.source == (known ? .metadata : .inferred))
      #expect(try #require(fit.window).upperBound <= arrival)
      #expect(try #require(fit["k"]?.interval).contains(2.002))
      #expect(fit.warnings.contains { $0.code == .edgeInferred } == !known)
    }
  }

  @Test func `a drag at an even speed has no deceleration`() throws {
    var recorder = Recorder()
    recorder.frameCount = 60
    var random = RandomSource(seed: 9)
    let trace = recorder.record(random: &random) { 500 * $0 }
    let fit = try #require(
      try DecelerationLaw.fit(trace, axis: .y, options: FitOptions()).first)
    #expect(!fit.search.converged)
    #expect(fit["limit_offset"]?.value == nil)
    #expect(fit["limit_offset"]?.reason?.hasPrefix("not determined") == true)
  }

  @Test func `x and y are fitted each by itself`() throws {
    var recorder = Recorder()
    recorder.frameCount = 240
    var random = RandomSource(seed: 10)
    let down = recorder.record(
      Deceleration(velocity: 1500, rate: 2), axis: .y, stopSpeed: 10, random: &random)
    let across = recorder.record(
      Deceleration(velocity: -900, rate: 5), axis: .x, stopSpeed: 10, random: &random)
    let trace = Trace(
      metadata: down.metadata, times: down.times, channels: down.channels + across.channels)
    let both = TraceResult(trace, law: DecelerationLaw.self, axis: nil, options: FitOptions())
    #expect(both.fits.map(\.axis) == [.y, .x])
    #expect(try #require(both.fits[0]["k"]?.interval).contains(2))
    #expect(try #require(both.fits[1]["k"]?.interval).contains(5))
    let one = TraceResult(trace, law: DecelerationLaw.self, axis: .x, options: FitOptions())
    #expect(one.fits.map(\.axis) == [.x])
    #expect(one.fits[0]["k"]?.value == both.fits[1]["k"]?.value)
  }
}
