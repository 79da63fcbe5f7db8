/// A recording: samples in time, or a table with one gesture per row.
///
/// All channels have as many values as there are `times`. If channels lack values in different rows, these are the rows
/// in which no value is missing; ``reading(_:axis:)`` returns the rows of each channel.
public struct Trace: Sendable, Hashable {
  /// The path of the file as the user gave it; `-` is standard input; empty for a recording that was not read from a
  /// file.
  public var path: String

  /// The name of the recording in the `trace` column; nil without such a column.
  public var name: String?

  /// The line number of the first sample, from 1; 0 if it was not read from a file.
  public var line: Int

  /// The content of the comment lines above the header.
  public var metadata: Metadata

  /// The recorded time of each sample in s: never decreasing, with any start.
  public var times: [Double]

  /// The source of the times.
  public var timing: Timing

  /// The measured channels.
  public var channels: [Channel]

  /// Pixels per point from the reading options; nil to use the metadata.
  public var scale: Double?

  /// The phases named in the recording, in order, covering all samples; nil without a phase column.
  public var phases: [PhaseSpan]?

  /// The columns of the file, including ignored ones.
  public var columns: [Column]

  /// The format of the file.
  public var dialect: Dialect

  /// The number of rows of the recording in the file.
  public var rowsRead: Int

  /// The number of rows that were dropped because stamp and values equal those of the previous row.
  public var duplicateRows: Int

  /// The number of samples with the stamp of the previous sample but other values. They are kept.
  public var duplicateStamps: Int

  /// The number of samples that were removed from long rests. The first 1024 repetitions of a rest and its last sample
  /// are kept.
  public var restSamplesFolded: Int

  /// The number of samples that were left out because they only repeat a frame, in a recording that read several samples
  /// for each frame that was drawn.
  public var heldSamples = 0

  /// The number of rows without a value of some channel, which are lost samples. Without stamps they still count as
  /// frames.
  public var lostRows: Int

  /// The first number with a decimal comma in the file; nil if none has one.
  public var decimalComma: String?

  /// The rows as in the file, if channels lack values in some of them; else nil.
  package var sparse: SparseRows?

  /// The content of a log besides its samples; nil for other files. In a file of several recordings, the last one has
  /// it.
  public var log: LogFacts?

  /// Whether an option states the unit of the offsets.
  package var isOffsetUnitStated = false

  /// A hash of the content of the file, before any conversion or selection of samples.
  ///
  /// It covers the metadata entries in order, role, axis and unit of the used columns, and the bits of every number in
  /// every row. It does not depend on path, names, labels, delimiter, line ends or the printed digits of a number, and
  /// is the same in every version. See ``ContentHash``.
  public var contentHash: UInt64

  /// Creates a recording in memory; the hash is that of the file that `TraceWriter` would write.
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

  /// Whether each row is a gesture instead of a sample in time.
  public var isTable: Bool { channels.contains { $0.role.isTable } }

  /// The channel with this role and axis; nil if it was not recorded.
  public func channel(_ role: Role, axis: Axis = .y) -> Channel? {
    channels.first { $0.role == role && $0.axis == axis }
  }

  /// The axes along which this role was recorded.
  public func axes(of role: Role) -> [Axis] {
    Axis.allCases.filter { channel(role, axis: $0) != nil }
  }

  /// The name of the phase of a sample; nil if phases are not named.
  public func phase(at index: Int) -> String? {
    phases?.first { $0.range.contains(index) }?.label
  }
}

/// The source of the times of a recording.
public enum Timing: Sendable, Hashable {
  /// Each sample has a stamp, in the column with this name.
  case stamps(column: String)
  /// Sample i is assumed to be at i times `interval` s.
  case assumed(interval: Double, source: IntervalSource)

  /// Whether stamps were recorded.
  public var isRecorded: Bool {
    if case .stamps = self { true } else { false }
  }
}

/// The source of the interval of samples without stamps.
public enum IntervalSource: String, Sendable, Hashable {
  /// The reading options.
  case option
  /// The file, by `interval` or `refresh_hz`.
  case metadata
  /// The number of samples in each second.
  case counted
  /// The default of 1/60 s.
  case standard = "default"
}

/// Successive samples with the same phase name.
public struct PhaseSpan: Sendable, Hashable {
  /// The name.
  public var label: String
  /// The samples.
  public var range: Range<Int>

  /// Creates a span.
  public init(label: String, range: Range<Int>) {
    self.label = label
    self.range = range
  }
}
