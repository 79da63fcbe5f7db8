internal import ScrollRecordings

/// Units in rows below the header.
extension RowState {
  /// Writes the units in a row below the header behind the names: `t` and `ms` are `t (ms)`.
  ///
  /// - Parameter areCells: whether the row is the first one of numbers, with units behind them: `16.7ms`.
  mutating func addUnits(_ units: [[UInt8]], areCells: Bool) {
    for (index, cell) in zip(headerCells.indices, units) {
      let isStated = ColumnName.unit(of: String(decoding: headerCells[index], as: UTF8.self)) != nil
      if areCells, isStated { continue }
      let unit = areCells ? cell.withUnsafeBytes { ColumnUnit.behind($0)?.word } ?? [] : cell
      let word = unit.filter { $0 > 0x20 && !"()[]".utf8.contains($0) }
      if !word.isEmpty { headerCells[index] += Array(" (".utf8) + word + Array(")".utf8) }
    }
  }
}
