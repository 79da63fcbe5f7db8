internal import ScrollPhysics

/// A law that a motion is compared with: how it is called, which laws hold it as a special case, and how it is fitted.
///
/// The laws stand in `Laws/`, one file a family. Two laws of one key are the same.
public struct CandidateLaw: Sendable, Hashable {
  /// A word to find it by: lowercase letters, digits and hyphens.
  public let key: String
  /// What people call it.
  public let name: String
  /// The formula, as plain text.
  public let formula: String
  /// The command that fits it in full; nil for a law that only `identify` knows.
  public let command: String?
  /// Whether it may be called sure: a law with a free shape follows much that it has not made.
  let canBeSure: Bool
  /// Whether parameters of its own bend it, as those of no engine's glide do: it follows the end of much that slows down.
  let hasFreeForm: Bool
  /// Whether its curve depends on every recorded frame, so that none may be left out.
  let needsEveryFrame: Bool
  /// The ease of a tween whose shape is held; nil for another law.
  let easing: Easing?
  /// The keys of the laws of which it is a special case, by parameters held.
  private let general: [String]
  /// The keys of laws that do not know that they are special cases of it.
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

  /// All laws: those that slow down, those that return to a place of rest, tweens, and free items.
  public static let all: [CandidateLaw] = glides + momenta + returns + tweens + falls

  private static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

  /// The laws of which it is a special case in one step.
  public var generalisations: [CandidateLaw] { general.compactMap { Self.byKey[$0] } }

  /// Whether a law is a special case of another, in one or several steps.
  public func isSpecialCase(of other: CandidateLaw) -> Bool {
    other.special.contains(key) || general.contains(other.key)
      || generalisations.contains { $0.isSpecialCase(of: other) }
  }

  /// The law's best curve through a motion; nil where the law cannot have produced anything like it.
  func fit(_ window: MotionWindow) -> CandidateFit? {
    // A law that passes through every sample says nothing.
    guard window.count >= 6, window.span > 0, window.extent > 0,
      window.extent < NumericLimits.largest
    else { return nil }
    // An engine that counts its frames may take the time between them from its clock: then the stamps leave no more than
    // their last digit does.
    if needsEveryFrame, let stamped = window.asStamped, let fit = solve(self, stamped),
      fit.rms <= stamped.leftByDigits
    {
      return fit
    }
    return solve(self, window)
  }

  /// The same law: the same key.
  public static func == (one: CandidateLaw, other: CandidateLaw) -> Bool { one.key == other.key }

  /// The key's hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
