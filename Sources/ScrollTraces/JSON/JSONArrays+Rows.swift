internal import ScrollRecordings

/// A recording that one object holds in arrays: an array of objects or pairs, or an array for each column.
extension JSONArrays {
  /// The rows of a recording, and its settings, which stand beside the arrays.
  typealias Recording = (settings: [JSONRows.Cell], rows: [JSONRows.Row])

  /// An array, and the columns of its values: the name of each for arrays of numbers, the names of both for pairs, a prefix
  /// for objects.
  private struct Part {
    var list: JSONList
    var names: [String]
    var isPair = false

    func name(of key: String) -> String {
      if isPair { return names[key == "0" ? 0 : 1] }
      // A point beside its time: [[0, 12.5], [0, 14]].
      if let axis = ["0": "x", "1": "y"][key], ColumnName.canBePoint(names[0]) {
        return "\(names[0]).\(axis)"
      }
      return [names[0], key].filter { !$0.isEmpty }.joined(separator: ".")
    }
  }

  /// The recording in an object; nil if there is none, or if it is not clear which arrays it has: arrays of different
  /// lengths, two arrays of samples, arrays in arrays of which several may be recordings, or settings with two values.
  ///
  /// - Parameter lines: the line of each cell. A row has that of its first cell, of several columns that in the last.
  func recording(in object: [JSONRows.Cell], lines: [Int]) -> Recording? {
    guard !areRead(object.map(\.key)) else { return nil }
    let cells = object.map { (path: parts($0.key), value: $0.value) }
    let lists = JSONList.all(in: cells)
    guard let used = columns(of: lists), let count = used.first?.list.count, count > 1,
      used.allSatisfy({ $0.list.count == count && !$0.list.path.contains(JSONList.each) }),
      lists.allSatisfy({ list in
        list.count < Self.fewest || used.contains { $0.list.path == list.path }
      }),
      let settings = settings(in: cells, hasTimes: used.contains(where: hasTimes))
    else { return nil }
    var rows = [JSONRows.Row](repeating: (0, []), count: count)
    for (cell, line) in zip(cells, lines) {
      guard let part = used.first(where: { cell.path.starts(with: $0.list.path) }) else { continue }
      let rest = cell.path[part.list.path.count...]
      guard let index = rest.first.flatMap({ Int($0) }), rows.indices.contains(index) else {
        return nil
      }
      if rows[index].line == 0, part.list.path == used.last?.list.path { rows[index].line = line }
      let name = part.name(of: rest.dropFirst().joined(separator: "."))
      // An array that is there twice.
      guard !rows[index].cells.contains(where: { $0.key == name }) else { return nil }
      rows[index].cells.append((name, cell.value))
    }
    return (settings, rows.filter { !$0.cells.isEmpty })
  }

  /// Arrays with fewer values are no samples, but for example a size.
  private static let fewest = 8

  /// The arrays that hold the samples; nil if it is not clear which do.
  private func columns(of lists: [JSONList]) -> [Part]? {
    if let columns = JSONList.columns(lists) {
      return columns.map { Part(list: $0.list, names: [$0.name]) }
    }
    let objects = lists.filter { !$0.isPlain && (areRead($0.keys) || $0.pairNames != nil) }
    if let list = objects.first {
      guard objects.count == 1 else { return nil }
      return [
        list.pairNames.map { Part(list: list, names: $0, isPair: true) }
          ?? Part(list: list, names: [""])
      ]
    }
    let known = lists.filter { $0.role != nil }
    return known.isEmpty ? nil : known.map { Part(list: $0, names: [$0.name]) }
  }

  private func hasTimes(_ part: Part) -> Bool {
    part.names.contains { ColumnName($0)?.role == .time }
      || part.list.keys.contains { ColumnName($0)?.role == .time }
  }

  /// The values beside the arrays; nil if two with one name differ, or if one may be the time of the samples.
  private func settings(
    in cells: [(path: [String], value: String)], hasTimes: Bool
  ) -> [JSONRows.Cell]? {
    var settings: [JSONRows.Cell] = []
    for cell in cells where !cell.path.dropFirst().contains(where: ColumnName.isIndex) {
      guard let name = cell.path.last else { continue }
      if let column = ColumnName(name) {
        guard hasTimes || column.role != .time else { return nil }
        continue
      }
      if let known = settings.first(where: { $0.key == name }) {
        guard known.value == cell.value else { return nil }
      } else {
        settings.append((name, cell.value))
      }
    }
    return settings
  }
}
