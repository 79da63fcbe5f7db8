public import ScrollPhysics

/// The curve that given constants describe under the laws of motion, with the condition for its end.
///
/// Names and notations of constants are those of ``Prediction``.
public enum ConstantMotion: Sendable {
  /// A glide; it ends below a stop speed in pt/s or, without one, within `epsilon` pt of its limit.
  case glide(Deceleration, stopSpeed: Double?, epsilon: Double)
  /// A bounce or an item on a spring; it ends below `settle` pt.
  case spring(Spring, settle: Double)
  /// A glide into a bounce.
  case fling(Fling, settle: Double, epsilon: Double)
  /// Two nested views.
  case transfer(Handover, stopSpeed: Double?, epsilon: Double)
  /// Overscroll over finger travel, up to a travel in pt.
  case rubberBand(RubberBand, travel: Double?)
  /// A fall down to a height in pt.
  case fall(FreeFall, height: Double)
  /// A fall on a floor; a motion that never rests is limited to a number of rebounds.
  case collision(Collision, rebounds: Int)
  /// The height of a header, up to an offset in pt.
  case stretch(HeaderStretch, offset: Double?)

  /// Creates the motion; throws when constants are missing, contradictory, or describe no curve.
  public init(
    _ law: PredictedLaw, inputs: UncertainConstants, isDiscrete: Bool = false
  ) throws(PredictionError) {
    let values = inputs.constants.mapValues(\.value)
    let settle = values["settle"] ?? CriticalBounce.observedSettleThreshold
    let epsilon = values["epsilon"] ?? 0.1
    switch law {
    case .decelerate:
      self = .glide(
        try Notation.glide(values, isDiscrete: isDiscrete), stopSpeed: values["stop"],
        epsilon: epsilon)
    case .resistance:
      self = .glide(try Notation.coast(values), stopSpeed: nil, epsilon: epsilon)
    case .bounce, .spring:
      let spring = try Notation.spring(values, isCritical: law == .bounce)
      self = .spring(Spring(spring, from: try Notation.start(values, spring)), settle: settle)
    case .fling:
      let glide = try Notation.glide(values, isDiscrete: isDiscrete)
      let spring = try Notation.spring(values, isCritical: false)
      let edge = try Notation.edge(values, glide)
      self = .fling(
        Fling(glide, edge: edge, constants: spring, stopSpeed: values["stop"]), settle: settle,
        epsilon: epsilon)
    case .transfer:
      let glide = try Notation.glide(values, isDiscrete: isDiscrete)
      let handover = try Notation.handover(values, glide)
      self = .transfer(handover, stopSpeed: values["stop"], epsilon: epsilon)
    case .rubberBand:
      self = .rubberBand(try Notation.rubberBand(values), travel: values["travel"])
    case .gravity:
      let fall = try Notation.freeFall(values)
      self = .fall(fall, height: try Notation.height(values))
    case .collision:
      self = .collision(try Notation.collision(values), rebounds: Int(values["rebounds"] ?? 5))
    case .stretch:
      self = .stretch(try Notation.header(values), offset: values["offset"])
    case .force, .push:
      throw PredictionError("\(law.rawValue) is a number, not a curve: predict it.")
    }
  }
}
