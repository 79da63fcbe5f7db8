internal import ScrollRecordings

/// An array in an object.
struct JSONList {
  /// Stands in a path for the elements of an array.
  static let each = "[]"
  /// The number of elements that are examined.
  private static let watched = 1024

  /// The keys that lead to it, with ``each`` for the elements of arrays around it.
  let path: [String]
  private(set) var count: Int
  /// The cells of its first elements; the key of a number or a text is empty.
  private(set) var elements: [[JSONRows.Cell]] = []

  /// Whether its elements are numbers or texts.
  var isPlain: Bool { elements.contains { $0.contains { $0.key.isEmpty } } }
  /// The keys of its elements.
  var keys: [String] {
    var seen: Set<String> = []
    return elements.joined().map(\.key).filter { seen.insert($0).inserted }
  }
  /// The number of cells of its first elements.
  var cellCount: Int { elements.joined().count }
  /// What its values are named: `timestamps` holds each `timestamp`.
  var name: String {
    ColumnName.singular(path.last { $0 != Self.each } ?? "")
  }
  var role: Role? { ColumnName(name)?.role }
  /// Whether it holds the times of samples that stand in another array, alone or in objects.
  private var holdsTimes: Bool {
    let roles = isPlain ? [role] : keys.map { ColumnName($0)?.role }
    return roles.contains(.time) && !roles.contains { $0?.isChannel == true }
  }
  private var numbers: [Double] {
    elements.map { $0.first.flatMap { DecimalNumber($0.value)?.value } ?? .nan }
  }

  /// The arrays in an object with these cells. Of arrays in each other the longest one has the samples.
  static func all(in object: [(path: [String], value: String)]) -> [JSONList] {
    func prefix(_ path: [String], _ end: Int) -> [String] {
      path[..<end].enumerated().map { $0 > 0 && ColumnName.isIndex($1) ? each : $1 }
    }
    var counts: [[String]: Int] = [:]
    for (path, _) in object {
      for end in path.indices.dropFirst() where ColumnName.isIndex(path[end]) {
        let prefix = prefix(path, end)
        counts[prefix] = max(counts[prefix] ?? 0, (Int(path[end]) ?? 0) &+ 1)
      }
    }
    var lists: [JSONList] = []
    var places: [[String]: Int] = [:]
    for (path, value) in object {
      let ends = path.indices.dropFirst().filter { ColumnName.isIndex(path[$0]) }
      let longest = ends.max { counts[prefix(path, $0)] ?? 0 < counts[prefix(path, $1)] ?? 0 }
      guard let end = longest, let index = Int(path[end]) else { continue }
      let prefix = prefix(path, end)
      let place = places[prefix] ?? lists.count
      if place == lists.count {
        places[prefix] = place
        lists.append(JSONList(path: prefix, count: counts[prefix] ?? 0))
      }
      // Of several arrays with this path those of the first one are enough.
      guard index < watched, path[1..<end].allSatisfy({ !ColumnName.isIndex($0) || $0 == "0" })
      else { continue }
      while lists[place].elements.count <= index { lists[place].elements.append([]) }
      lists[place].elements[index].append((path[(end + 1)...].joined(separator: "."), value))
    }
    return lists
  }

  /// The arrays of times and of what was measured at them, with names; nil if no array is that of the times.
  static func columns(_ lists: [JSONList]) -> [(list: JSONList, name: String)]? {
    let times = lists.filter(\.holdsTimes)
    let likely = lists.filter { $0.isPlain && $0.role == nil && $0.numbers.areFrameTimes }
    guard let time = times.first ?? (likely.count == 1 ? likely[0] : nil) else { return nil }
    let others = lists.filter { list in
      list.path != time.path && (list.role.map { $0 != .time } ?? (list.count == time.count))
    }
    guard !others.isEmpty else { return nil }
    let isNamed = others.contains { $0.role == .offset }
    return [(time, time.isPlain && time.role == nil ? "t" : time.name)]
      + others.map { ($0, !isNamed && others.count == 1 ? "offset" : $0.name) }
  }

  /// The filter of jq for elements that are pairs, as in ``pairNames``; nil for others.
  var pair: String? {
    pairNames.map { names in
      switch names[0] {
      case "t": "{t: .[0], offset_y: .[1]}"
      case "offset_y": "{t: .[1], offset_y: .[0]}"
      default: "{offset: .}"
      }
    }
  }

  /// The columns of elements that are pairs, of a time that grows in even steps and an offset, or else of x and y; nil for
  /// others.
  var pairNames: [String]? {
    guard elements.count > 8, elements.allSatisfy({ $0.map(\.key) == ["0", "1"] }) else {
      return nil
    }
    let pairs = elements.map { pair in pair.compactMap { DecimalNumber($0.value)?.value } }
      .filter { $0.count == 2 }
    let times = (0..<2).filter { column in pairs.map { $0[column] }.steps.areEven }
    guard !pairs.isEmpty, times.count < 2 else { return nil }
    guard let time = times.first else { return ["offset.x", "offset.y"] }
    return time == 0 ? ["t", "offset_y"] : ["offset_y", "t"]
  }
}
