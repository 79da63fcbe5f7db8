public import ScrollFitting
public import ScrollFormats

extension ExportedCurve {
  /// Creates the curve of a law.
  ///
  /// - Parameters:
  ///   - law: the law.
  ///   - motion: the motion with its constants.
  ///   - isDiscrete: whether the velocity is summed over whole milliseconds.
  ///   - mass: mass of a spring, for platforms that require it.
  public init(
    _ law: PredictedLaw, _ motion: ConstantMotion, isDiscrete: Bool = false, mass: Double = 1
  ) throws(ExportError) {
    let parts =
      switch motion {
      case .glide(let glide, let stop, let epsilon):
        try Parts(glide, stopSpeed: stop, epsilon: epsilon)
      case .coast(let glide, let epsilon): try Parts(resisted: glide, epsilon: epsilon)
      case .bounce(let spring, let settle):
        try Parts(spring, settle: settle, isBounce: true, mass: mass)
      case .spring(let spring, let settle):
        try Parts(spring, settle: settle, isBounce: false, mass: mass)
      case .fling(let fling, let settle, let epsilon):
        try Parts(fling, settle: settle, epsilon: epsilon)
      case .transfer(let handover, let stop, let epsilon):
        try Parts(handover, stopSpeed: stop, epsilon: epsilon)
      case .rubberBand(let band, let travel): Parts(band, travel: travel)
      case .fall(let fall, let height): try Parts(fall, height: height)
      case .collision(let collision, let rebounds): try Parts(collision, rebounds: rebounds)
      case .engine(let motion, let isReturn, let threshold):
        try Parts(motion, isReturn: isReturn, threshold: threshold)
      case .drag(let drag, let dimension, let travel):
        Parts(drag, dimension: dimension, travel: travel)
      case .stretch(let header, let offset): Parts(header, offset: offset)
      }
    try self.init(
      parts, law: law.key, formula: law.formula(isDiscrete: isDiscrete),
      largest: FitOptions.largestHeld)
  }
}
