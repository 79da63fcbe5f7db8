/// Where the lines of a log have their times.
extension LogPlan {
  enum Time {
    case none
    /// The time of day.
    case clock
    /// The first number.
    case first
    /// The last number.
    case last
    /// Another number.
    case number(Int)
    /// The time, or the time of day, on a line before.
    case before(isClock: Bool)

    /// The index of the time among the unnamed numbers, of which there are `count`; nil if it is none of them.
    func index(of count: Int) -> Int? {
      switch self {
      case .first: 0
      case .last: count - 1
      case .number(let index): index
      case .none, .clock, .before: nil
      }
    }
  }

  /// Where lines without a named time have their times, whether these are since the line before, and which unnamed
  /// numbers are offsets.
  static func timing(
    _ shape: LogShape, _ facts: SampleFacts, isNamed: Bool
  ) -> (time: Time, isStep: Bool, plain: Range<Int>) {
    // A row of an array or a tuple, [t, y], is not a point.
    let isRow = shape.pairStart != nil && shape.words.isEmpty && facts.isClock
    let canLead =
      isNamed ? shape.isLed : isRow || shape.plain.count > (shape.pairStart == nil ? 0 : 2)
    let isPairLast = shape.pairStart == shape.plain.count - 2
    let isLast =
      !isPairLast && shape.plain.count > (isNamed ? 0 : 1)
      && (facts.isLastClock || shape.saysTime && facts.growsLast)
      && (isNamed ? !shape.isLed : !facts.isClock)
    // Lines that are printed all at once share a time of day, and another number is their time.
    let among = isNamed ? facts.frameClock : nil
    let isOther = !facts.isClockMoving && (facts.hasNamedClock || among != nil)
    let hasClock = shape.clock != nil && facts.fraction >= 2 && !isOther
    let isCounted = facts.countsBesideTime(isNamed: isNamed)
    // Beside the time of day, a number that grows unevenly may be the offset of a fling.
    let isLed =
      canLead && (isNamed || shape.plain.count > 1) && facts.growsFirst && !isLast && !isCounted
      && (isNamed || !hasClock && !facts.areLastSteps || facts.isClock)
    let isFirstStep = canLead && facts.areFirstSteps && (isNamed || shape.plain.count > 1)
    let isLastStep =
      !isPairLast && shape.plain.count > (isNamed ? 0 : 1) && facts.areLastSteps && !hasClock
      && !isLed && !isFirstStep
    let isStep = isFirstStep || isLastStep
    let canEnd = isLast && !facts.countsLast || isLastStep
    let last: Time = canEnd ? .last : among.map { Time.number($0) } ?? .none
    let other = isCounted ? facts.timeBesideCount(isNamed: isNamed) : nil
    let time: Time =
      isLed || isFirstStep ? .first : hasClock ? .clock : other.map { .number($0) } ?? last
    guard !isNamed else { return (time, isStep, 0..<0) }
    let isTimeFirst = if case .first = time { true } else { false }
    if let start = shape.pairStart, !isTimeFirst || start > 0 {
      return (time, isStep, start..<start + 2)
    }
    if isFirstStep { return (time, true, 1..<min(3, shape.plain.count)) }
    if isLastStep { return (time, true, 0..<min(2, shape.plain.count - 1)) }
    if isLast { return (time, false, 0..<min(2, shape.plain.count - 1)) }
    // A z that never changes.
    if shape.plain.count == 3, !isLed, !facts.changesLast { return (time, false, 0..<2) }
    // A count, a time, and an offset.
    if shape.plain.count == 3, facts.countsFirst && facts.isClock(1) || other == 1 {
      return (hasClock ? .clock : .number(1), false, 2..<3)
    }
    let isInFront = shape.clock.map { clock in shape.plain.first.map { $0 < clock } ?? false }
    let isCount = isCounted && (facts.isClock || isInFront == true)
    let skips = isLed || isCount || facts.countsFirst || shape.plain.count == 3
    return (time, false, offsets(shape, skippingFirst: skips))
  }

  /// The indices of the unnamed numbers that are offsets: a single number, or the two of a pair.
  static func offsets(_ shape: LogShape, skippingFirst: Bool) -> Range<Int> {
    let first = skippingFirst && shape.plain.count > 1 ? 1 : 0
    return shape.plain.count - first <= 2 ? first..<shape.plain.count : 0..<0
  }
}
