public import ScrollRecordings

/// A part of a recording with one kind of motion along one axis.
///
/// The phases of an axis cover each sample of the recording once, in order of time.
public struct Phase: Sendable, Hashable {
  /// The kind of motion.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The content rests inside its edges.
    case rest
    /// The content follows a finger inside its edges.
    case tracking
    /// The content follows a finger beyond an edge, or is held there.
    case rubberBand = "rubber-band"
    /// The content glides to a rest, to an edge, or to the end of the recording.
    case deceleration
    /// The content glides until a touch or a new target stops it.
    case interrupted
    /// The content crossed its edge by itself and returns to it.
    case bounce
    /// The content returns to an edge after a finger released it beyond that edge, at rest or moving.
    case release
    /// The content moves from rest to rest by itself: `scrollTo`, a key, a notch of a wheel.
    case animation
    /// The offset changes in one step, as a program sets it.
    case jump
    /// None of these, or not enough information.
    case unknown

    /// Whether phases of this kind are fitted.
    public var isFitted: Bool {
      switch self {
      case .rubberBand, .deceleration, .interrupted, .bounce, .release: true
      case .rest, .tracking, .animation, .jump, .unknown: false
      }
    }
  }

  /// Confidence in the kind.
  public enum Confidence: String, Sendable, Hashable, CaseIterable {
    /// The recording names the phase, or a law describes it to rounding.
    case sure
    /// It follows from the neighbouring phases.
    case likely
    /// Another kind would look much the same.
    case unsure
  }

  /// The kind of motion.
  public var kind: Kind
  /// The axis.
  public var axis: Axis
  /// The samples of the recording; empty for a rest of which a log of changes has no sample.
  public var range: Range<Int>
  /// The start in s of the recording: between the last sample before it and its first sample, to a fraction of a frame
  /// if a law determines it.
  public var start: Double
  /// The end in s, which is the start of the next phase.
  public var end: Double
  /// The edge beyond which it takes place, or at which it ends.
  public var edge: Edge?
  /// Confidence in the kind.
  public var confidence: Confidence
  /// The key of the ``CandidateLaw`` that it follows, if `fit` does not have that law; otherwise nil.
  public var law: String?
  /// The constants of that law, as `identify` reports them; empty without a law.
  public var constants: [CandidateFit.Constant] = []
  /// Those of its constants that all motions of one scroll view share, with standard errors; empty without a law. A
  /// constant that the law fixes is fitted with a more general law.
  var shared: [CandidateFit.Constant] = []
  /// Whether the constants of that law are determined, although more general laws follow the motion as well.
  var isDetermined = false
  /// The evidence for the kind, in a few words.
  public var evidence: String
  /// The index of its fit in the result's list; nil if it was not fitted.
  public var fit: Int?
  /// Why it was not fitted, or why its fit does not describe a free motion.
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
