internal import CurveFitting

/// Which parameters of a law are free: those that are not held at a value.
struct FreeParameters: Sendable, Hashable {
  /// One bit a parameter, the first one lowest.
  private var bits: UInt8

  /// The first parameters of a law are free, and no other.
  static func first(_ count: Int) -> FreeParameters { FreeParameters(bits: 1 << UInt8(count) - 1) }

  private init(bits: UInt8) { self.bits = bits }

  /// Whether each parameter is free, in the law's order.
  init(_ free: [Bool]) {
    bits = 0
    for (index, isFree) in free.enumerated() { self[index] = isFree }
  }

  /// The parameters without a held value.
  init(_ keys: [String], held: [String: Double]) { self.init(keys.map { held[$0] == nil }) }

  /// Whether a parameter is free.
  subscript(index: Int) -> Bool {
    get { bits >> UInt8(index) & 1 != 0 }
    set { if newValue { bits |= 1 << UInt8(index) } else { bits &= ~(1 << UInt8(index)) } }
  }

  /// How many are free.
  var count: Int { bits.nonzeroBitCount }

  /// Numbers of all parameters, those of the free ones moved to the front.
  func packed(_ all: ParameterVector) -> ParameterVector {
    var result = ParameterVector.zero
    var (rest, lane) = (bits, 0)
    while rest != 0 {
      result[lane] = all[rest.trailingZeroBitCount]
      rest &= rest &- 1
      lane += 1
    }
    return result
  }

  /// Adds a step in the free ones to all parameters.
  func add(_ step: ParameterVector, to all: inout ParameterVector) {
    var (rest, lane) = (bits, 0)
    while rest != 0 {
      all[rest.trailingZeroBitCount] += step[lane]
      rest &= rest &- 1
      lane += 1
    }
  }
}

/// The coordinates of a law that are its parameters, each of them free or held.
protocol ParameterCoordinates: MovableCoordinates {
  /// All parameters in the law's order, from `origin` where one is counted from there; 0 beyond them.
  var parameters: ParameterVector { get set }
  /// The size of each, above 0: what a relative step is relative to.
  var sizes: ParameterVector { get }
  /// Which of them are free.
  var free: FreeParameters { get }
  /// What is added to one parameter to quote it.
  var origin: Double { get }
  /// The position of that parameter in the law's order; nil for none.
  static var originIndex: Int? { get }
}

extension ParameterCoordinates {
  var origin: Double { 0 }
  static var originIndex: Int? { nil }

  var keys: [String] { allKeys.indices.filter { free[$0] }.map { allKeys[$0] } }
  var count: Int { free.count }
  var lanes: ParameterVector { free.packed(parameters) }
  var scales: ParameterVector { free.packed(sizes) }

  var quoted: [Double] {
    var all = parameters
    if let index = Self.originIndex { all[index] += origin }
    return allKeys.indices.map { all[$0] }
  }

  func moved(by step: ParameterVector) -> Self {
    var result = self
    free.add(step, to: &result.parameters)
    return result
  }

  /// The same with the free ones of the first parameters at values, which are quoted as a user does.
  func begun(at values: [Double]) -> Self {
    var all = parameters
    for (index, value) in values.enumerated() where free[index] {
      all[index] = index == Self.originIndex ? value - origin : value
    }
    var result = self
    result.parameters = all
    return result
  }
}
