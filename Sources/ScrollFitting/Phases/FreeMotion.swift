internal import CurveFitting
internal import RealModule
internal import ScrollPhysics
internal import ScrollRecordings

/// A law of free motion fitted to consecutive samples, to test which other samples follow it.
///
/// It is used to find boundaries, not constants: it has no errors and no choice of times.
struct FreeMotion {
  /// The law, with its rest position 0 at an edge or X:
  ///
  /// - `glide`: x = X + A e^(-k t)
  /// - `spring`: critically damped return to an edge, y = (a + b t) e^(-delta t)
  /// - `target`: the same to a fitted position, x = X + (a + b t) e^(-delta t)
  /// - `damped`: return to an edge by a spring of any damping, y = e^(-delta t) (a c + b s)
  /// - `settling`: the same to a fitted position, also as slow as a glide
  enum Law {
    case glide
    case spring
    case target
    case damped
    case settling

    /// The law as an exponential family with one rate; a spring of any damping has two rates.
    var family: ExponentialFamily {
      switch self {
      case .glide: ExponentialFamily(degree: 0, constant: true)
      case .spring, .damped: ExponentialFamily(degree: 1, constant: false)
      case .target, .settling: ExponentialFamily(degree: 1, constant: true)
      }
    }

    /// Plausible rates of scroll views in 1/s, with a margin.
    var plausible: ClosedRange<Double> {
      switch self {
      case .glide: 0.5...40
      case .settling: 0.5...60
      case .spring, .target, .damped: 3...60
      }
    }
  }

  let law: Law
  /// k or delta, in 1/s.
  let rate: Double
  /// The curve of a spring of any damping from `origin` on; nil for laws with one rate.
  private var spring: Spring?
  /// The linear coefficients: A and X, or a, b and a constant; at a turning point b = delta a.
  let coefficients: SIMD4<Double>
  /// The time in s at which t = 0.
  let origin: Double

  /// The law fitted to a range of samples; nil if they do not determine it, or its rate is not plausible.
  ///
  /// - Parameters:
  ///   - known: a rate to keep fixed.
  ///   - near: a rate to try before the whole range of rates is scanned.
  init?(
    _ law: Law, _ motion: Motion, _ range: Range<Int>, known: Double? = nil, near: Double? = nil
  ) {
    guard range.count > (known == nil ? 3 : 2) + (law == .target ? 1 : 0),
      range.count <= NumericLimits.samplesOfMotion
    else { return nil }
    let family = law.family
    let start = motion.times[range.lowerBound]
    let observations = Observations(
      abscissae: range.map { motion.times[$0] - start },
      values: range.map { motion.values[$0] - motion.level })
    guard let span = observations.abscissae.last, span > 0 else { return nil }
    if law == .damped || law == .settling {
      // An edge is known to a step of the values and to their noise, so the rest position may differ that much from the
      // level.
      let slack = law == .damped ? 1.5 * motion.quantum + 3 * motion.noise : .infinity
      guard let spring = Self.spring(observations, slack: slack),
        law.plausible.contains(spring.constants.angularFrequency)
      else { return nil }
      self = FreeMotion(spring, law, origin: start)
      return
    }
    let found: ProjectedObjective?
    if let known {
      found = ProjectedObjective(family, observations, theta: known)
    } else {
      var best: ProjectedObjective?
      // The integral equation gives a good start if the law is right; otherwise the result does not matter.
      for guess in [near, IntegralStart.estimate(family, observations)].compactMap({ $0 }) {
        guard law.plausible.contains(guess) else { continue }
        let search = ProjectedSearch(family, observations, near: guess)
        if search.ending == .converged {
          best = search.best
          break
        }
      }
      if best == nil {
        let range = ProjectedSearch.Range(
          lower: law.plausible.lowerBound, upper: law.plausible.upperBound, count: 14,
          limits: law.plausible)
        let search = ProjectedSearch(family, observations, range: range)
        if search.ending == .converged { best = search.best }
      }
      found = best
    }
    guard let found, known != nil || law.plausible.contains(found.theta) else { return nil }
    self.law = law
    rate = found.theta
    coefficients = found.coefficients
    origin = start
  }

  /// A spring of any damping fitted to samples, with a rest position at most `slack` from zero; nil if the search does
  /// not converge or the spring is not plausible.
  private static func spring(_ observations: Observations, slack: Double) -> SpringCoordinates? {
    var options = FitOptions()
    options.detail = .constants
    options.restOffset = slack > 0
    guard observations.count > 5,
      let found = SearchedSolver<SpringCoordinates>(
        observations, options: options, budget: NumericLimits.evaluationsToCompare),
      found.converged, dampingRatios.contains(found.coordinates.constants.dampingRatio),
      found.coordinates.rest.magnitude <= slack
    else { return nil }
    return found.coordinates
  }

  private init(_ spring: SpringCoordinates, _ law: Law, origin: Double) {
    self.law = law
    rate = spring.decayRate
    coefficients = SIMD4(spring.displacement, spring.slope, spring.rest, 0)
    self.spring = spring.motion
    self.origin = origin
  }

  /// Plausible damping ratios of scroll views, with a margin.
  private static let dampingRatios = 0.1...4.0

  /// Whether a spring is plausible for a scroll view: omega from 3 to 60 1/s, zeta from 0.1 to 4.
  static func isPlausible(_ spring: SpringConstants) -> Bool {
    Law.damped.plausible.contains(spring.angularFrequency)
      && dampingRatios.contains(spring.dampingRatio)
  }

  /// The value in pt relative to the motion's level, at a time in s of the recording.
  func value(at time: Double) -> Double {
    if let spring { return spring.position(at: time - origin) + coefficients[2] }
    return law.family.value(at: time - origin, theta: rate, coefficients: coefficients)
  }

  /// The velocity in pt/s at a time in s of the recording.
  func velocity(at time: Double) -> Double {
    let t = time - origin
    if let spring { return spring.velocity(at: t) }
    let decay = Double.exp(-rate * t)
    return law == .glide
      ? -rate * coefficients[0] * decay
      : (coefficients[1] - rate * (coefficients[0] + coefficients[1] * t)) * decay
  }

  /// The rest position of a glide, in pt relative to the motion's level.
  var limit: Double { coefficients[1] }

  /// The time in s of the recording at which a critically damped spring crosses its edge: a + b t = 0.
  var crossing: Double? {
    guard law == .spring, coefficients[1] != 0 else { return nil }
    return origin - coefficients[0] / coefficients[1]
  }
}
