/// What the caller knows better than the file.
public struct ReadingOptions: Sendable, Hashable {
  /// What separates fields; nil to see it from the header.
  public var delimiter: Delimiter?

  /// The name of the column that is the time, whatever its name means otherwise.
  public var timeColumn: String?

  /// The name of the column that is the offset, whatever its name means otherwise.
  public var offsetColumn: String?

  /// The axis that is wanted; nil for all: columns of the other one that have gaps are passed over.
  public var axis: Axis?

  /// The unit of the time column, whatever its suffix says; nil to take the suffix, or seconds.
  public var timeUnit: ColumnUnit?

  /// Pixels in a point; nil to take `scale` from the metadata.
  public var scale: Double?

  /// Seconds between samples that have no stamps; nil to take the metadata, or 1/60 s.
  public var interval: Double?

  /// Only samples at or after this time are kept, s on the recording's own clock.
  public var from: Double?

  /// Only samples at or before this time are kept, s on the recording's own clock.
  public var to: Double?

  /// Whether the file is a log, whatever it looks like.
  public var isLog = false

  /// What rows must have to be read, all of it; the others are passed over.
  public var conditions: [RowCondition] = []

  /// Whether the other recordings of a file are read when one of them has a fault, such as text where a number
  /// belongs: only where a column names recordings, and unless the fault hides where rows end.
  public var readsOnAfterFaults = false

  /// Makes options; without arguments everything is taken from the file.
  public init(
    delimiter: Delimiter? = nil, timeColumn: String? = nil, offsetColumn: String? = nil,
    timeUnit: ColumnUnit? = nil, scale: Double? = nil, interval: Double? = nil, from: Double? = nil,
    to: Double? = nil
  ) {
    self.delimiter = delimiter
    self.timeColumn = timeColumn
    self.offsetColumn = offsetColumn
    self.timeUnit = timeUnit
    self.scale = scale
    self.interval = interval
    self.from = from
    self.to = to
  }
}
