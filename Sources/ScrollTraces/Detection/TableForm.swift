internal import ScrollRecordings

/// A table that is converted to CSV: spaces or bars separate its columns, or its cells hold points.
struct TableForm {
  /// What separates the columns.
  enum Mark {
    case spaces, bars
    case delimiter(UInt8)
  }

  /// A coordinate of a point, and its unit.
  private typealias Coordinate = (axis: Axis, unit: ColumnUnit?)

  /// The line with the names, which may be a comment.
  let header: [UInt8]
  /// The names of the columns of CSV: a point has one for each coordinate.
  private(set) var names: [String] = []
  private let mark: Mark
  /// The coordinates of the point in each column; empty for columns of numbers.
  private var points: [[Coordinate]] = []
  private var reader: LogReader
  /// Whether no row was read yet.
  private var isFirst = true

  /// The number of columns of the table.
  var count: Int { points.count }
  /// Whether cells hold points.
  var hasPoints: Bool { points.contains { !$0.isEmpty } }

  /// The form of a table with this header and this first row.
  init(
    _ header: UnsafeRawBufferPointer, _ row: UnsafeRawBufferPointer, _ mark: Mark,
    _ options: ReadingOptions
  ) {
    (self.header, self.mark) = (Array(header), mark)
    reader = LogReader(options)
    let cells = Self.cells(row, mark)
    for (index, name) in Self.names(header, mark).enumerated() {
      let point = index < cells.count ? cells[index].withUnsafeBytes { reader.point($0) } : nil
      let name = String(decoding: name, as: UTF8.self)
      let (stem, unit) = ColumnName.split(name.lowercased())
      let coordinates = (point ?? []).map { ($0.axis, unit ?? $0.token.unit) }
      // A unit in the cells that is not that of the name.
      let isOther = (point ?? []).contains { ![nil, unit].contains($0.token.unit) } && unit != nil
      points.append(isOther ? [] : coordinates)
      guard !coordinates.isEmpty, !isOther else {
        names.append(name)
        continue
      }
      names += coordinates.map { axis, unit in
        let part = reader.names.of(unit == nil ? name : stem, axis: axis)
        return unit.map { "\(part)_\($0.rawValue)" } ?? part
      }
    }
  }

  /// The fields of CSV for a line below the header; nil for a line that is no row.
  mutating func fields(_ line: UnsafeRawBufferPointer, _ number: Int) throws(RowFault) -> [String]?
  {
    let cells = Self.cells(line, mark)
    var row = cells[...]
    // Below the header, a row may hold units.
    let canBeUnits = isFirst && cells.count == count
    switch mark {
    case .spaces:
      guard let own = TableStart.row(cells, of: count) ?? (canBeUnits ? row : nil) else {
        return nil
      }
      row = own
    case .bars:
      guard cells.count == count || cells.contains(where: TableStart.isNumber) else { return nil }
    case .delimiter: break
    }
    isFirst = false
    var fields: [String] = []
    for (cell, coordinates) in zip(row, points) {
      if coordinates.isEmpty || cell.isEmpty {
        let text = String(decoding: cell, as: UTF8.self)
        fields += Array(repeating: text, count: max(1, coordinates.count))
      } else {
        fields += try coordinatesOf(cell, coordinates, number)
      }
    }
    // The reader of CSV reports a row that is too short or too long.
    return fields + row.dropFirst(count).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The numbers of a point, which must have the form of the first one.
  private mutating func coordinatesOf(
    _ cell: [UInt8], _ coordinates: [Coordinate], _ line: Int
  ) throws(RowFault) -> [String] {
    let numbers: [String]? = cell.withUnsafeBytes { bytes in
      guard let point = reader.point(bytes), point.map(\.axis) == coordinates.map(\.axis) else {
        return nil
      }
      let numbers = point.map { String(decoding: bytes[$0.token.range], as: UTF8.self) }
      let isSame = zip(point, coordinates).allSatisfy { [nil, $1.unit].contains($0.token.unit) }
      return isSame ? numbers : nil
    }
    guard let numbers else {
      throw RowFault(
        code: .notANumber, line: line,
        message: "\(PrintedText.quoted(cell)) is not a point as the first one of its column is",
        help: "print all points in one form, as in (0, 12.5); a lost sample has an empty cell")
    }
    return numbers
  }

  /// The cells of a line.
  static func cells(_ line: UnsafeRawBufferPointer, _ mark: Mark) -> [[UInt8]] {
    switch mark {
    case .spaces: return TableStart.cells(line)
    case .delimiter(let byte): return Header.split(line, byte)
    case .bars:
      // Boxes have other bars, and Markdown may have none at the ends of a line.
      let text = String(decoding: line, as: UTF8.self).replacing("│", with: "|")
      var cells = text.split(separator: "|", omittingEmptySubsequences: false)
      if text.hasPrefix("|") { cells.removeFirst() }
      if text.hasSuffix("|"), !cells.isEmpty { cells.removeLast() }
      return cells.map { cell in
        Array(cell.utf8).withUnsafeBytes { Array(Text.trimmed($0)) }
      }
    }
  }

  /// The names in a header. Between spaces, a unit in brackets is part of the name before it: `t (s)`.
  static func names(_ header: UnsafeRawBufferPointer, _ mark: Mark) -> [[UInt8]] {
    let isComment = header.first == UInt8(ascii: "#")
    let cells = cells(UnsafeRawBufferPointer(rebasing: header.dropFirst(isComment ? 1 : 0)), mark)
    guard case .spaces = mark else { return cells }
    return cells.reduce(into: []) { names, cell in
      if let first = cell.first, "([".utf8.contains(first), let last = names.indices.last {
        names[last] += [0x20] + cell
      } else {
        names.append(cell)
      }
    }
  }
}

extension LogReader {
  /// The coordinates of a cell that holds a point, as programs print it: `{0, 12.5}`, `0.0, 12.5`, `Point(x: 0, y: 12.5)`,
  /// `translateY(-12.5px)`; nil for other text.
  mutating func point(
    _ cell: UnsafeRawBufferPointer
  ) -> [(axis: Axis, token: LogToken)]? {
    let shape = shape(of: cell).shape
    // A bracket without its other one is a sign of a cell that was cut.
    let isClosed =
      cell.count { "([{".utf8.contains($0) } == cell.count { ")]}".utf8.contains($0) }
    guard isClosed, shape.clock == nil, !shape.hasDecimalComma, !shape.hasThousands else {
      return nil
    }
    guard shape.values.isEmpty else {
      var point: [(axis: Axis, token: LogToken)] = []
      for value in shape.values {
        guard let name = ColumnName(value.name), name.role == .offset else { return nil }
        point.append((name.axis, tokens[value.token]))
      }
      // A single number is named `y`, or has a name of its own, and is no point.
      let isWhole = Set(point.map(\.axis)).count == 2 && point.count == 2
      return shape.plain.isEmpty && (isWhole || point.count == 1 && shape.isTransform) ? point : nil
    }
    guard shape.plain.count == 2, shape.words.isEmpty, !shape.hasTail,
      shape.pairStart == 0 || String(decoding: cell, as: UTF8.self).contains(", ")
    else { return nil }
    return zip([.x, .y], shape.plain).map { ($0, tokens[$1]) }
  }
}
