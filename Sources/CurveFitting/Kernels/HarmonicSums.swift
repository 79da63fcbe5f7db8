internal import RealModule

/// Sums of the rows of Q times the powers of exp(2 pi i y_n / q), over some of the samples at a time.
///
/// The powers of four samples follow from each other by one complex product; each harmonic is one pass.
struct HarmonicSums {
  /// Columns of Q, then the turns exp(2 pi i y_n / q) and their present powers, real and imaginary parts.
  private let memory: UnsafeMutablePointer<Block>
  private let parameterCount: Int
  /// Blocks of a row of the memory.
  private let capacity: Int
  /// Blocks in use.
  private var used = 0

  /// The harmonics of the sawtooth that are summed.
  private static let harmonics = 12

  static func withMemory(
    _ parameterCount: Int, blocks: Int, _ body: (inout HarmonicSums) -> Void
  ) {
    let size = (parameterCount + 4) * blocks
    withUnsafeTemporaryAllocation(of: Block.self, capacity: size) { memory in
      guard let base = memory.baseAddress else { return }
      base.initialize(repeating: .zero, count: size)
      var sums = HarmonicSums(
        memory: base, parameterCount: parameterCount, capacity: blocks)
      body(&sums)
    }
  }

  private init(memory: UnsafeMutablePointer<Block>, parameterCount: Int, capacity: Int) {
    self.memory = memory
    self.parameterCount = parameterCount
    self.capacity = capacity
  }

  /// Takes samples; what fills the last block has rows of 0.
  mutating func take(
    _ samples: Range<Int>, of columns: UnsafePointer<Block>, curve: [Double], quantum: Double,
    weights: [Double]
  ) {
    used = (samples.count + 3) / 4
    guard used > 0 else { return }
    let first = samples.lowerBound
    for lane in 0..<parameterCount {
      let source = UnsafeRawPointer(columns + lane * capacity).assumingMemoryBound(to: Double.self)
      memory[lane * capacity + used - 1] = .zero
      let target = scalars(lane)
      for index in samples {
        target[index - first] =
          weights.isEmpty ? source[index] : source[index] * weights[index].squareRoot()
      }
    }
    let real = memory + parameterCount * capacity
    real[used - 1] = .zero
    let cycles = scalars(parameterCount)
    curve.withUnsafeBufferPointer { curve in
      for index in samples { cycles[index - first] = curve[index] / quantum }
    }
    for index in 0..<used {
      // Adding 1.5 * 2^52 rounds to a whole number; where steps are finer than digits, turns mean nothing.
      let cycles = real[index].replacing(with: 0, where: real[index] * real[index] .>= 0x1p100)
      let turn = VectorExponential.turn(cycles - ((cycles + 0x1.8p52) - 0x1.8p52))
      (real[index], real[capacity + index]) = (turn.cosine, turn.sine)
      (real[2 * capacity + index], real[3 * capacity + index]) = (Block(repeating: 1), .zero)
    }
  }

  private func scalars(_ row: Int) -> UnsafeMutablePointer<Double> {
    UnsafeMutableRawPointer(memory + row * capacity).assumingMemoryBound(to: Double.self)
  }

  /// Adds sum_m e^(-(m damping)^2) / m^2 (S_m S_m' - sum q q'), S_m = sum q_n exp(2 pi i m y_n / q), to a form.
  mutating func add(to form: inout [ParameterVector], damping: Double) {
    var total = 0.0
    for m in 1...Self.harmonics {
      turn()
      let order = Double(m)
      let weight = Double.exp(-damping * damping * order * order) / (order * order)
      total += weight
      var real = ParameterVector.zero
      var imaginary = ParameterVector.zero
      for lane in 0..<parameterCount { (real[lane], imaginary[lane]) = sum(lane) }
      for lane in 0..<parameterCount {
        form[lane] += weight * (real[lane] * real + imaginary[lane] * imaginary)
      }
    }
    for row in 0..<parameterCount {
      for column in 0..<parameterCount { form[row][column] -= total * product(row, column) }
    }
  }

  /// Multiplies the powers by the turns.
  @inline(__always)
  private func turn() {
    let c = memory + parameterCount * capacity
    let (s, x, y) = (c + capacity, c + 2 * capacity, c + 3 * capacity)
    for index in 0..<used {
      let real: Block = x[index] * c[index] - y[index] * s[index]
      y[index] = x[index] * s[index] + y[index] * c[index]
      x[index] = real
    }
  }

  /// A column times the present powers.
  @inline(__always)
  private func sum(_ lane: Int) -> (real: Double, imaginary: Double) {
    let column = memory + lane * capacity
    let x = memory + (parameterCount + 2) * capacity
    let y = x + capacity
    var real = Block.zero
    var imaginary = Block.zero
    for index in 0..<used {
      real += column[index] * x[index]
      imaginary += column[index] * y[index]
    }
    return (real.sum(), imaginary.sum())
  }

  @inline(__always)
  private func product(_ row: Int, _ column: Int) -> Double {
    let (a, b) = (memory + row * capacity, memory + column * capacity)
    var sum = Block.zero
    for index in 0..<used { sum += a[index] * b[index] }
    return sum.sum()
  }
}
