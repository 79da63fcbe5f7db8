internal import ScrollRecordings

/// The numbers with unknown names in the lines of a log without a sample.
struct LogUnknown {
  private var numbers: [(name: String, last: [UInt8], changes: Int, first: [Double])] = []
  /// Maximum number of names that are kept.
  private static let limit = 8
  /// Maximum number of values of each that are kept.
  private static let valueCount = 64

  /// What to type where lines have the change of the offset, as `onScrolled` of Android gives it.
  private static func stepHelp(_ name: String) -> String {
    let size = name.utf8.count
    let offset = ColumnName.stepAxis(name) == .x ? "offset_x" : "offset"
    return "if \(name) is the change of the offset, add it up: awk '{ if (match($0,"
      + " /\(name)[=: ]+[-+0-9.e]+/)) { d = substr($0, RSTART + \(size));"
      + " sub(/[=: ]+/, \"\", d); y += d } print $0,"
      + " sprintf(\"\(offset)=%.6f\", y) }' FILE | scrollfit --log -"
  }

  /// Adds a number.
  mutating func take(_ name: String, _ text: Slice<UnsafeRawBufferPointer>) {
    let value = DecimalNumber(UnsafeRawBufferPointer(rebasing: text))?.value ?? .nan
    if let index = numbers.firstIndex(where: { $0.name == name }) {
      if numbers[index].first.count < Self.valueCount { numbers[index].first.append(value) }
      guard !numbers[index].last.elementsEqual(text) else { return }
      numbers[index].last = Array(text)
      numbers[index].changes += 1
    } else if numbers.count < Self.limit {
      numbers.append((name, Array(text), 0, [value]))
    }
  }

  /// The fault of a log with changes of the offset on more lines than those of samples, which have the position of an item;
  /// nil for other logs.
  func steps(beside plan: LogPlan, rows: Int) -> RowFault? {
    guard plan.offsetNames == ["position"],
      let step = ColumnName.step(in: numbers.map(\.name)).map({ numbers[$0] }), step.changes > rows
    else { return nil }
    return RowFault(
      code: .noKnownColumn, line: 1, column: nil,
      message: "\"position\" seems to be that of an item, and \(PrintedText.named(step.name)) the"
        + " change of the offset",
      help: Self.stepHelp(step.name))
  }

  /// The fault of a log whose samples would be times, as a number with another name on lines of its own would be the
  /// offset; nil for other logs.
  func offset(beside plan: LogPlan) -> RowFault? {
    guard plan.isLoneClock,
      let name = numbers.first(where: { $0.changes > 8 && !ColumnName.isOfFinger($0.name) })?.name
    else { return nil }
    return RowFault(
      code: .emptyCell, line: 1, column: nil,
      message: "times and \(PrintedText.named(name)) are on lines of their own",
      help:
        "if that is the offset, join lines by two: sed '/^ *$/d' FILE | paste -d ' ' - - | scrollfit"
        + " --log --offset \(PrintedText.argument(name)) -")
  }

  /// What a line must contain, or how to choose a number by its name: the one that changes most, as an offset does.
  var help: String {
    let moving = numbers.filter { $0.changes > 0 }
    let times = moving.filter { $0.first.areFrameTimes }
    let time = times.count == 1 && moving.count > 1 ? times[0].name : nil
    let others = moving.filter { $0.name != time && !ColumnName.isOfFinger($0.name) }
    let most = others.map(\.changes).max()
    guard let name = others.first(where: { $0.changes == most })?.name else {
      return "print one number or pair a line with its name, such as \"offset: 12.5\""
    }
    if let help = PhysicalLength.help(moving.map(\.name), isLog: true) { return help }
    if let items = ListItems(moving.map(\.first)) { return items.logHelp(moving.map(\.name)) }
    if let share = moving.first(where: { ColumnName.otherMeaning($0.name) != nil })?.name {
      return (ColumnName.otherMeaning(share) ?? "")
        + "; to take it for points, type scrollfit --log"
        + (time.map { " --time \(PrintedText.argument($0))" } ?? "")
        + " --offset \(PrintedText.argument(share)) FILE"
    }
    if let step = ColumnName.step(in: moving.map(\.name)) {
      return Self.stepHelp(moving[step].name)
    }
    let names = moving.map { PrintedText.named($0.name) }.joined(separator: ", ")
    let which = time.map { "\(PrintedText.named($0)) is the time, and " } ?? ""
    let option = time.map { "--time \(PrintedText.argument($0)) " } ?? ""
    return
      "the numbers are named \(names); if \(which)"
      + (others.count == 1
        ? moving.count == 1 ? "it" : PrintedText.named(name)
        : "one of \(time == nil ? "them" : "the others")")
      + " is the offset, name it: scrollfit --log \(option)--offset \(PrintedText.argument(name)) FILE"
  }
}
