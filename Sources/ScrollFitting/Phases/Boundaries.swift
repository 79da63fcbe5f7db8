internal import RealModule
internal import ScrollPhysics
internal import ScrollRecordings

/// Boundaries between phases, refined to times between samples with the fitted laws.
enum Boundaries {
  /// Sets the times at which bounces cross their edge and decelerations end, from their fits.
  ///
  /// A glide ends where its speed falls below the stop velocity. The samples show this only to a step of the values,
  /// which at 10 pt/s may be a dozen frames. The stop velocity pooled over all glides is more precise.
  static func sharpen(
    _ phases: inout [Phase], fits: [Fit], pools: [Pool], signals: [SampledChannel]
  ) {
    let stop = pools.first { $0.key == "stop_velocity" && !$0.isHeterogeneous }?.estimate.value
    for index in phases.indices {
      guard let number = phases[index].fit, let window = fits[number].window else { continue }
      let fit = fits[number]
      guard fit.search.converged, phases[index].remark == nil,
        let signal = signals.first(where: { $0.channel.axis == phases[index].axis })
      else { continue }
      switch phases[index].kind {
      case .bounce:
        guard let phi = fit["phi"]?.value else { continue }
        setStart(&phases, index, to: window.lowerBound - phi, signal)
      case .deceleration:
        guard index + 1 < phases.count, phases[index + 1].axis == phases[index].axis,
          phases[index + 1].kind == .rest, let k = fit["k"]?.value, let v0 = fit["v0"]?.value,
          k > 0
        else { continue }
        creep(&phases, index, fit, signal)
        guard let speed = stop ?? fit["stop_velocity"]?.value, speed > 0,
          v0.magnitude > speed
        else { continue }
        let end = window.lowerBound + Double.log(v0.magnitude / speed) / k
        setEnd(&phases, index, to: end, signal)
      default: continue
      }
    }
  }

  /// Moves the end of a glide over samples of the rest that still follow its law: a slow glide stays on one pixel for
  /// longer than the minimum duration of a rest.
  private static func creep(
    _ phases: inout [Phase], _ index: Int, _ fit: Fit, _ signal: SampledChannel
  ) {
    guard let window = fit.window, let k = fit["k"]?.value, let v0 = fit["v0"]?.value,
      let x0 = fit["x0"]?.value, fit["coulomb"]?.value ?? 0 == 0
    else { return }
    let glide = Deceleration(position: x0, velocity: v0, rate: k)
    let rest = phases[index + 1].range
    let level = signal.values[rest.upperBound - 1]
    let slack = 0.62 * (signal.quantum ?? 0) + 4 * signal.noise
    var boundary = rest.lowerBound
    var last = boundary
    while boundary < rest.upperBound - 1, signal.values[boundary] != level,
      (glide.position(at: signal.times[boundary] - window.lowerBound) - signal.values[boundary])
        .magnitude <= slack
    {
      boundary += 1
      if signal.values[boundary] != signal.values[boundary - 1] { last = boundary }
    }
    guard last > rest.lowerBound, last < rest.upperBound else { return }
    phases[index].range = phases[index].range.lowerBound..<last
    phases[index + 1].range = last..<rest.upperBound
    phases[index].end = signal.times[last - 1]
    phases[index + 1].start = signal.times[last - 1]
  }

  /// Moves the start of a phase to a time between the samples on both sides of it.
  private static func setStart(
    _ phases: inout [Phase], _ index: Int, to time: Double, _ signal: SampledChannel
  ) {
    let first = phases[index].range.lowerBound
    guard index > 0, phases[index - 1].axis == phases[index].axis, first > 0,
      signal.times[first - 1] <= time, time <= signal.times[first]
    else { return }
    phases[index].start = time
    phases[index - 1].end = time
  }

  /// Moves the end of a phase before a rest, over samples within one step of the rest.
  private static func setEnd(
    _ phases: inout [Phase], _ index: Int, to time: Double, _ signal: SampledChannel
  ) {
    let rest = phases[index + 1].range
    let moving = phases[index].range
    let level = signal.values[rest.upperBound - 1]
    let step = 1.01 * (signal.quantum ?? 0)
    var boundary = rest.lowerBound
    while boundary < rest.upperBound - 1, signal.times[boundary] < time,
      (signal.values[boundary] - level).magnitude <= step
    {
      boundary += 1
    }
    while boundary > moving.lowerBound + 1, signal.times[boundary - 1] >= time,
      (signal.values[boundary - 1] - level).magnitude <= step
    {
      boundary -= 1
    }
    // The law's time, limited to the interval between the two samples.
    let end = min(max(time, signal.times[boundary - 1]), signal.times[boundary])
    phases[index].range = moving.lowerBound..<boundary
    phases[index + 1].range = boundary..<rest.upperBound
    phases[index].end = end
    phases[index + 1].start = end
  }
}
