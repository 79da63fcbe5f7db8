/// One number a parameter of a curve, for at most eight of them; unused lanes are 0.
public typealias ParameterVector = SIMD8<Double>

extension SIMD8 where Scalar == Double {
  /// Up to four numbers, the other lanes 0.
  public init(_ first: Double, _ second: Double, _ third: Double = 0, _ fourth: Double = 0) {
    self.init(first, second, third, fourth, 0, 0, 0, 0)
  }
}
