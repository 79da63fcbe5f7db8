public import ScrollTraces

/// A part of a recording in which one thing happens along one axis.
///
/// The phases of an axis cover every sample of the recording once, in the order of time.
public struct Phase: Sendable, Hashable {
  /// What happens.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Nothing: the content lies still inside its edges.
    case rest
    /// The content follows a finger inside its edges.
    case tracking
    /// The content follows a finger beyond an edge, or is held there.
    case rubberBand = "rubber-band"
    /// The content glides to its rest, to an edge, or to the end of the recording.
    case deceleration
    /// The content glides until something stops it: a touch, or a new target.
    case interrupted
    /// The content has crossed its edge by itself and returns to it.
    case bounce
    /// The content returns to the edge beyond which a finger let it go, held or moving.
    case release
    /// The content moves from rest to rest by itself: `scrollTo`, a key, a notch of a wheel.
    case animation
    /// The offset changes at once, as a program sets it.
    case jump
    /// None of these, or nothing to tell by.
    case unknown

    /// Whether a law describes it.
    public var isFitted: Bool {
      switch self {
      case .rubberBand, .deceleration, .interrupted, .bounce, .release: true
      case .rest, .tracking, .animation, .jump, .unknown: false
      }
    }
  }

  /// How sure the kind is.
  public enum Confidence: String, Sendable, Hashable, CaseIterable {
    /// The recording names the phase, or a law describes it to rounding.
    case sure
    /// It follows from the phases before and after.
    case likely
    /// Something else would look much the same.
    case unsure
  }

  /// What happens.
  public var kind: Kind
  /// Along which axis.
  public var axis: Axis
  /// The samples of the recording; empty for a rest of which a log of changes holds no sample.
  public var range: Range<Int>
  /// When it starts, in s of the recording: between the last sample before it and its first, where a law
  /// tells to a fraction of a frame.
  public var start: Double
  /// When it ends, in s, and the next phase starts.
  public var end: Double
  /// The edge beyond which it takes place, or at which it ends.
  public var edge: Edge?
  /// How sure the kind is.
  public var confidence: Confidence
  /// The key of the law that it follows, one of ``CandidateLaw``, where that is none that is fitted; else nil.
  public var law: String?
  /// The constants of that law, as `identify` has them. Empty without a law.
  public var constants: [CandidateFit.Constant] = []
  /// Those of its constants that motions of one scroll view share, with standard errors; where the law holds one, as
  /// a law has it that does not. Empty without a law.
  var shared: [CandidateFit.Constant] = []
  /// What the kind was told by: a few words.
  public var evidence: String
  /// The position of its fit in the result's list; nil when it was not fitted.
  public var fit: Int?
  /// Why it was not fitted, or why its fit is not to be taken for that of a free motion.
  public var remark: String?

  /// A phase.
  public init(
    _ kind: Kind, axis: Axis, range: Range<Int>, start: Double, end: Double, edge: Edge? = nil,
    confidence: Confidence, evidence: String
  ) {
    self.kind = kind
    self.axis = axis
    self.range = range
    self.start = start
    self.end = end
    self.edge = edge
    self.confidence = confidence
    self.evidence = evidence
  }
}
