internal import CurveFitting

/// The set of free parameters of a law, which are those without a fixed value.
struct FreeParameters: Sendable, Hashable {
  /// One bit per parameter; the lowest bit is the first parameter.
  private var bits: UInt8

  /// A set of the first parameters of a law.
  static func first(_ count: Int) -> FreeParameters { FreeParameters(bits: 1 << UInt8(count) - 1) }

  private init(bits: UInt8) { self.bits = bits }

  /// Whether each parameter is free, in the law's order.
  init(_ free: [Bool]) {
    bits = 0
    for (index, isFree) in free.enumerated() { self[index] = isFree }
  }

  /// The parameters without a fixed value.
  init(_ keys: [String], held: [String: Double]) { self.init(keys.map { held[$0] == nil }) }

  /// Whether a parameter is free.
  subscript(index: Int) -> Bool {
    get { bits >> UInt8(index) & 1 != 0 }
    set { if newValue { bits |= 1 << UInt8(index) } else { bits &= ~(1 << UInt8(index)) } }
  }

  /// The number of free parameters.
  var count: Int { bits.nonzeroBitCount }

  /// Selects the values of the free parameters and moves them to the first lanes.
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

  /// Adds a step in the free parameters to all parameters.
  func add(_ step: ParameterVector, to all: inout ParameterVector) {
    var (rest, lane) = (bits, 0)
    while rest != 0 {
      all[rest.trailingZeroBitCount] += step[lane]
      rest &= rest &- 1
      lane += 1
    }
  }
}

/// Coordinates that are the parameters of the law, each of them free or fixed.
protocol ParameterCoordinates: MovableCoordinates {
  /// All parameters in the law's order; one of them can be relative to `origin`. Further lanes are 0.
  var parameters: ParameterVector { get set }
  /// The magnitude of each, above 0: the unit of relative steps.
  var sizes: ParameterVector { get }
  var free: FreeParameters { get }
  /// The number that is added to one parameter when it is reported.
  var origin: Double { get }
  /// The index of that parameter in the law's order; nil for none.
  static var originIndex: Int? { get }
}

extension ParameterCoordinates {
  var origin: Double { 0 }
  static var originIndex: Int? { nil }

  var keys: [String] {
    let all = allKeys
    return free.count == all.count ? all : all.indices.filter { free[$0] }.map { all[$0] }
  }
  var count: Int { free.count }
  var lanes: ParameterVector { free.packed(parameters) }
  var scales: ParameterVector { free.packed(sizes) }

  var quoted: [Double] {
    var all = parameters
    if let index = Self.originIndex { all[index] += origin }
    return (0..<allKeys.count).map { all[$0] }
  }

  func moved(by step: ParameterVector) -> Self {
    var result = self
    free.add(step, to: &result.parameters)
    return result
  }

  /// The same with free parameters replaced by the first values of a list, given as the user does.
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
