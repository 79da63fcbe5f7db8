/// What the labels of a `phase` column mean.
enum PhaseLabel: Sendable, Hashable {
  /// The finger moves the content.
  case drag
  /// The content glides after a release.
  case deceleration
  /// The content returns to its edge by itself.
  case bounce
  /// The content rests.
  case rest

  /// The meaning of a label; nil when it is not known.
  init?(_ label: String) {
    let name = label.lowercased().filter { $0.isLetter }
    switch name {
    case "tracking", "drag", "dragging", "rubberband", "pull", "pulling", "touch": self = .drag
    case "deceleration", "decelerating", "decelerate", "fling", "momentum", "glide", "coast":
      self = .deceleration
    case "bounce", "bouncing", "bounceback", "release", "spring", "settling": self = .bounce
    case "rest", "resting", "idle", "still", "settled": self = .rest
    default: return nil
    }
  }
}
