/// Why nothing could be fitted.
public struct FitFailure: Error, Sendable, Hashable {
  /// The kind of a failure.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The recording has no offset or overscroll, or none on the requested axis.
    case noChannel = "no-channel"
    /// The rows are gestures, not samples.
    case isTable = "is-table"
    /// The values never change.
    case noMotion = "no-motion"
    /// No sample is beyond an edge.
    case nothingBeyondEdge = "nothing-beyond-edge"
    /// No part of the recording is a deceleration.
    case noGlide = "no-glide"
    /// No part of the recording is a free fall.
    case noFall = "no-fall"
    /// A falling item does not rebound.
    case noRebound = "no-rebound"
    /// There is no finger column besides the overscroll.
    case noFinger = "no-finger"
    /// There is no height column besides the offset.
    case noHeight = "no-height"
    /// There is no offset of an inner scroll view besides that of the outer one.
    case noInner = "no-inner"
    /// No view transfers its motion to another.
    case noHandover = "no-handover"
    /// Fewer samples than parameters + 1.
    case tooFewSamples = "too-few-samples"
    /// A number, or the duration, is outside the supported range.
    case outOfRange = "out-of-range"
    /// No phase has a law that can be fitted.
    case nothingToFit = "nothing-to-fit"
    /// No minimum was found.
    case noConvergence = "no-convergence"
  }

  /// The kind.
  public var code: Code
  /// One sentence in lower case that can follow `path:line:column: error: `.
  public var message: String
  /// What the user can do, on one line.
  public var help: String

  /// A failure.
  public init(_ code: Code, _ message: String, help: String) {
    self.code = code
    self.message = message
    self.help = help
  }

  /// The help for a motion that is not what the fit expects.
  static let inspect = "look at the recording with 'scrollfit inspect FILE'"

  /// The failure for a recording without a channel.
  static func noChannel(_ name: String) -> FitFailure {
    FitFailure(
      .noChannel, "no \(name)",
      help: "name the column with --offset, or another axis with --axis")
  }

  /// The failure for a recording without motion.
  static let nothingMoves = FitFailure(
    .noMotion, "the offset never changes", help: "record while the content moves")
}
