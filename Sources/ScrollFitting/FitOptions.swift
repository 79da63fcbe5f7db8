public import CurveFitting
public import ScrollPhysics

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
  /// Start of a descent, in the order of the law's parameters; nil for the projected minimum.
  public var start: [Double]?
  /// First steps of a descent from `start`, in the same order and units; nil for those of the article,
  /// 1, 0.01, 0.001, in a bounce, and for a hundredth of each parameter's size in other laws.
  public var steps: [Double]?
  /// What is computed beside constants, their errors and warnings.
  public var detail = FitDetail.report
  /// Whether to keep every accepted move.
  public var recordsPath: Bool {
    get { detail.contains(.searchPath) }
    set { if newValue { detail.insert(.searchPath) } else { detail.remove(.searchPath) } }
  }
  /// Whether the result of a split recording keeps the offsets that were split, as a plot of them needs.
  public var keepsOffsets = false
  /// The loss.
  public var loss = RobustLoss.linear
  /// Parameters held at a value, by key; none beyond ``largestHeld``.
  public var fixed: [String: Double] = [:]
  /// The largest magnitude of a held value and of an edge.
  public static var largestHeld: Double { NumericLimits.largest }
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
  /// How a deceleration adds up its velocity.
  public var form = Deceleration.Form.continuous
  /// Whether the other form of a deceleration is fitted too, and the better one quoted.
  public var comparesForms = false
  /// Whether a deceleration has a constant friction beside the viscous one.
  public var coulomb = false
  /// Speed at which the system ends a deceleration, in pt/s; nil for what the recording shows.
  public var stopSpeed: Double?
  /// How near the end of the law a deceleration counts as ended where no stop is known, in pt.
  public var epsilon = 0.1
  /// Parameters that are fitted although the recording's metadata give them.
  public var freed: Set<String> = []
  /// Whether the two views of a transfer have one decay rate.
  public var sharesRate = false
  /// How the law of a stretch lies in the samples: found before they are fitted.
  var stretchShape = StretchShape()
  /// The curve of a law that is given by one.
  var curve: LawCurve?
  /// Where the search for a transfer begins, and what it holds.
  var transferStart: TransferCoordinates?
  /// Whether round numbers are looked for in the set of springs that rounding allows, or next to it.
  public var seeksRoundSprings = false
  /// Whether the frame interval of recordings without stamps is free as they are looked for.
  public var fitsInterval = false
  /// Whether a bounce also says which springs of any damping explain its samples.
  public var comparesSpring = false
  /// Confidence of intervals.
  public var confidence = 0.95

  /// The defaults.
  public init() {}
}
