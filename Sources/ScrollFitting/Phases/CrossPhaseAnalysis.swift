internal import ScrollPhysics
public import ScrollRecordings

/// The combined results of a recording's phases: constants that gestures share, and comparisons of neighbouring phases.
public struct CrossPhaseAnalysis: Sendable, Hashable {
  /// The pooled constants, such as delta, k and c; only those that at least one gesture determines.
  public var pools: [Pool] = []
  /// The comparisons of neighbouring phases, in order of the phases of each axis.
  public var joints: [PhaseTransition] = []
  /// The comparisons pooled by kind.
  public var jointPools: [JointPool] = []
  /// The ends of drags, with the finger's velocity and the initial velocity of the glide.
  public internal(set) var releases: [Release] = []
  /// The gain of a wheel, requested against actual movement, one per axis; empty without deltas beside offsets.
  public internal(set) var wheelGains: [WheelGain] = []
  /// The range of finger speeds in which flings begin; nil without releases.
  public var flingThreshold: FlingThreshold? { FlingThreshold(releases) }
  /// Warnings about pools whose members disagree.
  public var warnings: [Warning] = []

  /// Combines the fits of a recording's phases.
  ///
  /// - Parameters:
  ///   - trace: the recording.
  ///   - phases: its phases, on any number of axes; one whose fit is an outlier gets a remark.
  ///   - fits: the fits to which the phases' `fit` refers.
  ///   - options: those of the fits.
  public init(
    trace: Trace, phases: inout [Phase], fits: [Fit], options: FitOptions
  ) {
    var signals: [Axis: SampledChannel] = [:]
    for axis in Axis.allCases {
      guard let channel = trace.channel(.offset, axis: axis) else { continue }
      signals[axis] = SampledChannel(trace, channel: channel)
    }
    let overscrolls: (Axis) -> SampledChannel? = { axis in
      trace.channel(.overscroll, axis: axis).map { SampledChannel(trace, channel: $0) }
    }
    self.init(
      signals: signals, overscrolls: overscrolls, phases: &phases, fits: fits, options: options)
  }

  /// Combines the fits with signals that are already available; overscrolls are read only if needed.
  init(
    signals: [Axis: SampledChannel], overscrolls: (Axis) -> SampledChannel?,
    phases: inout [Phase], fits: [Fit], options: FitOptions
  ) {
    let noises = signals.mapValues { $0.noise > 0.5 * ($0.quantum ?? 0) ? $0.noise : 0 }
    func candidates(_ law: String, _ kinds: Set<Phase.Kind>) -> [Pool.Candidate] {
      phases.compactMap { phase in
        guard let index = phase.fit, fits.indices.contains(index), fits[index].law == law,
          kinds.contains(phase.kind)
        else { return nil }
        return Pool.Candidate(
          index: index, fit: fits[index], remark: phase.remark, noise: noises[phase.axis] ?? 0)
      }
    }
    let confidence = options.confidence
    func pool(
      _ law: String, _ key: String, _ unit: String, of found: [Pool.Candidate], _ what: String
    ) {
      add(Pool(law: law, key: key, unit: unit, of: found, confidence: confidence), of: what)
    }

    let law = BounceLaw.description.key
    let bounces = candidates(law, [.bounce, .release])
    pool(law, "delta", "1/s", of: bounces, "bounces")
    let springLaw = SpringLaw.description.key
    let springs = candidates(springLaw, [.bounce, .release])
    pool(springLaw, "omega", "1/s", of: springs, "springs")
    pool(springLaw, "zeta", "", of: springs, "springs")

    let glideLaw = DecelerationLaw.description.key
    let glides = Pool(
      law: glideLaw, key: "k", unit: "1/s",
      of: candidates(glideLaw, [.deceleration, .interrupted]),
      leavesOutliers: true, confidence: confidence)
    Self.remark(on: &phases, outliers: glides)
    add(glides, of: "decelerations")
    let stops = Self.stops(
      candidates(glideLaw, [.deceleration]), glides: glides,
      frame: signals.values.compactMap(\.facts.medianInterval).min() ?? 0, confidence: confidence)
    add(stops, of: "decelerations")

    let bandLaw = RubberBandLaw.description.key
    let pulls = candidates(bandLaw, [.rubberBand])
    pool(bandLaw, "c", "", of: pulls, "pulls")
    if pulls.contains(where: { $0.fit["d"]?.isFixed == false }) {
      pool(bandLaw, "d", "pt", of: pulls, "pulls")
    }
    add(
      Self.settling(
        phases, bounces: bounces, signals: signals, overscrolls: overscrolls,
        confidence: confidence),
      of: "bounces")

    join(phases, fits: fits, signals: signals, noises: noises, confidence: confidence)
    for kind in PhaseTransition.Kind.allCases {
      guard let joint = JointPool(kind, of: joints, confidence: confidence) else { continue }
      jointPools.append(joint)
      if let warning = joint.pool.warning(of: "joints of phases") { warnings.append(warning) }
    }
  }

  /// Adds a pool unless it is empty, and its warning.
  private mutating func add(_ pool: Pool, of gestures: String) {
    guard !pool.members.isEmpty || !pool.leftOut.isEmpty else { return }
    pools.append(pool)
    if let warning = pool.warning(of: gestures) { warnings.append(warning) }
  }

  /// Adds a remark to decelerations whose rate is an outlier.
  private static func remark(on phases: inout [Phase], outliers glides: Pool) {
    for index in phases.indices where phases[index].remark == nil {
      guard let fit = phases[index].fit,
        let omission = glides.leftOut.first(where: { $0.source == fit }), omission.isOutlier
      else { continue }
      phases[index].remark = "slows down with \(omission.reason), possibly to a changed target"
    }
  }

  /// The speeds at which decelerations stop.
  ///
  /// - Parameter frame: the time between frames, in s.
  private static func stops(
    _ candidates: [Pool.Candidate], glides: Pool, frame: Double, confidence: Double
  ) -> Pool {
    var stops = Pool(
      law: DecelerationLaw.description.key, key: "stop_velocity", unit: "pt/s",
      of: candidates.filter { stop in
        // A deceleration with another rate may also stop at another speed.
        stop.fit.edge == nil && !glides.leftOut.contains { $0.source == stop.index }
      }, confidence: confidence)
    // Whether the system tests the speed before or after a frame is unknown, and shifts the mean of all gestures.
    stops.widen(
      by: (glides.estimate.value ?? 0) * (stops.estimate.value ?? 0) * frame / 2,
      confidence: confidence)
    return stops
  }

  /// Pools the settle threshold from each bounce and the rest after it.
  private static func settling(
    _ phases: [Phase], bounces: [Pool.Candidate], signals: [Axis: SampledChannel],
    overscrolls: (Axis) -> SampledChannel?, confidence: Double
  ) -> Pool {
    var columns: [Axis: SampledChannel] = [:]
    var leftOut: [Pool.Omission] = []
    var readings: [(index: Int, SettleThreshold.Reading)] = []
    for bounce in bounces {
      if let reason = bounce.disqualification("delta") {
        leftOut.append(Pool.Omission(source: bounce.index, reason: reason))
        continue
      }
      guard let position = phases.firstIndex(where: { $0.fit == bounce.index }) else { continue }
      let phase = phases[position]
      if bounce.fit.edge?.source == .column, columns[phase.axis] == nil {
        columns[phase.axis] = overscrolls(phase.axis)
      }
      guard
        let signal = bounce.fit.edge?.source == .column
          ? columns[phase.axis] : signals[phase.axis]
      else { continue }
      var end = phase.range.upperBound
      for next in phases[(position + 1)...] where next.axis == phase.axis {
        guard next.kind == .rest else { break }
        end = max(end, next.range.upperBound)
      }
      readings.append(
        (
          bounce.index,
          SettleThreshold.read(
            bounce.fit, signal: signal, from: phase.range.lowerBound, to: end)
        ))
    }
    return SettleThreshold.pool(readings, leftOut: leftOut, confidence: confidence)
  }

  // MARK: - Joints

  private mutating func join(
    _ phases: [Phase], fits: [Fit], signals: [Axis: SampledChannel], noises: [Axis: Double],
    confidence: Double
  ) {
    for axis in Axis.allCases {
      guard let signal = signals[axis] else { continue }
      let own = phases.indices.filter { phases[$0].axis == axis }
      for (before, after) in zip(own, own.dropFirst()) {
        let pair = (phases[before], phases[after])
        func fit(_ phase: Phase, _ key: String) -> Fit? {
          guard let index = phase.fit, fits.indices.contains(index) else { return nil }
          let candidate = Pool.Candidate(
            index: index, fit: fits[index], remark: phase.remark, noise: noises[axis] ?? 0)
          return candidate.disqualification(key) == nil ? fits[index] : nil
        }
        switch (pair.0.kind, pair.1.kind) {
        case (.deceleration, .bounce):
          guard let glide = fit(pair.0, "k"), let bounce = fit(pair.1, "C") else { continue }
          joints += Self.crossing(
            glide, bounce, edge: pair.1.edge ?? pair.0.edge, signal: signal, before: before,
            after: after, confidence: confidence)
        case (.tracking, .deceleration), (.tracking, .interrupted):
          guard let glide = fit(pair.1, "k"), let law = FittedGlide(glide, confidence: confidence),
            let window = glide.window
          else { continue }
          let range = pair.0.range.clamped(to: signal.values.indices)
          // The standard deviation of rounding, and of noise if there is any.
          let floor = (signal.quantum ?? 0) / 12.0.squareRoot()
          let noise = (floor * floor + (noises[axis] ?? 0) * (noises[axis] ?? 0)).squareRoot()
          let release = pair.1.start
          guard
            let finger = ReleaseVelocityEstimate(
              times: signal.times(of: glide)[range], values: signal.values[range], end: release,
              noise: noise)
          else { continue }
          let ahead = Self.begin(of: glide, window, signal) - release
          let sign = (glide["v0"]?.value ?? 0) < 0 ? -1.0 : 1.0
          var expected = Estimate(
            key: "finger_velocity", value: sign * finger.velocity, unit: "pt/s")
          // Six samples leave few degrees of freedom, but the noise is known from all samples.
          expected.setErrors(
            variance: finger.variance, degrees: Double(max(3, glide.degreesOfFreedom)),
            confidence: confidence)
          guard
            let found = law.estimate(
              "release_velocity", unit: "pt/s", { $0.velocity(at: -ahead).magnitude }),
            let joint = PhaseTransition(
              .releaseVelocity, axis: axis, before: before, after: after, expected: expected,
              found: found, confidence: confidence)
          else { continue }
          joints.append(joint)
        default: continue
        }
      }
    }
  }

  /// The first time of a fit's window as the fit used it, in s of the recording.
  private static func begin(
    of fit: Fit, _ window: ClosedRange<Double>, _ signal: SampledChannel
  ) -> Double {
    signal.times.firstIndex { $0 >= window.lowerBound }.map { signal.times(of: fit)[$0] }
      ?? window.lowerBound
  }

  /// Comparisons of a deceleration and the bounce after it at the edge.
  private static func crossing(
    _ glide: Fit, _ bounce: Fit, edge known: Edge?, signal: SampledChannel, before: Int, after: Int,
    confidence: Double
  ) -> [PhaseTransition] {
    guard let law = FittedGlide(glide, confidence: confidence),
      // The edge of an overscroll column is 0, not an offset.
      let edge = [bounce.edge, known].compactMap({ $0 }).first(where: { $0.source != .column }),
      let window = glide.window, let beyond = bounce.window, let amplitude = bounce["C"]
    else { return [] }
    var result: [PhaseTransition] = []
    let way = { (motion: Deceleration) in motion.direction * (edge.position - motion.position) }
    let speed = law.estimate("edge_velocity", unit: "pt/s") { $0.speed(after: way($0)) }
    if let speed {
      if let joint = PhaseTransition(
        .edgeVelocity, axis: glide.axis, before: before, after: after, expected: speed,
        found: amplitude, confidence: confidence)
      {
        result.append(joint)
      }
      if let start = law.estimate("v0", unit: "pt/s", { $0.velocity.magnitude }),
        let share = law.estimate(
          PhaseTransition.Kind.edgeShare.rawValue, unit: "",
          { motion in
            motion.speed(after: way(motion)).map { $0 / motion.velocity.magnitude }
          })
      {
        result.append(
          PhaseTransition(
            share: share, axis: glide.axis, before: before, after: after, expected: start,
            found: speed))
      }
    }
    if let time = law.estimate(
      "crossing_time", unit: "s", plus: begin(of: glide, window, signal),
      { $0.time(after: way($0)) }), var found = bounce["phi"], let phase = found.value
    {
      let start = begin(of: bounce, beyond, signal)
      found.key = "crossing_time"
      found.value = start - phase
      found.interval = found.interval.map {
        Interval(lower: $0.upper.map { start - $0 }, upper: $0.lower.map { start - $0 })
      }
      found.profile = nil
      found.feasible = nil
      if let joint = PhaseTransition(
        .crossingTime, axis: glide.axis, before: before, after: after, expected: time,
        found: found, confidence: confidence)
      {
        result.append(joint)
      }
    }
    return result
  }
}
