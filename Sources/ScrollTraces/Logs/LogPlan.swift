internal import ScrollRecordings

/// The conversion of the lines of one log statement to rows.
struct LogPlan {
  /// The key that all sample lines share.
  let key: String
  /// The names of the columns as a CSV line.
  private(set) var header = ""
  /// Whether lines have times of day that are too coarse for samples.
  private(set) var areStampsCoarse = false
  /// These times; nil if they do not tell how many lines a second has.
  private(set) var coarse: CoarseStamps?
  /// Whether lines are those of logcat, of a program that may count pixels.
  private(set) var isOfAndroid: Bool

  private(set) var time: Time
  /// The line of the first sample without a time, if most samples have a time on a line before them.
  private(set) var timesApart: Int?
  /// Whether two unnamed numbers would be x and y, and the first may be the offset: it changes and they have no brackets,
  /// or the second is proportional to its steps.
  private(set) var hasUnclearPair = false
  /// The index of an unnamed number, in lines without a time, that may be a count, or the time since the line before.
  private(set) var unclear: (index: Int, isStep: Bool)?
  /// Whether samples are a number without a name that grows as the time of frames does.
  private(set) var isLoneClock = false
  /// What to do about an offset that starts anew at each item of a list, and its name.
  private(set) var items: (message: String, help: String)?
  /// Whether the times are times of day.
  var hasClock: Bool {
    switch time {
    case .clock, .before(isClock: true): true
    default: false
    }
  }
  /// Whether the time is the last number.
  var isTimeLast: Bool { if case .last = time { true } else { false } }
  /// Whether times are on lines before the samples.
  var hasStampLines: Bool { if case .before = time { true } else { false } }
  /// The names of the numbers that are columns, and their units of time.
  private let names: [String]
  private let units: [ColumnUnit?]
  /// The unit of a time without a name.
  private let timeUnit: ColumnUnit?
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
    let chosen = samples.chosen
    let lines = chosen.map(\.bytes)
    let lineCount = lineCount - samples.count + chosen.count
    guard let key = Self.statement(of: lines, lineCount, &reader),
      let first = lines.first(where: { reader.key(of: $0) == key })
    else { return nil }
    self.key = key
    let shape = first.withUnsafeBytes { reader.shape(of: $0) }.shape
    isOfAndroid = shape.isOfAndroid
    let known = reader.names
    let rows = SampleFacts(samples.map(\.bytes), key, &reader)
    let facts =
      chosen.count == samples.count ? rows : SampleFacts(lines, key, &reader, of: rows)
    let all = shape.values.map(\.name)
    names = all.contains(where: known.isAsked) ? all : facts.withoutShares(all)
    units = names.map { facts.timeUnits[$0] }
    hasPhases = rows.phase != nil
    labels = rows.labels
    let isTable = !names.contains { name in
      known.isMeasured(name) && LogNames.role(name)?.isTable != true
    }
    let isNamed = key.hasPrefix("n")
    var found: (time: Time, isStep: Bool, plain: Range<Int>) = (.none, false, 0..<0)
    let isTimed =
      names.contains { LogNames.role($0) == .time } || isNamed && facts.hasLooseTime(names)
    let lacksTime = !isTimed && !(isNamed && isTable)
    if !lacksTime {
      if !isNamed { found.plain = Self.offsets(shape, skippingFirst: shape.plain.count == 3) }
    } else {
      found = Self.timing(shape, facts, isNamed: isNamed)
    }
    let isCount = found.time.index(of: facts.units.count).map(facts.isUnclearCount) ?? false
    time = isCount && known.isIntervalStated ? .none : found.time
    timeUnit = time.index(of: facts.units.count).flatMap { facts.units[$0] }
    // A count of the lines is no x.
    let isCounted = found.plain.count == 2 && facts.counts(found.plain.lowerBound)
    let paired = isCounted ? found.plain.dropFirst() : found.plain
    plain = paired
    // Only of a point in a plane the third number is no other quantity.
    let hasDepth = shape.plain.count == 4 && (facts.changesLast || !facts.isMoving(1..<3))
    guard isNamed || !paired.isEmpty && !hasDepth && (!shape.saysTime || isTimeLast) else {
      return nil
    }
    if lacksTime { noteStamps(shape, facts) }
    var columns = timeColumn(isStep: found.isStep).map { [$0] } ?? []
    if lacksTime, case .none = time {
      let own = chosen.filter { reader.key(of: $0.bytes) == key }
      if let name = takeStamps(own) { columns = [name] }
      if columns.isEmpty, timesApart == nil {
        timesApart = Self.clockBeside(own, key, among: samples, &reader)
      }
    }
    noteDoubts(shape, facts, lacksTime: lacksTime && !known.isTimingStated)
    columns += zip(names, units).map { known.with($1, $0) }
    columns += paired.count == 1 ? ["offset"] : paired.count == 2 ? ["x", "y"] : []
    if let phase = rows.phase { columns.append(phase) }
    columns += labels
    header = columns.map(RowField.text).joined(separator: ",")
  }

  /// The name of the column of a time without a name in the samples.
  private func timeColumn(isStep: Bool) -> String? {
    switch time {
    case .clock: "t_s"
    case .first, .last, .number: (isStep ? "dt" : "t") + (timeUnit.map { "_" + $0.rawValue } ?? "")
    case .none, .before: nil
    }
  }

  /// Keeps which numbers may be other quantities than those for which they are taken.
  private mutating func noteDoubts(_ shape: LogShape, _ facts: SampleFacts, lacksTime: Bool) {
    hasUnclearPair =
      plain.count == 2 && (shape.isBracketed ? facts.isSpeed(plain) : facts.isUnclear(plain))
    items = ListItems.fault(facts.series)
    guard lacksTime else { return }
    if let place = time.index(of: facts.units.count) {
      if facts.isUnclearCount(place) { unclear = (place, false) }
    } else if case .none = time {
      isLoneClock = plain.count == 1 && facts.steps(of: plain.lowerBound).areFrameSteps
      let place = coarse == nil ? facts.units.indices.first(where: facts.lastsFrame) : nil
      unclear = place.map { ($0, true) }
    }
  }

  /// Keeps what times of day, and a time in front of the lines, say beside the samples.
  private mutating func noteStamps(_ shape: LogShape, _ facts: SampleFacts) {
    let isLed = if case .first = time { true } else { false }
    areStampsCoarse = !isLed && shape.clock != nil && facts.fraction < 2
    coarse = areStampsCoarse ? facts.coarse : nil
  }

  /// The names of the offsets.
  var offsetNames: [String] { names.filter { LogNames.role($0) == .offset } }

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
    guard samples.count > 1, let first = stamps.first,
      stamps.allSatisfy({ $0.name == first.name }),
      first.name != nil || stamps.map({ SampleFacts.fraction($0.text[...]) }).max() ?? 0 >= 2
    else { return nil }
    guard missing == nil else {
      if 2 * stamps.count >= samples.count { timesApart = missing }
      return nil
    }
    time = .before(isClock: first.name == nil)
    isOfAndroid = isOfAndroid || first.isOfAndroid
    return first.name ?? "t_s"
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

  /// Whether a line is a sample.
  func takes(_ found: LogReader.Shape) -> Bool {
    guard found.key == key else { return false }
    if case .clock = time { return found.shape.clock != nil }
    let plain = found.shape.plain
    return time.index(of: plain.count).map(plain.indices.contains) ?? true
  }

  /// Writes a line as a row.
  mutating func write(
    _ line: UnsafeRawBufferPointer, _ shape: LogReader.Shape, _ tokens: [LogToken],
    _ stamp: LogStamp?, to csv: inout [UInt8]
  ) {
    let shape = shape.shape
    let start = csv.count
    func add(_ token: Int, in unit: ColumnUnit? = nil) {
      tokens[token].append(line, in: unit, to: &csv)
      csv.append(UInt8(ascii: ","))
    }
    switch time {
    case .none: break
    case .first, .last, .number:
      if let index = time.index(of: shape.plain.count) { add(shape.plain[index], in: timeUnit) }
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
    for (name, unit) in zip(names, units) {
      if let value = shape.values.first(where: { $0.name == name }) { add(value.token, in: unit) }
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
    var whole = parts.dropLast(hasFraction ? 1 : 0).map {
      $0.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
    }
    // 160734
    if whole.count == 1 { whole = [whole[0] / 10_000, whole[0] / 100 % 100, whole[0] % 100] }
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
