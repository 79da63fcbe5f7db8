/// Determines the shapes of lines, with a cache for lines of the same statement.
struct LogReader {
  let names: LogNames
  private var splitter = LogTokens()
  private var skeleton: [UInt8] = []
  private var shapes: [[UInt8]: Shape] = [:]
  /// Maximum number of cached statements.
  private static let shapeCount = 256

  /// The shape of a line, and the key of its statement.
  struct Shape {
    var key: String?
    var shape: LogShape
    var hasDecimalComma: Bool { shape.hasDecimalComma }
  }

  init(_ options: ReadingOptions) { names = LogNames(options) }

  /// Whether the last line is the factor of a matrix, as MATLAB shows it: `1.0e+03 *`.
  var isFactor: Bool {
    tokens.map(\.kind) == [.number, .mark] && tokens[1].mark == UInt8(ascii: "*")
  }

  /// The tokens of the last line.
  var tokens: [LogToken] { splitter.tokens }

  /// The shape of a line.
  mutating func shape(of line: UnsafeRawBufferPointer) -> Shape {
    splitter.split(line)
    splitter.skeleton(of: line, into: &skeleton)
    if let known = shapes[skeleton] { return known }
    let shape = LogShape(splitter.tokens, line, names)
    let found = Shape(key: shape.key(names), shape: shape)
    if shapes.count == Self.shapeCount { shapes.removeAll(keepingCapacity: true) }
    shapes[skeleton] = found
    return found
  }

  mutating func key(of line: [UInt8]) -> String? { line.withUnsafeBytes { shape(of: $0).key } }
}
