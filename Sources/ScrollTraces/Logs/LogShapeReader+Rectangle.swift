/// Rectangles as SwiftUI, AppKit, Flutter, Android and Qt print them: their corner is the offset of a view or content.
extension LogShapeReader {
  /// Removes all numbers of a rectangle but the x and y of its corner. The others are the size or the other corner.
  ///
  /// Four numbers are a rectangle if the type in front of them or their name says so. Without a name, they are one
  /// behind a time if the last two are positive: `(0.0, -300.0, 390.0, 3200.0)`.
  func corner(of group: Group, named name: String?) -> Group {
    guard group.numbers.count == 4, !group.hasNames,
      Self.isRectangle(group.type)
        || name.map(Self.isRectangle) ?? isBehindTime
          && group.numbers.suffix(2).allSatisfy(isPositive)
    else { return group }
    var group = group
    group.numbers.removeLast(2)
    return group
  }

  /// Whether a bracket holds the size of a rectangle, the second pair of `{{0, 300}, {390, 844}}`.
  func isSize(_ group: Group, in outer: Group) -> Bool {
    group.isCurly && outer.isCurly && outer.hasPair && group.numbers.count == 2
  }

  /// The tokens of x and y of a rectangle of Qt, `QRectF(0,300 390x844)`, and that of its closing bracket; nil for others.
  func corner(ofQt open: Int, type: String) -> (numbers: [Int], end: Int)? {
    guard type.hasPrefix("QRect"), kind(open + 1) == .number, isMark(open + 2, ","),
      kind(open + 3) == .number
    else { return nil }
    return ([open + 1, open + 3], closing(open))
  }

  /// The name of the type in front of a bracket, which begins with a capital letter; empty if there is none.
  func type(before bracket: Int) -> String {
    guard bracket > 0, kind(bracket - 1) == .word, tokens[bracket].isGlued else { return "" }
    let name = text(bracket - 1)
    return name.first?.isUppercase == true ? name : ""
  }

  private static func isRectangle(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["rect", "frame", "bounds", "viewport"].contains { name.contains($0) }
  }

  private var isBehindTime: Bool {
    shape.clock != nil || groups[0].numbers.count == 1
      || shape.values.contains { LogNames.role($0.name) == .time }
  }

  private func isPositive(_ token: Int) -> Bool {
    let digits = line[tokens[token].range]
    return digits.first != UInt8(ascii: "-") && digits.contains { $0 &- 0x31 < 9 }
  }
}
