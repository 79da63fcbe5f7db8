public import CurveFitting
public import ScrollPhysics

/// The options of a fit.
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

  /// How recorded times are used.
  public enum Stamps: String, Sendable, CaseIterable {
    /// Snap to the refresh grid, weight, or neither, whichever the residuals support.
    case auto
    /// As recorded.
    case recorded
    /// On the refresh grid.
    case snapped
    /// Weighted for errors of the times.
    case weighted
  }

  /// The search.
  public var method = Method.descent
  /// Start of a descent, in the order of the law's parameters; nil for the projected minimum.
  public var start: [Double]?
  /// First steps of a descent from `start`, in the same order and units. Nil for the defaults: 1, 0.01 and 0.001 as in
  /// the article for a bounce, a hundredth of each parameter's magnitude for other laws.
  public var steps: [Double]?
  /// What is computed in addition to constants, their errors and warnings.
  public var detail = FitDetail.report
  /// Whether every accepted move is recorded.
  public var recordsPath: Bool {
    get { detail.contains(.searchPath) }
    set { if newValue { detail.insert(.searchPath) } else { detail.remove(.searchPath) } }
  }
  /// Whether the result of a split recording keeps the offsets, which a plot of them needs.
  public var keepsOffsets = false
  /// The loss.
  public var loss = RobustLoss.linear
  /// Fixed parameters by key; magnitudes up to ``largestHeld``.
  public var fixed: [String: Double] = [:]
  /// The maximum magnitude of a fixed parameter or an edge.
  public static var largestHeld: Double { NumericLimits.largest }
  /// Whether a constant offset is added to the law, for an edge or rounding that is not known exactly.
  public var restOffset = false
  /// Whether samples after settling are fitted too, as most other tools do.
  public var keepsSettled = false
  /// How times are used.
  public var stamps = Stamps.auto
  /// Position of the edge in pt, if the user gives it.
  public var edge: Double?
  /// Overscroll below which the motion ends, in pt.
  public var settleThreshold = 0.5
  /// How a deceleration sums its velocity.
  public var form = Deceleration.Form.continuous
  /// Whether both forms of a deceleration are fitted and the better one is reported.
  public var comparesForms = false
  /// Whether a deceleration has a constant friction in addition to the viscous one.
  public var coulomb = false
  /// Speed at which the system ends a deceleration, in pt/s; nil to take it from the recording.
  public var stopSpeed: Double?
  /// Distance from the end point of the law at which a deceleration counts as ended if no stop is known, in pt.
  public var epsilon = 0.1
  /// Parameters that are fitted even if the recording's metadata give them.
  public var freed: Set<String> = []
  /// Whether the two views of a transfer share one decay rate.
  public var sharesRate = false
  /// The shape of a stretching header, found before the fit.
  var stretchShape = StretchShape()
  /// The curve of a law that is defined by one.
  var curve: LawCurve?
  /// The start and the fixed parameters of the search for a transfer.
  var transferStart: TransferCoordinates?
  /// Whether round constants are searched for in or next to the feasible set of springs.
  public var seeksRoundSprings = false
  /// Whether the frame interval of recordings without stamps is free in this search.
  public var fitsInterval = false
  /// The number of threads on which one recording is searched for motions of all laws.
  public var threads = 1
  /// Whether a bounce also reports the springs of any damping that reproduce its samples.
  public var comparesSpring = false
  /// Confidence of intervals.
  public var confidence = 0.95

  /// The defaults.
  public init() {}
}
