/// Why nothing could be fitted.
public struct FitFailure: Error, Sendable, Hashable {
  /// What kind of failure.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The recording has no offset or overscroll, or not on the axis asked for.
    case noChannel = "no-channel"
    /// The rows are gestures, not samples.
    case isTable = "is-table"
    /// The values never change.
    case noMotion = "no-motion"
    /// Nothing lies beyond an edge.
    case nothingBeyondEdge = "nothing-beyond-edge"
    /// No part of the recording glides.
    case noGlide = "no-glide"
    /// No part of the recording falls.
    case noFall = "no-fall"
    /// An item falls and does not rebound.
    case noRebound = "no-rebound"
    /// No finger travel beside the overscroll.
    case noFinger = "no-finger"
    /// No height beside the offset.
    case noHeight = "no-height"
    /// No offset of an inner scroll view beside that of the outer.
    case noInner = "no-inner"
    /// No view hands its motion on to another.
    case noHandover = "no-handover"
    /// Fewer samples than parameters + 1.
    case tooFewSamples = "too-few-samples"
    /// A number, or the time from the first sample to the last, is beyond all motions.
    case outOfRange = "out-of-range"
    /// No phase that a law describes.
    case nothingToFit = "nothing-to-fit"
    /// No minimum was found.
    case noConvergence = "no-convergence"
  }

  /// The kind.
  public var code: Code
  /// One sentence, lower case, fit to follow `path:line:column: error: `.
  public var message: String
  /// What to do, one line.
  public var help: String

  /// A failure.
  public init(_ code: Code, _ message: String, help: String) {
    self.code = code
    self.message = message
    self.help = help
  }

  /// The failure of a recording in which nothing moves.
  static let nothingMoves = FitFailure(
    .noMotion, "the offset never changes", help: "record while the content moves")
}
