/// The content of a log besides its samples.
public struct LogFacts: Sendable, Hashable {
  /// The number of lines without a sample; blank lines are not counted.
  public var otherLines = 0
  /// Whether its times of day are too coarse for samples: whole or tenth seconds.
  public var areStampsCoarse = false
  /// These times, if they tell how many lines a second has.
  package var coarse: CoarseStamps?
  /// How many lines each complete second has; nil if there is none, or times are finer.
  package var linesPerSecond: Double? { coarse?.perSecond }
  /// Whether the time is a number without a name, and whether it is the first number of lines.
  package var isTimeUnnamed = false
  package var isTimeInFront = false
  /// Whether lines begin with a date and a time that are sorted as text is.
  package var isDated = false
  /// Whether the times are times of day.
  package var hasClock = false
  /// Whether its lines are those of logcat, of a program that may count pixels.
  package var isOfAndroid = false
  /// Whether it is no log, but a table that was converted in the same way.
  public package(set) var isTable = false
  /// The first distinct texts before the samples; different texts may mean several views.
  public private(set) var wordings: [String] = []
  /// The number of samples, and of samples whose text differs from that of the previous one.
  private var samples = 0
  private var changes = 0
  private var last: String?
  private static let wordingCount = 8

  /// Creates empty facts.
  public init() {}

  /// Whether samples with different texts alternate often, so that they may be of several views. The name of a phase,
  /// in contrast, stays the same for several samples.
  public var isMixed: Bool { wordings.count > 1 && 8 * changes > samples }

  /// What a command to type has in front of a file of this kind.
  package var command: String { isTable ? "fit" : "--log" }

  /// Adds the text before a sample.
  package mutating func take(_ words: String) {
    samples += 1
    guard words != last else { return }
    if last != nil { changes += 1 }
    last = words
    if wordings.count < Self.wordingCount, !wordings.contains(words) { wordings.append(words) }
  }
}
