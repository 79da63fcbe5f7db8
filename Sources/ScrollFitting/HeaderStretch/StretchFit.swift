internal import CurveFitting
internal import ScrollRecordings

/// Fits a stretch with errors in both columns.
///
/// Offsets x and heights h are both rounded: x = xi + u, h = a + g (b - xi) + w on the sloped part, with
/// variances q_o^2/12 and q_h^2/12. A residual r = h - f(x) = g u + w has the variance
/// v = q_h^2/12 + (g p)^2 q_o^2/12, where p is `share(at:)`, and the fit minimises S = sum r^2 / v (York
/// 1966; Deming 1943). v depends on g: with z = b - x and z^ = z + g p q_o^2/12 r / v, its estimate from
/// both columns, dS/dg = -2 sum (r / v) z^ = 0. Ordinary regression uses z instead of z^, and its gain is too small
/// by the fraction of q_o^2/12 in the variance of x.
///
/// The fit is a sequence of weighted least-squares fits with weights 1 / v to the points (x^, f(x^) + r),
/// x^ = x - g p q_o^2/12 r / v: the observed heights moved along the law from x to x^. It repeats with the new law
/// until converged. The solution satisfies the equations above, and its linearisation at x^ gives the errors (York,
/// Evensen, Lopez & De Basabe 2004).
struct StretchFit {
  private(set) var fit: Fit

  init(
    offset: SampledChannel, height: SampledChannel, trace: Trace, options: FitOptions
  ) throws(FitFailure) {
    let axis = offset.channel.axis
    func reference(_ side: Double) -> Double {
      options.edge
        ?? Edge.known(in: trace.metadata, axis: axis).first { $0.sign == -side }?.position ?? 0
    }
    let samples = try StretchSamples(
      offset: offset, height: height, reference: reference, options: options)
    let variances = samples.variances
    var options = options
    options.fixed = samples.fixed
    options.stretchShape = samples.shape
    let points = samples.points
    // The mean variance of a residual; the weights are relative to it.
    func meanVariance(_ law: StretchCoordinates) -> Double {
      points.reduce(0) { $0 + Self.variance(law, at: $1.offset, variances) } / Double(points.count)
    }
    let scale = meanVariance(samples.start)
    let hasRounding = samples.heightError > 0 || samples.offsetError > 0
    let segment = Self.segment(
      samples, offset: offset, height: height, floor: hasRounding ? scale.squareRoot() : nil)
    let free = ["gain", "intercept", "breakpoint"].count { options.fixed[$0] == nil }
    var work = try SegmentFit(
      segment, used: points.indices, law: StretchLaw.description, parameters: free, edge: nil,
      options: options, hint: "record every frame while the header stretches, or fix a parameter")
    var solution = try work.solve(by: StretchSolver.self)
    if let unsettled = Self.weigh(&solution, points, variances, scale: scale, options) {
      solution.isConverged = false
      work.fit.search.reason = unsettled
    } else if options.method == .descent {
      solution.descend(
        from: options.start.map { solution.coordinates.begun(at: $0) }, options, &work.fit)
    }
    let law = solution.coordinates
    let level = LevelUncertainty(
      law, solution.observations,
      bound: samples.level == nil ? 0 : 3.0.squareRoot() * samples.heightError
    ) { $0.intercept += $1 }
    let furthest = points.max { law.stretch(at: $0.offset) < law.stretch(at: $1.offset) }
    let quantities = Self.quantities(
      law, samples: samples, level: level, furthest: furthest?.offset ?? 0)
    try work.describe(&solution, quantities: quantities.stated)
    fit = work.fit
    fit.formula = StretchLaw.formula(samples.shape)
    reportObserved(
      points, law, floor: hasRounding ? meanVariance(law).squareRoot() : nil)
    for (key, bound) in quantities.bounds where bound > 0 {
      fit.update(key) { $0.setInterval(uniform: bound, confidence: options.confidence) }
    }
    let place = reference(samples.shape.side)
    if fit.search.converged {
      test(law, edge: place, bound: quantities.bounds["breakpoint"] ?? 0)
    }
    fit.warnings += StretchWarnings.all(
      fit, solution: solution, samples: samples, offset: offset, height: height, reference: place,
      options: options)
  }

  /// Tests whether the header grows 1 : 1 with the offset, and whether it starts at the edge.
  ///
  /// - Parameter bound: the largest error of the breakpoint from the rounding of the level, in pt.
  private mutating func test(_ law: StretchCoordinates, edge: Double, bound: Double) {
    fit.tests += [
      law.free[0] ? HypothesisTest(fit["gain"], equals: 1) : nil,
      HypothesisTest(fit["breakpoint"], equals: edge, uniform: bound),
    ].compactMap { $0 }
  }

  /// Reports the heights as observed, not moved along the law.
  private mutating func reportObserved(
    _ points: [StretchSamples.Point], _ law: StretchCoordinates, floor: Double?
  ) {
    var series = fit.series
    series.fitTimes = points.map(\.offset)
    series.fitted = points.map { law.value(at: $0.offset) }
    fit.fillSeries(series, floor: floor)
  }

  private static func segment(
    _ samples: StretchSamples, offset: SampledChannel, height: SampledChannel, floor: Double?
  ) -> Segment {
    let points = samples.points
    var segment = Segment(height, range: 0..<0) { $0 }
    segment.axis = offset.channel.axis
    segment.range = (points.first?.index ?? 0)..<(points.last?.index ?? 0) + 1
    segment.times = points.map { offset.times[$0.index] }
    segment.values = points.map(\.height)
    segment.snapped = points.map { height.snapped($0.height) }
    segment.abscissae = points.map(\.offset)
    segment.abscissa = .offset
    segment.ordinate = SeriesQuantity(.height)
    segment.floor = floor
    return segment
  }

  private static func variance(
    _ law: StretchCoordinates, at offset: Double, _ variances: (height: Double, offset: Double)
  ) -> Double {
    let slope = law.speed(at: offset)
    return variances.height + slope * slope * variances.offset
  }

  /// Repeats the regression on the adjusted points until gain and breakpoint converge.
  ///
  /// If heights scatter by more than the rounding of both columns, a steeper law lets offset errors explain more of the
  /// scatter, and the gain can diverge. The result is then the law of the first regression.
  ///
  /// - Returns: why the iteration did not converge; nil if it converged.
  private static func weigh(
    _ solution: inout LawSolution<StretchSolver>,
    _ points: [(index: Int, offset: Double, height: Double)],
    _ variances: (height: Double, offset: Double), scale: Double, _ options: FitOptions
  ) -> String? {
    guard variances.offset > 0 else { return nil }
    let first = solution
    var last = Double.infinity
    for round in 0..<100 {
      // A sample near the breakpoint can alternate between its two sides; half steps stop that.
      let share = round < 20 ? 1 : 0.5
      let law = solution.coordinates
      for (position, point) in points.enumerated() {
        let miss = point.height - law.value(at: point.offset)
        let slope = law.gain * law.shape.side * law.share(at: point.offset)
        let adjusted =
          point.offset - slope * variances.offset * miss
          / variance(law, at: point.offset, variances)
        let present = solution.observations.abscissae[position]
        let moved = present + share * (adjusted - present)
        solution.observations.abscissae[position] = moved
        solution.observations.values[position] = law.value(at: moved) + miss
      }
      solution.weigh(options) { scale / variance($0, at: $1, variances) }
      let next = solution.coordinates
      guard next.gain.magnitude <= NumericLimits.largest,
        next.breakpoint.magnitude <= NumericLimits.largest
      else {
        solution = first
        return "the gain grows without end"
      }
      let change = max(
        (next.gain - law.gain).magnitude / max(next.gain.magnitude, 1e-9),
        (next.breakpoint - law.breakpoint).magnitude, (next.intercept - law.intercept).magnitude)
      let size = max(1, next.intercept.magnitude, next.breakpoint.magnitude)
      if change < 1e-11 * size { return nil }
      last = change / size
    }
    return last < 1e-6 ? nil : "gain and breakpoint do not settle"
  }

  /// The reported quantities, and the maximum change of each by the rounding of the height beyond the breakpoint.
  private static func quantities(
    _ law: StretchCoordinates, samples: StretchSamples, level: LevelUncertainty<StretchCoordinates>,
    furthest: Double
  ) -> (stated: FitQuantities, bounds: [String: Double]) {
    var bounds: [String: Double] = [:]
    func quantity(
      _ key: String, _ unit: String, isFixed: Bool, gradient: ParameterVector?,
      _ value: (StretchCoordinates) -> Double
    ) -> FitQuantity {
      bounds[key] = isFixed ? 0 : level.bound(of: value)
      return FitQuantity(
        key: key, unit: unit, value: value(law), gradient: isFixed ? nil : gradient,
        isFixed: isFixed, extraVariance: isFixed ? 0 : level.variance(of: value))
    }
    func derived(
      _ key: String, _ unit: String, _ value: (StretchCoordinates) -> Double
    ) -> FitQuantity {
      let gradient = law.count == 0 ? ParameterVector.zero : law.gradient { value($0) }
      return quantity(
        key, unit, isFixed: law.count == 0 && samples.level == nil, gradient: gradient, value)
    }
    let isInterceptFixed = !law.free[1] && samples.level == nil
    var parameters = [
      quantity(
        "gain", "", isFixed: !law.free[0], gradient: law.gradient(of: "gain"), \.gain),
      quantity(
        "intercept", "pt", isFixed: isInterceptFixed, gradient: law.gradient(of: "intercept"),
        \.intercept),
    ]
    if samples.hasBreakpoint {
      parameters.append(
        quantity(
          "breakpoint", "pt", isFixed: !law.free[2],
          gradient: law.gradient(of: "breakpoint"), \.breakpoint))
    } else {
      parameters.append(
        FitQuantity(
          key: "breakpoint", unit: "pt", value: nil,
          reason: "not determined: no sample lies beyond it, where the height stays"))
    }
    return (
      FitQuantities(
        parameters: parameters,
        derived: [
          derived("furthest_stretch", "pt") { $0.gain * $0.stretch(at: furthest) },
          derived("furthest_height", "pt") { $0.value(at: furthest) },
        ], nonlinear: "gain"),
      bounds
    )
  }
}
