internal import ScrollRecordings

/// Offsets that start anew at each item of a list, beside the index of the item: `index=3 offset=120`.
struct ListItems {
  /// The places of the index and of the offset inside the item among the series.
  let index: Int
  let inside: Int
  /// The height of an item, in the unit of the offset.
  let height: Double

  /// Finds both among the first values of several columns; nil if there are none.
  init?(_ series: [[Double]]) {
    var best: ListItems?
    for index in series.indices where series[index].allSatisfy({ $0 == $0.rounded() }) {
      for inside in series.indices where inside != index {
        guard let height = Self.height(series[index], series[inside]),
          height.magnitude > best?.height.magnitude ?? 0
        else { continue }
        best = ListItems(index: index, inside: inside, height: height)
      }
    }
    guard let best else { return nil }
    self = best
  }

  private init(index: Int, inside: Int, height: Double) {
    (self.index, self.inside, self.height) = (index, inside, height)
  }

  /// The height that makes index * height + offset smooth; nil if none does.
  ///
  /// The second differences of that sum are those of a motion, which are small; those of the offset alone are as large as
  /// the height wherever the index changes. The height is where they are least, in squares.
  private static func height(_ index: [Double], _ inside: [Double]) -> Double? {
    guard index.count == inside.count, index.count > 8 else { return nil }
    let (bends, own) = (index.steps.steps, inside.steps.steps)
    let (square, all) = (sum(bends, bends), sum(own, own))
    guard square > 2, all > 0 else { return nil }
    let height = -sum(bends, own) / square
    let rest = zip(bends, own).map { $1 + height * $0 }
    guard sum(rest, rest) < 0.02 * all else { return nil }
    // The index alone is as smooth where it is a rounded offset.
    guard inside.allSatisfy({ $0.magnitude <= 1.02 * height.magnitude }) else { return nil }
    return inside.allSatisfy { $0 == $0.rounded() } ? height.rounded() : height
  }

  private static func sum(_ first: [Double], _ second: [Double]) -> Double {
    zip(first, second).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// What to say, and what to type, for a log whose numbers with names are these; nil if one of them is the offset.
  static func fault(
    _ series: [(name: String, values: [Double])]
  ) -> (message: String, help: String)? {
    let series = series.filter { LogNames.role($0.name) != .time }
    guard let items = ListItems(series.map(\.values)) else { return nil }
    let names = series.map(\.name)
    let isRead = names.indices.contains {
      $0 != items.index && $0 != items.inside && LogNames.role(names[$0]) == .offset
    }
    guard !isRead else { return nil }
    let (index, inside) = (
      PrintedText.named(names[items.index]), PrintedText.named(names[items.inside])
    )
    return ("\(inside) starts anew at each item, which \(index) counts", items.logHelp(names))
  }

  private var shown: String {
    var bytes: [UInt8] = []
    NumberText.appendShortest((height.magnitude * 1000).rounded() / 1000, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
  /// Tops of items count backwards.
  private var sign: String { height < 0 ? "-" : "+" }

  /// What to type for a log whose numbers have these names.
  func logHelp(_ names: [String]) -> String {
    let (item, own) = (Self.last(of: names[index]), Self.last(of: names[inside]))
    func value(_ letter: String, _ name: String) -> String {
      "\(letter) = $0; sub(/.*\(name)[^A-Za-z0-9.][^-0-9]*/, \"\", \(letter))"
    }
    // A name that is known would be read beside the sum.
    let hidden = [item, own].filter { LogNames.role($0) == .offset }
      .map { "gsub(/\($0)/, \"item\"); " }.joined()
    return help(
      "awk '{ \(value("i", item)); \(value("o", own)); \(hidden)"
        + "print $0, \"offset=\" i * \(shown) \(sign) o }' FILE | scrollfit --log -")
  }

  private static func last(of name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }

  /// What to type for a table with this delimiter.
  func tableHelp(_ delimiter: Delimiter) -> String {
    let mark = String(UnicodeScalar(delimiter.byte))
    return help(
      "awk -F '\(mark)' -v OFS='\(mark)' '/^#/ { print; next } !h { h = 1; print $0, \"offset_y\"; next }"
        + " { print $0, $\(index + 1) * \(shown) \(sign) $\(inside + 1) }' FILE | scrollfit fit -")
  }

  private func help(_ command: String) -> String {
    "if all items are \(shown) high, as these seem to be, add up: " + command
  }
}

extension [Double] {
  /// The height of the items of a list, where values are offsets inside them; nil for others.
  ///
  /// Twice or more a step goes far back between two steps in the same direction, and always as far, counted from where
  /// the motion would have gone; and no value lies further from another one than that.
  var itemHeight: Double? {
    var heights: [Double] = []
    for index in indices.dropFirst(3) {
      let before = self[index - 2] - self[index - 3]
      let back = self[index - 1] - self[index - 2]
      guard back * before < 0 else { continue }
      let after = self[index] - self[index - 1]
      let largest = Swift.max(before.magnitude, after.magnitude)
      guard before * after > 0, back.magnitude > 2 * largest else { continue }
      heights.append((back - (before + after) / 2).magnitude)
    }
    guard heights.count > 1, let least = self.min(), let most = self.max() else { return nil }
    let usual = heights.sorted()[heights.count / 2]
    let isSame = heights.evenShare(within: 0.15) == 1
    return isSame && usual > 8 && most - least <= 1.1 * usual && most - least >= 0.5 * usual
      ? usual.rounded() : nil
  }
}
