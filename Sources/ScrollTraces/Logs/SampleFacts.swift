internal import ScrollRecordings

/// Properties of the first samples of a statement.
struct SampleFacts {
  /// Whether the first unnamed number never decreases, increases in more than half of the steps, and does not count the
  /// lines, while the following values change.
  var growsFirst = false
  /// Whether it counts the lines.
  var countsFirst = false
  /// Whether it is a time with a plus in front of it, which is that since the line before: `+16.7ms`.
  var areFirstSteps = false
  /// Whether the last one is such a time, as the `debug` of npm prints it.
  var areLastSteps = false
  /// Times of day in whole seconds or tenths, which may tell the rate; nil for finer ones.
  var coarse: CoarseStamps?
  /// Whether the last one changes.
  var changesLast = false
  /// The maximum number of decimals of the seconds in a time of day.
  var fraction = 0
  /// The first unit of time behind each unnamed number, and behind the numbers with a name.
  var units: [ColumnUnit?] = []
  var timeUnits: [String: ColumnUnit] = [:]
  /// Whether the first one increases in equal steps, as frame times do; offsets do not.
  var isClock = false
  /// Whether the last one does so, and whether it counts the lines.
  var isLastClock = false
  var countsLast = false
  /// The numbers with a name, or behind a word.
  var series: [(name: String, values: [Double])] = []
  /// The unnamed numbers of each sample.
  private(set) var numbers: [[Double]] = []
  /// The indices of those with a decimal point.
  private(set) var pointed: Set<Int> = []
  /// The times of day in s.
  private(set) var clocks: [Double] = []
  /// The indices of the unnamed numbers that count the lines of all views.
  private let lineCounts: Set<Int>
  /// The name of the phases.
  var phase: String?
  /// The names of words that conditions request.
  var labels: [String] = []

  /// Whether the first of two unnamed numbers of nine samples or more changes in over an eighth of the steps, and is no
  /// time.
  func isUnclear(_ pair: Range<Int>) -> Bool {
    let steps = steps(of: pair.lowerBound)
    return steps.count >= 8 && 8 * steps.count { $0 != 0 } > steps.count && !steps.areEven
  }

  /// Whether any of these unnamed numbers changes.
  func isMoving(_ range: Range<Int>) -> Bool {
    range.contains { steps(of: $0).contains { $0 != 0 } }
  }

  /// The steps of one of the unnamed numbers.
  func steps(of index: Int) -> [Double] {
    zip(numbers, numbers.dropFirst()).map {
      $0.count > index && $1.count > index ? $1[index] - $0[index] : 0
    }
  }

  /// Whether one of the unnamed numbers counts the lines.
  func counts(_ index: Int) -> Bool {
    let steps = steps(of: index)
    return lineCounts.contains(index) || steps.count >= 8 && steps.allSatisfy { $0 == 1 }
  }

  /// Whether one of the unnamed numbers increases in equal steps, as a time behind a count does.
  func isClock(_ index: Int) -> Bool { !counts(index) && steps(of: index).areEven }

  /// The index of the one unnamed number that increases by what a frame lasts; nil if there is none, or are several.
  var frameClock: Int? {
    let found = units.indices.filter { index in
      !counts(index) && numbers.allSatisfy { $0.count > index }
        && numbers.map { $0[index] }.areFrameTimes
    }
    return found.count == 1 ? found[0] : nil
  }

  /// Whether the second of two unnamed numbers is the speed of the first in units a second or a millisecond, and no y
  /// beside an x: it is proportional to the step of the first, by what a frame lasts.
  func isSpeed(_ pair: Range<Int>) -> Bool {
    let rows = numbers.filter { $0.count >= pair.upperBound }
    guard pair.count == 2, rows.count > 8 else { return false }
    var ratios: [Double] = []
    for index in 1..<rows.count - 1 {
      let step = (rows[index + 1][pair.lowerBound] - rows[index - 1][pair.lowerBound]) / 2
      let speed = rows[index][pair.lowerBound + 1]
      // At rest a step of a pixel more or less says little.
      if step.magnitude > 2 { ratios.append(speed / step) }
    }
    guard ratios.count > 8 else { return false }
    let usual = ratios.sorted()[ratios.count / 2].magnitude
    return ratios.evenShare(within: 0.15) > 0.8
      && ((10...300).contains(usual) || (0.01...0.3).contains(usual))
  }

  /// Examines the lines of the statement with this key.
  ///
  /// - Parameter all: the facts of lines of which these are chosen; nil for all lines.
  init(_ lines: [[UInt8]], _ key: String, _ reader: inout LogReader, of all: SampleFacts? = nil) {
    // Every second line of `grep -n` counts too.
    lineCounts = Set(all.map { all in all.units.indices.filter(all.counts) } ?? [])
    var firsts: [Double] = []
    var lasts: [Double] = []
    for line in lines {
      line.withUnsafeBytes { bytes in
        let found = reader.shape(of: bytes)
        guard found.key == key else { return }
        let shape = found.shape
        let tokens = reader.tokens
        func number(_ token: Int) -> Double { tokens[token].value(in: bytes) }
        if let first = shape.plain.first {
          firsts.append(number(first))
          let isSigned = bytes[tokens[first].range.lowerBound] == UInt8(ascii: "+")
          areFirstSteps =
            (areFirstSteps || firsts.count == 1) && isSigned
            && tokens[first].unit?.dimension == .time
        }
        numbers.append(shape.plain.map(number))
        for (index, token) in shape.plain.enumerated()
        where bytes[tokens[token].range].contains(UInt8(ascii: ".")) {
          pointed.insert(index)
        }
        units = shape.plain.enumerated().map { index, token in
          (units.indices.contains(index) ? units[index] : nil) ?? tokens[token].timeUnit
        }
        for value in shape.values where timeUnits[value.name] == nil {
          timeUnits[value.name] = tokens[value.token].timeUnit
        }
        for value in shape.values { take(number(value.token), named: value.name) }
        for token in shape.plain where token > 0 && tokens[token - 1].kind == .word {
          let word = String(decoding: bytes[tokens[token - 1].range], as: UTF8.self)
          take(number(token), named: word)
        }
        if let last = shape.plain.last {
          lasts.append(number(last))
          let isSigned = bytes[tokens[last].range.lowerBound] == UInt8(ascii: "+")
          areLastSteps =
            (areLastSteps || lasts.count == 1) && isSigned
            && tokens[last].unit?.dimension == .time
        }
        phase = phase ?? shape.phase?.name
        for label in shape.labels where !labels.contains(label.name) { labels.append(label.name) }
        if let clock = shape.clock {
          let text = UnsafeRawBufferPointer(rebasing: bytes[tokens[clock].range])
          fraction = max(fraction, Self.fraction(text[...]))
          if let time = ISOTime(text) { clocks.append(time.seconds) }
        }
      }
    }
    if fraction < 2 { coarse = CoarseStamps(clocks) }
    let steps = lasts.steps
    isLastClock = steps.areEven
    countsLast = lineCounts.contains(units.count - 1) || steps.allSatisfy { $0 == 1 }
    changesLast = steps.contains { $0 != 0 }
    takeSteps(zip(firsts, firsts.dropFirst()).map { $1 - $0 }, key, areOthersMoving(lasts))
    areFirstSteps = areFirstSteps && !growsFirst
    areLastSteps = areLastSteps && !isLastClock
  }

  private mutating func take(_ number: Double, named name: String) {
    if let known = series.firstIndex(where: { $0.name == name }) {
      series[known].values.append(number)
    } else {
      series.append((name, [number]))
    }
  }

  /// The number of decimals of the seconds in a time of day: the digits behind a mark other than the first one, or
  /// behind a decimal mark.
  static func fraction(_ clock: some BidirectionalCollection<UInt8>) -> Int {
    let digits = clock.reversed().prefix { $0 &- 0x30 < 10 }.count
    let marks = clock.filter { $0 &- 0x30 >= 10 }
    // `160734.906`
    if marks.count == 1, clock.count - digits == 7 { return digits }
    return marks.count > 2 || marks.count > 1 && marks.first != marks.last ? digits : 0
  }

  /// Whether one of the numbers behind the first one changes, or the only one.
  private func areOthersMoving(_ lasts: [Double]) -> Bool {
    let count = numbers.map(\.count).min() ?? 0
    guard count > 1 else { return Set(lasts).count > 1 }
    return isMoving(1..<count)
  }

  private mutating func takeSteps(_ steps: [Double], _ key: String, _ areOthersMoving: Bool) {
    guard !steps.isEmpty else { return }
    countsFirst = lineCounts.contains(0) || steps.betweenTurns.allSatisfy { $0 == 1 }
    // A clock that starts anew, as in two recordings, is none that an offset could be taken for.
    let falls = steps.count { $0 < 0 }
    let isRestarted = 8 * falls <= steps.count && steps.filter { $0 > 0 }.areEven
    isClock = isRestarted && !steps.contains(0)
    growsFirst =
      !countsFirst && (falls == 0 || isRestarted) && steps.betweenTurns.areMostlyRising
      && (key.hasPrefix("n") || areOthersMoving && !steps.slowDown)
  }
}
