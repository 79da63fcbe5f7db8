public import ScrollPhysics

/// The curve that constants describe, as the laws of motion have it, with what says where it ends.
///
/// The reading of constants is that of ``Prediction``: the same names and notations.
public enum ConstantMotion: Sendable {
  /// A glide; it ends below a stop speed in pt/s, or, without one, within `epsilon` pt of its limit.
  case glide(Deceleration, stopSpeed: Double?, epsilon: Double)
  /// An item that linear drag slows down; it ends within `epsilon` pt of its limit.
  case coast(Deceleration, epsilon: Double)
  /// A critically damped bounce; it ends below `settle` pt.
  case bounce(Spring, settle: Double)
  /// A spring of any damping; it ends below `settle` pt.
  case spring(Spring, settle: Double)
  /// A glide into a bounce.
  case fling(Fling, settle: Double, epsilon: Double)
  /// Two nested views.
  case transfer(Handover, stopSpeed: Double?, epsilon: Double)
  /// Overscroll of finger travel, of interest as far as a travel in pt.
  case rubberBand(RubberBand, travel: Double?)
  /// A fall as far as a height in pt.
  case fall(FreeFall, height: Double)
  /// A fall on a floor; one that never rests is of interest for some rebounds.
  case collision(Collision, rebounds: Int)
  /// The height of a header, of interest as far as an offset in pt.
  case stretch(HeaderStretch, offset: Double?)

  /// Reads constants, or says why they are not enough or too many, or describe no curve.
  public init(
    _ law: PredictedLaw, inputs: UncertainConstants, isDiscrete: Bool = false
  ) throws(PredictionError) {
    guard let curve = law.curve else {
      throw PredictionError("\(law.key) is a number, not a curve: predict it.")
    }
    self = try curve(
      ConstantValues(values: inputs.constants.mapValues(\.value), isDiscrete: isDiscrete))
  }
}
