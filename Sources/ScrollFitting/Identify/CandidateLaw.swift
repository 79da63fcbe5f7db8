internal import ScrollPhysics
internal import ScrollRecordings

/// A law with which motions are compared: its name, its more general laws, and its fit.
///
/// `Laws/` defines the laws, one file per family. Laws with equal keys are equal.
public struct CandidateLaw: Sendable, Hashable {
  /// Identifier of lowercase letters, digits and hyphens.
  public let key: String
  /// Display name.
  public let name: String
  /// The formula, as plain text.
  public let formula: String
  /// The command that fits it in full; nil for a law that only `identify` knows.
  public let command: String?
  /// Whether its confidence may be `sure`: a law with a free shape also fits motions that it did not produce.
  let canBeSure: Bool
  /// Whether fitted parameters change the shape, as in no engine's glide: such a law fits the end of most
  /// decelerations.
  let hasFreeForm: Bool
  /// Whether its curve depends on every recorded frame, so that no frame may be left out.
  let needsEveryFrame: Bool
  /// The easing of a tween with a fixed shape; nil for other laws.
  let easing: Easing?
  /// The keys of the laws of which it is a special case, with some of their parameters fixed.
  private let general: [String]
  /// The keys of further special cases of it, which do not list it as a more general law.
  private let special: [String]
  private let solve: @Sendable (CandidateLaw, MotionWindow) -> CandidateFit?

  init(
    _ key: String, _ name: String, formula: String, command: String? = nil,
    specialCaseOf general: [String] = [], holds special: [String] = [], canBeSure: Bool = true,
    hasFreeForm: Bool = false, needsEveryFrame: Bool = false, easing: Easing? = nil,
    solve: @escaping @Sendable (CandidateLaw, MotionWindow) -> CandidateFit?
  ) {
    self.key = key
    self.name = name
    self.formula = formula
    self.command = command
    self.general = general
    self.special = special
    self.canBeSure = canBeSure
    self.hasFreeForm = hasFreeForm
    self.needsEveryFrame = needsEveryFrame
    self.easing = easing
    self.solve = solve
  }

  /// All laws: decelerations, returns to a rest position, tweens, and free falls. Of laws that samples do not distinguish,
  /// the first may be the answer: the rarest is last.
  public static let all: [CandidateLaw] =
    glides + momenta + returns + tweens + falls + [growingFriction]

  private static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

  /// The laws of which it is directly a special case.
  public var generalisations: [CandidateLaw] { general.compactMap { Self.byKey[$0] } }

  /// Whether it is a special case of another law, directly or through other laws.
  public func isSpecialCase(of other: CandidateLaw) -> Bool {
    other.special.contains(key) || general.contains(other.key)
      || generalisations.contains { $0.isSpecialCase(of: other) }
  }

  /// The best fit of the law to a motion; nil if the law cannot fit it, or the motion has fewer than six samples.
  func fit(_ window: MotionWindow) -> CandidateFit? {
    // A law that passes through every sample is no evidence.
    guard window.count >= 6, window.span > 0, window.extent > 0,
      window.extent < NumericLimits.largest,
      !needsEveryFrame || window.count <= MotionSearch.mostFrames
    else { return nil }
    let fit = solve(self, window)
    // An engine that steps once per frame may measure the time step with its clock. Then the stamps fit to their last
    // digit.
    guard needsEveryFrame, fit?.follows != true, let stamped = window.asStamped,
      let other = solve(self, stamped), other.rms <= stamped.leftByDigits
    else { return fit }
    return other
  }

  /// Compares the keys.
  public static func == (one: CandidateLaw, other: CandidateLaw) -> Bool { one.key == other.key }

  /// Hashes the key.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension [CandidateLaw] {
  /// The fits of the laws to the samples for each, in the order of the laws, without those that cannot be fitted.
  func fits(threads: Int, to samples: @escaping @Sendable (CandidateLaw) -> MotionWindow)
    -> [CandidateFit]
  {
    map(threads: threads) { $0.fit(samples($0)) }.compactMap { $0 }
  }

  /// The fits of the laws to a window.
  func fits(to window: MotionWindow) -> [CandidateFit] {
    fits(threads: window.threads) { _ in window }
  }
}
