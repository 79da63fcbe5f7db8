public import ScrollRecordings

/// Reading options that override the content of the file.
public struct ReadingOptions: Sendable, Hashable {
  /// The separator of fields; nil to detect it from the header.
  public var delimiter: Delimiter?

  /// The name of the time column. It overrides the usual meaning of that name.
  public var timeColumn: String?

  /// The name of the offset column. It overrides the usual meaning of that name.
  public var offsetColumn: String?

  /// The axis; nil for all. Columns of the other axis are ignored if they have gaps.
  public var axis: Axis?

  /// The unit of the time column; nil to use its suffix, or seconds.
  public var timeUnit: ColumnUnit?

  /// The unit of the offsets, and of other lengths beside them; nil to use the suffixes, or points.
  public var offsetUnit: ColumnUnit?

  /// Pixels per point; nil to use `scale` from the metadata.
  public var scale: Double?

  /// Seconds between samples without stamps; nil to use the metadata, or 1/60 s.
  public var interval: Double?

  /// The earliest time of samples to keep, in s in the recording's own time.
  public var from: Double?

  /// The latest time of samples to keep, in s in the recording's own time.
  public var to: Double?

  /// Whether the file is read as a log.
  public var isLog = false

  /// Conditions that a row must meet, all of them; other rows are ignored.
  public var conditions: [RowCondition] = []

  /// Whether reading continues with the other recordings of a file after an error in one, such as text in place of a
  /// number. Only if a column names recordings, and the end of rows is still known.
  public var readsOnAfterFaults = false

  /// Creates options; by default everything is determined from the file.
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
