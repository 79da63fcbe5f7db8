/// What a scroll view ships: the laws it follows and their constants, and where they stand.
///
/// Lengths are the engine's own unit that does not depend on the screen: pt, dp, CSS px, logical px; times
/// in s.
public struct Engine: Sendable, Hashable {
  /// A word to find it by: lowercase letters, digits and hyphens.
  public var key: String
  /// What people call it.
  public var name: String
  /// Repository and file, or document, in which each of the constants stands.
  public var source: String
  /// What else must be known to use them; nil when there is nothing.
  public var notes: String?
  /// How it slows down after a release; nil where that is not its own, or not a law.
  public var glide: Glide?
  /// What it does at an edge; nil where that is not its own, or not a law.
  public var edge: Edge?
  /// How content follows a finger beyond an edge; nil where that is not known, or not a law.
  public var drag: Drag?
  /// Its motions from rest to rest, as of `scrollTo`, keys and the wheel; empty where none is known.
  public var animations: [Animation]

  /// An engine; what is not its own, not known or not a law is left out.
  public init(
    _ key: String, _ name: String, source: String, notes: String? = nil, glide: Glide? = nil,
    edge: Edge? = nil, drag: Drag? = nil, animations: [Animation] = []
  ) {
    self.key = key
    self.name = name
    self.source = source
    self.notes = notes
    self.glide = glide
    self.edge = edge
    self.drag = drag
    self.animations = animations
  }

  /// A length, or a speed by the second, in points or in pixels of the screen.
  public enum Threshold: Sendable, Hashable {
    /// Points.
    case points(Double)
    /// Pixels, of which a point has `scale`.
    case pixels(Double)

    /// In points on a screen of so many pixels a point.
    public func points(scale: Double) -> Double {
      switch self {
      case .points(let value): value
      case .pixels(let value): value / scale
      }
    }
  }

  /// When a glide that never ends is ended.
  public enum Ending: Sendable, Hashable {
    /// Once the speed is below this one, per s.
    case speed(Threshold)
    /// Once it is so near its limit.
    case distance(Threshold)
    /// Once a frame moves it by less.
    case frame(Threshold)
  }
}
