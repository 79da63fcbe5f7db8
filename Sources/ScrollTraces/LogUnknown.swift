/// The numbers with unknown names in the lines of a log without a sample.
struct LogUnknown {
  private var numbers: [(name: String, last: [UInt8], changes: Int)] = []
  /// Maximum number of names that are kept.
  private static let limit = 8

  /// What to type where lines have the change of the offset, as `onScrolled` of Android gives it.
  private static let stepHelp =
    "if dy is the change of the offset, add it up: awk '{ if (match($0, /dy[=: ]+[-0-9.]+/)) { d ="
    + " substr($0, RSTART + 2, RLENGTH - 2); gsub(/[=: ]/, \"\", d); y += d } print $0, \"offset=\" y }'"
    + " FILE | scrollfit --log -"

  /// Adds a number.
  mutating func take(_ name: String, _ text: Slice<UnsafeRawBufferPointer>) {
    if let index = numbers.firstIndex(where: { $0.name == name }) {
      guard !numbers[index].last.elementsEqual(text) else { return }
      numbers[index].last = Array(text)
      numbers[index].changes += 1
    } else if numbers.count < Self.limit {
      numbers.append((name, Array(text), 0))
    }
  }

  /// What a line must contain, or how to choose a number by its name: the one that changes most, as an offset does.
  var help: String {
    let moving = numbers.filter { $0.changes > 0 }
    let most = moving.map(\.changes).max()
    guard let name = moving.first(where: { $0.changes == most })?.name else {
      return "print one number or pair a line with its name, such as \"offset: 12.5\""
    }
    if moving.contains(where: { ColumnName.isOfItem($0.name) }) { return ColumnName.itemHelp }
    if moving.contains(where: { $0.name.lowercased() == "dy" }) { return Self.stepHelp }
    let names = moving.map { PrintedText.named($0.name) }.joined(separator: ", ")
    return
      "the numbers are named \(names); if \(moving.count == 1 ? "it" : "one of them")"
      + " is the offset, name it: scrollfit --log --offset \(PrintedText.argument(name)) FILE"
  }
}
