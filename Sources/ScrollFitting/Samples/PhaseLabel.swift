/// The meaning of a label in a `phase` column.
enum PhaseLabel: Sendable, Hashable {
  /// The finger moves the content.
  case drag
  /// The content decelerates after a release.
  case deceleration
  /// The content returns to its edge without a finger.
  case bounce
  case rest

  /// The meaning of a label; nil if it is unknown.
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
