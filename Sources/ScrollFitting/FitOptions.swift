public import CurveFitting

/// How to fit.
public struct FitOptions: Sendable {
  /// The search.
  public enum Method: String, Sendable, CaseIterable {
    /// The article's six-direction search with halving, from the projected minimum or a given start.
    case descent
    /// The projected Newton iteration alone.
    case newton
    /// The article's search as published: fixed steps, single precision, 0.0167 s a frame.
    case article
  }

  /// How to take recorded times.
  public enum Stamps: String, Sendable, CaseIterable {
    /// Snap to the refresh grid, weight, or neither: whatever the residuals speak for.
    case auto
    /// As recorded.
    case recorded
    /// On the refresh grid.
    case snapped
    /// Weighted for an error of the times.
    case weighted
  }

  /// The search.
  public var method = Method.descent
  /// Start of a descent: C, delta, phi in pt/s, 1/s, s; nil for the projected minimum.
  public var start: [Double]?
  /// First steps of a descent from `start`, in the same units.
  public var steps: [Double] = [1, 0.01, 0.001]
  /// Whether to keep every accepted move.
  public var recordsPath = false
  /// The loss.
  public var loss = RobustLoss.linear
  /// Parameters held at a value, by key.
  public var fixed: [String: Double] = [:]
  /// Whether a constant is added to the law, for an edge or a rounding that is not quite known.
  public var restOffset = false
  /// Whether samples after the motion has settled are fitted too, as most other tools do.
  public var keepsSettled = false
  /// The treatment of times.
  public var stamps = Stamps.auto
  /// Position of the edge in pt, when the user gives it.
  public var edge: Double?
  /// Overscroll below which the motion ends, in pt.
  public var settleThreshold = 0.5
  /// Confidence of intervals.
  public var confidence = 0.95

  /// The defaults.
  public init() {}
}
