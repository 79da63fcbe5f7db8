internal import RealModule

/// Sums of the rows of Q times the powers of exp(2 pi i y_n / q), over all samples and over the slow ones.
///
/// Each power follows from the previous one by a complex product of four samples at a time; each harmonic is one pass.
struct HarmonicSums {
  /// Consecutive samples.
  struct Part {
    var samples: Range<Int>
    /// Whether they have a separate sum in addition to that of all samples.
    var isSlow: Bool
    /// Their blocks; the rest of the last block has rows of 0.
    var blocks: Range<Int>

    /// All samples, split at the ends of the slow segments.
    static func parts(of count: Int, slow stretches: [Range<Int>]) -> [Part] {
      var result: [Part] = []
      func add(_ samples: Range<Int>, isSlow: Bool) {
        guard !samples.isEmpty else { return }
        let first = result.last?.blocks.upperBound ?? 0
        result.append(
          Part(
            samples: samples, isSlow: isSlow, blocks: first..<first + (samples.count + 3) / 4))
      }
      var start = 0
      for stretch in stretches {
        add(start..<stretch.lowerBound, isSlow: false)
        add(stretch, isSlow: true)
        start = stretch.upperBound
      }
      add(start..<count, isSlow: false)
      return result
    }
  }

  /// Columns of Q, then the factors exp(2 pi i y_n / q) and their current powers, as real and imaginary parts.
  private let memory: UnsafeMutablePointer<Block>
  private let parameterCount: Int
  private let parts: [Part]
  /// Number of blocks of a row of the memory.
  private let capacity: Int

  /// The number of harmonics of the sawtooth that are summed.
  private static let harmonics = 12
  /// The share of the sum below which a harmonic is left out, far below its last digit.
  private static let leastShare = 0x1p-60

  static func withMemory(
    _ parameterCount: Int, _ parts: [Part], _ body: (HarmonicSums) -> Void
  ) {
    let capacity = parts.last?.blocks.upperBound ?? 0
    let size = (parameterCount + 4) * capacity
    withUnsafeTemporaryAllocation(of: Block.self, capacity: size) { memory in
      guard let base = memory.baseAddress else { return }
      // The rest of the last blocks of columns and cycles must be 0; the factors and powers are all written.
      base.initialize(repeating: .zero, count: (parameterCount + 1) * capacity)
      body(
        HarmonicSums(
          memory: base, parameterCount: parameterCount, parts: parts, capacity: capacity))
    }
  }

  /// Loads the samples.
  func take(
    of columns: UnsafePointer<Block>, blockCount: Int, curve: [Double], quantum: Double,
    weights: [Double]
  ) {
    let real = memory + parameterCount * capacity
    for part in parts {
      let first = part.samples.lowerBound - 4 * part.blocks.lowerBound
      for lane in 0..<parameterCount {
        let source = UnsafeRawPointer(columns + lane * blockCount)
          .assumingMemoryBound(to: Double.self)
        let target = scalars(lane)
        let start = part.samples.lowerBound
        (target + start - first).update(from: source + start, count: part.samples.count)
        guard !weights.isEmpty else { continue }
        for index in part.samples { target[index - first] *= weights[index].squareRoot() }
      }
      let cycles = scalars(parameterCount)
      curve.withUnsafeBufferPointer { curve in
        for index in part.samples { cycles[index - first] = curve[index] / quantum }
      }
    }
    for index in 0..<capacity {
      // Adding 1.5 * 2^52 rounds to a whole number. If steps are finer than the last digit, the factors are
      // meaningless.
      let cycles = real[index].replacing(with: 0, where: real[index] * real[index] .>= 0x1p100)
      let turn = VectorExponential.turn(cycles - ((cycles + 0x1.8p52) - 0x1.8p52))
      (real[index], real[capacity + index]) = (turn.cosine, turn.sine)
      (real[2 * capacity + index], real[3 * capacity + index]) = (Block(repeating: 1), .zero)
    }
  }

  private func scalars(_ row: Int) -> UnsafeMutablePointer<Double> {
    UnsafeMutableRawPointer(memory + row * capacity).assumingMemoryBound(to: Double.self)
  }

  /// Adds sum_m e^(-(m damping)^2) / m^2 (S_m S_m' - sum q q') with S_m = sum q_n exp(2 pi i m y_n / q), for all
  /// samples to one form, and for each slow part to another.
  func add(
    to all: inout [ParameterVector], slow: inout [ParameterVector], damping: Double
  ) {
    var total = 0.0
    for m in 1...Self.harmonics {
      let order = Double(m)
      let weight = Double.exp(-damping * damping * order * order) / (order * order)
      // Weights fall; below the last digit of the sum the rest adds nothing.
      if weight < Self.leastShare * total { break }
      total += weight
      turn()
      var whole = (real: ParameterVector.zero, imaginary: ParameterVector.zero)
      for part in parts {
        var own = (real: ParameterVector.zero, imaginary: ParameterVector.zero)
        for lane in 0..<parameterCount {
          (own.real[lane], own.imaginary[lane]) = sum(lane, part.blocks)
        }
        whole.real += own.real
        whole.imaginary += own.imaginary
        if part.isSlow { add(weight, own.real, own.imaginary, to: &slow) }
      }
      add(weight, whole.real, whole.imaginary, to: &all)
    }
    for row in 0..<parameterCount {
      for column in 0...row {
        for part in parts {
          let product = total * product(row, column, part.blocks)
          all[row][column] -= product
          if part.isSlow { slow[row][column] -= product }
        }
        all[column][row] = all[row][column]
        slow[column][row] = slow[row][column]
      }
    }
  }

  @inline(__always)
  private func add(
    _ weight: Double, _ real: ParameterVector, _ imaginary: ParameterVector,
    to form: inout [ParameterVector]
  ) {
    for lane in 0..<parameterCount {
      form[lane] += weight * (real[lane] * real + imaginary[lane] * imaginary)
    }
  }

  /// Multiplies the powers by their factors.
  @inline(__always)
  private func turn() {
    let c = memory + parameterCount * capacity
    let (s, x, y) = (c + capacity, c + 2 * capacity, c + 3 * capacity)
    for index in 0..<capacity {
      let real: Block = x[index] * c[index] - y[index] * s[index]
      y[index] = x[index] * s[index] + y[index] * c[index]
      x[index] = real
    }
  }

  /// A column times the current powers.
  @inline(__always)
  private func sum(_ lane: Int, _ blocks: Range<Int>) -> (real: Double, imaginary: Double) {
    let column = memory + lane * capacity
    let x = memory + (parameterCount + 2) * capacity
    let y = x + capacity
    var real = Block.zero
    var imaginary = Block.zero
    for index in blocks {
      real += column[index] * x[index]
      imaginary += column[index] * y[index]
    }
    return (real.sum(), imaginary.sum())
  }

  @inline(__always)
  private func product(_ row: Int, _ column: Int, _ blocks: Range<Int>) -> Double {
    let (a, b) = (memory + row * capacity, memory + column * capacity)
    var sum = Block.zero
    for index in blocks { sum += a[index] * b[index] }
    return sum.sum()
  }
}
