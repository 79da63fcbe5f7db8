public import ScrollPhysics

/// The curve of a law for given constants, with the condition for its end.
///
/// Names and notations of constants are those of ``Prediction``.
public enum ConstantMotion: Sendable {
  /// A deceleration; it ends below a stop speed in pt/s or, without one, within `epsilon` pt of its limit.
  case glide(Deceleration, stopSpeed: Double?, epsilon: Double)
  /// A free item under linear drag; it ends within `epsilon` pt of its limit.
  case coast(Deceleration, epsilon: Double)
  /// A critically damped bounce; it ends below `settle` pt.
  case bounce(Spring, settle: Double)
  /// A spring of any damping; it ends below `settle` pt.
  case spring(Spring, settle: Double)
  /// A deceleration followed by a bounce.
  case fling(Fling, settle: Double, epsilon: Double)
  /// Two nested views.
  case transfer(Handover, stopSpeed: Double?, epsilon: Double)
  /// Overscroll over finger travel, up to a travel in pt.
  case rubberBand(RubberBand, travel: Double?)
  /// A fall down to a height in pt.
  case fall(FreeFall, height: Double)
  /// A fall on a floor; a motion that never rests is limited to a number of rebounds.
  case collision(Collision, rebounds: Int)
  /// A motion of an engine along one of its curves; it has its own end or ends within a threshold in pt of rest.
  case engine(EngineMotion, isReturn: Bool, threshold: Double)
  /// Overscroll over finger travel in an engine, for a view of `dimension` pt, up to a travel in pt.
  case drag(Engine.Drag, dimension: Double, travel: Double?)
  /// The height of a header, up to an offset in pt.
  case stretch(HeaderStretch, offset: Double?)

  /// Creates the motion; throws if constants are missing, contradictory, or describe no curve.
  public init(
    _ law: PredictedLaw, inputs: UncertainConstants, isDiscrete: Bool = false
  ) throws(PredictionError) {
    guard let curve = law.curve else {
      throw PredictionError("\(law.key) has no formula of a curve: predict it.")
    }
    self = try curve(
      ConstantValues(
        values: inputs.constants.mapValues(\.value), words: inputs.words, isDiscrete: isDiscrete))
  }
}
