internal import ScrollRecordings

/// Numbers that count lines, events or frames, which are no times.
extension SampleFacts {
  /// Steps below this are no milliseconds between the samples of a display.
  private static let leastStep = 4.0

  /// Whether one of the unnamed numbers is whole, has no unit of time and never falls, as a count does.
  func isWhole(_ index: Int) -> Bool {
    units.indices.contains(index) && units[index] == nil && !pointed.contains(index) && grows(index)
  }

  /// Whether the first unnamed number is a count beside a time: beside a time of day that moves, but not with it as
  /// milliseconds would, or beside another number that is a time.
  func countsBesideTime(isNamed: Bool) -> Bool {
    isWhole(0)
      && (countsBesideClock || timeBesideCount(isNamed: isNamed) != nil)
  }

  /// The unnamed number behind a count that is a time: it grows, and has a unit of time or decimals.
  ///
  /// - Parameter isNamed: whether the offset has a name; one without may grow too, but not in even steps.
  func timeBesideCount(isNamed: Bool) -> Int? {
    units.indices.dropFirst().first { index in
      (units[index] != nil || pointed.contains(index))
        && (isNamed ? grows(index) : steps(of: index).areEven)
    }
  }

  private var countsBesideClock: Bool {
    // Stamps of Unreal and Chromium are not of this form.
    if clocks.isEmpty { return fraction > 1 }
    guard let first = clocks.first, let last = clocks.last, last > first,
      fraction < 2 || isClockMoving, let start = numbers.first?.first, let end = numbers.last?.first
    else { return false }
    // Whole seconds are those of any part of them.
    let tolerance = max(0.01 * (last - first), fraction > 1 ? 0 : fraction > 0 ? 0.1 : 1)
    return ![1e3, 1e6, 1e9].contains {
      ((end - start) / $0 - (last - first)).magnitude <= tolerance
    }
  }

  /// Whether the time of day is another one on most lines; lines that are printed all at once share one.
  var isClockMoving: Bool {
    let steps = clocks.steps
    return steps.isEmpty || steps.areMostlyRising
  }

  /// Whether one of the unnamed numbers, in lines without another time, grows by too little for milliseconds, and so is
  /// likelier a count.
  func isUnclearCount(_ index: Int) -> Bool {
    let steps = steps(of: index).betweenTurns
    return isWhole(index) && steps.count >= 8 && steps.usual < Self.leastStep
  }

  /// Whether one of the unnamed numbers never falls, and grows from most lines to the next.
  private func grows(_ index: Int) -> Bool {
    steps(of: index).areOfTime
  }

  /// Whether the last unnamed number does so, and is no count.
  var growsLast: Bool { !countsLast && grows(units.count - 1) }

  /// Whether one of the unnamed numbers has a unit of time and is what a frame lasts, and so is none since the start.
  func lastsFrame(_ index: Int) -> Bool {
    let values = numbers.compactMap { $0.count > index ? $0[index] : nil }
    return units[index] != nil && values.count > 8 && [Double].frames.contains(values.usual)
      && values.evenShare(within: 0.5) >= 0.8
  }
}
