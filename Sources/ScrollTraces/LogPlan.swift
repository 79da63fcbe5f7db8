/// The conversion of the lines of one log statement to rows.
struct LogPlan {
  /// The key that all sample lines share.
  let key: String
  /// The names of the columns as a CSV line.
  private(set) var header = ""
  /// Whether lines have times of day that are too coarse for samples.
  private(set) var areStampsCoarse = false

  private enum Time {
    case none
    /// The time of day.
    case clock
    /// The first number.
    case first
    /// The last number.
    case last
    /// The time, or the time of day, on a line before.
    case before(isClock: Bool)
  }

  private var time: Time
  /// The line of the first sample without a time, if most samples have a time on a line before them.
  private(set) var timesApart: Int?
  /// Whether times are on lines before the samples.
  var hasStampLines: Bool { if case .before = time { true } else { false } }
  /// The names of the numbers that are columns.
  private let names: [String]
  /// The indices of the unnamed numbers that are columns.
  private let plain: Range<Int>
  private let hasPhases: Bool
  /// The names of words that conditions request.
  private let labels: [String]
  private var days = ClockDays()
  /// The zone of the first time of day that names one, in s east of UTC.
  private var zone: Int?

  /// The plan for the first lines of a log with `lineCount` lines so far; nil if none is a sample.
  init?(_ samples: [LogSample], of lineCount: Int, _ reader: inout LogReader) {
    let lines = samples.map(\.bytes)
    guard let key = Self.statement(of: lines, lineCount, &reader),
      let first = lines.first(where: { reader.key(of: $0) == key })
    else { return nil }
    self.key = key
    let shape = first.withUnsafeBytes { reader.shape(of: $0) }.shape
    let known = reader.names
    names = shape.values.map(\.name)
    let facts = SampleFacts(lines, key, &reader)
    hasPhases = facts.phase != nil
    labels = facts.labels
    let isTable = !names.contains { name in
      known.isMeasured(name) && LogNames.role(name)?.isTable != true
    }
    let isNamed = key.hasPrefix("n")
    var paired = 0..<0
    if names.contains(where: { LogNames.role($0) == .time }) || isNamed && isTable {
      time = .none
      if !isNamed { paired = Self.offsets(shape, skippingFirst: shape.plain.count == 3) }
    } else {
      // A row of an array or a tuple, [t, y], is not a point.
      let isRow = shape.pairedCount == 2 && shape.words.isEmpty && facts.isClock
      let canLead = isNamed ? shape.isLed : isRow || shape.plain.count - shape.pairedCount > 0
      let isLast =
        shape.pairedCount == 0 && shape.plain.count > (isNamed ? 0 : 1)
        && facts.isLastClock && (isNamed ? !shape.isLed : !facts.isClock)
      let isLed =
        canLead && (isNamed || shape.plain.count > 1) && facts.growsFirst && !isLast
      let hasClock = shape.clock != nil && facts.fraction >= 2
      areStampsCoarse = !isLed && shape.clock != nil && facts.fraction < 2
      let canEnd = isLast && !facts.countsLast
      time = isLed ? .first : hasClock ? .clock : canEnd ? .last : .none
      if !isNamed, isLast {
        paired = 0..<min(2, shape.plain.count - 1)
      } else if !isNamed {
        paired = Self.offsets(
          shape, skippingFirst: isLed || facts.countsFirst || shape.plain.count == 3)
      }
    }
    plain = paired
    guard isNamed || !paired.isEmpty else { return nil }
    var columns: [String] = []
    switch time {
    case .clock: columns = ["t_s"]
    case .first: columns = [facts.firstUnit.map { "t_\($0.rawValue)" } ?? "t"]
    case .last: columns = [facts.lastUnit.map { "t_\($0.rawValue)" } ?? "t"]
    case .none where !isTable && !names.contains { LogNames.role($0) == .time }:
      if let name = takeStamps(samples.filter { reader.key(of: $0.bytes) == key }) {
        columns = [name]
      }
    case .none, .before: break
    }
    columns += names
    columns += paired.count == 1 ? ["offset"] : paired.count == 2 ? ["x", "y"] : []
    if let phase = facts.phase { columns.append(phase) }
    columns += labels
    header = columns.map(RowField.text).joined(separator: ",")
  }

  /// Finds the times on lines before the samples; returns the name of their column, or nil if they have none.
  private mutating func takeStamps(_ samples: [LogSample]) -> String? {
    var last = 0
    var stamps: [LogStamp] = []
    var missing: Int?
    for sample in samples {
      if let stamp = sample.stamp, stamp.line > last {
        stamps.append(stamp)
      } else {
        missing = missing ?? sample.line
      }
      last = sample.line
    }
    guard samples.count > 1, let name = stamps.first?.name, stamps.allSatisfy({ $0.name == name })
    else {
      let isClock = missing == nil && samples.count > 1 && stamps.allSatisfy { $0.name == nil }
      guard isClock, stamps.map({ SampleFacts.fraction($0.text[...]) }).max() ?? 0 >= 2 else {
        return nil
      }
      time = .before(isClock: true)
      return "t_s"
    }
    guard missing == nil else {
      if 2 * stamps.count >= samples.count { timesApart = missing }
      return nil
    }
    time = .before(isClock: false)
    return name
  }

  /// A value with a known name that changes this often is a motion, even if other values are printed too.
  private static let enoughChanges = 16

  /// The key of the sample lines: those with the most changes of a value. Changes of a value with a known name count
  /// four times, and from ``enoughChanges`` on such lines have priority over all others. A few unnamed lines among many
  /// others are not samples.
  private static func statement(
    of lines: [[UInt8]], _ lineCount: Int, _ reader: inout LogReader
  ) -> String? {
    var statements: [String: (lines: Int, count: Int, last: [UInt8])] = [:]
    var order: [String] = []
    for line in lines {
      line.withUnsafeBytes { bytes in
        let found = reader.shape(of: bytes)
        guard let key = found.key else { return }
        let isSampled = { (value: LogShape.Value) in
          reader.names.isMeasured(value.name) && LogNames.role(value.name)?.isTable != true
        }
        let sampled = found.shape.values.filter(isSampled).map(\.token)
        let tokens = sampled.isEmpty ? found.shape.plain.suffix(2) : sampled[...]
        let last = tokens.flatMap { bytes[reader.tokens[$0].range] + [0x20] }
        if let before = statements[key] {
          statements[key] = (
            before.lines + 1, before.count + (before.last != last ? 1 : 0), last
          )
        } else {
          order.append(key)
          statements[key] = (1, 0, last)
        }
      }
    }
    func score(_ key: String) -> Int {
      let count = statements[key]?.count ?? 0
      guard key.hasPrefix("n") else { return count }
      return count < enoughChanges ? 4 * count : lines.count + count
    }
    let most = order.map(score).max()
    return order.first { score($0) == most }.flatMap { key in
      let own = statements[key]?.lines ?? 0
      return key.hasPrefix("n") || own > enoughChanges || 4 * own >= lineCount ? key : nil
    }
  }

  /// The indices of the unnamed numbers that are offsets: a single number, or the two of a pair.
  private static func offsets(_ shape: LogShape, skippingFirst: Bool) -> Range<Int> {
    let first = skippingFirst && shape.plain.count > 1 ? 1 : 0
    return shape.plain.count - first <= 2 ? first..<shape.plain.count : 0..<0
  }

  /// Whether a line is a sample.
  func takes(_ found: LogReader.Shape) -> Bool {
    guard found.key == key else { return false }
    switch time {
    case .none, .before: return true
    case .clock: return found.shape.clock != nil
    case .first, .last: return !found.shape.plain.isEmpty
    }
  }

  /// Writes a line as a row.
  mutating func write(
    _ line: UnsafeRawBufferPointer, _ shape: LogReader.Shape, _ tokens: [LogToken],
    _ stamp: LogStamp?, to csv: inout [UInt8]
  ) {
    let shape = shape.shape
    let start = csv.count
    func add(_ token: Int) {
      csv += line[tokens[token].range]
      csv.append(UInt8(ascii: ","))
    }
    switch time {
    case .none: break
    case .first: add(shape.plain[0])
    case .last: add(shape.plain[shape.plain.count - 1])
    case .clock:
      if let clock = shape.clock {
        let range = tokens[clock].range
        append(Array(line[range]), LogZone(line[range.upperBound...]), to: &csv)
      }
      csv.append(UInt8(ascii: ","))
    case .before(let isClock):
      if isClock, let stamp {
        append(stamp.text, stamp.zone, to: &csv)
      } else {
        csv += stamp?.text ?? []
      }
      csv.append(UInt8(ascii: ","))
    }
    for name in names {
      if let value = shape.values.first(where: { $0.name == name }) { add(value.token) }
    }
    for index in plain { add(shape.plain[index]) }
    if hasPhases {
      let word = shape.phase.map { String(decoding: line[tokens[$0.token].range], as: UTF8.self) }
      csv += RowField.text(word ?? "").utf8
      csv.append(UInt8(ascii: ","))
    }
    for label in labels {
      if let word = shape.labels.first(where: { $0.name == label }) {
        csv += RowField.text(String(decoding: line[tokens[word.token].range], as: UTF8.self)).utf8
      }
      csv.append(UInt8(ascii: ","))
    }
    if csv.count > start { csv.removeLast() }
    csv.append(0x0A)
  }

  /// Appends a time of day in s, which continues after midnight, and where the zone changes.
  private mutating func append(_ clock: [UInt8], _ zone: LogZone, to csv: inout [UInt8]) {
    let parts = clock.split { $0 &- 0x30 >= 10 }
    let hasFraction = SampleFacts.fraction(clock[...]) > 0
    let whole = parts.dropLast(hasFraction ? 1 : 0).map {
      $0.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
    }
    var second = whole.reduce(0) { $0 * 60 + $1 }
    if let isAfternoon = zone.isAfternoon, let hour = whole.first {
      second += (hour % 12 - hour + (isAfternoon ? 12 : 0)) * 3600
    }
    if let shift = zone.shift {
      self.zone = self.zone ?? shift
      second += (self.zone ?? shift) - shift
    }
    csv += "\(second + Int(days.shift(at: Double(second))))".utf8
    guard hasFraction, let fraction = parts.last else { return }
    csv.append(UInt8(ascii: "."))
    csv += fraction
  }
}

/// Properties of the first samples of a statement.
private struct SampleFacts {
  /// Whether the first unnamed number never decreases, increases in more than half of the steps, and does not count the
  /// lines, while the following values change.
  var growsFirst = false
  /// Whether it counts the lines.
  var countsFirst = false
  /// The maximum number of decimals of the seconds in a time of day.
  var fraction = 0
  /// The unit of time behind the first unnamed number.
  var firstUnit: ColumnUnit?
  /// The unit of time behind the last one.
  var lastUnit: ColumnUnit?
  /// Whether the first one increases in equal steps, as frame times do; offsets do not.
  var isClock = false
  /// Whether the last one does so, and whether it counts the lines.
  var isLastClock = false
  var countsLast = false
  /// The name of the phases.
  var phase: String?
  /// The names of words that conditions request.
  var labels: [String] = []

  init(_ lines: [[UInt8]], _ key: String, _ reader: inout LogReader) {
    var firsts: [Double] = []
    var lasts: [Double] = []
    for line in lines {
      line.withUnsafeBytes { bytes in
        let found = reader.shape(of: bytes)
        guard found.key == key else { return }
        let shape = found.shape
        let tokens = reader.tokens
        func number(_ token: Int) -> Double {
          DecimalNumber(UnsafeRawBufferPointer(rebasing: bytes[tokens[token].range]))?.value ?? 0
        }
        if let first = shape.plain.first {
          firsts.append(number(first))
          firstUnit = tokens[first].unit.flatMap { $0.dimension == .time ? $0 : nil }
        }
        if let last = shape.plain.last {
          lasts.append(number(last))
          lastUnit = tokens[last].unit.flatMap { $0.dimension == .time ? $0 : nil }
        }
        phase = phase ?? shape.phase?.name
        for label in shape.labels where !labels.contains(label.name) { labels.append(label.name) }
        if let clock = shape.clock {
          fraction = max(fraction, Self.fraction(bytes[tokens[clock].range]))
        }
      }
    }
    let steps = zip(lasts, lasts.dropFirst()).map { $1 - $0 }
    isLastClock = steps.areEven
    countsLast = steps.allSatisfy { $0 == 1 }
    takeSteps(zip(firsts, firsts.dropFirst()).map { $1 - $0 }, key, Set(lasts))
  }

  /// The number of decimals of the seconds in a time of day: the digits behind a mark other than the first one, or
  /// behind a decimal mark.
  static func fraction(_ clock: some BidirectionalCollection<UInt8>) -> Int {
    let digits = clock.reversed().prefix { $0 &- 0x30 < 10 }.count
    let marks = clock.filter { $0 &- 0x30 >= 10 }
    return marks.count > 1 && marks.first != marks.last ? digits : 0
  }

  private mutating func takeSteps(_ steps: [Double], _ key: String, _ lasts: Set<Double>) {
    guard !steps.isEmpty else { return }
    countsFirst = steps.allSatisfy { $0 == 1 }
    isClock = steps.areEven
    // A clock that starts anew, as in two recordings, is none that an offset could be taken for.
    let falls = steps.count { $0 < 0 }
    let isRestarted = 8 * falls <= steps.count && steps.filter { $0 > 0 }.areEven
    growsFirst =
      !countsFirst && (falls == 0 || isRestarted) && 2 * steps.count { $0 > 0 } > steps.count
      && (key.hasPrefix("n") || lasts.count > 1)
  }
}
