/// A recording: samples in time, or a table with one gesture a row.
///
/// All channels have as many values as there are `times`. Where channels lack values in different rows, these are the rows
/// that have all of them; ``reading(_:axis:)`` has those of each channel.
public struct Trace: Sendable, Hashable {
  /// The file as it was named; `-` is standard input, empty a recording that was never in a file.
  public var path: String

  /// What the `trace` column calls this recording; nil without such a column.
  public var name: String?

  /// The physical line of the first sample, counted from 1; 0 when it was never in a file.
  public var line: Int

  /// What the leading comment lines say.
  public var metadata: Metadata

  /// The time of each sample in s, as recorded: they never decrease, and need not start at 0.
  public var times: [Double]

  /// Where the times come from.
  public var timing: Timing

  /// What was measured.
  public var channels: [Channel]

  /// Pixels in a point as the reader was told; nil when only the metadata may know.
  public var scale: Double?

  /// The phases that the recorder named, in order, covering all samples; nil without such a column.
  public var phases: [PhaseSpan]?

  /// The columns of the file, those that were passed over included.
  public var columns: [Column]

  /// How the file was written.
  public var dialect: Dialect

  /// The rows that the recording has in the file, all of them.
  public var rowsRead: Int

  /// The rows that repeated the row before them, stamp and values, and were dropped.
  public var duplicateRows: Int

  /// The samples that have the stamp of the sample before them and other values. They are kept.
  public var duplicateStamps: Int

  /// The samples that were merged into the last one of a long rest. The first 1024 repetitions of a
  /// rest and its last sample are kept.
  public var restSamplesFolded: Int

  /// The rows without a value of any channel, or without some of them, which are lost samples. Without stamps their frames count.
  public var lostRows: Int

  /// The rows as they stand in the file where channels lack values in some of them; nil where none does.
  var sparse: SparseRows?

  /// What the log holds besides its samples; nil where the file is no log. In a file of several recordings it is with the last.
  public var log: LogFacts?

  /// A hash of the content as it stands in the file, before any conversion or selection of samples.
  ///
  /// It covers the metadata entries in order, role, axis and unit of the columns used and the bits
  /// of every number in every row that is read. It does not depend on path, names, labels, delimiter, line ends
  /// or the digits a number is printed with, and is the same in every version. See ``ContentHash``.
  public var contentHash: UInt64

  /// Makes a recording in memory; the hash is that of the file it would be written to.
  public init(
    path: String = "", name: String? = nil, metadata: Metadata = Metadata(), times: [Double],
    timing: Timing = .stamps(column: "t_s"), channels: [Channel], phases: [PhaseSpan]? = nil
  ) {
    self.path = path
    self.name = name
    self.line = 0
    self.metadata = metadata
    self.times = times
    self.timing = timing
    self.channels = channels
    self.phases = phases
    self.columns = Trace.standardColumns(
      timing: timing, channels: channels, hasPhases: phases != nil)
    self.dialect = Dialect()
    self.rowsRead = times.count
    self.duplicateRows = 0
    self.duplicateStamps = 0
    self.restSamplesFolded = 0
    self.lostRows = 0
    self.contentHash = 0
    self.contentHash = ContentHash.hash(of: self)
  }

  /// The number of samples.
  public var count: Int { times.count }

  /// Whether the rows are gestures, not samples in time.
  public var isTable: Bool { channels.contains { $0.role.isTable } }

  /// The channel of this role and axis; nil when it was not recorded.
  public func channel(_ role: Role, axis: Axis = .y) -> Channel? {
    channels.first { $0.role == role && $0.axis == axis }
  }

  /// The axes on which this role was recorded.
  public func axes(of role: Role) -> [Axis] {
    Axis.allCases.filter { channel(role, axis: $0) != nil }
  }

  /// What the recorder called the phase of a sample; nil when it named none.
  public func phase(at index: Int) -> String? {
    phases?.first { $0.range.contains(index) }?.label
  }
}

/// Where the times of a recording come from.
public enum Timing: Sendable, Hashable {
  /// Each sample has its stamp, in the column of this name.
  case stamps(column: String)
  /// Sample i is taken to be at i times `interval` s.
  case assumed(interval: Double, source: IntervalSource)

  /// Whether stamps were recorded.
  public var isRecorded: Bool {
    if case .stamps = self { true } else { false }
  }
}

/// Who says how far apart samples without stamps are.
public enum IntervalSource: String, Sendable, Hashable {
  /// The caller.
  case option
  /// The file, as `interval` or `refresh_hz`.
  case metadata
  /// Nobody; 1/60 s.
  case standard = "default"
}

/// A run of samples that the recorder gave one name.
public struct PhaseSpan: Sendable, Hashable {
  /// The name.
  public var label: String
  /// The samples.
  public var range: Range<Int>

  /// Makes a span.
  public init(label: String, range: Range<Int>) {
    self.label = label
    self.range = range
  }
}
