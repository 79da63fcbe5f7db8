internal import CurveFitting
internal import RealModule

/// Glides that an engine steps once a frame by the length of the frame.
extension CandidateLaw {
  /// Euler steps at the recorded frames: the curve depends on the frame rate. Kivy's frames take r v dt off the velocity,
  /// Unity's multiply it by a power of dt, JUCE's by one factor however long they are.
  func stepped(_ window: MotionWindow) -> CandidateFit? {
    let viscous = exponential(window)
    func fit(_ form: SteppedGlide.Form) -> CandidateFit? {
      SteppedGlide(window: window, form: form, viscous: viscous).fit(of: self)
    }
    guard let linear = fit(.linear) else { return nil }
    let best = fit(.power).flatMap { $0.bic < linear.bic - Self.clearly ? $0 : nil } ?? linear
    // In even frames the factor is that of a power.
    guard !best.follows, window.isUneven, let factor = fit(.factor) else { return best }
    return factor.bic < best.bic - Self.clearly ? factor : best
  }

  /// The difference of BIC from which on the form of the steps is seen.
  private static let clearly = 6.0
}

/// A glide by the steps of its frames. Where frames are missing, the engine may have drawn one long frame, frames that
/// were not recorded, or one of each.
struct SteppedGlide {
  /// What a frame does to the velocity. `growing` has a second parameter, the time from the start to the first sample.
  enum Form { case linear, power, factor, growing }

  let window: MotionWindow
  let form: Form
  /// The viscous law, if it is the curve of even frames; nil for a form with another curve.
  let viscous: CandidateFit?

  /// The lengths in s of the frames from the sample before to each sample.
  private typealias Frames = [[Double]]
  /// A fit to some frames, with its nonlinear parameters and the velocity in pt/s at each sample.
  private typealias Steps = (fit: CandidateFit, theta: [Double], velocities: [Double])

  /// The largest residual of a law that may have other frames, as a share of the motion: a frame of 0.1 s that was
  /// several is 0.5 % of it off.
  private static let near = 0.01
  /// How often frames are chosen by the curve of the frames before.
  private static let rounds = 4

  func fit(of law: CandidateLaw) -> CandidateFit? {
    let some = atSomeFrames(law)
    // If frames were drawn and not recorded, friction has grown with each of them.
    guard form == .growing, window.losesFrames else { return some }
    let all = window.times.indices.map { $0 > 0 ? choices(before: $0).prefix(2).last ?? [] : [] }
    let drawn = fitted(all, law, chosen: 1)?.fit
    return [drawn, some].compactMap { $0 }.min { $0.bic < $1.bic }
  }

  /// The fit to one long frame in each gap, or to the frames in the gaps that the curve chooses.
  private func atSomeFrames(_ law: CandidateLaw) -> CandidateFit? {
    let long = zip(window.times.dropFirst(), window.times).map { [$0 - $1] }
    var frames = [[]] + long
    guard let first = fitted(frames, law) else { return nil }
    guard !first.fit.follows, window.losesFrames, first.fit.rms < Self.near * window.extent
    else { return first.fit }
    var last = first
    for _ in 0..<Self.rounds {
      let next = chosen(by: last)
      guard next != frames, let found = fitted(next, law) else { break }
      if found.fit.follows { return found.fit }
      (frames, last) = (next, found)
    }
    return first.fit
  }

  /// The factor of the velocity in a frame of a length in s that ends at a time in s after the first sample.
  private func factor(_ theta: [Double], _ length: Double, at time: Double) -> Double {
    switch form {
    case .linear: 1 - theta[0] * length
    case .power: .exp(-theta[0] * length)
    case .factor: .exp(-theta[0] * window.frame)
    case .growing: .exp(-theta[0] * (theta[1] + time))
    }
  }

  /// The ways of the samples and their velocities, for a first velocity of 1.
  private func moved(
    _ frames: Frames, _ theta: [Double]
  ) -> (ways: [Double], velocities: [Double]) {
    var (time, way, velocity) = (0.0, 0.0, 1.0)
    var (ways, velocities): ([Double], [Double]) = ([], [])
    ways.reserveCapacity(frames.count)
    velocities.reserveCapacity(frames.count)
    for lengths in frames {
      for length in lengths {
        time += length
        velocity *= factor(theta, length, at: time)
        way += velocity * length
      }
      ways.append(way)
      velocities.append(velocity)
    }
    return (ways, velocities)
  }

  /// The fit to frames; nil if the curve is the viscous law.
  ///
  /// - Parameter chosen: in how many gaps the curve chose the frames; nil for all that have other frames than one.
  private func fitted(_ frames: Frames, _ law: CandidateLaw, chosen: Int? = nil) -> Steps? {
    let n = window.count
    let longest = frames.joined().max() ?? 0
    guard let (starts, sizes) = starts else { return nil }
    let model = SampledModel(rowCount: n, linearCount: 2, sizes: sizes) { theta, curves in
      guard isPossible(theta, longest: longest) else { return false }
      for (row, way) in moved(frames, theta).ways.enumerated() {
        curves[row] = way
        curves[n + row] = 1
      }
      return true
    }
    guard let found = window.best(model, starts: starts) else { return nil }
    let (theta, speed) = (found.nonlinear, found.coefficients[0])
    let (ways, velocities) = moved(frames, theta)
    let curve = ways.map { speed * $0 + found.coefficients[1] }
    guard curve.allSatisfy(\.isFinite), differs(curve) else { return nil }
    let fit = CandidateFit(
      law, parameters: 2 + theta.count + (chosen ?? frames.count { $0.count > 1 }),
      constants: constants(theta, speed), curve: curve, window: window)
    return (fit, theta, velocities.map { speed * $0 })
  }

  /// Whether parameters are possible with frames of up to `longest` s.
  private func isPossible(_ theta: [Double], longest: Double) -> Bool {
    guard theta[0] > 0 else { return false }
    return switch form {
    case .linear, .power: theta[0] * longest < 0.9
    case .factor: theta[0] * window.frame < 0.9
    case .growing: window.showsRelease(growth: theta[0], elapsed: theta[1])
    }
  }

  /// Where the search begins, and the sizes of its parameters; nil if the samples exclude the form.
  private var starts: (starts: [[Double]], sizes: [Double])? {
    guard form == .growing else {
      return ([1.0, 3, 8].map { [$0 / window.span] }, [1 / window.span])
    }
    return window.growingFrictionStart.map { start in
      ([[start.growth, start.elapsed]], [start.growth, window.span / 10])
    }
  }

  /// The constants to print, for the velocity in pt/s at the first sample.
  private func constants(_ theta: [Double], _ speed: Double) -> [(String, Double, String)] {
    switch form {
    case .linear: return [("r", theta[0], "1/s"), ("v0", speed, "pt/s")]
    case .power: return [("k", theta[0], "1/s"), ("v0", speed, "pt/s")]
    case .factor:
      return [("factor", .exp(-theta[0] * window.frame), "1"), ("v0", speed, "pt/s")]
    case .growing:
      // The frames before the first sample, which friction has slowed too.
      let frames = max(0, (theta[1] / window.frame).rounded())
      let lost = theta[0] * window.frame * frames * (frames + 1) / 2
      return [
        ("c", theta[0], "1/s"), ("deceleration", 1 - theta[0] / 100, "1"),
        ("v0", speed * .exp(lost), "pt/s"),
      ]
    }
  }

  /// Whether a curve is not the viscous law itself, as with even frames.
  private func differs(_ curve: [Double]) -> Bool {
    guard let viscous else { return true }
    let difference = curve.indices.reduce(0.0) { sum, row in
      let step = curve[row] - (window.values[row] - viscous.residuals[row])
      return sum + step * step
    }
    let least = max(
      1e-18 * (1 + window.extent * window.extent), window.expected * window.expected)
    return difference > 0.25 * Double(curve.count) * least
  }

  /// The frames in each gap that move the content most nearly as far as the samples say.
  private func chosen(by steps: Steps) -> Frames {
    window.times.indices.map { row in
      guard row > 0 else { return [] }
      let way = window.values[row] - window.values[row - 1]
      func miss(_ lengths: [Double]) -> Double {
        var (time, moved, velocity) = (window.times[row - 1], 0.0, steps.velocities[row - 1])
        for length in lengths {
          time += length
          velocity *= factor(steps.theta, length, at: time)
          moved += velocity * length
        }
        return (moved - way).magnitude
      }
      return choices(before: row).min { miss($0) < miss($1) } ?? []
    }
  }

  /// The frames that may lie between two samples: one, all, or a long one and a usual one.
  private func choices(before row: Int) -> Frames {
    let gap = window.times[row] - window.times[row - 1]
    let count = Int(min((gap / window.frame).rounded(), 100))
    guard count > 1 else { return [[gap]] }
    let even = gap / Double(count)
    let isEven = (even - window.frame).magnitude < 0.02 * window.frame
    let usual = isEven ? even : window.frame
    let rest = gap - Double(count - 1) * usual
    guard rest > 0 else { return [[gap]] }
    return [
      [gap], [Double](repeating: usual, count: count - 1) + [rest], [gap - usual, usual],
    ]
  }
}
