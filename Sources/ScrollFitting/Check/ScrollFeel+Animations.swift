internal import ScrollPhysics

/// Animations of programs: `scrollTo`, keys, notches of a wheel. The program chooses the distance, the scroll view the
/// curve and the duration, which may depend on the distance.
extension ScrollFeel {
  /// The distance in pt of an animation whose end is computed. Its duration is that of the recordings.
  static let animationDistance = 500.0

  /// The animation with the law whose duration is known; nil if none is known, or several.
  static func animation(_ value: (_ law: String, _ key: String) -> Double?) -> Tween? {
    let known = CandidateLaw.tweens.compactMap { law -> Tween? in
      guard let easing = law.easing, let duration = value(law.key, "duration"), duration > 0 else {
        return nil
      }
      return Tween(distance: animationDistance, duration: duration, easing: easing)
    }
    return known.count == 1 ? known[0] : nil
  }

  /// When an animation has settled, if both scroll views have one.
  static func animated(_ first: ScrollFeel, _ second: ScrollFeel) -> [Consequence] {
    guard let a = first.animation, let b = second.animation else { return [] }
    return [
      Consequence(
        start: "animation as recorded", quantity: "settle time", unit: "s",
        first: a.settleTime(within: nearEnd), second: b.settleTime(within: nearEnd))
    ]
  }
}
