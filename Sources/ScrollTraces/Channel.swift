/// One measured quantity of a recording, a value for each of its samples.
public struct Channel: Sendable, Hashable {
  /// What was measured.
  public var role: Role

  /// The direction; `y` for quantities that have none.
  public var axis: Axis

  /// The values in pt, pt/s or s, whichever the role has.
  public var values: [Double]

  /// The most digits that any value has after its decimal point, in the unit of the file; nil when
  /// there are more than 15 or a value has an exponent.
  public var decimals: Int?

  /// The weight of one unit in the last printed place, in the unit of `values`:
  /// 10^-decimals times the conversion from the unit of the file. Nil with `decimals`.
  public var resolution: Double?

  /// Makes a channel; without `resolution`, the values are taken to be printed in their own unit.
  public init(
    _ role: Role, axis: Axis = .y, values: [Double], decimals: Int? = nil,
    resolution: Double? = nil
  ) {
    self.role = role
    self.axis = axis
    self.values = values
    self.decimals = decimals
    self.resolution = resolution ?? decimals.map { 1 / DecimalNumber.powerOfTen($0) }
  }

  /// The offset that a channel of deltas adds up to: y_i = d_0 + ... + d_i, pt.
  public func summed() -> Channel {
    var sum = 0.0
    var result = self
    result.role = .offset
    result.values = values.map {
      sum += $0
      return sum
    }
    return result
  }
}

/// A column of the file, used or not.
public struct Column: Sendable, Hashable {
  /// The name as the header has it; empty in a file without a header.
  public var name: String
  /// What it holds; nil when the name is not known.
  public var role: Role?
  /// The direction; `y` for quantities that have none.
  public var axis: Axis
  /// The unit it is written in; nil for labels and unknown columns.
  public var unit: ColumnUnit?
  /// Whether the recording was made from it; false for what was passed over.
  public var isUsed: Bool
  /// Whether nobody states the unit, and the values told that it is not the standard one.
  public var isUnitInferred = false
  /// Whether nobody states the unit, and the values did not tell another than the standard one.
  public var isUnitAssumed = false
  /// Whether it would have been used, but for no row that has a value in it.
  public var isEmpty = false
  /// Whether the name first came in an object of JSON behind those that tell the columns.
  public var isLate = false

  /// A column that came too late to be read.
  init(name: String, isLate: Bool) {
    self.init(name: name)
    self.isLate = isLate
  }

  /// Makes a column.
  public init(
    name: String, role: Role? = nil, axis: Axis = .y, unit: ColumnUnit? = nil, isUsed: Bool = false
  ) {
    self.name = name
    self.role = role
    self.axis = axis
    self.unit = unit
    self.isUsed = isUsed
  }
}
