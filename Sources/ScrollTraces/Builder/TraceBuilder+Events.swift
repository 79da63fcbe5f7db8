internal import ScrollRecordings

/// Speeds beside times.
extension TraceBuilder {
  /// Throws for speeds at the times of frames, which are samples without an offset and no gestures.
  func checkGestures() throws(Fault) {
    guard !canRest, timeSlot >= 0, count > 16 else { return }
    let steps = samples.values(timeSlot, count: count).steps
    guard steps.areEven, (0.003...0.07).contains(steps.sorted()[steps.count / 2]) else { return }
    let distance = channels.first { $0.channel.role == .distance }.map {
      plan.columns[plan.numeric[$0.slot]].name
    }
    throw Fault(
      code: .noKnownColumn, field: nil,
      message: "rows are as far apart as frames, and no column is an offset",
      help: distance.map {
        "if \(PrintedText.named($0)) is the offset, type scrollfit fit --offset"
          + " \(PrintedText.argument($0)) FILE"
      }
        ?? "print the offset beside the time: laws are fitted to where the content is, not to its speed"
    )
  }
}

/// Rows of several kinds of events.
extension TraceBuilder {
  /// Maximum number of different words that are kept.
  private static let mostEvents = 8

  /// Counts the word in a column of events.
  mutating func takeEvent(_ bytes: UnsafeRawBufferPointer) {
    let word = Text.trimmed(bytes)
    if let known = events.firstIndex(where: { $0.word.elementsEqual(word) }) {
      events[known].count += 1
    } else if events.count < Self.mostEvents, word.count <= 32 {
      events.append((Array(word), 1))
    }
  }

  /// Throws if rows of the finger stand between those of the content: both have their positions in one column.
  func checkEvents() throws(Fault) {
    guard canRest, gapRows == 0, let column = plan.cells.firstIndex(of: ColumnPlan.eventCell) else {
      return
    }
    let found = events.filter { $0.count > 4 }.map { String(decoding: $0.word, as: UTF8.self) }
    let ofFinger = found.first { word in
      ["touch", "pointer", "mouse", "finger"].contains(where: word.lowercased().hasPrefix)
    }
    let ofContent = found.first { $0.lowercased().contains("scroll") }
    guard let finger = ofFinger, let own = ofContent else { return }
    let name = plan.columns[column].name
    throw Fault(
      code: .mixedRows, field: nil,
      message:
        "rows of \(PrintedText.quoted(finger)) stand between those of \(PrintedText.quoted(own)) in"
        + " column \(PrintedText.named(name))",
      help: "choose one kind: scrollfit \(isLog ? "--log" : "fit") --where"
        + " \(PrintedText.argument("\(name)=\(own)"))\(options.asked) FILE")
  }
}
