internal import CurveFitting
internal import ScrollPhysics

/// Laws that `identify` names but no command fits, such as Android's spline: their descriptions and shared constants.
///
/// A constant belongs to the law of `predict` that uses it, or to the law itself if there is none. The constant of a
/// tween is its duration, separately for each easing.
enum NamedLaws {
  /// The descriptions, in the order of the laws.
  static let descriptions: [LawDescription] = engines + CandidateLaw.all.compactMap(own)

  /// The laws of engines, with the constants that can be measured from motions.
  private static let engines: [LawDescription] = EngineLaw.all.compactMap { law in
    guard law.part != .animation else { return nil }
    let told = Set(law.identified.values.flatMap(\.values))
    let constants =
      law.key == fling
      ? [deceleration]
      : law.own.filter { told.contains($0.name) }.map {
        QuantityDescription($0.name, $0.unit, $0.name.replacing("_", with: " "), $0.meaning)
      }
    let name = CandidateLaw.all.first { law.identified[$0.key] != nil }?.name
    guard let name, !constants.isEmpty else { return nil }
    return description(law.key, law.formula, name, constants)
  }

  /// The description of a law with constants of its own; nil if another law uses its constants.
  private static func own(_ law: CandidateLaw) -> LawDescription? {
    if isTween(law.key) {
      let duration = QuantityDescription("duration", "s", "duration", "T, how long it takes")
      return description(law.key, law.formula, law.name, [duration])
    }
    guard law.key == "quadratic-drag" else { return nil }
    let drag = QuantityDescription("c", "1/pt", "drag", "what a point of the way takes off ln |v|")
    return description(law.key, law.formula, law.name, [drag])
  }

  private static func description(
    _ key: String, _ formula: String, _ name: String, _ constants: [QuantityDescription]
  ) -> LawDescription {
    LawDescription(
      key: key, formula: formula, summary: name, parameters: constants, derived: [],
      nonlinear: "", fixable: [], startCount: 0,
      shared: constants.map { SharedConstant($0.key) })
  }

  private static func isTween(_ key: String) -> Bool {
    IdentifiedConstants.all(of: key).contains { $0.law == EngineLaw.tween.key }
  }

  /// The law and key of a shared constant, from its names in `identify`; nil if it belongs to the gesture.
  static func shared(_ law: String, _ key: String) -> (law: String, key: String)? {
    for taken in IdentifiedConstants.all(of: law) {
      let owner = taken.law == EngineLaw.tween.key ? law : taken.law
      if let name = taken.names[key], Laws.description(owner)?.shared(name) != nil {
        return (owner, name)
      }
    }
    return Laws.description(law)?.shared(key).map { (law, $0.key) }
  }

  /// A viscous glide with a constant friction: its k says too little of it alone.
  static let friction = "exponential-coulomb"
  /// Viscous glides that are computed frame by frame, which recordings at even frames cannot tell from the others.
  private static let framed = ["per-frame", "stepped-viscous"]

  /// The laws by which the constants of a law of `identify` are compared, and its own key: a motion by it is one by
  /// each of them.
  static func owners(of law: String) -> [String] {
    guard law != friction else { return [law] }
    let owners = IdentifiedConstants.all(of: law).map(\.law).filter { $0 != EngineLaw.tween.key }
    return [law] + owners + (framed.contains(law) ? [DecelerationLaw.description.key] : [])
  }

  // MARK: - Measuring

  /// Degrees of freedom of the errors of their constants.
  static let degrees = Double(JackknifeErrors.groups - 1)

  private static let fling = "bezier-fling"
  private static let deceleration = QuantityDescription(
    "deceleration", "pt/s^2", "deceleration", "v0^2 / (2 D), half of the 5291 that Chromium ships")

  /// Variants of laws in which constants are free that the laws fix.
  private static let free: [String: CandidateLaw] = {
    let all = Dictionary(uniqueKeysWithValues: CandidateLaw.all.map { ($0.key, $0) })
    return [
      "android-spline": all["android-spline-friction"],
      fling: CandidateLaw(fling, "", formula: "") { $0.freeBezierFling($1) },
    ].compactMapValues { $0 }
  }()

  /// The shared constants of a motion with standard errors: those of its law, or of the variant in which they are free.
  static func constants(
    of law: CandidateLaw, _ constants: [CandidateFit.Constant], _ window: MotionWindow
  ) -> [CandidateFit.Constant] {
    let measured =
      free[law.key]?.fit(window).map { JackknifeErrors.constants(of: $0, window) } ?? constants
    return measured.filter { shared(law.key, $0.key) != nil && $0.standardError != nil }
  }

  // MARK: - Engines

  /// The glide of a law of `identify` that has no constant but the speed of the release, with the constants and the end
  /// of the engine that ships it; nil for other laws.
  static func fixedGlide(_ key: String) -> Engine.Glide? {
    let law = EngineLaw.all.first {
      guard $0.part == .glide, let names = $0.identified[key]?.values else { return false }
      return names.allSatisfy { $0 == "v0" }
    }
    guard let law else { return nil }
    return Engines.all.first { EngineLaw.law(of: $0, law.part)?.key == law.key }?.glide
  }

  /// The engine's own values of the constants.
  static func constants(of engine: Engine) -> [ReferenceConstant] {
    let parts = [EngineLaw.Part.glide, .edge].flatMap { part -> [ReferenceConstant] in
      guard let law = EngineLaw.law(of: engine, part) else { return [] }
      let given = try? law.values(engine, ConstantValues(values: [:]))
      let numbers =
        law.key == fling
        ? [(name: deceleration.key, value: BezierFling.doubleDeceleration / 2)]
        : given?.numbers ?? []
      return numbers.compactMap { constant(law.key, $0.name, $0.value) }
    }
    let durations = engine.animations.compactMap { animation -> ReferenceConstant? in
      guard case .fixed(let duration) = animation.duration,
        let law = CandidateLaw.all.first(where: { $0.easing == animation.easing }),
        engine.animations.count(where: { $0.easing == animation.easing }) == 1
      else { return nil }
      return constant(law.key, "duration", duration)
    }
    return parts + durations
  }

  private static func constant(_ law: String, _ key: String, _ value: Double) -> ReferenceConstant?
  {
    guard descriptions.contains(where: { $0.key == law && $0.shared(key) != nil }) else {
      return nil
    }
    let unit = Laws.description(law)?.quantity(key)?.unit ?? ""
    return ReferenceConstant(law: law, key: key, unit: unit, value: value)
  }
}

extension CandidateLaw {
  /// Chromium's fling with free duration, initial slope and distance; no other law here has all three free.
  fileprivate func freeBezierFling(_ window: MotionWindow) -> CandidateFit? {
    let longest = 4 * window.span
    @Sendable func fling(_ theta: [Double]) -> BezierFling? {
      guard theta[0] > 0, theta[0] < longest, theta[1].magnitude < 0.5 * theta[0],
        theta[2] > 1, theta[2] < 50
      else { return nil }
      return BezierFling(distance: 1, duration: theta[0], slope: theta[2])
    }
    let starts = [(1.02, 2.5), (1.02, 4.0), (1.2, 2.5)].map { [$0.0 * window.span, 0.0, $0.1] }
    let found = window.best(starts: starts) { window in
      let times = window.times
      let n = times.count
      return SampledModel(rowCount: n, linearCount: 2, sizes: [window.span, window.span, 1]) {
        theta, curves in
        guard let fling = fling(theta) else { return false }
        for row in 0..<n {
          curves[row] = fling.position(at: times[row] - theta[1])
          curves[n + row] = 1
        }
        return true
      }
    }
    guard let found, let unit = fling(found.nonlinear) else { return nil }
    let way = found.coefficients[0]
    let speed = way * unit.velocity
    return made(
      window, parameters: 5,
      [("deceleration", speed * speed / (2 * way.magnitude), "pt/s^2")]
    ) { way * unit.position(at: $0 - found.nonlinear[1]) + found.coefficients[1] }
  }
}
