internal import ScrollRecordings

/// What moves the content in a run of samples.
enum Control: Sendable {
  /// Nothing moves.
  case still
  /// A finger, or anything else that follows no law.
  case finger
  /// The law of a glide or a return; nil if the recording names it and no law was fitted.
  case free(FreeMotion?)
  /// A program: the offset changes in one step.
  case jump
  /// Too few samples to decide.
  case unseen
}

/// A run of samples under one control.
struct MotionRun {
  var range: Range<Int>
  var control: Control
  var confidence: Phase.Confidence
  var evidence: String
  /// The edge beyond which it lies.
  var edge: Edge?

  var isFree: Bool { if case .free = control { true } else { false } }

  /// The speed in pt/s of a free run by its law at a time in s; nil for other runs.
  func springSpeed(at time: Double) -> Double? {
    guard case .free(let law?) = control else { return nil }
    return law.velocity(at: time).magnitude
  }
}
