/// One number per parameter of a curve, for at most eight parameters; unused lanes are 0.
public typealias ParameterVector = SIMD8<Double>

extension SIMD8 where Scalar == Double {
  /// A vector of up to four numbers; the other lanes are 0.
  public init(_ first: Double, _ second: Double, _ third: Double = 0, _ fourth: Double = 0) {
    self.init(first, second, third, fourth, 0, 0, 0, 0)
  }
}
