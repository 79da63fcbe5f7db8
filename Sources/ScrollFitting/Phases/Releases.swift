internal import CurveFitting
internal import RealModule
internal import ScrollPhysics
public import ScrollRecordings

/// Compares a finger's velocity at the end of a drag with the initial velocity of the glide that follows.
///
/// The finger's velocity depends on the time over which it is measured, so several estimates are given.
public struct Release: Sendable, Hashable {
  /// A method to measure the velocity at the end of a drag.
  public enum Method: String, Sendable, Hashable, CaseIterable {
    /// The difference of the last two samples.
    case lastTwo = "last_two_samples"
    /// The least-squares line fitted to the last 40 ms.
    case line40 = "line_40_ms"
    /// The least-squares line fitted to the last 100 ms.
    case line100 = "line_100_ms"

    /// The time that the line covers, in s; nil for the last two samples.
    var window: Double? {
      switch self {
      case .lastTwo: nil
      case .line40: 0.04
      case .line100: 0.1
      }
    }
  }

  /// A finger's velocity by one method, and its ratio to that of the glide.
  public struct Reading: Sendable, Hashable {
    /// The method.
    public var method: Method
    /// Number of samples used.
    public var samples: Int
    /// The velocity in pt/s, with its sign.
    public var velocity: Estimate
    /// v0 of the glide divided by the finger's velocity; nil without a glide, or if the directions differ.
    public var ratio: Estimate?
  }

  /// The axis.
  public var axis: Axis
  /// Index of the drag in the list of phases.
  public var drag: Int
  /// Index of the glide that follows; nil if there is none.
  public var glide: Int?
  /// The end of the drag, in s.
  public var time: Double
  /// The velocity of the glide at the release by its law, in pt/s, with its sign; nil without a glide, or if its fit
  /// does not determine it.
  public var velocity: Estimate?
  /// The velocity in pt/s of a glide at the moment the drag interrupted it; nil if it interrupted none.
  public var leftOver: Double?
  /// (v0 - finger) / leftOver, with the finger's velocity by the 40 ms line: the part of the old velocity that is added
  /// to the finger's in the new glide; nil without a leftover, or if it is below a tenth of v0 or in the opposite
  /// direction.
  public var carried: Estimate?
  /// The finger's velocity by each method for which there are enough samples.
  public var readings: [Reading] = []

  /// The reading of a method.
  public subscript(method: Method) -> Reading? { readings.first { $0.method == method } }
}

/// The releases of a recording.
struct Releases {
  /// The path of a finger along an axis: the finger if it was recorded, otherwise the content.
  struct Path {
    var times: [Double]
    var values: [Double]
    /// Standard deviation of a value, rounding included, in pt.
    var noise: Double
    /// Whether the values are those of the finger, which moves opposite to the offset.
    var isFinger = false

    /// The finger if it was recorded, otherwise the content under it.
    init(_ signal: SampledChannel, _ trace: Trace) {
      let finger = trace.channel(.finger, axis: signal.channel.axis)
      times = signal.times
      values = finger?.values ?? signal.values
      let rounding = finger.map { $0.resolution ?? 0 } ?? signal.quantum ?? 0
      noise = max(rounding / 12.0.squareRoot(), finger == nil ? signal.noiseBesideRounding : 0)
      isFinger = finger != nil
    }

    /// The sum of the deltas of a wheel's events.
    init(_ stream: WheelStream, _ trace: Trace) {
      times = trace.times
      values = stream.offsets.values
      noise = stream.quantum / 12.0.squareRoot()
    }
  }

  let phases: [Phase]
  let fits: [Fit]
  let confidence: Double

  /// The releases along an axis.
  func all(_ axis: Axis, path: Path) -> [Release] {
    let own = phases.indices.filter { phases[$0].axis == axis }
    var result: [Release] = []
    for (place, index) in own.enumerated() where phases[index].kind == .tracking {
      let next = place + 1 < own.count ? own[place + 1] : nil
      let before = place > 0 ? own[place - 1] : nil
      let isGlide = next.map { Self.glides.contains(phases[$0].kind) } ?? false
      // At the end of a recording it is unknown whether a glide would follow.
      guard let next, isGlide || phases[next].kind == .rest else { continue }
      var release = Release(
        axis: axis, drag: index, glide: isGlide ? next : nil, time: phases[next].start)
      if isGlide { release.velocity = velocity(of: phases[next], at: release.time) }
      for method in Release.Method.allCases {
        guard var reading = reading(method, path, phases[index].range, end: release.time) else {
          continue
        }
        if let velocity = release.velocity {
          reading.ratio = ratio(velocity, over: reading.velocity, key: method.rawValue)
        }
        release.readings.append(reading)
      }
      if let before, phases[before].kind == .interrupted, phases[before].end >= phases[index].start,
        let old = velocity(of: phases[before], at: phases[before].end)?.value
      {
        release.leftOver = old
        release.carried = carried(release, old: old)
      }
      if !release.readings.isEmpty { result.append(release) }
    }
    return result
  }

  private static let glides: Set<Phase.Kind> = [.deceleration, .interrupted]

  /// The velocity of a glide at a time of the recording, by its law.
  private func velocity(of phase: Phase, at time: Double) -> Estimate? {
    guard let index = phase.fit, fits.indices.contains(index), phase.remark == nil else {
      return nil
    }
    let fit = fits[index]
    guard fit.search.converged, let begin = fit.window?.lowerBound, let start = fit["v0"],
      let v0 = start.value, v0 != 0
    else { return nil }
    var result: Estimate
    if fit.law == MomentumLaw.description.key, let rate = fit["k0"]?.value,
      let reference = fit["v1"]?.value, let exponent = fit["p"]?.value
    {
      let motion = TrackpadMomentum(
        velocity: v0, rate: rate, referenceSpeed: reference, exponent: exponent)
      result = Estimate(
        key: "release_velocity", value: motion.velocity(at: time - begin), unit: "pt/s")
      let slope = motion.slopes(at: time - begin).speed.velocity
      if let error = start.standardError, let degrees = start.intervalDegrees {
        result.setErrors(
          variance: slope * slope * error * error, degrees: degrees, confidence: confidence)
      }
    } else {
      guard
        let found = FittedGlide(fit, confidence: confidence)?.estimate(
          "release_velocity", unit: "pt/s", { $0.velocity(at: time - begin) })
      else { return nil }
      result = found
    }
    return result.standardError == nil ? nil : result
  }

  /// A finger's velocity at the end of a drag; nil for too few samples.
  private func reading(
    _ method: Release.Method, _ path: Path, _ range: Range<Int>, end: Double
  ) -> Release.Reading? {
    var range = range.clamped(to: path.times.indices)
    // Of samples with the same stamp, the last one shows the finger's position.
    guard let last = range.last else { return nil }
    if let window = method.window {
      let begin = path.times[last] - window
      guard let first = range.first(where: { path.times[$0] >= begin - 1e-9 }) else { return nil }
      range = first..<range.upperBound
      guard range.count >= 3 else { return nil }
    } else {
      guard let before = range.last(where: { path.times[$0] < path.times[last] }) else {
        return nil
      }
      range = before..<range.upperBound
    }
    let samples = Observations(
      abscissae: Array(path.times[range]), values: Array(path.values[range]))
    guard let line = StraightLine(samples) else { return nil }
    let degrees = Double(range.count - 2)
    // The scatter about the line includes changes of the finger's velocity. With two samples, only the noise is known.
    let scatter = degrees > 0 ? line.sumOfSquares(samples) / degrees : 0
    var velocity = Estimate(
      key: "finger_velocity", value: path.isFinger ? -line.slope : line.slope, unit: "pt/s")
    velocity.setErrors(
      variance: max(scatter, path.noise * path.noise) / line.spread,
      degrees: scatter > path.noise * path.noise ? degrees : max(degrees, 10),
      confidence: confidence)
    return Release.Reading(method: method, samples: range.count, velocity: velocity)
  }

  /// The ratio of two independent velocities; nil if their directions differ.
  private func ratio(_ found: Estimate, over expected: Estimate, key: String) -> Estimate? {
    guard let first = found.measurement, let second = expected.value, second != 0,
      first.value / second > 0
    else { return nil }
    let value = first.value / second
    var result = Estimate(key: key, value: value, unit: "")
    let parts = (
      first.variance / (second * second),
      (expected.measurement?.variance ?? 0) * value * value / (second * second)
    )
    let variance = parts.0 + parts.1
    guard variance > 0 else { return result }
    result.setErrors(
      variance: variance,
      degrees: variance * variance
        / (parts.0 * parts.0 / first.degrees
          + parts.1 * parts.1 / (expected.measurement?.degrees ?? 1)),
      confidence: confidence)
    return result
  }

  /// The minimum remaining velocity of the old glide, relative to v0, for which `carried` is estimated.
  private static let leastLeftOver = 0.1

  /// The part of the old velocity that is added to the finger's in the new glide.
  private func carried(_ release: Release, old: Double) -> Estimate? {
    guard let found = release.velocity?.measurement,
      old / found.value >= Self.leastLeftOver,
      let finger = release[.line40]?.velocity.measurement
    else { return nil }
    var result = Estimate(key: "carried", value: (found.value - finger.value) / old, unit: "")
    result.setErrors(
      variance: (found.variance + finger.variance) / (old * old),
      degrees: min(found.degrees, finger.degrees), confidence: confidence)
    return result
  }
}

/// The range of finger velocities in which flings begin.
public struct FlingThreshold: Sendable, Hashable {
  /// The highest finger speed without a glide, in pt/s; nil if a glide followed every drag.
  public var fastestWithout: Double?
  /// The lowest finger speed with a glide, in pt/s; nil if no glide followed.
  public var slowestWith: Double?

  /// Uses the 40 ms lines, or the last two samples without them; nil without releases.
  public init?(_ releases: [Release]) {
    for release in releases {
      guard
        let speed = (release[.line40] ?? release[.lastTwo])?.velocity.value?.magnitude
      else { continue }
      if release.glide == nil {
        fastestWithout = max(fastestWithout ?? 0, speed)
      } else {
        slowestWith = min(slowestWith ?? .infinity, speed)
      }
    }
    guard fastestWithout != nil || slowestWith != nil else { return nil }
  }
}

extension Estimate {
  /// The mean of several estimates of one quantity, with the error of their scatter; a single estimate is returned as
  /// it is, nil without estimates.
  ///
  /// Releases differ by more than their errors; the scatter includes both.
  public static func mean(of estimates: [Estimate], confidence: Double = 0.95) -> Estimate? {
    guard estimates.count > 1 else { return estimates.first }
    let values = estimates.compactMap(\.value)
    guard values.count == estimates.count else { return nil }
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    var result = Estimate(key: estimates[0].key, value: mean, unit: estimates[0].unit)
    result.setErrors(
      variance: squares / (count - 1) / count, degrees: count - 1, confidence: confidence)
    return result
  }
}
