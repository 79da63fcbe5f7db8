/// One measured quantity of a recording, with one value per sample.
public struct Channel: Sendable, Hashable {
  /// The measured quantity.
  public var role: Role

  /// The direction; `y` for quantities that have none.
  public var axis: Axis

  /// The values in pt, pt/s or s, depending on the role.
  public var values: [Double]

  /// The maximum number of decimals of the values, in the unit of the file; nil if it exceeds 15 or a value has an
  /// exponent.
  public var decimals: Int?

  /// The value of one unit in the last printed place, in the unit of `values`: 10^-decimals times the conversion from
  /// the unit of the file. Nil if `decimals` is nil.
  public var resolution: Double?

  /// Creates a channel; without `resolution`, the printed unit is assumed to be that of the values.
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

  /// The offset as the running sum of a channel of deltas: y_i = d_0 + ... + d_i, in pt.
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
  /// The name in the header; empty without a header.
  public var name: String
  /// The quantity; nil if the name is unknown.
  public var role: Role?
  /// The direction; `y` for quantities that have none.
  public var axis: Axis
  /// The unit of the file; nil for labels and unknown columns.
  public var unit: ColumnUnit?
  /// Whether the recording uses it; false for an ignored column.
  public var isUsed: Bool
  /// Whether the unit is not stated, and the values imply that it is not the standard unit.
  public var isUnitInferred = false
  /// Whether the unit is not stated, and the standard unit is assumed.
  public var isUnitAssumed = false
  /// Whether it would have been used, but no row has a value in it.
  public var isEmpty = false
  /// Whether its name first occurred in a JSON object after those that determine the columns.
  public var isLate = false
  /// Whether a condition chooses rows by it.
  public var isCondition = false

  /// A column that occurred too late to be read.
  package init(name: String, isLate: Bool) {
    self.init(name: name)
    self.isLate = isLate
  }

  /// Creates a column.
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
